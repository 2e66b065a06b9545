/** Method B's step deletion: the reasoning of one step is left out, its outcome stays. B, section 3.2. */
import { createHash } from "node:crypto";
import type { Problem } from "../../data/problems";
import { codePointLength, toCodePoints } from "./codePoints";
import { similarity } from "./similarity";
import type { ProofStep } from "./steps";
import type { EditOutcome } from "./substitute";
import { withRegion } from "./substitute";
import { verifyEdit } from "./verify";

/** How well the outcome reads by itself: as a sentence, at least with an equation, or neither; steps of proofs with two steps or fewer are bronze. */
export const TIERS = ["gold", "silver", "bronze"] as const;
export type Tier = (typeof TIERS)[number];

/** Whether a step can lose its reasoning, and how well the rest would read. */
export type Grade = { readonly ok: true; readonly tier: Tier } | { readonly ok: false; readonly reason: string };

const LEAST_REASONING = 30;
const LEAST_OUTCOME = 10;
const LEAST_SIMILARITY = 0.85;
const FEW_STEPS = 2;

/** Words that lead from one sentence to the next and justify nothing. */
const TRANSITION =
  /^(?:(?:and|but|so|thus|hence|then|therefore|now|next|first|second|finally|here|also|indeed|clearly|obviously|similarly|moreover|further|furthermore|however|consequently|trivially|simplifying|wlog|note|notice|observe|that|this|means|gives|us|we|have|get|obtain|see|know|conclude|note|find|it|follows|as|a|result|before|above|from|the|by|in|diagram|such|can|be|is)\s?)+$/i;
/** Something is done: computed, transformed, applied, concluded. */
const ACTION =
  /\b(?:substitut|expand|factor|comput|deriv|appl(?:y|i)|rewrit|squar|cub(?:e|ing)|multipl|divid|integrat|differentiat|sum|simplif|cancel|invert|normali[sz]|equat|solv|rearrang|combin|isolat|reduc|evaluat|subtract|add|plug|insert|convert|transform|express|manipulat|collect|compar|let|set|defin|us(?:e|ing)|since|because|as|theorem|lemma|inequality|definition|induction)/i;
/** An outcome that hangs on the words before it. */
const DANGLING = /^(?:which|that\s+is|thereby|whereas|whereby|so\s+that|for\s+a\s+total|(?:meaning|implying)\s+that|(?:this|that|these|those)\s+(?:is|are|was|were|gives?|means?|impl(?:y|ies)|shows?|proves?|yields?))\b/i;

/**
 * Grades one step. The reasoning must say something: no mere transition, and with fewer than 30 characters a formula or an action. The outcome has
 * at least 10 characters, is part of the step in one piece, does not hang on what goes before, and is more than a number or a symbol. Reasoning and
 * outcome make up the step (similarity of at least 0.85, white space collapsed).
 * @param steps how many the proof has
 */
export function gradeStep(step: ProofStep, steps: number): Grade {
  const [full, reasoning, outcome] = [step.full_text.trim(), step.reasoning_text.trim(), step.outcome_text.trim()];
  const no = (reason: string): Grade => ({ ok: false, reason });
  if (full === "" || reasoning === "" || outcome === "") return no("the step, its reasoning or its outcome is empty");
  if (TRANSITION.test(reasoning.replace(/[\s.,;:!?]+/g, " ").trim())) return no("the reasoning is a transition");
  if (codePointLength(reasoning) < LEAST_REASONING && !hasFormula(reasoning) && !ACTION.test(reasoning)) return no("the reasoning is short, without a formula or an action");
  if (DANGLING.test(outcome)) return no("the outcome hangs on what goes before");
  if (!contains(full, outcome)) return no("the outcome is no part of the step");
  const [whole, joined] = [collapsed(full), collapsed(`${reasoning} ${outcome}`)].map((text) => text.toLowerCase()) as [string, string];
  if (!whole.includes(joined) && !joined.includes(whole) && similarity(joined, whole) < LEAST_SIMILARITY) return no("reasoning and outcome do not make up the step");
  if (codePointLength(outcome) < LEAST_OUTCOME) return no("the outcome is too short");
  if (isBare(outcome)) return no("the outcome is a bare number or symbol");
  if (steps <= FEW_STEPS) return { ok: true, tier: "bronze" };
  if (readability(outcome) === 3) return { ok: true, tier: "gold" };
  return { ok: true, tier: /[=<>≤≥≠∈∀∃]/.test(outcome) || (beginsWell(outcome) && endsWell(outcome)) ? "silver" : "bronze" };
}

/** Why a problem's steps gave no edit, or how many could have. */
export interface DeletionCounts {
  readonly steps: number;
  readonly deletable: number;
  readonly graded: Readonly<Record<Tier, number>>;
}

/**
 * Leaves out the reasoning of one step of a proof: of those that pass, the best by tier, by what the reasoning holds, by how the outcome reads, by
 * the length of the reasoning, and at last by the SHA-256 of `NAME:step_v2:INDEX`.
 * @param steps as a model or `splitSteps` split the proof
 * @param marker who split it: kept in the row as `edit_marker`
 * @returns the row with the shorter proof, the original texts and the released metadata; or why there is no edit
 * @example deleteStep(problem, splitSteps(problem.informal_proof), "rule")
 */
