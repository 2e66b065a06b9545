/** Lean's own automation as a list of proofs to try. */
import { InputError } from "../core/errors";
import { seeded } from "../core/random";
import { parseBinders } from "../lean/binders";
import type { Theorem } from "../lean/theorem";
import { variableContext } from "../lean/variables";

/** Proofs of a statement, the cheapest group first: decision procedures, then algebra and order, then combinations. Each is what comes after `:= by`. */
const PROOFS: readonly (readonly string[])[] = [
  ["rfl", "decide", "norm_num", "omega", "simp"],
  ["ring", "linarith", "positivity", "field_simp\nring", "subst_vars\nnorm_num", "simp_all"],
  ["nlinarith", "norm_num at *\nlinarith", "intros\nfield_simp\nring", "intros\nnorm_num", "intros\nnlinarith", "constructor <;> norm_num", "refine ⟨?_, ?_⟩ <;> nlinarith"],
];

/** The same for a negated statement, which begins with ¬. */
const REFUTATIONS: readonly (readonly string[])[] = [
  ["norm_num", "decide", "simp", "omega", "intro h\nnorm_num at h"],
  ["push_neg\nnorm_num", "intro h\nlinarith", "intro h\nomega", "intro h\nsimp at h", "intro h\nhave h₀ := h 0\nnorm_num at h₀", "intro h\nhave h₁ := h 1\nnorm_num at h₁"],
];

/**
 * The portfolio in the order in which it is tried: groups stay in their order, within a group a seed decides.
 * @example portfolio("proof", 42).length // 18
 */
export function portfolio(side: "proof" | "refutation", seed: number | string): string[] {
  const random = seeded(`portfolio ${seed}`);
  return (side === "proof" ? PROOFS : REFUTATIONS).flatMap((group) => {
    const left = [...group];
    return group.map(() => left.splice(Math.floor(random() * left.length), 1)[0]!);
  });
}

/** How a hypothesis is shown to hold at given values, and how a false body is brought down. The first that works counts. */
const HOLDS = "first | rfl | decide | norm_num | simp | omega | positivity | linarith | exact 0";
const FAILS = "first | decide | norm_num | simp | omega | linarith | nlinarith | (push_neg; norm_num)";

/**
 * A proof of the negation from a counterexample: the statement is taken at its values, its hypotheses are shown to hold there, and its body is shown to fail.
 * Undefined where the statement has no parameters or the counterexample names none of them.
 * @param counterexample as the embedded engine writes it, "n = 0, x = 1 / 2"
 * @example instantiation(theorem of "theorem t (x : ℝ) (h : 0 < x) : x < 2", "x = 3")
 * // "intro kit_all\nexact absurd (@kit_all (3 : ℝ) (by first | …)) (by first | …)"
 */
export function instantiation(theorem: Theorem, counterexample: string): string | undefined {
  const values = valuesOf(counterexample);
  const binders = parseBinders([variableContext(theorem).binders, theorem.binders].join(" "));
  if (!binders.some(({ names }) => names.some((name) => values.has(name)))) return undefined;
  const args = binders.flatMap(({ kind, names, type }) => {
    if (kind === "instance") return ["inferInstance"];
    return names.map((name) => (values.has(name) ? `(${values.get(name)}${type === "" ? "" : ` : ${type.replace(/\s+/g, " ")}`})` : `(by ${HOLDS})`));
  });
  return `intro kit_all\nexact absurd (@kit_all ${args.join(" ")}) (by ${FAILS})`;
}

/** @example valuesOf("n = 0, p = (1, 2)") // Map { n: "0", p: "(1, 2)" } */
export function valuesOf(counterexample: string): Map<string, string> {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const char of counterexample) {
    if ("([{⟨".includes(char)) depth += 1;
    if (")]}⟩".includes(char)) depth -= 1;
    if (char === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += char;
  }
  return new Map([...parts, part].flatMap((each): [string, string][] => {
    const at = each.indexOf("=");
    return at === -1 ? [] : [[each.slice(0, at).trim(), each.slice(at + 1).trim()]];
  }));
}

/** @throws InputError unless every proof is a text that is not empty */
export function checkedPortfolio(proofs: readonly string[]): readonly string[] {
  if (proofs.some((proof) => typeof proof !== "string" || proof.trim() === "")) throw new InputError("a portfolio is a list of proofs, each what comes after `:= by`");
  return proofs;
}
