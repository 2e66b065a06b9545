/** The kit's only way to the disk: where things are, and writing that is never seen half done. */
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import { DataError, ToolError } from "./errors";

/** The project's folder: the one that holds package.json, two levels above the compiled file. */
export const PROJECT = resolve(__dirname, "..", "..");

/**
 * A path inside the project.
 * @example inProject("data", "published") // "/…/faithlab/data/published"
 */
export function inProject(...parts: string[]): string {
  return join(PROJECT, ...parts);
}

/** A path as a reader wants it in a message: relative to the project where it lies inside. */
export function shown(path: string): string {
  const inside = relative(PROJECT, path);
  return inside && !inside.startsWith("..") ? inside : path;
}

/** The text of a file, without a byte order mark. @throws DataError that names the file if it cannot be read */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new DataError(`${shown(path)}: cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
}

/**
 * What is to be said when the disk does not take a file: which, why, and the remedy.
 * @example unwritable("out/run.json", error with code "ENOSPC").message // "out/run.json: the disk is full; make room and run again (ENOSPC)"
 */
export function unwritable(path: string, error: unknown): ToolError {
  const code = (error as NodeJS.ErrnoException).code;
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  const remedy = isFull ? "the disk is full; make room and run again" : code === "EACCES" || code === "EPERM" || code === "EROFS" ? "it is not writable; make it so and run again" : "run again once it can be written";
  return new ToolError(`${shown(path)}: ${remedy} (${code ?? error})`);
}

/**
 * Writes a file whole or not at all, and only if its bytes change.
 * @returns whether the file was written
 * @throws ToolError if the disk is full or the file cannot be written
 */
export function writeIfChanged(path: string, content: string | Uint8Array): boolean {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : Buffer.from(content);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return false;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, bytes);
    renameSync(temporary, path);
  } catch (error) {
    throw unwritable(path, error);
  } finally {
    rmSync(temporary, { force: true });
  }
  return true;
}

/** One line of a JSON Lines file: its number, and either a value or the reason why there is none. */
export type JsonLine = { line: number; ok: true; value: unknown } | { line: number; ok: false; reason: string };

/**
 * Reads JSON Lines as a stream, line by line, in flat memory. Blank lines are skipped; a line that is not JSON is handed on with its reason.
 * @param source a path, or a readable stream such as process.stdin
 * @param parse how a line is read, for files that are not quite JSON
 */
export async function* readJsonLines(source: string | NodeJS.ReadableStream, parse: (text: string) => unknown = JSON.parse): AsyncGenerator<JsonLine> {
  if (typeof source === "string" && !existsSync(source)) throw new DataError(`${shown(source)}: no such file`);
  const input = typeof source === "string" ? createReadStream(source, "utf8") : source;
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line += 1;
    const trimmed = (line === 1 ? text.replace(/^\uFEFF/, "") : text).trim();
    if (!trimmed) continue;
    try {
      yield { line, ok: true, value: parse(trimmed) };
    } catch (error) {
      yield { line, ok: false, reason: `not JSON: ${(error as Error).message}` };
    }
  }
}
