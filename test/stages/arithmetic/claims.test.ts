import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { perturbByRule } from "../../../src/perturb/rules";
import { claimsOf } from "../../../src/stages/arithmetic/claims";
import { leanLink } from "../../../src/stages/arithmetic/lean";
import { linksOf, type Expression } from "../../../src/stages/arithmetic/syntax";
import { isTrue, valueOf } from "../../../src/stages/arithmetic/value";
import { sharedFile } from "../../support/shared";

/** The comparisons of a text in Lean's notation, the type left out. */
const read = (text: string) => claimsOf(text).map((claim) => linksOf(claim).map((link) => leanLink(link, "ℝ").replace(/\((\d[\d.]*) : ℝ\)/g, "$1")).join(" ∧ "));

describe("claimsOf", () => {
  test.each([
    ["So 7 * 12 = 84.", "7 * 12 = 84"],
    ["$7 \\times $12 = $84", "7 * 12 = 84"],
    ["\\(7 \\times \\$12 = \\$84\\)", "7 * 12 = 84"],
    ["He sold 48/2 = <<48/2=24>>24 clips.", "48 / 2 = 24"],
    ["\\[ \\frac{3}{4} \\cdot 8 = 6 \\]", "3 / 4 * 8 = 6"],
    ["\\dfrac12 + \\frac{1}{2} = 1", "1 / 2 + 1 / 2 = 1"],
    ["20% of 50 = 10", "20 / 100 * 50 = 10"],
    ["1/3 of the 12 eggs = 4 eggs", "1 / 3 * 12 = 4"],
    ["Total: 1,500 + 250.50 = 1,750.50 dollars", "1500 + 250.50 = 1750.50"],
    ["1{,}500 - .5 = 1499.5", "1500 - 0.5 = 1499.5"],
    ["7 boxes * 12 pencils/box = 84 pencils", "7 * 12 = 84"],
    ["\\frac{2 \\text{ liters}}{10 \\text{ feet}} = 0.2 \\text{ liters per foot}", "2 / 10 = 0.2"],
    ["8 feet × 2 feet = 16 square feet", "8 * 2 = 16"],
    ["5 m * 3 m = 15 m^2", "5 * 3 = 15"],
    ["5 − 8 = −3 and |−3| = 3", "5 - 8 = -3", "|-3| = 3"],
    ["\\left| 2 - 5 \\right| = 3", "|2 - 5| = 3"],
    ["10 ÷ 4 = 2.5", "10 / 4 = 2.5"],
    ["-3^2 = -9", "-(3 ^ 2) = -9"],
    ["(-3)^{2} = 9", "(-3) ^ 2 = 9"],
    ["\\sqrt{16} + √9 = 7", "Real.sqrt 16 + Real.sqrt 9 = 7"],
    ["2(3 + 4) = 14", "2 * (3 + 4) = 14"],
    ["[2 * (3 + 4)] * 5 = 70", "2 * (3 + 4) * 5 = 70"],
    ["10 - (4 - 1) = 7, 10 - 4 - 1 = 5", "10 - (4 - 1) = 7", "10 - 4 - 1 = 5"],
    ["2 ** 3 = 8 is **8**", "2 ^ 3 = 8"],
    ["so it costs 5 x 2 = 10", "5 * 2 = 10"],
    ["5 times 3 equals 15", "5 * 3 = 15"],
    ["32 feet is greater than 20 feet", "32 > 20"],
    ["Since 3 + 4 is not greater than 8, we stop.", "3 + 4 ≤ 8"],
    ["\\( 5 \\leq 2 \\cdot 3 \\)", "5 ≤ 2 * 3"],
    ["Total cost = 20 * $40 = $800.", "20 * 40 = 800"],
    ["f(3) = 9 - 2 = 7", "9 - 2 = 7"],
    ["w = 6/4 = 1.5", "6 / 4 = 1.5"],
    ["2.5 hours = 2.5 * 60 = 150 minutes", "2.5 * 60 = 150"],
    ["The cost is 3 * $2, which equals $6.", "3 * 2 = 6"],
    ["Total = 8 + 18 + 15\nTotal = 41", "8 + 18 + 15 = 41"],
    ["Cal's marbles = Sean's marbles * 2. Cal's marbles = 56 * 2. Cal's marbles = 112.", "56 * 2 = 112"],
    ["\\[ \\text{Cost} = 2 \\cdot 3 \\] So \\[ \\text{Cost} = 7 \\]", "2 * 3 = 7"],
    ["Total = 12 / 3 Cost per person = 4"],
    ["2 * 3 = 6 = 12 / 2", "2 * 3 = 6 ∧ 6 = 12 / 2"],
    ["\\begin{align} 3 + 4 &= 7 \\\\ &= 14 / 2 \\end{align}", "3 + 4 = 7 ∧ 7 = 14 / 2"],
    ["- 3 * 5 = 15\n- 2 + 2 = 4", "3 * 5 = 15", "2 + 2 = 4"],
    ["1. 3 * 5 = 15", "3 * 5 = 15"],
    ["\\frac{20}{80} \\times 100\\% = 25\\%", "20 / 80 * (100 / 100) = 25 / 100"],
    ["$100 (Carmen) + $25 = $125", "100 + 25 = 125"],
    ["\\[ 14 \\text{ hours (meditation)} + 20 \\text{ hours} = 34 \\text{ hours} \\]", "14 + 20 = 34"],
    ["180^\\circ - 90^{\\circ} = 90°", "180 - 90 = 90"],
    ["= \\boxed{7} = 3 + 4", "7 = 3 + 4"],
    ["The room is for 56 - 50 = 6 more apples.", "56 - 50 = 6"],
    ["5 * 2/3 = 10/3 ≈ 3.33", "5 * 2 / 3 = 10 / 3"],
  ])("reads %j", (text, ...claims) => {
    expect(read(text)).toEqual(claims);
  });

  test.each([
    "x + 9 - 2 = 7", "2x = 8", "x = 5", "6 = 2y", "70 ≤ 24\\( K \\)", "3 abc = 12", "a_{3} = 9", "\\log_2 8 = 3", "\\log_{2} 8 = 3", "\\sin 30^\\circ = 0.5", "P(3) = 4",
    "1 + 2 + ... + 10 = 55", "1 + 2 + \\cdots + 10 = 55", "10/3 = 3.33...", "\\frac{2}{3} = 0.\\overline{6}", "10/3 = 3.33 (rounded)", "That is approximately 10/3 = 3.3.",
    "1 foot = 12 inches", "60 minutes = 1 hour", "3 * 20 minutes = 1 hour", "5 * 20 cents = $1", "(5/20) * 100 = 25%", "$40 + 50% = $60",
    "half of 12 = 6", "half of \\(12\\) = 6", "twice 3 + 4 = 10", "3/4 of the students = 15", "3 dozen = 36", "4 more than 5 = 9", "The sum of 3 and 4 = 7", "2 1/2 * 2 = 5", "2\\frac{1}{2} = 2.5",
    "3:4 = 6:8", "5! = 120", "5 choose 2 = 10", "10 mod 3 = 1", "17 ÷ 5 = 3 remainder 2", "6/2(3) = 9", "5 ± 2 = 7", "\\(2^10 = 1024\\)", "[22.8] = 22", "\\sqrt[3]{8} = 2",
    "= 20 (4 * 5)", "4 + 5", "", "=", "= =", "3 = ", "(((", "1 = = 2", "\\frac{1}{ = 2", "<<>>", "3 + 4 → 7",
    "Total = 2 + 3. Cost = 7", "x = (5 + 9) / 2. x = -2", "Total = 2 + 3, Total = 7", "Total = 2 + 3 and Total = 7", "the sum of \\(7\\) and \\(2\\), which equals \\(16\\)",
  ])("reads nothing in %j", (text) => {
    expect(read(text)).toEqual([]);
  });

  test("a claim's span and its sides' spans are where they stand, with their units", () => {
    const text = "So 7 boxes * 12 pencils/box = 84 pencils.";
    const [claim] = claimsOf(text);
    expect(text.slice(claim!.start, claim!.end)).toBe("7 boxes * 12 pencils/box = 84 pencils");
    expect(claim!.sides.map(({ start, end, units }) => [text.slice(start, end), units])).toEqual([["7 boxes * 12 pencils/box", ["boxes", "pencils/box"]], ["84 pencils", ["pencils"]]]);
  });

  test("what is written in any of its notations comes back as the same tree", () => {
    const digits = fc.oneof(fc.nat(9999).map(String), fc.tuple(fc.nat(99), fc.integer({ min: 1, max: 99 })).map(([a, b]) => `${a}.${b}`));
    const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        digits.map((each): Expression => ({ kind: "number", digits: each })),
        fc.record({ kind: fc.constant("binary" as const), operator: fc.constantFrom("+" as const, "-" as const, "*" as const, "/" as const), left: tie("tree"), right: tie("tree") }),
        fc.record({ kind: fc.constant("root" as const), of: tie("tree") }),
      ),
    }));
    const latex = (each: Expression): string => (each.kind === "number" ? each.digits : each.kind === "root" ? `\\sqrt{${latex(each.of)}}` : each.kind !== "binary" ? "" : each.operator === "/" ? `\\frac{${latex(each.left)}}{${latex(each.right)}}` : `(${latex(each.left)} ${each.operator === "*" ? "\\times" : each.operator} ${latex(each.right)})`);
    fc.assert(
      fc.property(tree, tree, (left, right) => {
        const [claim] = claimsOf(`We get \\[ ${latex(left)} = ${latex(right)} \\].`);
        expect(claim!.sides.map(({ expression }) => expression)).toEqual([left, right]);
      }),
      { numRuns: 200 },
    );
  });

  test("any text is read without an error, in time, and a claim never reaches beyond it", () => {
    const parts = fc.constantFrom("3", "12", "=", "+", "-", "(", ")", "\\frac", "{", "}", "$", "%", " of ", "x", "boxes", "^", "|", "\n", "<", "\\[", "\\]", "\\text{", "[", "]", "**", ".", ",", "\\sqrt", "𝟛", "\\\\", " ");
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), (all) => {
        const text = all.join("");
        for (const { start, end } of claimsOf(text)) expect([start >= 0, start < end, end <= text.length]).toEqual([true, true, true]);
      }),
      { numRuns: 500 },
    );
    const started = performance.now();
    for (const text of ["(".repeat(2000), "3 (".repeat(3000) + "= 2", "√(".repeat(1000) + " = 2", "- ".repeat(3000) + "1 = 2", "1+".repeat(20_000) + "1 = 2", "3 boxes ".repeat(1000) + "= 3", "2^".repeat(500) + "2 = 2", "\\text{".repeat(300), "1 = ".repeat(1000)]) claimsOf(text);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe("values", () => {
  const truth = (text: string) => isTrue(claimsOf(text)[0]!);

  test("exact, also where floating point is not", () => {
    expect(truth("0.1 + 0.2 = 0.3")).toBe(true);
    expect(truth("10000000000000001 - 10000000000000000 = 1")).toBe(true);
    expect(truth("1/3 + 1/3 + 1/3 = 1")).toBe(true);
    expect(truth("2^{-2} = 0.25")).toBe(true);
    expect(truth("2 * 3 = 6 = 7")).toBe(false);
  });

  test("division by zero, irrational roots and powers too large have no value here", () => {
    for (const text of ["1/0 = 0", "\\sqrt{2} * \\sqrt{2} = 2", "\\sqrt{-4} = 2", "9^{9^{9}} = 1", "0^{0} = 1", "4^{0.5} = 2"]) expect(truth(text), text).toBeUndefined();
    expect(valueOf({ kind: "root", of: { kind: "number", digits: "2.25" } })).toEqual({ num: 3n, den: 2n });
  });
});

describe("real steps", () => {
  const path = sharedFile("data", "processbench", "gsm8k.json");
  // These steps are labelled right by people. A claim that evaluates to false would be one that was misread, or a slip of the source.
  test.skipIf(!path)("GSM8K, error-free: over half of the 976 steps have a claim, and not one claim is false", () => {
    const rows = JSON.parse(readFileSync(path!, "utf8")) as { label: number; steps: string[] }[];
    const steps = rows.filter(({ label }) => label === -1).flatMap((row) => row.steps);
    const claims = steps.map(claimsOf);
    expect(claims.filter((each) => each.length > 0).length / steps.length).toBeGreaterThan(0.5);
    expect(claims.flat().filter((claim) => isTrue(claim) !== true)).toEqual([]);
    // Reading looks at the form alone: perturbed steps are as readable, though most are false.
    const perturbed = steps.map((step) => claimsOf(perturbByRule(step, { seed: 42 }).text));
    const both = claims.filter((each, index) => each.length > 0 && perturbed[index]!.length > 0).length;
    expect(both / claims.filter((each) => each.length > 0).length).toBeGreaterThan(0.98);
  });
});
