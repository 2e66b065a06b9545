import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { InputError } from "../../src/core/errors";
import { cohenKappa, kappaBootstrap, type KappaWeights } from "../../src/stats/kappa";
import { frozen } from "../support/frozen";
import { readJson, sharedFile } from "../support/shared";

type Table = readonly (readonly number[])[];

const tableOf = (size: number, max = 40) => fc.array(fc.array(fc.integer({ min: 0, max }), { minLength: size, maxLength: size }), { minLength: size, maxLength: size });
/** Tables for which κ is defined: both raters use a second category at least once. */
const table = fc.integer({ min: 2, max: 5 }).chain((size) => tableOf(size)).map((rows) => frozen(rows.map((row, i) => row.map((count, j) => (i === j ? count + 1 : count)))));
const named = fc.constantFrom<KappaWeights>("none", "linear", "quadratic");
const transposed = (rows: Table) => rows[0]!.map((_, j) => rows.map((row) => row[j]!));

/** κ from its definition, for shares instead of counts: the oracle for the standard error below. */
function kappaOfShares(shares: Table, credit: Table): number {
  const total = shares.flat().reduce((a, b) => a + b, 0);
  const row = shares.map((cells) => cells.reduce((a, b) => a + b, 0) / total);
  const column = transposed(shares).map((cells) => cells.reduce((a, b) => a + b, 0) / total);
  let agreement = 0;
  let chance = 0;
  shares.forEach((cells, i) => cells.forEach((p, j) => ((agreement += (credit[i]![j]! * p) / total), (chance += credit[i]![j]! * row[i]! * column[j]!))));
  return (agreement - chance) / (1 - chance);
}

/** The delta method by numerical differentiation: n·se² = Σ p g² − (Σ p g)², g the gradient of κ at the shares. */
function deltaMethod(rows: Table, credit: Table): number {
  const n = rows.flat().reduce((a, b) => a + b, 0);
  const shares = rows.map((row) => row.map((count) => count / n));
  const step = 1e-5;
  const moved = (i: number, j: number, by: number) => shares.map((row, r) => row.map((p, c) => (r === i && c === j ? p + by : p)));
  const gradient = shares.map((row, i) => row.map((_, j) => (kappaOfShares(moved(i, j, step), credit) - kappaOfShares(moved(i, j, -step), credit)) / (2 * step)));
  const mean = (power: number) => shares.flatMap((row, i) => row.map((p, j) => p * gradient[i]![j]! ** power)).reduce((a, b) => a + b, 0);
  return Math.sqrt((mean(2) - mean(1) ** 2) / n);
}

