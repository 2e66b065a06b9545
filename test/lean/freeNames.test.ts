import { expect, test } from "vitest";
import { freeNames, freeNamesOfTheorem } from "../../src/lean/freeNames";

test.each([
  ["∀ n, n + k = n", ["k"]],
  ["(∀ n, n = n) ∧ n = 1", ["n"]],
  ["∃ x > 0, ∀ (y z : T) ⦃w⦄, x + y + z + w = u", ["T", "u"]],
  ["fun ⟨a, b⟩ => a + b + c", ["c"]],
  ["{x | x < n}.ncard", ["n"]], // `.ncard` belongs to the set
  ["{x : ℝ | x ∈ s} ⊆ x", ["ℝ", "s", "x"]],
  ["n.factorial + Nat.choose m «k k».succ", ["n", "Nat", "m", "«k k»"]],
  ["∑ i in range n, i", ["i", "in", "range", "n"]], // a binder that is not followed: too many names, never too few
])("%j", (term, expected) => {
  expect([...freeNames(term)]).toEqual(expected);
});

test("a parameter is known in what comes after it, not before", () => {
  expect([...freeNamesOfTheorem("(h : n = k) (n : ℕ) (h' : n < m)", "n = k")]).toEqual(["n", "k", "ℕ", "m"]);
});
