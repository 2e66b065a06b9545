/** What choosing and counting have in common, whatever the rows are: each field says which values a row has under it. */
import { InputError } from "../core/errors";

/** Fields by name, each with the values that a row has under it: none, one, or several. */
export type Fields<Row> = Readonly<Record<string, (row: Row) => readonly string[]>>;

/** What is wanted: every field narrows, a list means any of it, and what is undefined does not restrict. */
export type Wanted = Readonly<Record<string, string | readonly string[] | undefined>>;

/** One value and how many rows have it, of how many. */
export interface CaseCount {
  readonly value: string;
  readonly k: number;
  readonly n: number;
}

/** Whether a row has what is wanted. @throws InputError for a field that there is not; `others` are named as fields, too */
export function fits<Row>(fields: Fields<Row>, wanted: Wanted, others: readonly string[] = []): (row: Row) => boolean {
  const asked = Object.entries(wanted).filter((each): each is [string, string | readonly string[]] => each[1] !== undefined);
  const unknown = asked.find(([name]) => !Object.hasOwn(fields, name));
  if (unknown) throw new InputError(`a filter has the fields ${[...Object.keys(fields), ...others].join(", ")}, got "${unknown[0]}"`);
  return (row) => asked.every(([name, value]) => fields[name]!(row).some((has) => (typeof value === "string" ? has === value : value.includes(has))));
}

/** How many rows have each value of a field, the most frequent first. @throws InputError for a field that there is not */
export function countBy<Row>(rows: readonly Row[], fields: Fields<Row>, field: string): CaseCount[] {
  if (!Object.hasOwn(fields, field)) throw new InputError(`cases are counted by ${Object.keys(fields).join(", ")}, got "${field}"`);
  const counts = new Map<string, number>();
  for (const row of rows) for (const value of new Set(fields[field]!(row))) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, k]) => ({ value, k, n: rows.length })).sort((a, b) => b.k - a.k || (a.value < b.value ? -1 : 1));
}
