/** From rows of the released benchmark's layout to the inputs of a run. */
import { InputError } from "../../core/errors";
import { unwrapped, type Problem } from "../../data/problems";
import type { LocalEdit, ValueEdit } from "../../judges/edits";
import { EDIT_NAMES, type Condition, type EditName } from "../../robustness/records";
import type { Instance } from "./types";

/** Inputs, and the rows that could not be used, with the reason. */
export interface Instances {
  readonly instances: readonly Instance[];
  readonly problems: readonly string[];
}

/**
 * The inputs of one condition.
 * @param rows of that condition's config, in the released layout
 * @param originals the rows of global_original, for the length of the original proofs; without them a row's own, or the original proof that an edited row carries
 * @example instancesOf(rows, { dataset: "miniF2F", condition: "Orig" }).instances.length // 244
 */
export function instancesOf(rows: readonly Problem[], { dataset, condition, originals = [] }: { dataset: string; condition: Condition; originals?: readonly Problem[] }): Instances {
  const proofs = new Map(originals.map(({ name, informal_proof }) => [name, informal_proof]));
  const instances: Instance[] = [];
  const problems: string[] = [];
  for (const row of rows) {
    try {
      const original = proofs.get(row.name) ?? textIn(row, "original_informal_proof") ?? row.informal_proof;
      const edit = isEdit(condition) ? editOf(row, condition) : undefined;
      instances.push({
        dataset, problem: row.name, condition,
        statement: unwrapped(row.informal_statement), proof: row.informal_proof,
        proofWords: original.split(/\s+/).filter(Boolean).length,
        ...(edit && { edit }),
      });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(`${dataset}, ${condition}, ${row.name}: ${error.message}`);
    }
  }
  return { instances, problems };
}

/** The region that an edit stands in. */
export function regionOf(condition: EditName): "statement" | "proof" {
  return condition.endsWith("_statement") ? "statement" : "proof";
}

export function isEdit(condition: Condition): condition is EditName {
  return (EDIT_NAMES as readonly string[]).includes(condition);
}

/** The edit of a row, from its released metadata. @throws InputError if they are missing or do not fit the texts */
export function editOf(row: Problem, condition: EditName): LocalEdit {
  if (condition === "step_deletion") {
    return { kind: "step_deletion", text: row.informal_proof, reasoning: needed(row, "step_edit_target_reasoning_text"), outcome: needed(row, "step_edit_target_outcome_text") };
  }
  const region = regionOf(condition);
  const kind = condition.startsWith("number") ? "number" : "symbol";
  const [oldValue, newValue] = kind === "number" ? [needed(row, "number_edit_old_value"), needed(row, "number_edit_new_value")] : [needed(row, "symbol_edit_old_symbol"), needed(row, "symbol_edit_new_symbol")];
  const read = (text: string) => (region === "statement" ? unwrapped(text) : text);
  const text = read(region === "statement" ? row.informal_statement : row.informal_proof);
  const original = read(needed(row, `original_informal_${region}`));
  return { kind, text, ...spanOf(original, text, oldValue, newValue), oldValue, newValue };
}

/**
 * Where the new value stands in the edited text: the one place at which putting the old value back gives the original. Where the values are written in
 * another form there (a fraction in LaTeX), the stretch that differs, widened to the whole number or fraction.
 */
function spanOf(original: string, edited: string, oldValue: string, newValue: string): Pick<ValueEdit, "start" | "end"> {
  if (original === edited) throw new InputError("the edited text is the original one");
  let prefix = 0;
  while (prefix < Math.min(original.length, edited.length) && original[prefix] === edited[prefix]) prefix += 1;
  for (let start = Math.max(0, prefix - newValue.length - oldValue.length); start <= prefix; start++) {
    if (edited.startsWith(newValue, start) && original === edited.slice(0, start) + oldValue + edited.slice(start + newValue.length)) return { start, end: start + newValue.length };
  }
  let suffix = 0;
  while (suffix < Math.min(original.length, edited.length) - prefix && original.at(-1 - suffix) === edited.at(-1 - suffix)) suffix += 1;
  let [start, end] = [prefix, edited.length - suffix];
  while (start > 0 && /[\d.]/.test(edited[start - 1]!)) start -= 1;
  while (end < edited.length && /[\d.]/.test(edited[end]!)) end += 1;
  const fraction = [...edited.matchAll(/\\[dt]?frac\s*(?:\{[^{}]*\}|\d)\s*(?:\{[^{}]*\}|\d)/g)].find((match) => match.index <= start && match.index + match[0].length >= end);
  return fraction ? { start: fraction.index, end: fraction.index + fraction[0].length } : { start, end: Math.max(end, start + 1) };
}

function textIn(row: Problem, field: string): string | undefined {
  const value = row[field];
  return typeof value === "string" ? value : undefined;
}

function needed(row: Problem, field: string): string {
  const value = textIn(row, field);
  if (value === undefined) throw new InputError(`an edited row has a text "${field}", got ${JSON.stringify(row[field])}`);
  return value;
}
