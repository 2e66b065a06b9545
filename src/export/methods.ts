/** What a run was made with, as a paragraph for a paper's methods section. */
import { count } from "../charts/words";
import type { Run } from "../cases/runFolder";

const PERTURBATION: Readonly<Record<string, string>> = {
  regex_perturbed: "a rule that changes a number, an operator or a negation", "brokenmath-style_llm": "a language model that was asked for a false counterpart",
};
const PRESET: Readonly<Record<string, string>> = { strict: "the kit's strict extraction", paper: "the extraction of the paper's code" };

/**
 * A paragraph with the settings filled in; whoever cites it should read it, since it states only what the run's folder holds.
 * @example methodsParagraph(await readRun("runs/literal")) // "We measured … on 132 pairs of steps …"
 */
export function methodsParagraph({ settings, summary, cases }: Run): string {
  const datasets = summary.datasets.map(({ dataset, rates }) => `${dataset} (${count(rates.n)})`).join(", ");
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
