/** What a file of data is, told by its content: form, layout, rows, faults, and whether it is one that the registry knows. */
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import { sep } from "node:path";
import { DataError } from "../core/errors";
import { readJsonLines, readText, shown, type JsonLine } from "../core/files";
import { arrayElements } from "./jsonArray";
import { layoutOf, rowFault, type LayoutName } from "./layouts";
import { DATASETS, type KnownFile } from "./registry";

/** How a file is written. "web page" is what a server sends in place of a file, "pointer" what Git keeps for a large one. */
export type Form = "json array" | "json lines" | "json" | "parquet" | "web page" | "pointer" | "empty" | "other";

/** What was found in one file. */
export interface Inspection {
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly form: Form;
  /** Of the first row that bears a layout's marks. */
  readonly layout?: LayoutName;
  /** All rows, faulty ones too; absent where rows are not read. */
  readonly rows?: number;
  readonly faulty: number;
  /** The first faults, at most MOST_FAULTS. */
  readonly faults: readonly { readonly line?: number; readonly reason: string }[];
  /** The registry's file that this one is, or has the name and layout of. */
  readonly known?: { readonly dataset: string; readonly path: string; readonly equal: boolean };
}

/** Faults that are kept of one file; the rest are counted. */
export const MOST_FAULTS = 10;
/** A JSON array is read whole, and a text of V8 holds little more. */
const LARGEST_ARRAY = 256 * 1024 * 1024;

/**
 * Reads a file through and says what it is. JSON Lines are read as a stream; a JSON array is read whole; of Parquet only the first and last bytes.
 * @param options.layout what it should be; by default, what its first row looks like
 * @param options.name the name it goes by, if it lies under another for now
 * @throws DataError if the file cannot be read at all
 */
export async function inspectFile(path: string, { layout, name = path }: { layout?: LayoutName; name?: string } = {}): Promise<Inspection> {
  const size = sizeOf(path);
  const sha256 = await sha256Of(path);
  const told = formOf(path, size);
  // The rows of a file are read if its name promises rows; a transcript may begin with a brace as well.
  const form = told.startsWith("json") && !layout && !/\.(json|jsonl|ndjson)$/i.test(name) ? "other" : told;
  const read = await readRows(path, form, size, layout);
  return { file: path, size, sha256, ...read, ...knownAs(name, sha256, read.form, read.layout) };
}

/** The SHA-256 of a file's bytes, in lower-case hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    throw new DataError(`${shown(path)}: cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
  return hash.digest("hex");
}

function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new DataError(`${shown(path)}: ${found ? "not a file" : "no such file"}`);
  return found.size;
}

/** Told by the first bytes, and for Parquet by the last: its files begin and end with PAR1. */
function formOf(path: string, size: number): Form {
  const head = bytesAt(path, 0, Math.min(size, 512));
  if (head.subarray(0, 4).equals(Buffer.from("PAR1"))) return "parquet";
  const text = head.toString("utf8").replace(/^\uFEFF/, "").trimStart();
  if (text === "" && size <= head.length) return "empty";
  if (/^<(!doctype|html|head|\?xml)/i.test(text)) return "web page";
  if (text.startsWith("version https://git-lfs")) return "pointer";
  return text.startsWith("[") ? "json array" : text.startsWith("{") ? "json lines" : "other";
}

function bytesAt(path: string, position: number, length: number): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, position));
  } finally {
    closeSync(file);
  }
}

type RowsRead = Pick<Inspection, "form" | "layout" | "rows" | "faulty" | "faults">;

async function readRows(path: string, form: Form, size: number, layout?: LayoutName): Promise<RowsRead> {
  const whole = (reason?: string): RowsRead => ({ form, faulty: reason ? 1 : 0, faults: reason ? [{ reason }] : [] });
  switch (form) {
    case "json lines":
      return (await isOneDocument(path, size)) ? { ...whole(), form: "json" } : judged(form, readJsonLines(path), layout);
    case "json array":
      return size <= LARGEST_ARRAY ? judged(form, arrayElements(readText(path)), layout) : whole(`a JSON array of more than ${LARGEST_ARRAY} bytes is not read; write it as JSON Lines`);
    case "parquet":
      return whole(size >= 12 && bytesAt(path, size - 4, 4).equals(Buffer.from("PAR1")) ? undefined : "does not end with PAR1, as Parquet does: the file is cut off");
    case "web page":
      return whole("a web page, not data: what a server or a browser saved in place of the file");
    case "pointer":
      return whole("a pointer of Git LFS, not the file itself: fetch it with git lfs, or from the web page of the repository");
    case "empty":
      return whole("empty");
    case "json":
    case "other":
      return whole();
  }
}

/** A single object over several lines looks like JSON Lines at its first byte; its first line alone is then not JSON, but the whole is. */
async function isOneDocument(path: string, size: number): Promise<boolean> {
  for await (const first of readJsonLines(path)) {
    if (first.ok) return false;
    break;
  }
  if (size > LARGEST_ARRAY) return false;
  try {
    JSON.parse(readText(path));
    return true;
  } catch {
    return false;
  }
}

async function judged(form: Form, lines: AsyncIterable<JsonLine> | Iterable<JsonLine>, expected?: LayoutName): Promise<RowsRead> {
  let layout = expected;
  let rows = 0;
  let faulty = 0;
  const faults: { line: number; reason: string }[] = [];
  for await (const each of lines) {
    rows += 1;
    if (each.ok) layout ??= layoutOf(each.value);
    const reason = !each.ok ? each.reason : layout && rowFault(layout, each.value);
    if (!reason) continue;
    faulty += 1;
    if (faults.length < MOST_FAULTS) faults.push({ line: each.line, reason });
  }
  return { form, ...(layout && { layout }), rows, faulty, faults };
}

/** By its bytes, whatever its name; else by the end of its path, if its layout is that file's. */
function knownAs(path: string, sha256: string, form: Form, layout?: LayoutName): Pick<Inspection, "known"> {
  const files = DATASETS.flatMap(({ name, files: known }) => known.map((file) => ({ dataset: name, file })));
  const found = files.find(({ file }) => file.sha256 === sha256) ?? files.find(({ file }) => sameName(path, file) && file.layout === (form === "parquet" ? form : layout));
  return found && found.file.sha256 ? { known: { dataset: found.dataset, path: found.file.path, equal: found.file.sha256 === sha256 } } : {};
}

function sameName(path: string, { path: known }: KnownFile): boolean {
  return `/${path.split(sep).join("/")}`.endsWith(`/${known}`);
}
