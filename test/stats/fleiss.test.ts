import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { InputError } from "../../src/core/errors";
import { fleissKappa } from "../../src/stats/fleiss";
import { frozen } from "../support/frozen";
import { readJson, sharedFile } from "../support/shared";

/** Fleiss 1971: 30 patients, six psychiatrists, five diagnoses; each word holds the number of psychiatrists for diagnosis 1 … 5. */
const DIAGNOSES = frozen(
  `00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031
   00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006`.split(/\s+/).map((word) => [...word].map(Number)),
);

/** Items × categories in which `raters` each chose one of the categories at least two of which occur. */
const panel = fc
  .record({ raters: fc.integer({ min: 2, max: 7 }), categories: fc.integer({ min: 2, max: 4 }), items: fc.integer({ min: 1, max: 12 }) })
  .chain(({ raters, categories, items }) => fc.array(fc.array(fc.nat(categories - 1), { minLength: raters, maxLength: raters }), { minLength: items, maxLength: items }).map((ratings) => ({ ratings, categories })))
  .filter(({ ratings }) => new Set(ratings.flat()).size > 1)
  .map(({ ratings, categories }) => ({ ratings, counts: frozen(ratings.map((row) => Array.from({ length: categories }, (_, c) => row.filter((r) => r === c).length))) }));

describe("fleissKappa", () => {
  test("prints what R prints for Fleiss' diagnoses", () => {
    // R, irr::kappam.fleiss(diagnoses): kappa 0.4302445, z 17.65183; quoted in statsmodels, stats/tests/test_inter_rater.py.
    const { kappa, seNull, items, raters } = fleissKappa(DIAGNOSES);
    expect(kappa).toBeCloseTo(0.4302445, 7);
    expect(kappa / seNull).toBeCloseTo(17.65183, 5);
    expect([items, raters]).toEqual([30, 6]);
  });

  const path = sharedFile("data", "kappa", "multi_rater_and_wilson.json");
  test.skipIf(!path)("agrees with both stored tables", () => {
    const { fleiss1971_diagnoses: diagnoses, fleiss_wikipedia: textbook } = readJson<{
      fleiss1971_diagnoses: { ratings: number[][]; fleiss_kappa: number; z: number };
      fleiss_wikipedia: { counts: number[][]; fleiss_kappa: number };
    }>(path);
    const counts = diagnoses.ratings.map((row) => [1, 2, 3, 4, 5].map((diagnosis) => row.filter((rating) => rating === diagnosis).length));
    expect(counts).toEqual(DIAGNOSES);
    expect(fleissKappa(counts).kappa).toBeCloseTo(diagnoses.fleiss_kappa, 7);
    expect(fleissKappa(frozen(textbook.counts)).kappa).toBeCloseTo(textbook.fleiss_kappa, 2);
  });

  test("by hand", () => {
    // Agreeing pairs: 3 + 3 + 1 of 9, so 7/9. Shares 5/9 and 4/9, chance 41/81. κ = (63 − 41)/(81 − 41) = 0.55.
    const { kappa, agreement, chance } = fleissKappa([[3, 0], [0, 3], [2, 1]]);
    expect(agreement).toBeCloseTo(7 / 9, 12);
    expect(chance).toBeCloseTo(41 / 81, 12);
    expect(kappa).toBeCloseTo(0.55, 12);
    // Two raters who always differ, half and half: agreement 0, chance 0.5, κ −1.
    expect(fleissKappa([[1, 1], [1, 1]]).kappa).toBe(-1);
  });

  test("counts agreeing pairs of raters", () => {
    fc.assert(
      fc.property(panel, ({ ratings, counts }) => {
        const pairs = ratings.flatMap((row) => row.flatMap((a, i) => row.slice(i + 1).map((b) => Number(a === b))));
        expect(fleissKappa(counts).agreement).toBeCloseTo(pairs.reduce((a, b) => a + b, 0) / pairs.length, 12);
      }),
    );
  });

  test("does not care for the order of items or categories, nor for a category that nobody used", () => {
    fc.assert(
      fc.property(panel, ({ counts }) => {
        const { kappa, seNull } = fleissKappa(counts);
        for (const same of [[...counts].reverse(), counts.map((row) => [...row].reverse()), counts.map((row) => [...row, 0])]) {
          expect(fleissKappa(same).kappa).toBeCloseTo(kappa, 10);
          expect(fleissKappa(same).seNull).toBeCloseTo(seNull, 10);
        }
        expect(kappa).toBeLessThanOrEqual(1);
      }),
    );
  });

  const unequal = "fleissKappa requires the same raters and categories for every item; item 2 has [2,2], the first has 3 raters";
  test.each<[string, number[][], string]>([
    ["nothing", [], "fleissKappa requires at least one item"],
    ["unequal panels", [[2, 1], [2, 2]], unequal],
    ["ragged rows", [[2, 1], [3]], "fleissKappa requires the same raters and categories for every item; item 2 has [3], the first has 3 raters"],
    ["one rater", [[1, 0], [0, 1]], "fleissKappa requires at least two raters, got 1"],
    ["no categories", [[]], "fleissKappa requires at least two raters, got 0"],
    ["halves", [[1.5, 1.5]], "fleissKappa counts in whole numbers from 0, got 1.5 for item 1, category 1"],
    ["holes", [new Array<number>(2)], "fleissKappa counts in whole numbers from 0, got undefined for item 1, category 1"],
    ["one category throughout", [[3, 0], [3, 0]], "κ is undefined: every rating is of one category, so chance agreement is 1; report the agreement instead"],
  ])("refuses %s", (_, counts, message) => {
    expect(() => fleissKappa(counts)).toThrow(new InputError(message));
  });
});
