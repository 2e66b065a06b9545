import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { loadProblems } from "../../src/data/problems";
import { editByRule } from "../../src/perturb/local/editByRule";
import { perturbByRule } from "../../src/perturb/rules";
import { sharedFile } from "../support/shared";

interface Measured {
  readonly sets: ({ readonly dataset: string; readonly steps: number } & Record<string, number>)[];
}

const { sets } = JSON.parse(readFileSync(inProject("data", "measured", "rule-perturbation.json"), "utf8")) as Measured;

test("the counts of each dataset add up to its steps, 8,135 in all", () => {
  for (const { dataset: _, steps, ...rules } of sets) expect(Object.values(rules).reduce((sum, count) => sum + count)).toBe(steps);
  expect(sets.reduce((sum, { steps }) => sum + steps, 0)).toBe(8135);
});

test.skipIf(sharedFile("data", "processbench", "gsm8k.json") === undefined)("data/measured/rule-perturbation.json is what is measured", () => {
  for (const { dataset, steps, ...rules } of sets) {
    const rows = JSON.parse(readFileSync(sharedFile("data", "processbench", `${dataset}.json`)!, "utf8")) as { label: number; steps: string[] }[];
    const found = rows.filter(({ label }) => label === -1).flatMap((row) => row.steps.map((step) => perturbByRule(step, { seed: 42 }).edits.map(({ rule }) => rule)));
    const count = (which: (edits: string[]) => boolean) => found.filter(which).length;
    expect({ steps: found.length, both: count((edits) => edits.length === 2), ...Object.fromEntries(Object.keys(rules).filter((rule) => rule !== "both").map((rule) => [rule, count((edits) => edits.length === 1 && edits[0] === rule)])) }).toEqual({ steps, ...rules });
  }
});

const sources = ["minif2f/robustpa.jsonl", "math500/test.jsonl"].map((name) => sharedFile("data", name));

test.skipIf(sources.includes(undefined))("the number and symbol edits of all 744 problems are those that a Python program makes from the same definitions", async () => {
  const problems = (await Promise.all(sources.map((path) => loadProblems(path!)))).flatMap((each) => each.problems);
  const results = problems.flatMap((problem) =>
    (["number", "symbol"] as const).flatMap((kind) =>
      (["statement", "proof"] as const).map((region) => {
        const outcome = editByRule(problem, `${kind}_${region}`);
        if (!outcome.ok) return [problem.name, kind, region, outcome.reason.endsWith("has no other value") ? "no other value" : outcome.reason];
        const { row } = outcome;
        const field = (name: string) => row[`${kind}_edit_${name}`];
        const noun = kind === "number" ? "value" : "symbol";
        return [problem.name, kind, region, field(`old_${noun}`), field(`new_${noun}`), field("char_offset_start"), region === "statement" ? row.informal_statement : row.informal_proof];
      }),
    ),
  );
  expect(results).toHaveLength(2976);
  // Printed by CPython 3.11 for test/bench/edit_loop.py on these problems, with 2,456 edits made.
  expect(results.filter((each) => each.length > 4)).toHaveLength(2456);
  expect(createHash("sha256").update(JSON.stringify(results)).digest("hex")).toBe("028837e957ec5decdca04703a6dea6088d3abd917436bcb04abc7f8c96c2556d");
});
