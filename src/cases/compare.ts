/** Two or more runs on the same steps: what differs, by how much, and in which cases. */
import { differenceDots, type DotRow } from "../charts/dots";
import type { Spec } from "../charts/spec";
import { SERIES, type FigureText } from "../charts/theme";
import { InputError } from "../core/errors";
import { OUTCOMES, type Outcome } from "../core/types";
import type { Case } from "../stages/methodA";
import { pairedDifference, type Difference } from "../stats/differences";
import { holm, mcnemarExact } from "../stats/paired";
import type { PairedCounts } from "../stats/squareAndAdd";
import type { OutputDifference } from "./compareOutputs";
import type { Run } from "./runFolder";

/** What is compared: an event of a pair, so that its share is the rate of that name; af_fail is of the perturbed step, faithfulness of the pair class. */
export const PAIR_EVENTS = {
  fnr: ({ original }: Case) => original.outcome === "refuted",
  fpr: ({ perturbedVerdict }: Case) => perturbedVerdict.outcome === "proved",
  af_fail_original: ({ original }: Case) => original.outcome === "af_fail",
  af_fail_perturbed: ({ perturbedVerdict }: Case) => perturbedVerdict.outcome === "af_fail",
  faithfulness: ({ original, perturbedVerdict }: Case) => original.outcome === "proved" && perturbedVerdict.outcome === "refuted",
} as const;
export type PairEvent = keyof typeof PAIR_EVENTS;

/** One measure of two runs on the same steps. */
export interface RunDifference {
  readonly measure: PairEvent;
  readonly first: string;
  readonly second: string;
  readonly n: number;
  /** Cases with the event in the first run, in the second, in either alone. */
  readonly counts: { readonly first: number; readonly second: number; readonly onlyFirst: number; readonly onlySecond: number };
  /** Share in the first less that in the second, with a paired interval (Newcombe). */
  readonly difference: Difference;
  /** McNemar's exact p, and after Holm's correction over all that were compared in the call. */
  readonly p: number;
  readonly adjusted: number;
}

/** A run with the name that it has in tables. */
export interface NamedRun {
  readonly name: string;
  readonly run: Run;
}

/**
 * Names runs by what differs between their settings: formaliser, preset, engine, seed, version; by as many of these as tell them apart; by their folders if none does.
 * @example nameRuns([literal, corrector]).map(({ name }) => name) // ["literal", "corrector"]
 */
export function nameRuns(runs: readonly Run[]): NamedRun[] {
  const words = runs.map(({ settings }) => [settings.formaliser, `preset ${settings.preset}`, `engine ${settings.engine}`, `seed ${settings.seed}`, settings.perturbation, `version ${settings.version}`, JSON.stringify(settings.formaliserConfiguration)]);
  let names = words.map(([formaliser]) => formaliser!);
  const unique = () => new Set(names).size === names.length;
  for (let j = 1; j < (words[0]?.length ?? 0) && !unique(); j++) {
    if (new Set(words.map((row) => row[j])).size > 1) names = names.map((name, i) => `${name}, ${words[i]![j]}`);
  }
  return runs.map((run, i) => ({ run, name: unique() ? names[i]! : `${names[i]} (${run.folder})` }));
}

/** Why two runs cannot be compared pair by pair, or `undefined`. */
export function whyNotComparable(first: Run, second: Run): string | undefined {
  if (first.cases.length !== second.cases.length) return `${first.folder} has ${first.cases.length} pairs, ${second.folder} has ${second.cases.length}`;
  const others = new Map(second.cases.map((each) => [each.step.id, each]));
  for (const { step, perturbed } of first.cases) {
    const other = others.get(step.id);
    if (!other) return `the step ${step.id} is in ${first.folder} only`;
    if (other.step.content !== step.content) return `the step ${step.id} has another text in ${second.folder}`;
    if (other.perturbed.text !== perturbed.text) return `the step ${step.id} was perturbed in another way in ${second.folder}`;
  }
  return undefined;
}

/**
 * Compares runs on the same steps, every two of them, by paired differences. With many comparisons some differ by chance: `adjusted` keeps the
 * probability of any false alarm in the call below 5 %, `p` does not.
 * @throws InputError for fewer than two runs, no pairs, or runs on different steps, with the reason
 * @example compareRuns(nameRuns([literal, corrector]), ["fpr"])[0]!.counts // { first: 5, second: 132, onlyFirst: 0, onlySecond: 127 }
 */
