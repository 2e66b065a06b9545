import { describe, expect, test } from "vitest";
import { parseTheorem } from "../../src/lean/theorem";
import { instantiation, portfolio, valuesOf } from "../../src/repl/portfolio";

const theorem = (code: string) => {
  const parsed = parseTheorem(code);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.theorem;
};

describe("portfolio", () => {
  test("a seed decides the order within groups, and never what is in them", () => {
    for (const side of ["proof", "refutation"] as const) {
      expect(portfolio(side, 1)).toEqual(portfolio(side, 1));
      expect([...portfolio(side, 1)].sort()).toEqual([...portfolio(side, 2)].sort());
      expect(new Set(Array.from({ length: 20 }, (_, seed) => portfolio(side, seed).join())).size).toBeGreaterThan(10);
      expect(portfolio(side, 7).slice(0, 4)).not.toContain("nlinarith");
    }
    expect(portfolio("proof", 42)).toEqual(expect.arrayContaining(["rfl", "decide", "norm_num", "omega", "simp", "ring", "field_simp\nring", "linarith", "nlinarith", "positivity"]));
  });
});

describe("a counterexample as a proof of the negation", () => {
  const shape = (text: string | undefined) => text?.replace(/\(by first .*?\| (?:exact 0|\(push_neg; norm_num\))\)/g, "(by …)");

  test.each([
    ["theorem t (x : ℝ) (h : 0 < x) : x < 2", "x = 3", "intro kit_all\nexact absurd (@kit_all (3 : ℝ) (by …)) (by …)"],
    ["theorem t (x y : ℝ) : x = y", "x = -1, y = 1 / 2", "intro kit_all\nexact absurd (@kit_all (-1 : ℝ) (1 / 2 : ℝ)) (by …)"],
    ["theorem t {n : ℕ} [NeZero n] (h : n ≤ 4) : n = 4", "n = 1", "intro kit_all\nexact absurd (@kit_all (1 : ℕ) inferInstance (by …)) (by …)"],
    ["variable (a : ℤ)\ntheorem t (b : ℤ) : a = b", "a = 0, b = 1", "intro kit_all\nexact absurd (@kit_all (0 : ℤ) (1 : ℤ)) (by …)"],
    ["theorem t : 1 = 2", "", undefined],
    ["theorem t (x : ℝ) : x = x + 1", "y = 1", undefined],
  ])("%s at %s", (code, at, expected) => {
    expect(shape(instantiation(theorem(code), at))).toBe(expected);
  });

  test("values are read as they are written", () => {
    expect([...valuesOf("n = 0, p = (1, 2), b = True")]).toEqual([["n", "0"], ["p", "(1, 2)"], ["b", "True"]]);
  });
});
