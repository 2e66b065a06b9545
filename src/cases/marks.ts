/** What is marked in a case: where the two steps differ, and what became of the perturbed values in the Lean text. */
import { diffWordsWithSpace } from "diff";
import { scan } from "../lean/scan";
import type { Case } from "../stages/methodA";

/** A stretch of text (UTF-16 offsets, end exclusive) with what it is. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly kind: MarkKind;
}

/**
 * removed, added: what the perturbation took out of the original step and put into the perturbed one. kept: the perturbed value, still there in Lean.
 * restored: the original value in its place. evidence: what a judge quoted.
 */
export type MarkKind = "removed" | "added" | "kept" | "restored" | "evidence";

/** What became of the perturbed values: all still there; the originals instead; some of each; neither; or no number was changed. */
export type ValueFate = "kept" | "restored" | "mixed" | "lost" | "no_value";

/** Longer texts, or more changes than this, are not compared word by word: it would take long and show nothing. */
const MOST_TEXT = 20_000;
const MOST_EDITS = 400;

const NUMBER = /\d+(?:,\d{3})*(?:\.\d+)?/g;
const bare = (number: string) => number.replace(/[,_]/g, "");

/**
 * Where two steps differ, word by word.
 * @example editMarks("7 * 2 = 14", "7 * 2 = 41") // { original: [{ start: 8, end: 10, kind: "removed" }], perturbed: [{ start: 8, end: 10, kind: "added" }] }
 */
export function editMarks(original: string, perturbed: string): { readonly original: Mark[]; readonly perturbed: Mark[] } {
  const marks = { original: [] as Mark[], perturbed: [] as Mark[] };
  if (original.length + perturbed.length > MOST_TEXT) return marks;
  let [i, j] = [0, 0];
  for (const { value, added, removed } of diffWordsWithSpace(original, perturbed, { maxEditLength: MOST_EDITS }) ?? []) {
    if (removed) marks.original.push({ start: i, end: i + value.length, kind: "removed" });
    if (added) marks.perturbed.push({ start: j, end: j + value.length, kind: "added" });
    if (!added) i += value.length;
    if (!removed) j += value.length;
  }
  return { original: overWholeNumbers(marks.original, original), perturbed: overWholeNumbers(marks.perturbed, perturbed) };
}

/** Marks drawn out to the whole of a number of which they hold a part: 7.1 that became 5.0 is one change. */
function overWholeNumbers(marks: readonly Mark[], text: string): Mark[] {
  const numbers = [...text.matchAll(NUMBER)].map(({ 0: number, index }) => ({ start: index, end: index + number.length }));
  const wide = marks.map(({ start, end, kind }): Mark => {
    const touched = numbers.filter((number) => number.start < end && number.end > start);
    return { start: Math.min(start, ...touched.map((number) => number.start)), end: Math.max(end, ...touched.map((number) => number.end)), kind };
  });
  return wide.reduce<Mark[]>((joined, mark) => {
    const last = joined.at(-1);
    if (!last || mark.start >= last.end) return [...joined, mark];
    return [...joined.slice(0, -1), { ...last, end: Math.max(last.end, mark.end) }];
  }, []);
}

/** The numbers that a perturbation took out, and those that it put in. A number that stands elsewhere in the other step as well tells nothing, and is neither. */
export function changedNumbers(original: string, perturbed: string): { readonly from: ReadonlySet<string>; readonly to: ReadonlySet<string> } {
  const { original: removed, perturbed: added } = editMarks(original, perturbed);
  const all = (text: string) => new Set([...text.matchAll(NUMBER)].map(([number]) => bare(number)));
  const within = (text: string, marks: readonly Mark[], other: string) => {
    const elsewhere = all(other);
    return new Set(marks.flatMap(({ start, end }) => [...all(text.slice(start, end))]).filter((number) => !elsewhere.has(number)));
  };
  return { from: within(original, removed, perturbed), to: within(perturbed, added, original) };
}

/** Numerals of Lean text that hold a perturbed value, or the original one; comments are no part of it. */
export function valueMarks(lean: string, { from, to }: { readonly from: ReadonlySet<string>; readonly to: ReadonlySet<string> }): Mark[] {
  if (from.size + to.size === 0) return [];
  return scan(lean).tokens.flatMap(({ kind, text, start, end }): Mark[] => {
    if (kind !== "number") return [];
    const value = bare(text);
    return to.has(value) ? [{ start, end, kind: "kept" }] : from.has(value) ? [{ start, end, kind: "restored" }] : [];
  });
}

/**
 * What became of the perturbed values in the statement of the perturbed step.
 * @example // "… = 84" became "… = 94", formalised as (7 : ℝ) * 12 = 84 → "restored"
 */
export function valueFate({ step, perturbed, perturbedVerdict }: Case): ValueFate {
  const changed = changedNumbers(step.content, perturbed.text);
  if (changed.to.size === 0) return "no_value";
  const kinds = new Set(valueMarks(perturbedVerdict.code ?? "", changed).map(({ kind }) => kind));
  if (kinds.has("kept")) return kinds.has("restored") ? "mixed" : "kept";
  return kinds.has("restored") ? "restored" : "lost";
}
