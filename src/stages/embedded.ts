import { Z3Prover, type Z3ProverOptions } from "../z3/prover";
import type { StatementProver } from "./types";

/** The embedded engine as a prover of the pipeline. It is a decision procedure for a part of Lean, not the Lean kernel; every result names it. */
export interface EmbeddedProver extends StatementProver {
  /** Ends the engine's thread. */
  close(): Promise<void>;
}

/**
 * The embedded engine, ready for `runMethodA`.
 * @param options timeoutMs: the longest for one statement, 10 s unless told; it is part of the journal's key, since it can change a verdict
 */
export function embeddedProver({ timeoutMs = 10_000 }: Z3ProverOptions = {}): EmbeddedProver {
  const prover = new Z3Prover({ timeoutMs });
  return {
    engine: "z3",
    configuration: { timeoutMs },
    async decide(theorem) {
      const { outcome, reason, counterexample, vacuous } = await prover.decide(theorem);
      // How long it took is not part of the verdict: the same run leaves the same bytes.
      return { outcome, ...(reason !== undefined && { reason: reason.replace(/ after \d+ ms/, "") }), ...(counterexample !== undefined && { counterexample }), ...(vacuous !== undefined && { vacuous }) };
    },
    close: () => prover.close(),
  };
}
