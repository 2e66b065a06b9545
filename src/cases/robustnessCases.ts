/** Outputs of Method B as cases: read back from a run's folder, chosen by filter, counted, laid out as rows. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DataError, InputError } from "../core/errors";
import { readJsonLines, readText, shown } from "../core/files";
import { fullyCorrect, MEASURES, type Measure } from "../robustness/measures";
import { EDIT_LABELS, EDIT_NAMES, readStudy, STYLE_NAMES, type Condition, type EditLabel, type EditName, type OutputRecord, type Score, type Study, type StudyAbout, type StyleName } from "../robustness/records";
import type { JudgeDetail, OutputDetail } from "../stages/robustness/types";
import { countBy, fits, type CaseCount } from "./filter";

/** An output with its record. */
export interface OutputCase extends OutputDetail {
  readonly record: OutputRecord;
  /** What decided whether it type-checks. */
  readonly checker: string;
}

/** An output of which at least the record is there: simulated ones have no texts. */
export type RecordedOutput = Pick<OutputCase, "record"> & Partial<OutputCase>;

/** What a run was made with, as its run.json says. */
export interface RobustnessSettings {
  readonly method: string;
  readonly version: string;
  /** Each with its name and everything that decides its answers. */
  readonly systems: readonly ({ readonly name: string } & Readonly<Record<string, unknown>>)[];
  readonly checker: { readonly name: string } & Readonly<Record<string, unknown>>;
  readonly judges: readonly ({ readonly name: string } & Readonly<Record<string, unknown>>)[];
  /** Samples an input in the styles. */
  readonly samples: number;
  /** Every sample, or only the first and the one that selection takes. */
  readonly judged: string;
}

/** A run of Method B as it lies in its folder. */
export interface RobustnessFolder {
  readonly folder: string;
  readonly settings: RobustnessSettings;
  readonly about: StudyAbout;
  readonly outputs: readonly OutputCase[];
}

/**
 * Reads a finished run of Method B.
 * @throws DataError if the folder holds none, or none that is whole
 * @example (await readRobustnessRun("runs/b")).outputs[0]!.record.label // "faithful"
 */
export async function readRobustnessRun(folder: string): Promise<RobustnessFolder> {
  const [settings, study, outputs] = ["run.json", "study.jsonl", "outputs.jsonl"].map((name) => join(folder, name)) as [string, string, string];
  const missing = [settings, study, outputs].find((path) => !existsSync(path));
  if (missing !== undefined) throw new DataError(`${shown(folder)} holds no finished run of Method B: ${shown(missing)} is not there; \`npx faithlab robustness run --out ${shown(folder)}\` makes it, and goes on where an interrupted one stopped`);
  const { about, outputs: records } = await readStudy(study);
  const details: OutputDetail[] = [];
  for await (const each of readJsonLines(outputs)) {
    if (!each.ok) throw new DataError(`${shown(outputs)}:${each.line}: ${each.reason}; running the same command again mends it`);
    details.push(each.value as OutputDetail);
  }
  if (details.length !== records.length) throw new DataError(`${shown(folder)}: study.jsonl has ${records.length} outputs, outputs.jsonl ${details.length}; take the folder of one run`);
  return { folder, settings: settingsIn(settings), about, outputs: details.map((detail, i) => ({ ...detail, record: records[i]!, checker: about.checker })) };
}

function settingsIn(path: string): RobustnessSettings {
  let read: Partial<RobustnessSettings> | null;
  try {
    read = JSON.parse(readText(path)) as Partial<RobustnessSettings> | null;
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(`${shown(path)} is no JSON: ${(error as Error).message}; take the folder of a run`);
  }
  const isNamed = (value: unknown) => typeof (value as { name?: unknown } | null | undefined)?.name === "string";
  const fits = read !== null && read.method === "B" && [read.systems, read.judges].every((list) => Array.isArray(list) && list.every(isNamed)) && isNamed(read.checker);
  if (!fits) throw new DataError(`${shown(path)} holds no settings of a run of Method B: "systems", "judges" and "checker", each with a name; take the folder of such a run`);
  return read as RobustnessSettings;
}

/**
 * The outputs of a study of which there are only records, simulated ones for instance, for choosing, counting and comparing.
 * @example countOutputs(recordedOutputs(await readStudy("data/sample/robustness-simulated.jsonl")), "tc")[1] // { value: "yes", k: 1208, n: 2695 }
 */
export function recordedOutputs({ outputs }: Pick<Study, "outputs">): RecordedOutput[] {
  return outputs.map((record) => ({ record }));
}

/** The name of an output, the same in each run: SYSTEM/DATASET/PROBLEM/CONDITION#SAMPLE. */
export function outputIdOf({ system, dataset, problem, condition, sample }: OutputRecord): string {
  return `${system}/${dataset}/${problem}/${condition}#${sample}`;
}

