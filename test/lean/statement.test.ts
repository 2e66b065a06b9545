import { expect, test } from "vitest";
import { asStatement, difference, sameStatement } from "../../src/lean/statement";
import { parseTheorem, type Theorem } from "../../src/lean/theorem";

function parsed(code: string): Theorem {
  const result = parseTheorem(code);
  if (!result.ok) throw new Error(result.reason);
  return result.theorem;
}

test.each([
  ["theorem t : 1 = 1 := by\n  norm_num", "theorem t : 1 = 1 := by sorry"],
  ["theorem t : ∀ n : ℕ, n = n\n  | 0 => rfl\n  | n + 1 => rfl", "theorem t : ∀ n : ℕ, n = n := by sorry"],
  ["theorem t : 1 = 1", "theorem t : 1 = 1 := by sorry"],
  ["import A\n/-- d -/\ntheorem t : 1 = 1 := rfl\n#check t", "import A\n/-- d -/\ntheorem t : 1 = 1 := by sorry"],
])("asStatement of %j", (code, expected) => {
  expect(asStatement(parsed(code))).toBe(expected);
});

test.each([
  ["lemma b  (x:ℕ) -- c\n : x=x := rfl", true],
  ["theorem t (y : ℕ) : y = y := rfl", false],
  ["theorem t {x : ℕ} : x = x := rfl", false],
  ["theorem t : ∀ (x : ℕ), x = x := fun _ => rfl", false],
])("`theorem t (x : ℕ) : x = x` and %j", (code, same) => {
  expect(sameStatement(parsed("theorem t (x : ℕ) : x = x := by sorry"), parsed(code))).toBe(same);
});

test("the first difference has its place", () => {
  expect(difference(parsed("theorem t : 1 = 1"), parsed("theorem t : 1 = 2"))).toEqual({ offset: 16, asked: "1", found: "2" });
  expect(difference(parsed("theorem t : 1 = 1"), parsed("theorem t : 1 = 1 ∧ p := x"))).toEqual({ offset: 18, asked: "", found: "∧" });
  expect(difference(parsed("theorem t : 1 = 1 ∧ p"), parsed("theorem t : 1 = 1 := x"))).toEqual({ offset: 18, asked: "∧", found: "" });
});
