/** By which mechanism a false step became a true statement, where that can be shown. A's qualitative section names the mechanisms; showing them is ours. */
import { parseBinders } from "../lean/binders";
import { withoutComments } from "../lean/comments";
import { sameStatement } from "../lean/statement";
import { parseTheorem, type Theorem } from "../lean/theorem";
import type { RuleEdit } from "../perturb/rules";
import type { StatementProver, Verdict } from "./types";

/** In the order in which they are looked for; the first that can be shown is the diagnosis. */
export const MECHANISMS = [
  "conclusion_assumed",
  "content_free",
  "type_narrowed",
  "contradictory_premises",
  "original_restored",
  "value_repaired",
  "quantifier_weakened",
  "negated",
  "still_true",
  "unexplained",
] as const;
export type Mechanism = (typeof MECHANISMS)[number];

/** What each mechanism means, for tables and captions. */
export const MECHANISM_TEXT: Record<Mechanism, string> = {
  conclusion_assumed: "what is to be shown stands among the hypotheses",
  content_free: "the goal is true by its form, such as a = a",
  type_narrowed: "true over ℕ or ℤ as written, false over ℝ",
  contradictory_premises: "the hypotheses contradict each other, so anything follows",
  original_restored: "the statement is that of the original step, or holds its value in place of the perturbed one",
  value_repaired: "the perturbed value is gone, and another stands in the statement, with which it is true",
  quantifier_weakened: "true for some value as written, false for every value",
  negated: "the statement denies what the step says",
  still_true: "the statement holds the perturbed value and is true all the same",
  unexplained: "none of these can be shown",
};

export interface Diagnosis {
  readonly mechanism: Mechanism;
  /** What shows it. */
  readonly evidence: string;
}

/**
 * Diagnoses a perturbed step whose statement was proved.
 * @param perturbed the verdict on it, outcome "proved"
 * @param original the verdict on the original step
 * @param edits how the step was perturbed, where that is known
 * @param prover decides the statement's variants over ℝ and for every value
 * @example // corrector: "7 * 12 = 94" became (7 : ℝ) * 12 = 84 → { mechanism: "original_restored", evidence: "the same statement as for the original step" }
 */
export async function diagnose({ perturbed, original, edits, prover }: { perturbed: Verdict; original: Verdict; edits?: readonly RuleEdit[]; prover: StatementProver }): Promise<Diagnosis> {
  const theorem = theoremOf(perturbed);
  if (!theorem) return { mechanism: "unexplained", evidence: "the statement cannot be read again" };
  // A false conclusion among the hypotheses, or a premise without solution in ℕ, also makes them contradictory; the more telling comes first.
  const assumed = assumedConclusion(theorem);
  if (assumed !== undefined) return { mechanism: "conclusion_assumed", evidence: assumed };
  const empty = contentFree(theorem);
  if (empty !== undefined) return { mechanism: "content_free", evidence: empty };
  const narrowed = await refutation(widened(theorem), prover);
  if (narrowed !== undefined) return { mechanism: "type_narrowed", evidence: narrowed };
  if (perturbed.vacuous) return { mechanism: "contradictory_premises", evidence: "the prover derives False from the hypotheses alone" };
  const restored = restoredValue(theorem, theoremOf(original), edits);
  if (restored !== undefined) return { mechanism: "original_restored", evidence: restored };
  const repaired = repairedValue(theorem, edits);
  if (repaired !== undefined) return { mechanism: "value_repaired", evidence: repaired };
  const weakened = await refutation(strengthened(theorem), prover);
  if (weakened !== undefined) return { mechanism: "quantifier_weakened", evidence: weakened };
  const denied = await refutation(affirmed(theorem), prover);
  if (denied !== undefined) return { mechanism: "negated", evidence: denied };
  const kept = keptValue(theorem, edits);
  return kept === undefined ? { mechanism: "unexplained", evidence: MECHANISM_TEXT.unexplained } : { mechanism: "still_true", evidence: kept };
}

function theoremOf({ code }: Verdict): Theorem | undefined {
  const parsed = code === undefined ? undefined : parseTheorem(code);
  return parsed?.ok ? parsed.theorem : undefined;
}

/** Text without comments, white space and needless outer brackets, for telling whether two terms are written alike. */
function plain(term: string): string {
  let text = withoutComments(term).replace(/\s+/g, "");
  while (text.startsWith("(") && closes(text, 0) === text.length - 1 && !/^\([^()]*:[^=]/.test(text)) text = text.slice(1, -1);
  return text;
}

function closes(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === "(") depth += 1;
    if (text[i] === ")" && --depth === 0) return i;
  }
  return -1;
}

