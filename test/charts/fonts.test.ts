import { describe, expect, test } from "vitest";
import { textWidth } from "../../src/charts/fonts";

describe("textWidth", () => {
  test("is that of Arial: digits are 1139 of 2048 units, H is 1479, i is 455", () => {
    // Widths of Arial and of every typeface made to match it, in units of 1/2048 em.
    expect(textWidth("0", 2048)).toBe(1139);
    expect(textWidth("H", 2048)).toBe(1479);
    expect(textWidth("i", 2048)).toBe(455);
    expect(textWidth("0000", 11)).toBeCloseTo((4 * 1139 * 11) / 2048, 6);
  });

  test("bold is wider, nothing is nothing", () => {
    expect(textWidth("sycophancy", 12, "bold")).toBeGreaterThan(textWidth("sycophancy", 12));
    expect(textWidth("sycophancy", 12, 700)).toBe(textWidth("sycophancy", 12, "bold"));
    expect(textWidth("", 12)).toBe(0);
  });
});
