/** Which prover a command uses: the embedded engine, or the Lean that this machine has. */
import { InputError, ToolError } from "../core/errors";
import { findLean, openLean } from "../repl/find";
import type { LeanEngine } from "../repl/engine";
import { sandboxed } from "../repl/sandbox";
import { embeddedProver } from "../stages/embedded";
import { leanProver } from "../stages/leanProver";
import type { StatementProver } from "../stages/types";
import { note } from "./command";

/** What the help of such a command says about its options. */
export const ENGINE_HELP = `  --engine NAME   z3, the embedded engine (the default); or lean: lean-project as npm run lean built it, or what FAITHLAB_REPL (a command line, run in
                  FAITHLAB_LEAN_PROJECT) or FAITHLAB_KIMINA_URL (key in FAITHLAB_KIMINA_KEY) names
  --sandbox       run the REPL in bubblewrap, without network; Linux`;

export const ENGINE_OPTIONS = { engine: { type: "string", default: "z3" }, sandbox: { type: "boolean", default: false } } as const;

export interface EngineChoice {
  readonly engine: string;
  readonly sandbox: boolean;
}

/** @throws ToolError with the reason and the remedies where there is no Lean */
export function openFoundLean({ sandbox }: Pick<EngineChoice, "sandbox">, timeoutMs?: number): LeanEngine {
  const found = findLean();
  if (!found.ok) throw new ToolError(found.reason);
  note(`Lean: ${found.where}${sandbox && found.kind === "repl" ? ", in a sandbox" : ""}`);
  return openLean(found, { ...(timeoutMs !== undefined && { timeoutMs }), ...(sandbox && { wrap: (command: readonly string[], project: string) => sandboxed(command, { project }) }) });
}

/** The prover that `--engine` names. `timeoutMs` is the longest for one statement, with Lean for one attempt at it; `workers` are embedded engines side by side. */
export function openProver(choice: EngineChoice, timeoutMs: number, workers = 1): StatementProver & { close(): Promise<void> } {
  if (choice.engine === "z3") return embeddedProver({ timeoutMs, workers });
  if (choice.engine !== "lean") throw new InputError(`--engine is z3 or lean, got "${choice.engine}"`);
  const engine = openFoundLean(choice);
  const prover = leanProver(engine, { attemptMs: timeoutMs });
  return { ...prover, close: async () => (await prover.close(), engine.close()) };
}