describe("cohenKappa", () => {
  test("prints what SAS prints, unweighted and with linear weights", () => {
    // SAS PROC FREQ output quoted in statsmodels, stats/tests/test_inter_rater.py; rater B never uses the first category.
    const sas = frozen([[0, 4, 1], [0, 8, 0], [0, 1, 5]]);
    const plain = cohenKappa(sas);
    expect([plain.kappa, plain.se, plain.lo, plain.hi].map((x) => x.toFixed(4))).toEqual(["0.4842", "0.1380", "0.2137", "0.7547"]);
    expect(plain.seNull.toFixed(4)).toBe("0.1484");
    expect((plain.kappa / plain.seNull).toFixed(4)).toBe("3.2626");
    const linear = cohenKappa(sas, { weights: "linear" });
    expect([linear.kappa, linear.se, linear.lo, linear.hi, linear.seNull].map((x) => x.toFixed(4))).toEqual(["0.4701", "0.1457", "0.1845", "0.7558", "0.1426"]);
  });

  test("prints what statpsych prints for ci.kappa(.05, 31, 12, 4, 58)", () => {
    // https://dgbonett.github.io/statpsych/reference/ci.kappa.html
    const { kappa, se, lo, hi, n } = cohenKappa(frozen([[31, 12], [4, 58]]));
    expect(n).toBe(105);
    expect(kappa).toBeCloseTo(0.6756757, 7);
    expect(se).toBeCloseTo(0.07344761, 8);
    expect(lo).toBeCloseTo(0.531721, 6);
    expect(hi).toBeCloseTo(0.8196303, 7);
  });

  test("by hand: 35 of 50 agree, chance (25·30 + 25·20)/50² = 0.5, κ = 0.2/0.5", () => {
    expect(cohenKappa([[20, 5], [10, 15]])).toMatchObject({ kappa: 0.4, agreement: 0.7, chance: 0.5, n: 50 });
  });

  test.each([
    [6, 0.88],
    [10, 0.8],
  ])("of 100 labels, half of either kind by one rater, %d differ: κ = %d whatever the other rater's margin (B, appendix E)", (differ, kappa) => {
    // Chance is 0.5·q + 0.5·(1 − q) = 0.5 for every margin q of the other rater.
    for (let b = 0; b <= differ; b++) expect(cohenKappa([[50 - b, b], [differ - b, 50 - differ + b]]).kappa).toBeCloseTo(kappa, 12);
  });

  const path = sharedFile("data", "kappa", "reference_tables.json");
  test.skipIf(!path)("agrees with every published table, to the digits printed", () => {
    interface Row {
      name: string;
      table: number[][];
      weight_matrix: number[][] | null;
      published: { kappa: number | null; ase?: number; se?: number; ci95?: [number, number]; ase_h0?: number; z?: number };
      source: string;
    }
    const rows = readJson<Row[]>(path).filter(({ source, published }) => !/from memory/.test(source) && published.kappa !== null);
    expect(rows.length).toBeGreaterThan(8);
    /** Half a unit of the last digit, as the number was written. */
    const within = (value: number, printed: number | undefined, what: string) => {
      if (printed === undefined) return;
      const decimals = String(printed).split(".")[1]?.length ?? 0;
      expect(Math.abs(value - printed), what).toBeLessThanOrEqual(0.5000001 * 10 ** -decimals);
    };
    for (const { name, table, weight_matrix, published } of rows) {
      const { kappa, se, lo, hi, seNull } = cohenKappa(frozen(table), { weights: weight_matrix ?? "none" });
      within(kappa, published.kappa!, `κ of ${name}`);
      within(se, published.ase ?? published.se, `se of ${name}`);
      within(lo, published.ci95?.[0], `lo of ${name}`);
      within(hi, published.ci95?.[1], `hi of ${name}`);
      within(seNull, published.ase_h0, `seNull of ${name}`);
      within(kappa / seNull, published.z, `z of ${name}`);
    }
  });

  test("has the standard error of the delta method, whatever the credits", () => {
    const withCredit = fc.integer({ min: 2, max: 4 }).chain((size) =>
      fc.tuple(tableOf(size).map((rows) => rows.map((row) => row.map((count) => count + 1))), fc.array(fc.array(fc.double({ min: 0, max: 0.9, noNaN: true }), { minLength: size, maxLength: size }), { minLength: size, maxLength: size })),
    );
    fc.assert(
      fc.property(withCredit, ([rows, raw]) => {
        const credit = raw.map((row, i) => row.map((c, j) => (i === j ? 1 : c)));
        const { kappa, se } = cohenKappa(frozen(rows), { weights: frozen(credit) });
        expect(kappa).toBeCloseTo(kappaOfShares(rows, credit), 9);
        expect(Math.abs(se - deltaMethod(rows, credit))).toBeLessThan(1e-6 * (1 + se));
      }),
    );
  });

  test("does not care which rater is first, nor in which order categories stand", () => {
    fc.assert(
      fc.property(table, named, fc.nat(), (rows, weights, turn) => {
        const here = cohenKappa(rows, { weights });
        const swapped = cohenKappa(transposed(rows), { weights });
        const shift = (list: readonly number[] | Table) => list.map((_, i) => list[(i + turn) % list.length]!);
        const relabelled = cohenKappa((shift(rows) as number[][]).map((row) => shift(row) as number[]));
        for (const field of ["kappa", "se", "seNull", "agreement", "chance"] as const) {
          expect(swapped[field]).toBeCloseTo(here[field], 9);
          expect(relabelled[field]).toBeCloseTo(cohenKappa(rows)[field], 9);
        }
      }),
    );
  });

  test("weights change nothing for two categories", () => {
    fc.assert(
      fc.property(tableOf(2).map(([a, b]) => [[a![0]! + 1, a![1]!], [b![0]!, b![1]! + 1]]), (rows) => {
        for (const weights of ["linear", "quadratic"] as const) expect(cohenKappa(rows, { weights })).toEqual(cohenKappa(rows));
      }),
    );
  });

  test("is at most 1, and 1 exactly when nobody disagrees; then nothing is uncertain", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const agreed = rows.every((row, i) => row.every((count, j) => i === j || count === 0));
        expect(cohenKappa(rows).kappa === 1).toBe(agreed);
        const diagonal = rows.map((row, i) => row.map((count, j) => (i === j ? count : 0)));
        expect(cohenKappa(diagonal).kappa).toBe(1);
        expect(cohenKappa(diagonal).se).toBeLessThan(1e-15);
      }),
    );
  });

  test("keeps its digits when nearly every one of 10⁹ items is of one category", () => {
    // Full agreement, one rare item: se 0, and seNull → 1/√n. With one disagreement: 0.31426968073686756 and 2.98142396652e-5 in exact fractions (Python).
    const full = cohenKappa([[1e9, 0], [0, 1]]);
    expect(full.se).toBe(0);
    expect(full.seNull * Math.sqrt(1e9)).toBeCloseTo(1, 6);
    const one = cohenKappa([[1e9, 1], [0, 1]]);
    expect(one.se).toBeCloseTo(0.31426968073686756, 8);
    expect(one.seNull * 1e5).toBeCloseTo(2.98142396652, 8);
  });

  test("uses the level that it is given", () => {
    const { kappa, se, lo, hi } = cohenKappa([[20, 5], [10, 15]], { level: 0.99 });
    expect((hi - kappa) / se).toBeCloseTo(2.5758293, 6);
    expect((kappa - lo) / se).toBeCloseTo(2.5758293, 6);
  });

  const undefinedKappa = "κ is undefined: chance agreement is 1, since both raters put every item into one category or every answer earns full credit; report the agreement instead";
  const holes = [new Array<number>(2), new Array<number>(2)];
  holes[0]![0] = 5;
  holes[1]![1] = 4;
  test.each<[string, Table, KappaWeights, string]>([
    ["nothing", [], "none", "cohenKappa requires a square table of at least 2 × 2, got rows of nothing"],
    ["one category", [[5]], "none", "cohenKappa requires a square table of at least 2 × 2, got rows of 1"],
    ["ragged rows", [[1, 2], [3]], "none", "cohenKappa requires a square table of at least 2 × 2, got rows of 2, 1"],
    ["zeros", [[0, 0], [0, 0]], "none", "cohenKappa requires at least one rated item"],
    ["no whole numbers", [[1, 2], [0.5, 1]], "none", "cohenKappa counts in whole numbers from 0, got 0.5 for row 2, column 1"],
    ["NaN", [[1, NaN], [1, 1]], "none", "cohenKappa counts in whole numbers from 0, got NaN for row 1, column 2"],
    ["holes", holes, "none", "cohenKappa counts in whole numbers from 0, got undefined for row 1, column 2"],
    ["one category throughout", [[0, 0], [0, 7]], "none", undefinedKappa],
    ["full credit for everything", [[1, 2], [3, 4]], [[1, 1], [1, 1]], undefinedKappa],
    ["credits of another size", [[1, 2], [3, 4]], [[1]], "κ weights are a 2 × 2 matrix of credits in [0, 1] with 1 on the diagonal"],
    ["credits that are none", [[1, 2], [3, 4]], [[1, NaN], [0, 1]], "κ weights are a 2 × 2 matrix of credits in [0, 1] with 1 on the diagonal"],
    ["an unknown name", [[1, 2], [3, 4]], "cubic" as "none", 'κ weights are none, linear, quadratic or a matrix of credits, got "cubic"'],
  ])("refuses %s, and so does its bootstrap", (_, rows, weights, message) => {
    expect(() => cohenKappa(rows, { weights })).toThrow(new InputError(message));
    expect(() => kappaBootstrap(rows, { weights, seed: 1 })).toThrow(new InputError(message));
  });
});