export function compareRuns(runs: readonly NamedRun[], measures: readonly PairEvent[] = ["fnr", "fpr", "af_fail_perturbed"]): RunDifference[] {
  if (runs.length < 2) throw new InputError(`a comparison takes at least two runs, got ${runs.length}`);
  const pairs = runs.flatMap((first, i) => runs.slice(i + 1).map((second) => [first, second] as const));
  for (const [first, second] of pairs) {
    const reason = whyNotComparable(first.run, second.run);
    if (reason !== undefined) throw new InputError(`runs are compared on the same steps: ${reason}`);
  }
  if (runs[0]!.run.cases.length === 0) throw new InputError("there is nothing to compare: the runs have no pairs");
  const found = pairs.flatMap(([first, second]) => measures.map((measure) => ({ measure, first: first.name, second: second.name, ...counted(first.run, second.run, measure) })));
  const adjusted = holm(found.map(({ p }) => p));
  return found.map((each, i) => ({ ...each, adjusted: adjusted[i]! }));
}

function counted(first: Run, second: Run, measure: PairEvent): Pick<RunDifference, "n" | "counts" | "difference" | "p"> {
  const event = PAIR_EVENTS[measure];
  const others = new Map(second.cases.map((each) => [each.step.id, each]));
  const table: { -readonly [Name in keyof PairedCounts]: number } = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  for (const each of first.cases) {
    const [a, b] = [event(each), event(others.get(each.step.id)!)];
    table[a ? (b ? "both" : "onlyFirst") : b ? "onlySecond" : "neither"] += 1;
  }
  return pairedCounts(table);
}

/** What a table of pairs says of a difference: counts, difference with interval, McNemar's p. @throws InputError for a table of nothing */
export function pairedCounts(table: PairedCounts): Pick<RunDifference, "n" | "counts" | "difference" | "p"> {
  const { both, onlyFirst, onlySecond, neither } = table;
  return { n: both + onlyFirst + onlySecond + neither, counts: { first: both + onlyFirst, second: both + onlySecond, onlyFirst, onlySecond }, difference: pairedDifference(table), p: mcnemarExact({ onlyFirst, onlySecond }).p };
}

/** A step whose statement came out differently in two runs. */
export interface Flip {
  readonly id: string;
  readonly side: "original" | "perturbed";
  readonly first: Outcome;
  readonly second: Outcome;
  readonly cases: readonly [first: Case, second: Case];
}

/** Outcomes of the one run by those of the other, and the cases that differ. Rows are the first run's outcomes, columns the second's, in the order of `OUTCOMES`. */
export interface FlipTable {
  readonly counts: Readonly<Record<Outcome, Readonly<Record<Outcome, number>>>>;
  readonly n: number;
  readonly flips: readonly Flip[];
}

/**
 * Which outcomes flipped between two runs on the same steps.
 * @throws InputError if they are on different steps
 */
export function flipTable(first: Run, second: Run, side: "original" | "perturbed" = "perturbed"): FlipTable {
  const reason = whyNotComparable(first, second);
  if (reason !== undefined) throw new InputError(`runs are compared on the same steps: ${reason}`);
  const outcome = (each: Case) => (side === "original" ? each.original : each.perturbedVerdict).outcome;
  const counts = Object.fromEntries(OUTCOMES.map((a) => [a, Object.fromEntries(OUTCOMES.map((b) => [b, 0]))])) as Record<Outcome, Record<Outcome, number>>;
  const others = new Map(second.cases.map((each) => [each.step.id, each]));
  const flips: Flip[] = [];
  for (const each of first.cases) {
    const other = others.get(each.step.id)!;
    const [a, b] = [outcome(each), outcome(other)];
    counts[a][b] += 1;
    if (a !== b) flips.push({ id: each.step.id, side, first: a, second: b, cases: [each, other] });
  }
  return { counts, n: first.cases.length, flips };
}

const MEASURE_TEXT: Readonly<Record<PairEvent, string>> = { fnr: "FNR", fpr: "FPR", af_fail_original: "no statement, original", af_fail_perturbed: "no statement, perturbed", faithfulness: "faithful pairs" };

/** A difference as a dot: where it stands, and the two that were compared. */
const dotOf = ({ first, second, difference: { estimate, lo, hi } }: Pick<RunDifference, "first" | "second" | "difference">, column: string, row: string, more = ""): DotRow =>
  ({ column, row, label: `${first} − ${second}`, estimate, lo, hi, text: `${(100 * estimate).toFixed(1).replace("-", "−")}${more}` });

/** The differences as dots with their intervals around zero; those of Method B with the problems that each rests on. @throws InputError for none */
export function comparisonDots(differences: readonly (RunDifference | OutputDifference)[], text: FigureText): Spec {
  const ofOutputs = differences.some((each) => "event" in each);
  return differenceDots(differences.map((each) => ("event" in each ? dotOf(each, "difference (problems)", `${each.event}, ${each.condition.replace(/_/g, " ")}`, ` (${each.n})`) : dotOf(each, `n = ${each.n}`, MEASURE_TEXT[each.measure]))), text, ofOutputs ? { width: 260, colours: SERIES.slice(0, 1) } : {});
}
