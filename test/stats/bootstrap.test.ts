import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { InputError } from "../../src/core/errors";
import { bootstrap, bootstrapMean } from "../../src/stats/bootstrap";
import { styleRange, styleRangeBootstrap } from "../../src/stats/styles";
import { frozen } from "../support/frozen";

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const sixty = frozen([...new Array<number>(42).fill(1), ...new Array<number>(18).fill(0)]);

describe("bootstrap", () => {
  test("finds the exact percentiles where they are known", () => {
    // The number of ones in a resample of 42 ones and 18 zeros is binomial(60, 0.7). R: qbinom(c(.025, .975), 60, .7) is 35 49; scipy.stats.binom.ppf says the same.
    const { estimate, lo, hi } = bootstrap(sixty, mean, { resamples: 20_000, seed: "binomial" });
    expect([estimate, lo, hi].map((share) => Math.round(share * 60 * 1e6) / 1e6)).toEqual([42, 35, 49]);
  });

  test("cuts where R's type 7 and numpy cut", () => {
    // 101 resamples with the values 0 … 100: quantile p is 100 p. A level of 0.9 leaves 5 and 95, one of 0.95 lies halfway, at 2.5 and 97.5.
    for (const [level, lo, hi] of [[0.9, 5, 95], [0.95, 2.5, 97.5]] as const) {
      let call = -1;
      const counting = () => Math.max(0, (call++ * 37) % 101);
      const interval = bootstrap([1], counting, { resamples: 101, level, seed: 1 });
      expect(interval.lo).toBeCloseTo(lo, 10);
      expect(interval.hi).toBeCloseTo(hi, 10);
    }
  });

  test("gives the same interval for the same seed", () => {
    const run = (seed: number | string) => bootstrap(sixty, mean, { resamples: 200, seed });
    expect(run(5)).toEqual(run("5"));
    expect(["a", "b", "c", "d"].map((seed) => run(seed).lo + 2 * run(seed).hi).filter((x, i, all) => all.indexOf(x) === i).length).toBeGreaterThan(1);
  });

  test("resamples places, not identities: equal copies of a unit change nothing", () => {
    const one = { right: 1 };
    const score = (sample: readonly { right: number }[]) => mean(sample.map(({ right }) => right));
    const shared = frozen([one, one, one, { right: 0 }, { right: 0.5 }]);
    const copies = frozen(shared.map((unit) => ({ ...unit })));
    expect(bootstrap(shared, score, { seed: 9 })).toEqual(bootstrap(copies, score, { seed: 9 }));
  });

  test("draws as many units as there are, out of those that there are, and leaves them as they are", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 30 }), fc.integer(), (units, seed) => {
        const before = [...units];
        const sizes = new Set<number>();
        const { lo, hi, estimate } = bootstrap(frozen(units), (sample) => (sizes.add(sample.length), expect(sample.every((unit) => before.includes(unit))).toBe(true), Math.max(...sample)), { resamples: 100, seed });
        expect(units).toEqual(before);
        expect([...sizes]).toEqual([before.length]);
        expect(estimate).toBe(Math.max(...before));
        expect(Math.min(...before) <= lo && lo <= hi && hi <= estimate).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("one unit, or equal units, give an interval without width", () => {
    expect(bootstrap([0.25], mean, { resamples: 100, seed: 1 })).toEqual({ estimate: 0.25, lo: 0.25, hi: 0.25, undefinedResamples: 0 });
  });

  test("a higher level is never narrower", () => {
    const width = (level: number) => ((interval) => interval.hi - interval.lo)(bootstrap(sixty, mean, { level, seed: 4 }));
    expect(width(0.5)).toBeLessThan(width(0.9));
    expect(width(0.9)).toBeLessThanOrEqual(width(0.95));
    expect(width(0.95)).toBeLessThanOrEqual(width(0.999999));
  });

  test("leaves out resamples where the statistic is no finite number, and counts them", () => {
    // Ones over zeros is undefined without a zero: (42/60)^60 is next to never, but with 3 ones and 1 zero it is (3/4)⁴ = 0.316.
    const odds = (sample: readonly number[]) => sample.filter((x) => x === 1).length / sample.filter((x) => x === 0).length;
    const { hi, undefinedResamples } = bootstrap([1, 1, 1, 0], odds, { resamples: 5_000, seed: 2 });
    expect(hi).toBe(3);
    expect(undefinedResamples / 5_000).toBeCloseTo(0.316, 1);
  });

  test.each<[string, () => unknown, string]>([
    ["no units", () => bootstrap([], mean, { seed: 1 }), "bootstrap requires at least one unit"],
    ["too few resamples", () => bootstrap([1], mean, { seed: 1, resamples: 99 }), "bootstrap requires at least 100 resamples, got 99"],
    ["resamples that are no count", () => bootstrap([1], mean, { seed: 1, resamples: NaN }), "bootstrap requires at least 100 resamples, got NaN"],
    ["a level of 1", () => bootstrap([1], mean, { seed: 1, level: 1 }), "a confidence level lies between 0 and 1, got 1"],
    ["a level of 95", () => bootstrap([1], mean, { seed: 1, level: 95 }), "a confidence level lies between 0 and 1, got 95"],
    ["a statistic without a value", () => bootstrap([1], () => NaN, { seed: 1 }), "the statistic is undefined on the units themselves"],
    ["an infinite statistic", () => bootstrap([0], ([x]) => 1 / x!, { seed: 1 }), "the statistic is undefined on the units themselves"],
    ["a seed that is not whole", () => bootstrap([1], mean, { seed: 0.5 }), "a seed is a whole number or a text, got 0.5"],
  ])("refuses %s", (_, call, message) => {
    expect(call).toThrow(new InputError(message));
  });

  test("refuses a statistic that is undefined in most resamples", () => {
    let calls = 0;
    expect(() => bootstrap([1], () => (calls++ === 0 ? 1 : NaN), { resamples: 100, seed: 1 })).toThrow("the statistic is undefined in 100 of 100 resamples; there are too few units for a bootstrap");
  });
});

describe("the faster forms", () => {
  test("bootstrapMean is bootstrap of a mean, to the last bit", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -10, max: 10 }), { minLength: 1, maxLength: 40 }), fc.integer(), (values, seed) => {
        expect(bootstrapMean(frozen(values), { resamples: 100, seed })).toEqual(bootstrap(values, mean, { resamples: 100, seed }));
      }),
      { numRuns: 50 },
    );
  });

  test("styleRangeBootstrap is bootstrap of styleRange, to the last bit, for any number of styles and problems", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }).chain((styles) => fc.array(fc.array(fc.boolean(), { minLength: styles, maxLength: styles }), { minLength: 1, maxLength: 40 })), fc.integer(), (correct, seed) => {
        expect(styleRangeBootstrap(frozen(correct), { resamples: 100, seed })).toEqual(bootstrap(correct, styleRange, { resamples: 100, seed }));
      }),
      { numRuns: 50 },
    );
  });
});