describe("kappaBootstrap", () => {
  test("gives the same interval for the same seed, another one for another", () => {
    const rows = frozen([[20, 5], [10, 15]]);
    expect(kappaBootstrap(rows, { seed: 1 })).toEqual(kappaBootstrap([[20, 5], [10, 15]], { seed: 1 }));
    expect(kappaBootstrap(rows, { seed: 1 })).not.toEqual(kappaBootstrap(rows, { seed: 2 }));
  });

  test("comes near the large-sample interval where the sample is large", () => {
    const rows = [[800, 100, 40], [120, 700, 60], [30, 90, 560]];
    for (const weights of ["none", "quadratic"] as const) {
      const large = cohenKappa(rows, { weights });
      const { estimate, lo, hi } = kappaBootstrap(rows, { weights, seed: "large" });
      expect(estimate).toBe(large.kappa);
      expect(Math.abs(lo - large.lo)).toBeLessThan(0.2 * large.se);
      expect(Math.abs(hi - large.hi)).toBeLessThan(0.2 * large.se);
    }
  });

  test("leaves out the resamples without κ and says how many", () => {
    // Three items, one of them alone in its category: a resample has one category with probability (2/3)³ + (1/3)³ = 1/3.
    const { estimate, lo, hi, undefinedResamples } = kappaBootstrap([[2, 0], [0, 1]], { resamples: 6_000, seed: 3 });
    expect([estimate, lo, hi]).toEqual([1, 1, 1]);
    expect(undefinedResamples / 6_000).toBeCloseTo(1 / 3, 1);
  });

  test("stays within [−1, 1]", () => {
    fc.assert(
      fc.property(tableOf(3, 3), fc.integer(), (rows, seed) => {
        fc.pre(rows[0]![1]! > 0 && rows[1]![0]! > 0);
        const { estimate, lo, hi } = kappaBootstrap(frozen(rows), { resamples: 100, seed });
        return -1 <= lo && lo <= hi && hi <= 1 && estimate <= 1;
      }),
      { numRuns: 30 },
    );
  });

  test("refuses more items than it can draw in reasonable time", () => {
    expect(() => kappaBootstrap([[1e9, 1], [1, 1]], { seed: 1 })).toThrow("kappaBootstrap draws item by item, for at most 1000000 items, got 1000000003; the interval of cohenKappa serves so many as well");
  });
});
