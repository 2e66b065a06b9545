/** Inputs for tests of Method B: some of the kit's own problems in two styles and with a number edit, made by hand here so that the tests know the answers. */
import { readFileSync } from "node:fs";
import { inProject } from "../../src/core/files";
import { problemOf, unwrapped, wrapped, type Problem } from "../../src/data/problems";
import { instancesOf } from "../../src/stages/robustness/instances";
import type { Instance } from "../../src/stages/robustness/types";

export const sampleProblems: readonly Problem[] = readFileSync(inProject("data", "sample", "robustness-problems.jsonl"), "utf8").split("\n").filter(Boolean).map((line) => problemOf(JSON.parse(line)));

/** The last whole number of a text that stands alone in a formula, moved up by one, with the released metadata. */
export function withNumberEdit(problem: Problem, region: "statement" | "proof"): Problem | undefined {
  const field = `informal_${region}` as const;
  const text = region === "statement" ? unwrapped(problem.informal_statement) : problem.informal_proof;
  const place = [...text.matchAll(/(?<![\w.\\^{])\d+(?![\w.}])/g)].at(-1);
  if (!place) return undefined;
  const changed = String(Number(place[0]) + 1);
  const edited = text.slice(0, place.index) + changed + text.slice(place.index + place[0].length);
  return {
    ...problem,
    [field]: region === "statement" ? wrapped(edited) : edited,
    number_edit_source: region, number_edit_old_value: place[0], number_edit_new_value: changed,
    original_informal_statement: problem.informal_statement, original_informal_proof: problem.informal_proof,
  };
}

/** Orig and one paraphrase (a preamble, nothing else), number edits of statement and proof, of the first `count` problems. */
export function sampleInstances(count: number): Instance[] {
  const rows = sampleProblems.slice(0, count);
  const edited = (region: "statement" | "proof") => rows.flatMap((row) => withNumberEdit(row, region) ?? []);
  const of = (problems: readonly Problem[], condition: Instance["condition"]) => instancesOf(problems, { dataset: "miniF2F", condition, originals: rows }).instances;
  return [
    ...of(rows, "Orig"),
    ...of(rows.map((row) => ({ ...row, informal_proof: `We argue as follows. ${row.informal_proof}` })), "G-FF"),
    ...of(edited("statement"), "number_statement"),
    ...of(edited("proof"), "number_proof"),
  ];
}
