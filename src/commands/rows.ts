/** Commands that turn rows into rows: JSON Lines in, JSON Lines out, in input order, in flat memory. */
import { InputError } from "../core/errors";
import { readJsonLines, type JsonLine } from "../core/files";
import { inOrder } from "../core/order";
import { EXIT, note, print, type ExitCode } from "./command";

/** A row that could not be read as one: a result of its own kind, with the line it stood on. */
export interface ErrorRow {
  readonly id?: unknown;
  readonly line: number;
  readonly error: string;
}

/** Fields that a row must have, and of which kind; an id may be a text or a number. */
export type Fields = Readonly<Record<string, "text" | "filled text" | "text or null" | "optional text" | "id">>;

/**
 * Reads rows from a file or standard input, turns each into another, and prints them.
 * @param files at most one path; "-" or nothing is standard input
 * @param fields what a row must have; one that has not becomes an error row, and the run goes on
 * @param turn may take time
 * @param ahead so many rows are under way at once; the next ones wait
 * @returns 0 if every row was read, 1 if some were not
 */
export async function turnRows<Row>(files: readonly string[], fields: Fields, turn: (row: Row) => object | Promise<object>, ahead = 1): Promise<ExitCode> {
  if (files.length > 1) throw new InputError(`one file at a time, got ${files.length}`);
  const source = files[0] === undefined || files[0] === "-" ? process.stdin : files[0];
  let failed = 0;
  let rows = 0;
  const turned = async (each: JsonLine): Promise<object> => {
    const problem = each.ok ? unfit(each.value, fields) : each.reason;
    if (problem === undefined) return turn((each as { value: Row }).value);
    failed += 1;
    const id = each.ok && typeof each.value === "object" && each.value !== null ? (each.value as { id?: unknown }).id : undefined;
    return { ...(id !== undefined && { id }), line: each.line, error: problem } satisfies ErrorRow;
  };
  for await (const row of inOrder(readJsonLines(source), turned, ahead)) {
    rows += 1;
    await print(`${JSON.stringify(row)}\n`);
  }
  note(`${rows} rows, ${failed} of them not readable`);
  return failed > 0 ? EXIT.rowsFailed : EXIT.done;
}

function unfit(value: unknown, fields: Fields): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not a JSON object";
  const row = value as Record<string, unknown>;
  for (const [name, kind] of Object.entries(fields)) {
    const field = Object.hasOwn(row, name) ? row[name] : undefined;
    if (field === undefined && kind === "optional text") continue;
    if (field === undefined) return `no field "${name}"`;
    if (kind === "filled text" && typeof field === "string" && field.trim() === "") return `"${name}" is blank`;
    const fits = typeof field === "string" || (kind === "id" && typeof field === "number") || (kind === "text or null" && field === null);
    if (!fits) return `"${name}" is ${kind === "id" ? "a text or a number" : `a ${kind.replace(/optional |filled /, "")}`}, got ${JSON.stringify(field)?.slice(0, 60)}`;
  }
  return undefined;
}
