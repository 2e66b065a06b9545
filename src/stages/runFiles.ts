/** What a run of Method A leaves in its folder, in the layouts of the released benchmarks. */
import { join } from "node:path";
import { writeIfChanged } from "../core/files";
import type { PerturbationType } from "../perturb/perturber";
import type { Case, Excluded } from "./methodA";
import type { Summary } from "./summary";

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
    const { outcome, code, proof, ...rest } = side === "original" ? original : perturbedVerdict;
    return {
      step_content: side === "original" ? step.content : perturbed.text,
      is_perturbed, type_of_perturbation: typeOf(is_perturbed, perturbation),
      problem_id: step.problemId, node_id: step.nodeId,
      autoformaliser_model: formaliser, autoformaliser_output: code ?? "", prover_output: proof ?? "", proof_result: RESULTS[outcome],
      ...rest,
      ...(is_perturbed && diagnosis && { diagnosis }),
    };
  });
}
