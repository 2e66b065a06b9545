/** What follows from FaithformBench's printed outcome counts: rates, bounds and differences per formaliser and dataset. */
import { InputError } from "../core/errors";
import type { Interval, Outcome, OutcomeCounts, Rate } from "../core/types";
import { DATASETS, FINE_TUNED, FORMALISERS, publishedContingency, publishedOutcomes, publishedUflb, PUBLISHED, STEPS } from "../data/published";
import type { Dataset, Formaliser, Perturbation, PublishedContingency, PublishedOutcomes, PublishedUflb } from "../data/published";
import { PAIR_CLASSES, type PairClass } from "../stats/contingency";
import { differenceFromMargins, type Difference } from "../stats/differences";
import { contingencyBounds } from "../stats/frechet";
import { faithfulnessRates, type FaithfulnessRates } from "../stats/rates";
import { recoverTables } from "../stats/recover";
import { wilson } from "../stats/wilson";

/** Formalisers as the paper spells them in prose; "|" is where a bar label may break. */
const NAMES: Partial<Record<Formaliser, string>> = { Stepfun: "StepFun", "Claude-Opus-4.7": "Claude|Opus 4.7", "Gemini-3.1-Pro": "Gemini|3.1 Pro", "Qwen-Plus": "Qwen|Plus" };

/** @example labelOf("Stepfun") // "StepFun" */
export function labelOf(formaliser: Formaliser): string {
  return NAMES[formaliser] ?? formaliser;
}

/** The label in one line. @example nameOf("Qwen-Plus") // "Qwen Plus" */
export function nameOf(formaliser: Formaliser): string {
  return labelOf(formaliser).replace("|", " ");
}

/** The printed tables of the paper. */
export interface FaithformBench {
  readonly outcomes: readonly PublishedOutcomes[];
  readonly uflb: readonly PublishedUflb[];
  readonly contingency: readonly PublishedContingency[];
}

/**
 * Reads the paper's printed tables from data/published.
 * @throws DataError naming file, line and value if they do not add up
 */
export function faithformBench(folder = PUBLISHED): FaithformBench {
  return { outcomes: publishedOutcomes(folder), uflb: publishedUflb(folder), contingency: publishedContingency(folder) };
}

/** The outcome counts of one bar of Tables 3 and 4. @throws InputError if the paper prints none for this combination */
export function outcomesOf({ outcomes }: FaithformBench, formaliser: Formaliser, dataset: Dataset, perturbation: Perturbation): OutcomeCounts {
  const row = outcomes.find((each) => each.formaliser === formaliser && each.dataset === dataset && each.perturbation === perturbation);
  if (!row) throw new InputError(`the paper prints no outcomes of ${formaliser} on ${dataset} with perturbation "${perturbation}"`);
  const { af_fail, refuted, inconclusive, proved } = row;
  return { af_fail, refuted, inconclusive, proved };
}

/**
 * The four rates of one formaliser on one dataset, from Table 3 (perturbation by LLM) or Table 4 (by rule).
 * @example ratesOf(paper, "Goedel", "GSM8K").uflb.rate // 0.1381, printed as 0.14
 */
export function ratesOf(paper: FaithformBench, formaliser: Formaliser, dataset: Dataset, perturbation: "llm" | "regex" = "llm"): FaithfulnessRates {
  return faithfulnessRates({ original: outcomesOf(paper, formaliser, dataset, "none"), perturbed: outcomesOf(paper, formaliser, dataset, perturbation) });
}

/** One value above a bar of Figures 3 and 4, printed and recomputed. */
export interface UflbAgreement {
  readonly formaliser: Formaliser;
  readonly dataset: Dataset;
  readonly published: number;
  readonly recomputed: Rate;
  /** Whether the recomputed value, rounded to two decimals, is the printed one. */
  readonly agree: boolean;
}

/** Compares all 32 printed bounds with those that follow from the outcome counts. */
export function uflbAgreement(paper: FaithformBench): UflbAgreement[] {
  return FORMALISERS.flatMap((formaliser) =>
    DATASETS.map((dataset) => {
      const published = paper.uflb.find((row) => row.formaliser === formaliser && row.dataset === dataset)!.uflb;
      const recomputed = ratesOf(paper, formaliser, dataset).uflb;
      return { formaliser, dataset, published, recomputed, agree: printsAs(recomputed, published, 2) };
    }),
  );
}

