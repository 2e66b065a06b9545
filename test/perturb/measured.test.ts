import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../src/core/files";
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
