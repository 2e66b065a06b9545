import { InputError } from "../core/errors";
import { escapeHtml } from "../core/html";

/** Rows as objects of the same keys, or a danfojs frame. */
export type TableRows = readonly object[] | { readonly columns: readonly string[]; readonly values: readonly unknown[] };

export interface TableOptions {
  /** Which columns, in which order, under which headings; all under their own names if not said. */
  readonly columns?: Readonly<Record<string, string>>;
  /** How many rows at the most; a line says how many were left out. */
  readonly most?: number;
}

/**
 * An HTML table whose cells are inert text: no markup of the data survives. Numbers are aligned right, as they are.
 * @throws InputError if there is no column, or a named one does not exist
 * @example htmlTable([{ n: 1 }]) // "<table>…<td style=\"text-align:right\">1</td>…"
 */
export function htmlTable(rows: TableRows, { columns, most = 200 }: TableOptions = {}): string {
  const { names, records } = "columns" in rows && "values" in rows ? fromFrame(rows) : fromObjects(rows as readonly object[]);
  const headings = columns ?? Object.fromEntries(names.map((name) => [name, name]));
  const chosen = Object.keys(headings);
  const unknown = chosen.filter((name) => !names.includes(name));
  if (chosen.length === 0 || unknown.length > 0) throw new InputError(`a table requires columns that exist: ${unknown.join(", ") || "none"} of ${names.join(", ") || "nothing"}`);
  const cell = (value: unknown) => (typeof value === "number" ? `<td style="text-align:right">${escapeHtml(String(value))}</td>` : `<td style="text-align:left">${escapeHtml(textOf(value))}</td>`);
  const numeric = (name: string) => records.length > 0 && typeof records[0]![name] === "number";
  const head = chosen.map((name) => `<th style="text-align:${numeric(name) ? "right" : "left"}">${escapeHtml(headings[name]!)}</th>`).join("");
  const body = records.slice(0, most).map((record) => `<tr>${chosen.map((name) => cell(record[name])).join("")}</tr>`);
  const left = records.length - most;
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join("\n")}\n</tbody>\n</table>${left > 0 ? `\n<p>… and ${left} more rows</p>` : ""}`;
}

interface Table {
  readonly names: string[];
  readonly records: Record<string, unknown>[];
}

function fromObjects(rows: readonly object[]): Table {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { names, records: rows as Record<string, unknown>[] };
}

function fromFrame({ columns, values }: { readonly columns: readonly string[]; readonly values: readonly unknown[] }): Table {
  // A frame of one column holds plain values, others hold rows.
  const records = values.map((row) => Object.fromEntries(columns.map((name, j) => [name, Array.isArray(row) ? row[j] : row])));
  return { names: [...columns], records };
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
