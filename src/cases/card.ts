/** One case on a card: both steps with the edit marked, both formalisations with the perturbed value marked, verdicts, and all that stands behind them. */
import { escapeHtml } from "../core/html";
import type { Outcome } from "../core/types";
import { MECHANISM_TEXT } from "../stages/diagnosis";
import type { Case } from "../stages/methodA";
import type { FormaliserReply, Verdict } from "../stages/types";
import { nameOf, type Painter } from "./foreign";
import { changedNumbers, editMarks, valueFate, valueMarks, type Mark, type ValueFate } from "./marks";
import { pairOf } from "./select";

export interface CardOptions {
  /** Where the run is kept, for the link to the raw replies; no link without it. */
  readonly folder?: string;
  /** Of the system that wrote the Lean. */
  readonly formaliser?: string;
  /** Heading level of the card, 1 to 6. */
  readonly level?: number;
  /** Of each raw reply, so many characters. */
  readonly mostReply?: number;
}

const OUTCOME_TEXT: Readonly<Record<Outcome, string>> = { proved: "proved", refuted: "refuted", inconclusive: "inconclusive", af_fail: "no statement" };
const FATE_TEXT: Readonly<Record<ValueFate, string>> = {
  kept: "the perturbed value is kept", restored: "the original value is restored", mixed: "perturbed and original values both stand in it", lost: "neither the perturbed nor the original value stands in it", no_value: "",
};

/** Style of cards, for a `<style>` element. `float` and `width` take back what JupyterLab gives every description list. Colours hold 4.5 : 1 on white; what is marked differs by line as well as by colour. */
export const CARD_STYLE = `.fl-case{background:#fff;color:#1b1b1b;border:1px solid #b8b8b8;border-radius:6px;padding:.7em 1em;margin:0 0 1em;font:14px/1.45 system-ui,sans-serif;text-align:left}
.fl-case h1,.fl-case h2,.fl-case h3,.fl-case h4,.fl-case h5,.fl-case h6{font-size:15px;margin:0 0 .4em}
.fl-sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(19em,1fr));gap:0 1.4em}
.fl-case dl{margin:0}.fl-case dt{float:none;width:auto;font-weight:600;color:#4a4a4a;margin-top:.4em}.fl-case dd{float:none;width:auto;margin:0;overflow-wrap:anywhere}
.fl-case pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f6f7f8;color:#0e1116;padding:.5em .7em;margin:.2em 0;border-radius:4px;font:13px/1.45 ui-monospace,Menlo,Consolas,monospace;unicode-bidi:isolate;direction:ltr}
.fl-case summary{cursor:pointer;color:#0b4f8a}.fl-prose{white-space:pre-wrap}
.fl-removed{background:#ffe1e0;color:#8f0f12;text-decoration:line-through}.fl-added{background:#dff3e4;color:#0b5525;text-decoration:underline}
.fl-kept{background:#ffe9a8;color:inherit;border-bottom:2px solid #8a6100}.fl-restored{background:#d9e8ff;color:inherit;border-bottom:2px dashed #0b4f8a}.fl-evidence{background:#efe3ff;color:inherit;border-bottom:2px dotted #5b2d90}
.fl-unseen{font:11px monospace;border:1px solid #8f0f12;color:#8f0f12;padding:0 .2em}.fl-badge{display:inline-block;border:1px solid currentColor;border-radius:1em;padding:0 .6em;margin-right:.4em;font-weight:600}
.fl-proved{color:#0b5525}.fl-refuted{color:#8f0f12}.fl-inconclusive{color:#5a4600}.fl-af_fail{color:#4a4a4a}`;

/**
 * A card as HTML without script, form or link to elsewhere; everything that comes from data is text.
 * @example caseCard(await painter(), cases[0]!) // "<article class=\"fl-case\" …"
 */
