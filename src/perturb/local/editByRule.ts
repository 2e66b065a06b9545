/** All five local edits of problems with the embedded marker: no model, the same rows everywhere. */
import { EDIT_CONFIGS, type LocalEdit } from "../../data/configs";
import type { Problem } from "../../data/problems";
import { deleteStep } from "./deletion";
import { placesByRule, RULE_MARKER } from "./markByRule";
import { regionText, type Substitution } from "./marks";
import type { Region } from "./seeds";
import { splitSteps } from "./steps";
import { substituteAt, type EditOutcome } from "./substitute";
import { verifyEdits, type VerificationReport } from "./verify";

/** The kinds of local edit, in the paper's order. */
export const LOCAL_EDITS = Object.keys(EDIT_CONFIGS) as LocalEdit[];

/**
 * One local edit of a problem with the rule-based marker.
 * @returns the edited row in the released layout, or why there is none
 * @example editByRule(problem, "number_proof")
 */
export function editByRule(problem: Problem, edit: LocalEdit): EditOutcome<object> {
  if (edit === "step_deletion") return deleteStep(problem, splitSteps(problem.informal_proof), RULE_MARKER);
  const [kind, region] = edit.split("_") as [Substitution, Region];
  const placed = placesByRule(regionText(problem, region), kind);
  return substituteAt(problem, { kind, region, marked: placed.length, placed, marker: RULE_MARKER });
}

/** The edits of many problems. */
export interface LocalEdits {
  readonly rows: Readonly<Record<LocalEdit, readonly Problem[]>>;
  /** Problems that a kind of edit found no place in, with the reason. */
  readonly without: readonly { readonly name: string; readonly edit: LocalEdit; readonly reason: string }[];
  /** Absent if nothing was edited. */
  readonly verification?: VerificationReport;
}

/**
 * Every local edit of every problem by rule, each verified character by character.
 * @example editAllByRule(problems).verification // { verified: 102, edits: 102, … }
 */
export function editAllByRule(problems: readonly Problem[]): LocalEdits {
  const rows = Object.fromEntries(LOCAL_EDITS.map((edit) => [edit, [] as Problem[]])) as Record<LocalEdit, Problem[]>;
  const without: LocalEdits["without"][number][] = [];
  for (const problem of problems) {
    for (const edit of LOCAL_EDITS) {
      const outcome = editByRule(problem, edit);
      if (outcome.ok) rows[edit].push(outcome.row);
      else without.push({ name: problem.name, edit, reason: outcome.reason });
    }
  }
  const all = LOCAL_EDITS.flatMap((edit) => rows[edit]);
  return { rows, without, ...(all.length > 0 && { verification: verifyEdits(all) }) };
}
