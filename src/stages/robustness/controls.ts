/**
 * Proof autoformalisers without a model, whose answers are known beforehand: they calibrate the judges and the tables.
 *
 * | control  | writes                                                    | number and symbol edits |
 * |----------|-----------------------------------------------------------|-------------------------|
 * | carrier  | the calculations of the text that it was given            | all faithful            |
 * | repairer | the calculations of the original problem, whatever it got | all reverted            |
 * | mute     | nothing                                                   | all unclear             |
 *
 * What they write has the form of Lean and is not meant to be accepted by it: they are for runs with `scanChecker`.
 */
import { InputError } from "../../core/errors";
import { naturalTokens, type MathToken } from "../../judges/tokens";
import type { Instance, ProofInput, ProofSystem } from "./types";

export const PROOF_CONTROL_NAMES = ["carrier", "repairer", "mute"] as const;
export type ProofControlName = (typeof PROOF_CONTROL_NAMES)[number];

/**
 * A control by its name.
 * @param originals the inputs in the style Orig, which `repairer` falls back on; it carries what it is given where a problem is not among them
 * @throws InputError for an unknown name
 */
export function proofControl(name: ProofControlName, originals: readonly Pick<Instance, "problem" | "statement" | "proof">[] = []): ProofSystem {
  if (!PROOF_CONTROL_NAMES.includes(name)) throw new InputError(`a control is one of ${PROOF_CONTROL_NAMES.join(", ")}, got "${name}"`);
  const known = new Map(originals.map((original) => [original.problem, original]));
  return {
    name,
    configuration: { control: name, version: 1 },
    async translate(input, samples) {
      const source = name === "repairer" ? (known.get(input.name) ?? input) : input;
      const reply = { reply: name === "mute" ? "" : written(input.name, source), finish: "stop" };
      return Array.from({ length: samples }, () => reply);
    },
  };
}

function written(name: string, { statement, proof }: Pick<ProofInput, "statement" | "proof">): string {
  const claims = clauses(statement);
  const goal = claims.at(-1) ?? "True";
  const hypotheses = claims.slice(0, -1).map((claim, i) => `\n    (h${i + 1} : ${claim})`).join("");
  const steps = clauses(proof).map((claim, i) => `  have s${i + 1} : ${claim} := by norm_num\n`).join("");
  return `<formal_proof>\n\`\`\`lean4\nimport Mathlib\n\ntheorem ${name.replace(/[^\w]/g, "_")}${hypotheses} :\n    ${goal} := by\n${steps}  norm_num\n\`\`\`\n</formal_proof>\n`;
}

/** The clauses of a text that have a number or a relation in them, as runs of Lean tokens in the order of the text. */
function clauses(text: string): string[] {
  return text
    .split(/(?<=[.;:?!])\s+|\n+|(?<=\$)\s+and\s+(?=\$)/)
    .map((clause) => naturalTokens(clause).filter(isFormal).map(({ text: token }) => latexFree(token)).join(" "))
    .filter((claim) => /[\d<>≤≥=≠]/.test(claim));
}

function isFormal({ kind, text }: MathToken): boolean {
  return kind !== "name" || text.length === 1 || /^(?:sqrt|sin|cos|tan|log|exp|[a-zα-ω]\d+)$/.test(text);
}

/** A fraction in LaTeX as Lean writes it. */
function latexFree(token: string): string {
  return token.replace(/^\\[dt]?frac\s*(?:\{([^{}]*)\}|(\d))\s*(?:\{([^{}]*)\}|(\d))$/, (_, a, b, c, d) => `(${a ?? b} / ${c ?? d})`).replace(/\{?,\}?(?=\d{3})/g, "");
}
