/** Rows of a JSON file in either of the usual shapes: one array, or one object a line. */
import { readJsonLines, readText, shown } from "../core/files";

/** Where a row stands: its file, the line on which it begins, and which row of the file it is, from 1. */
export interface RowPlace {
  readonly file: string;
  readonly line: number;
  readonly row: number;
}

/** A row's value, or the reason why there is none. */
export type JsonRow = RowPlace & ({ readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string });

/**
 * Reads the rows of a file: a JSON array if it begins with "[", else JSON Lines as a stream. An array with a broken row, or one that was
 * cut off, still gives its other rows.
 * @param parse how a row is read, for files that are not quite JSON
 * @throws DataError if the file cannot be read at all
 */
export async function* readJsonRows(path: string, parse: (text: string) => unknown = JSON.parse): AsyncGenerator<JsonRow> {
  const file = shown(path);
  if (path.endsWith(".jsonl") || !/^\s*\[/.test(readText(path))) {
    let row = 0;
    for await (const { line, ...each } of readJsonLines(path, parse)) yield { file, line, row: (row += 1), ...each };
    return;
  }
  for (const { text, line, row } of elements(readText(path))) {
    try {
      yield { file, line, row, ok: true, value: parse(text) };
    } catch (error) {
      yield { file, line, row, ok: false, reason: `not JSON: ${(error as Error).message}` };
    }
  }
}

/** The texts of an array's elements, split at the commas that are in no bracket and no string of theirs. */
function* elements(array: string): Generator<{ text: string; line: number; row: number }> {
  const DELIMITER = /"(?:[^"\\\n]|\\[^])*"?|[[\]{},\n]/g;
  DELIMITER.lastIndex = array.indexOf("[") + 1;
  let [start, depth, line, startLine, row] = [DELIMITER.lastIndex, 0, 1 + array.slice(0, DELIMITER.lastIndex).split("\n").length - 1, 0, 0];
  const element = (end: number) => ({ text: array.slice(start, end).trim(), line: startLine || line, row: (row += 1) });
  for (let match = DELIMITER.exec(array); match; match = DELIMITER.exec(array)) {
    const at = match.index;
    if (!startLine && array.slice(start, at + 1).trim() !== "") startLine = line;
    const mark = match[0];
    if (mark === "\n") line += 1;
    else if (mark === "[" || mark === "{") depth += 1;
    else if (depth > 0 && (mark === "]" || mark === "}")) depth -= 1;
    else if (depth === 0 && (mark === "," || mark === "]")) {
      if (mark === "," || array.slice(start, at).trim() !== "") yield element(at);
      [start, startLine] = [at + 1, 0];
      if (mark === "]") return;
    }
  }
  if (array.slice(start).trim() !== "") yield element(array.length);
}