/** What an output has to be. Every field narrows; a list means any of it; null is "no verdict"; text is looked for in the input and the Lean, whatever its case. */
export interface OutputFilter {
  readonly system?: string | readonly string[];
  readonly dataset?: string | readonly string[];
  readonly problem?: string | readonly string[];
  /** A style or a kind of edit. */
  readonly condition?: Condition | readonly Condition[];
  readonly style?: StyleName | readonly StyleName[];
  readonly edit?: EditKind | readonly EditKind[];
  /** Where the edit stands. */
  readonly region?: "statement" | "proof";
  /** Of several samples of an input, from 1. */
  readonly sample?: number;
  /** What became of the edit, by the study's judge. */
  readonly label?: EditLabel | readonly EditLabel[];
  /** Why it is unclear or unjudged. */
  readonly because?: string | readonly string[];
  readonly tc?: boolean;
  readonly stmtSC?: Score;
  readonly proofSC?: Score;
  readonly fullyCorrect?: Score;
  /** sorry or admit outside comments; no tactic at all. */
  readonly flag?: OutputFlag | readonly OutputFlag[];
  /** Only outputs of which two judges said different things, of score or label. */
  readonly disagreement?: boolean;
  readonly text?: string;
}

/** Kinds of local edits. */
export const EDIT_KINDS = ["number", "symbol", "step_deletion"] as const;
export type EditKind = (typeof EDIT_KINDS)[number];
export const OUTPUT_FLAGS = ["placeholder", "empty_body"] as const;
export type OutputFlag = (typeof OUTPUT_FLAGS)[number];

const isEdit = (condition: Condition): condition is EditName => (EDIT_NAMES as readonly string[]).includes(condition);
/** A score in a word: yes, no, or none where there is no verdict. */
export const scoreWord = (score: Score): "yes" | "no" | "none" => (score === null ? "none" : score ? "yes" : "no");

/** Each field of a filter with what an output has under it. */
export const OUTPUT_FIELDS = {
  system: ({ record }) => [record.system],
  dataset: ({ record }) => [record.dataset],
  problem: ({ record }) => [record.problem],
  condition: ({ record }) => [record.condition],
  style: ({ record: { condition } }) => (isEdit(condition) ? [] : [condition]),
  edit: ({ record: { condition } }) => (isEdit(condition) ? [condition === "step_deletion" ? condition : condition.split("_")[0]!] : []),
  region: ({ record: { condition } }) => (isEdit(condition) ? [condition.endsWith("_statement") ? "statement" : "proof"] : []),
  sample: ({ record }) => [String(record.sample)],
  label: ({ record: { label } }) => (label === undefined ? [] : [label]),
  because: ({ record: { because } }) => (because === undefined ? [] : [because]),
  tc: ({ record }) => [scoreWord(record.tc)],
  stmtSC: ({ record }) => [scoreWord(record.stmtSC)],
  proofSC: ({ record }) => [scoreWord(record.proofSC)],
  fullyCorrect: ({ record }) => [scoreWord(fullyCorrect(record))],
  flag: ({ record: { placeholder, emptyBody } }) => [...(placeholder === true ? ["placeholder"] : []), ...(emptyBody === true ? ["empty_body"] : [])],
  /** Nothing where one judge alone was asked. */
  judges: (output) => judgesOf(output),
} as const satisfies Readonly<Record<string, (output: RecordedOutput) => readonly string[]>>;

/** By what outputs can be counted. */
export type OutputField = keyof typeof OUTPUT_FIELDS;

/**
 * The outputs that a filter lets through, in their order.
 * @throws InputError for a field that there is not
 * @example selectOutputs(run.outputs, { condition: "number_proof", label: "reverted" })
 */
export function selectOutputs<Output extends RecordedOutput>(outputs: readonly Output[], filter: OutputFilter): Output[] {
  const { text, disagreement, tc, stmtSC, proofSC, fullyCorrect: correct, sample, ...names } = filter;
  const word = (score: Score | undefined) => (score === undefined ? undefined : scoreWord(score));
  const chosen = fits<RecordedOutput>(OUTPUT_FIELDS, { ...names, tc: word(tc), stmtSC: word(stmtSC), proofSC: word(proofSC), fullyCorrect: word(correct), sample: sample === undefined ? undefined : String(sample) }, ["disagreement", "text"]);
  const needle = text?.toLowerCase() ?? "";
  return outputs.filter((output) => chosen(output) && (disagreement === undefined || disagreement === (judgesOf(output)[0] === "disagree")) && (needle === "" || textOf(output).includes(needle)));
}

