import { expect, test } from "vitest";
import { parseTheorem } from "../../src/lean/theorem";
import { variableContext } from "../../src/lean/variables";

function context(code: string): { binders: string; header: string } {
  const parsed = parseTheorem(code);
  if (!parsed.ok) throw new Error(parsed.reason);
  return variableContext(parsed.theorem);
}

// The rule (Lean 4.12 and later): mentioned in the statement, or in the type of one that is; instances once all that they speak of is there.
test.each([
  ["variable (n m : ℕ)\ntheorem t : n = n := rfl", "(n : ℕ)"],
  ["variable (n m k : ℕ)\ntheorem t : n = k := rfl", "(n k : ℕ)"],
  ["variable {α : Type*} [Group α] (β : Type) [Ring β] (x : α)\ntheorem t : x = x := rfl", "{α : Type*} [Group α] (x : α)"],
  ["variable (p : ℕ) [Fact p.Prime] (h : 2 < p)\ntheorem t : p = p := rfl", "(p : ℕ) [Fact p.Prime]"], // a hypothesis that is not named stays out
  ["variable (p : ℕ) (h : 2 < p)\ninclude h\ntheorem t : 1 = 1 := rfl", "(p : ℕ) (h : 2 < p)"],
  ["variable (p : ℕ) (h : 2 < p)\ninclude h\nomit h\ntheorem t : 1 = 1 := rfl", ""],
  ["variable [Fact (1 < 2)]\ntheorem t : 1 = 1 := rfl", "[Fact (1 < 2)]"], // speaks of no variable, so nothing is missing
  ["variable [inst : Fact (1 < 2)]\nomit inst\ntheorem t : 1 = 1 := rfl", ""],
  ["variable [Fact (1 < 2)]\nomit [Fact (1 < 2)] in\ntheorem t : 1 = 1 := rfl", ""],
  ["variable (n : ℕ)\nvariable {n}\ntheorem t : n = n := rfl", "{n : ℕ}"], // only the brackets change
  ["variable (n : ℕ)\ntheorem t : ∀ n : ℤ, n = n := by simp", ""], // another n
  ["variable (n : ℕ)\ntheorem t (n : ℤ) : n = n := rfl", ""],
  ["section\nvariable (n : ℕ)\nend\ntheorem t (f : ℕ) : n = f := rfl", ""], // its section is closed
  ["namespace A.B\nvariable (n : ℕ)\nend A.B\ntheorem t : n = 1 := rfl", ""],
  ["section s\nvariable (n : ℕ)\ntheorem t : n = 1 := rfl", "(n : ℕ)"],
  ["variable (n : ℕ) in\ntheorem t : n = 1 := rfl", "(n : ℕ)"],
  ["variable (n : ℕ) in\ndef f := n\ntheorem t : n = 1 := rfl", ""],
])("%j", (code, binders) => {
  expect(context(code).binders).toBe(binders);
});

test("a definition in between keeps the variables by `variable … in`; opens and notations stay as they are", () => {
  expect(context("import Mathlib\nvariable (n : ℕ)\nopen Nat\ndef f := n !\nvariable (m : ℕ)\nlocal notation \"F\" => f\ntheorem t : f n = m := rfl")).toEqual({
    binders: "(n : ℕ) (m : ℕ)",
    header: "import Mathlib\nopen Nat\nvariable (n : ℕ) in\ndef f := n !\nlocal notation \"F\" => f",
  });
});

test("without variables in scope the header is left alone", () => {
  const header = "import Mathlib\n\nopen   Nat";
  expect(context(`${header}\ntheorem t : 1 = 1 := rfl`)).toEqual({ binders: "", header });
});
