import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/** The project's folder. */
export const PROJECT = resolve(import.meta.dirname, "..", "..");

/** Whether `npm test` or `npm run reproduce` has made the Python environment; vitest by itself does not. */
export const hasJupyter = existsSync(join(PROJECT, ".venv", ".faithlab"));

/** How to get what `hasJupyter` did not find. */
export const JUPYTER_REMEDY = "no .venv: run npm test";
