import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cochranQ, holm, mcnemarExact } from "../../src/stats/paired";

describe("McNemar's exact test", () => {
  test("by hand: of ten discordant units one to one side, 2 · (1 + 10) / 2^10", () => expect(mcnemarExact({ onlyFirst: 1, onlySecond: 9 }).p).toBeCloseTo(22 / 1024, 14));
  test("nothing discordant says nothing", () => expect(mcnemarExact({ onlyFirst: 0, onlySecond: 0 }).p).toBe(1));
  test("an even split", () => expect(mcnemarExact({ onlyFirst: 7, onlySecond: 7 }).p).toBe(1));
  test("59 to 20, Agresti's kind of table: the binomial tail summed exactly in whole numbers", () => {
    let sum = 0n;
    let choose = 1n;
    for (let k = 0n; k <= 20n; k++) {
      sum += choose;
      choose = (choose * (79n - k)) / (k + 1n);
    }
    const exact = Number((2n * sum * 10n ** 30n) / 2n ** 79n) / 1e30;
    expect(mcnemarExact({ onlyFirst: 59, onlySecond: 20 }).p).toBeCloseTo(exact, 14);
  });
  test("thousands of units", () => expect(mcnemarExact({ onlyFirst: 2000, onlySecond: 2100 }).p).toBeCloseTo(0.122, 2)); // z = 100 / √4100 = 1.56, less ½: p = 0.122
  test("is symmetric", () => fc.assert(fc.property(fc.nat(300), fc.nat(300), (a, b) => mcnemarExact({ onlyFirst: a, onlySecond: b }).p === mcnemarExact({ onlyFirst: b, onlySecond: a }).p)));
  test("counts only", () => expect(() => mcnemarExact({ onlyFirst: -1, onlySecond: 2 })).toThrow("whole numbers"));
});

describe("Cochran's Q", () => {
  // Columns 3, 2, 0 of 3 units with 2, 1, 2 hits: Q = 2 (3 (9 + 4 + 0) − 25) / (2 + 2 + 2) = 4.667.
  test("by hand", () => expect(cochranQ([[true, true, false], [true, false, false], [true, true, false]])).toMatchObject({ q: 28 / 6, df: 2, informative: 3 }));
  test("for two conditions it is McNemar's (b − c)² / (b + c), and p that of χ² with 1 degree", () => {
    const rows = [...Array.from({ length: 12 }, () => [true, false]), ...Array.from({ length: 4 }, () => [false, true]), [true, true], [false, false]];
    const { q, df, p, informative } = cochranQ(rows);
    expect(q).toBeCloseTo(64 / 16, 12);
    expect([df, informative]).toEqual([1, 16]);
    expect(p).toBeCloseTo(0.0455003, 6); // P(|Z| > 2)
  });
  test("p with 2 degrees of freedom is exp(−q/2)", () => {
    const { q, p } = cochranQ([[true, true, false], [true, false, false], [true, true, false]]);
    expect(p).toBeCloseTo(Math.exp(-q / 2), 10);
  });
  test("units that are alike everywhere say nothing", () => expect(cochranQ([[true, true], [false, false]])).toEqual({ q: 0, df: 1, p: 1, informative: 0 }));
  test("rows of one length", () => expect(() => cochranQ([[true, true], [true]])).toThrow("rows of 2, 1"));
});

describe("Holm's correction", () => {
  test("R's p.adjust: 0.01, 0.04, 0.03 become 0.03, 0.06, 0.06", () => {
    holm([0.01, 0.04, 0.03]).forEach((p, i) => expect(p).toBeCloseTo([0.03, 0.06, 0.06][i]!, 12));
  });
  test("none is smaller than before or above 1, and the order stays", () =>
    fc.assert(fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (ps) => {
      const adjusted = holm(ps);
      return adjusted.every((p, i) => p >= ps[i]! && p <= 1 && ps.every((other, j) => other >= ps[i]! || adjusted[j]! <= p));
    })));
  test("none stays none", () => expect(holm([])).toEqual([]));
  test("p-values only", () => expect(() => holm([1.2])).toThrow("0 … 1"));
});