/**
 * Whether a rate prints as the given value with so many decimals. Exact in whole numbers; a rate exactly between two prints agrees with both.
 * @example printsAs(wilson(354, 2564), 0.14, 2) // true
 */
export function printsAs({ k, n }: Pick<Rate, "k" | "n">, printed: number, decimals: number): boolean {
  const scale = 10 ** decimals;
  return Math.abs(2 * scale * k - 2 * Math.round(printed * scale) * n) <= n;
}

/** The printed shares of Figure 5 beside what Table 3 allows. */
export interface ContingencyCheck {
  readonly formaliser: Formaliser;
  readonly dataset: Dataset;
  readonly n: number;
  readonly pairClass: PairClass;
  /** Printed per cent. */
  readonly published: number;
  /** Fréchet bounds from the outcome counts, in per cent. */
  readonly bounds: Interval;
  readonly within: boolean;
}

/** Compares every share of Figure 5 with the Fréchet bounds that the outcome counts of Table 3 leave it; a print has half a unit of its last decimal to spare. */
export function contingencyChecks(paper: FaithformBench): ContingencyCheck[] {
  return paper.contingency.flatMap((row) => {
    const n = STEPS[row.dataset];
    const bounds = contingencyBounds(outcomesOf(paper, row.formaliser, row.dataset, "none"), outcomesOf(paper, row.formaliser, row.dataset, "llm"));
    return PAIR_CLASSES.map((pairClass) => {
      const { lo, hi } = bounds[pairClass];
      const limits = { lo: (100 * lo) / n, hi: (100 * hi) / n };
      const published = row[pairClass];
      return { formaliser: row.formaliser, dataset: row.dataset, n, pairClass, published, bounds: limits, within: published >= limits.lo - 0.05 - 1e-9 && published <= limits.hi + 0.05 + 1e-9 };
    });
  });
}

/** The counts behind one share of Figure 5: all that its print and the other four allow, and the interval over all of them. */
export interface RecoveredShare {
  readonly formaliser: Formaliser;
  readonly dataset: Dataset;
  readonly pairClass: PairClass;
  readonly counts: Interval;
  /** Share with the lowest lower and the highest upper Wilson bound over the possible counts. */
  readonly share: number;
  readonly lo: number;
  readonly hi: number;
}

/** Recovers the counts of Figure 5 from its rounded shares. Where several tables fit, the interval covers them all. */
export function recoveredContingency(paper: FaithformBench): RecoveredShare[] {
  return paper.contingency.flatMap((row) => {
    const n = STEPS[row.dataset];
    const { solutions } = recoverTables(PAIR_CLASSES.map((pairClass) => row[pairClass]), n, 1);
    if (solutions.length === 0) throw new InputError(`no table of ${n} pairs has the shares printed for ${row.formaliser} on ${row.dataset}`);
    return PAIR_CLASSES.map((pairClass, i) => {
      const possible = solutions.map((solution) => solution[i]!);
      const counts = { lo: Math.min(...possible), hi: Math.max(...possible) };
      return { formaliser: row.formaliser, dataset: row.dataset, pairClass, counts, share: row[pairClass] / 100, lo: wilson(counts.lo, n).lo, hi: wilson(counts.hi, n).hi };
    });
  });
}

/** One cell of Table 5: how an outcome's share changes when the step is perturbed by rule instead of by LLM. */
export interface PerturbationDifference extends Difference {
  readonly formaliser: Formaliser;
  readonly dataset: Dataset;
  readonly outcome: Outcome;
}

/** Table 5 of the paper: shares under rule perturbation minus shares under LLM perturbation. The same steps stand behind both, but which outcome went with which is not printed, so the intervals are the widest possible. */
export function perturbationDifferences(paper: FaithformBench): PerturbationDifference[] {
  return (["proved", "refuted", "inconclusive", "af_fail"] as const).flatMap((outcome) =>
    FINE_TUNED.flatMap((formaliser) =>
      DATASETS.map((dataset) => {
        const rule = outcomesOf(paper, formaliser, dataset, "regex")[outcome];
        const llm = outcomesOf(paper, formaliser, dataset, "llm")[outcome];
        return { formaliser, dataset, outcome, ...differenceFromMargins(rule, llm, STEPS[dataset]) };
      }),
    ),
  );
}
