import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { InputError } from "../../src/core/errors";
import { differenceFromMargins, differenceOfProportions, pairedDifference, type Difference } from "../../src/stats/differences";
import { frozen } from "../support/frozen";

const share = (max: number) => fc.integer({ min: 1, max }).chain((n) => fc.record({ k: fc.integer({ min: 0, max: n }), n: fc.constant(n) })).map(frozen);
const cell = fc.nat(120);
const paired = fc.record({ both: cell, onlyFirst: cell, onlySecond: cell, neither: cell }).filter((cells) => Object.values(cells).some((count) => count > 0)).map(frozen);
const sound = ({ estimate, lo, hi }: Difference) => -1 <= lo && lo <= estimate && estimate <= hi && hi <= 1;

describe("differenceOfProportions", () => {
  // Newcombe 1998, Stat. Med. 17:873, Table II, method 10; statsmodels' confint_proportions_2indep(method="newcomb") prints the same.
  test.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [0, 10, 0, 10, -0.2775, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
  ])("%d/%d − %d/%d as Newcombe prints it", (k, n, l, m, lo, hi) => {
    const difference = differenceOfProportions({ k, n }, { k: l, n: m });
    expect(difference.estimate).toBeCloseTo(k / n - l / m, 12);
    expect(difference.lo).toBeCloseTo(lo, 4);
    expect(difference.hi).toBeCloseTo(hi, 4);
  });

  test("high against standard dose of epinephrine, as R's contingencytables prints it", () => {
    // Perondi et al. 2004, [[7, 27], [1, 33]]: 0.1765 (95% CI 0.0189 to 0.3404), Newcombe_hybrid_score_CI_2x2.
    const { estimate, lo, hi, pairing } = differenceOfProportions({ k: 7, n: 34 }, { k: 1, n: 34 });
    expect([estimate, lo, hi].map((x) => x.toFixed(4))).toEqual(["0.1765", "0.0189", "0.3404"]);
    expect(pairing).toBe("unpaired");
  });

  test("stays in [−1, 1] and turns round with its arguments", () => {
    fc.assert(
      fc.property(share(1_000_000_000), share(1_000), fc.constantFrom(0.5, 0.95, 0.999999), (first, second, level) => {
        const here = differenceOfProportions(first, second, { level });
        const there = differenceOfProportions(second, first, { level });
        expect(sound(here)).toBe(true);
        expect(here.estimate).toBeCloseTo(-there.estimate, 12);
        expect(here.lo).toBeCloseTo(-there.hi, 12);
        expect(here.hi).toBeCloseTo(-there.lo, 12);
      }),
    );
  });

  test("refuses what wilson refuses", () => {
    expect(() => differenceOfProportions({ k: 0, n: 0 }, { k: 1, n: 2 })).toThrow(new InputError("wilson requires at least one trial, got n = 0"));
    expect(() => differenceOfProportions({ k: 1, n: 2 }, { k: 3, n: 2 })).toThrow(new InputError("wilson requires k ≤ n, got k = 3 of n = 2"));
  });
});

describe("pairedDifference", () => {
  test("complete response before and after consolidation, as R's contingencytables prints it", () => {
    // Cavo et al. 2012, [[59, 6], [16, 80]]: -0.0621 (95% CI -0.1186 to -0.0046), Newcombe_square_and_add_CI_paired_2x2 in its tests of chapter 8.
    const { estimate, lo, hi, pairing } = pairedDifference(frozen({ both: 59, onlyFirst: 6, onlySecond: 16, neither: 80 }));
    expect([estimate, lo, hi].map((x) => x.toFixed(4))).toEqual(["-0.0621", "-0.1186", "-0.0046"]);
    expect(pairing).toBe("paired");
  });

  test("stays in [−1, 1] and turns round when first and second change places", () => {
    fc.assert(
      fc.property(paired, (cells) => {
        const here = pairedDifference(cells);
        const there = pairedDifference({ ...cells, onlyFirst: cells.onlySecond, onlySecond: cells.onlyFirst });
        expect(sound(here)).toBe(true);
        expect(here.estimate).toBeCloseTo(-there.estimate, 12);
        expect(here.lo).toBeCloseTo(-there.hi, 12);
        expect(here.hi).toBeCloseTo(-there.lo, 12);
      }),
    );
  });

  test("keeps its digits for 10⁹ pairs of which ten are not alike", () => {
    // Python's decimal with 60 digits: −9.272815531755936e-09 and 4.761686081152291e-09.
    const { lo, hi } = pairedDifference({ both: 1e9, onlyFirst: 3, onlySecond: 5, neither: 2 });
    expect(lo * 1e9).toBeCloseTo(-9.2728155, 6);
    expect(hi * 1e9).toBeCloseTo(4.7616861, 6);
  });

  test("refuses an empty table and cells that are no counts", () => {
    expect(() => pairedDifference({ both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 })).toThrow(new InputError("a paired table requires at least one unit"));
    expect(() => pairedDifference({ both: 1, onlyFirst: -1, onlySecond: 0, neither: 0 })).toThrow(new InputError("a paired table counts in whole numbers from 0, got -1 for onlyFirst"));
    expect(() => pairedDifference({ both: 1, onlyFirst: 1 } as never)).toThrow(new InputError("a paired table counts in whole numbers from 0, got undefined for onlySecond"));
  });
});

describe("differenceFromMargins", () => {
  test("the published difference between regex and LLM perturbation, Goedel on GSM8K, Proved: 323 and 297 of 1,282 (A, Tables 3 and 4)", () => {
    // 2.0 points. Without pairing known: p̂ ∓ √(x² + y² − 2φxy) with φ = −√(323·297/(959·985)).
    const { estimate, lo, hi, pairing } = differenceFromMargins(323, 297, 1282);
    expect((100 * estimate).toFixed(1)).toBe("2.0");
    expect(lo).toBeCloseTo(-0.01779, 5);
    expect(hi).toBeCloseTo(0.05827, 5);
    expect(pairing).toBe("unknown");
  });

  test("is at least as wide as the paired interval of every table with these totals", () => {
    // Method 10 uses φ when φ ≤ 0 and something between 0 and φ otherwise; the least possible φ is never above 0. So the claim holds for all tables.
    fc.assert(
      fc.property(paired, ({ both, onlyFirst, onlySecond, neither }) => {
        const [first, second, n] = [both + onlyFirst, both + onlySecond, both + onlyFirst + onlySecond + neither];
        const wide = differenceFromMargins(first, second, n);
        expect(sound(wide)).toBe(true);
        for (let overlap = Math.max(0, first + second - n); overlap <= Math.min(first, second); overlap++) {
          const { estimate, lo, hi } = pairedDifference({ both: overlap, onlyFirst: first - overlap, onlySecond: second - overlap, neither: n - first - second + overlap });
          expect(estimate).toBeCloseTo(wide.estimate, 12);
          expect(wide.lo <= lo + 1e-12 && hi <= wide.hi + 1e-12).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("refuses counts beyond n and what is no count", () => {
    expect(() => differenceFromMargins(5, 1, 3)).toThrow(new InputError("differenceFromMargins requires counts of at most n = 3, got 5 and 1"));
    expect(() => differenceFromMargins(0, 0, 0)).toThrow(new InputError("wilson requires at least one trial, got n = 0"));
    expect(() => differenceFromMargins(NaN, 1, 3)).toThrow(new InputError("wilson counts in whole numbers from 0, got NaN for k"));
  });
});
