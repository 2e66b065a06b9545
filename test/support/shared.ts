/** The real public inputs that tests read in place: $FAITHLAB_SHARED, or a folder `shared` beside the project. Never copied into it. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const FOLDER = resolve(process.env["FAITHLAB_SHARED"] ?? resolve(__dirname, "..", "..", "..", "shared"), "data");

/** Whether the folder is there; tests that need it are skipped visibly when it is not: `test.skipIf(!hasShared)`. */
export const hasShared = existsSync(FOLDER);

/** The rows of a JSON Lines file of the shared data. */
export function sharedRows<Row>(path: string): Row[] {
  return readFileSync(resolve(FOLDER, path), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line) as Row);
}
