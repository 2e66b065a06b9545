import { describe, expect, test } from "vitest";
import { evidenceFound, holdsPlaceholder, holdsSorry, showsUnproved } from "../../src/judges/evidence";

const CODE = `theorem t (x : ℝ) (h : x + 2 = 9) : x = 7 := by
  -- we know that x + 3 = 9
  have h₁ : x = 9 - 2 := by linarith
  have h₂ : x = 7 := by
    /- was: sorry -/ norm_num [h₁]
  exact h₂`;

describe("a quotation in the code", () => {
  test.each([
    ["have h₁ : x = 9 - 2 := by linarith", true],
    ["have h₁ : x=9-2 :=by\n linarith", true],
    ["`have h₁ : x = 9 - 2`", true],
    ["have h₁ : x = 9 - 2 := by linarith\\n  have h₂ : x = 7", true],
    ["have h₂ : x = 7 := by\n    norm_num [h₁]", true],
    ["have h₂ : x = 7 := by /- mine -/ norm_num", true],
    ["x + 3 = 9", false],
    ["sorry", false],
    ["have h₁ : x = 9 - 3", false],
    ["", false],
    ["-- only a comment", false],
  ])("%j: %s", (quotation, found) => expect(evidenceFound(CODE, quotation)).toBe(found));
});

describe("left unproved", () => {
  const open = "theorem t : a := by\n  have h : x = 2 := by\n  have k : y = 3 := by sorry\n  simp";
  test.each([
    [open, "have h : x = 2 := by", true],
    [open, "have k : y = 3 := by sorry", true],
    [open, "have k : y = 3", false],
    ["have h : x = 2 := by\n  simp", "have h : x = 2 := by", false],
    ["have h : x = 2 := by simp", "have h : x = 2 := by", false],
    ["have h : x = 2 := by -- nothing\n", "have h : x = 2 := by", true],
    ["have h : x = 2 := by\n  -- sorry\n  simp", "have h : x = 2 := by -- sorry", false],
    ["  refine ⟨?_, h⟩", "refine ⟨?_, h⟩", true],
    ["have sorry_free : a := by simp", "have sorry_free : a", false],
  ])("%j, %j: %s", (code, quotation, unproved) => expect(showsUnproved(code, quotation)).toBe(unproved));

  test("sorry and admit as words of their own, outside comments", () => {
    expect(["by sorry", "by admit", "-- sorry", "sorryAx'", "h.sorry", "notsorry", "exact ?_"].map(holdsSorry)).toEqual([true, true, false, false, false, false, false]);
    expect(holdsPlaceholder("exact ?_")).toBe(true);
  });
});
