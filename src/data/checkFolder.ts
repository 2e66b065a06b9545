import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { InputError } from "../core/errors";
import { RECORD, readRecord } from "./fetched";
import { inspectFile, type Inspection } from "./inspect";
import { DATASETS } from "./registry";

/**
 * Looks at every file below a folder, in the order of their paths: what it is, its rows and their faults, and whether it is a file that the
 * registry or the record of a fetch knows. Reads only.
 * @throws InputError if there is no such folder
 */
export async function* checkFolder(folder: string): AsyncGenerator<Inspection> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new InputError(`data check looks through a folder, and "${folder}" is none`);
  for (const path of filesBelow(folder)) {
    const found = await inspectFile(path);
    const known = found.known ?? recorded(path, found.sha256);
    yield { ...found, file: relative(folder, path), ...(known && { known }) };
  }
}

/** Files that a download left unfinished, and the kit's own records, are no data. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      const isData = entry.isFile() || (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isFile() === true);
      return isData && entry.name !== RECORD && !/^run\.lock|\.part(\.json)?$/.test(entry.name) ? [path] : [];
    });
}

/** What the record of a fetch, in a folder named for its data set above the file, says of it. */
function recorded(path: string, sha256: string): Inspection["known"] {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const dataset = DATASETS.find(({ name }) => name === basename(folder));
    if (!dataset) continue;
    const name = relative(folder, path).split(sep).join("/");
    const file = readRecord(folder, dataset.name).files[name];
    return file && { dataset: dataset.name, path: name, equal: file.sha256 === sha256 };
  }
  return undefined;
}
