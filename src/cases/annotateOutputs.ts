/** Labels by people for outputs of Method B: a seeded sample as a sheet, read back, and set against the study's judge. B, section 4.4, checked 50 and 50. */
import { InputError } from "../core/errors";
import { sha256 } from "../llm/hash";
import { agreementOf, correctedFaithful, correctedScore, type AgreementReport, type Judged } from "../robustness/agreement";
import type { EditLabel, OutputRecord } from "../robustness/records";
import type { CorrectedRate } from "../stats/corrected";
import { asSheet, stratifiedSample, type Annotation, type SheetOptions } from "./annotate";
import { outputIdOf, scoreWord, type OutputCase, type RecordedOutput } from "./robustnessCases";

/**
 * What a person answers. stmtSC: does the Lean signature state the same proposition as the text? proofSC: does the Lean proof take the same steps?
 * label: does the Lean output have the edited value (faithful), the original one (reverted), or can that not be told (unclear)?
 */
export const OUTPUT_LABELS = { stmtSC: ["yes", "no", "unclear"], proofSC: ["yes", "no", "unclear"], label: ["faithful", "reverted", "unclear"] } as const;
export type OutputLabel = (typeof OUTPUT_LABELS)[Judged][number];

export interface OutputSheetOptions extends Omit<SheetOptions, "blind"> {
  readonly judged: Judged;
  /** Without the judge's verdict and reason, and without the system's name: the column id then holds a digest, which `outputAgreement` knows. */
  readonly blind?: boolean;
}

const COLUMNS = ["id", "system", "dataset", "problem", "condition", "statement", "proof", "edit", "lean", "verdict", "reason", "label", "note"] as const;
const HIDDEN: readonly string[] = ["system", "verdict", "reason"];

/** The strata of a sample: what the judge said. An output without code is no question for a person. */
function strataOf<Output extends RecordedOutput>(outputs: readonly Output[], judged: Judged): Output[][] {
  const said = ({ record }: RecordedOutput) => (judged === "label" ? record.label : scoreWord(record[judged]));
  return OUTPUT_LABELS[judged].filter((word) => judged === "label" || word !== "unclear").map((word) => outputs.filter((output) => output.code !== "" && said(output) === word));
}

/**
 * The outputs of a sheet: with code, equally many of each verdict of the judge as far as there are so many.
 * @throws InputError for a number that is none, or if there is nothing to label
 * @example outputSample(run.outputs, { judged: "label", n: 60, seed: 1 }).length // 60, as far as there are so many
 */
export function outputSample<Output extends RecordedOutput>(outputs: readonly Output[], { judged, n, seed }: Pick<OutputSheetOptions, "judged" | "n" | "seed">): Output[] {
  if (!Object.hasOwn(OUTPUT_LABELS, judged)) throw new InputError(`a sheet asks for ${Object.keys(OUTPUT_LABELS).join(", ")}, got "${judged}"`);
  if (!Number.isSafeInteger(n) || n < 1) throw new InputError(`a sheet has at least one output, got ${n}`);
  const strata = strataOf(outputs, judged);
  if (strata.every(({ length }) => length === 0)) throw new InputError(`there is nothing to label: no output with code has a verdict on ${judged}`);
  return stratifiedSample(outputs, strata, { n, seed });
}

/**
 * A sheet to be labelled in any program for tables: CSV with one question for all rows. Fill in `label` with one of `OUTPUT_LABELS[judged]`. Cells that a table
 * program would take for a formula get a leading apostrophe.
 * @throws InputError as `outputSample`
 * @example outputSheet(run.outputs, { judged: "stmtSC", n: 100, seed: 1, blind: true })
 */
