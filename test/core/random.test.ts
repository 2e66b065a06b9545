import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { seededPlaces } from "../../src/core/places";
import { seeded } from "../../src/core/random";

describe("seeded", () => {
  test("gives the same numbers for the same seed, and 7 and '7' are one seed", () => {
    const draws = (seed: number | string) => Array.from({ length: 5 }, seeded(seed));
    expect(draws(7)).toEqual(draws("7"));
    expect(draws(7)).not.toEqual(draws(8));
  });

  test("keeps its first number on every machine", () => {
    // SHA-256 of "7" begins 7902699b e42c8a8e 46fbbb45 01726517; the first two outputs of xoroshiro128+ from it make the float.
    expect(seeded(7)()).toBe(0.4052110537398277);
  });

  test("stays in [0, 1) and is level: each tenth of the range holds 9 to 11 % of 100,000 draws", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const draw = seeded(seed);
        const tenths = new Array<number>(10).fill(0);
        for (let i = 0; i < 100_000; i++) tenths[Math.floor(draw() * 10)]! += 1; // a draw outside [0, 1) would make an eleventh
        return tenths.length === 10 && tenths.every((count) => count > 9_000 && count < 11_000);
      }),
      { numRuns: 5 },
    );
  });

  test("refuses a seed that is not whole", () => {
    expect(() => seeded(0.5)).toThrow("a seed is a whole number or a text, got 0.5");
  });
});

describe("seededPlaces", () => {
  test("gives what Math.floor(seeded() * n) gives, list after list", () => {
    fc.assert(
      fc.property(fc.integer(), fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(1, 2, 744, 8191, 8192, 8193, 2 ** 31 - 1)), (seed, n) => {
        const [draw, random] = [seededPlaces(seed), seeded(seed)];
        for (const length of [1, 700, 20_000]) {
          const into = new Int32Array(length);
          draw.fill(into, n);
          const wanted = Int32Array.from(into, () => Math.floor(random() * n));
          if (Buffer.compare(Buffer.from(into.buffer), Buffer.from(wanted.buffer)) !== 0) expect(into).toEqual(wanted); // which says where, but is slow
        }
      }),
      { numRuns: 100 },
    );
  });

  test("adds up the values at the places that it would fill in, from the left; two generators in turn do not disturb each other", () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { maxLength: 300 }), (seed, numbers) => {
        const values = Float64Array.from(numbers);
        const [summing, other, filling, list] = [seededPlaces(seed), seededPlaces("another"), seededPlaces(seed), new Int32Array(values.length)];
        for (let turn = 0; turn < 3; turn++) {
          filling.fill(list, values.length);
          expect(summing.sum(values)).toBe(list.reduce((sum, place) => sum + values[place]!, 0));
          other.fill(new Int32Array(5), 3);
        }
      }),
      { numRuns: 100 },
    );
    expect(seededPlaces(1).sum(new Float64Array(0))).toBe(0);
  });

  test("refuses what is no seed", () => {
    expect(() => seededPlaces(0.5)).toThrow("a seed is a whole number or a text, got 0.5");
  });
});
