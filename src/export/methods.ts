/** What a run was made with, as a paragraph for a paper's methods section. */
import { count } from "../charts/words";
import type { RobustnessFolder } from "../cases/robustnessCases";
import type { Run } from "../cases/runFolder";
import { EDIT_NAMES, STYLE_NAMES } from "../robustness/records";

const PERTURBATION: Readonly<Record<string, string>> = {
  regex_perturbed: "a rule that changes a number, an operator or a negation", "brokenmath-style_llm": "a language model that was asked for a false counterpart",
};
const PRESET: Readonly<Record<string, string>> = { strict: "the kit's strict extraction", paper: "the extraction of the paper's code" };

/**
 * A paragraph with the settings filled in; whoever cites it should read it, since it states only what the run's folder holds.
 * @param run of either method
 * @example methodsParagraph(await readRun("runs/literal")) // "We measured … on 132 pairs of steps …"
 */
export function methodsParagraph(run: Run | RobustnessFolder): string {
  return "about" in run ? robustnessParagraph(run) : pairsParagraph(run);
}

function pairsParagraph({ settings, summary, cases }: Run): string {
  const datasets = summary.datasets.map(({ dataset, rates }) => `${dataset.slice(0, 60)} (${count(rates.n)})`).join(", ");
  const configuration = Object.entries(settings.formaliserConfiguration).filter(([, value]) => typeof value !== "object").map(([name, value]) => `${name} ${value}`).join(", ");
  const graphs = cases.filter(({ step }) => step.contextFrom === "graph").length;
  return [
    `We measured the faithfulness of the autoformaliser ${settings.formaliser}${configuration ? ` (${configuration})` : ""} by FaithformBench's method with faithlab ${settings.version}.`,
    `${count(summary.pairs)} valid reasoning steps (${datasets}) were each paired with a perturbed counterpart made by ${PERTURBATION[settings.perturbation] ?? settings.perturbation}, seed ${settings.seed};`,
    `their context, which was not perturbed, came from a dependency graph for ${count(graphs)} of them and was all earlier steps for the others.`,
    `The Lean statement was found in each reply by ${PRESET[settings.preset] ?? settings.preset}, and each statement was decided by ${settings.engine === "z3" ? "the kit's embedded engine (exact evaluation and Z3, which know a part of Lean and are not its kernel)" : settings.engine}.`,
    "Shares are given with 95 % Wilson intervals; AFFR and UFLB, which are means over both sides of the pairs, with square-and-add intervals from the pairs.",
  ].join(" ");
}

/** What a judge looks at, in half a sentence. */
const RULE_JUDGE_TEXT = "the kit's rules, by which a score says whether Lean keeps the numbers of the text and a deleted step is not judged";

function robustnessParagraph({ settings, about, outputs }: RobustnessFolder): string {
  const records = outputs.map(({ record }) => record);
  const inputsOf = (condition: string) => new Set(records.filter((record) => record.condition === condition).map(({ dataset, problem }) => `${dataset}\n${problem}`)).size;
  const listed = (names: readonly string[]) => names.map((name) => ({ name, n: inputsOf(name) })).filter(({ n }) => n > 0).map(({ name, n }) => `${name.replace(/_/g, " ")} (${count(n)})`).join(", ");
  const told = (each: { readonly name: string } & Readonly<Record<string, unknown>>) => {
    const knobs = Object.entries(each).filter(([key, value]) => key !== "name" && (typeof value === "number" || typeof value === "string") && String(value).length <= 60).map(([key, value]) => `${key} ${value}`);
    return `${each.name}${knobs.length > 0 ? ` (${knobs.join(", ")})` : ""}`;
  };
  const datasets = [...new Set(records.map(({ dataset }) => dataset))].map((dataset) => `${dataset.slice(0, 60)} (${count(new Set(records.filter((record) => record.dataset === dataset).map(({ problem }) => problem)).size)} problems)`);
  const [first, ...others] = settings.judges.map((judge) => (judge.name === "rule" ? RULE_JUDGE_TEXT : told(judge)));
  const [styles, edits] = [listed(STYLE_NAMES), listed(EDIT_NAMES)];
  const unread = records.filter(({ stmtSC, proofSC, label }) => stmtSC === null || proofSC === null || label === "unjudged").length;
  const beside = others.length > 0 ? `; beside it stand ${others.join(" and ")}` : "";
  return [
    ...(about.simulated ? [`SIMULATED: ${about.note}.`] : []),
    `We measured the robustness of the proof autoformaliser${settings.systems.length === 1 ? "" : "s"} ${settings.systems.map(told).join(", ")} by the method of "Evaluating the Robustness of Proof Autoformalization in Lean 4" with faithlab ${settings.version}.`,
    `Inputs were statements with proofs in words from ${datasets.join(", ")}${styles ? `, in the styles ${styles}` : ""}${edits ? `${styles ? ", and" : ","} with one local edit: ${edits}` : ""}; the numbers of inputs stand in brackets.`,
    `Each input in a style was translated ${settings.samples === 1 ? "once" : `${settings.samples} times`}${edits ? `${settings.samples === 1 ? ", and" : ", each edited one once; of several samples the first counts, and"} ${count(records.length)} outputs were collected` : `, which gave ${count(records.length)} outputs`}.`,
    `Whether an output type-checks was decided by ${settings.checker.name === "scan (not Lean)" ? "the kit's scanner, which asks for a closed declaration with a proof and is not Lean, so that TC and FullyCorrect are upper bounds" : told(settings.checker)}.`,
    `Whether it states the same proposition (StmtSC), takes the same steps (ProofSC), and what became of an edit, was judged by ${first ?? "nobody"}${beside}${settings.judged === "selected" ? "; of several samples the first and the one that selection takes were judged" : ""}.`,
    ...(unread > 0 ? [`${count(unread)} outputs lack at least one verdict; they count in no rate that needs it.`] : []),
    "FullyCorrect is TC, StmtSC and ProofSC together; the faithful rate is faithful / (faithful + reverted), and unclear outcomes are told apart.",
    "Shares are given with 95 % Wilson intervals, differences on the same problems with Newcombe's paired intervals and McNemar's exact test, corrected by Holm's method.",
  ].join(" ");
}
