/** A run's summary in words, for the terminal. */
import { claim, count, percent } from "../charts/words";
import { MECHANISMS } from "../stages/diagnosis";
import type { StageEstimate } from "../stages/models/estimate";
import type { DatasetSummary, Summary } from "../stages/summary";

export function report(summary: Summary): string {
  const { formaliser, engine, preset, seed, datasets, all, notPerturbed } = summary;
  const head = `formaliser ${formaliser}, engine ${engine}, preset ${preset}, seed ${seed}\n`;
  if (!all) return `${head}no pairs, so no rates\n`;
  const left = Object.entries(notPerturbed ?? {}).map(([why, n]) => `${why} ${n}`);
  return head + (left.length > 0 ? `steps without a perturbed counterpart, in no rate: ${left.join(", ")}\n` : "") + (datasets.length > 1 ? [...datasets, all] : [all]).map(section).join("") + differences(summary) + panel(summary);
}

function section({ dataset, rates, contingency, formalised, decided, fprOfDecided, fprWithoutVacuous, mechanisms }: DatasetSummary): string {
  const shown = MECHANISMS.filter((mechanism) => mechanisms[mechanism] > 0).map((mechanism) => `${mechanism} ${mechanisms[mechanism]}`);
  const { n, ...classes } = contingency;
  return `
${dataset}: ${count(n)} pairs
  ${claim("error induction (FNR)", rates.fnr)}
  ${claim("silent correction (FPR)", rates.fpr)}
  ${claim("FPR without contradictory premises", fprWithoutVacuous)}
  ${claim("formalisation failure (AFFR)", rates.affr)}
  ${claim("unfaithfulness lower bound (UFLB)", rates.uflb)}
  statements formalised ${percent(formalised.rate)}, decided ${percent(decided.rate)}${fprOfDecided ? `; FPR among decided pairs ${percent(fprOfDecided.rate)} (${fprOfDecided.k} of ${fprOfDecided.n})` : ""}
  pairs: ${Object.entries(classes).map(([name, k]) => `${name} ${k}`).join(", ")}
  false steps that came back true: ${shown.join(", ") || "none"}
`;
}

function differences({ policies: { extraction, bothProved, rates } }: Summary): string {
  const { n, strict, paper, disagreements } = extraction;
  const read = n === 0 ? "" : `\nof ${count(n)} replies the preset strict finds a theorem in ${count(strict)}, paper in ${count(paper)}; they disagree on ${count(disagreements)}\n`;
  const alarm = rates ? `ALARM: ${bothProved} statements were proved both ways. ${claim("UFLB if they count as proved", rates.proved_first.uflb)}; ${claim("as inconclusive", rates.exclusive.uflb)}\n` : "";
  return read + alarm;
}

function panel({ validity }: Summary): string {
  if (!validity) return "";
  const { judges, pairs, without } = validity;
  const rates = judges.map(({ judge, dataset, ineffective, failures }) => `  ${judge}, ${dataset}: ${ineffective ? claim("ineffective", ineffective) : "judged none"}${failures > 0 ? `, ${failures} without a judgement` : ""}\n`);
  const agreement = pairs.map(({ judges: [a, b], agreement: agreed, kappa }) => `  ${a} and ${b}: ${agreed ? claim("agreement", agreed) : "no perturbation judged by both"}${kappa ? `, κ ${kappa.kappa.toFixed(2)} (${kappa.lo.toFixed(2)} to ${kappa.hi.toFixed(2)})` : ""}\n`);
  const rest = (["any", "majority"] as const).map((rule) => `  without what ${rule === "any" ? "any judge calls" : "most judges call"} ineffective: ${without[rule] ? claim("UFLB", without[rule].rates.uflb) : "nothing is left"}\n`);
  return `\njudges of the perturbations\n${rates.join("")}${agreement.join("")}${rest.join("")}`;
}

/** What a dry run says: a line a stage and model, then one prompt of each. */
export function estimates(stages: readonly StageEstimate[]): string {
  if (stages.length === 0) return "no model is asked\n";
  const lines = stages.map(({ stage, model, requests, samples, promptTokens, mostAnswerTokens, mostMoney }) => {
    const answers = mostAnswerTokens === undefined ? "answers without a limit" : `at most ${count(mostAnswerTokens)} tokens of answers`;
    return `${stage.padEnd(10)}${model}: ${count(requests)} requests, ${count(samples)} samples, about ${count(promptTokens)} tokens of prompts, ${answers}${mostMoney === undefined ? "" : `, at most ${mostMoney.toFixed(2)} in money`}\n`;
  });
  const examples = stages.flatMap(({ stage, model, example }) => (example === undefined ? [] : [`\n--- ${stage}, ${model}: the first prompt ---\n${example}\n`]));
  return `${lines.join("")}Prompts are counted at three bytes a token; most answers end far below their limit; a question that is repeated counts once.\n${examples.join("")}`;
}
