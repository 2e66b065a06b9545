/** Two or more systems, checkpoints, prompts, checkers or judges of Method B on the same inputs: what differs, by how much, and in which outputs. */
import { InputError } from "../core/errors";
import { fullyCorrect, grouped } from "../robustness/measures";
import { EDIT_NAMES, STYLE_NAMES, type Condition, type OutputRecord, type Score } from "../robustness/records";
import { holm } from "../stats/paired";
import { pairedCounts, type RunDifference } from "./compare";
import { scoreWord, type RecordedOutput, type RobustnessFolder } from "./robustnessCases";

const ofLabel = (yes: string, no: readonly string[]) => ({ label }: OutputRecord): Score => (label === yes ? true : label !== undefined && no.includes(label) ? false : null);

/**
 * What is compared: an event of an output, so that its share is the rate of that name. null where the output is not in that rate: no verdict, an outcome
 * that is not clear, an input that was not edited.
 */
export const OUTPUT_EVENTS = {
  FullyCorrect: fullyCorrect,
  TC: ({ tc }: OutputRecord): Score => tc,
  StmtSC: ({ stmtSC }: OutputRecord): Score => stmtSC,
  ProofSC: ({ proofSC }: OutputRecord): Score => proofSC,
  faithful: ofLabel("faithful", ["reverted"]),
  unclear: ofLabel("unclear", ["faithful", "reverted"]),
} as const;
export type OutputEvent = keyof typeof OUTPUT_EVENTS;

/** What an output was: by an event, or by the label of its edit. */
export type OutputVerdict = Exclude<OutputEvent, "faithful" | "unclear"> | "label";

/** One event under one condition, of two sides on the same problems. */
export interface OutputDifference extends Omit<RunDifference, "measure"> {
  readonly event: OutputEvent;
  readonly condition: Condition;
  /** Problems that are not compared, since one side or the other has no verdict on them, or none that is clear. */
  readonly leftOut: number;
}

/** A run, or records alone, with what tells it from others. */
export type ComparedRun<Output extends RecordedOutput = RecordedOutput> = Pick<RobustnessFolder, "folder" | "about"> & { readonly settings?: RobustnessFolder["settings"]; readonly outputs: readonly Output[] };

/** One system of one run: what is compared with another one. */
export interface OutputSide<Output extends RecordedOutput = RecordedOutput> {
  readonly name: string;
  readonly system: string;
  /** The run's name, as `nameOutputRuns` gives it. */
  readonly run: string;
  readonly outputs: readonly Output[];
}

/** A run with the name that it has in tables. */
export interface NamedOutputRun<Output extends RecordedOutput = RecordedOutput> {
  readonly name: string;
  readonly run: ComparedRun<Output>;
}

/**
 * Names runs by what differs between them: systems, judge, checker, version, samples; by as many of these as tell them apart; by their folders if none does.
 * @example nameOutputRuns([one, other]).map(({ name }) => name) // ["carrier, judge rule", "carrier, judge big-model"]
 */
export function nameOutputRuns<Output extends RecordedOutput>(runs: readonly ComparedRun<Output>[]): NamedOutputRun<Output>[] {
  const words = runs.map(({ about, settings, outputs }) => [
    [...new Set(outputs.map(({ record }) => record.system))].join(" and "), `judge ${about.judge}`, `checker ${about.checker}`, `version ${settings?.version}`, `samples ${settings?.samples}`,
  ]);
  let names = words.map(([systems]) => systems!);
  const unique = () => new Set(names).size === names.length;
  for (let j = 1; j < 5 && !unique(); j++) {
    if (new Set(words.map((row) => row[j])).size > 1) names = names.map((name, i) => `${name}, ${words[i]![j]}`);
  }
  return runs.map((run, i) => ({ run, name: unique() ? names[i]! : `${names[i]} (${run.folder})` }));
}

/**
 * The sides of a comparison: each system of each run, called by the system where that is enough.
 * @example sidesOf([await readRobustnessRun("runs/b")]).map(({ name }) => name) // ["carrier", "repairer"]
 */
