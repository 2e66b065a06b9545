import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { InputError } from "../../src/core/errors";
import { OUTCOMES, type Outcome, type OutcomePair } from "../../src/core/types";
import { contingency, outcomeCounts, PAIR_CLASSES, pairClass } from "../../src/stats/contingency";
import { frozen } from "../support/frozen";

const outcome = fc.constantFrom(...OUTCOMES);
const pairs = fc.array(fc.record({ original: outcome, perturbed: outcome }), { minLength: 1, maxLength: 60 }).map(frozen);

test("the class of every pair, as A defines it in section 3: z is ⊤ or ⊥ first, z̄ second, and anything undecided is inconclusive", () => {
  const classes = OUTCOMES.map((original) => OUTCOMES.map((perturbed) => pairClass({ original, perturbed })));
  const none = "inconclusive";
  expect(classes).toEqual([
    // perturbed: af_fail, refuted, inconclusive, proved
    [none, none, none, none], // original af_fail
    [none, "abstention", none, "inversion"], // refuted
    [none, none, none, none], // inconclusive
    [none, "faithfulness", none, "sycophancy"], // proved
  ]);
});

describe("contingency", () => {
  test("of the pairs behind Goedel on GSM8K gives the percentages of A, Figure 5", () => {
    // 913 + 274 + 11 + 6 + 78 = 1,282 is the only table that prints as 71.2, 21.4, 0.9, 0.5 and 6.1 %.
    const repeat = (count: number, original: Outcome, perturbed: Outcome): OutcomePair[] => new Array<OutcomePair>(count).fill({ original, perturbed });
    const counts = contingency(
      frozen([...repeat(913, "proved", "refuted"), ...repeat(274, "proved", "proved"), ...repeat(11, "refuted", "refuted"), ...repeat(6, "refuted", "proved"), ...repeat(60, "af_fail", "proved"), ...repeat(18, "proved", "inconclusive")]),
    );
    expect(counts).toEqual({ faithfulness: 913, sycophancy: 274, abstention: 11, inversion: 6, inconclusive: 78, n: 1282 });
    expect(PAIR_CLASSES.map((name) => ((100 * counts[name]) / counts.n).toFixed(1))).toEqual(["71.2", "21.4", "0.9", "0.5", "6.1"]);
  });

  test("puts every pair into one class: the counts add up to n", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const counts = contingency(list);
        expect(PAIR_CLASSES.reduce((sum, name) => sum + counts[name], 0)).toBe(list.length);
        expect(counts.n).toBe(list.length);
        for (const name of PAIR_CLASSES) expect(counts[name]).toBe(list.filter((pair) => pairClass(pair) === name).length);
      }),
    );
  });

  test("exchanging the sides exchanges faithfulness and inversion, and nothing else", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const { faithfulness, inversion, ...rest } = contingency(list);
        expect(contingency(list.map(({ original, perturbed }) => ({ original: perturbed, perturbed: original })))).toEqual({ ...rest, faithfulness: inversion, inversion: faithfulness });
      }),
    );
  });

  test("refuses no pairs, and outcomes that are none of the four on either side", () => {
    expect(() => contingency([])).toThrow(new InputError("contingency requires at least one pair"));
    const unknown = (value: unknown) => `an outcome is one of af_fail, refuted, inconclusive, proved, got ${JSON.stringify(value)}`;
    for (const value of ["Proved", "", null, undefined, 3]) {
      expect(() => contingency([{ original: value as Outcome, perturbed: "proved" }])).toThrow(new InputError(unknown(value)));
      expect(() => contingency([{ original: "proved", perturbed: value as Outcome }])).toThrow(new InputError(unknown(value)));
    }
  });
});

describe("outcomeCounts", () => {
  test("counts each outcome, zero where there is none", () => {
    expect(outcomeCounts([])).toEqual({ af_fail: 0, refuted: 0, inconclusive: 0, proved: 0 });
    fc.assert(
      fc.property(fc.array(outcome), (list) => {
        const counts = outcomeCounts(frozen(list));
        for (const name of OUTCOMES) expect(counts[name]).toBe(list.filter((item) => item === name).length);
      }),
    );
  });

  test("refuses a word that is no outcome", () => {
    expect(() => outcomeCounts(["AF-Fail" as Outcome])).toThrow('an outcome is one of af_fail, refuted, inconclusive, proved, got "AF-Fail"');
  });
});
