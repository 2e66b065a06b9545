/** ProofFlow's parts and checker as options name them; shared by `proofflow` and `robustness run --system proofflow`. */
import { InputError } from "../core/errors";
import { leanFlowChecker, embeddedFlowChecker } from "../proofflow/checkers";
import { formaliserModel, graphModel, proverModel, scorerModel, type FlowModelOptions } from "../proofflow/models";
import { ruleFormaliser, ruleGraph, ruleProver, ruleScorer } from "../proofflow/rules";
import type { FlowParts } from "../proofflow/run";
import { DEFECTS, type FlowChecker } from "../proofflow/types";
import { embeddedProver } from "../stages/embedded";
import { part } from "../stages/models/cast";
import { promptSet } from "../systems/prompts";
import { roleOf, type Connections, type Role, type RoleConfig } from "../systems/role";
import { openFoundLean } from "./engine";
import { partsFile } from "./runOptions";

export const FLOW_PARTS = ["graph", "formaliser", "prover", "scorer"] as const;
type PartName = (typeof FLOW_PARTS)[number];

/** The released script's models, at the sizes that B names. */
export const PAPER_PARTS: Readonly<Record<"graph" | "formaliser" | "prover", string>> = { graph: "gemini-2.5-flash", formaliser: "goedel-formalizer-v2-8b", prover: "goedel-prover-v2-8b" };

export interface FlowChoice extends Readonly<Partial<Record<PartName, string>>> {
  /** A file {"graph": …, "formaliser": …, "prover": …, "scorer": …}, each a name or an object as for `run --models`. */
  readonly models?: string;
  readonly baseUrl?: string;
  readonly prompts?: string;
  readonly compat?: boolean;
}

/** Which model plays which part; "rule" for the kit's own. */
export type FlowRoles = Readonly<Record<PartName, Role | "rule" | "none">>;

/** @param fallback what plays the parts that are not named */
export function flowRoles(choice: FlowChoice, fallback: Readonly<Partial<Record<PartName, string>>>): FlowRoles {
  const file = (choice.models === undefined ? {} : partsFile(choice.models, FLOW_PARTS)) as Partial<Record<PartName, string | RoleConfig>>;
  const role = (name: PartName): Role | "rule" | "none" => {
    const named = choice[name] ?? file[name] ?? fallback[name] ?? (name === "scorer" ? "none" : "rule");
    if (named === "rule" || (named === "none" && name === "scorer")) return named;
    return roleOf(named, choice.baseUrl ?? process.env["FAITHLAB_BASE_URL"]);
  };
  return { graph: role("graph"), formaliser: role("formaliser"), prover: role("prover"), scorer: role("scorer") };
}

export function flowParts(roles: FlowRoles, connections: Connections, { prompts, compat }: FlowChoice, signal?: AbortSignal): FlowParts {
  const options = (role: Role): FlowModelOptions => ({ ...part(role, { connections, policy: "strict", prompts: promptSet(prompts), ...(signal && { signal }) }), ...(compat && { compat: DEFECTS }) });
  const { graph, formaliser, prover, scorer } = roles;
  return {
    graph: typeof graph === "string" ? ruleGraph : graphModel(options(graph)),
    formaliser: typeof formaliser === "string" ? ruleFormaliser : formaliserModel(options(formaliser)),
    prover: typeof prover === "string" ? ruleProver : proverModel(options(prover)),
    ...(scorer !== "none" && { scorer: scorer === "rule" ? ruleScorer : scorerModel(options(scorer)) }),
  };
}

/** The models among the parts. */
export function flowModels(roles: FlowRoles): Role[] {
  return Object.values(roles).filter((each): each is Role => typeof each === "object");
}

/** The checker that `--engine` names: z3 or lean. */
export function openFlowChecker(engine: string, sandbox: boolean, timeoutMs: number): { readonly checker: FlowChecker; close(): Promise<void> } {
  if (engine === "lean") {
    const lean = openFoundLean({ sandbox }, timeoutMs);
    return { checker: leanFlowChecker(lean), close: () => lean.close() };
  }
  if (engine !== "z3") throw new InputError(`--engine is z3 or lean, got "${engine}"`);
  const prover = embeddedProver({ timeoutMs: Math.min(timeoutMs, 10_000) });
  return { checker: embeddedFlowChecker(prover), close: () => prover.close() };
}
