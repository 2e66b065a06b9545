import { InputError } from "../core/errors";
import { requireCount } from "./normal";

/**
 * The counts k of n that a rounded percentage may stand for: all k with 100k/n within half a unit of the last printed decimal.
 * A value that lies exactly between two prints counts for both, since papers round either way. Exact in whole numbers.
 * @param percent as printed, such as 21.4
 * @param n what it is a percentage of
 * @param decimals how many decimals were printed; 21.0 was printed with one
 * @returns all solutions in rising order; none means that no count of n gives this percentage
 * @throws InputError if n is no count from 1, percent has more decimals than said, or n goes beyond 10⁹ (fewer with 5 decimals and more), where 64-bit numbers are no longer exact
 * @example recoverCounts(21.4, 1282, 1) // [274]
 * @example recoverCounts(33.4, 10, 1) // []: no share of ten prints as 33.4 %
 */
export function recoverCounts(percent: number, n: number, decimals: number): number[] {
  requireCount("recoverCounts", "n", n);
  if (n === 0) throw new InputError("recoverCounts requires at least one trial, got n = 0");
  requireCount("recoverCounts", "decimals", decimals);
  const scale = 10 ** decimals;
  if (n > 1e9 || !Number.isSafeInteger(200 * scale * n)) throw new InputError(`recoverCounts is exact up to n = 1000000000 with 4 decimals, got n = ${n} with ${decimals}`);
  const printed = Math.round(percent * scale);
  if (!(Math.abs(percent * scale - printed) < 1e-6)) throw new InputError(`${percent} has more than ${decimals} decimal${decimals === 1 ? "" : "s"}`);
  // |100k/n − printed/scale| ≤ 1/(2·scale), multiplied out.
  const least = Math.max(0, Math.ceil((n * (2 * printed - 1)) / (200 * scale)));
  const greatest = Math.min(n, Math.floor((n * (2 * printed + 1)) / (200 * scale)));
  return Array.from({ length: Math.max(0, greatest - least + 1) }, (_, i) => least + i);
}

/** All tables of counts that rounded percentages may stand for. */
export interface RecoveredTables {
  /** Each solution has one count a percentage, in their order, and adds up to n. */
  readonly solutions: readonly (readonly number[])[];
  /** True when there were more solutions than `most`, and only the first `most` are listed. */
  readonly truncated: boolean;
}

/**
 * The tables of counts that a row of rounded percentages of the same n may stand for, when the classes are exhaustive: the counts add up to n.
 * @param percents as printed
 * @param most how many solutions to list at the most
 * @throws InputError as `recoverCounts`, or if `most` is no count
 * @example recoverTables([71.2, 21.4, 0.9, 0.5, 6.1], 1282, 1).solutions.length // tables behind Goedel on GSM8K, A, Figure 5
 */
export function recoverTables(percents: readonly number[], n: number, decimals: number, most = 10_000): RecoveredTables {
  requireCount("recoverTables", "most", most);
  const choices = percents.map((percent) => recoverCounts(percent, n, decimals));
  // What the classes from i on can still add up to: cuts off dead ends before they are walked.
  const leastFrom = choices.map((_, i) => total(choices.slice(i).map((list) => list[0] ?? Infinity)));
  const greatestFrom = choices.map((_, i) => total(choices.slice(i).map((list) => list.at(-1) ?? -Infinity)));
  const solutions: number[][] = [];
  let truncated = false;
  const walk = (chosen: number[], left: number): void => {
    if (truncated) return;
    if (left < (leastFrom[chosen.length] ?? 0) || left > (greatestFrom[chosen.length] ?? 0)) return;
    if (chosen.length === choices.length) {
      if (solutions.length === most) truncated = true;
      else solutions.push(chosen);
      return;
    }
    for (const count of choices[chosen.length]!) walk([...chosen, count], left - count);
  };
  walk([], n);
  return { solutions, truncated };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Counts behind a faithful rate FR = faithful/(faithful + reverted) and an identifiable share (faithful + reverted)/n. */
export interface RecoveredEdits {
  readonly faithful: number;
  readonly reverted: number;
  readonly unclear: number;
}

/**
 * The counts that a printed FR % and a printed identifiable % of n edits may stand for (B, section 4.3: "recovered when only one pair of whole numbers fits").
 * @returns all solutions; one means recovered, several mean that the prints do not fix the counts
 * @throws InputError as `recoverCounts`
 * @example recoverEdits({ frPercent: 50, identifiablePercent: 80, n: 10, decimals: 0 }) // [{ faithful: 4, reverted: 4, unclear: 2 }]
 */
export function recoverEdits({ frPercent, identifiablePercent, n, decimals }: { frPercent: number; identifiablePercent: number; n: number; decimals: number }): RecoveredEdits[] {
  return recoverCounts(identifiablePercent, n, decimals)
    .filter((identifiable) => identifiable > 0)
    .flatMap((identifiable) => recoverCounts(frPercent, identifiable, decimals).map((faithful) => ({ faithful, reverted: identifiable - faithful, unclear: n - identifiable })));
}