export function outputSheet(outputs: readonly OutputCase[], { judged, n, seed, blind = false }: OutputSheetOptions): string {
  const columns = blind ? COLUMNS.filter((name) => !HIDDEN.includes(name)) : COLUMNS;
  const rows = outputSample(outputs, { judged, n, seed }).map(({ record, instance, code, judges }) => {
    const { edit } = instance;
    const first = Object.values(judges)[0];
    const reason = judged === "stmtSC" ? first?.statement.reason : judged === "proofSC" ? first?.proof.reason : record.because;
    return {
      id: blind ? blindId(record) : outputIdOf(record), system: record.system, dataset: record.dataset, problem: record.problem, condition: record.condition,
      statement: instance.statement, proof: instance.proof, lean: code,
      edit: edit === undefined ? "" : edit.kind === "step_deletion" ? `deleted: ${edit.reasoning}\nkept: ${edit.outcome}` : `${edit.oldValue} became ${edit.newValue}`,
      verdict: judged === "label" ? (record.label ?? "") : scoreWord(record[judged]), reason: reason ?? "", label: "", note: "",
    };
  });
  return asSheet(rows, columns);
}

/** A name that says nothing of the system. */
function blindId(record: OutputRecord): string {
  return sha256(outputIdOf(record)).slice(0, 16);
}

/** A person's labels against the study's judge. */
export interface OutputAgreement {
  /** Labelled outputs on which person and judge both gave an answer that counts. For scores "unclear" counts in nothing; for edits it is an outcome. */
  readonly n: number;
  readonly unclear: number;
  /** Labels whose output is not among the outputs, or was not judged. */
  readonly unknown: readonly string[];
  /** Rows are the judge's categories, columns the person's. κ is of the labelled sample, in which verdicts are as frequent as they were drawn. */
  readonly report: AgreementReport;
  /**
   * The rate as judged and corrected by the labels, over `over`; absent unless accepted and rejected outputs were both labelled. For edits: the faithful
   * share of those that the judge called faithful or reverted.
   */
  readonly corrected?: CorrectedRate;
  /** How many outputs the corrected rate is over, and how many more have no code: those are surely wrong, and nobody has to look. */
  readonly over: { readonly withCode: number; readonly withoutCode: number };
}

/**
 * How far the study's judge agrees with a person, and what the person's labels do to the rate.
 * @param outputs all that the rate is over, the labelled ones among them
 * @throws InputError if no clear label belongs to a judged output
 * @example outputAgreement(run.outputs, readAnnotations(csv, OUTPUT_LABELS.label).labels, { judged: "label" }).report.kappa?.kappa
 */
export function outputAgreement(outputs: readonly RecordedOutput[], labels: readonly Annotation<OutputLabel>[], { judged, seed = 42 }: { readonly judged: Judged; readonly seed?: number | string }): OutputAgreement {
  const known = new Map<string, OutputRecord>();
  for (const { record } of strataOf(outputs, judged).flat()) known.set(outputIdOf(record), record).set(blindId(record), record);
  const said = new Map<OutputRecord, OutputLabel>();
  for (const { id, label } of labels) if (known.has(id)) said.set(known.get(id)!, label);
  const human = (label: OutputLabel) => (judged === "label" ? { label: label as EditLabel } : label === "unclear" ? {} : { [judged]: label === "yes" });
  const withCode = outputs.filter(({ code }) => code !== "").map(({ record }): OutputRecord => (said.has(record) ? { ...record, others: { ...record.others, [PERSON]: human(said.get(record)!) } } : record));
  const report = agreementOf(withCode, judged, PERSON, { seed });
  if (!report) throw new InputError("no clear label belongs to an output with code that the judge gave a verdict on");
  const corrected = judged === "label" ? correctedFaithful(withCode, PERSON) : correctedScore(withCode, judged, PERSON);
  const isOver = (record: OutputRecord) => (judged === "label" ? record.label === "faithful" || record.label === "reverted" : record[judged] !== null);
  return {
    n: report.n, unclear: [...said.values()].filter((label) => label === "unclear").length, unknown: labels.filter(({ id }) => !known.has(id)).map(({ id }) => id), report,
    ...(corrected && { corrected }),
    over: { withCode: withCode.filter(isOver).length, withoutCode: outputs.filter(({ code, record }) => code === "" && isOver(record)).length },
  };
}

/** Under this name a person's verdicts stand beside the judges', for as long as they are compared. */
const PERSON = "person of the sheet";
