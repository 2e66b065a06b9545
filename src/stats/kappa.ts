import { InputError } from "../core/errors";
import type { Interval } from "../core/types";
import { bootstrapPlaces } from "./bootstrap";
import { requireCount, zOf } from "./normal";

/** Cohen's κ and what it is made of. */
export interface Kappa extends Interval {
  /** (agreement − chance) / (1 − chance): 1 is full agreement, 0 what chance gives, below 0 less than chance. */
  readonly kappa: number;
  /** Observed share of agreement (weighted, if weights were given). */
  readonly agreement: number;
  /** Share of agreement expected from the two raters' margins alone. */
  readonly chance: number;
  readonly n: number;
  /** Large-sample standard error of κ, for intervals. */
  readonly se: number;
  /** Large-sample standard error if κ were 0, for the test z = kappa / seNull. */
  readonly seNull: number;
}

/** Credit for near misses: none (Cohen 1960), linear 1 − d/(m−1), quadratic 1 − d²/(m−1)², or an m × m matrix of credits with 1 on its diagonal. */
export type KappaWeights = "none" | "linear" | "quadratic" | readonly (readonly number[])[];

export interface KappaOptions {
  readonly weights?: KappaWeights;
  /** Confidence level of lo and hi, in (0, 1). */
  readonly level?: number;
}

/**
 * Cohen's κ of two raters, with the large-sample standard error of Fleiss, Cohen & Everitt (1969, Psychol. Bull. 72:323) and a normal interval.
 *
 * The interval is kappa ± z·se and is not cut at ±1, as SAS, statsmodels and statpsych print it; for few items prefer `kappaBootstrap`.
 * @param table square matrix of counts: rows are rater A's categories, columns rater B's, in the same order
 * @throws InputError if the table is not square, holds something other than counts, is empty, or leaves κ undefined: both raters used one and the same category throughout (or every answer earns full credit), so chance = 1
 * @example cohenKappa([[20, 5], [10, 15]]) // kappa 0.4, agreement 0.7, chance 0.5, se 0.127
 */
export function cohenKappa(table: readonly (readonly number[])[], { weights = "none", level = 0.95 }: KappaOptions = {}): Kappa {
  const n = checkTable(table);
  const z = zOf(level);
  const credit = creditMatrix(weights, table.length);
  const rowTotal = table.map((row) => sum(row));
  const columnTotal = table.map((_, j) => sum(table.map((row) => row[j]!)));

  const { agreed, expected } = agreementOf(table, credit, rowTotal, columnTotal);
  if (!isDefined(n, expected)) throw new InputError("κ is undefined: chance agreement is 1, since both raters put every item into one category or every answer earns full credit; report the agreement instead");
  const kappa = (n * agreed - expected) / (n * n - expected);
  const agreement = agreed / n;
  const chance = expected / (n * n);
  const share = table.map((row) => row.map((count) => count / n));
  const rowShare = rowTotal.map((total) => total / n);
  const columnShare = columnTotal.map((total) => total / n);

  // Mean credit that a category earns from the other rater's margin.
  const rowCredit = credit.map((row) => sum(row.map((c, j) => c * columnShare[j]!)));
  const columnCredit = credit.map((_, j) => sum(credit.map((row, i) => row[j]! * rowShare[i]!)));
  // Both variances are printed as a mean of squares less a squared mean. Summing squared deviations is the same, and survives chance near 1.
  const missed = (n - agreed) / n;
  const missedByChance = (n * n - expected) / (n * n);
  const influence = share.map((row, i) => row.map((_, j) => credit[i]![j]! * missedByChance - (rowCredit[i]! + columnCredit[j]!) * missed));
  const meanInfluence = sumOver(share, (p, i, j) => p * influence[i]![j]!);
  const spread = sumOver(share, (p, i, j) => p * (influence[i]![j]! - meanInfluence) ** 2);
  const spreadNull = sumOver(share, (_, i, j) => rowShare[i]! * columnShare[j]! * (credit[i]![j]! - rowCredit[i]! - columnCredit[j]! + chance) ** 2);
  const se = Math.sqrt(spread / n) / missedByChance ** 2;
  const seNull = Math.sqrt(spreadNull / n) / missedByChance;
  return { kappa, agreement, chance, n, se, seNull, lo: kappa - z * se, hi: kappa + z * se };
}

