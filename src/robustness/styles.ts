/** How stable correctness is over the styles of the same problems. B, sections 4.1 and 4.2, appendix D. */
import { InputError } from "../core/errors";
import type { Interval } from "../core/types";
import { bootstrapMean, type BootstrapInterval } from "../stats/bootstrap";
import { pairedDifference, type Difference } from "../stats/differences";
import { disagreement, disagreementOver, type DisagreementSummary } from "../stats/disagreement";
import { flipRate, styleRangeBootstrap } from "../stats/styles";
import { grouped, measured, rateOf, selected, type Measure, type MeasuredRate } from "./measures";
import { STYLE_NAMES, type OutputRecord, type StyleName } from "./records";

/** The styles that outputs have, in the paper's order. */
export function stylesOf(outputs: readonly OutputRecord[]): StyleName[] {
  const present = new Set<string>(outputs.map(({ condition }) => condition));
  return STYLE_NAMES.filter((style) => present.has(style));
}

/** Problems × styles, for the problems that have a verdict in every style. */
export interface Grid {
  readonly styles: readonly StyleName[];
  readonly problems: readonly string[];
  readonly correct: readonly (readonly boolean[])[];
  /** Problems left out because an output or a verdict is missing in some style. */
  readonly leftOut: number;
}

/**
 * The grid that range, flip rate and paired tests are made of.
 * @param outputs of one system on one dataset
 * @param k samples an input for verifier-guided selection
 */
export function gridOf(outputs: readonly OutputRecord[], { measure = "FullyCorrect", k = 1 }: { measure?: Measure; k?: number } = {}): Grid {
  const styles = stylesOf(outputs);
  const chosen = selected(outputs.filter(({ condition }) => (STYLE_NAMES as readonly string[]).includes(condition)), k);
  const problems: string[] = [];
  const correct: boolean[][] = [];
  const byProblem = grouped(chosen, ({ problem }) => problem);
  for (const [problem, of] of byProblem) {
    const scores = styles.map((style) => of.find(({ condition }) => condition === style)).map((output) => (output ? measured(output, measure) : null));
    if (scores.includes(null)) continue;
    problems.push(problem);
    correct.push(scores as boolean[]);
  }
  return { styles, problems, correct, leftOut: byProblem.size - problems.length };
}

/** One system on one dataset, over the styles. */
export interface StyleReport {
  readonly styles: readonly StyleName[];
  /** Each style on all its outputs. */
  readonly rates: Readonly<Partial<Record<StyleName, MeasuredRate>>>;
  /** Each style less Orig, on the problems with a verdict in both. */
  readonly changes: Readonly<Partial<Record<StyleName, Difference>>>;
  /** Best style less worst, over the grid; the interval resamples problems and is too high where the styles hardly differ, since a maximum less a minimum is never below 0. */
  readonly range?: BootstrapInterval;
  readonly flip?: BootstrapInterval;
  /** Problems in the grid, and those left out of it. */
  readonly problems: number;
  readonly leftOut: number;
}

export interface StyleOptions {
  readonly measure?: Measure;
  /** Samples an input for verifier-guided selection, 1 unless told. */
  readonly k?: number;
  /** Of the bootstrap over problems. */
  readonly seed?: number | string;
  readonly resamples?: number;
}

/**
 * Rates per style, changes against Orig, range and flip rate.
 * @param outputs of one system on one dataset
 * @throws InputError for no output in any style
 */
export function styleReport(outputs: readonly OutputRecord[], { measure = "FullyCorrect", k = 1, seed = 42, resamples = 2_000 }: StyleOptions = {}): StyleReport {
  const grid = gridOf(outputs, { measure, k });
  if (grid.styles.length === 0) throw new InputError("a report on styles requires outputs in at least one style");
  const chosen = selected(outputs, k);
  const rates = styleRates(chosen, measure);
  const changes = styleChanges(chosen, measure);
  const spreads = grid.styles.length >= 2 && grid.problems.length > 0 && {
    range: styleRangeBootstrap(grid.correct, { seed, resamples }),
    flip: flipInterval(grid, { seed, resamples }),
  };
  return { styles: grid.styles, rates, changes, ...spreads, problems: grid.problems.length, leftOut: grid.leftOut };
}

/** The rate of each style. */
export function styleRates(outputs: readonly OutputRecord[], measure: Measure): StyleReport["rates"] {
  return Object.fromEntries(stylesOf(outputs).map((style) => [style, rateOf(outputs.filter(({ condition }) => condition === style), measure)]));
}

/** Each style less Orig, on the problems with a verdict in both. */
export function styleChanges(outputs: readonly OutputRecord[], measure: Measure): StyleReport["changes"] {
  return Object.fromEntries(stylesOf(outputs).filter((style) => style !== "Orig").flatMap((style) => {
    const change = changeOf(outputs, style, measure);
    return change ? [[style, change]] : [];
  }));
}

/** The flip rate is a mean over problems, so the bootstrap resamples each problem's own. */
export function flipInterval(grid: Grid, { seed, resamples = 2_000 }: { seed: number | string; resamples?: number }): BootstrapInterval {
  const flips = grid.correct.map((row) => flipRate([row]));
  return bootstrapMean(flips, { seed, resamples });
}

/** A style less Orig on the same problems; undefined if no problem has a verdict in both. */
function changeOf(chosen: readonly OutputRecord[], style: StyleName, measure: Measure): Difference | undefined {
  const orig = new Map(chosen.filter(({ condition }) => condition === "Orig").map((output) => [output.problem, measured(output, measure)]));
  const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  for (const output of chosen) {
    const now = output.condition === style ? measured(output, measure) : null;
    const before = orig.get(output.problem) ?? null;
    if (now === null || before === null) continue;
    counts[now ? (before ? "both" : "onlyFirst") : before ? "onlySecond" : "neither"] += 1;
  }
  return Object.values(counts).some((count) => count > 0) ? pairedDifference(counts) : undefined;
}

/**
 * Within- against across-style disagreement, from several samples an input. B, appendix D.
 * @param outputs of one system on one dataset
 * @returns undefined if no problem has two judged samples in two styles: the question needs repeated sampling
 */
export function samplingReport(outputs: readonly OutputRecord[], { measure = "FullyCorrect", seed = 42, resamples = 2_000 }: Omit<StyleOptions, "k"> = {}): DisagreementSummary | undefined {
  const styles = stylesOf(outputs);
  const problems = [...grouped(outputs, ({ problem }) => problem).values()].flatMap((of) => {
    const hits = styles.map((style) => {
      const scores = of.flatMap((output) => (output.condition === style ? [measured(output, measure)] : []));
      return { correct: scores.filter((score) => score === true).length, samples: scores.filter((score) => score !== null).length };
    });
    return hits.length >= 2 && hits.every(({ samples }) => samples >= 2) ? [disagreement(hits)] : [];
  });
  return problems.length === 0 ? undefined : disagreementOver(problems, { seed, resamples });
}

/** Proofs of at least this many words are the longer ones (B, appendix D). */
export const LONG_PROOF_WORDS = 100;

/** The outputs of problems with shorter and with longer original proofs. */
export function byLength(outputs: readonly OutputRecord[]): { readonly shorter: OutputRecord[]; readonly longer: OutputRecord[] } {
  return { shorter: outputs.filter(({ proofWords }) => proofWords < LONG_PROOF_WORDS), longer: outputs.filter(({ proofWords }) => proofWords >= LONG_PROOF_WORDS) };
}

/** Whether an interval holds a value. */
export function holds({ lo, hi }: Interval, value: number): boolean {
  return lo <= value && value <= hi;
}
