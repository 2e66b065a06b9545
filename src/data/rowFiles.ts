/** Rows of a file in any form in which the benchmark is handed on: Parquet, JSON Lines, one JSON array. */
import { openSync, readSync, closeSync, existsSync } from "node:fs";
import { DataError } from "../core/errors";
import { readJsonLines, shown } from "../core/files";
import { readJsonRows, type JsonRow } from "./jsonRows";
import { parquetRows } from "./parquet";

/**
 * Reads the rows of a file, told by its content. A row of a Parquet file has no line; its number stands for one. Python writes NaN for a value
 * that is missing, which JSON does not know: it is read as null.
 * @param source a path, or a stream of JSON Lines, then named `-`
 * @throws DataError if the file cannot be read at all
 */
export async function* readRows(source: string | NodeJS.ReadableStream): AsyncGenerator<JsonRow> {
  if (typeof source !== "string") {
    let row = 0;
    for await (const { line, ...each } of readJsonLines(source, withMissing)) yield { file: "-", line, row: (row += 1), ...each };
  } else if (isParquet(source)) {
    let row = 0;
    for await (const value of parquetRows(source)) yield { file: shown(source), line: (row += 1), row, ok: true, value };
  } else yield* readJsonRows(source, withMissing);
}

/** JSON in which a bare NaN stands for null. @throws SyntaxError */
function withMissing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const repaired = text.replace(/"(?:[^"\\]|\\.)*"|\bNaN\b/g, (token) => (token === "NaN" ? "null" : token));
    if (repaired === text) throw error;
    return JSON.parse(repaired);
  }
}

function isParquet(path: string): boolean {
  if (!existsSync(path)) throw new DataError(`${shown(path)}: no such file`);
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(4);
    return readSync(file, head, 0, 4, 0) === 4 && head.equals(Buffer.from("PAR1"));
  } catch (error) {
    throw new DataError(`${shown(path)}: cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  } finally {
    closeSync(file);
  }
}
