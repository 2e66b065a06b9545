import { describe, expect, test } from "vitest";
import { isEditableNumber, isEditableSymbol } from "../../../src/perturb/local/filters";

/** The place of the first occurrence. */
const at = (text: string, value: string) => ({ start: text.indexOf(value), end: text.indexOf(value) + value.length });
const number = (text: string, value: string) => isEditableNumber(text, at(text, value), value);
const symbol = (text: string, value: string, rule: "strict" | "paper" = "strict") => isEditableSymbol(text, at(text, value), value, rule);

describe("isEditableNumber", () => {
  test.each([["$x = 12$", "12"], ["3/4 of it", "3/4"], ["15% off", "15%"], ["(6.5)", "6.5"], ["x2y", "2"]])("%s: %s may be edited", (text, value) => expect(number(text, value)).toBe(true));
  test.each([["123", "12"], ["1.5", "5"], ["0.5", "0"], ["it is 65.", "65"], ["x²3", "3"], ["1,000", "1,000"], ["nine", "nine"]])("%s: %s may not", (text, value) => expect(number(text, value)).toBe(false));
});

describe("isEditableSymbol", () => {
  test.each([["$a < b$", "<"], ["$a+b$", "+"], ["$x^{2} + y$", "+"], ["$a \\cdot b$", "\\cdot"], ["$a<b$; then $c<d$", "<"], ["$x < 1$. And $y < 2$.", "<"], ["$x_{\\max} \\le 3$", "\\le"]])("%s: %s may be swapped", (text, value) => expect(symbol(text, value)).toBe(true));
  test.each([["$x_{n+1}$", "+"], ["$2^{a{b}+c}$", "+"], ["$x^{a+", "+"], ["$a = b$", "="], ["$a \\neq b$", "\\neq"], ["$0 < x < 1$", "<"], ["$x \\le y$ and $z \\geq 1$", "\\le"], ["$a ≤ b >= c$", "≤"], ["$\\left(x\\right)$", "\\le"], ["$1 \\cdots 2$", "\\cdot"]])("%s: %s may not", (text, value) => expect(symbol(text, value)).toBe(false));

  test("a relation further than 80 characters away, or in another clause, does not count", () => {
    expect(symbol(`$a < b$ ${"x".repeat(70)} $c > d$`, "<")).toBe(false);
    expect(symbol(`$a < b$ ${"x".repeat(80)} $c > d$`, "<")).toBe(true);
    expect(symbol("$a < b$\n$c > d$", "<")).toBe(true);
  });

  test("two operators are no chain", () => expect(symbol("$a + b + c$", "+")).toBe(true));

  test("the paper's count takes \\left for a relation and \\lt for none", () => {
    expect([symbol("$\\left(x\\right) > 1$", ">"), symbol("$\\left(x\\right) > 1$", ">", "paper")]).toEqual([true, false]);
    expect([symbol("$0 \\lt x \\lt 1$", "\\lt"), symbol("$0 \\lt x \\lt 1$", "\\lt", "paper")]).toEqual([false, true]);
  });
});
