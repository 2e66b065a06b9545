import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { parseBinders } from "../../src/lean/binders";
import { negate, negation } from "../../src/lean/negation";
import { parseTheorem, type Theorem } from "../../src/lean/theorem";

function parsed(code: string): Theorem {
  const result = parseTheorem(code);
  if (!result.ok) throw new Error(`${result.reason}\n${code}`);
  return result.theorem;
}

describe("the statement", () => {
  test.each([
    ["theorem t : 1 + 1 = 3 := by sorry", "¬ (1 + 1 = 3)"],
    ["theorem t (x : ℝ) (h : 0 < x) : x ≠ 0 := by sorry", "¬ (∀ (x : ℝ) (h : 0 < x), x ≠ 0)"],
    ["theorem t {G : Type*} [Group G] ⦃x : G⦄ y : x = y := by sorry", "¬ (∀ {G : Type*} [Group G] ⦃x : G⦄ y, x = y)"],
    ["theorem t (n : ℕ := 2) (h : 0 < n := by simp) : n = n := rfl", "¬ (∀ (n : ℕ) (h : 0 < n), n = n)"],
    ["theorem t : let y := 3; y = 3 := by sorry", "¬ (let y := 3; y = 3)"],
    ["theorem t : ∀ n : ℕ, n = n | 0 => rfl | n + 1 => rfl", "¬ (∀ n : ℕ, n = n)"],
    ["theorem t /- for all -/ (x : ℝ) : -- claim\n  x = x := rfl", "¬ (∀ (x : ℝ), x = x)"],
    ["variable (n m : ℕ)\ntheorem t (h : n = 2) : n < 3 := by sorry", "¬ (∀ (n : ℕ) (h : n = 2), n < 3)"],
    ["variable (n : ℕ)\ntheorem t : n < 3 := by sorry", "¬ (∀ (n : ℕ), n < 3)"],
    // Lean reads the lines of a `let` by their columns, so they keep them: `y` stays under `let`.
    ["theorem t :\n    let y := 3\n    y = 3 := by sorry", "¬ (\n    let y := 3\n    y = 3)"],
    ["theorem t : let y := 3\n            y = 3 := by sorry", "¬ (\n            let y := 3\n            y = 3)"],
  ])("%j", (code, statement) => {
    expect(negation(parsed(code)).statement).toBe(statement);
  });
});

describe("the source", () => {
  test("keeps the header, switches off silent parameters, ends in `:= by sorry`", () => {
    expect(negate(parsed("import Mathlib\nopen Real\nopen Nat in\n/-- doc -/ @[simp] private theorem A.t (x : ℝ) : x = x := by simp\n#check A.t"))).toBe(
      "import Mathlib\nopen Real\nopen Nat in\n\nset_option autoImplicit false in\ntheorem A.t_neg : ¬ (∀ (x : ℝ), x = x) := by sorry",
    );
  });

  test("names: dotted, quoted, taken, absent", () => {
    const name = (code: string): string => negation(parsed(code)).name;
    expect(name("theorem «a b» : 1 = 1 := rfl")).toBe("«a b_neg»");
    expect(name("theorem t_neg : 1 = 1 := rfl\ntheorem t : 1 = 1 := rfl")).toBe("t_neg_neg");
    expect(name("example : 1 = 1 := rfl")).toBe("example_neg");
  });

  test("universes: its own and those that Lean would add are declared", () => {
    expect(negate(parsed("theorem t.{v} (α : Type v) (β : Type (max u v)) : 1 = 1 := rfl"))).toContain("theorem t_neg.{v, u} : ¬ (∀ (α : Type v)");
    expect(negate(parsed("universe u\ntheorem t (α : Type u) : 1 = 1 := rfl"))).toContain("theorem t_neg : ¬ (∀ (α : Type u)");
  });

  test("what was changed is said", () => {
    expect(negation(parsed("variable (k : ℕ)\ntheorem t (n : ℕ := 2) : n = k := rfl")).notes).toEqual([
      "variables that the theorem uses are bound: (k : ℕ)",
      "a default is dropped: (n : ℕ := 2) became (n : ℕ)",
    ]);
  });
});

describe("laws", () => {
  const name = fc.constantFrom("x", "h₁", "n'", "«my x»", "_");
  const type = fc.constantFrom("ℝ", "∀ x : ℕ, x = x", "let y := 3; y = 3", "{x : ℕ // x < 3}", "|a| < 2", "0 < x ∧ (x : ℝ) ≠ 2", "Fin (n + 1) → ℝ", "a ∣ b");
  const binder = fc.oneof(
    fc.tuple(name, type).map(([n, t]) => `(${n} : ${t})`),
    fc.tuple(name, type).map(([n, t]) => `{${n} a : ${t}}`),
    fc.tuple(name, type).map(([n, t]) => `⦃${n} : ${t}⦄`),
    type.map((t) => `[Fact (${t})]`),
    fc.tuple(name, type).map(([n, t]) => `(${n} : ${t} := by simp)`),
    name,
  );
  const body = fc.constantFrom("x = x", "∀ x : ℝ, |x| ≥ 0", "let y := 3; y = 3", "(2 : ℝ) < 3 → False", "∃ f : ℕ → ℕ, f (n := 2) = 3", "1 :: l ≠ []");
  const statement = fc.record({ binders: fc.array(binder, { maxLength: 6 }), body, comment: fc.constantFrom("", " /- : := -/", " -- |\n ") });
  const source = statement.map(({ binders, body: claim, comment }) => `theorem t${["", ...binders].join(" ")}${comment} : ${claim} := by sorry`);

  test("the negation parses to a theorem without binders whose body is ¬ (…)", () => {
    fc.assert(fc.property(source, (code) => {
      const back = parsed(negate(parsed(code)));
      expect(back).toMatchObject({ name: "t_neg", binders: "", proof: ":= by sorry" });
      expect(back.body).toMatch(/^¬ \([^]*\)$/);
    }));
  });

  test("every binder comes under the ∀, in order, with its brackets and without its default; the body is as it was", () => {
    fc.assert(fc.property(source, (code) => {
      const theorem = parsed(code);
      const inner = negation(theorem).statement.slice("¬ (".length, -1);
      const binders = parseBinders(theorem.binders);
      expect(inner).toBe(binders.length === 0 ? theorem.body : `∀ ${binders.map(({ plain }) => plain).join(" ")}, ${theorem.body}`);
    }));
  });

  test("negating twice wraps the whole claim once more", () => {
    fc.assert(fc.property(source, (code) => {
      const once = parsed(negate(parsed(code)));
      expect(negation(once).statement).toBe(`¬ (${once.body})`);
    }));
  });

  test("variables mean the same as parameters", () => {
    fc.assert(fc.property(fc.constantFrom("(n : ℕ)", "{n : ℕ}", "(n : ℕ) [Fact (0 < n)]"), fc.constantFrom("n = 2", "∀ m, m < n"), (variables, claim) => {
      const asVariables = negation(parsed(`variable ${variables}\ntheorem t : ${claim} := by sorry`));
      expect(asVariables.statement).toBe(negation(parsed(`theorem t ${variables} : ${claim} := by sorry`)).statement);
    }));
  });
});
