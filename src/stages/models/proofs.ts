/** Method B's task: a statement and its proof in words, a whole Lean file back. */
import { InputError } from "../../core/errors";
import { fillPrompt } from "../../systems/prompts";
import type { FormaliserReply } from "../types";
import { ask, configurationOf, modelOf, type ModelOptions } from "./ask";

export interface InformalProof {
  readonly informalStatement: string;
  readonly informalProof: string;
}

/** Turns informal proofs into Lean files; the reply is raw, as with a `Formaliser`. */
export interface ProofFormaliser {
  readonly name: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  /** @param n samples, 1 unless told. @throws Pending, ModelError */
  formaliseProof(input: InformalProof, n?: number): Promise<FormaliserReply[]>;
}

/**
 * A model asked for Method B's task, all models with one prompt (B, "Systems and decoding"): temperature 0.6, top-p 0.95, the answer between tags.
 * @param options decoding: `robustness` unless told; leanVersion: named in the prompt, 4.15.0 unless told
 * @throws InputError if the system does not do this, or is a pipeline of its own
 * @example (await proofFormaliser({ system: systemOf("goedel-prover-v2-8b"), client }).formaliseProof({ informalStatement, informalProof }, 8)).length // 8
 */
export function proofFormaliser({ leanVersion = "4.15.0", ...options }: ModelOptions & { readonly leanVersion?: string }): ProofFormaliser {
  const { system } = options;
  if (system.pipeline || system.prompts.formalise_proof !== "formalise-proof") throw new InputError(`${system.id} ${system.pipeline ? "is a pipeline of its own and is not asked like a model" : `formalises no proofs; its tasks are ${system.tasks.join(", ")}`}`);
  const model = modelOf(options, "robustness");
  const prompt = model.prompts.get("formalise-proof");
  return {
    name: system.name,
    configuration: { ...configurationOf(model, [prompt]), leanVersion },
    formaliseProof: ({ informalStatement, informalProof }, n = 1) => ask(model, fillPrompt(prompt, { informal_statement: informalStatement, informal_proof: informalProof, lean_version: leanVersion }), [prompt], n),
  };
}
