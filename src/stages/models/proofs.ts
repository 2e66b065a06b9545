/** Method B's task by a system of the registry: a statement and its proof in words, a whole Lean file back. */
import { InputError } from "../../core/errors";
import { fillPrompt } from "../../systems/prompts";
import type { ProofSystem } from "../robustness/types";
import { ask, configurationOf, modelOf, type ModelOptions } from "./ask";

/**
 * A system asked for Method B's task, all systems with one prompt (B, "Systems and decoding"): temperature 0.6, top-p 0.95, the answer between tags.
 * The replies are raw; a refusal of filter or window is a reply with a failure.
 * @param options decoding: `robustness` unless told; leanVersion: named in the prompt, 4.15.0 unless told
 * @throws InputError if the system does not do this, or is a pipeline of its own
 * @example (await proofSystem({ system: systemOf("goedel-prover-v2-8b"), client }).translate({ name, statement, proof }, 8)).length // 8
 */
export function proofSystem({ leanVersion = "4.15.0", ...options }: ModelOptions & { readonly leanVersion?: string }): ProofSystem {
  const { system } = options;
  if (system.pipeline || system.prompts.formalise_proof !== "formalise-proof") throw new InputError(`${system.id} ${system.pipeline ? "is a pipeline of its own and is not asked like a model: see `faithlab proofflow`, or `robustness run --system proofflow`" : `formalises no proofs; its tasks are ${system.tasks.join(", ")}`}`);
  const model = modelOf(options, "robustness");
  const prompt = model.prompts.get("formalise-proof");
  return {
    name: system.name,
    configuration: { ...configurationOf(model, [prompt]), leanVersion },
    translate: ({ statement, proof }, samples) => ask(model, fillPrompt(prompt, { informal_statement: statement, informal_proof: proof, lean_version: leanVersion }), [prompt], samples),
  };
}
