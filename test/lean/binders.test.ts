import { expect, test } from "vitest";
import { parseBinders } from "../../src/lean/binders";

test.each([
  ["(x y : ℝ)", "explicit", ["x", "y"], "ℝ", "", "(x y : ℝ)"],
  ["{x : ℝ}", "implicit", ["x"], "ℝ", "", "{x : ℝ}"],
  ["⦃x : ℝ⦄", "strictImplicit", ["x"], "ℝ", "", "⦃x : ℝ⦄"],
  ["{{x : ℝ}}", "strictImplicit", ["x"], "ℝ", "", "{{x : ℝ}}"],
  ["[Group G]", "instance", [], "Group G", "", "[Group G]"],
  ["[hp : Fact p.Prime]", "instance", ["hp"], "Fact p.Prime", "", "[hp : Fact p.Prime]"],
  ["x", "explicit", ["x"], "", "", "x"],
  ["(x)", "explicit", ["x"], "", "", "(x)"],
  ["(_ : 0 < x)", "explicit", ["_"], "0 < x", "", "(_ : 0 < x)"],
  ["(n : ℕ := 2)", "explicit", ["n"], "ℕ", "2", "(n : ℕ)"],
  ["(n := 2)", "explicit", ["n"], "", "2", "(n)"],
  ["(h : 0 < n := by simp)", "explicit", ["h"], "0 < n", "by simp", "(h : 0 < n)"],
  ["(h : let y := 3; y = n)", "explicit", ["h"], "let y := 3; y = n", "", "(h : let y := 3; y = n)"],
  ["(h : let y := 3; y = n := by simp)", "explicit", ["h"], "let y := 3; y = n", "by simp", "(h : let y := 3; y = n)"],
  ["(f : (n : ℕ) → Fin (n + 1))", "explicit", ["f"], "(n : ℕ) → Fin (n + 1)", "", "(f : (n : ℕ) → Fin (n + 1))"],
] as const)("%j", (text, kind, names, type, defaultValue, plain) => {
  expect(parseBinders(text)).toEqual([{ kind, names, type, defaultValue, text, plain }]);
});

test("several groups, comments between them", () => {
  expect(parseBinders("{G : Type*} /- x -/ [Group G] -- y\n x ⦃y : G⦄").map(({ text }) => text)).toEqual(["{G : Type*}", "[Group G]", "x", "⦃y : G⦄"]);
});
