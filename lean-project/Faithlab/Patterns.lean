import Faithlab.Header

/-!
How a false sentence becomes a true theorem. Each statement below is true in Lean and each claims to translate a sentence that is false;
the comment says what happened on the way. They are the patterns of FaithformBench's qualitative section, with examples of our own.
-/

set_option maxHeartbeats 400000

open BigOperators Real Nat Topology Rat

namespace Faithlab.Patterns

/-- "Seven boxes of 12 pencils hold 94 pencils." **Silent correction**: the statement carries the right value. -/
theorem silent_correction : (7 : ℝ) * 12 = 84 := by norm_num

/-- "So the total is 94." **Content dropped**: what remains is true of any number. -/
theorem content_dropped : (94 : ℝ) = 94 := rfl

/-- "A third is as much as a fifth." **Coercion collapse**: numerals without a type are natural numbers, where both quotients are 0. -/
theorem coercion_collapse : 1 / 3 = 1 / 5 := rfl

/-- "x is less than 2, hence x = 94." **Contradictory premises**: one was invented, and from a contradiction anything follows. -/
theorem contradictory_premises (x : ℝ) (h₁ : x < 2) (h₂ : 3 < x) : x = 94 := by
  exfalso
  linarith

/-- "The total is 94." **Conclusion assumed**: the claim stands among the hypotheses. -/
theorem conclusion_assumed (total : ℝ) (h : total = 94) : total = 94 := h

/-- "If 3 to the power x is 5, then x = 94." **Type narrowed**: over the reals there is such an x; over the naturals the premise is never true. -/
theorem type_narrowed (x : ℕ) (h : 3 ^ x = 5) : x = 94 := by
  exfalso
  rcases x with _ | _ | n
  · norm_num at h
  · norm_num at h
  · have step : 3 ^ (n + 1 + 1) = 9 * 3 ^ n := by ring
    have positive : 0 < 3 ^ n := by positivity
    omega

/-- "The square of a number is greater than the number." **Quantifier weakened**: for every number became for some number. -/
theorem quantifier_weakened : ∃ x : ℝ, x ^ 2 > x := ⟨2, by norm_num⟩

end Faithlab.Patterns