export function sidesOf<Output extends RecordedOutput>(runs: readonly ComparedRun<Output>[]): OutputSide<Output>[] {
  const sides = nameOutputRuns(runs).flatMap(({ name: run, run: { about, folder, outputs } }) =>
    [...grouped(outputs, ({ record }) => record.system)].map(([system, of]) => ({ system, run, about, folder, outputs: of })),
  );
  const words = sides.map(({ system, about, folder }) => [system, `judge ${about.judge}`, `checker ${about.checker}`, folder]);
  return sides.map(({ system, run, outputs }, i) => {
    const twins = words.filter((row) => row[0] === system);
    const telling = [1, 2, 3].filter((j) => new Set(twins.map((row) => row[j])).size > 1);
    // The folder is the last resort.
    const enough = telling.find((j) => new Set(twins.map((row) => row[j])).size === twins.length);
    return { name: twins.length === 1 ? system : `${system}, ${words[i]![enough ?? 3]}`, system, run, outputs };
  });
}

const inputOf = ({ record: { dataset, problem, condition } }: RecordedOutput) => `${dataset}\n${problem}\n${condition}`;
const placeOf = (output: RecordedOutput) => `${inputOf(output)}\n${output.record.sample}`;

/** Why two sides cannot be compared input by input, or `undefined`. */
export function whySidesDiffer(first: OutputSide, second: OutputSide): string | undefined {
  const others = new Map(second.outputs.map((output) => [placeOf(output), output]));
  const shown = ({ record: { dataset, problem, condition, sample } }: RecordedOutput) => `${problem.slice(0, 80)} of ${dataset.slice(0, 80)}, ${condition.replace(/_/g, " ")}${sample > 1 ? `, sample ${sample},` : ""}`;
  for (const output of first.outputs) {
    const other = others.get(placeOf(output));
    if (!other) return `${shown(output)} is in ${first.name} only`;
    for (const name of ["statement", "proof"] as const) if (output.instance && other.instance && output.instance[name] !== other.instance[name]) return `the ${name} of ${shown(output)} is another text in ${second.name}`;
    others.delete(placeOf(output));
  }
  const [left] = others.values();
  return left === undefined ? undefined : `${shown(left)} is in ${second.name} only`;
}

export interface CompareOptions {
  /** FullyCorrect and faithful unless told. */
  readonly events?: readonly OutputEvent[];
  /** Under which conditions; all that there are unless told: correctness under the styles, what became of edits under the edits. */
  readonly conditions?: readonly Condition[];
  /** Which two sides; every two unless told. */
  readonly pair?: (first: OutputSide, second: OutputSide) => boolean;
}

/**
 * Compares sides on the same inputs by paired differences: one comparison for each two sides, event and condition, each over problems, so that no problem
 * counts twice. Of several samples of an input the first counts. With many comparisons some differ by chance: `adjusted` keeps the probability of any
 * false alarm in the call below 5 %, `p` does not.
 * @throws InputError for fewer than two sides, sides on different inputs, with the reason, or nothing to compare
 * @example compareOutputs(sidesOf([run]), { events: ["faithful"], conditions: ["number_proof"] })[0]!.counts // { first: 22, second: 0, onlyFirst: 22, onlySecond: 0 }
 */
export function compareOutputs(sides: readonly OutputSide[], { events = ["FullyCorrect", "faithful"], conditions, pair = () => true }: CompareOptions = {}): OutputDifference[] {
  if (sides.length < 2) throw new InputError(`a comparison takes at least two systems or runs, got ${sides.length}`);
  const unknown = events.find((event) => !Object.hasOwn(OUTPUT_EVENTS, event));
  if (unknown !== undefined) throw new InputError(`an event is one of ${Object.keys(OUTPUT_EVENTS).join(", ")}, got "${unknown}"`);
  const pairs = sides.flatMap((first, i) => sides.slice(i + 1).filter((second) => pair(first, second)).map((second) => [first, second] as const));
  const firsts = new Map(sides.map((side) => [side, firstSamples(side)]));
  const found = pairs.flatMap(([first, second]) => {
    const reason = whySidesDiffer(first, second);
    if (reason !== undefined) throw new InputError(`outputs are compared on the same inputs: ${reason}`);
    return events.flatMap((event) => conditionsOf(event, conditions).flatMap((condition) => {
      const counted = countedPair(firsts.get(first)!, firsts.get(second)!, event, condition);
      return counted ? [{ event, condition, first: first.name, second: second.name, ...counted }] : [];
    }));
  });
  if (found.length === 0) throw new InputError("there is nothing to compare: no problem has a verdict on both sides");
  const adjusted = holm(found.map(({ p }) => p));
  return found.map((each, i) => ({ ...each, adjusted: adjusted[i]! }));
}

