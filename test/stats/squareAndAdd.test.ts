import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { cautiousCorrelation, correlationBounds, pairedRates, squareAndAdd, type PairedCounts } from "../../src/stats/squareAndAdd";
import { wilson } from "../../src/stats/wilson";

const cell = fc.nat(80);
const paired = fc.record({ both: cell, onlyFirst: cell, onlySecond: cell, neither: cell }).filter((cells) => Object.values(cells).some((count) => count > 0));
const size = ({ both, onlyFirst, onlySecond, neither }: PairedCounts) => both + onlyFirst + onlySecond + neither;

/** Pearson's correlation of two columns of zeros and ones, from its definition. */
function pearson({ both, onlyFirst, onlySecond, neither }: PairedCounts): number {
  const units = [...new Array<[number, number]>(both).fill([1, 1]), ...new Array<[number, number]>(onlyFirst).fill([1, 0]), ...new Array<[number, number]>(onlySecond).fill([0, 1]), ...new Array<[number, number]>(neither).fill([0, 0])];
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [x, y] = [mean(units.map(([a]) => a)), mean(units.map(([, b]) => b))];
  const spread = Math.sqrt(mean(units.map(([a]) => (a - x) ** 2)) * mean(units.map(([, b]) => (b - y) ** 2)));
  return spread === 0 ? 0 : mean(units.map(([a, b]) => (a - x) * (b - y))) / spread;
}

describe("cautiousCorrelation", () => {
  test("is φ where φ widens the interval, and never beyond φ nor on its other side where it narrows it", () => {
    fc.assert(
      fc.property(paired, fc.constantFrom(1 as const, -1 as const), (cells, sign) => {
        const { first, second } = pairedRates(cells);
        const phi = pearson(cells);
        const used = cautiousCorrelation(cells.both, first, second, sign);
        if (sign * phi >= 0) expect(used).toBeCloseTo(phi, 9);
        else expect(Math.abs(used) <= Math.abs(phi) + 1e-12 && used * phi >= -1e-12).toBe(true);
      }),
    );
  });

  test("by hand: method 10 takes n/2 from the determinant", () => {
    // 59·80 − 6·16 = 4624; less 161/2 is 4543.5; over √(65·96·75·86). A sum would be wider with φ > 0, so it takes all of it.
    const { first, second } = pairedRates({ both: 59, onlyFirst: 6, onlySecond: 16, neither: 80 });
    const spread = Math.sqrt(65 * 96 * 75 * 86);
    expect(cautiousCorrelation(59, first, second, -1)).toBeCloseTo(4543.5 / spread, 12);
    expect(cautiousCorrelation(59, first, second, 1)).toBeCloseTo(4624 / spread, 12);
  });
});

describe("correlationBounds", () => {
  test("are reached, and hold for every table with these totals", () => {
    fc.assert(
      fc.property(paired, (cells) => {
        const { first, second } = pairedRates(cells);
        const n = size(cells);
        const possible: number[] = [];
        for (let both = Math.max(0, first.k + second.k - n); both <= Math.min(first.k, second.k); both++) possible.push(pearson({ both, onlyFirst: first.k - both, onlySecond: second.k - both, neither: n - first.k - second.k + both }));
        const { lo, hi } = correlationBounds(first, second);
        expect(lo).toBeCloseTo(Math.min(...possible), 9);
        expect(hi).toBeCloseTo(Math.max(...possible), 9);
      }),
      { numRuns: 50 },
    );
  });
});

describe("squareAndAdd", () => {
  test("adding b is subtracting its complement: a + b = a − (1 − b) + 1, intervals and all", () => {
    fc.assert(
      fc.property(paired, (cells) => {
        const { both, onlyFirst, onlySecond, neither } = cells;
        const { first, second } = pairedRates(cells);
        const sum = squareAndAdd(first, second, 1, cautiousCorrelation(both, first, second, 1));
        const without = pairedRates({ both: onlyFirst, onlyFirst: both, onlySecond: neither, neither: onlySecond });
        const difference = squareAndAdd(without.first, without.second, -1, cautiousCorrelation(onlyFirst, without.first, without.second, -1));
        for (const field of ["estimate", "lo", "hi"] as const) expect(sum[field]).toBeCloseTo(difference[field] + 1, 9);
      }),
    );
  });

  test("with φ = 1 the distances of a sum add up, with φ = −1 they are subtracted", () => {
    const [a, b] = [wilson(30, 100), wilson(40, 100)];
    expect(squareAndAdd(a, b, 1, 1).lo).toBeCloseTo(a.lo + b.lo, 12);
    expect(squareAndAdd(a, b, 1, 1).hi).toBeCloseTo(a.hi + b.hi, 12);
    expect(squareAndAdd(a, b, 1, -1).hi).toBeCloseTo(a.rate + b.rate + Math.abs(a.hi - a.rate - (b.hi - b.rate)), 12);
    expect(squareAndAdd(a, b, -1, -1).lo).toBeCloseTo(a.lo - b.hi, 12);
  });

  test("stays in [0, 2] for sums and [−1, 1] for differences, around the estimate", () => {
    fc.assert(
      fc.property(paired, fc.constantFrom(1 as const, -1 as const), fc.double({ min: -1, max: 1, noNaN: true }), (cells, sign, phi) => {
        const { first, second } = pairedRates(cells);
        const { estimate, lo, hi } = squareAndAdd(first, second, sign, phi);
        const least = sign === 1 ? 0 : -1;
        return least <= lo && lo <= estimate && estimate <= hi && hi <= least + 2;
      }),
    );
  });
});
