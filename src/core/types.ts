/**
 * The words of the two methods, as types. Fields carry the papers' names.
 * A is FaithformBench (arXiv 2608.10916), B is "Evaluating the Robustness of Proof Autoformalization in Lean 4" (arXiv 2606.14867).
 */

/** What became of one statement (A, section 3): a prover with a checker said proved or refuted, neither, or there was no statement that type-checks. */
export type Outcome = "proved" | "refuted" | "inconclusive" | "af_fail";

/** Every outcome, in the order in which tables and bars show them. */
export const OUTCOMES = ["af_fail", "refuted", "inconclusive", "proved"] as const satisfies readonly Outcome[];

/** How many statements had each outcome. */
export type OutcomeCounts = Record<Outcome, number>;

/** The outcomes of a step and of its perturbed counterpart: z and z̄ of A. */
export interface OutcomePair {
  readonly original: Outcome;
  readonly perturbed: Outcome;
}

/** An interval for a quantity, with the confidence level left to the context. */
export interface Interval {
  readonly lo: number;
  readonly hi: number;
}

/** k of n, the share k/n, and its two-sided Wilson interval. Never made from n = 0. */
export interface Rate extends Interval {
  readonly k: number;
  readonly n: number;
  readonly rate: number;
}
