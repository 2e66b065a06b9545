import { describe, expect, test } from "vitest";
import { decimal, fixed, plus, timesInteger, wholePart } from "../../../src/perturb/local/decimal";

describe("decimals", () => {
  test("are rounded to 28 digits, halves to the even digit", () => {
    const kept = 10n ** 27n;
    expect(decimal(10n * kept + 5n, 0)).toEqual({ digits: kept, exponent: 1 });
    expect(decimal(10n * (kept + 1n) + 5n, 0)).toEqual({ digits: kept + 2n, exponent: 1 });
    expect(decimal(-(10n * kept + 6n), -3)).toEqual({ digits: -(kept + 1n), exponent: -2 });
    // 9…9 (29 digits) rounds to a 1 with 28 zeros, which is a digit too long again.
    expect(decimal(10n ** 29n - 1n, 0)).toEqual({ digits: 10n ** 27n, exponent: 2 });
  });

  test("are added, multiplied, cut and written with fixed places", () => {
    expect(plus({ digits: 15n, exponent: -1 }, { digits: -25n, exponent: -2 })).toEqual({ digits: 125n, exponent: -2 });
    expect(timesInteger({ digits: 3n, exponent: -1 }, -4n)).toEqual({ digits: -12n, exponent: -1 });
    expect([wholePart({ digits: 199n, exponent: -1 }), wholePart({ digits: -199n, exponent: -1 }), wholePart({ digits: 2n, exponent: 3 })]).toEqual([19n, -19n, 2000n]);
    expect([fixed({ digits: 5n, exponent: -1 }, 2), fixed({ digits: -5n, exponent: -3 }, 3), fixed({ digits: 7n, exponent: 1 }, 1)]).toEqual(["0.50", "-0.005", "70.0"]);
  });
});
