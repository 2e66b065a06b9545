/** Rows of a Parquet file. */
import { DataError } from "../core/errors";
import { shown } from "../core/files";

/**
 * The named columns of a Parquet file, a row group at a time, so that texts which do not count are never unpacked. A column that is not there is a field that
 * is not there. Whole numbers come as 64-bit ones; as numbers they are what JSON would have made of them; a missing value is null.
 * @param columns which columns, all if left out
 * @throws DataError if it is not a whole Parquet file
 */
export async function* parquetColumns(path: string, columns?: readonly string[]): AsyncGenerator<Record<string, unknown>[]> {
  try {
    // An ES module, which a cell of a notebook cannot import statically.
    const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } = await import("hyparquet");
    const file = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(file);
    const there = parquetSchema(metadata).children.map(({ element }) => element.name);
    const wanted = columns ? there.filter((name) => columns.includes(name)) : there;
    let rowStart = 0;
    for (const { num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows);
      // Without a column there are still rows, each of which has to be told about.
      const rows = wanted.length > 0 ? await parquetReadObjects({ file, metadata, columns: wanted, rowStart, rowEnd }) : Array.from({ length: Number(num_rows) }, () => ({}));
      rowStart = rowEnd;
      yield rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
    }
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(`${shown(path)}: not a whole Parquet file (${(error as Error).message}); fetch it again`);
  }
}

function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  return value;
}
