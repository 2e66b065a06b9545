import { describe, expect, test } from "vitest";
import { familyOf, swapSymbol, SYMBOL_SWAPS } from "../../../src/perturb/local/symbols";

describe("swapSymbol", () => {
  test.each([
    // B, section 3.2, the table of swaps.
    ["<", ">"], [">", "<"], ["\\le", "\\ge"], ["\\ge", "\\le"], ["\\leq", "\\geq"], ["\\geq", "\\leq"], ["≤", "≥"], ["≥", "≤"], ["\\lt", "\\gt"], ["\\gt", "\\lt"],
    ["+", "-"], ["-", "+"], ["−", "+"], ["\\times", "\\div"], ["\\div", "\\times"], ["\\cdot", "\\div"], ["×", "÷"], ["÷", "×"], ["·", "÷"],
  ])("%s becomes %s", (from, to) => expect(swapSymbol(from)).toBe(to));

  test.each(["=", "≠", "\\neq", "\\ne", "<=", ">=", "*", "/", "^", "\\left", "toString", "__proto__", ""])("%j is never swapped", (symbol) => expect(swapSymbol(symbol)).toBeUndefined());

  test("keeps the family, and a swap of a pair is undone by a second one", () => {
    for (const [from, to] of Object.entries(SYMBOL_SWAPS)) expect(familyOf(to)).toBe(familyOf(from));
    for (const from of ["<", "\\le", "\\leq", "≤", "\\lt", "+", "\\times", "×"]) expect(swapSymbol(swapSymbol(from)!)).toBe(from);
  });
});
