import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { InputError } from "../../src/core/errors";
import { zOf } from "../../src/stats/normal";
import { wilson } from "../../src/stats/wilson";
import { readJson, sharedFile } from "../support/shared";

const level = fc.constantFrom(0.5, 0.8, 0.9, 0.95, 0.99, 0.999);
/** k of n with n from 1 to max. */
const trials = (max: number) => fc.integer({ min: 1, max }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

describe("wilson", () => {
  // Newcombe 1998, Stat. Med. 17:857, Table I, method 3; statsmodels' proportion_confint(method="wilson") prints the same.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("%d of %d as Newcombe prints it", (k, n, lo, hi) => {
    const rate = wilson(k, n);
    expect(rate.lo).toBeCloseTo(lo, 4);
    expect(rate.hi).toBeCloseTo(hi, 4);
    expect(rate).toMatchObject({ k, n, rate: k / n });
  });

  const tables = sharedFile("data", "kappa", "multi_rater_and_wilson.json");
  test.skipIf(!tables)("agrees with the stored table to its six decimals", () => {
    const { wilson95 } = readJson<{ wilson95: { x: number; n: number; ci: [number, number] }[] }>(tables);
    expect(wilson95.length).toBeGreaterThan(0);
    for (const { x, n, ci } of wilson95) {
      const { lo, hi } = wilson(x, n);
      expect(Math.abs(lo - ci[0]), `${x} of ${n}`).toBeLessThan(1e-6);
      expect(Math.abs(hi - ci[1]), `${x} of ${n}`).toBeLessThan(1e-6);
    }
  });

  test("ends at exactly 0 and 1, with z²/(n + z²) as the other bound", () => {
    const z2 = 1.959963984540054 ** 2;
    for (const n of [1, 10, 1_282, 1e9]) {
      expect(wilson(0, n).lo).toBe(0);
      expect(wilson(0, n).hi).toBeCloseTo(z2 / (n + z2), 14);
      expect(wilson(n, n).hi).toBe(1);
      expect(wilson(n, n).lo).toBeCloseTo(n / (n + z2), 14);
    }
  });

  test("keeps its digits for 1 of a thousand million", () => {
    // With nothing but p ~ 1/n: the bounds of n·p are 1 + z²/2 ∓ z √(1 + z²/4), which are 0.176525 and 5.664934.
    const { lo, hi } = wilson(1, 1e9);
    expect(lo * 1e9).toBeCloseTo(0.176525, 6);
    expect(hi * 1e9).toBeCloseTo(5.664934, 6);
  });

  test("has bounds that solve the score equation (p̂ − p)² = z² p (1 − p) / n", () => {
    fc.assert(
      fc.property(trials(1_000_000), level, ([k, n], confidence) => {
        const { rate, lo, hi } = wilson(k, n, confidence);
        for (const p of [lo, hi]) {
          const right = (zOf(confidence) ** 2 * p * (1 - p)) / n;
          expect(Math.abs((rate - p) ** 2 - right)).toBeLessThanOrEqual(1e-8 * right + 1e-25);
        }
      }),
    );
  });

  test("contains the rate and stays in [0, 1], for any n that a number can hold", () => {
    fc.assert(
      fc.property(fc.maxSafeNat().chain((n) => fc.tuple(fc.maxSafeNat().map((k) => k % (n + 1)), fc.constant(n))), level, ([k, n], confidence) => {
        fc.pre(n > 0);
        const { rate, lo, hi } = wilson(k, n, confidence);
        return 0 <= lo && lo <= rate && rate <= hi && hi <= 1;
      }),
    );
  });

  test("is symmetric: failures mirror successes", () => {
    fc.assert(
      fc.property(trials(1_000_000_000), level, ([k, n], confidence) => {
        const [one, other] = [wilson(k, n, confidence), wilson(n - k, n, confidence)];
        return Math.abs(one.lo - (1 - other.hi)) < 1e-14 && Math.abs(one.hi - (1 - other.lo)) < 1e-14;
      }),
    );
  });

  test("moves up with k, and gets narrower with n and wider with the level", () => {
    fc.assert(
      fc.property(trials(1_000_000), fc.integer({ min: 2, max: 100 }), ([k, n], times) => {
        const width = ({ lo, hi }: { lo: number; hi: number }) => hi - lo;
        const here = wilson(k, n);
        if (k < n) {
          const next = wilson(k + 1, n);
          expect(next.lo > here.lo && next.hi > here.hi).toBe(true);
        }
        expect(width(wilson(k * times, n * times))).toBeLessThan(width(here));
        expect(width(wilson(k, n, 0.99))).toBeGreaterThan(width(here));
      }),
    );
  });

  test.each([
    [0, 0, "wilson requires at least one trial, got n = 0"],
    [3, 2, "wilson requires k ≤ n, got k = 3 of n = 2"],
    [-1, 2, "wilson counts in whole numbers from 0, got -1 for k"],
    [0.5, 2, "wilson counts in whole numbers from 0, got 0.5 for k"],
    [1, 2.5, "wilson counts in whole numbers from 0, got 2.5 for n"],
    [NaN, 2, "wilson counts in whole numbers from 0, got NaN for k"],
    [1, Infinity, "wilson counts in whole numbers from 0, got Infinity for n"],
    [null as unknown as number, 2, "wilson counts in whole numbers from 0, got null for k"],
  ])("refuses %d of %d", (k, n, message) => {
    expect(() => wilson(k, n)).toThrow(new InputError(message));
  });
});
