import { describe, expect, test } from "vitest";
import { parseTheorem, partTexts, PARTS, type Theorem } from "../../src/lean/theorem";

function parsed(code: string): Theorem {
  const result = parseTheorem(code);
  if (!result.ok) throw new Error(`expected a theorem, got: ${result.reason}`);
  return result.theorem;
}

function reason(code: string): string {
  const result = parseTheorem(code);
  if (result.ok) throw new Error(`expected a reason, got theorem ${result.theorem.name}`);
  return result.reason;
}

describe("the parts of a theorem", () => {
  test.each([
    ["theorem t : 1 + 1 = 2 := by sorry", "t", "", "1 + 1 = 2", ":= by sorry"],
    ["theorem t (x : ℝ) (h : 0 < x) : x ≠ 0 := by positivity", "t", "(x : ℝ) (h : 0 < x)", "x ≠ 0", ":= by positivity"],
    ["lemma a.b_1' {G : Type*} [Group G] ⦃x : G⦄ {{y : G}} : x = y := sorry", "a.b_1'", "{G : Type*} [Group G] ⦃x : G⦄ {{y : G}}", "x = y", ":= sorry"],
    ["theorem «two words» x y : x + y = y + x := by ring", "«two words»", "x y", "x + y = y + x", ":= by ring"],
    ["example (n : ℕ) : n = n := rfl", "", "(n : ℕ)", "n = n", ":= rfl"],
    // Colons that are not the statement's colon.
    ["theorem t (h : ∀ x : ℝ, x = x) : (2 : ℝ) = 2 := by sorry", "t", "(h : ∀ x : ℝ, x = x)", "(2 : ℝ) = 2", ":= by sorry"],
    ["theorem t : (⟨1, by simp⟩ : {n : ℕ // n = 1}) = ⟨1, rfl⟩ := rfl", "t", "", "(⟨1, by simp⟩ : {n : ℕ // n = 1}) = ⟨1, rfl⟩", ":= rfl"],
    ["theorem t (l : List ℕ) : 1 :: l ≠ [] := by simp", "t", "(l : List ℕ)", "1 :: l ≠ []", ":= by simp"],
    // `:=` that does not end the statement.
    ["theorem t (n : ℕ := 2) (h : n > 0 := by simp) : n = n := rfl", "t", "(n : ℕ := 2) (h : n > 0 := by simp)", "n = n", ":= rfl"],
    ["theorem t : let y := 3; y = 3 := by sorry", "t", "", "let y := 3; y = 3", ":= by sorry"],
    ["theorem t : have h : 1 = 1 := rfl; let ⟨a, b⟩ := (1, 2); a < b := by sorry", "t", "", "have h : 1 = 1 := rfl; let ⟨a, b⟩ := (1, 2); a < b", ":= by sorry"],
    ["theorem t : ({ re := 1, im := 2 } : ℂ).re = 1 := rfl", "t", "", "({ re := 1, im := 2 } : ℂ).re = 1", ":= rfl"],
    ["theorem t : f (n := 2) = 4 := by sorry", "t", "", "f (n := 2) = 4", ":= by sorry"],
    // Proofs by equations and by fields; `|` as absolute value and in match is neither.
    ["theorem t : ∀ n : ℕ, n + 0 = n | 0 => rfl | n + 1 => rfl", "t", "", "∀ n : ℕ, n + 0 = n", "| 0 => rfl | n + 1 => rfl"],
    ["theorem t : ∀ x : ℝ, |x| ≥ 0 | x => abs_nonneg x", "t", "", "∀ x : ℝ, |x| ≥ 0", "| x => abs_nonneg x"],
    ["theorem t (x : ℝ) : |x| + |-x| = 2 * |x| := by simp", "t", "(x : ℝ)", "|x| + |-x| = 2 * |x|", ":= by simp"],
    ["theorem t (x : ℝ) : ||x| - 1| ≤ 1 ∧ ∀ f, f = fun y => y := by sorry", "t", "(x : ℝ)", "||x| - 1| ≤ 1 ∧ ∀ f, f = fun y => y", ":= by sorry"],
    ["theorem t : 3 | 12 := by sorry", "t", "", "3 | 12", ":= by sorry"], // Lean will not have it, but it is no equation
    ["theorem t : ∀ f : ℕ → ℕ, f = fun n ↦ f n | f => rfl", "t", "", "∀ f : ℕ → ℕ, f = fun n ↦ f n", "| f => rfl"],
    ["theorem t (n : ℕ) : (match n with | 0 => 1 | _ => 2) > 0 := by sorry", "t", "(n : ℕ)", "(match n with | 0 => 1 | _ => 2) > 0", ":= by sorry"],
    ["theorem t (n : ℕ) : match n with | 0 => True | 1 => True | _ => n > 1 := by sorry", "t", "(n : ℕ)", "match n with | 0 => True | 1 => True | _ => n > 1", ":= by sorry"],
    ["theorem t : let f : ℕ → ℕ | 0 => 1 | n + 1 => n; f 0 = 1 := by rfl", "t", "", "let f : ℕ → ℕ | 0 => 1 | n + 1 => n; f 0 = 1", ":= by rfl"],
    ["theorem t : 1 = 1 ∧ 2 = 2 where\n  left := rfl\n  right := rfl", "t", "", "1 = 1 ∧ 2 = 2", "where\n  left := rfl\n  right := rfl"],
    // A bare statement.
    ["theorem t : ∃ m : ℤ, m = 2", "t", "", "∃ m : ℤ, m = 2", ""],
    ["theorem t : let y := 3; y = 3", "t", "", "let y := 3; y = 3", ""],
  ])("%j", (code, name, binders, body, proof) => {
    expect(parsed(code)).toMatchObject({ name, binders, body, proof });
  });

  test("comments are kept out, strings are not searched", () => {
    const theorem = parsed('/-- theorem no : False := sorry -/\ntheorem t -- : x\n  (s : String) /- /- : -/ := -/ (h : s = ":= :") : -- the claim\n  s ≠ "-- no comment" := by simp [h]');
    expect(theorem).toMatchObject({
      name: "t",
      binders: '(s : String) (h : s = ":= :")',
      body: 's ≠ "-- no comment"',
      docstring: "theorem no : False := sorry",
    });
  });

  test("universes, modifiers and attributes are kept", () => {
    expect(parsed("@[simp, norm_cast] private theorem t.{u, v} (α : Type u) : α = α := rfl")).toMatchObject({
      name: "t",
      universes: ["u", "v"],
      modifiers: "@[simp, norm_cast] private",
      binders: "(α : Type u)",
    });
  });

  test("the context is kept and reported", () => {
    const theorem = parsed("import Mathlib\nopen Real\nvariable (n : ℕ)\ndef f := n + 1\nopen Nat in\ntheorem t : f n > 0 := by simp [f]\n#check t");
    expect(theorem.header).toBe("import Mathlib\nopen Real\nvariable (n : ℕ)\ndef f := n + 1\nopen Nat in");
    expect(theorem.context.map(({ kind, name, chained }) => [kind, name, chained])).toEqual([
      ["import", "", false], ["open", "", false], ["variable", "", false], ["def", "f", false], ["open", "", true],
    ]);
    expect(theorem.after.map(({ kind }) => kind)).toEqual(["#check"]);
  });

  test("of several theorems the last is read, and the number is told; an example counts only alone", () => {
    expect(parsed("theorem a : 1 = 1 := rfl\nlemma b : 2 = 2 := rfl\nexample : 3 = 3 := rfl")).toMatchObject({ name: "b", theorems: 2 });
  });

  test("`open … in` inside a proof or a statement is no command", () => {
    expect(parsed("theorem t : open Real in π > 3 := by\n  open Nat in\n  set_option maxRecDepth 9 in\n  sorry").context).toEqual([]);
  });
});

