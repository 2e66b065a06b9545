/** What another reading of the same records would have said: the two ways to find a theorem in a reply, and the two to count a statement proved both ways. */
import type { Outcome } from "../core/types";
import { comparePresets, type PresetComparison } from "../lean/presets";
import { faithfulnessRatesOfPairs, type FaithfulnessRates } from "../stats/rates";
import type { Case } from "./methodA";
import type { Verdict } from "./types";

export interface PolicyDifferences {
  /** The replies read by the presets "strict" and "paper". */
  readonly extraction: PresetComparison;
  /** Statements of which both directions were proved: an alarm, whatever they count as. */
  readonly bothProved: number;
  /** The rates if such statements count as proved (A's code), or as inconclusive (A's appendix); only where there are any. */
  readonly rates?: { readonly proved_first: FaithfulnessRates; readonly exclusive: FaithfulnessRates };
}

/** @throws never; of no cases, no rates */
export function policyDifferences(cases: readonly Case[]): PolicyDifferences {
  const extraction = comparePresets(cases.flatMap(({ replies }) => [replies.original, replies.perturbed]).filter(({ failure }) => failure === undefined));
  const bothProved = cases.flatMap(({ original, perturbedVerdict }) => [original, perturbedVerdict]).filter(({ alarm }) => alarm === "both_proved").length;
  const rates = (as: Outcome) => faithfulnessRatesOfPairs(cases.map(({ original, perturbedVerdict }) => ({ original: counted(original, as), perturbed: counted(perturbedVerdict, as) })));
  return { extraction, bothProved, ...(bothProved > 0 && { rates: { proved_first: rates("proved"), exclusive: rates("inconclusive") } }) };
}

function counted({ outcome, alarm }: Verdict, as: Outcome): Outcome {
  return alarm === "both_proved" ? as : outcome;
}
