/** What makes a step false: a rule or a model behind one interface. */
import { perturbByRule, type RuleEdit } from "./rules";

/** The released data's words for the two kinds (A, section 4). */
export type PerturbationType = "regex_perturbed" | "brokenmath-style_llm";

/** Why a model left a step as it was: it says that there is nothing to falsify; it declines; its answer is the step itself, empty, or no single step. */
export const UNCHANGED = ["not_applicable", "refusal", "identical", "empty", "malformed"] as const;
export type Unchanged = (typeof UNCHANGED)[number];

export interface Perturbation {
  /** The perturbed step; the step itself where `unchanged` says why. */
  readonly text: string;
  /** The edits in the order in which they were made; a model makes none that are known. */
  readonly edits: readonly RuleEdit[];
  /** There is no perturbed counterpart; the released data then have `is_perturbed: false`. */
  readonly unchanged?: Unchanged;
  /** What was answered instead, for `refusal` and `malformed`. */
  readonly answer?: string;
}

export interface PerturberInput {
  readonly content: string;
  readonly context: readonly string[];
}

export interface Perturber {
  readonly type: PerturbationType;
  /** Everything that decides its answers, for the key of a journal entry. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Whether its answer depends on the context as well. */
  readonly readsContext: boolean;
  perturb(input: PerturberInput): Promise<Perturbation>;
}

/** `perturbByRule` as a perturber. */
export function rulePerturber({ seed }: { readonly seed: number | string }): Perturber {
  return { type: "regex_perturbed", configuration: { seed }, readsContext: false, perturb: async ({ content }) => perturbByRule(content, { seed }) };
}
