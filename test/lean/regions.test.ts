import { describe, expect, test } from "vitest";
import { regionsOf } from "../../src/lean/regions";

describe("the judged declaration", () => {
  test("is the last theorem, lemma or example with a `:= by`", () => {
    const code = "import Mathlib\nlemma a : 1 = 1 := by rfl\n/-- about b -/\ntheorem b (x : ℝ) :\n    x = x :=\n  by\n  -- easy\n  rfl\n\ntheorem c : 2 = 2 := rfl\n";
    const found = regionsOf(code);
    if (!found.ok) throw new Error(found.reason);
    const { theorem, signature, proof, degenerate } = found.regions;
    expect(theorem.name).toBe("b");
    expect(signature.text).toBe("theorem b (x : ℝ) :\n    x = x");
    expect(proof.text).toBe("\n  -- easy\n  rfl");
    expect(degenerate).toBeUndefined();
    for (const { start, end, text } of [signature, proof]) expect(code.slice(start, end)).toBe(text);
  });

  test("a `:= by` inside the statement does not split it", () => {
    expect(regionsOf("example (h : 1 = 1 := by rfl) : (by exact 2 : ℕ) = 2 := by rfl")).toMatchObject({
      ok: true,
      regions: { signature: { text: "example (h : 1 = 1 := by rfl) : (by exact 2 : ℕ) = 2" }, proof: { text: " rfl" } },
    });
  });

  test.each([
    ["theorem t : 1 = 1 := rfl", "the theorem t is not proved by `:= by`"],
    ["def f := by exact 1", "no theorem, lemma or example"],
    ["theorem t : (1 = 1 := by rfl", "`(` is never closed (at 1:12)"],
    ["", "no theorem, lemma or example"],
  ])("%j has no regions", (code, reason) => {
    expect(regionsOf(code)).toEqual({ ok: false, reason });
  });
});

describe("proofs that say nothing", () => {
  test.each([
    ["", "empty"],
    ["\n\n", "empty"],
    ["\n  -- to be done\n  /- later -/", "comments"],
    [" sorry", "sorry"],
    ["\n  -- hm\n  sorry\n  sorry", "sorry"],
    [" admit", "admit"],
    [" norm_num", undefined],
    ["\n  have h : 1 = 1 := by sorry\n  exact h", undefined],
  ])("%j", (proof, expected) => {
    expect(regionsOf(`theorem t : 1 = 1 := by${proof}`)).toMatchObject({ ok: true, regions: { degenerate: expected } });
  });
});