/** All that `text` looks in. */
function textOf({ record, instance, code }: RecordedOutput): string {
  return [record.problem, instance?.statement, instance?.proof, code].join("\n").toLowerCase();
}

function judgesOf({ record, judges }: RecordedOutput): readonly string[] {
  const said = judges === undefined ? [record, ...Object.values(record.others ?? {})] : Object.values(judges).map(({ statement, proof, edit }: JudgeDetail) => ({ stmtSC: statement.score, proofSC: proof.score, label: edit?.label }));
  if (said.length < 2) return [];
  const differ = (name: "stmtSC" | "proofSC" | "label") => new Set(said.map((verdicts) => verdicts[name]).filter((verdict) => verdict !== undefined)).size > 1;
  return [differ("stmtSC") || differ("proofSC") || differ("label") ? "disagree" : "agree"];
}

/**
 * How many outputs have each value of a field, the most frequent first.
 * @throws InputError for a field that there is not
 * @example countOutputs(run.outputs, "label")[0] // { value: "faithful", k: 61, n: 176 }
 */
export function countOutputs(outputs: readonly RecordedOutput[], field: OutputField): CaseCount[] {
  return countBy<RecordedOutput>(outputs, OUTPUT_FIELDS, field);
}

/** A segment of one of Method B's figures: the figure's kind, what its part or dot stands for, and where it stands. */
export interface OutputSegment {
  /** edits: Figures 3 and 4, by what became of an edit. rates: Figure 2 and correctness in general, by measure. */
  readonly figure: "edits" | "rates";
  readonly part: EditLabel | Measure;
  readonly condition: Condition;
  readonly system?: string;
  readonly dataset?: string;
}

/**
 * The filter that selects exactly the outputs that a segment counts; of a rate its numerator, in the first sample of each input.
 * @throws InputError for a part that there is not
 * @example filterOfOutputSegment({ figure: "edits", part: "reverted", condition: "number_proof", system: "repairer" }) // { label: "reverted", condition: "number_proof", system: "repairer" }
 */
export function filterOfOutputSegment({ figure, part, condition, system, dataset }: OutputSegment): OutputFilter {
  const conditions: readonly string[] = figure === "edits" ? EDIT_NAMES : [...STYLE_NAMES, ...EDIT_NAMES];
  const parts: readonly string[] = figure === "edits" ? EDIT_LABELS : MEASURES;
  if (!conditions.includes(condition)) throw new InputError(`a segment of ${figure} stands at one of ${conditions.join(", ")}, got "${condition}"`);
  if (!parts.includes(part)) throw new InputError(`a part of ${figure} is one of ${parts.join(", ")}, got "${part}"`);
  const where = { condition, ...(system !== undefined && { system }), ...(dataset !== undefined && { dataset }) };
  if (figure === "edits") return { label: part as EditLabel, ...where };
  const event: Readonly<Record<Measure, OutputFilter>> = { FullyCorrect: { fullyCorrect: true }, TC: { tc: true }, StmtSC: { stmtSC: true }, ProofSC: { proofSC: true } };
  return { ...event[part as Measure], ...where, sample: 1 };
}

/** One output as a flat row, for frames and tables; scores in words, since a column of a frame is of one kind. */
export interface OutputRow {
  readonly id: string;
  readonly system: string;
  readonly dataset: string;
  readonly problem: string;
  readonly condition: Condition;
  readonly style: string;
  readonly edit: string;
  readonly region: string;
  readonly sample: number;
  readonly tc: string;
  readonly stmtSC: string;
  readonly proofSC: string;
  readonly fullyCorrect: string;
  readonly label: string;
  readonly because: string;
  /** agree, disagree, or empty where one judge alone was asked. */
  readonly judges: string;
  readonly statement: string;
  readonly proof: string;
  readonly lean: string;
}

/** Outputs as flat rows: `frame(outputRows(outputs))` is a danfojs frame of them. @example outputRows(run.outputs)[0]!.tc // "yes" */
export function outputRows(outputs: readonly RecordedOutput[]): OutputRow[] {
  return outputs.map((output) => {
    const { record, instance, code } = output;
    const word = (field: OutputField) => OUTPUT_FIELDS[field](output).join(" ");
    return {
      id: outputIdOf(record), system: record.system, dataset: record.dataset, problem: record.problem, condition: record.condition, style: word("style"), edit: word("edit"), region: word("region"), sample: record.sample,
      tc: word("tc"), stmtSC: word("stmtSC"), proofSC: word("proofSC"), fullyCorrect: word("fullyCorrect"), label: word("label"), because: word("because"), judges: word("judges"),
      statement: instance?.statement ?? "", proof: instance?.proof ?? "", lean: code ?? "",
    };
  });
}
