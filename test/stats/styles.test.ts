import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { InputError } from "../../src/core/errors";
import { flipRate, styleRange } from "../../src/stats/styles";
import { frozen } from "../support/frozen";

const grid = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 12 }))
  .chain(([styles, problems]) => fc.array(fc.array(fc.boolean(), { minLength: styles, maxLength: styles }), { minLength: problems, maxLength: problems }))
  .map(frozen);
/** One problem with `right` of five styles correct. */
const ofFive = (right: number) => Array.from({ length: 5 }, (_, style) => style < right);

describe("flipRate", () => {
  test("one style right of five flips in 4 of the 10 pairs (B, section 4.1)", () => {
    expect(flipRate(frozen([[false, false, true, false, false]]))).toBe(0.4);
    // c(5 − c)/10 for c = 0 … 5
    expect([0, 1, 2, 3, 4, 5].map((right) => flipRate([ofFive(right)]))).toEqual([0, 0.4, 0.6, 0.6, 0.4, 0]);
  });

  test("is the share of pairs of styles with one right and one wrong, averaged over problems", () => {
    fc.assert(
      fc.property(grid, (correct) => {
        const flips = correct.map((row) => row.flatMap((a, i) => row.slice(i + 1).map((b) => Number(a !== b))));
        const share = flips.reduce((sum, pairs) => sum + pairs.reduce((a, b) => a + b, 0) / pairs.length, 0) / flips.length;
        expect(flipRate(correct)).toBeCloseTo(share, 12);
      }),
    );
  });

  test("does not change when right and wrong change places, nor with the order of styles or problems", () => {
    fc.assert(
      fc.property(grid, (correct) => {
        const rate = flipRate(correct);
        for (const same of [correct.map((row) => row.map((cell) => !cell)), correct.map((row) => [...row].reverse()), [...correct].reverse()]) expect(flipRate(same)).toBeCloseTo(rate, 12);
      }),
    );
  });
});

describe("styleRange", () => {
  test("from 17.2 to 22.5 % of 244 problems is 13 problems, 5.3 points (B, section 4.2, miniF2F, Gemini-3.1-Pro)", () => {
    // The only counts of 244 that print as 17.2 and 22.5 % are 42 and 55.
    const correct = frozen(Array.from({ length: 244 }, (_, problem) => [42, 50, 55, 48, 44].map((right) => problem < right)));
    expect((100 * styleRange(correct)).toFixed(1)).toBe("5.3");
    expect(styleRange(correct)).toBeCloseTo(13 / 244, 12);
  });

  test("by hand: 1 of 2 against 2 of 2", () => {
    expect(styleRange([[true, false], [true, true]])).toBe(0.5);
    expect(styleRange([[true], [false]])).toBe(0);
  });

  test("is the largest difference between two styles, and the same for wrong as for right", () => {
    fc.assert(
      fc.property(grid, (correct) => {
        const share = (style: number) => correct.filter((row) => row[style]).length / correct.length;
        const styles = correct[0]!.map((_, style) => style);
        const widest = Math.max(...styles.flatMap((a) => styles.map((b) => share(a) - share(b))));
        expect(styleRange(correct)).toBeCloseTo(widest, 12);
        expect(styleRange(correct.map((row) => row.map((cell) => !cell)))).toBeCloseTo(widest, 12);
      }),
    );
  });
});

const hole = new Array<boolean>(2);
hole[0] = true;
test.each<[string, unknown[][], string]>([
  ["no problems", [], "requires at least one problem"],
  ["no styles", [[]], "requires at least one style"],
  ["ragged rows", [[true, false], [true]], "requires 2 booleans a problem, like the first; problem 2 has [true]"],
  ["numbers", [[true, false], [1, 0]], "requires 2 booleans a problem, like the first; problem 2 has [1,0]"],
  ["missing cells", [[true, null]], "requires 2 booleans a problem, like the first; problem 1 has [true,null]"],
  ["holes", [hole], "requires 2 booleans a problem, like the first; problem 1 has [true,null]"],
])("both refuse %s", (_, correct, message) => {
  expect(() => flipRate(correct as boolean[][])).toThrow(new InputError(`flipRate ${message}`));
  expect(() => styleRange(correct as boolean[][])).toThrow(new InputError(`styleRange ${message}`));
});

test("flipRate refuses a single style", () => {
  expect(() => flipRate([[true], [false]])).toThrow(new InputError("flipRate compares styles, so it requires at least two, got 1"));
});
