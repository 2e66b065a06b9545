import { InputError } from "../core/errors";
import { OUTCOMES, type OutcomeCounts, type OutcomePair, type Rate } from "../core/types";
import { contingencyOfTable, pairTable, sidesOf, type PairTable } from "./contingency";
import { requireCount } from "./normal";
import { cautiousCorrelation, correlationBounds, squareAndAdd } from "./squareAndAdd";
import { wilson } from "./wilson";

/** The four rates of FaithformBench over n pairs. */
export interface FaithfulnessRates {
  /** Number of pairs; inconclusive ones stay in it. */
  readonly n: number;
  /** Error induction: valid steps whose formalisation was refuted, over n. */
  readonly fnr: Rate;
  /** Silent correction: perturbed steps whose formalisation was proved, over n. */
  readonly fpr: Rate;
  /** Formalisation failures on either side, over 2n. */
  readonly affr: Rate;
  /** Unfaithfulness lower bound ½FNR + ½FPR + AFFR: failure events over 2n examples. */
  readonly uflb: Rate;
  /** Where the intervals of affr and uflb come from: the pairs themselves, or the worst case that the totals allow. */
  readonly pairing: "paired" | "unknown";
}

/** How often an event on the original side and one on the perturbed side fall on the same pair. */
interface Overlap {
  readonly failure: number;
  readonly afFail: number;
}

/**
 * FNR, FPR, AFFR and UFLB from outcome counts (A, section 3), with intervals.
 *
 * FNR and FPR are proportions of n and get Wilson intervals. AFFR and UFLB are means of two events on the same pair, one on each side, so
 * their intervals depend on how often the two coincide. Totals do not say; the interval here is the widest that any coincidence allows
 * (both sides fail together as often as the totals permit). `faithfulnessRatesOfPairs` uses the pairs and is never wider.
 * @param counts outcomes of the original and of the perturbed statements, of equal n
 * @throws InputError if a count is no whole number, the two totals differ, or both are 0
 * @example
 * // Goedel on GSM8K, A, Table 3
 * faithfulnessRates({
 *   original: { af_fail: 18, refuted: 17, inconclusive: 34, proved: 1213 },
 *   perturbed: { af_fail: 22, refuted: 948, inconclusive: 15, proved: 297 },
 * }).uflb.rate // 0.1381
 */
export function faithfulnessRates(
  { original, perturbed }: { original: OutcomeCounts; perturbed: OutcomeCounts },
  { level = 0.95 }: { level?: number } = {},
): FaithfulnessRates {
  return ratesOf(original, perturbed, level, undefined);
}

/**
 * The four rates from the pairs themselves: as `faithfulnessRates`, but the intervals of AFFR and UFLB use how often both sides of a pair failed.
 * @throws InputError for no pairs or an unknown outcome
 * @example faithfulnessRatesOfPairs([{ original: "proved", perturbed: "proved" }]).fpr.rate // 1
 */
export function faithfulnessRatesOfPairs(pairs: readonly OutcomePair[], options?: { level?: number }): FaithfulnessRates {
  return faithfulnessRatesOfTable(pairTable(pairs), options);
}

/**
 * The same from the table of the pairs, which says as much.
 * @throws InputError for a table without a pair, or with a count that is no whole number
 */
export function faithfulnessRatesOfTable(table: PairTable, { level = 0.95 }: { level?: number } = {}): FaithfulnessRates {
  contingencyOfTable(table); // refuses an empty table
  const { original, perturbed } = sidesOf(table);
  const { af_fail, refuted } = table;
  return ratesOf(original, perturbed, level, { failure: af_fail.af_fail + af_fail.proved + refuted.af_fail + refuted.proved, afFail: af_fail.af_fail });
}

function ratesOf(original: OutcomeCounts, perturbed: OutcomeCounts, level: number, overlap: Overlap | undefined): FaithfulnessRates {
  const n = total("original", original);
  const other = total("perturbed", perturbed);
  if (n !== other) throw new InputError(`original and perturbed outcomes come in pairs, so their totals are equal; got ${n} and ${other}`);
  if (n === 0) throw new InputError("faithfulnessRates requires at least one pair");
  const half = (originalEvents: number, perturbedEvents: number, both: number | undefined) =>
    meanOfTwo(wilson(originalEvents, n, level), wilson(perturbedEvents, n, level), both);
  return {
    n,
    fnr: wilson(original.refuted, n, level),
    fpr: wilson(perturbed.proved, n, level),
    affr: half(original.af_fail, perturbed.af_fail, overlap?.afFail),
    uflb: half(original.af_fail + original.refuted, perturbed.af_fail + perturbed.proved, overlap?.failure),
    pairing: overlap ? "paired" : "unknown",
  };
}

/** The mean of two shares of the same n, as a rate over 2n. With `both` unknown, φ is as large as the totals allow, which makes the interval as wide as it can be. */
function meanOfTwo(first: Rate, second: Rate, both: number | undefined): Rate {
  const phi = both === undefined ? correlationBounds(first, second).hi : cautiousCorrelation(both, first, second, 1);
  const sum = squareAndAdd(first, second, 1, phi);
  const k = first.k + second.k;
  const n = 2 * first.n;
  return { k, n, rate: k / n, lo: sum.lo / 2, hi: sum.hi / 2 };
}

function total(side: string, counts: OutcomeCounts): number {
  for (const outcome of OUTCOMES) requireCount("faithfulnessRates", `${side}.${outcome}`, counts[outcome]);
  return OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
}
