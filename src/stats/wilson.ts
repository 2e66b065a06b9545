import { InputError } from "../core/errors";
import type { Rate } from "../core/types";
import { requireCount, zOf } from "./normal";

/**
 * Wilson score interval for k successes in n trials.
 *
 * The two bounds are the shares p at which (p̂ − p)² = z² p (1 − p) / n. They are written here without subtracting nearly equal
 * numbers, so that k = 1 of 10⁹ keeps all its digits, and 0 of n and n of n end at exactly 0 and 1.
 * Wilson 1927, J. Am. Stat. Assoc. 22:209; both papers use it at 95 %.
 *
 * @param k successes, a whole number 0 … n
 * @param n trials, a whole number from 1
 * @param level confidence level in (0, 1)
 * @returns k, n, the share k/n, and bounds lo ≤ rate ≤ hi in [0, 1]
 * @throws InputError if n = 0 (nothing comes from nothing), if k > n, or if either is not a whole number
 * @example wilson(0, 10) // { k: 0, n: 10, rate: 0, lo: 0, hi: 0.2775 }
 */
export function wilson(k: number, n: number, level = 0.95): Rate {
  requireCount("wilson", "k", k);
  requireCount("wilson", "n", n);
  if (n === 0) throw new InputError("wilson requires at least one trial, got n = 0");
  if (k > n) throw new InputError(`wilson requires k ≤ n, got k = ${k} of n = ${n}`);
  const z = zOf(level);
  const rate = k / n;
  const spread = z * Math.sqrt(rate * (n - k) + (z * z) / 4);
  const lo = (rate * k) / (k + (z * z) / 2 + spread);
  const hi = k === n ? 1 : (k + (z * z) / 2 + spread) / (n + z * z);
  return { k, n, rate, lo: Math.min(lo, rate), hi: Math.max(hi, rate) };
}
