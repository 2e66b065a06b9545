import { parse } from "csv-parse/sync";
import { DataError } from "../core/errors";
import { readText, shown } from "../core/files";

/** One row of a CSV file with its line number; asking for a column that is missing, or is not what was asked for, is an error that names file and line. */
export class CsvRow {
  constructor(
    readonly path: string,
    readonly line: number,
    private readonly cells: Readonly<Record<string, string>>,
  ) {}

  text(column: string): string {
    const cell = this.cells[column];
    if (cell === undefined) throw this.error(`no column "${column}"`);
    return cell;
  }

  oneOf<Word extends string>(column: string, words: readonly Word[]): Word {
    const cell = this.text(column);
    if (!words.includes(cell as Word)) throw this.error(`${column} is one of ${words.join(", ")}, got "${cell}"`);
    return cell as Word;
  }

  /** A number within a range, as decimal digits. */
  number(column: string, least: number, greatest: number): number {
    const cell = this.text(column);
    const value = /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : NaN;
    if (!(value >= least && value <= greatest)) throw this.error(`${column} is a number from ${least} to ${greatest}, got "${cell}"`);
    return value;
  }

  count(column: string): number {
    const value = this.number(column, 0, Number.MAX_SAFE_INTEGER);
    if (!Number.isInteger(value)) throw this.error(`${column} is a whole number, got "${this.text(column)}"`);
    return value;
  }

  error(what: string): DataError {
    return new DataError(`${shown(this.path)}:${this.line}: ${what}`);
  }
}

/**
 * Reads a CSV file with a header line and turns each row into a value.
 * All rows are read before anything is said, so that one message names every bad row.
 * @throws DataError listing every row that could not be read, with its line
 */
export function readCsv<Value>(path: string, read: (row: CsvRow) => Value): Value[] {
  let records: { record: Record<string, string>; info: { lines: number } }[];
  try {
    records = parse(readText(path), { columns: true, info: true, skip_empty_lines: true }) as unknown as typeof records;
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(`${shown(path)}: not a CSV table: ${(error as Error).message}`);
  }
  const values: Value[] = [];
  const problems: string[] = [];
  for (const { record, info } of records) {
    try {
      values.push(read(new CsvRow(path, info.lines, record)));
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length > 0) throw new DataError(problems.join("\n"));
  return values;
}
