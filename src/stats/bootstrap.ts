import { quantileSorted } from "simple-statistics";
import { InputError } from "../core/errors";
import { seededPlaces, type Places } from "../core/places";
import type { Interval } from "../core/types";
import { zOf } from "./normal";

/** A statistic of all units, its percentile interval, and how many resamples had no value (the statistic was no finite number there). */
export interface BootstrapInterval extends Interval {
  readonly estimate: number;
  readonly undefinedResamples: number;
}

export interface BootstrapOptions {
  /** How many resamples, from 100. 2,000 fix a 95 % interval to about 2 % of its width. */
  readonly resamples?: number;
  /** Confidence level in (0, 1). */
  readonly level?: number;
  /** The same seed gives the same interval. */
  readonly seed: number | string;
}

/**
 * Percentile bootstrap: resample the units with replacement, compute the statistic of each resample, take the middle `level` of the values.
 *
 * The unit is whatever was drawn independently. For both papers that is the problem, not the step or the output: steps of one chain succeed and fail together.
 * Quantiles are R's type 7 (numpy's default), from simple-statistics. Efron 1979.
 * @param units at least one
 * @param statistic of a list of units; NaN or ±Infinity says that it is undefined there, and such resamples are left out and counted
 * @throws InputError for no units, fewer than 100 resamples, a statistic undefined on the units themselves or on more than half of the resamples
 * @example bootstrap([0, 1, 1, 0, 1, 1, 1, 0], mean, { resamples: 2000, seed: 7 }) // { estimate: 0.625, lo: 0.25, hi: 1, … }
 */
export function bootstrap<Unit>(
  units: readonly Unit[],
  statistic: (sample: readonly Unit[]) => number,
  options: BootstrapOptions,
): BootstrapInterval {
  return bootstrapPlaces(units.length, (places) => statistic(places === undefined ? units : Array.from(places, (place) => units[place]!)), options);
}

/**
 * The same for a mean of numbers: the same draws, without a list for every resample.
 * @throws InputError as `bootstrap`
 * @example bootstrapMean([0, 1, 1, 0, 1, 1, 1, 0], { resamples: 2000, seed: 7 }) // { estimate: 0.625, lo: 0.25, hi: 1, … }
 */
export function bootstrapMean(values: readonly number[], options: BootstrapOptions): BootstrapInterval {
  const numbers = Float64Array.from(values);
  const n = numbers.length;
  return intervalOf(n, numbers.reduce((sum, value) => sum + value, 0) / n, (draw) => draw.sum(numbers) / n, options);
}

/**
 * The bootstrap itself, on places of units rather than units. 7 million draws take a tenth of a second.
 * @param n how many units there are
 * @param statistic of the units at these places, from 0, each drawn anew and valid during the call only; of all units, each once, for undefined
 * @throws InputError as `bootstrap`
 */
export function bootstrapPlaces(n: number, statistic: (places: Int32Array | undefined) => number, options: BootstrapOptions): BootstrapInterval {
  const places = new Int32Array(n);
  return intervalOf(n, n === 0 ? NaN : statistic(undefined), (draw) => (draw.fill(places, n), statistic(places)), options);
}

/** The interval of a statistic whose value for a resample is told by a function that draws it. */
function intervalOf(n: number, estimate: number, resample: (draw: Places) => number, { resamples = 2_000, level = 0.95, seed }: BootstrapOptions): BootstrapInterval {
  if (n === 0) throw new InputError("bootstrap requires at least one unit");
  if (!Number.isSafeInteger(resamples) || resamples < 100) throw new InputError(`bootstrap requires at least 100 resamples, got ${resamples}`);
  zOf(level);
  if (!Number.isFinite(estimate)) throw new InputError("the statistic is undefined on the units themselves");
  const draw = seededPlaces(seed);
  const values: number[] = [];
  for (let i = 0; i < resamples; i++) {
    const value = resample(draw);
    if (Number.isFinite(value)) values.push(value);
  }
  if (values.length * 2 < resamples) throw new InputError(`the statistic is undefined in ${resamples - values.length} of ${resamples} resamples; there are too few units for a bootstrap`);
  const sorted = Float64Array.from(values).sort() as unknown as number[]; // simple-statistics reads it only
  return {
    estimate,
    lo: quantileSorted(sorted, (1 - level) / 2),
    hi: quantileSorted(sorted, (1 + level) / 2),
    undefinedResamples: resamples - values.length,
  };
}
