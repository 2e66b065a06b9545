import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repairOffset } from "../../../src/perturb/local/offsets";
import { places, respelled, spellings } from "../../../src/perturb/local/spelling";

describe("repairOffset, in the order of B, section 3.2", () => {
  const text = "Let $x = 3$ be the first and\n  $y = 3$ the second value, while 13 is neither.";

  test("a right offset is kept, though the context says otherwise", () => {
    expect(repairOffset(text, { value: "3", context: "$y = 3$", start: 9, end: 10 })).toEqual({ start: 9, end: 10, repair: "as reported" });
  });

  test("the only occurrence is taken, however wrong the offset", () => {
    expect(repairOffset(text, { value: "second", context: "", start: 0, end: 6 })).toEqual({ start: 43, end: 49, repair: "only occurrence" });
  });

  test.each([
    ["as it is", "$y = 3$ the", 36],
    ["with doubled backslashes", "\\\\le 3", 4],
    ["with other white space", "first and $y =   3$", 36],
  ])("the context is found %s", (_, context, start) => {
    const where = context.startsWith("\\\\") ? "\\le 3 or \\ge 3" : text;
    expect(repairOffset(where, { value: "3", context })).toEqual({ start, end: start + 1, repair: "context" });
  });

  test("else the surroundings that share most words decide, with two words or more", () => {
    const apart = `number 7 alone ${"x ".repeat(60)} the second value is 7`;
    expect(repairOffset(apart, { value: "7", context: "a second other value" })).toMatchObject({ start: apart.length - 1, repair: "shared words" });
    expect(repairOffset(apart, { value: "7", context: "only the value" })).toMatchObject({ start: apart.length - 1 });
    expect(repairOffset(apart, { value: "7", context: "only one value" })).toBeUndefined();
  });

  test("what is not there, or says nothing about which it is, is dropped", () => {
    expect(repairOffset(text, { value: "4", context: "$y = 3$" })).toBeUndefined();
    expect(repairOffset(text, { value: "3", context: "" })).toBeUndefined();
    expect(repairOffset("", { value: "", context: "" })).toBeUndefined();
  });

  test("whatever is reported, what is found is the value", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("1", "2", " ", "a", "bcd ", "\\", "\n"), maxLength: 60 }), fc.constantFrom("1", "12", "a", "\\"), fc.string({ maxLength: 20 }), fc.integer({ min: -5, max: 70 }), (text, value, context, start) => {
        const found = repairOffset(text, { value, context, start, end: start + value.length });
        return found === undefined || text.slice(found.start, found.end) === value;
      }),
    );
  });
});

describe("fractions in LaTeX", () => {
  test("stand in any of ten ways", () => {
    expect(spellings("1/2")).toEqual(["1/2", "\\frac{1}{2}", "\\frac{1}2", "\\frac12", "\\dfrac{1}{2}", "\\dfrac{1}2", "\\dfrac12", "\\tfrac{1}{2}", "\\tfrac{1}2", "\\tfrac12"]);
    expect(spellings("12/5")).not.toContain("\\frac125");
    expect(spellings("15%")).toEqual(["15%"]);
  });

  test("are found where the plain form does not stand, and keep their way", () => {
    expect(places("a \\frac12 b \\frac{1}{2}", "1/2")).toEqual([{ start: 2, end: 9 }, { start: 12, end: 23 }]);
    expect(places("1/2 and \\frac12", "1/2")).toEqual([{ start: 0, end: 3 }]);
    expect(respelled("\\dfrac{1}{2}", "1/2", "3/2")).toBe("\\dfrac{3}{2}");
    expect(respelled("\\frac12", "1/2", "3/2")).toBe("\\frac32");
    expect(respelled("\\frac12", "1/2", "10/2")).toBe("\\frac{10}2");
    expect(respelled("7", "7", "8")).toBe("8");
  });
});