/** Credit earned, and n times what chance would earn: whole numbers as long as credits are, so that 0.4 comes out as 0.4 and "undefined" is an exact question. */
function agreementOf(table: Table, credit: Table, rowTotal: ArrayLike<number>, columnTotal: ArrayLike<number>): { agreed: number; expected: number } {
  let [agreed, expected] = [0, 0];
  for (let i = 0; i < table.length; i++) {
    for (let j = 0; j < table.length; j++) {
      agreed += credit[i]![j]! * table[i]![j]!;
      expected += credit[i]![j]! * rowTotal[i]! * columnTotal[j]!;
    }
  }
  return { agreed, expected };
}

function isDefined(n: number, expected: number): boolean {
  return n * n - expected > 1e-12 * n * n;
}

type Table = readonly ArrayLike<number>[];

/** 2,000 resamples of a million items take about a minute. */
const MOST_ITEMS = 1_000_000;

/** A bootstrap interval of κ, and how many resamples had to be left out because κ is undefined in them. */
export interface KappaBootstrap extends Interval {
  readonly estimate: number;
  readonly undefinedResamples: number;
}

/**
 * Percentile bootstrap interval of Cohen's κ, resampling the rated items. Makes no large-sample assumption and stays within [−1, 1].
 * @param table as for `cohenKappa`
 * @param options seed is required: the same seed gives the same interval
 * @throws InputError as `cohenKappa` and `bootstrap`, and for more than a million items
 * @example kappaBootstrap([[20, 5], [10, 15]], { seed: 1 }) // about 0.14 … 0.64
 */
export function kappaBootstrap(
  table: readonly (readonly number[])[],
  { weights = "none", resamples = 2_000, level = 0.95, seed }: { weights?: KappaWeights; resamples?: number; level?: number; seed: number | string },
): KappaBootstrap {
  const n = cohenKappa(table, { weights, level }).n;
  if (n > MOST_ITEMS) throw new InputError(`kappaBootstrap draws item by item, for at most ${MOST_ITEMS} items, got ${n}; the interval of cohenKappa serves so many as well`);
  const size = table.length;
  const credit = creditMatrix(weights, size);
  const cells = Int32Array.from(table.flatMap((row, i) => row.flatMap((count, j) => new Array<number>(count).fill(i * size + j))));
  const tally = new Int32Array(size * size);
  return bootstrapPlaces(n, (places) => {
    tally.fill(0);
    for (let item = 0; item < n; item++) tally[cells[places ? places[item]! : item]!]! += 1;
    const counts = table.map((_, i) => tally.subarray(i * size, (i + 1) * size));
    const rowTotal = counts.map((row) => row.reduce((total, count) => total + count, 0));
    const columnTotal = counts.map((_, j) => counts.reduce((total, row) => total + row[j]!, 0));
    const { agreed, expected } = agreementOf(counts, credit, rowTotal, columnTotal);
    return isDefined(n, expected) ? (n * agreed - expected) / (n * n - expected) : NaN; // chance = 1 in this resample
  }, { resamples, level, seed });
}

function checkTable(table: readonly (readonly number[])[]): number {
  if (table.length < 2 || table.some((row) => row.length !== table.length)) {
    throw new InputError(`cohenKappa requires a square table of at least 2 × 2, got rows of ${table.map((row) => row.length).join(", ") || "nothing"}`);
  }
  // entries(), unlike forEach, also visits the holes of new Array(3).
  for (const [i, row] of table.entries()) for (const [j, count] of row.entries()) requireCount("cohenKappa", `row ${i + 1}, column ${j + 1}`, count);
  const n = sum(table.flat());
  if (n === 0) throw new InputError("cohenKappa requires at least one rated item");
  return n;
}

function creditMatrix(weights: KappaWeights, size: number): readonly (readonly number[])[] {
  if (typeof weights !== "string") {
    const fits = weights.length === size && weights.every((row, i) => row.length === size && row[i] === 1 && row.every((c) => c >= 0 && c <= 1));
    if (!fits) throw new InputError(`κ weights are a ${size} × ${size} matrix of credits in [0, 1] with 1 on the diagonal`);
    return weights;
  }
  const credit = { none: (d: number) => (d === 0 ? 1 : 0), linear: (d: number) => 1 - d, quadratic: (d: number) => 1 - d * d }[weights];
  if (!credit) throw new InputError(`κ weights are none, linear, quadratic or a matrix of credits, got ${JSON.stringify(weights)}`);
  return Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => credit(Math.abs(i - j) / (size - 1))));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sumOver(matrix: readonly (readonly number[])[], term: (value: number, i: number, j: number) => number): number {
  return sum(matrix.flatMap((row, i) => row.map((value, j) => term(value, i, j))));
}
