/** From a formaliser's answer to an outcome: extract, negate, decide. A, section 3 and "Formalising". */
import { extractTheorem, type Preset } from "../lean/extract";
import { negate } from "../lean/negation";
import type { FormaliserReply, StatementProver, Verdict } from "./types";

/**
 * What became of one answer. No theorem in it, or none that can be taken apart, is `af_fail` with the reason; whatever the prover cannot
 * decide is `inconclusive` with its reason.
 *
 * The embedded engine reads a part of Lean and cannot tell "Lean would reject this" from "I do not know this", so with it a statement outside
 * its part is inconclusive, never `af_fail`.
 * @example await verdictOf({ reply: "no code", finish: "stop" }, { preset: "strict", prover }) // { outcome: "af_fail", reason: "no_code: …", flags: ["no_code"] }
 */
export async function verdictOf({ reply, finish, failure }: FormaliserReply, { preset, prover, step }: { preset: Preset; prover: StatementProver; step?: string }): Promise<Verdict> {
  if (failure !== undefined) return { outcome: "af_fail", reason: failure, flags: [failure.split(":", 1)[0]!] };
  const extracted = extractTheorem(reply, { preset, finish });
  if (!extracted.ok) return { outcome: "af_fail", reason: extracted.reason, flags: extracted.flags };
  const { outcome, reason, counterexample, vacuous, proof, proofs, alarm } = await prover.decide(extracted.theorem, step);
  return {
    outcome,
    engine: prover.engine,
    ...(reason !== undefined && { reason }),
    code: extracted.code,
    negation: negate(extracted.theorem),
    flags: extracted.flags,
    ...(counterexample !== undefined && { counterexample }),
    ...(vacuous !== undefined && { vacuous }),
    ...(proof !== undefined && { proof }),
    ...(proofs && { proofs }),
    ...(alarm && { alarm }),
  };
}
