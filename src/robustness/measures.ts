/** What is counted of an output, and groups of outputs. */
import type { Rate } from "../core/types";
import { wilson } from "../stats/wilson";
import { type Condition, type OutputRecord, type Score, type Study } from "./records";

/** The correctness measures of B, section 4.1. */
export const MEASURES = ["FullyCorrect", "TC", "StmtSC", "ProofSC"] as const;
export type Measure = (typeof MEASURES)[number];

/**
 * TC ∧ StmtSC ∧ ProofSC. One no is enough for a no; null where a missing verdict decides.
 * @example fullyCorrect({ tc: true, stmtSC: null, proofSC: false }) // false
 */
export function fullyCorrect({ tc, stmtSC, proofSC }: Pick<OutputRecord, "tc" | "stmtSC" | "proofSC">): Score {
  if (!tc || stmtSC === false || proofSC === false) return false;
  return stmtSC === null || proofSC === null ? null : true;
}

/** One measure of one output. */
export function measured(output: OutputRecord, measure: Measure): Score {
  switch (measure) {
    case "FullyCorrect":
      return fullyCorrect(output);
    case "TC":
      return output.tc;
    case "StmtSC":
      return output.stmtSC;
    case "ProofSC":
      return output.proofSC;
  }
}

/** A rate over the outputs that have a verdict, and how many have none. `rate` is absent if none has: there is no rate of nothing. */
export interface MeasuredRate {
  readonly rate?: Rate;
  readonly unjudged: number;
}

/** The share of outputs that meet a measure, with Wilson's interval. */
export function rateOf(outputs: readonly OutputRecord[], measure: Measure): MeasuredRate {
  const scores = outputs.map((output) => measured(output, measure)).filter((score) => score !== null);
  return { ...(scores.length > 0 && { rate: wilson(scores.filter(Boolean).length, scores.length) }), unjudged: outputs.length - scores.length };
}

/**
 * One output an input by verifier-guided selection (B, appendix D): of the first k samples, the first that type-checks; if none does, the first,
 * which then counts as a failure. k = 1 is the ordinary run.
 * @param outputs any, of any inputs
 * @returns one for each input, in order of first appearance
 */
export function selected(outputs: readonly OutputRecord[], k: number): OutputRecord[] {
  return [...grouped(outputs, ({ dataset, problem, system, condition }) => `${dataset}\n${problem}\n${system}\n${condition}`).values()].map((samples) => {
    if (samples.length === 1) return samples[0]!;
    const inOrder = samples.sort((a, b) => a.sample - b.sample);
    return inOrder.find(({ sample, tc }) => tc && sample <= k) ?? inOrder[0]!;
  });
}

/** Items by key, keys in order of first appearance. */
export function grouped<Item, Key>(items: readonly Item[], key: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

/** The datasets and systems of a study, in order of first appearance. */
export function namesOf({ outputs }: Study): { readonly datasets: string[]; readonly systems: string[] } {
  return { datasets: [...new Set(outputs.map(({ dataset }) => dataset))], systems: [...new Set(outputs.map(({ system }) => system))] };
}

/** The outputs of one part of a study; what is not named is not restricted. */
export function outputsOf({ outputs }: Study, part: { readonly dataset?: string; readonly system?: string; readonly condition?: Condition }): OutputRecord[] {
  return outputs.filter((output) => (part.dataset === undefined || output.dataset === part.dataset) && (part.system === undefined || output.system === part.system) && (part.condition === undefined || output.condition === part.condition));
}
