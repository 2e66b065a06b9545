/** The real public inputs that tests read in place: $FAITHLAB_SHARED, or a folder `shared` beside the project. Never copied into it. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const FOLDER = resolve(process.env["FAITHLAB_SHARED"] ?? resolve(__dirname, "..", "..", "..", "shared"), "data");

/** Whether the folder is there; tests that need it are skipped visibly when it is not: `test.skipIf(!hasShared)`. */
export const hasShared = existsSync(FOLDER);

/** The rows of a JSON Lines file of the shared data. One of its sources writes NaN for a missing value, which JSON does not know; it is read as null. */
export function sharedRows<Row>(path: string): Row[] {
  const lines = readFileSync(resolve(FOLDER, path), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line.replace(/": NaN(?=[,}])/g, '": null')) as Row);
}
