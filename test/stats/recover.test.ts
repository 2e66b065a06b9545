import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { InputError } from "../../src/core/errors";
import { recoverCounts, recoverEdits, recoverTables } from "../../src/stats/recover";
import { frozen } from "../support/frozen";
import { publishedRows } from "../support/published";

/** Whether 100k/n lies within half a unit of the last decimal, in exact integers: the oracle. `printed` is percent · 10^decimals. */
function fits(k: number, printed: number, n: number, decimals: number): boolean {
  const distance = 100n * BigInt(k) * 10n ** BigInt(decimals) - BigInt(printed) * BigInt(n);
  return 2n * (distance < 0n ? -distance : distance) <= BigInt(n);
}

function exactly(printed: number, n: number, decimals: number): number[] {
  return Array.from({ length: n + 1 }, (_, k) => k).filter((k) => fits(k, printed, n, decimals));
}

/** k of n in per cent as a paper prints it, halves upwards, computed in integers. */
function print(k: number, n: number, decimals: number): number {
  const scale = 10n ** BigInt(decimals);
  const printed = (200n * BigInt(k) * scale + BigInt(n)) / (2n * BigInt(n));
  return Number(printed) / Number(scale);
}

const product = (choices: readonly (readonly number[])[]): number[][] => choices.reduce<number[][]>((lists, next) => lists.flatMap((list) => next.map((k) => [...list, k])), [[]]);

describe("recoverCounts", () => {
  test("the range 17.2 to 22.5 % of 244 problems (B, section 4.2) is 42 to 55", () => {
    expect(recoverCounts(17.2, 244, 1)).toEqual([42]); // 42/244 = 17.213 %
    expect(recoverCounts(22.5, 244, 1)).toEqual([55]); // 55/244 = 22.541 %
  });

  test("by hand", () => {
    expect(recoverCounts(21.4, 1282, 1)).toEqual([274]); // 273.708 … 274.990
    expect(recoverCounts(33.4, 10, 1)).toEqual([]);
    expect(recoverCounts(0, 300, 0)).toEqual([0, 1]); // up to 1.5
    expect(recoverCounts(100, 300, 0)).toEqual([299, 300]);
    expect(recoverCounts(50, 1, 0)).toEqual([]);
    expect(recoverCounts(12.5, 8, 1)).toEqual([1]);
  });

  test("a value halfway between two prints counts for both", () => {
    // 1 of 8 is 12.5 %, printed as 12 or as 13.
    expect(recoverCounts(12, 8, 0)).toEqual([1]);
    expect(recoverCounts(13, 8, 0)).toEqual([1]);
  });

  test("finds exactly the counts that fit, and only those", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 3 }), fc.double({ min: -0.01, max: 1.01, noNaN: true }), (n, decimals, share) => {
        const printed = Math.round(share * 100 * 10 ** decimals);
        expect(recoverCounts(printed / 10 ** decimals, n, decimals)).toEqual(exactly(printed, n, decimals));
      }),
    );
  });

  test("finds every count again from its own print, up to n = 10⁹ with 4 decimals", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n))), ([k, n]) => {
        const percent = print(k, n, 4);
        const found = recoverCounts(percent, n, 4);
        const [first, last] = [found[0]!, found.at(-1)!];
        expect(first <= k && k <= last && found.length === last - first + 1).toBe(true);
        const possible = (count: number) => count >= 0 && count <= n && fits(count, Math.round(percent * 1e4), n, 4);
        expect([first - 1, first, last, last + 1].map(possible)).toEqual([false, true, true, false]);
      }),
    );
  });

  test("nothing below 0 or above 100 %", () => {
    for (const percent of [-5, -0.6, 100.6, 150]) expect(recoverCounts(percent, 50, 1)).toEqual([]);
  });

  test.each<[string, [number, number, number], string]>([
    ["no trials", [50, 0, 0], "recoverCounts requires at least one trial, got n = 0"],
    ["half a trial", [50, 0.5, 0], "recoverCounts counts in whole numbers from 0, got 0.5 for n"],
    ["more decimals than said", [21.45, 1282, 1], "21.45 has more than 1 decimal"],
    ["no number", [NaN, 10, 2], "NaN has more than 2 decimals"],
    ["infinity", [Infinity, 10, 2], "Infinity has more than 2 decimals"],
    ["negative decimals", [50, 10, -1], "recoverCounts counts in whole numbers from 0, got -1 for decimals"],
    ["more than exact numbers hold", [50, 2e9, 0], "recoverCounts is exact up to n = 1000000000 with 4 decimals, got n = 2000000000 with 0"],
    ["so many decimals", [50, 10, 20], "recoverCounts is exact up to n = 1000000000 with 4 decimals, got n = 10 with 20"],
  ])("refuses %s", (_, [percent, n, decimals], message) => {
    expect(() => recoverCounts(percent, n, decimals)).toThrow(new InputError(message));
  });
});

