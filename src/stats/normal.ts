import { normal } from "jstat";
import { InputError } from "../core/errors";

/**
 * The two-sided normal quantile z for a confidence level: P(−z < Z < z) = level.
 * From jstat, which agrees with Python's statistics.NormalDist to 1e-9 relative at every level up to 1 − 2e-9; simple-statistics' probit gives 1.9572 at 95 %.
 * @param level in (0, 1)
 * @throws InputError if level is not between 0 and 1
 * @example zOf(0.95) // 1.959964
 */
export function zOf(level: number): number {
  const upper = (1 + level) / 2;
  // As 64-bit numbers, a level of 1e-17 is no different from 0 here, and one of 1 − 1e-16 from 1.
  if (!(upper > 0.5 && upper < 1)) throw new InputError(`a confidence level lies between 0 and 1, got ${level}`);
  return normal.inv(upper, 0, 1);
}

/** Throws unless value is a whole number from 0 up: "`who` counts in whole numbers, got 2.5 for `what`". */
export function requireCount(who: string, what: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new InputError(`${who} counts in whole numbers from 0, got ${value} for ${what}`);
}
