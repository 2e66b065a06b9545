import { Z3Pool, type Z3PoolOptions } from "../z3/pool";
import type { StatementProver } from "./types";

/** The embedded engine as a prover of the pipeline. It is a decision procedure for a part of Lean, not the Lean kernel; every result names it. */
export interface EmbeddedProver extends StatementProver {
  /** Ends the engine's thread. */
  close(): Promise<void>;
}

/**
 * The embedded engine, ready for `runMethodA`.
 * @param options timeoutMs: the longest for one statement, 10 s unless told; it is part of the journal's key, since it can change a verdict; workers: engines
 * side by side, for callers that ask for several verdicts at once, 1 unless told; it changes no verdict and is not part of the key
 */
export function embeddedProver({ timeoutMs = 10_000, workers = 1 }: Z3PoolOptions = {}): EmbeddedProver {
  const prover = new Z3Pool({ timeoutMs, workers });
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
