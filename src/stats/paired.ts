/** Tests on yes/no outcomes of the same units: two conditions, several conditions, several tests at once. */
import { chisquare } from "jstat";
import { InputError } from "../core/errors";
import { requireCount } from "./normal";

/** A test of two conditions on the same units. */
export interface McNemar {
  /** Units with the event under the first condition only, and under the second only; all others say nothing about a difference. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** Two-sided exact p: of onlyFirst + onlySecond fair coins, the chance of a split at least as uneven. */
  readonly p: number;
}

/**
 * McNemar's test, exact and two-sided. McNemar 1947; conditional on the discordant units it is the sign test, so it needs no large sample.
 * @returns p = 1 if there is no discordant unit: nothing speaks for a difference
 * @throws InputError if a count is none
 * @example mcnemarExact({ onlyFirst: 1, onlySecond: 9 }).p // 0.0215: 2 · (1 + 10) / 1024
 */
export function mcnemarExact({ onlyFirst, onlySecond }: { readonly onlyFirst: number; readonly onlySecond: number }): McNemar {
  requireCount("mcnemarExact", "onlyFirst", onlyFirst);
  requireCount("mcnemarExact", "onlySecond", onlySecond);
  const n = onlyFirst + onlySecond;
  const least = Math.min(onlyFirst, onlySecond);
  // Terms of the binomial from k = 0 up, as logarithms: 2^−n is no 64-bit number for n > 1074.
  let term = -n * Math.LN2;
  let tail = 0;
  for (let k = 0; k <= least; k++) {
    tail += Math.exp(term);
    term += Math.log((n - k) / (k + 1));
  }
  return { onlyFirst, onlySecond, p: Math.min(1, 2 * tail) };
}

/** A test of several conditions on the same units. */
export interface CochranQ {
  readonly q: number;
  /** Conditions less one. */
  readonly df: number;
  /** From the χ² distribution; to be trusted from about 24 answers among the units that differ on (units × conditions). */
  readonly p: number;
  /** Units that are not alike under all conditions: only they bear on the test. */
  readonly informative: number;
}

/**
 * Cochran's Q: whether k conditions have the same share of the event on the same units. Cochran 1950, Biometrika 37:256.
 * @param grid units × conditions, every row of the same length ≥ 2
 * @returns q = 0 and p = 1 if every unit is alike under all conditions
 * @throws InputError for no units or rows of unequal length
 * @example cochranQ([[true, true, false], [true, false, false], [true, true, false]]).q // 4.67 with 2 degrees of freedom
 */
export function cochranQ(grid: readonly (readonly boolean[])[]): CochranQ {
  const k = grid[0]?.length ?? 0;
  if (k < 2 || grid.some((row) => row.length !== k)) throw new InputError(`cochranQ requires units with the same two or more conditions, got rows of ${[...new Set(grid.map((row) => row.length))].join(", ") || "nothing"}`);
  const columns = new Array<number>(k).fill(0);
  let total = 0;
  let spread = 0;
  let informative = 0;
  for (const row of grid) {
    const hits = row.filter(Boolean).length;
    row.forEach((hit, j) => (columns[j]! += Number(hit)));
    total += hits;
    spread += hits * (k - hits);
    if (hits > 0 && hits < k) informative += 1;
  }
  if (spread === 0) return { q: 0, df: k - 1, p: 1, informative };
  const q = ((k - 1) * (k * columns.reduce((sum, column) => sum + column * column, 0) - total * total)) / spread;
  return { q, df: k - 1, p: Math.max(0, 1 - chisquare.cdf(q, k - 1)), informative };
}

/**
 * Holm's correction for several tests: adjusted p-values that may each be compared with the level, whatever the tests have to do with each
 * other. Holm 1979, Scand. J. Stat. 6:65.
 * @returns in the order given; none is below its p or above 1
 * @throws InputError if a p is not in [0, 1]
 * @example holm([0.01, 0.04, 0.03]) // [0.03, 0.06, 0.06]
 */
export function holm(ps: readonly number[]): number[] {
  const odd = ps.find((p) => !(p >= 0 && p <= 1));
  if (odd !== undefined) throw new InputError(`a p-value lies in 0 … 1, got ${odd}`);
  const order = ps.map((_, i) => i).sort((a, b) => ps[a]! - ps[b]! || a - b);
  const adjusted = new Array<number>(ps.length);
  let greatest = 0;
  order.forEach((i, rank) => {
    greatest = Math.max(greatest, Math.min(1, (ps.length - rank) * ps[i]!));
    adjusted[i] = greatest;
  });
  return adjusted;
}
