import { describe, expect, test } from "vitest";
import type { Problem } from "../../../src/data/problems";
import { markByRule } from "../../../src/perturb/local/markByRule";

const problem = (informal_proof: string): Problem => ({ name: "p", informal_statement: "/-- x -/", informal_proof });
const values = (kind: "number" | "symbol", proof: string) => markByRule(problem(proof), kind).map(({ value }) => value);

describe("numbers marked by rule", () => {
  test.each([
    ["There are 24 apples, 6.5 kg, 3/4 of them red, 15% of them bad.", ["24", "6.5", "3/4", "15%"]],
    ["$x^2 + a_{10} - x_3^{4} = 7$", ["7"]],
    ["$\\frac{3}{4}$, $\\frac12$, $\\dfrac{10}{3}$ and $\\frac{x}{2}$", ["3/4", "1/2", "10/3"]],
    ["$3\\frac12$ is mixed; $\\frac{1}{2}$ is not", ["1/2"]],
    ["$\\sqrt{369}$, $\\boxed{42}$, $\\binom52$, $30\\%$", ["42", "30"]],
    ["1,000 and 10{,}000 and (0,3) and 1,2,3", ["0", "3", "1", "2", "3"]],
    ["x2, A1, the 2nd, Case 3, Step 4, equation (5), 2x", ["2"]],
    ["$-8 < x - 3$ and $y = -2$, $(-1, 4-5)$", ["-8", "3", "-2", "-1", "4", "5"]],
    ["[asy] draw((0,0)); [/asy] and [[2002 AMC]] and 5", ["5"]],
    ["1/2/3 and 7", ["7"]],
    ["nine", []],
  ])("%s", (text, expected) => expect(values("number", text)).toEqual(expected));
});

describe("symbols marked by rule", () => {
  test.each([
    ["$a + b - c \\cdot d$", ["+", "-", "\\cdot"]],
    ["$a<b$, $x \\leq y$, $m-n$", ["<", "\\leq", "-"]],
    ["$x_{n+1} + y^{k-1}$, $\\frac{a+b}{c}$, $\\sqrt{a-b}$", ["+"]],
    ["$-3 = (-x)$ and well-known", []],
    ["so x + y > 3 in words, a -> b", ["+", ">"]],
    ["$a \\left( b \\right)$, $1, \\cdots, 2$, $a \\neq b$", []],
    ["$a · b × c ÷ d − e ≤ f$", ["·", "×", "÷", "−", "≤"]],
  ])("%s", (text, expected) => expect(values("symbol", text)).toEqual(expected));
});

test("marks stand where they say, in the statement first", () => {
  const both: Problem = { name: "p", informal_statement: "/-- Show that $3 < 4$.-/", informal_proof: "$3 = 4 - 1$" };
  const marks = markByRule(both, "number");
  expect(marks.map(({ source }) => source)).toEqual(["statement", "statement", "proof", "proof", "proof"]);
  for (const { value, source, start, end, context } of marks) {
    const text = source === "statement" ? both.informal_statement : both.informal_proof;
    expect(text.slice(start, end)).toBe(value);
    expect(text).toContain(context);
  }
});
