/** Benchmark C or D row by row, from any source. */
import { DataError } from "../../core/errors";
import { shown } from "../../core/files";
import type { FormalisationLine } from "../benchmark";
import { parquetGroups } from "../parquet";
import { blocksOfLines } from "../scan/blocks";
import { openSource } from "../scan/source";
import { scanMemory } from "../scan/stringEnd";
import { FIELDS, LINE, ROW, RowTexts, StretchReader, type NumberedColumn, type Stretch } from "./stretch";

/**
 * Reads benchmark C or D as a stream, in flat memory. A line that cannot be used is handed on with its reason, never dropped.
 * @param source a path, or a readable stream, then named `-`: JSON Lines, or those compressed by gzip; a path also of a Parquet file, whose rows count as lines
 * @throws DataError if the source cannot be read at all
 */
export async function* readFormalisations(source: string | NodeJS.ReadableStream): AsyncGenerator<FormalisationLine> {
  const file = typeof source === "string" ? shown(source) : "-";
  const texts = new RowTexts();
  let before = 0;
  for await (const stretch of stretchesOf(source)) {
    texts.add(stretch);
    yield* eachLine(file, before, stretch, texts);
    before += stretch.lines;
  }
}

/** The stretches of a source, one after the other, by one reader. */
export async function* stretchesOf(source: string | NodeJS.ReadableStream): AsyncGenerator<Stretch> {
  const opened = await openSource(source);
  try {
    if (opened.parquet) {
      if (typeof source !== "string") throw new DataError("-: a Parquet file cannot be read from standard input; give its name");
      const reader = new StretchReader();
      for await (const { rows, names, column } of parquetGroups(source)) {
        // One column in memory at a time.
        const columns: NumberedColumn[] = [];
        for (const field of FIELDS) {
          const { numbered, take } = reader.column(field, rows);
          if (names.includes(field)) await column(field, take);
          columns.push(numbered);
        }
        reader.rowsOf(columns, rows);
        yield reader.take();
      }
      return;
    }
    const memory = scanMemory(1 << 20);
    const reader = new StretchReader(memory);
    for await (const { from, to } of blocksOfLines(opened, memory)) {
      reader.read(from, to);
      yield reader.take();
    }
  } finally {
    opened.close();
  }
}

/** The lines of a stretch in their order, rows and refused ones. */
export function* eachLine(file: string, before: number, { rows, refused }: Stretch, texts: RowTexts): Generator<FormalisationLine> {
  let next = 0;
  for (let at = 0; at <= rows.length; at += ROW) {
    const line = at < rows.length ? rows[at + LINE]! : Infinity;
    for (; next < refused.length && refused[next]!.line < line; next++) yield { file, line: before + refused[next]!.line, ok: false, reason: refused[next]!.reason };
    if (line < Infinity) yield { file, line: before + line, ok: true, row: texts.row(rows, at) };
  }
}
