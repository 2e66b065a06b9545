/** Outputs of Method B as cases: read back from a run's folder, chosen by filter, shown on cards. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DataError, InputError } from "../core/errors";
import { readJsonLines, shown } from "../core/files";
import { escapeHtml } from "../core/html";
import { masked } from "../lean/comments";
import { regionsOf } from "../lean/regions";
import { EDIT_NAMES, readStudy, type EditLabel, type OutputRecord, type StudyAbout } from "../robustness/records";
import type { JudgeDetail, OutputDetail } from "../stages/robustness/types";
import { CARD_STYLE } from "./card";
import { nameOf, type Painter } from "./foreign";
import type { Mark } from "./marks";

/** An output with its record. */
export interface OutputCase extends OutputDetail {
  readonly record: OutputRecord;
  /** What decided whether it type-checks. */
  readonly checker: string;
}

/** A run of Method B as it lies in its folder. */
export interface RobustnessFolder {
  readonly folder: string;
  readonly about: StudyAbout;
  readonly outputs: readonly OutputCase[];
}

/**
 * Reads a finished run of Method B.
 * @throws DataError if the folder holds none
 */
export async function readRobustnessRun(folder: string): Promise<RobustnessFolder> {
  const [study, outputs] = [join(folder, "study.jsonl"), join(folder, "outputs.jsonl")];
  const missing = [study, outputs].find((path) => !existsSync(path));
  if (missing !== undefined) throw new DataError(`${shown(folder)} holds no finished run of Method B: ${shown(missing)} is not there; \`npx faithlab robustness run --out ${shown(folder)}\` makes it, and goes on where an interrupted one stopped`);
  const { about, outputs: records } = await readStudy(study);
  const details: OutputDetail[] = [];
  for await (const each of readJsonLines(outputs)) {
    if (!each.ok) throw new DataError(`${shown(outputs)}:${each.line}: ${each.reason}; running the same command again mends it`);
    details.push(each.value as OutputDetail);
  }
  if (details.length !== records.length) throw new DataError(`${shown(folder)}: study.jsonl has ${records.length} outputs, outputs.jsonl ${details.length}; take the folder of one run`);
  return { folder, about, outputs: details.map((detail, i) => ({ ...detail, record: records[i]!, checker: about.checker })) };
}

/** What an output has to be. Every field narrows; a list means any of it; text is looked for in the input and the Lean, whatever its case. */
export interface OutputFilter {
  readonly system?: string | readonly string[];
  readonly dataset?: string | readonly string[];
  /** A style or a kind of edit. */
  readonly condition?: string | readonly string[];
  /** What became of the edit, by the study's judge. */
  readonly label?: EditLabel | readonly EditLabel[];
  readonly tc?: boolean;
  readonly fullyCorrect?: boolean;
  /** Only outputs of which two judges said different things, of score or label. */
  readonly disagreement?: boolean;
  readonly text?: string;
}

const FILTERS = ["system", "dataset", "condition", "label", "tc", "fullyCorrect", "disagreement", "text"] as const;

/**
 * The outputs that a filter lets through, in their order.
 * @throws InputError for a field that there is not
 * @example selectOutputs(run.outputs, { condition: "number_proof", label: "reverted" })
 */
export function selectOutputs(outputs: readonly OutputCase[], filter: OutputFilter): OutputCase[] {
  const unknown = Object.keys(filter).find((name) => !(FILTERS as readonly string[]).includes(name));
  if (unknown !== undefined) throw new InputError(`a filter has the fields ${FILTERS.join(", ")}, got "${unknown}"`);
  const any = (wanted: string | readonly string[] | undefined, has: string | undefined) => wanted === undefined || (has !== undefined && (typeof wanted === "string" ? wanted === has : wanted.includes(has)));
  const needle = filter.text?.toLowerCase() ?? "";
  return outputs.filter(
    ({ system, instance, record, judges, code }) =>
      any(filter.system, system) && any(filter.dataset, instance.dataset) && any(filter.condition, instance.condition) && any(filter.label, record.label) &&
      (filter.tc === undefined || filter.tc === record.tc) &&
      (filter.fullyCorrect === undefined || filter.fullyCorrect === (record.tc && record.stmtSC === true && record.proofSC === true)) &&
      (filter.disagreement === undefined || filter.disagreement === disagree(Object.values(judges))) &&
      (needle === "" || `${instance.problem}\n${instance.statement}\n${instance.proof}\n${code}`.toLowerCase().includes(needle)),
  );
}

function disagree(judges: readonly JudgeDetail[]): boolean {
  const differ = (said: (judge: JudgeDetail) => unknown) => new Set(judges.map(said)).size > 1;
  return differ(({ statement }) => statement.score) || differ(({ proof }) => proof.score) || differ(({ edit }) => edit?.label);
}