function conditionsOf(event: OutputEvent, named: readonly Condition[] | undefined): readonly Condition[] {
  const ofEdits = event === "faithful" || event === "unclear";
  if (named === undefined) return ofEdits ? EDIT_NAMES : STYLE_NAMES;
  return ofEdits ? named.filter((name) => (EDIT_NAMES as readonly string[]).includes(name)) : named;
}

/** The first sample of each input, by condition and then by problem. */
function firstSamples({ outputs }: OutputSide): Map<Condition, Map<string, OutputRecord>> {
  const found = new Map<Condition, Map<string, OutputRecord>>();
  for (const output of outputs) {
    const { condition, sample } = output.record;
    const there = found.get(condition) ?? new Map<string, OutputRecord>();
    found.set(condition, there);
    const before = there.get(inputOf(output));
    if (before === undefined || sample < before.sample) there.set(inputOf(output), output.record);
  }
  return found;
}

function countedPair(first: ReturnType<typeof firstSamples>, second: ReturnType<typeof firstSamples>, event: OutputEvent, condition: Condition) {
  const others = second.get(condition);
  const table = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  let leftOut = 0;
  for (const [input, record] of first.get(condition) ?? []) {
    const [a, b] = [OUTPUT_EVENTS[event](record), OUTPUT_EVENTS[event](others!.get(input)!)];
    if (a === null || b === null) leftOut += 1;
    else table[a ? (b ? "both" : "onlyFirst") : b ? "onlySecond" : "neither"] += 1;
  }
  const n = table.both + table.onlyFirst + table.onlySecond + table.neither;
  return n === 0 ? undefined : { leftOut, ...pairedCounts(table) };
}

/** An output that came out differently on two sides. */
export interface OutputFlip<Output extends RecordedOutput = RecordedOutput> {
  readonly dataset: string;
  readonly problem: string;
  readonly condition: Condition;
  readonly sample: number;
  readonly first: string;
  readonly second: string;
  readonly outputs: readonly [first: Output, second: Output];
}

/** Verdicts of the one side by those of the other, and the outputs that differ. Rows are the first side's verdicts, columns the second's. */
export interface OutputFlips<Output extends RecordedOutput = RecordedOutput> {
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly n: number;
  readonly flips: readonly OutputFlip<Output>[];
}

/**
 * Which verdicts flipped between two sides on the same inputs: labels of edits (faithful, reverted, unclear, unjudged) or a score (yes, no, none).
 * @param condition only under this one
 * @throws InputError if they are on different inputs, with the reason
 * @example outputFlips(carrier, repairer, "label").counts["faithful"]!["reverted"] // 56
 */
export function outputFlips<Output extends RecordedOutput>(first: OutputSide<Output>, second: OutputSide<Output>, verdict: OutputVerdict = "label", condition?: Condition): OutputFlips<Output> {
  const reason = whySidesDiffer(first, second);
  if (reason !== undefined) throw new InputError(`outputs are compared on the same inputs: ${reason}`);
  const values = verdict === "label" ? ["faithful", "reverted", "unclear", "unjudged"] : ["yes", "no", "none"];
  const counts = Object.fromEntries(values.map((a) => [a, Object.fromEntries(values.map((b) => [b, 0]))]));
  const wordOf = ({ record }: RecordedOutput) => (verdict === "label" ? record.label : scoreWord(OUTPUT_EVENTS[verdict](record)));
  const others = new Map(second.outputs.map((output) => [placeOf(output), output]));
  const flips: OutputFlip<Output>[] = [];
  let n = 0;
  for (const output of first.outputs) {
    const other = others.get(placeOf(output))!;
    const [a, b] = [wordOf(output), wordOf(other)];
    if (a === undefined || b === undefined || (condition !== undefined && output.record.condition !== condition)) continue;
    counts[a]![b]! += 1;
    n += 1;
    const { dataset, problem, sample } = output.record;
    if (a !== b) flips.push({ dataset, problem, condition: output.record.condition, sample, first: a, second: b, outputs: [output, other] });
  }
  return { counts, n, flips };
}
