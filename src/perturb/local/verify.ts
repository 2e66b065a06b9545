/** Checking edited rows, ours and the released ones, character by character and from nothing but the row. B, section 3.2. */
import { InputError } from "../../core/errors";
import type { LocalEdit } from "../../data/configs";
import type { Problem } from "../../data/problems";
import type { Span } from "../latex";
import { toUnits } from "./codePoints";
import { SUBSTITUTIONS, type Substitution } from "./marks";
import { REGIONS, type Region } from "./seeds";
import { spellings } from "./spelling";

/** What was found of one edited row. */
export type Verification = { readonly name: string; readonly edit?: LocalEdit } & (
  | {
      readonly ok: true;
      readonly edit: LocalEdit;
      /** What stood in the original, in UTF-16 units, and what stands there now. */
      readonly span: Span;
      readonly from: string;
      readonly to: string;
      /** Whether it stands where the metadata say. */
      readonly asRecorded: boolean;
    }
  | { readonly ok: false; readonly reason: string }
);

/**
 * Verifies the edit of a row from its original and edited texts: the other text is untouched; outside one span the edited text is the original
 * one, character by character; for a number or a symbol the span held the old value and holds the new one; for a deleted step nothing stands in
 * its place, and the proof is shorter by 0.5 to 80 %.
 * @returns what was found, or the first thing that is wrong
 * @example verifyEdit(row) // { name: "…", ok: true, edit: "number_proof", span: { start: 61, end: 63 }, from: "17", to: "15", asRecorded: true }
 */
export function verifyEdit(row: Problem): Verification {
  const { name } = row;
  const kind = SUBSTITUTIONS.find((each) => row[`${each}_edit_source`] !== undefined);
  if (kind === undefined && row["step_edit_type"] === undefined) return { name, ok: false, reason: "the row has no metadata of an edit" };
  const region = kind === undefined ? "proof" : (row[`${kind}_edit_source`] as Region);
  if (!REGIONS.includes(region)) return { name, ok: false, reason: `"${kind}_edit_source" is statement or proof, got ${JSON.stringify(region)}` };
  const edit: LocalEdit = kind === undefined ? "step_deletion" : `${kind}_${region}`;
  const texts = Object.fromEntries(REGIONS.map((each) => [each, { now: row[`informal_${each}`], before: row[`original_informal_${each}`] }])) as Record<Region, { now: unknown; before: unknown }>;
  const { now, before } = texts[region];
  if (typeof now !== "string" || typeof before !== "string") return { name, edit, ok: false, reason: `the row lacks the original or the edited ${region}` };
  const other = texts[region === "proof" ? "statement" : "proof"];
  // A released deletion carries the original of the proof alone.
  if (other.before !== undefined && other.before !== other.now) return { name, edit, ok: false, reason: `the ${region === "proof" ? "statement" : "proof"} differs from the original one` };
  if (now === before) return { name, edit, ok: false, reason: "the edited text is the original one" };
  const found = kind === undefined ? deletion(row, before, now) : substitution(row, kind, before, now);
  return typeof found === "string" ? { name, edit, ok: false, reason: found } : { name, edit, ok: true, ...found };
}

type Found = { span: Span; from: string; to: string; asRecorded: boolean };

function substitution(row: Problem, kind: Substitution, before: string, now: string): Found | string {
  const noun = kind === "number" ? "value" : "symbol";
  const [old, value] = [row[`${kind}_edit_old_${noun}`], row[`${kind}_edit_new_${noun}`]];
  if (typeof old !== "string" || typeof value !== "string" || old === "" || value === "") return `the row lacks its old or its new ${noun}`;
  if (old === value) return `old and new ${noun} are both ${JSON.stringify(old)}`;
  const fits = spellings(old).flatMap((from) => spellings(value).flatMap((to) => placesOf(before, now, from, to).map((start) => ({ span: { start, end: start + from.length }, from, to }))));
  if (fits.length === 0) return `the texts do not differ by ${JSON.stringify(old)} replaced with ${JSON.stringify(value)}: ${differing(before, now)}`;
  const recorded = toUnits(before, Number(row[`${kind}_edit_char_offset_start`] ?? -1));
  const asRecorded = fits.find(({ span }) => span.start === recorded);
  return { ...(asRecorded ?? fits[0]!), asRecorded: asRecorded !== undefined };
}

