import { InputError } from "../core/errors";
import type { Interval, OutcomeCounts } from "../core/types";
import type { PairClass } from "./contingency";
import { requireCount } from "./normal";

/**
 * Fréchet bounds: what the margins of a joint table allow each of its cells to be, max(0, r + c − n) … min(r, c). Fréchet 1951.
 * @param rows counts of the row categories
 * @param columns counts of the column categories, of the same total
 * @returns for each cell the least and the greatest possible count
 * @throws InputError if an entry is no count or the totals differ
 * @example frechetBounds([90, 10], [80, 20])[0][0] // { lo: 70, hi: 80 }
 */
export function frechetBounds(rows: readonly number[], columns: readonly number[]): Interval[][] {
  for (const [i, count] of rows.entries()) requireCount("frechetBounds", `row ${i + 1}`, count);
  for (const [j, count] of columns.entries()) requireCount("frechetBounds", `column ${j + 1}`, count);
  const n = rows.reduce((sum, count) => sum + count, 0);
  const other = columns.reduce((sum, count) => sum + count, 0);
  if (n !== other) throw new InputError(`the margins of one table have one total; rows add up to ${n}, columns to ${other}`);
  return rows.map((row) => columns.map((column) => ({ lo: Math.max(0, row + column - n), hi: Math.min(row, column) })));
}

/**
 * What the outcome counts of both sides allow each pair class to be (A, Figure 5 from Table 3). The four decided classes are cells of the
 * joint table; the inconclusive class is the rest, so its bounds come from the least and the greatest number of pairs decided on both sides.
 * @throws InputError if the two totals differ
 * @example // Goedel on GSM8K: between 228 and 297 of 1,282 pairs are sycophantic, whatever the pairing
 */
export function contingencyBounds(original: OutcomeCounts, perturbed: OutcomeCounts): Record<PairClass, Interval> {
  const bounds = frechetBounds(sides(original), sides(perturbed));
  const cell = (row: 0 | 1, column: 0 | 1) => bounds[row]![column]!;
  const [, , undecidedOriginal] = sides(original);
  const [, , undecidedPerturbed] = sides(perturbed);
  const n = sides(original).reduce((sum, count) => sum + count, 0);
  return {
    faithfulness: cell(0, 1),
    sycophancy: cell(0, 0),
    abstention: cell(1, 1),
    inversion: cell(1, 0),
    inconclusive: { lo: Math.max(undecidedOriginal, undecidedPerturbed), hi: Math.min(n, undecidedOriginal + undecidedPerturbed) },
  };
}

/** Proved, refuted, undecided (inconclusive or no statement). */
function sides(counts: OutcomeCounts): [number, number, number] {
  return [counts.proved, counts.refuted, counts.inconclusive + counts.af_fail];
}
