import { ToolError } from "../../core/errors";
import { checkProof } from "../../repl/checkProof";
import { checkStatement } from "../../repl/checkStatement";
import type { LeanEngine, LeanStatus } from "../../repl/engine";
import type { Policy } from "../../systems/request";
import type { ProofChecker } from "../types";

/**
 * Lean as the checker of a run, by whatever engine reaches it.
 *
 * What Lean says is an answer; so is a time-out, and a text over which Lean's process ends again and again. When the engine itself does not work, a run
 * must stop, since nothing that it would write down from then on says anything about a model.
 * @param policy strict refuses proofs with text that only an attentive reader would trust; paper only what Lean could never notice (see `auditProof`)
 * @throws ToolError from its checks, if the engine cannot be started or reached
 */
export function leanChecker(engine: LeanEngine, policy: Policy = "strict"): ProofChecker {
  const mode = policy === "strict" ? "strict" : "lenient";
  const working = (status: LeanStatus | "not_asked", reasons: readonly string[]) => {
    if (status === "infra") throw new ToolError(`${engine.engine} does not work: ${reasons[0] ?? "no reason given"}; mend it, and the same command goes on`);
  };
  return {
    engine: engine.engine,
    configuration: { ...engine.configuration, mode },
    async checkStatement(code) {
      const { accepted, verdict, status, reasons } = await checkStatement(engine, { statement: code });
      working(status, reasons);
      if (accepted) return { status: "ok" };
      const reason = reasons[0] ?? "no reason given";
      return { status: verdict === "rejected" ? "error" : status === "timeout" ? "timeout" : "crashed", reason };
    },
    async checkProof({ statement, candidate }) {
      const { accepted, status, reasons } = await checkProof(engine, { statement, candidate, mode });
      working(status, reasons);
      return { accepted, reasons };
    },
  };
}