/** Every offset at which putting `to` in place of `from` makes the one text the other: more than one where the text around repeats itself. */
function placesOf(before: string, now: string, from: string, to: string): number[] {
  if (now.length - before.length !== to.length - from.length) return [];
  const { prefix, suffix } = common(before, now);
  const starts: number[] = [];
  // The span begins within what is equal from the left, and ends within what is equal from the right.
  for (let start = Math.max(0, before.length - suffix - from.length); start <= Math.min(prefix, before.length - from.length); start++) {
    if (before.startsWith(from, start) && now.startsWith(to, start) && before.length - start - from.length <= suffix) starts.push(start);
  }
  return starts;
}

function deletion(row: Problem, before: string, now: string): Found | string {
  const { prefix, suffix } = common(before, now);
  if (now.length >= before.length) return "the edited proof is not shorter";
  if (prefix + suffix < now.length) return `more than one piece is missing: ${differing(before, now)}`;
  const share = 1 - [...now].length / [...before].length;
  if (!(share >= LEAST_SHORTER && share <= MOST_SHORTER)) return `the proof is shorter by ${(100 * share).toFixed(1)} %, which is not between 0.5 and 80 %`;
  const length = before.length - now.length;
  // Where the text repeats itself, several gaps give the same proof; the recorded step says which.
  const [first, last] = [Math.max(0, now.length - suffix), Math.min(prefix, now.length)];
  const from = toUnits(before, Number(row["step_edit_span_start"] ?? -1));
  const to = toUnits(before, Number(row["step_edit_span_end"] ?? -1));
  const outcome = row["step_edit_target_outcome_text"];
  const inStep = from >= 0 && to <= before.length && Math.max(first, from) <= Math.min(last, to - length);
  const start = inStep ? Math.max(first, from) : first;
  const asRecorded = inStep && typeof outcome === "string" && same(now.slice(from, to - length), outcome);
  return { span: { start, end: start + length }, from: before.slice(start, start + length), to: "", asRecorded };
}

/** Shares by which a deletion may make a proof shorter (B, section 3.2). */
export const LEAST_SHORTER = 0.005;
export const MOST_SHORTER = 0.8;

function same(text: string, outcome: string): boolean {
  return text === outcome || text === outcome.replaceAll("\\\\", "\\");
}

/** How far two texts are equal from the left and from the right. */
export function common(a: string, b: string): { readonly prefix: number; readonly suffix: number } {
  const most = Math.min(a.length, b.length);
  let prefix = 0;
  while (prefix < most && a[prefix] === b[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < most && a[a.length - 1 - suffix] === b[b.length - 1 - suffix]) suffix += 1;
  return { prefix, suffix };
}

function differing(a: string, b: string): string {
  const { prefix, suffix } = common(a, b);
  const shown = (text: string) => JSON.stringify(text.slice(prefix, Math.max(prefix, text.length - suffix)).slice(0, 40));
  return `${shown(a)} became ${shown(b)} at ${prefix}`;
}

/** How many edits of a kind were verified, and those that were not. */
export interface VerificationReport {
  readonly verified: number;
  readonly edits: number;
  readonly byEdit: Readonly<Partial<Record<LocalEdit | "unknown", { readonly verified: number; readonly edits: number }>>>;
  readonly failures: readonly { readonly name: string; readonly edit?: LocalEdit; readonly reason: string }[];
}

/**
 * Verifies every row: the paper's check of 2,637 edits of 2,637.
 * @throws InputError if there is no row
 * @example verifyEdits(rows) // { verified: 44, edits: 44, byEdit: { number_proof: { verified: 22, edits: 22 }, … }, failures: [] }
 */
export function verifyEdits(rows: readonly Problem[]): VerificationReport {
  if (rows.length === 0) throw new InputError("verifyEdits requires at least one edited row");
  const byEdit: Partial<Record<LocalEdit | "unknown", { verified: number; edits: number }>> = {};
  const failures: VerificationReport["failures"][number][] = [];
  for (const row of rows) {
    const found = verifyEdit(row);
    const counts = (byEdit[found.edit ?? "unknown"] ??= { verified: 0, edits: 0 });
    counts.edits += 1;
    if (found.ok) counts.verified += 1;
    else failures.push({ name: found.name, ...(found.edit && { edit: found.edit }), reason: found.reason });
  }
  return { verified: rows.length - failures.length, edits: rows.length, byEdit, failures };
}
