import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { requireCount, zOf } from "../../src/stats/normal";

describe("zOf", () => {
  // Python 3.11, statistics.NormalDist().inv_cdf((1 + level) / 2).
  test.each([
    [0.5, 0.6744897501960817],
    [0.8, 1.2815515655446008],
    [0.9, 1.6448536269514715],
    [0.95, 1.9599639845400536],
    [0.99, 2.5758293035489],
    [0.999, 3.2905267314919255],
    [0.999999, 4.891638475671084],
  ])("of %d is %d", (level, z) => {
    expect(Math.abs(zOf(level) / z - 1)).toBeLessThan(1e-9);
  });

  test("is positive and grows with the level", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 0.999, noNaN: true }), fc.double({ min: 1.001, max: 1.9, noNaN: true }), (level, factor) => {
        const higher = Math.min(level * factor, 1 - (1 - level) / factor);
        return zOf(level) > 0 && zOf(higher) > zOf(level);
      }),
    );
  });

  test.each([0, 1, -0.95, 95, NaN, Infinity, 1e-17, 1 - 2 ** -53])("refuses %d", (level) => {
    expect(() => zOf(level)).toThrow(`a confidence level lies between 0 and 1, got ${level}`);
  });
});

describe("requireCount", () => {
  test.each([0, 1, 1e9, Number.MAX_SAFE_INTEGER])("lets %d pass", (value) => {
    expect(() => requireCount("f", "k", value)).not.toThrow();
  });

  test.each([-1, 0.5, NaN, Infinity, 2 ** 53, null, undefined, "3"])("refuses %s", (value) => {
    expect(() => requireCount("f", "k", value as number)).toThrow(`f counts in whole numbers from 0, got ${value} for k`);
  });
});
