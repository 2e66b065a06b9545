import { describe, expect, test } from "vitest";
import { seeded } from "../../src/core/random";
import { correctByVerdict, correctedRate } from "../../src/stats/corrected";

describe("a rate corrected by a check of verdicts", () => {
  test("by hand: 0.2016 × 0.94 + 0.7984 × 0.06", () => {
    const { estimate, asJudged } = correctByVerdict({ judged: { k: 150, n: 744 }, accepted: { k: 47, n: 50 }, rejected: { k: 3, n: 50 } });
    expect(asJudged).toBeCloseTo(150 / 744, 12);
    expect(estimate).toBeCloseTo((150 / 744) * 0.94 + (594 / 744) * 0.06, 12);
  });

  test("is Rogan and Gladen's correction by the sensitivity and specificity that the check implies", () => {
    // 400 accepted of 1,000; of the accepted 90 % are right, of the rejected 10 %: true positives 360 + 60, so sensitivity 360/420 and specificity 540/580.
    const { estimate } = correctByVerdict({ judged: { k: 400, n: 1000 }, accepted: { k: 90, n: 100 }, rejected: { k: 10, n: 100 } });
    expect(estimate).toBeCloseTo(0.42, 12);
    expect(correctedRate({ judged: { k: 400, n: 1000 }, sensitivity: { k: 360, n: 420 }, specificity: { k: 540, n: 580 } }).estimate).toBeCloseTo(estimate, 12);
  });

  test("a check without an error keeps some doubt, and bounds stay in 0 … 1", () => {
    const all = correctByVerdict({ judged: { k: 10, n: 10 }, accepted: { k: 5, n: 5 }, rejected: { k: 0, n: 5 } });
    expect(all.estimate).toBe(1);
    expect(all.lo).toBeLessThan(0.95);
    expect(all.hi).toBe(1);
  });
});

describe("a rate corrected by sensitivity and specificity", () => {
  test("by hand: (0.3 + 0.95 − 1) / (0.9 + 0.95 − 1)", () => {
    expect(correctedRate({ judged: { k: 300, n: 1000 }, sensitivity: { k: 90, n: 100 }, specificity: { k: 95, n: 100 } }).estimate).toBeCloseTo(0.25 / 0.85, 12);
  });
  test("a perfect judge changes nothing", () => {
    const { estimate } = correctedRate({ judged: { k: 3, n: 10 }, sensitivity: { k: 50, n: 50 }, specificity: { k: 50, n: 50 } });
    expect(estimate).toBeCloseTo(0.3, 12);
  });
  test("a judge that is a coin cannot be corrected", () => {
    expect(() => correctedRate({ judged: { k: 5, n: 10 }, sensitivity: { k: 5, n: 10 }, specificity: { k: 5, n: 10 } })).toThrow("add up to 1 or less");
    expect(() => correctByVerdict({ judged: { k: 0, n: 0 }, accepted: { k: 0, n: 1 }, rejected: { k: 0, n: 1 } })).toThrow("0 of 0");
  });
});

describe("coverage, in 4,000 simulated checks each", () => {
  const random = seeded("coverage of corrected rates");
  const binomial = (n: number, p: number) => Array.from({ length: n }, random).filter((u) => u < p).length;
  /** Of outputs that are truly positive with probability p, read by a judge with this sensitivity and specificity. */
  const worlds = [
    { p: 0.2, se: 0.9, sp: 0.95 },
    { p: 0.6, se: 0.95, sp: 0.85 },
    { p: 0.05, se: 0.85, sp: 0.95 },
  ];

  test.each(worlds)("verdicts checked: $p, $se, $sp", ({ p, se, sp }) => {
    const accepted = p * se + (1 - p) * (1 - sp);
    let held = 0;
    for (let i = 0; i < 4_000; i++) {
      const { lo, hi } = correctByVerdict({
        judged: { k: binomial(250, accepted), n: 250 },
        accepted: { k: binomial(50, (p * se) / accepted), n: 50 },
        rejected: { k: binomial(50, (p * (1 - se)) / (1 - accepted)), n: 50 },
      });
      held += Number(lo <= p && p <= hi);
    }
    expect(held / 4_000).toBeGreaterThan(0.94);
  });

  test.each(worlds)("sensitivity and specificity estimated: $p, $se, $sp", ({ p, se, sp }) => {
    let held = 0;
    for (let i = 0; i < 4_000; i++) {
      const { lo, hi } = correctedRate({ judged: { k: binomial(250, p * se + (1 - p) * (1 - sp)), n: 250 }, sensitivity: { k: binomial(50, se), n: 50 }, specificity: { k: binomial(50, sp), n: 50 } });
      held += Number(lo <= p && p <= hi);
    }
    expect(held / 4_000).toBeGreaterThan(0.94);
  });
});
