/** Where fetched data lie, and the record of what was fetched. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { DataError } from "../core/errors";
import { inProject, readText, shown, writeIfChanged } from "../core/files";
import { datasetNamed, type Dataset, type KnownFile } from "./registry";

/** The name of the record in a data set's folder. */
export const RECORD = "fetched.json";

/** One file as it was when it came. */
export interface FetchedFile {
  readonly size: number;
  readonly sha256: string;
  readonly rows?: number;
  /** Where it came from; absent for a file that was brought by hand. */
  readonly url?: string;
}

/** What is remembered of a data set's files, so that a later fetch gives the same ones. */
export interface FetchRecord {
  readonly dataset: string;
  /** The commit that was fetched; absent while all files were brought by hand. */
  readonly revision?: string;
  /** What the repository held at that commit, where the registry could not say; sizes and hashes are the repository's word. */
  readonly listing?: readonly KnownFile[];
  readonly files: Readonly<Record<string, FetchedFile>>;
}

/** The folder that holds a folder for each data set: $FAITHLAB_DATA, else data/fetched in the project. */
export function dataFolder(): string {
  const set = process.env["FAITHLAB_DATA"];
  return set ? resolve(set) : inProject("data", "fetched");
}

/** The record of a data set's folder; an empty one where there is none. @throws DataError if it is no record of this data set */
export function readRecord(folder: string, dataset: string): FetchRecord {
  const path = join(folder, RECORD);
  if (!existsSync(path)) return { dataset, files: {} };
  const remedy = "delete it to begin anew; files that are complete are kept";
  try {
    const record = JSON.parse(readText(path)) as FetchRecord;
    if (record.dataset === dataset && typeof record.files === "object" && record.files !== null) return record;
  } catch (error) {
    if (error instanceof DataError) throw error;
  }
  throw new DataError(`${shown(path)}: not the record of ${dataset}; ${remedy}`);
}

/** Writes the record, whole or not at all. */
export function writeRecord(folder: string, record: FetchRecord): void {
  writeIfChanged(join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * The files of a data set with all that is known of each: those of the registry; where it has no names, those of the repository as listed at the
 * first fetch and any `.jsonl` that was put into the folder.
 */
export function filesOf(dataset: Dataset, folder: string, { listing = [], files }: FetchRecord): KnownFile[] {
  const named: readonly KnownFile[] = dataset.files.length > 0 ? dataset.files : [...listing, ...putInto(folder)];
  const paths = [...new Set(named.map(({ path }) => path))];
  return paths.map((path) => {
    const { size, sha256, rows } = files[path] ?? {};
    const fetched = { ...(size !== undefined && { size }), ...(sha256 && { sha256 }), ...(rows !== undefined && { rows }) };
    return { path, ...fetched, ...listing.find((file) => file.path === path), ...dataset.files.find((file) => file.path === path) };
  });
}

function putInto(folder: string): KnownFile[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.split(sep).join("/"));
  return names.filter((name) => name.endsWith(".jsonl")).sort().map((path) => ({ path }));
}

/** Where a data set's files lie. */
export interface DatasetHere {
  readonly name: string;
  readonly folder: string;
  /** Path of each file by its name in the data set; undefined unless all of them are here with their sizes. */
  readonly files: Readonly<Record<string, string>> | undefined;
  /** The command that brings it. */
  readonly command: string;
}

/**
 * Where the files of a data set lie, for a notebook that wants them and can do without: names and sizes are looked at, hashes are not (for that
 * there is `faithlab data check`).
 * @param name processbench, math500, robustpabench or faithformbench
 * @throws InputError if there is no data set of that name
 * @example
 * const { files, command } = dataset("processbench");
 * const path = files?.["gsm8k.json"]; // "/…/data/fetched/processbench/gsm8k.json", or undefined; then `command` brings it
 */
export function dataset(name: string, folder = dataFolder()): DatasetHere {
  const entry = datasetNamed(name);
  const own = join(folder, name);
  const files = filesOf(entry, own, readRecord(own, name));
  const here = files.length > 0 && files.every(({ path, size }) => isHere(join(own, path), size));
  return { name, folder: own, files: here ? Object.fromEntries(files.map(({ path }) => [path, join(own, path)])) : undefined, command: `npx faithlab data get ${name}` };
}

function isHere(path: string, size?: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && (size === undefined || found.size === size);
}
