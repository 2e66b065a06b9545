/** What mutation starts from: one reply for each kind of quirk, made up, and real replies where the shared data are there. */
import { hasShared, sharedRows } from "../../support/shared";

const T = "theorem t : 1 + 1 = 2 := by sorry";
const fenced = (code: string, tag = "lean4"): string => `\`\`\`${tag}\n${code}\n\`\`\``;

export const QUIRKY: readonly string[] = [
  `the number is even, so\n${fenced("theorem draft : 0 = 1 := by sorry")}\n</think>\n${fenced(T)}`,
  `<think>perhaps\n${T}\nno, perhaps, no, perhaps,`,
  `<think>Try\n${fenced("theorem draft : 1 = 2 := by sorry")}\n</think>\nFinal:\n${fenced(T)}`,
  `Plan:\n${fenced("theorem t : 1 + 1 = 2 := by\n  have h : 2 = 2 := by sorry\n  sorry")}\nProof:\n${fenced("import Mathlib\n\ntheorem t : 1 + 1 = 2 := by\n  have h : 2 = 2 := by rfl\n  norm_num")}`,
  `~~~lean\n${T}\n~~~\n${fenced("norm_num [h]", "tactics")}`,
  fenced(`tactics\n${T}`, ""),
  "```lean4\ntheorem t : 1 = 1 := by\n  rf",
  "Here is the statement.\n\nopen Nat in\ntheorem foo (n : ℕ) : n ! > 0 := sorry\n\nNote that it holds.",
  `\`${T}\``,
  fenced(`open Real\nimport Mathlib\nimport Mathlib\n${T}`),
  fenced(`import Mathlib\nopen Foo in\n\n${T}`),
  fenced("theorem t : 1 + 1 = 2 :=\n  by -- to do\n  sorry"),
  fenced("lemma l (h : ∀ x : ℝ, x = x) : (⟨1, by simp⟩ : {n : ℕ // n = 1}).1 = 1 := by sorry"),
  fenced("import Mathlib\ndef f (n : ℕ) := n + 1\ntheorem a : f 0 = 1 := by sorry\ntheorem b : f 1 = 2 := by sorry"),
  fenced('/-- this theorem needs sorry\ntheorem no : 1 = 2 := by sorry -/\ntheorem t (s : String) : s ≠ "theorem u : := sorry" := by /- /- sorry -/ -/ sorry -- theorem z'),
  fenced("theorem t (n : ℕ := 2) : let y := 3; y = n + 1 := by sorry"),
  fenced("variable {G : Type*} [Group G] (n : ℕ)\ntheorem t ⦃x : G⦄ (h : x = 1) : x ^ n = 1 := by sorry"),
  fenced("theorem t (a b : ℕ) (h : a < b) : a ≤ b := by omega"),
  fenced("namespace A\nsection B\nvariable (x : ℝ) (hx : 0 < x)\ninclude hx\ntheorem pos : √x ≠ 0 := by\n  positivity\nend B\nend A"),
  fenced("theorem t : ∀ n : ℕ, |(n : ℤ)| = n\n  | 0 => by simp\n  | n + 1 => by simp"),
  fenced("import data.real.basic\ntheorem t : 1 = 1 := begin refl end"),
  fenced("theorem t (s : Finset ℕ) : ∑ i in s, i ≥ 0 := by sorry"),
  fenced("theorem «odd name» (x : ℝ) (h : 0 < x ∧ x < 1) : x ^ 2 < x := by\n  nlinarith [h.1, h.2]"),
  fenced("theorem mul_sum (a b c : ℝ)\n    (h₀ : a = 2 * b) -- half\n    (h₁ : b = 3 * c) :\n    a = 6 * c := by\n  calc\n    a = 2 * b := h₀\n    _ = 6 * c := by rw [h₁]; ring"),
  `<formal_proof>\n${fenced(T)}\n</formal_proof>`,
  "<formal_proof></formal_proof>",
  "The claim is false, so I state 45 instead.",
  "Error code: 429 - {'error': {'message': 'slow down'}}",
  `\uFEFF\`\`\`lean4\r\ntheorem t :\u00A01 = 1 := by\r\n  sorry\r\n\`\`\`\r\n`,
  fenced("theorem t (n : \\u2115) : n &lt; n + 1&nbsp;:= by sorry"),
  "<justification>same as \\frac{1}{2}</justification>\n<score> −1 </score>",
  '<think>{"a": 1}</think>\nHere:\n```json\n{"value": "\\frac12", "judgment": "faithful", "found_in_fl": true, "reason": "as in \\"x\\" and \\\\text{y}"}\n```',
  'So {"judgment": "reverted", "value_in_fl": "3}", "__proto__": {"polluted": true}} is it. {not json}',
  '[{"step": 1, "dependencies": ["tc_1", "l2"], "content": "line\nbreak and \\u2115"}, {"step": 2}]',
];

/** Real replies, up to 4,000 characters each. */
export const REAL: readonly string[] = hasShared
  ? ["formaliser", "prover", "whole-proof"].flatMap((name) => sharedRows<{ reply: string }>(`replies/${name}.jsonl`).map(({ reply }) => reply).filter((reply) => reply.length <= 4000).slice(0, 150))
  : [];
