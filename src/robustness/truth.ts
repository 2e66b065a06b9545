/** What a simulated study should find: the simulator's own rates in closed form. */
import { InputError } from "../core/errors";
import type { Measure } from "./measures";
import { STYLE_NAMES, type EditName, type StyleName } from "./records";
import { type CorrectnessPart, type SimulatedJudge, type SimulatedSystem } from "./simulate";

/** The settings of `simulateStudy` that decide the true rates. */
export interface TruthOptions {
  readonly sharedByProblem: number;
  readonly sharedByInput: number;
  readonly judge: SimulatedJudge;
}

/** A judge without error: with it the recorded rates are the true ones. */
export const PERFECT: SimulatedJudge = { sensitivity: 1, specificity: 1 };

const SCORES = ["stmtSC", "proofSC"] as const;
const PART_OF: Readonly<Record<Exclude<Measure, "FullyCorrect">, CorrectnessPart>> = { TC: "tc", StmtSC: "stmtSC", ProofSC: "proofSC" };

/** P(yes) of a judge where the truth is yes with probability p. */
function yes(p: number, { sensitivity, specificity }: SimulatedJudge): number {
  return p * sensitivity + (1 - p) * (1 - specificity);
}

/**
 * The expected share of outputs that a measure records as met.
 * @example trueRate(SIMULATED_SYSTEMS[1], "Orig", "TC", options) // 0.55
 */
export function trueRate({ parts }: SimulatedSystem, style: StyleName, measure: Measure, { judge }: Pick<TruthOptions, "judge">): number {
  if (measure === "TC") return parts.tc[style];
  if (measure !== "FullyCorrect") return yes(parts[PART_OF[measure]][style], judge);
  return parts.tc[style] * yes(parts.stmtSC[style], judge) * yes(parts.proofSC[style], judge);
}

/** P(both are met) for FullyCorrect in two outputs of one problem, whose deciding numbers are one and the same with probability `shared`. */
function bothCorrect({ parts }: SimulatedSystem, s: StyleName, t: StyleName, shared: number, judge: SimulatedJudge): number {
  const both = (part: CorrectnessPart) => shared * Math.min(parts[part][s], parts[part][t]) + (1 - shared) * parts[part][s] * parts[part][t];
  const { sensitivity, specificity } = judge;
  const read = (part: (typeof SCORES)[number]) => {
    const [p, q, pq] = [parts[part][s], parts[part][t], both(part)];
    return pq * sensitivity ** 2 + (p + q - 2 * pq) * sensitivity * (1 - specificity) + (1 - p - q + pq) * (1 - specificity) ** 2;
  };
  return both("tc") * read("stmtSC") * read("proofSC");
}

/** The expected disagreement on FullyCorrect: of two samples of one input, and of outputs of two styles. The latter is the expected flip rate, too. */
export function trueDisagreement(system: SimulatedSystem, { sharedByProblem, sharedByInput, judge }: TruthOptions): { readonly within: number; readonly across: number } {
  const rate = (style: StyleName) => trueRate(system, style, "FullyCorrect", { judge });
  const differ = (s: StyleName, t: StyleName, shared: number) => rate(s) + rate(t) - 2 * bothCorrect(system, s, t, shared, judge);
  const within = STYLE_NAMES.map((style) => differ(style, style, sharedByProblem ** 2 + sharedByInput ** 2));
  const across = STYLE_NAMES.flatMap((s, i) => STYLE_NAMES.slice(i + 1).map((t) => differ(s, t, sharedByProblem ** 2)));
  const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { within: average(within), across: average(across) };
}

/** The expected FR of edits, and the expected identifiable fraction. */
export function trueEdits({ edits }: SimulatedSystem, edit: EditName): { readonly fr: number; readonly identifiable: number } {
  const { faithful, reverted } = edits[edit];
  return { fr: faithful / (faithful + reverted), identifiable: faithful + reverted };
}

/**
 * The chance that at least one of k samples of an input type-checks: of the samples, some hang on the problem's number, some on the input's, the
 * others each on one of their own.
 */
export function trueSelectedTc({ parts }: SimulatedSystem, style: StyleName, k: number, { sharedByProblem: a, sharedByInput: b }: Pick<TruthOptions, "sharedByProblem" | "sharedByInput">): number {
  const q = 1 - parts.tc[style];
  const own = (1 - a - b) * q;
  const neither = own ** k;
  const onlyProblem = (a + own) ** k - neither;
  const onlyInput = (b + own) ** k - neither;
  const bothShared = (a + b + own) ** k - neither - onlyProblem - onlyInput;
  return 1 - (neither + q * (onlyProblem + onlyInput) + q * q * bothShared);
}

/** The expected κ of two judges who err independently, where the truth is yes with probability p. @throws InputError where κ is undefined */
export function trueKappa(p: number, first: SimulatedJudge, second: SimulatedJudge): number {
  const [a, b] = [yes(p, first), yes(p, second)];
  const bothYes = p * first.sensitivity * second.sensitivity + (1 - p) * (1 - first.specificity) * (1 - second.specificity);
  const agreement = bothYes + (1 - a - b + bothYes);
  const chance = a * b + (1 - a) * (1 - b);
  if (chance === 1) throw new InputError("κ is undefined where both judges always say the same");
  return (agreement - chance) / (1 - chance);
}
