/** FaithformBench's released layouts C and D: one formalised statement a row, with what became of it. */
import { DataError } from "../core/errors";
import type { Outcome } from "../core/types";
import { brief, datasetOf, Fields } from "./fields";

/** The released words for the four outcomes. */
const RESULTS: Readonly<Record<string, Outcome>> = { "AF-Fail": "af_fail", Inconclusive: "inconclusive", Proved: "proved", Refuted: "refuted" };

/** The released words for how a step was made. */
export const STEP_KINDS = ["unperturbed", "brokenmath-style_llm", "regex_perturbed"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** What the rates need of a row of benchmark C or D. */
export interface FormalisationRow {
  readonly model: string;
  /** From the problem's id: "gsm8k-12" is of gsm8k. */
  readonly dataset: string;
  readonly problemId: string;
  readonly nodeId: string;
  readonly kind: StepKind;
  readonly outcome: Outcome;
}

/** A row, or the reason why a line is none. */
export type FormalisationLine = { readonly file: string; readonly line: number } & ({ readonly ok: true; readonly row: FormalisationRow } | { readonly ok: false; readonly reason: string });

/** The outcome that a released word stands for. */
export function outcomeOf(result: string): Outcome | undefined {
  return Object.hasOwn(RESULTS, result) ? RESULTS[result] : undefined;
}

/** A row of benchmark C or D. @throws DataError that says which field is wrong */
export function formalisationRow(value: unknown): FormalisationRow {
  const fields = new Fields(value);
  const kind = fields.text("type_of_perturbation");
  if (!STEP_KINDS.includes(kind as StepKind)) throw new DataError(`"type_of_perturbation" is one of ${STEP_KINDS.join(", ")}, got ${brief(kind)}`);
  const result = fields.text("proof_result");
  const outcome = outcomeOf(result);
  if (!outcome) throw new DataError(`"proof_result" is one of ${Object.keys(RESULTS).join(", ")}, got ${brief(result)}`);
  const problemId = fields.text("problem_id");
  return { model: fields.text("autoformaliser_model"), dataset: datasetOf(problemId), problemId, nodeId: fields.text("node_id"), kind: kind as StepKind, outcome };
}
