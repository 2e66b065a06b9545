/**
 * A made-up benchmark C in the released layout: 12,784 steps × 4 formalisers × 3 kinds of step = 153,408 rows, with Lean texts of the length of ProofFlow's
 * (statements of about 420 characters, proofs of about 1,500), 2.2 KB a row. The same seed gives the same bytes.
 */
const { closeSync, openSync, writeSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { seeded } = require(join(resolve(__dirname, "../.."), "dist/core/random.js"));

const MODELS = ["Goedel-Formalizer-V2-8B", "Kimina-Autoformalizer-7B", "StepFun-Formalizer-7B", "Herald-Translator"];
const DATASETS = [["gsm8k", 1282], ["math", 4262], ["olympiadbench", 4321], ["omnimath", 2919]];
const STEPS = DATASETS.reduce((sum, [, steps]) => sum + steps, 0); // 12,784
const KINDS = ["unperturbed", "brokenmath-style_llm", "regex_perturbed"];
const RESULTS = ["Proved", "Proved", "Proved", "Refuted", "Inconclusive", "AF-Fail"];
const ROWS = STEPS * MODELS.length * KINDS.length;

const WORDS = "therefore the sum of both sides equals half the area which we found before so that every train needs less time than its length divided by speed".split(" ");
const TACTICS = [
  "have h₁ : x * y ≤ (x ^ 2 + y ^ 2) / 2 := by nlinarith [sq_nonneg (x - y), sq_nonneg (x + y)]", "rw [h₀] at *", "norm_num [Real.sqrt_eq_iff_sq_eq, pow_two]",
  "-- We show that both sides are equal by \"unfolding\" what α and β stand for", "simp_all only [Finset.sum_range_succ, Finset.sum_range_zero, add_zero, zero_add]",
  "rcases lt_trichotomy x 0 with h | h | h <;> field_simp at h₁ ⊢ <;> nlinarith", "· exact mul_pos (by positivity) (by linarith)", "calc x + y = y + x := by ring",
  "    _ ≤ 2 * ∑ i ∈ Finset.range n, (f i) := by gcongr", "obtain ⟨k, hk⟩ : ∃ k : ℕ, n = 2 * k + 1 := by omega", "push_cast [Int.emod_emod_of_dvd]", "linarith",
];

/** @yields rows, shuffled as runs of several workers would leave them: problem by problem, kinds and formalisers in turn */
function* benchmarkRows(rows = ROWS, seed = "benchmark C") {
  const random = seeded(seed);
  const below = (n) => Math.floor(random() * n);
  const pick = (list) => list[below(list.length)];
  const prose = (n) => Array.from({ length: n }, () => pick(WORDS)).join(" ");
  let made = 0;
  for (const [dataset, steps] of DATASETS) {
    for (let step = 0; step < steps; step++) {
      const [problem_id, node_id] = [`${dataset}-${Math.floor(step / 6)}`, `step_${(step % 6) + 1}`];
      for (const type_of_perturbation of KINDS) {
        const [a, b] = [below(90) + 2, below(90) + 2];
        const step_content = `${prose(25)}, hence $${a} \\cdot ${b} = ${a * b}$ and ${prose(8)} \\(\\frac{${a}}{${b}} < ${a + b}\\).`;
        for (const autoformaliser_model of MODELS) {
          if (made === rows) return;
          made += 1;
          const proof_result = pick(RESULTS);
          const statement = `import Mathlib\nimport Aesop\n\nset_option maxHeartbeats 400000\n\nopen BigOperators Real Nat Topology Rat\n\n/-- ${prose(20)}. -/\ntheorem ${node_id}_${made} (x y : ℝ) (n : ℕ) (f : ℕ → ℝ)\n    (h₀ : x = ${a}) (hy : y = ${b}) (hf : ∀ i, 0 ≤ f i) (h₂ : 0 < x * y ∧ x ≠ y) :\n    x * y = ${a * b} ∧ x / y < ${a + b} := by`;
          const tactics = () => Array.from({ length: 6 + below(28) }, () => `${"  ".repeat(1 + below(3))}${pick(TACTICS)}`).join("\n");
          yield {
            step_content, is_perturbed: type_of_perturbation !== "unperturbed", type_of_perturbation, problem_id, node_id, autoformaliser_model,
            autoformaliser_output: `${statement} sorry`, prover_output: proof_result === "AF-Fail" ? "" : `${statement}\n${tactics()}`, proof_result,
          };
        }
      }
    }
  }
}

/** Writes the first rows as JSON Lines. @returns bytes written */
function writeBenchmarkFile(path, rows = ROWS) {
  const file = openSync(path, "w");
  let [text, bytes] = ["", 0];
  const flush = () => {
    bytes += writeSync(file, text);
    text = "";
  };
  for (const row of benchmarkRows(rows)) {
    text += `${JSON.stringify(row)}\n`;
    if (text.length > 1 << 20) flush();
  }
  flush();
  closeSync(file);
  return bytes;
}

module.exports = { benchmarkRows, writeBenchmarkFile, ROWS };