export function caseCard(paint: Painter, each: Case, { folder, formaliser, level = 3, mostReply = Infinity }: CardOptions = {}): string {
  const { step, perturbed, original, perturbedVerdict, replies, diagnosis } = each;
  const edits = editMarks(step.content, perturbed.text);
  const changed = changedNumbers(step.content, perturbed.text);
  const fate = perturbedVerdict.code === undefined ? "" : FATE_TEXT[valueFate(each)];
  const link = (side: string) => (folder === undefined ? "" : `<p><a href="${addressOf(folder)}">formalise.journal.jsonl</a>, entry <code>${nameOf(`${step.id}/${side}`)}</code></p>`);
  const sides = [
    sideOf(paint, { name: "Original step", text: step.content, marks: edits.original, verdict: original, reply: replies.original, values: [], link: link("original"), fate: "", mostReply }),
    sideOf(paint, { name: "Perturbed step", text: perturbed.text, marks: edits.perturbed, verdict: perturbedVerdict, reply: replies.perturbed, values: valueMarks(perturbedVerdict.code ?? "", changed), link: link("perturbed"), fate, mostReply }),
  ];
  const context = step.context.length === 0 ? "" : `<details><summary>Context (${step.context.length}, ${step.contextFrom === "graph" ? "from the dependency graph" : "all earlier steps"})</summary><ol>${step.context.map((text) => `<li>${paint.prose(text)}</li>`).join("")}</ol></details>`;
  const why = diagnosis ? `<p><strong>${escapeHtml(diagnosis.mechanism.replace(/_/g, " "))}</strong>: ${escapeHtml(MECHANISM_TEXT[diagnosis.mechanism])}. ${paint.prose(diagnosis.evidence)}</p>` : "";
  const from = [formaliser, step.dataset].filter((word) => word !== undefined).map((word) => nameOf(word!)).join(", ");
  return `<article class="fl-case" aria-label="Case ${nameOf(step.id)}"><h${level}>${nameOf(step.id)} <small>${from}; pair: ${pairOf(each)}</small></h${level}><div class="fl-sides">${sides.join("")}</div>${why}${context}</article>`;
}

/** The journal's address relative to the page; a folder is never taken for a scheme. */
function addressOf(folder: string): string {
  const path = Buffer.from(folder).toString(); // half a surrogate pair, which no address can hold, becomes a sign of its own
  return escapeHtml(encodeURI(`${path.replace(/^(?=[^/]*:)/, "./")}/formalise.journal.jsonl`));
}

interface Side {
  readonly name: string;
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly verdict: Verdict;
  readonly reply: FormaliserReply;
  readonly values: readonly Mark[];
  readonly link: string;
  readonly fate: string;
  readonly mostReply: number;
}

function sideOf(paint: Painter, { name, text, marks, verdict, reply, values, link, fate, mostReply }: Side): string {
  const { outcome, engine, reason, code, negation, counterexample, proof, flags, vacuous } = verdict;
  const item = (term: string, html: string | undefined | false) => (html ? `<dt>${term}</dt><dd>${html}</dd>` : "");
  const fold = (summary: string, html: string | undefined) => (html ? `<details><summary>${summary}</summary>${html}</details>` : "");
  return `<section aria-label="${name}"><dl>${item(name, paint.prose(text, marks))}${item("Lean", code !== undefined && paint.lean(code, values))}${item("Value", fate)}${item(
    "Verdict",
    `<span class="fl-badge fl-${outcome}">${OUTCOME_TEXT[outcome]}</span>${engine === undefined ? "" : ` by ${nameOf(engine)}`}${vacuous ? ", hypotheses contradict each other" : ""}`,
  )}${item("Counterexample", counterexample !== undefined && `<code>${paint.prose(counterexample)}</code>`)}${item("Reason", reason !== undefined && paint.plain(reason))}${item("Flags", flags.length > 0 && nameOf(flags.join(", ")))}</dl>${fold(
    "Negation", negation && paint.lean(negation),
  )}${fold("Proof", proof && paint.lean(proof))}${fold("Raw reply", `${paint.plain(reply.reply === "" ? "(empty, or not kept)" : reply.reply.slice(0, mostReply))}${reply.reply.length > mostReply ? `<p>… ${reply.reply.length - mostReply} more characters in the run's folder</p>` : ""}<p>finish: ${nameOf(reply.finish)}</p>${link}`)}</section>`;
}

export interface CardsOptions extends CardOptions {
  /** How many cards at the most; a line says how many were left out. */
  readonly most?: number;
}

/** Cards of several cases as one piece of HTML, with their style and how many there are. */
export function caseCards(paint: Painter, cases: readonly Case[], { most = 10, ...options }: CardsOptions = {}): string {
  const shown = cases.slice(0, most);
  const left = cases.length - shown.length;
  return `<style>${CARD_STYLE}</style><p>${cases.length} ${cases.length === 1 ? "case" : "cases"}${left > 0 ? `, the first ${shown.length} of them` : ""}</p>${shown.map((each) => caseCard(paint, each, options)).join("")}`;
}
