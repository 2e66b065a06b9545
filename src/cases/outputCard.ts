/** One output of Method B on a card: the edit, the judged region with each judge's quotation, and all judges side by side. */
import { masked } from "../lean/comments";
import { regionsOf } from "../lean/regions";
import { EDIT_NAMES } from "../robustness/records";
import { CARD_STYLE } from "./card";
import { nameOf, type Painter } from "./foreign";
import type { Instance } from "../stages/robustness/types";
import type { Mark } from "./marks";
import type { OutputCase } from "./robustnessCases";

/** Longer quotations than this are not looked for: a pattern of them is too large. */
const MOST_QUOTED = 5_000;

/** The place of a judge's quotation in code: white space and comments between its words do not matter. */
function quotedAt(code: string, quoted: string): Mark[] {
  if (quoted.length > MOST_QUOTED) return [];
  const words = quoted.trim().split(/\s+/).filter((word) => word !== "").map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0 || words.length > 200) return [];
  const found = new RegExp(words.join("\\s*")).exec(masked(code));
  return found ? [{ start: found.index, end: found.index + found[0].length, kind: "evidence" }] : [];
}

/** The texts that a system was given, with the edit marked. Outputs of several systems for one input share it. */
export function inputSection(paint: Painter, instance: Instance): string {
  const { edit, condition } = instance;
  const added: Mark[] = edit !== undefined && edit.kind !== "step_deletion" ? [{ start: edit.start, end: edit.end, kind: "added" }] : [];
  const inWords = (name: "statement" | "proof") => `<dt>${name === "statement" ? "Statement" : "Proof"} in words</dt><dd>${paint.prose(instance[name], edit !== undefined && editedRegionOf(condition) === name ? added : [])}</dd>`;
  const change = edit === undefined ? "" : edit.kind === "step_deletion" ? `<dt>Deleted</dt><dd><del class="fl-removed">${paint.prose(edit.reasoning)}</del></dd><dt>Outcome kept</dt><dd>${paint.prose(edit.outcome)}</dd>` : `<dt>Edit</dt><dd><del class="fl-removed">${paint.prose(edit.oldValue)}</del> became <ins class="fl-added">${paint.prose(edit.newValue)}</ins></dd>`;
  return `<section aria-label="Input"><dl>${change}${inWords("statement")}${inWords("proof")}</dl></section>`;
}

const editedRegionOf = (condition: string) => (condition.endsWith("_statement") ? "statement" : "proof");

export interface OutputCardOptions {
  /** Heading level of the card, 1 to 6. */
  readonly level?: number;
  /** What `inputSection` gives, where it is at hand. */
  readonly input?: string;
  /** Of which run, where there are several. */
  readonly run?: string;
}

/**
 * A card as HTML: the edited text with the edit marked, beside the judged region of the Lean output with each judge's quotation marked, and all judges side by side.
 * Nothing in it runs or loads anything; what comes from data is text.
 */
export function outputCard(paint: Painter, { id, system, sample, instance, code, checked, judges, record, checker }: OutputCase, { level = 3, input = inputSection(paint, instance), run }: OutputCardOptions = {}): string {
  const { edit, condition } = instance;
  const region = editedRegionOf(condition);
  const cut = regionsOf(code);
  const isEdit = (EDIT_NAMES as readonly string[]).includes(condition);
  const judged = !isEdit || edit?.kind === "step_deletion" || !cut.ok ? code : region === "statement" ? cut.regions.signature.text : cut.regions.proof.text;
  const marks = Object.values(judges).flatMap(({ edit: said }) => (said?.quoted === undefined ? [] : quotedAt(judged, said.quoted)));
  const yes = (score: boolean | null) => (score === null ? "no answer that can be read" : score ? "yes" : "no");
  const said = Object.entries(judges).map(([name, { statement, proof, edit: label }]) => `<section aria-label="Judge ${nameOf(name)}"><dl><dt>Judge ${nameOf(name)}</dt>${label ? `<dd><span class="fl-badge">${nameOf(String(label.label))}</span>${label.because === undefined ? "" : ` ${nameOf(label.because.replace(/_/g, " "))}`}${label.quoted === undefined ? "" : `; quoted: <code>${nameOf(label.quoted)}</code>`}</dd>` : ""}<dd>same statement: ${yes(statement.score)} <small>${nameOf(statement.reason)}</small></dd><dd>same steps: ${yes(proof.score)} <small>${nameOf(proof.reason)}</small></dd></dl></section>`);
  const lean = judged === "" ? "<p>no code</p>" : paint.lean(judged, marks);
  const whole = judged === code || code === "" ? "" : `<details><summary>Whole output</summary>${paint.lean(code)}</details>`;
  const unjudged = said.length === 0 ? "<p>Not judged.</p>" : said.join("");
  return `<article class="fl-case" aria-label="Output ${nameOf(id)}"><h${level}>${nameOf(instance.problem)} <small>${nameOf(system)}, ${nameOf(instance.dataset)}, ${nameOf(condition.replace(/_/g, " "))}, sample ${nameOf(String(sample))}${run === undefined ? "" : `; run: ${nameOf(run)}`}</small></h${level}><div class="fl-sides">${input}<section aria-label="Output"><dl><dt>${isEdit && judged !== code ? `Judged region: ${region}` : "Lean"}</dt><dd>${lean}</dd><dt>Type-checks</dt><dd>${record.tc ? "yes" : "no"}, by ${nameOf(checker)}${checked.reason === undefined ? "" : `: ${nameOf(checked.reason)}`}</dd></dl>${whole}</section></div><div class="fl-sides">${unjudged}</div></article>`;
}

/** Cards of several outputs as one piece of HTML, with their style and how many there are. */
export function outputCards(paint: Painter, outputs: readonly OutputCase[], { most = 10 }: { readonly most?: number } = {}): string {
  const shownOnes = outputs.slice(0, most);
  const left = outputs.length - shownOnes.length;
  return `<style>${CARD_STYLE}</style><p>${outputs.length} ${outputs.length === 1 ? "output" : "outputs"}${left > 0 ? `, the first ${shownOnes.length} of them` : ""}</p>${shownOnes.map((each) => outputCard(paint, each)).join("")}`;
}
