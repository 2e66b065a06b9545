/** What a run of Method A leaves in its folder, in the layouts of the released benchmarks. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../core/errors";
import { readText, shown, writeIfChanged } from "../core/files";
import type { PerturbationType } from "../perturb/perturber";
import type { Case, Excluded } from "./methodA";
import type { Summary } from "./summary";

/** A folder belongs to one run: its settings are written once and must be the same ever after. */
export function keepSettings(folder: string, settings: object): void {
  const path = join(folder, "run.json");
  const text = `${JSON.stringify(settings, null, 2)}\n`;
  if (!existsSync(path)) return void writeIfChanged(path, text);
  const before = readText(path);
  if (before === text) return;
  const [old, now] = [JSON.parse(before), JSON.parse(text)] as Record<string, unknown>[];
  const differing = [...new Set([...Object.keys(old!), ...Object.keys(now!)])].filter((key) => JSON.stringify(old![key]) !== JSON.stringify(now![key]));
  throw new DataError(`${shown(folder)} holds a run with another ${differing.map((key) => `${key} (${JSON.stringify(old![key])}, now ${JSON.stringify(now![key])})`).join(", ")}; take another folder, or the same settings`);
}

/** Writes steps.jsonl (benchmark A), formalisations.jsonl (benchmark C) and summary.json. */
export function keepResults(folder: string, { pairs, cases, summary, perturbation }: { pairs: readonly Excluded[]; cases: readonly Case[]; summary: Summary; perturbation: PerturbationType }): void {
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  writeIfChanged(join(folder, "steps.jsonl"), lines(pairs.flatMap((each) => stepRows(each, perturbation))));
  writeIfChanged(join(folder, "formalisations.jsonl"), lines(cases.flatMap((each) => formalisationRows(each, summary.formaliser, perturbation))));
  writeIfChanged(join(folder, "summary.json"), `${JSON.stringify(summary, null, 2)}\n`);
}

const SIDES = [
  { side: "original", is_perturbed: false },
  { side: "perturbed", is_perturbed: true },
] as const;

function typeOf(isPerturbed: boolean, perturbation: PerturbationType): string {
  return isPerturbed ? perturbation : "unperturbed";
}

/** Benchmark A: a row for the step and one for its perturbed counterpart, if there is one. "depencies" is spelled as released. */
function stepRows({ step, perturbed }: Excluded, perturbation: PerturbationType): object[] {
  return SIDES.filter(({ is_perturbed }) => !is_perturbed || perturbed.unchanged === undefined).map(({ side, is_perturbed }) => ({
    step_content: side === "original" ? step.content : perturbed.text,
    is_perturbed, type_of_perturbation: typeOf(is_perturbed, perturbation),
    problem_id: step.problemId, node_id: step.nodeId, statement_type: step.statementType ?? null, proof_type: step.proofType ?? null,
    depencies: step.dependencies, dependencies_content: step.context, inference_rule: null, verification_note: null,
    context_from: step.contextFrom,
    ...(is_perturbed && { edits: perturbed.edits }),
    ...(!is_perturbed && perturbed.unchanged && { not_perturbed: perturbed.unchanged }),
  }));
}

const RESULTS = { af_fail: "AF-Fail", inconclusive: "Inconclusive", proved: "Proved", refuted: "Refuted" } as const;

/** Benchmark C: a row for each statement, with what the run knows besides. */
function formalisationRows({ step, perturbed, original, perturbedVerdict, diagnosis }: Case, formaliser: string, perturbation: PerturbationType): object[] {
  return SIDES.map(({ side, is_perturbed }) => {
    const { outcome, code, proofs, ...rest } = side === "original" ? original : perturbedVerdict;
    const { text = "", ...counts } = proofs ?? {};
    return {
      step_content: side === "original" ? step.content : perturbed.text,
      is_perturbed, type_of_perturbation: typeOf(is_perturbed, perturbation),
      problem_id: step.problemId, node_id: step.nodeId,
      autoformaliser_model: formaliser, autoformaliser_output: code ?? "", prover_output: text, proof_result: RESULTS[outcome],
      ...rest,
      ...(proofs && { proofs: counts }),
      ...(is_perturbed && diagnosis && { diagnosis }),
    };
  });
}
