import type { LeanEngine } from "../repl/engine";
import { TacticProver, type TacticProverOptions } from "../repl/tacticProver";
import type { StatementProver } from "./types";

/** Lean's own automation as a prover of the pipeline. */
export interface LeanProver extends StatementProver {
  /** Ends what the prover started; the engine stays open. */
  close(): Promise<void>;
}

/**
 * Lean as the prover of `runMethodA`: a statement that does not type-check is `af_fail`, and every verdict is the kernel's. What stays open is inconclusive; what
 * keeps Lean from answering at all ends the run with an error, to be resumed, and is never counted.
 * @param engine a `LeanPool`, a `KiminaServer`, or what `openLean` gives
 */
export function leanProver(engine: LeanEngine, options: Omit<TacticProverOptions, "engine"> = {}): LeanProver {
  const prover = new TacticProver({ ...options, engine });
  return {
    engine: `${engine.engine}+tactics`,
    configuration: prover.configuration,
    async decide(theorem) {
      const { outcome, reason, counterexample, proof } = await prover.decide(theorem);
      return { outcome, ...(reason !== undefined && { reason }), ...(counterexample !== undefined && { counterexample }), ...(proof !== undefined && { proof }) };
    },
    close: () => prover.close(),
  };
}
