import { InputError } from "../core/errors";
import { requireCount } from "./normal";

/** Fleiss' κ of a panel of raters. */
export interface FleissKappa {
  readonly kappa: number;
  /** Mean share of agreeing pairs of raters per item. */
  readonly agreement: number;
  /** Share of agreeing pairs expected from the categories' overall frequencies. */
  readonly chance: number;
  readonly items: number;
  readonly raters: number;
  /** Large-sample standard error if κ were 0 (Fleiss, Nee & Landis 1979), for the test z = kappa / seNull. */
  readonly seNull: number;
}

/**
 * Fleiss' κ: agreement of a panel of the same number of raters on every item, beyond chance. Fleiss 1971, Psychol. Bull. 76:378.
 * @param counts items × categories: how many raters put the item into the category; every row adds up to the number of raters, at least 2
 * @throws InputError if rows have unequal totals, an entry is no count, or every rating is of one category
 * @example fleissKappa([[3, 0], [0, 3], [2, 1]]).kappa // 0.55
 */
export function fleissKappa(counts: readonly (readonly number[])[]): FleissKappa {
  if (counts.length === 0) throw new InputError("fleissKappa requires at least one item");
  for (const [i, row] of counts.entries()) for (const [j, count] of row.entries()) requireCount("fleissKappa", `item ${i + 1}, category ${j + 1}`, count);
  const raters = total(counts[0]!);
  const odd = counts.findIndex((row) => row.length !== counts[0]!.length || total(row) !== raters);
  if (odd >= 0) throw new InputError(`fleissKappa requires the same raters and categories for every item; item ${odd + 1} has ${JSON.stringify(counts[odd])}, the first has ${raters} raters`);
  if (raters < 2) throw new InputError(`fleissKappa requires at least two raters, got ${raters}`);

  const items = counts.length;
  const share = counts[0]!.map((_, j) => total(counts.map((row) => row[j]!)) / (items * raters));
  const agreement = total(counts.map((row) => total(row.map((count) => count * (count - 1))))) / (items * raters * (raters - 1));
  const chance = total(share.map((p) => p * p));
  if (1 - chance < 1e-12) throw new InputError("κ is undefined: every rating is of one category, so chance agreement is 1; report the agreement instead");
  const spread = total(share.map((p) => p * (1 - p)));
  const skew = total(share.map((p) => p * (1 - p) * (1 - 2 * p)));
  const seNull = Math.sqrt((2 * (spread ** 2 - skew)) / (items * raters * (raters - 1))) / spread;
  return { kappa: (agreement - chance) / (1 - chance), agreement, chance, items, raters, seNull };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
