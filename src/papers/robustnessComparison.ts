/** Published values of the robustness paper beside those of a study, where the study's records are real. */
import { recoverCounts } from "../stats/recover";
import { wilson } from "../stats/wilson";
import { percent, points } from "../charts/words";
import { publishedClaims, PUBLISHED } from "../data/published";
import { answerChecks, editReport } from "../robustness/edits";
import { fullyCorrect, outputsOf, rateOf, selected } from "../robustness/measures";
import type { EditName, Study, StyleName } from "../robustness/records";
import { samplingReport } from "../robustness/styles";
import type { Rate } from "../core/types";

/** One published value and what the study gives for it. */
export interface ComparedValue {
  readonly id: string;
  readonly claim: string;
  readonly published: string;
  readonly found: string;
  /** Whether the published value is the study's, rounded; undefined where the study cannot say. */
  readonly agrees: boolean | undefined;
}

/** The systems' names in the paper. */
const KIMINA_RL = "Kimina-Prover-RL-1.7B";
const KIMINA = "Kimina-Prover-Distill-8B";
const DEEPSEEK = "DeepSeek-Prover-V2-7B";
const GOEDEL = "Goedel-Prover-V2-8B";
const GEMINI = "Gemini-3.1-Pro";
const PROOFBRIDGE = "ProofBridge";
const PROOFFLOW = "ProofFlow";

/**
 * Compares a study with the values that the paper's text prints. A published percentage agrees if it is a rounding of the study's k of n to the same
 * number of decimals. Claims that need outputs the study does not have are listed as such.
 * @returns an empty list for simulated records: they say nothing about the paper's systems
 * @throws DataError if the published claims cannot be read
 */
export function compareWithPublished(study: Study, folder = PUBLISHED): ComparedValue[] {
  if (study.about.simulated) return [];
  const style = (dataset: string, system: string, condition: StyleName) => rateOf(selected(outputsOf(study, { dataset, system, condition }), 1), "FullyCorrect").rate;
  const fr = (dataset: string, system: string, edit: EditName, which: "fr" | "rr" = "fr", keep: (empty: boolean) => boolean = () => true) => editReport(outputsOf(study, { dataset, system, condition: edit }).filter(({ emptyBody }) => keep(emptyBody === true)))[which];
  const withBody = (empty: boolean) => !empty;
  const values: Readonly<Record<string, () => readonly (Rate | undefined)[]>> = {
    B4: () => [style("miniF2F", DEEPSEEK, "Orig"), style("miniF2F", DEEPSEEK, "Q-FF")],
    B7: () => [style("miniF2F", GOEDEL, "Orig"), style("miniF2F", GOEDEL, "G-Step")],
    B13: () => [fr("miniF2F", KIMINA, "number_proof", "rr")],
    B14: () => [fr("miniF2F", GEMINI, "number_proof", "rr")],
    B15: () => [fr("miniF2F", PROOFBRIDGE, "number_proof"), fr("miniF2F", PROOFBRIDGE, "symbol_proof")],
    B16: () => [fr("miniF2F", PROOFBRIDGE, "number_statement"), fr("miniF2F", PROOFBRIDGE, "symbol_statement")],
    B17: () => [fr("miniF2F", GEMINI, "number_proof"), fr("miniF2F", GEMINI, "symbol_proof")],
    B18: () => [fr("miniF2F", GEMINI, "number_statement"), fr("miniF2F", GEMINI, "symbol_statement")],
    B20: () => [fr("miniF2F", KIMINA_RL, "step_deletion"), fr("MATH-500", KIMINA_RL, "step_deletion"), fr("miniF2F", KIMINA_RL, "step_deletion", "fr", withBody), fr("MATH-500", KIMINA_RL, "step_deletion", "fr", withBody)],
    B21: () => [fr("miniF2F", KIMINA, "step_deletion", "fr", withBody), fr("MATH-500", KIMINA, "step_deletion", "fr", withBody)],
    B27: () => [answerChecks(study.outputs.filter(({ condition }) => condition.startsWith("number") || condition.startsWith("symbol"))).consistent],
    B28: () => [answerChecks(outputsOf(study, { condition: "step_deletion" })).evidenceFound],
    B30: () => [placeholders(study)],
    B22: () => [fr("miniF2F", PROOFFLOW, "step_deletion"), fr("miniF2F", PROOFBRIDGE, "step_deletion")],
  };
  const claims = publishedClaims("robustness", folder);
  const compared = claims.filter(({ id }) => values[id]).map(({ id, claim, published }): ComparedValue => {
    // "12 of 1902 (0.6 %)" prints one rate, with its counts.
    const printed = /of .*\((\d+(?:\.\d+)?) %\)/.exec(published)?.slice(1) ?? published.match(/\d+(?:\.\d+)?/g) ?? [];
    const found = values[id]!();
    if (found.some((rate) => rate === undefined) || printed.length !== found.length) return { id, claim, published, found: "the study has no such outputs", agrees: undefined };
    const rates = found as readonly Rate[];
    return { id, claim, published, found: rates.map(({ rate, k, n }) => `${percent(rate)} (${k} of ${n})`).join(", "), agrees: rates.every(({ k, n }, i) => recoverCounts(Number(printed[i]), n, decimalsOf(printed[i]!)).includes(k)) };
  });
  return [...compared, ...disagreementRow(study, claims)];
}

/** Of the outputs that are FullyCorrect, those with sorry or admit outside comments. */
function placeholders({ outputs }: Study): Rate | undefined {
  const correct = outputs.filter((output) => fullyCorrect(output) === true);
  return correct.length > 0 ? wilson(correct.filter(({ placeholder }) => placeholder === true).length, correct.length) : undefined;
}

/** B31 rests on a mean over problems, not on one count. */
function disagreementRow(study: Study, claims: ReturnType<typeof publishedClaims>): ComparedValue[] {
  const claim = claims.find(({ id }) => id === "B31");
  if (!claim) return [];
  const report = samplingReport(outputsOf(study, { dataset: "miniF2F", system: PROOFBRIDGE }).filter(({ label }) => label === undefined));
  if (!report) return [{ id: "B31", claim: claim.claim, published: claim.published, found: "the study has no such outputs", agrees: undefined }];
  const printed = claim.published.match(/\d+(?:\.\d+)?/g)!.map(Number);
  const agrees = [report.within, report.across].every((share, i) => Math.abs(100 * share - printed[i]!) <= 0.05 + 1e-9);
  return [{ id: "B31", claim: claim.claim, published: claim.published, found: `${percent(report.within)} / ${percent(report.across)}, difference ${points(report.difference.estimate)}`, agrees }];
}

function decimalsOf(printed: string): number {
  return printed.split(".")[1]?.length ?? 0;
}
