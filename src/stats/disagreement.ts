/** Is it the style or the sampling? Disagreement of two outputs of one input against that of outputs of two styles. */
import { mean } from "simple-statistics";
import { InputError } from "../core/errors";
import { bootstrapMean, type BootstrapInterval } from "./bootstrap";

/** How many of `samples` outputs of one input are correct. */
export interface Hits {
  readonly correct: number;
  /** From 2: one output cannot disagree with itself. */
  readonly samples: number;
}

/** Disagreement of one problem, both shares of pairs of outputs of which exactly one is correct. */
export interface Disagreement {
  readonly within: number;
  readonly across: number;
}

/**
 * Disagreement of one problem over its styles. B, appendix D.
 *
 * Within: pairs of different outputs of one style, averaged over styles. Across: pairs of outputs of two styles, averaged over the pairs of
 * styles. If style changes nothing, the two have the same expectation, however small the samples are.
 * @param styles at least two, each with at least two outputs
 * @throws InputError for fewer, or for counts that are none
 * @example disagreement([{ correct: 1, samples: 2 }, { correct: 2, samples: 2 }]) // { within: 0.5, across: 0.5 }
 */
export function disagreement(styles: readonly Hits[]): Disagreement {
  if (styles.length < 2) throw new InputError(`disagreement compares styles, so it requires at least two, got ${styles.length}`);
  const odd = styles.find(({ correct, samples }) => !Number.isSafeInteger(samples) || samples < 2 || !Number.isSafeInteger(correct) || correct < 0 || correct > samples);
  if (odd) throw new InputError(`disagreement requires at least two outputs a style and a count of correct ones among them, got ${odd.correct} of ${odd.samples}`);
  const within = mean(styles.map(({ correct, samples }) => (2 * correct * (samples - correct)) / (samples * (samples - 1))));
  const shares = styles.map(({ correct, samples }) => correct / samples);
  const pairs = shares.flatMap((p, i) => shares.slice(i + 1).map((q) => p * (1 - q) + q * (1 - p)));
  return { within, across: mean(pairs) };
}

/** Means over problems, and the bootstrap interval of their difference. */
export interface DisagreementSummary extends Disagreement {
  /** Across less within: above 0 where style does more than sampling alone. */
  readonly difference: BootstrapInterval;
  readonly problems: number;
}

/**
 * Within- against across-style disagreement over problems, with a percentile interval of the difference; problems are resampled.
 * @param problems one a problem
 * @throws InputError for no problems
 */
export function disagreementOver(problems: readonly Disagreement[], { seed, resamples = 2_000, level = 0.95 }: { seed: number | string; resamples?: number; level?: number }): DisagreementSummary {
  if (problems.length === 0) throw new InputError("disagreementOver requires at least one problem");
  const difference = bootstrapMean(problems.map(({ within, across }) => across - within), { seed, resamples, level });
  return { within: mean(problems.map(({ within }) => within)), across: mean(problems.map(({ across }) => across)), difference, problems: problems.length };
}
