/** The deterministic judge of number and symbol edits: looks for the edited, the original or neither value at the corresponding place of the Lean region. No model, no cost, no chance. */
import { equal, negate, type Rational } from "../z3/exact/rational";
import { around, aroundNatural, likeness, type Surroundings } from "./context";
import type { EditVerdict, ValueEdit } from "./edits";
import { leanTokens, leanValues, naturalTokens, type MathToken } from "./tokens";
import { flipped, numericValue, signOf } from "./values";

/** The name of this judge in records and tables. */
export const RULE_JUDGE = "rule";

/** Two places whose surroundings differ by less than this are not told apart. */
const CLOSE = 0.15;

/** A place of the Lean region that holds the old or the new value, and how well it fits the edited place. */
interface Candidate {
  readonly isNew: boolean;
  /** Likeness to the edited place. */
  readonly own: number;
  /** The greatest likeness to another place of the text that holds the same value, −1 if there is none. */
  readonly other: number;
}

/**
 * Judges a number or symbol edit by rule: the surroundings of the edited place are compared with those of every place of the Lean region that
 * holds the old or the new value, in any of its forms; a place that fits another occurrence of that value in the text better is not the edited one.
 * @param code the judged region: signature for edits of the statement, proof body for edits of the proof
 * @returns faithful, reverted, or unclear with the reason: "neither" value at any fitting place, or "ambiguous"
 * @example ruleJudge({ kind: "number", text: "Show that $x + 3 = 9$.", start: 15, end: 16, oldValue: "2", newValue: "3" }, "theorem t (x : ℝ) : x + 2 = 9") // { label: "reverted", … }
 */
export function ruleJudge(edit: ValueEdit, code: string): EditVerdict {
  const lean = leanTokens(code);
  const before = naturalTokens(edit.text.slice(0, edit.start));
  const after = naturalTokens(edit.text.slice(edit.end));
  const natural = [...before, ...after];
  const slot = aroundNatural(natural, before.length, before.length);
  const candidates = edit.kind === "number" ? numberCandidates(edit, natural, slot, lean) : symbolCandidates(edit, natural, slot, lean);
  if (candidates === undefined) return { label: "unclear", because: "value_unreadable" };
  return decide(candidates);
}

function decide(all: readonly Candidate[]): EditVerdict {
  const fitting = all.filter(({ own, other }) => own > other);
  const candidates = fitting.length > 0 ? fitting : all.filter(({ own, other }) => own > other - CLOSE);
  const best = (isNew: boolean) => Math.max(-1, ...candidates.filter((candidate) => candidate.isNew === isNew).map(({ own }) => own));
  const [kept, restored] = [best(true), best(false)];
  if (kept === -1 && restored === -1) return { label: "unclear", because: "other" };
  if (kept !== -1 && restored !== -1 && Math.abs(kept - restored) < CLOSE) return { label: "unclear", because: "ambiguous" };
  return { label: kept > restored ? "faithful" : "reverted" };
}

function numberCandidates({ oldValue, newValue }: ValueEdit, natural: readonly MathToken[], slot: Surroundings, lean: readonly MathToken[]): Candidate[] | undefined {
  const [before, now] = [readingsOf(oldValue), readingsOf(newValue)];
  if (before.length === 0 || now.length === 0) return undefined;
  const places = natural.flatMap((token, i) => (token.value ? [{ value: token.value, around: aroundNatural(natural, i, i + 1) }] : []));
  return leanValues(lean).flatMap(({ start, end, value }): Candidate[] => {
    const signed = lean[start - 1]?.text === "-" ? negate(value) : value;
    const is = (values: readonly Rational[]) => values.some((each) => equal(each, each.num < 0n ? signed : value));
    const [isNew, isOld] = [is(now), is(before)];
    if (isNew === isOld) return [];
    const here = around(lean, start, end);
    const others = places.filter((place) => equal(place.value, value)).map((place) => likeness(place.around, here));
    return [{ isNew, own: likeness(slot, here), other: Math.max(-1, ...others) }];
  });
}

/** A number as it may stand in Lean; a percentage with and without its hundred. */
function readingsOf(text: string): Rational[] {
  return [text, ...(text.trim().endsWith("%") ? [text.replace(/\\?%/, "")] : [])].flatMap((reading) => numericValue(reading) ?? []);
}

function symbolCandidates({ oldValue, newValue }: ValueEdit, natural: readonly MathToken[], slot: Surroundings, lean: readonly MathToken[]): Candidate[] | undefined {
  const [before, now] = [signOf(oldValue), signOf(newValue)];
  if (before === undefined || now === undefined || before === now) return undefined;
  const isOf = (token: MathToken) => token.text === before || token.text === now || (flipped(now) !== undefined && flipped(token.text) !== undefined);
  const places = natural.flatMap((token, i) => (token.kind !== "number" && token.kind !== "name" && isOf(token) ? [{ text: token.text, around: aroundNatural(natural, i, i + 1) }] : []));
  return lean.flatMap((token, i): Candidate[] => {
    if (token.kind === "number" || token.kind === "name" || !isOf(token)) return [];
    const here = around(lean, i, i + 1);
    // Read as it stands, and with its sides exchanged: b > a says a < b.
    const readings = [{ text: token.text, mirrored: false }, ...(flipped(token.text) === undefined ? [] : [{ text: flipped(token.text)!, mirrored: true }])];
    const other = Math.max(-1, ...readings.flatMap(({ text, mirrored }) => places.filter((place) => place.text === text).map((place) => likeness(place.around, here, mirrored))));
    const fits = readings.map(({ text, mirrored }) => ({ text, own: likeness(slot, here, mirrored) }));
    const best = Math.max(...fits.map(({ own }) => own));
    // Where the sides cannot be told apart, both readings stand.
    return fits.filter(({ own }) => own > best - CLOSE).flatMap(({ text, own }) => (text === now || text === before ? [{ isNew: text === now, own, other }] : []));
  });
}

/**
 * The sign of a Lean relation as the text in words would write it: exchanged if its sides are exchanged. For a judge's quotation of it.
 * @returns the possible signs; two if the quotation does not show the sides
 */
export function signsInQuotation(edit: ValueEdit, quotation: string): string[] {
  const natural = { before: naturalTokens(edit.text.slice(0, edit.start)), after: naturalTokens(edit.text.slice(edit.end)) };
  const tokens = [...natural.before, ...natural.after];
  const slot = aroundNatural(tokens, natural.before.length, natural.before.length);
  const lean = leanTokens(quotation);
  return lean.flatMap((token, i) => {
    if (flipped(token.text) === undefined) return signOf(token.text) === undefined ? [] : [token.text];
    const here = around(lean, i, i + 1);
    const [plain, mirrored] = [likeness(slot, here), likeness(slot, here, true)];
    if (plain === mirrored) return [token.text, flipped(token.text)!];
    return [plain > mirrored ? token.text : flipped(token.text)!];
  });
}
