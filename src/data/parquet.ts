/** Parquet files, whose pages may be plain or compressed by Snappy, gzip, Brotli, LZ4 or Zstandard. */
import type { ColumnData } from "hyparquet";
import { DataError } from "../core/errors";
import { shown } from "../core/files";

/**
 * The rows of a Parquet file. Whole numbers come as 64-bit ones; as numbers they are what JSON would have made of them; a missing value is null.
 * @throws DataError if it is not a whole Parquet file
 */
export async function* parquetRows(path: string): AsyncGenerator<Record<string, unknown>> {
  for await (const { rows, names, column } of parquetGroups(path)) {
    const columns: unknown[][] = [];
    for (const name of names) {
      const values: unknown[] = new Array(rows);
      await column(name, (row, value) => (values[row] = value));
      columns.push(values);
    }
    for (let row = 0; row < rows; row++) yield Object.fromEntries(names.map((name, i) => [name, plain(columns[i]![row])]));
  }
}

/** Rows that lie together in a Parquet file, from which columns are read one by one. */
export interface ParquetGroup {
  readonly rows: number;
  readonly names: readonly string[];
  /** Hands over a column's values, each with its row from 0 and to be made `plain`. */
  readonly column: (name: string, take: (row: number, value: unknown) => void) => Promise<void>;
}

/**
 * The row groups of a Parquet file. A column that is not asked for is not unpacked.
 * @throws DataError if it is not a whole Parquet file, also from reading a column
 */
export async function* parquetGroups(path: string): AsyncGenerator<ParquetGroup> {
  // ES modules, which a cell of a notebook cannot import statically.
  const { asyncBufferFromFile, parquetMetadataAsync, parquetRead, parquetSchema } = await import("hyparquet");
  const { compressors } = await import("hyparquet-compressors");
  const whole = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new DataError(`${shown(path)}: not a whole Parquet file (${(error as Error).message}); fetch it again`);
    }
  };
  const file = await whole(() => asyncBufferFromFile(path));
  const metadata = await whole(() => parquetMetadataAsync(file));
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const counts = metadata.row_groups.map(({ num_rows }) => num_rows);
  await whole(async () => {
    if (counts.some((count) => count < 0n || count > 0x7fffffffn) || counts.reduce((sum, count) => sum + count, 0n) !== metadata.num_rows) throw new Error(`row groups of ${counts.join(", ")} rows, ${metadata.num_rows} in all`);
  });
  let start = 0;
  for (const count of counts) {
    const [rowStart, rowEnd] = [start, start + Number(count)];
    start = rowEnd;
    const column = async (name: string, take: (row: number, value: unknown) => void) => {
      const onChunk = ({ columnData, rowStart: from }: ColumnData) => {
        for (let i = 0; i < columnData.length; i++) take(from - rowStart + i, columnData[i]);
      };
      await whole(() => parquetRead({ file, metadata, columns: [name], rowStart, rowEnd, compressors, onChunk }));
    };
    yield { rows: rowEnd - rowStart, names, column };
  }
}

/** A value as JSON would have it. */
export function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  return value;
}
