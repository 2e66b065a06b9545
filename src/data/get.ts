/** Bringing a data set: from its home, file by file, each verified; what is here already stays as it is. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../core/errors";
import { readText, shown } from "../core/files";
import { download, DownloadError, type DownloadOptions } from "./download";
import { filesOf, readRecord, writeRecord, type FetchRecord } from "./fetched";
import { fileUrl, filesIn, headersFor, listingUrl, mirrorOf, pageOf, revisionIn, treeUrl } from "./homes";
import { inspectFile, type Inspection } from "./inspect";
import { datasetNamed, type Dataset, type KnownFile } from "./registry";

export interface GetOptions extends Pick<DownloadOptions, "onProgress" | "onRetry" | "clock" | "stallMs"> {
  /** Asked in place of the home's servers. */
  readonly mirror?: string;
  /** Told in words what a person should know though nothing failed. */
  readonly onNote?: (message: string) => void;
}

/** What became of one file. */
export interface GotFile {
  readonly path: string;
  readonly state: "here already" | "fetched" | "brought by hand";
  readonly size: number;
  readonly sha256: string;
  readonly rows?: number;
}

/**
 * Brings what is missing of a data set into its folder and verifies all of it: size, SHA-256 and rows where the registry knows them, else as the
 * repository listed them or as they were at the first fetch. Two calls at once on one folder are the caller's to prevent.
 * @param folder the data set's own folder
 * @throws DownloadError if a file cannot be had, with what to bring by hand; DataError for a file that is here but is not what it should be
 */
export async function getDataset(name: string, folder: string, options: GetOptions = {}): Promise<GotFile[]> {
  const dataset = datasetNamed(name);
  let record = readRecord(folder, name);
  const got: GotFile[] = [];
  const keep = (path: string, state: GotFile["state"], { size, sha256, rows }: Inspection, url?: string) => {
    const entry = { size, sha256, ...(rows !== undefined && { rows }) };
    got.push({ path, state, ...entry });
    if (state === "here already") return;
    record = { ...record, files: { ...record.files, [path]: { ...entry, ...(url && { url }) } } };
    writeRecord(folder, record);
  };

  for (const file of filesOf(dataset, folder, record).filter(({ path }) => existsSync(join(folder, path)))) {
    const found = await inspectFile(join(folder, file.path), expected(file));
    const wrong = fault(found, file);
    if (wrong) throw new DataError(`${shown(found.file)}: ${wrong}. It stays as it is; move it away and run the command again`);
    keep(file.path, record.files[file.path] ? "here already" : "brought by hand", found);
    noteFaulty(found, options);
  }

  try {
    if (dataset.revision === undefined && record.listing === undefined) {
      if (got.length > 0 && got.length === dataset.files.length) return got;
      record = await listed(dataset, folder, record, options);
      writeRecord(folder, record);
    }
    for (const file of filesOf(dataset, folder, record).filter(({ path }) => !got.some((have) => have.path === path))) {
      const url = fileUrl(dataset.home, (dataset.revision ?? record.revision)!, file.path, mirrorOf(dataset.home, options.mirror));
      const found = await fetched(url, join(folder, file.path), file, dataset, options);
      keep(file.path, "fetched", found, url);
      noteFaulty(found, options);
    }
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    if (dataset.files.length === 0 && got.length > 0 && record.listing === undefined) {
      options.onNote?.(`${error.message}; the files that are here are accepted, but whether they are all is not known`);
      return got;
    }
    const missing = filesOf(dataset, folder, record).filter(({ path }) => !got.some((have) => have.path === path));
    throw new DownloadError(error.kind, `${error.message}\n${byHand(dataset, folder, missing, record.revision)}`);
  }
  return got;
}

