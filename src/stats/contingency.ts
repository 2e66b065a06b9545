import { InputError } from "../core/errors";
import { OUTCOMES, type Outcome, type OutcomeCounts, type OutcomePair } from "../core/types";

/** The classes of a pair (z, z̄), in the order of the paper's Figure 5. */
export const PAIR_CLASSES = ["faithfulness", "sycophancy", "abstention", "inversion", "inconclusive"] as const;
export type PairClass = (typeof PAIR_CLASSES)[number];

/** How many pairs are of each class, and of how many. */
export type ContingencyCounts = Record<PairClass, number> & { readonly n: number };

/**
 * The class of one pair (A, section 3): what the prover said of the formalised valid step, and of its perturbed counterpart.
 *
 * | valid step | perturbed step | class |
 * |---|---|---|
 * | proved | refuted | faithfulness |
 * | proved | proved | sycophancy |
 * | refuted | refuted | abstention |
 * | refuted | proved | inversion |
 * | anything else | | inconclusive |
 * @example pairClass({ original: "proved", perturbed: "proved" }) // "sycophancy"
 */
export function pairClass({ original, perturbed }: OutcomePair): PairClass {
  if (original === "proved") return perturbed === "refuted" ? "faithfulness" : perturbed === "proved" ? "sycophancy" : "inconclusive";
  if (original === "refuted") return perturbed === "refuted" ? "abstention" : perturbed === "proved" ? "inversion" : "inconclusive";
  return "inconclusive";
}

/**
 * Counts the pairs of each class.
 * @param pairs outcome of the original and of the perturbed statement, one entry a step
 * @throws InputError for no pairs or an unknown outcome
 * @example contingency([{ original: "proved", perturbed: "refuted" }]) // { faithfulness: 1, sycophancy: 0, …, n: 1 }
 */
export function contingency(pairs: readonly OutcomePair[]): ContingencyCounts {
  return contingencyOfTable(pairTable(pairs));
}

/** How many pairs there are of each outcome of the original (first key) with each of the perturbed statement (second). */
export type PairTable = Readonly<Record<Outcome, Readonly<Record<Outcome, number>>>>;

/**
 * The table of pairs.
 * @throws InputError for an unknown outcome
 * @example pairTable([{ original: "proved", perturbed: "refuted" }]).proved.refuted // 1
 */
export function pairTable(pairs: readonly OutcomePair[]): PairTable {
  const table = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, outcomeCounts([])])) as Record<Outcome, OutcomeCounts>;
  for (const { original, perturbed } of pairs) {
    requireOutcome(original);
    requireOutcome(perturbed);
    table[original][perturbed] += 1;
  }
  return table;
}

/**
 * Counts the pairs of each class, from their table.
 * @throws InputError for a table without a pair
 */
export function contingencyOfTable(table: PairTable): ContingencyCounts {
  const counts = { faithfulness: 0, sycophancy: 0, abstention: 0, inversion: 0, inconclusive: 0, n: 0 };
  for (const original of OUTCOMES) {
    for (const perturbed of OUTCOMES) {
      counts[pairClass({ original, perturbed })] += table[original][perturbed];
      counts.n += table[original][perturbed];
    }
  }
  if (counts.n === 0) throw new InputError("contingency requires at least one pair");
  return counts;
}

/** The outcomes on either side of a table's pairs. */
export function sidesOf(table: PairTable): { original: OutcomeCounts; perturbed: OutcomeCounts } {
  const [original, perturbed] = [outcomeCounts([]), outcomeCounts([])];
  for (const first of OUTCOMES) {
    for (const second of OUTCOMES) {
      original[first] += table[first][second];
      perturbed[second] += table[first][second];
    }
  }
  return { original, perturbed };
}

/** Throws unless value is one of the four outcomes. */
export function requireOutcome(value: Outcome): void {
  if (!OUTCOMES.includes(value)) throw new InputError(`an outcome is one of ${OUTCOMES.join(", ")}, got ${JSON.stringify(value)}`);
}

/**
 * Counts outcomes.
 * @example outcomeCounts(["proved", "proved", "af_fail"]) // { af_fail: 1, refuted: 0, inconclusive: 0, proved: 2 }
 */
export function outcomeCounts(outcomes: Iterable<Outcome>): OutcomeCounts {
  const counts: OutcomeCounts = { af_fail: 0, refuted: 0, inconclusive: 0, proved: 0 };
  for (const outcome of outcomes) {
    requireOutcome(outcome);
    counts[outcome] += 1;
  }
  return counts;
}