describe("recoverTables", () => {
  test("one table lies behind Goedel on GSM8K (A, Figure 5)", () => {
    // The classes fit 913, 274, 11 or 12, 6 or 7, and 78; only 11 and 6 make 1,282.
    expect(recoverTables(frozen([71.2, 21.4, 0.9, 0.5, 6.1]), 1282, 1)).toEqual({ solutions: [[913, 274, 11, 6, 78]], truncated: false });
  });

  const shares = publishedRows("faithformbench-contingency.csv");
  const outcomes = publishedRows("faithformbench-outcomes.csv");
  test.skipIf(!shares || !outcomes)("some table lies behind every row of Figure 5", () => {
    for (const row of shares!) {
      const counts = outcomes!.find((r) => r["formaliser"] === row["formaliser"] && r["dataset"] === row["dataset"])!;
      const n = ["af_fail", "refuted", "inconclusive", "proved"].reduce((total, name) => total + Number(counts[name]), 0);
      const percents = ["faithfulness", "sycophancy", "abstention", "inversion", "inconclusive"].map((name) => Number(row[`${name}_pct`]));
      const { solutions } = recoverTables(percents, n, 1);
      expect(solutions.length, `${row["formaliser"]} on ${row["dataset"]}`).toBeGreaterThan(0);
      for (const solution of solutions) expect(solution.reduce((a, b) => a + b, 0)).toBe(n);
    }
  });

  const classes = fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }).filter((counts) => counts.some((count) => count > 0));
  test("lists the tables that brute force finds", () => {
    fc.assert(
      fc.property(classes, fc.integer({ min: 0, max: 1 }), (counts, decimals) => {
        const n = counts.reduce((a, b) => a + b, 0);
        const percents = frozen(counts.map((count) => print(count, n, decimals)));
        const expected = product(percents.map((percent) => exactly(Math.round(percent * 10 ** decimals), n, decimals))).filter((table) => table.reduce((a, b) => a + b, 0) === n);
        const { solutions, truncated } = recoverTables(percents, n, decimals);
        expect(solutions).toEqual(expected);
        expect(solutions).toContainEqual(counts);
        expect(truncated).toBe(false);
      }),
    );
  });

  test("stops at `most` and says so, and only then", () => {
    const whole = recoverTables([20, 20, 20, 20, 20], 300, 0);
    expect(whole.truncated).toBe(false);
    const first = recoverTables([20, 20, 20, 20, 20], 300, 0, 10);
    expect(first).toEqual({ solutions: whole.solutions.slice(0, 10), truncated: true });
    expect(recoverTables([20, 20, 20, 20, 20], 300, 0, whole.solutions.length)).toEqual(whole);
  });

  test("no solution where shares do not add up, or one of them fits no count", () => {
    expect(recoverTables([50, 40], 10, 0)).toEqual({ solutions: [], truncated: false });
    expect(recoverTables([33.4, 66.6], 10, 1)).toEqual({ solutions: [], truncated: false });
    expect(recoverTables([], 10, 1)).toEqual({ solutions: [], truncated: false });
  });

  test("refuses what recoverCounts refuses, and a limit that is no count", () => {
    expect(() => recoverTables([50, 50.5], 10, 0)).toThrow(new InputError("50.5 has more than 0 decimals"));
    expect(() => recoverTables([50, 50], 10, 0, NaN)).toThrow(new InputError("recoverTables counts in whole numbers from 0, got NaN for most"));
  });
});

describe("recoverEdits", () => {
  test("by hand: 80 % of 10 are identifiable, half of those faithful", () => {
    expect(recoverEdits({ frPercent: 50, identifiablePercent: 80, n: 10, decimals: 0 })).toEqual([{ faithful: 4, reverted: 4, unclear: 2 }]);
  });

  test("no faithful rate without an identifiable edit, and none that fits no count", () => {
    expect(recoverEdits({ frPercent: 50, identifiablePercent: 0, n: 10, decimals: 0 })).toEqual([]);
    expect(recoverEdits({ frPercent: 33, identifiablePercent: 20, n: 10, decimals: 0 })).toEqual([]);
  });

  test("finds the counts again from their own prints, and every answer prints the same", () => {
    const edits = fc.record({ faithful: fc.nat(120), reverted: fc.nat(120), unclear: fc.nat(60) }).filter(({ faithful, reverted }) => faithful + reverted > 0);
    fc.assert(
      fc.property(edits, fc.integer({ min: 0, max: 2 }), (counts, decimals) => {
        const identifiable = counts.faithful + counts.reverted;
        const n = identifiable + counts.unclear;
        const [frPercent, identifiablePercent] = [print(counts.faithful, identifiable, decimals), print(identifiable, n, decimals)];
        const found = recoverEdits(frozen({ frPercent, identifiablePercent, n, decimals }));
        expect(found).toContainEqual(counts);
        for (const { faithful, reverted, unclear } of found) {
          expect(faithful + reverted + unclear).toBe(n);
          expect(Math.min(faithful, reverted, unclear)).toBeGreaterThanOrEqual(0);
          expect(Math.abs((100 * faithful) / (faithful + reverted) - frPercent)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9);
          expect(Math.abs((100 * (faithful + reverted)) / n - identifiablePercent)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9);
        }
      }),
    );
  });
});
