import { describe, expect, test } from "vitest";
import { faithformBench, contingencyChecks, nameOf, outcomesOf, perturbationDifferences, printsAs, ratesOf, recoveredContingency, uflbAgreement } from "../../src/papers/faithformbench";
import { frozen } from "../support/frozen";

const paper = frozen(faithformBench());

describe("what follows from Table 3", () => {
  test("Goedel on GSM8K by hand", () => {
    // FNR 17/1282, FPR 297/1282, AFFR (18 + 22)/2564; ½ FNR + ½ FPR + AFFR = (17 + 297 + 40)/2564 = 354/2564 = 0.13807
    const { fnr, fpr, affr, uflb } = ratesOf(paper, "Goedel", "GSM8K");
    expect([fnr.k, fnr.n, fpr.k, fpr.n, affr.k, affr.n, uflb.k, uflb.n]).toEqual([17, 1282, 297, 1282, 40, 2564, 354, 2564]);
    expect(uflb.rate).toBeCloseTo(0.13807, 5);
  });

  test("all 32 printed bounds are recomputed", () => {
    const all = uflbAgreement(paper);
    expect(all).toHaveLength(32);
    expect(all.filter(({ agree }) => !agree)).toEqual([]);
  });

  test("a bound that is off by one unit of its last decimal disagrees", () => {
    const uflb = paper.uflb.map((row, i) => (i === 5 ? { ...row, uflb: row.uflb + 0.01 } : row));
    expect(uflbAgreement({ ...paper, uflb }).filter(({ agree }) => !agree)).toHaveLength(1);
  });

  test("names are those of the paper's prose", () => {
    expect([nameOf("Stepfun"), nameOf("Claude-Opus-4.7"), nameOf("GPT-5.2")]).toEqual(["StepFun", "Claude Opus 4.7", "GPT-5.2"]);
  });

  test("a bar that the paper does not print is an error", () => {
    expect(() => outcomesOf(paper, "GPT-5.2", "MATH", "regex")).toThrow('the paper prints no outcomes of GPT-5.2 on MATH with perturbation "regex"');
  });
});

describe("printsAs", () => {
  test.each([
    [{ k: 354, n: 2564 }, 0.14, 2, true], // 0.13807
    [{ k: 354, n: 2564 }, 0.13, 2, false],
    [{ k: 1, n: 8 }, 0.13, 2, true], // 0.125 lies between two prints
    [{ k: 1, n: 8 }, 0.12, 2, true],
    [{ k: 1, n: 3 }, 33.3 / 100, 3, true],
  ])("%o as %d with %d decimals: %s", (rate, printed, decimals, expected) => {
    expect(printsAs(rate, printed, decimals)).toBe(expected);
  });
});

describe("Figure 5 against Table 3", () => {
  test("all 80 shares lie within their Fréchet bounds, and a share moved out of them is noticed", () => {
    const checks = contingencyChecks(paper);
    expect(checks).toHaveLength(80);
    expect(checks.every(({ within }) => within)).toBe(true);
    const contingency = paper.contingency.map((row, i) => (i === 0 ? { ...row, sycophancy: 23.3 } : row)); // 297 of 1,282 is 23.17 %
    expect(contingencyChecks({ ...paper, contingency }).filter(({ within }) => !within)).toMatchObject([{ formaliser: "Goedel", dataset: "GSM8K", pairClass: "sycophancy" }]);
  });

  test("the counts of Goedel on GSM8K are the only ones that print as published", () => {
    // 913 + 274 + 11 + 6 + 78 = 1282; 913/1282 = 71.22, 274/1282 = 21.37, 11/1282 = 0.86, 6/1282 = 0.47, 78/1282 = 6.08 %
    const goedel = recoveredContingency(paper).filter(({ formaliser, dataset }) => formaliser === "Goedel" && dataset === "GSM8K");
    expect(goedel.map(({ counts }) => [counts.lo, counts.hi])).toEqual([[913, 913], [274, 274], [11, 11], [6, 6], [78, 78]]);
  });
});

describe("Table 5", () => {
  test("the differences of one bar add up to zero", () => {
    const differences = perturbationDifferences(paper);
    expect(differences).toHaveLength(64);
    for (let bar = 0; bar < 16; bar++) expect(differences.filter((_, i) => i % 16 === bar).reduce((sum, { estimate }) => sum + estimate, 0)).toBeCloseTo(0, 12);
  });

  test("Goedel on MATH, proved: 1446 − 1011 of 4041", () => {
    const row = perturbationDifferences(paper).find(({ formaliser, dataset, outcome }) => formaliser === "Goedel" && dataset === "MATH" && outcome === "proved")!;
    expect(row.estimate).toBeCloseTo(435 / 4041, 12);
    expect(row.pairing).toBe("unknown");
    expect(row.lo).toBeGreaterThan(0.08);
    expect(row.hi).toBeLessThan(0.14);
  });
});
