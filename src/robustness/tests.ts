/** Which differences between styles and between systems stand up to a test on the same problems, after correction for their number. Beyond the paper. */
import { pairedDifference, type Difference } from "../stats/differences";
import { cochranQ, holm, mcnemarExact, type CochranQ } from "../stats/paired";
import { gridOf, type StyleOptions } from "./styles";
import { grouped } from "./measures";
import { STYLE_NAMES, type OutputRecord } from "./records";

/** One pair that was compared. */
export interface PairTest {
  readonly first: string;
  readonly second: string;
  /** Problems that both have a verdict on. */
  readonly problems: number;
  /** First less second. */
  readonly difference: Difference;
  /** McNemar's exact p, and the same after Holm's correction over all pairs of the call. */
  readonly p: number;
  readonly adjusted: number;
}

/**
 * All pairs of styles of one system on one dataset, and Cochran's Q over all styles.
 * @returns no pairs and no q if fewer than two styles have a common problem
 */
export function styleTests(outputs: readonly OutputRecord[], options: Pick<StyleOptions, "measure" | "k"> = {}): { readonly q?: CochranQ; readonly pairs: readonly PairTest[] } {
  const grid = gridOf(outputs, options);
  if (grid.styles.length < 2 || grid.problems.length === 0) return { pairs: [] };
  const pairs = grid.styles.flatMap((first, i) => grid.styles.slice(i + 1).map((second, j) => compared(first, second, grid.correct.map((row) => [row[i]!, row[i + 1 + j]!] as const))));
  return { q: cochranQ(grid.correct), pairs: adjusted(pairs) };
}

/**
 * All pairs of systems on one dataset, on the same problems in the same style.
 * @param style Orig unless told
 */
export function systemTests(outputs: readonly OutputRecord[], { measure = "FullyCorrect", k = 1, style = "Orig" }: Pick<StyleOptions, "measure" | "k"> & { style?: (typeof STYLE_NAMES)[number] } = {}): readonly PairTest[] {
  const bySystem = [...grouped(outputs.filter(({ condition }) => condition === style), ({ system }) => system)].map(([system, of]) => {
    const { problems, correct } = gridOf(of, { measure, k });
    return { system, correct: new Map(problems.map((problem, i) => [problem, correct[i]![0]!])) };
  });
  const pairs = bySystem.flatMap((first, i) => bySystem.slice(i + 1).flatMap((second) => {
    const common = [...first.correct.keys()].filter((problem) => second.correct.has(problem));
    return common.length > 0 ? [compared(first.system, second.system, common.map((problem) => [first.correct.get(problem)!, second.correct.get(problem)!] as const))] : [];
  }));
  return adjusted(pairs);
}

type Compared = Omit<PairTest, "adjusted">;

function compared(first: string, second: string, pairs: readonly (readonly [boolean, boolean])[]): Compared {
  const count = (a: boolean, b: boolean) => pairs.filter(([x, y]) => x === a && y === b).length;
  const counts = { both: count(true, true), onlyFirst: count(true, false), onlySecond: count(false, true), neither: count(false, false) };
  return { first, second, problems: pairs.length, difference: pairedDifference(counts), p: mcnemarExact(counts).p };
}

function adjusted(pairs: readonly Compared[]): PairTest[] {
  const ps = holm(pairs.map(({ p }) => p));
  return pairs.map((pair, i) => ({ ...pair, adjusted: ps[i]! }));
}
