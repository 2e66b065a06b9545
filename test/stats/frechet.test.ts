import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { InputError } from "../../src/core/errors";
import { OUTCOMES, type OutcomeCounts } from "../../src/core/types";
import { contingency, outcomeCounts, PAIR_CLASSES } from "../../src/stats/contingency";
import { contingencyBounds, frechetBounds } from "../../src/stats/frechet";
import { recoverCounts } from "../../src/stats/recover";
import { frozen } from "../support/frozen";
import { publishedCounts, publishedRows } from "../support/published";

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Every table of counts with these margins, row by row: the oracle for the bounds. */
function* tables(rows: readonly number[], columns: readonly number[]): Generator<number[][]> {
  if (rows.length === 0) {
    if (columns.every((left) => left === 0)) yield [];
    return;
  }
  for (const row of splits(rows[0]!, columns)) for (const rest of tables(rows.slice(1), columns.map((left, j) => left - row[j]!))) yield [row, ...rest];
}

/** Every way to split a total over places with these capacities. */
function* splits(total: number, capacity: readonly number[]): Generator<number[]> {
  if (capacity.length === 0) {
    if (total === 0) yield [];
    return;
  }
  for (let first = 0; first <= Math.min(total, capacity[0]!); first++) for (const rest of splits(total - first, capacity.slice(1))) yield [first, ...rest];
}

/** Margins of some table with up to 9 units. */
const smallTable = (rows: number, columns: number) => fc.array(fc.tuple(fc.nat(rows - 1), fc.nat(columns - 1)), { maxLength: 9 }).map((units) => ({
  rows: Array.from({ length: rows }, (_, i) => units.filter(([r]) => r === i).length),
  columns: Array.from({ length: columns }, (_, j) => units.filter(([, c]) => c === j).length),
}));

describe("frechetBounds", () => {
  test("by hand: 90 and 80 of 100 coincide in 70 to 80, the rest follows", () => {
    expect(frechetBounds(frozen([90, 10]), frozen([80, 20]))).toEqual([
      [{ lo: 70, hi: 80 }, { lo: 10, hi: 20 }],
      [{ lo: 0, hi: 10 }, { lo: 0, hi: 10 }],
    ]);
  });

  test("are the least and the greatest count over all tables with these margins", () => {
    fc.assert(
      fc.property(fc.oneof(smallTable(2, 2), smallTable(2, 3), smallTable(3, 3)), ({ rows, columns }) => {
        const all = [...tables(rows, columns)];
        const extremes = rows.map((_, i) => columns.map((_, j) => ({ lo: Math.min(...all.map((t) => t[i]![j]!)), hi: Math.max(...all.map((t) => t[i]![j]!)) })));
        expect(frechetBounds(frozen(rows), frozen(columns))).toEqual(extremes);
      }),
    );
  });

  test("hold for every table, also a large one", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(1_000_000), { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (table) => {
        const bounds = frechetBounds(table.map(sum), [0, 1, 2, 3].map((j) => sum(table.map((row) => row[j]!))));
        return table.every((row, i) => row.every((count, j) => bounds[i]![j]!.lo <= count && count <= bounds[i]![j]!.hi));
      }),
    );
  });

  const hole = new Array<number>(2);
  hole[0] = 5;
  test.each<[string, number[], number[], string]>([
    ["unequal totals", [1, 2], [4], "the margins of one table have one total; rows add up to 3, columns to 4"],
    ["negative counts", [1, -1], [0], "frechetBounds counts in whole numbers from 0, got -1 for row 2"],
    ["percentages", [1], [0.5, 0.5], "frechetBounds counts in whole numbers from 0, got 0.5 for column 1"],
    ["NaN", [NaN], [NaN], "frechetBounds counts in whole numbers from 0, got NaN for row 1"],
    ["holes", hole, [5], "frechetBounds counts in whole numbers from 0, got undefined for row 2"],
  ])("refuses %s", (_, rows, columns, message) => {
    expect(() => frechetBounds(rows, columns)).toThrow(new InputError(message));
  });
});

describe("contingencyBounds", () => {
  test("Goedel on GSM8K: 1,213 + 297 − 1,282 = 228 to 297 pairs are sycophantic (A, Table 3)", () => {
    const bounds = contingencyBounds(
      frozen({ af_fail: 18, refuted: 17, inconclusive: 34, proved: 1213 }),
      frozen({ af_fail: 22, refuted: 948, inconclusive: 15, proved: 297 }),
    );
    expect(bounds).toEqual({
      faithfulness: { lo: 879, hi: 948 }, // 1,213 + 948 − 1,282
      sycophancy: { lo: 228, hi: 297 },
      abstention: { lo: 0, hi: 17 },
      inversion: { lo: 0, hi: 17 },
      inconclusive: { lo: 52, hi: 89 }, // max(52, 37) … 52 + 37
    });
  });

  const outcome = fc.constantFrom(...OUTCOMES);
  test("hold for the classes of any pairs, and are reached by some pairs with the same counts", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ original: outcome, perturbed: outcome }), { minLength: 1, maxLength: 7 }), (pairs) => {
        const [original, perturbed] = [outcomeCounts(pairs.map((p) => p.original)), outcomeCounts(pairs.map((p) => p.perturbed))];
        const bounds = contingencyBounds(original, perturbed);
        const classes = contingency(pairs);
        for (const name of PAIR_CLASSES) expect(bounds[name].lo <= classes[name] && classes[name] <= bounds[name].hi).toBe(true);
        // All joint tables of (proved, refuted, undecided) with these margins.
        const side = (counts: OutcomeCounts) => [counts.proved, counts.refuted, counts.af_fail + counts.inconclusive];
        const all = [...tables(side(original), side(perturbed))].map((table) => {
          const [sycophancy, faithfulness, inversion, abstention] = [table[0]![0]!, table[0]![1]!, table[1]![0]!, table[1]![1]!];
          return { faithfulness, sycophancy, abstention, inversion, inconclusive: pairs.length - faithfulness - sycophancy - abstention - inversion };
        });
        for (const name of PAIR_CLASSES) expect(bounds[name]).toEqual({ lo: Math.min(...all.map((t) => t[name])), hi: Math.max(...all.map((t) => t[name])) });
      }),
      { numRuns: 60 },
    );
  });

  const shares = publishedRows("faithformbench-contingency.csv");
  const outcomes = publishedRows("faithformbench-outcomes.csv");
  test.skipIf(!shares || !outcomes)("all 80 printed shares of Figure 5 lie within what Table 3 allows", () => {
    expect(shares).toHaveLength(16);
    for (const row of shares!) {
      const [original, perturbed] = [publishedCounts(outcomes!, row, "none"), publishedCounts(outcomes!, row, "llm")];
      const bounds = contingencyBounds(original, perturbed);
      for (const name of PAIR_CLASSES) {
        const possible = recoverCounts(Number(row[`${name}_pct`]), sum(Object.values(original)), 1).filter((count) => bounds[name].lo <= count && count <= bounds[name].hi);
        expect(possible.length, `${name}, ${row["formaliser"]} on ${row["dataset"]}`).toBeGreaterThan(0);
      }
    }
  });

  test("refuses two totals", () => {
    const none = { af_fail: 0, refuted: 0, inconclusive: 0, proved: 0 };
    expect(() => contingencyBounds({ ...none, proved: 3 }, { ...none, refuted: 2 })).toThrow(new InputError("the margins of one table have one total; rows add up to 3, columns to 2"));
  });
});
