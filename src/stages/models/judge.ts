import { DataError } from "../../core/errors";
import { escapeFault } from "../../data/dagFaults";
import { fillPrompt } from "../../systems/prompts";
import { configurationOf, modelOf } from "./ask";
import type { GraphMakerOptions } from "./graph";
import { askJson, type JsonAnswer } from "./json";

/** What a judge says of one perturbation (A, section 4). */
export interface Judgement {
  readonly label: "effective" | "ineffective";
  /** Whether the rewritten step is true, what it claims and what holds, in the judge's words. */
  readonly isCorrect: boolean;
  readonly finalClaim: string;
  readonly groundTruth: string;
  readonly reason: string;
}

export interface PerturbationPair {
  readonly context: readonly string[];
  readonly original: string;
  readonly perturbed: string;
}

/** One judge of the panel. */
export interface PerturbationJudge {
  readonly name: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  judge(pair: PerturbationPair): Promise<JsonAnswer<Judgement>>;
}

/**
 * A model that says whether a perturbation changed the truth of the step. An answer that cannot be read is a failure with its reason, never a "no".
 * @param options name: told apart in a panel by it, the system's name unless told
 */
export function perturbationJudge({ attempts = 2, name, ...options }: GraphMakerOptions & { readonly name?: string }): PerturbationJudge {
  const model = modelOf(options, options.system.decoding.paper ? "paper" : "robustness");
  const prompt = model.prompts.get("perturbation-validity");
  return {
    name: name ?? model.system.name,
    configuration: { ...configurationOf(model, [prompt, model.prompts.get("repair-json")]), attempts },
    judge: ({ context, original, perturbed }) => askJson(model, fillPrompt(prompt, { context: context.join("\n") || "None.", original, perturbed }), [prompt], { attempts, read: judgementOf }),
  };
}

const LABELS: Readonly<Record<string, Judgement["label"]>> = { EFFECTIVE_PERTURBATION: "effective", INEFFECTIVE_PERTURBATION: "ineffective" };

/** @throws DataError that says what is wrong with the answer */
export function judgementOf(json: unknown): Judgement {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new DataError("the answer is no JSON object");
  const { label, is_correct, final_claim, ground_truth, reason } = json as Record<string, unknown>;
  const found = typeof label === "string" ? LABELS[label.trim().toUpperCase()] : undefined;
  if (!found) throw new DataError(`"label" is EFFECTIVE_PERTURBATION or INEFFECTIVE_PERTURBATION, got ${JSON.stringify(label)}`);
  if (typeof is_correct !== "boolean") throw new DataError(`"is_correct" is true or false, got ${JSON.stringify(is_correct)}`);
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const spoilt = [final_claim, ground_truth, reason].map(text).map(escapeFault).find((fault) => fault !== undefined);
  if (spoilt) throw new DataError(`a text ${spoilt}`);
  return { label: found, isCorrect: is_correct, finalClaim: text(final_claim), groundTruth: text(ground_truth), reason: text(reason) };
}