export function deleteStep(problem: Problem, steps: readonly ProofStep[], marker: string): EditOutcome<DeletionCounts> {
  const wanted = steps.filter(({ deletable }) => deletable);
  const graded = wanted.flatMap((step) => {
    const grade = gradeStep(step, steps.length);
    return grade.ok ? [{ step, tier: grade.tier }] : [];
  });
  const counts = { steps: steps.length, deletable: wanted.length, graded: Object.fromEntries(TIERS.map((tier) => [tier, graded.filter((each) => each.tier === tier).length])) as Record<Tier, number> };
  const best = graded.map((each) => ({ ...each, rank: rankOf(each.step, each.tier, problem.name) })).sort((a, b) => compare(b.rank, a.rank))[0];
  if (!best) return { ok: false, reason: wanted.length === 0 ? "no step is deletable" : "no deletable step passes the checks", counts };
  const row = without(problem, best.step, best.tier, marker);
  if (typeof row === "string") return { ok: false, reason: row, counts };
  const verified = verifyEdit(row);
  return verified.ok ? { ok: true, row, counts } : { ok: false, reason: verified.reason, counts };
}

/** Better is larger, compared from left to right; the hash is compared as text, all of the same length. */
type Rank = readonly (number | string)[];

function rankOf({ reasoning_text, outcome_text, step_idx }: ProofStep, tier: Tier, name: string): Rank {
  const [reasoning, outcome] = [reasoning_text.trim(), outcome_text.trim()];
  const substance = 2 * Number(hasFormula(reasoning)) + 2 * Number(ACTION.test(reasoning));
  const hash = createHash("sha256").update(`${name}:step_v2:${step_idx}`, "utf8").digest("hex").slice(0, 16);
  return [TIERS.length - TIERS.indexOf(tier), substance, readability(outcome), codePointLength(reasoning), hash];
}

function compare(a: Rank, b: Rank): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
}

/** The row without the step's reasoning, or the reason why not: the step must stand in the proof, as it is or with `\\` read as `\`. */
function without(problem: Problem, step: ProofStep, tier: Tier, marker: string): Problem | string {
  const { informal_proof: proof } = problem;
  const [full, reasoning, outcome] = [step.full_text.trim(), step.reasoning_text.trim(), step.outcome_text.trim()];
  const readings = [
    { full, outcome, matched_by: "exact", confidence: 1 },
    { full: single(full), outcome: single(outcome), matched_by: "unescape", confidence: 0.9 },
  ];
  const found = readings.find((reading) => proof.includes(reading.full));
  if (!found) return "the step does not stand in the proof";
  const start = proof.indexOf(found.full);
  const end = start + found.full.length;
  const others = proof.slice(0, start) + proof.slice(end);
  return {
    ...withRegion(problem, "proof", proof.slice(0, start) + found.outcome + proof.slice(end)),
    step_edit_type: "step_delete",
    step_edit_target_step_idx: step.step_idx,
    step_edit_target_full_text: full,
    step_edit_target_outcome_text: outcome,
    step_edit_target_reasoning_text: reasoning,
    step_edit_matched_by: found.matched_by,
    step_edit_match_confidence: found.confidence,
    step_edit_is_last: step.is_last,
    step_edit_tier: tier,
    step_edit_span_start: toCodePoints(proof, start),
    step_edit_span_end: toCodePoints(proof, end),
    step_edit_reasoning_reappears_elsewhere: others.includes(reasoning) || others.includes(single(reasoning)),
    edit_marker: marker,
  };
}

function hasFormula(text: string): boolean {
  return text.includes("$") || /\\[([]|\\begin\{/.test(text);
}

/** How many of three marks of a sentence the outcome has: a beginning, words, an end. */
function readability(outcome: string): number {
  const words = outcome.replace(/\$[^$]*\$/g, "").split(/\s+/).filter((word) => /^\p{L}{2,}$/u.test(word));
  return Number(beginsWell(outcome)) + Number(words.length >= 2) + Number(endsWell(outcome));
}

function beginsWell(outcome: string): boolean {
  return /^[\p{Lu}\\]/u.test(outcome);
}

function endsWell(outcome: string): boolean {
  return /[.$)]$/.test(outcome);
}

/** Nothing but one number or symbol: short, without a relation, and without a word outside formulas. */
function isBare(outcome: string): boolean {
  const words = outcome.replace(/\$[^$]*\$/g, "").replace(/\\[A-Za-z]+(?:\{[^}]*\})*/g, "").replace(/[\\{}_^.,;:!?\s]/g, "");
  return words === "" && codePointLength(outcome) < 15 && !/[=<>]/.test(outcome);
}

function contains(full: string, outcome: string): boolean {
  return full.includes(outcome) || collapsed(single(full)).includes(collapsed(single(outcome)));
}

function single(text: string): string {
  return text.replaceAll("\\\\", "\\");
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