function assumedConclusion(theorem: Theorem): string | undefined {
  const goal = plain(theorem.body);
  const flipped = goal.split("=").length === 2 ? goal.split("=").reverse().join("=") : undefined;
  const hypothesis = parseBinders(theorem.binders).find(({ type }) => type !== "" && [goal, flipped].includes(plain(type)));
  return hypothesis && `${hypothesis.text} is the goal`;
}

function contentFree(theorem: Theorem): string | undefined {
  const goal = plain(theorem.body);
  if (goal === "True") return "the goal is True";
  const sides = goal.split(/(?<![<>≤≥≠:=])=(?!=)/);
  // A type written on one side only, (12 : ℝ) = 12, makes no difference to what is said.
  const bare = sides.map((side) => plain(side.replace(/\(([^()]*):[ℕℤℚℝℂ]\)/g, "($1)")));
  if (sides.length === 2 && bare[0] === bare[1]) return `both sides of the goal are ${bare[0]}`;
  return undefined;
}

function restoredValue(theorem: Theorem, original: Theorem | undefined, edits: readonly RuleEdit[] | undefined): string | undefined {
  if (original && sameStatement(theorem, original)) return "the same statement as for the original step";
  const edit = edits?.find(({ rule }) => rule === "number");
  if (!edit) return undefined;
  const numbers = numbersOf(theorem);
  const [before, after] = [edit.from.replace(/,/g, ""), edit.to.replace(/,/g, "")];
  return numbers.has(before) && !numbers.has(after) ? `${before} stands in it, ${after} does not` : undefined;
}

function repairedValue(theorem: Theorem, edits: readonly RuleEdit[] | undefined): string | undefined {
  const after = perturbedNumber(edits);
  return after === undefined || numbersOf(theorem).has(after) ? undefined : `${after}, which the step says, does not stand in it`;
}

/** The number that the perturbation wrote, as Lean would write it. */
function perturbedNumber(edits: readonly RuleEdit[] | undefined): string | undefined {
  return edits?.find(({ rule }) => rule === "number")?.to.replace(/,/g, "");
}

function keptValue(theorem: Theorem, edits: readonly RuleEdit[] | undefined): string | undefined {
  const after = perturbedNumber(edits);
  return after !== undefined && numbersOf(theorem).has(after) ? `${after} stands in it` : undefined;
}

function numbersOf({ binders, body }: Theorem): Set<string> {
  return new Set(withoutComments(`${binders}\n${body}`).match(/(?<![\p{L}\p{N}_.])\d+(?:\.\d+)?(?![\p{L}\p{N}_])/gu) ?? []);
}

/** The statement with ℕ and ℤ read as ℝ, and numerals without a type made real. Nothing if that changes nothing. */
function widened({ binders, body }: Theorem): string | undefined {
  const widen = (text: string) => text.replace(/[ℕℤ]|\bNat\b|\bInt\b/g, "ℝ");
  const typed = /[ℕℤℚℝℂ]/.test(`${binders}${body}`) ? widen(body) : body.replace(/(?<![\p{L}\p{N}_.])(\d+(?:\.\d+)?)(?![\p{L}\p{N}_.])/u, "($1 : ℝ)");
  const [newBinders, newBody] = [widen(binders), typed];
  return newBinders === binders && newBody === body ? undefined : `theorem widened ${newBinders} : ${newBody} := by sorry`;
}

/** The statement with the outermost ∃ of its goal read as ∀. Nothing if the goal does not begin with ∃. */
function strengthened({ binders, body }: Theorem): string | undefined {
  const goal = withoutComments(body).trim();
  return goal.startsWith("∃") && !goal.startsWith("∃!") ? `theorem strengthened ${binders} : ∀${goal.slice(1)} := by sorry` : undefined;
}

/** The statement without the ¬ before its goal. Nothing if there is none. */
function affirmed({ binders, body }: Theorem): string | undefined {
  const goal = withoutComments(body).trim();
  return goal.startsWith("¬") ? `theorem affirmed ${binders} : ${goal.slice(1)} := by sorry` : undefined;
}

/** What the prover says if it refutes a variant of the statement; nothing if there is none, or if it does not. */
async function refutation(code: string | undefined, prover: StatementProver): Promise<string | undefined> {
  if (code === undefined) return undefined;
  const parsed = parseTheorem(code);
  if (!parsed.ok) return undefined;
  const { outcome, counterexample } = await prover.decide(parsed.theorem);
  if (outcome !== "refuted") return undefined;
  return `${prover.engine} refutes ${parsed.theorem.binders ? `${parsed.theorem.binders} : ` : ""}${parsed.theorem.body}${counterexample ? ` at ${counterexample}` : ""}`;
}