/** The commit and the files of a repository, added to the record. */
async function listed(dataset: Dataset, folder: string, record: FetchRecord, options: GetOptions): Promise<FetchRecord> {
  const mirror = mirrorOf(dataset.home, options.mirror);
  const url = listingUrl(dataset.home, record.revision, mirror);
  const answer = await fetchedJson(url, folder, dataset, options);
  const revision = revisionIn(answer, url);
  const inTree = dataset.home.kind === "github" ? treeUrl(dataset.home, revision, mirror) : undefined;
  const listing = filesIn(inTree ? await fetchedJson(inTree, folder, dataset, options) : answer, dataset, inTree ?? url);
  options.onNote?.(`${dataset.name}: revision ${revision} is written down in ${shown(folder)} and kept from now on`);
  return { ...record, revision, listing };
}

async function fetchedJson(url: string, folder: string, dataset: Dataset, options: GetOptions): Promise<unknown> {
  const path = join(folder, ".listing");
  rmSync(`${path}.part`, { force: true });
  await download(url, path, { ...plain(options), headers: headersFor(dataset.home, url) });
  try {
    return JSON.parse(readText(path));
  } catch {
    throw new DataError(`${url}: the answer is not JSON`);
  } finally {
    rmSync(path, { force: true });
  }
}

async function fetched(url: string, path: string, file: KnownFile, dataset: Dataset, options: GetOptions): Promise<Inspection> {
  let found: Inspection | undefined;
  const verify = async (part: string) => {
    found = await inspectFile(part, { ...expected(file), name: path });
    return fault(found, file);
  };
  await download(url, path, { ...plain(options), ...(options.onProgress && { onProgress: options.onProgress }), headers: headersFor(dataset.home, url), ...(file.size !== undefined && { size: file.size }), verify });
  return { ...found!, file: path };
}

function plain({ onRetry, clock, stallMs }: GetOptions): DownloadOptions {
  return { ...(onRetry && { onRetry }), ...(clock && { clock }), ...(stallMs !== undefined && { stallMs }) };
}

function expected({ layout }: KnownFile): { layout?: Exclude<KnownFile["layout"], "parquet" | undefined> } {
  return layout && layout !== "parquet" ? { layout } : {};
}

/** Why a file is not the one it should be. Single rows that are faulty are no reason: they are reported, and the rest is of use. */
function fault(found: Inspection, { path, size, sha256, rows, layout }: KnownFile): string | undefined {
  const { form, faults } = found;
  if (form === "web page" || form === "pointer" || form === "empty") return faults[0]!.reason;
  if (size !== undefined && found.size !== size) return `has ${found.size} bytes, ${path} has ${size}`;
  if (sha256 && found.sha256 !== sha256) return `has SHA-256 ${found.sha256}, ${path} has ${sha256}`;
  if (layout === "parquet") return form === "parquet" ? faults[0]?.reason : "is not Parquet: it does not begin with PAR1";
  if (found.rows === undefined) return faults[0]?.reason ?? "holds no rows of JSON";
  if (rows !== undefined && found.rows !== rows) return `has ${found.rows} rows, ${path} has ${rows}`;
  return found.faulty === found.rows ? `has no valid row; the first: line ${faults[0]?.line}, ${faults[0]?.reason}` : undefined;
}

function noteFaulty({ file, faulty, rows, faults }: Inspection, { onNote }: GetOptions): void {
  if (faulty > 0) onNote?.(`${shown(file)}: ${faulty} of ${rows} rows are not valid; the first: line ${faults[0]?.line}, ${faults[0]?.reason}`);
}

/** What to bring by hand, and where to put it. */
function byHand(dataset: Dataset, folder: string, missing: readonly KnownFile[], revision = dataset.revision): string {
  const lines = missing.map((file) => {
    const facts = [file.size !== undefined && `${file.size} bytes`, file.sha256 && `SHA-256 ${file.sha256}`].filter(Boolean).join(", ");
    return `  ${fileUrl(dataset.home, revision ?? "main", file.path)}\n    as ${shown(join(folder, file.path))}${facts ? ` (${facts})` : ""}`;
  });
  const any = `  the .jsonl files from ${pageOf(dataset.home)}\n    into ${shown(folder)}`;
  return `To bring ${dataset.name} by hand, fetch on another machine\n${lines.join("\n") || any}\nand then run again: npx faithlab data get ${dataset.name}`;
}
