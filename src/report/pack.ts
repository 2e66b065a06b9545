/** What a report's script works on: an index to filter by, and cards by the hundred, both compressed. */
import { gzipSync } from "node:zlib";

/** Cards are packed by so many, and unpacked when one of them is looked at. */
const CHUNK = 100;
/** So much of a text can be searched. */
const MOST_SEARCHED = 2_000;

/** One case or output as the page lists it. */
export interface PackedRow {
  readonly id: string;
  /** What it has under each field; empty where it has nothing. */
  readonly values: Readonly<Record<string, string>>;
  /** Texts to be searched, its own and those that it shares with others. */
  readonly own: readonly string[];
  readonly shared?: readonly string[];
  /** The card as HTML; asked for once, in order. */
  readonly card: () => string;
}

export interface PackOptions {
  /** Names of the fields, in the order of the filters. */
  readonly fields: Readonly<Record<string, string>>;
  /** More that the script is told. */
  readonly more: Readonly<Record<string, unknown>>;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const gz = (value: unknown) => gzipSync(JSON.stringify(value), { level: 9 }).toString("base64");
const searched = (texts: readonly string[]) => texts.map((text) => text.slice(0, MOST_SEARCHED)).join("\n").toLowerCase();

/** Rows, packed: columns to filter by, texts to search, which are only unpacked when they are asked for, and chunks of cards. */
export async function packed(rows: readonly PackedRow[], { fields, more, onProgress }: PackOptions): Promise<{ readonly index: string; readonly texts: string; readonly chunks: readonly string[] }> {
  const chunks: string[] = [];
  for (let at = 0; at < rows.length; at += CHUNK) {
    chunks.push(gz(rows.slice(at, at + CHUNK).map(({ card }) => card())));
    onProgress?.(Math.min(at + CHUNK, rows.length), rows.length);
    await new Promise(setImmediate);
  }
  const coded = (each: readonly string[]) => {
    const code = new Map<string, number>();
    const codes = each.map((value) => code.get(value) ?? (code.set(value, code.size), code.size - 1));
    return { values: [...code.keys()], codes };
  };
  const columns = Object.fromEntries(Object.keys(fields).map((field) => [field, coded(rows.map(({ values }) => values[field] ?? ""))]));
  const shared = rows.some((row) => row.shared) ? { shared: coded(rows.map((row) => searched(row.shared ?? []))) } : {};
  return { index: gz({ ...more, chunk: CHUNK, ids: rows.map(({ id }) => id), fields, columns }), texts: gz({ own: rows.map(({ own }) => searched(own)), ...shared }), chunks };
}
