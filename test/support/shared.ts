import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const PROJECT = resolve(import.meta.dirname, "..", "..");

/** Where the real data lie, which are read in place and never copied: $FAITHLAB_SHARED, else ../shared beside the project. */
const SHARED = process.env["FAITHLAB_SHARED"] ?? join(PROJECT, "..", "shared");

/**
 * The path of a file of real data, or undefined where there is none; tests that need it are then skipped, visibly, with `test.skipIf(!path)`.
 * @example sharedFile("data", "kappa", "reference_tables.json")
 */
export function sharedFile(...parts: string[]): string | undefined {
  return firstOf(join(SHARED, ...parts));
}

/** Whether the real data are there; tests that need them are skipped visibly when they are not: `test.skipIf(!hasShared)`. */
export const hasShared = existsSync(join(SHARED, "data"));

/** The rows of a JSON Lines file of the real data. One of its sources writes NaN for a missing value, which JSON does not know; it is read as null. */
export function sharedRows<Row>(path: string): Row[] {
  const lines = readFileSync(join(SHARED, "data", path), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line.replace(/": NaN(?=[,}])/g, '": null')) as Row);
}

/** The path of a file of the papers' figures, from the project or else from the real data. */
export function publishedFile(name: string): string | undefined {
  return firstOf(join(PROJECT, "data", "published", name), join(SHARED, "published", name));
}

/** Parsed JSON of a path that is there. */
export function readJson<T>(path: string | undefined): T {
  return JSON.parse(readFileSync(path!, "utf8")) as T;
}

function firstOf(...paths: string[]): string | undefined {
  return paths.find((path) => existsSync(path));
}
