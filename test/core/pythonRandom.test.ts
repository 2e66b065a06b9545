import { describe, expect, test } from "vitest";
import { PythonRandom } from "../../src/core/pythonRandom";

describe("PythonRandom", () => {
  test.each([
    // Printed by CPython 3.11: r = random.Random(seed); [r.randint(1, 100) for _ in range(5)], r.choice(range(7)), r.randint(1, 10**25), r.randint(1, 2**32)
    [0n, [50n, 98n, 54n, 6n, 34n], 4, 5866928473751122354832954n, 4156669320n],
    [42n, [82n, 15n, 4n, 95n, 36n], 1, 1681633696740388639203665n, 2536146026n],
    [2n ** 32n, [15n, 45n, 54n, 3n, 3n], 4, 270769644041042089364838n, 593069563n],
    [2n ** 63n + 12345n, [40n, 50n, 28n, 20n, 85n], 2, 9494794239007674609301091n, 3583366852n],
    [2n ** 64n - 1n, [3n, 32n, 44n, 80n, 28n], 3, 3724429672788820182571546n, 1416548124n],
  ])("seed %s draws what CPython draws", (seed, fives, choice, large, word) => {
    const random = new PythonRandom(seed);
    expect(Array.from({ length: 5 }, () => random.randint(1n, 100n))).toEqual(fives);
    expect(random.choice([0, 1, 2, 3, 4, 5, 6])).toBe(choice);
    expect(random.randint(1n, 10n ** 25n)).toBe(large);
    expect(random.randint(1n, 2n ** 32n)).toBe(word);
    expect(random.randint(5n, 5n)).toBe(5n);
  });

  test("a negative seed is its absolute value, as in Python", () => {
    expect(new PythonRandom(-42n).randint(1n, 100n)).toBe(82n);
  });

  test("goes on past the 624 words of its state: the 2,000th draw of seed 7", () => {
    const random = new PythonRandom(7n);
    const draws = Array.from({ length: 2000 }, () => Number(random.below(1_000_000n)));
    expect(draws.at(-1)).toBe(277614);
  });

  test("generators that are drawn from in turn do not disturb each other", () => {
    const alone = [7n, 8n].map((seed) => {
      const random = new PythonRandom(seed);
      return Array.from({ length: 700 }, () => random.below(1000n));
    });
    const [a, b] = [new PythonRandom(7n), new PythonRandom(8n)];
    const inTurn = Array.from({ length: 700 }, () => [a.below(1000n), b.below(1000n)] as const);
    expect(inTurn.map(([first]) => first)).toEqual(alone[0]);
    expect(inTurn.map(([, second]) => second)).toEqual(alone[1]);
  });

  test("refuses to draw from nothing", () => {
    const random = new PythonRandom(1n);
    expect(() => random.randint(2n, 1n)).toThrow("randint requires a range with a number in it, got 2 to 1");
    expect(() => random.choice([])).toThrow("choice requires at least one item");
  });
});
