import { ToolError } from "../../core/errors";
import { auditProof } from "../../lean/audit";
import { parseTheorem } from "../../lean/theorem";
import type { EmbeddedProver } from "../embedded";
import type { ProofChecker } from "../types";

/**
 * The embedded engine in the place of Lean, for a laptop: a statement passes if it can be read; a proof is accepted if its text proves that very
 * statement, has no gap as far as can be seen without Lean, and the engine finds the statement true by itself. It never looks at the tactics, so it
 * accepts a wrong proof of a true statement, and never a proof of a false one.
 */
export function embeddedChecker(prover: EmbeddedProver): ProofChecker {
  return {
    engine: "z3 in place of Lean",
    configuration: prover.configuration,
    checkStatement: async (code) => {
      const parsed = parseTheorem(code);
      return parsed.ok ? { status: "ok" } : { status: "error", reason: parsed.reason };
    },
    checkProof: async ({ statement, candidate }) => {
      const { ok, violations } = auditProof(candidate, statement);
      if (!ok) return { accepted: false, reasons: violations.map(({ kind, text }) => `${kind}: ${text}`) };
      const parsed = parseTheorem(statement);
      if (!parsed.ok) throw new ToolError(`a statement that passed cannot be read again: ${parsed.reason}`);
      const { outcome, reason } = await prover.decide(parsed.theorem);
      if (outcome === "proved") return { accepted: true, reasons: [] };
      return { accepted: false, reasons: [outcome === "refuted" ? "false: the engine refutes the statement" : `undecided: ${reason ?? "the engine does not decide the statement"}`] };
    },
  };
}
