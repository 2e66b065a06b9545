/** Roles made into the parts of a run: formaliser, perturber, judges, prover. */
import type { Formaliser, ProofChecker, StatementProver } from "../types";
import type { Perturber } from "../../perturb/perturber";
import type { PromptSet } from "../../systems/prompts";
import type { Policy } from "../../systems/request";
import type { Connections, Role } from "../../systems/role";
import type { ModelOptions } from "./ask";
import { modelFormaliser } from "./formaliser";
import { perturbationJudge, type PerturbationJudge } from "./judge";
import { modelPerturber } from "./perturber";
import { modelProver } from "./prover";

/** What all models of a run have in common. */
export interface CastOptions {
  readonly connections: Connections;
  readonly policy: Policy;
  readonly prompts?: PromptSet;
  readonly signal?: AbortSignal;
}

export function castFormaliser(role: Role, options: CastOptions): Formaliser {
  return modelFormaliser({ ...part(role, options), ...(role.name !== undefined && { name: role.name }) });
}

export function castPerturber(role: Role, options: CastOptions): Perturber {
  return modelPerturber(part(role, options));
}

export function castJudge(role: Role, options: CastOptions): PerturbationJudge {
  return perturbationJudge({ ...part(role, options), ...(role.name !== undefined && { name: role.name }) });
}

/** @param more the checker, and how many proofs are asked for in each direction */
export function castProver(role: Role, options: CastOptions, more: { readonly checker: ProofChecker; readonly k: number }): StatementProver {
  return modelProver({ ...part(role, options), ...more });
}

/** The options of one model among those of a run. */
export function part(role: Role, { connections, policy, prompts, signal }: CastOptions): ModelOptions {
  const { system, decoding, endpoint, model } = role;
  return {
    system, policy, client: connections.answererOf(role),
    ...(decoding && { decoding }), ...(endpoint && { endpoint }), ...(model !== undefined && { model }), ...(prompts && { prompts }), ...(signal && { signal }),
  };
}
