/** Places that somebody marked as editable: a model, the rule-based marker, or the author of a row. */
import type { Problem } from "../../data/problems";
import type { Span } from "../latex";
import { codePointLength, toCodePoints, toUnits } from "./codePoints";
import type { ReportedPlace } from "./offsets";
import { REGIONS, type Region } from "./seeds";

export const SUBSTITUTIONS = ["number", "symbol"] as const;
/** What a local edit puts another value in place of. */
export type Substitution = (typeof SUBSTITUTIONS)[number];

/** A marked place in one of a problem's texts, not yet looked at. */
export interface Mark extends ReportedPlace {
  readonly source: Region;
}

/** The list that holds the marks in a reply and in a row, and the field of a mark that holds its value, as in the released files. */
export const MARK_FIELDS: Readonly<Record<Substitution, { readonly list: string; readonly value: string }>> = {
  number: { list: "numbers", value: "value" },
  symbol: { list: "symbols", value: "symbol" },
};

/** The text of a problem that a region names. */
export function regionText(problem: Problem, region: Region): string {
  return region === "statement" ? problem.informal_statement : problem.informal_proof;
}

/**
 * The marks in a row or a reply, in their order. Offsets are counted in code points, as in Python; they may be wrong, or missing.
 * @param holder an object with the list `numbers` or `symbols`
 * @returns undefined if there is no such list; entries that are no marks are counted
 * @example marksIn({ numbers: [{ value: "3", source: "proof", context: "x = 3" }] }, "number", problem)?.marks.length // 1
 */
export function marksIn(holder: unknown, kind: Substitution, problem: Problem): { readonly marks: readonly Mark[]; readonly unusable: number } | undefined {
  const list = (holder as Record<string, unknown> | null | undefined)?.[MARK_FIELDS[kind].list];
  if (!Array.isArray(list)) return undefined;
  const marks = list.flatMap((entry: unknown) => markOf(entry, MARK_FIELDS[kind].value, problem) ?? []);
  return { marks, unusable: list.length - marks.length };
}

function markOf(entry: unknown, valueField: string, problem: Problem): Mark | undefined {
  if (typeof entry !== "object" || entry === null) return undefined;
  const { [valueField]: given, source, context, char_offset_start: start, char_offset_end: end } = entry as Record<string, unknown>;
  if ((typeof given !== "string" && typeof given !== "number") || !(REGIONS as readonly unknown[]).includes(source)) return undefined;
  const text = regionText(problem, source as Region);
  const offset = (at: unknown) => (Number.isSafeInteger(Number(at)) && Number(at) >= 0 && Number(at) <= codePointLength(text) ? toUnits(text, Number(at)) : undefined);
  return { value: String(given).trim(), source: source as Region, context: typeof context === "string" ? context : "", start: offset(start ?? -1), end: offset(end ?? -1) };
}

/** A mark as an entry of a released list. */
export function markEntry(kind: Substitution, problem: Problem, { value, source, context, start = -1, end = -1 }: Mark): Record<string, unknown> {
  const text = regionText(problem, source);
  return { [MARK_FIELDS[kind].value]: value, source, char_offset_start: toCodePoints(text, start), char_offset_end: toCodePoints(text, end), context };
}

/** Characters of context on each side, before it is cut at white space. */
const CONTEXT = 50;

/** The words around a place. */
export function contextOf(text: string, { start, end }: Span): string {
  const from = Math.max(0, start - CONTEXT);
  const to = Math.min(text.length, end + CONTEXT);
  const before = text.slice(from, start);
  const after = text.slice(end, to);
  return (from === 0 ? before : before.replace(/^\S*\s+/, "")) + text.slice(start, end) + (to === text.length ? after : after.replace(/\s+\S*$/, ""));
}
