import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { flipped, numericValue, sameValue, signOf } from "../../src/judges/values";

const shown = (text: string) => {
  const value = numericValue(text);
  return value && `${value.num}/${value.den}`;
};

describe("one number in many forms", () => {
  test.each([
    ["6.5", "13/2"], ["13/2", "13/2"], ["(13 : ℝ) / 2", "13/2"], ["((13:ℚ)/(2:ℚ))", "13/2"], ["\\frac{13}{2}", "13/2"], ["\\dfrac{13}2", "13/2"], ["\\frac12", "1/2"],
    ["6 1/2", "13/2"], ["6\\frac12", "13/2"], ["6 + 1/2", "13/2"], ["65e-1", "13/2"], ["0.65e1", "13/2"], ["-6.5", "-13/2"], ["−6.5", "-13/2"], ["-(13/2)", "-13/2"],
    ["(65 : ℝ)", "65/1"], ["↑65", "65/1"], ["1,234,567", "1234567/1"], ["1{,}000", "1000/1"], ["$12$", "12/1"], ["2^10", "1024/1"], ["2^(-2)", "1/4"], ["50%", "1/2"], ["1_000", "1000/1"], ["\\left(3\\right)", "3/1"],
  ])("%s is %s", (text, value) => expect(shown(text)).toBe(value));

  test.each(["", "x", "2x", "3 +", "(3", "3)", "1/0", "0^(-1)", "2^99999999", "n = 3", "π", "1,23", "--", "1e99999", "3 4"])("%j is no number", (text) => expect(numericValue(text)).toBeUndefined());
  test("depth and length are bounded", () => {
    expect(numericValue("(".repeat(100) + "1" + ")".repeat(100))).toBeUndefined();
    expect(numericValue("9".repeat(300))).toBeUndefined();
  });

  test("every decimal is the quotient that it stands for", () =>
    fc.assert(fc.property(fc.integer({ min: -99999, max: 99999 }), fc.integer({ min: 0, max: 4 }), (units, places) =>
      sameValue((units / 10 ** places).toFixed(places), `${units}/${10 ** places}`))));

  test("a percentage is read both ways, other numbers are not", () => {
    expect(sameValue("13%", "0.13")).toBe(true);
    expect(sameValue("13%", "(13 : ℝ)")).toBe(true);
    expect(sameValue("13\\%", "13/100")).toBe(true);
    expect(sameValue("13", "0.13")).toBe(false);
  });

  test("texts that are no numbers are compared without white space", () => {
    expect(sameValue("a + b", "a+b")).toBe(true);
    expect(sameValue("a + b", "b + a")).toBe(false);
  });
});

test("signs of the swap table in Lean's notation", () => {
  expect(["\\leq", "≥", "\\lt", "−", "\\cdot", "÷", "$<$", "and"].map(signOf)).toEqual(["≤", "≥", "<", "-", "*", "/", "<", undefined]);
  expect(["<", "≤", "+"].map(flipped)).toEqual([">", "≥", undefined]);
});
