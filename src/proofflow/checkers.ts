/** Who says whether a node's Lean is accepted: Lean, or on a bare laptop the embedded engine in its place. */
import { ToolError } from "../core/errors";
import { auditProof } from "../lean/audit";
import { scan } from "../lean/scan";
import { asStatement } from "../lean/statement";
import { splitTheorem } from "../lean/theorem";
import type { LeanEngine } from "../repl/engine";
import { usesSorry } from "../repl/protocol";
import type { EmbeddedProver } from "../stages/embedded";
import { leanChecker } from "../stages/models/leanChecker";
import type { Compiled, FlowChecker } from "./types";

/** Lean by whatever engine reaches it. @throws ToolError from its checks if the engine itself does not work */
export function leanFlowChecker(lean: LeanEngine): FlowChecker {
  const proofs = leanChecker(lean);
  return {
    engine: lean.engine,
    configuration: lean.configuration,
    async compile(code, { timeoutMs } = {}): Promise<Compiled> {
      const { status, reply, detail } = await lean.check(code, timeoutMs === undefined ? {} : { timeoutMs });
      if (status === "infra") throw new ToolError(`${lean.engine} does not work: ${detail ?? "no reason given"}; mend it, and the same command goes on`);
      const messages = [...(reply?.messages ?? [])].sort((a, b) => rank(a.severity) - rank(b.severity)).map(({ severity, pos, data }) => `${severity} at ${pos.line}:${pos.column}: ${data}`);
      return { status, sorry: reply !== undefined && usesSorry(reply), text: messages.join("\n") || (detail ?? "") };
    },
    prove: (request) => proofs.checkProof(request),
  };
}

function rank(severity: string): number {
  return severity === "error" ? 0 : severity === "warning" ? 1 : 2;
}

/**
 * The embedded engine in the place of Lean: a text compiles if its brackets, strings and comments close and, where it holds a lemma, that can be read; a proof is accepted
 * if it has no gap and the engine finds the statement true by itself. It never looks at the tactics, so it accepts a wrong proof of a true statement and no
 * proof of a false one; what it cannot decide is not accepted.
 */
export function embeddedFlowChecker(prover: EmbeddedProver): FlowChecker {
  const said = async (code: string): Promise<Compiled> => {
    const problem = scan(code).problems[0];
    if (problem) return { status: "lean_error", sorry: false, text: `unreadable: ${problem.message}` };
    const parsed = splitTheorem(code);
    if (!parsed.ok) return parsed.obstacle === "no_theorem" ? { status: "ok", sorry: false, text: "" } : { status: "lean_error", sorry: false, text: parsed.reason };
    if (/^:=\s*(?:by)?$/.test(parsed.theorem.proof)) return { status: "lean_error", sorry: false, text: "no proof: nothing follows its beginning" };
    const sorry = auditProof(code, asStatement(parsed.theorem)).violations.some(({ kind }) => kind === "placeholder");
    if (sorry) return { status: "ok", sorry, text: "warning: declaration uses 'sorry'" };
    const { outcome, reason, counterexample } = await prover.decide(parsed.theorem);
    if (outcome === "proved") return { status: "ok", sorry: false, text: "" };
    return { status: "lean_error", sorry: false, text: outcome === "refuted" ? `false: the engine refutes the statement${counterexample ? ` (${counterexample})` : ""}` : `undecided: ${reason ?? "the engine does not decide the statement"}` };
  };
  return {
    engine: "z3 in place of Lean",
    configuration: prover.configuration,
    compile: (code) => said(code),
    async prove({ statement, candidate }) {
      const { ok, violations } = auditProof(candidate, statement);
      if (!ok) return { accepted: false, reasons: violations.map(({ kind, text }) => `${kind}: ${text}`) };
      const { status, text } = await said(candidate);
      return status === "ok" ? { accepted: true, reasons: [] } : { accepted: false, reasons: [text] };
    },
  };
}