/** The place of a judge's quotation in code: white space and comments between its words do not matter. */
function quotedAt(code: string, quoted: string): Mark[] {
  const words = quoted.trim().split(/\s+/).filter((word) => word !== "").map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0 || words.length > 200) return [];
  const found = new RegExp(words.join("\\s*")).exec(masked(code));
  return found ? [{ start: found.index, end: found.index + found[0].length, kind: "evidence" }] : [];
}

/**
 * A card as HTML: the edited text with the edit marked, beside the judged region of the Lean output with each judge's quotation marked, and all judges side by side.
 * Nothing in it runs or loads anything; what comes from data is text.
 */
export function outputCard(paint: Painter, { id, system, sample, instance, code, checked, judges, record, checker }: OutputCase, { level = 3 }: { readonly level?: number } = {}): string {
  const { edit, condition } = instance;
  const region = condition.endsWith("_statement") ? "statement" : "proof";
  const cut = regionsOf(code);
  const isEdit = (EDIT_NAMES as readonly string[]).includes(condition);
  const judged = !isEdit || edit?.kind === "step_deletion" || !cut.ok ? code : region === "statement" ? cut.regions.signature.text : cut.regions.proof.text;
  const added: Mark[] = edit !== undefined && edit.kind !== "step_deletion" ? [{ start: edit.start, end: edit.end, kind: "added" }] : [];
  const inWords = (name: "statement" | "proof") => `<dt>${name === "statement" ? "Statement" : "Proof"} in words</dt><dd>${paint.prose(instance[name], isEdit && region === name ? added : [])}</dd>`;
  const change = edit === undefined ? "" : edit.kind === "step_deletion" ? `<dt>Deleted</dt><dd><del class="fl-removed">${paint.prose(edit.reasoning)}</del></dd><dt>Outcome kept</dt><dd>${paint.prose(edit.outcome)}</dd>` : `<dt>Edit</dt><dd><del class="fl-removed">${paint.prose(edit.oldValue)}</del> became <ins class="fl-added">${paint.prose(edit.newValue)}</ins></dd>`;
  const marks = Object.values(judges).flatMap(({ edit: said }) => (said?.quoted === undefined ? [] : quotedAt(judged, said.quoted)));
  const yes = (score: boolean | null) => (score === null ? "no answer that can be read" : score ? "yes" : "no");
  const said = Object.entries(judges).map(([name, { statement, proof, edit: label }]) => `<section aria-label="Judge ${nameOf(name)}"><dl><dt>Judge ${nameOf(name)}</dt>${label ? `<dd><span class="fl-badge">${label.label}</span>${label.because === undefined ? "" : ` ${nameOf(label.because.replace(/_/g, " "))}`}${label.quoted === undefined ? "" : `; quoted: <code>${nameOf(label.quoted)}</code>`}</dd>` : ""}<dd>same statement: ${yes(statement.score)} <small>${nameOf(statement.reason)}</small></dd><dd>same steps: ${yes(proof.score)} <small>${nameOf(proof.reason)}</small></dd></dl></section>`);
  const lean = judged === "" ? "<p>no code</p>" : paint.lean(judged, marks);
  const whole = judged === code || code === "" ? "" : `<details><summary>Whole output</summary>${paint.lean(code)}</details>`;
  return `<article class="fl-case" aria-label="Output ${nameOf(id)}"><h${level}>${nameOf(instance.problem)} <small>${nameOf(system)}, ${nameOf(instance.dataset)}, ${escapeHtml(condition.replace(/_/g, " "))}, sample ${sample}</small></h${level}><div class="fl-sides"><section aria-label="Input"><dl>${change}${inWords("statement")}${inWords("proof")}</dl></section><section aria-label="Output"><dl><dt>${isEdit && judged !== code ? `Judged region: ${region}` : "Lean"}</dt><dd>${lean}</dd><dt>Type-checks</dt><dd>${record.tc ? "yes" : "no"}, by ${nameOf(checker)}${checked.reason === undefined ? "" : `: ${nameOf(checked.reason)}`}</dd></dl>${whole}</section></div><div class="fl-sides">${said.join("")}</div></article>`;
}

/** Cards of several outputs as one piece of HTML, with their style and how many there are. */
export function outputCards(paint: Painter, outputs: readonly OutputCase[], { most = 10 }: { readonly most?: number } = {}): string {
  const shownOnes = outputs.slice(0, most);
  const left = outputs.length - shownOnes.length;
  return `<style>${CARD_STYLE}</style><p>${outputs.length} ${outputs.length === 1 ? "output" : "outputs"}${left > 0 ? `, the first ${shownOnes.length} of them` : ""}</p>${shownOnes.map((each) => outputCard(paint, each)).join("")}`;
}
