import { InputError } from "../core/errors";
import { cautiousCorrelation, correlationBounds, pairedRates, squareAndAdd, type Estimate, type PairedCounts } from "./squareAndAdd";
import { wilson } from "./wilson";

/** A difference of two shares, first minus second, in [−1, 1], and what its interval assumes about pairing. */
export interface Difference extends Estimate {
  readonly pairing: "unpaired" | "paired" | "unknown";
}

interface Share {
  readonly k: number;
  readonly n: number;
}

/**
 * Difference of two independent proportions, first minus second, with Newcombe's hybrid score interval
 * (1998, Stat. Med. 17:873, method 10): Wilson bounds squared and added. Never leaves [−1, 1].
 * @throws InputError as `wilson`
 * @example differenceOfProportions({ k: 56, n: 70 }, { k: 48, n: 80 }) // 0.2, from 0.0524 to 0.3339
 */
export function differenceOfProportions(first: Share, second: Share, { level = 0.95 }: { level?: number } = {}): Difference {
  return { ...squareAndAdd(wilson(first.k, first.n, level), wilson(second.k, second.n, level), -1, 0), pairing: "unpaired" };
}

/**
 * Difference of two proportions measured on the same units, first minus second, with Newcombe's square-and-add interval for pairs
 * (1998, Stat. Med. 17:2635, method 10), in which a positive φ is shrunk by a continuity correction of n/2.
 * @param counts how many units showed both events, only the first, only the second, neither
 * @throws InputError if a cell is no count or all are 0
 * @example pairedDifference({ both: 59, onlyFirst: 6, onlySecond: 16, neither: 80 }) // −0.0621, from −0.1186 to −0.0046
 */
export function pairedDifference(counts: PairedCounts, { level = 0.95 }: { level?: number } = {}): Difference {
  const { first, second } = pairedRates(counts, level);
  return { ...squareAndAdd(first, second, -1, cautiousCorrelation(counts.both, first, second, -1)), pairing: "paired" };
}

/**
 * Difference of two proportions that were measured on the same n units, when only the two totals are known.
 * The interval is the widest that any pairing allows: φ is set to the least value that the totals permit.
 * @param first events of the first kind among n
 * @param second events of the second kind among the same n
 * @throws InputError as `wilson`
 * @example differenceFromMargins(323, 297, 1282) // Goedel on GSM8K, Proved: regex − LLM = 0.0203, from −0.0178 to 0.0583
 */
export function differenceFromMargins(first: number, second: number, n: number, { level = 0.95 }: { level?: number } = {}): Difference {
  if (first > n || second > n) throw new InputError(`differenceFromMargins requires counts of at most n = ${n}, got ${first} and ${second}`);
  const a = wilson(first, n, level);
  const b = wilson(second, n, level);
  return { ...squareAndAdd(a, b, -1, correlationBounds(a, b).lo), pairing: "unknown" };
}