describe("the parts joined are the source", () => {
  test("with every kind of part present", () => {
    const code = "import Mathlib -- a\n\n/-- doc -/ @[simp]\ntheorem /- b -/ t.{u} /- c -/ (α : Type u) : -- d\n α = α := by\n rfl -- e\n\n#check t -- f\n";
    const theorem = parsed(code);
    expect(PARTS.map((part) => partTexts(theorem)[part]).join("")).toBe(code);
    expect(partTexts(theorem)).toMatchObject({ colon: ": -- d\n ", universes: ".{u} /- c -/ ", trailer: " -- e\n\n#check t -- f\n" });
  });
});

describe("reasons", () => {
  test.each([
    ["", "no theorem: the text is empty or holds only comments"],
    ["-- theorem t : 1 = 1 := rfl", "no theorem: the text is empty or holds only comments"],
    ["import Mathlib\ndef f := 1", "no theorem, only `import`, `def`"],
    ["The claim is false.", "no theorem, only text that is no Lean command"],
    ["/- theorem t : 1 = 1 := rfl", "no theorem: a comment opens and is never closed (at 1:0)"],
    ["theorem (x : ℝ) : x = x := by sorry", "the theorem has no name (at 1:0)"],
    ["theorem t (x : ℝ) := by sorry", "the theorem has no `:` before `:=` (at 1:18)"],
    ["theorem t", "the theorem has no `:` followed by a statement (at 1:9)"],
    ["theorem t (x : ℝ) :", "the theorem states nothing after its `:` (at 1:19)"],
    ["theorem t : := by sorry", "the theorem states nothing after its `:` (at 1:12)"],
    ["theorem t (x : ℝ : x = x := by sorry", "`(` is never closed (at 1:10)"],
    ["theorem t : (1 = 1] := by sorry", "`]` closes nothing (at 1:18)"],
    ["def f := (1\ntheorem t : 1 = 1) := rfl", "`(` is never closed (at 1:9)"], // a command's brackets close in that command
    ["theorem t, x : ℝ := by sorry", "`,` cannot stand between the name and the `:` of the theorem (at 1:9)"],
    ["mutual\ntheorem t : 1 = 1 := rfl\nend", "the theorem stands in a `mutual` block, not by itself (at 1:0)"],
    ["#exit\ntheorem t : 1 = 1 := rfl", "Lean reads nothing after this `#exit`, so never the theorem t (at 1:0)"],
    ["open Real\nimport Mathlib\ntheorem t : 1 = 1 := rfl", "Lean reads nothing after this `import`, so never the theorem t (at 2:0)"],
    ["import data.real.basic\ntheorem t : 1 = 1 := rfl", "this is Lean 3, not Lean 4: `import data.real.basic` names a Lean 3 module"],
    ["theorem t : 1 = 1 := begin refl end", "this is Lean 3, not Lean 4: a proof opens with `begin`"],
  ])("%j", (code, expected) => {
    expect(reason(code)).toBe(expected);
  });
});
