import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { saveBenchmark, type Problem } from "../../../src/data/problems";
import type { ValueEdit } from "../../../src/judges/edits";
import { editOf, instancesOf } from "../../../src/stages/robustness/instances";
import { loadInstances } from "../../../src/stages/robustness/load";
import { sampleProblems, withNumberEdit } from "../../support/robustness";

const folder = mkdtempSync(join(tmpdir(), "instances-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const row = (kind: "number" | "symbol", before: string, after: string, old: string, now: string): Problem => ({
  name: "p", informal_statement: `/-- ${after}-/`, informal_proof: "One two three.", original_informal_statement: `/-- ${before}-/`, original_informal_proof: "One two three four.",
  ...(kind === "number" ? { number_edit_old_value: old, number_edit_new_value: now } : { symbol_edit_old_symbol: old, symbol_edit_new_symbol: now }),
});
const place = (problem: Problem, condition: "number_statement" | "symbol_statement") => {
  const { text, start, end } = editOf(problem, condition) as ValueEdit;
  return `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`;
};

describe("the edited place, from the two texts", () => {
  test.each([
    ["So $x = 12$ and $y = 12$.", "So $x = 12$ and $y = 13$.", "12", "13", "So $x = 12$ and $y = ⟦13⟧$."],
    ["It is $112$.", "It is $111$.", "112", "111", "It is $⟦111⟧$."],
    ["It is $9$.", "It is $10$.", "9", "10", "It is $⟦10⟧$."],
    ["It is $22$.", "It is $2$.", "22", "2", "It is $⟦2⟧$."],
    ["Half: $\\frac{13}{2}$.", "Half: $\\frac{15}{2}$.", "13/2", "15/2", "Half: $⟦\\frac{15}{2}⟧$."],
  ])("%s, %s", (before, after, old, now, marked) => expect(place(row("number", before, after, old, now), "number_statement")).toBe(marked));

  test.each([
    ["If $a \\le b$", "If $a \\ge b$", "\\le", "\\ge", "If $a ⟦\\ge⟧ b$"],
    ["$a < b < c$", "$a < b > c$", "<", ">", "$a < b ⟦>⟧ c$"],
  ])("%s, %s", (before, after, old, now, marked) => expect(place(row("symbol", before, after, old, now), "symbol_statement")).toBe(marked));

  test("rows without their metadata are told, and cost no other row", () => {
    const good = row("number", "It is $9$.", "It is $10$.", "9", "10");
    const { number_edit_new_value: _, ...bad }: Record<string, unknown> = { ...good, name: "q" };
    const { instances, problems } = instancesOf([good, bad as unknown as Problem, { ...good, name: "r", original_informal_statement: good.informal_statement }], { dataset: "d", condition: "number_statement" });
    expect(instances).toMatchObject([{ problem: "p", proofWords: 4, statement: "It is $10$." }]);
    expect(problems).toEqual([expect.stringContaining('d, number_statement, q: an edited row has a text "number_edit_new_value"'), "d, number_statement, r: the edited text is the original one"]);
  });
});

describe("where inputs come from", () => {
  test("the kit's own problems: three styles and four kinds of edit, all by rule", async () => {
    const { instances, problems } = await loadInstances({});
    expect(problems).toEqual([]);
    expect([...new Set(instances.map(({ condition }) => condition))].sort()).toEqual(["Orig", "R-FF", "R-Step", "number_proof", "number_statement", "symbol_proof", "symbol_statement"]);
    expect(instances.filter(({ condition }) => condition === "Orig")).toHaveLength(sampleProblems.length);
    expect((await loadInstances({}, 3)).instances.filter(({ condition }) => condition === "Orig")).toHaveLength(3);
  });

  test("a benchmark in the released layout, as far as it is there", async () => {
    saveBenchmark(folder, "global_original", "miniF2F", sampleProblems);
    saveBenchmark(folder, "local_number_edit_proof", "miniF2F", sampleProblems.flatMap((problem) => withNumberEdit(problem, "proof") ?? []));
    const { instances, problems } = await loadInstances({ folder });
    expect(problems).toEqual([]);
    expect(new Set(instances.map(({ dataset, condition }) => `${dataset} ${condition}`))).toEqual(new Set(["miniF2F Orig", "miniF2F number_proof"]));
    // The length is that of the original proof, in every condition.
    for (const { problem, proofWords } of instances) expect(proofWords).toBe(sampleProblems.find(({ name }) => name === problem)!.informal_proof.split(/\s+/).filter(Boolean).length);
  });

  test("a folder without any config is refused; a file is read as problems", async () => {
    const empty = mkdtempSync(join(tmpdir(), "empty-"));
    await expect(loadInstances({ folder: empty })).rejects.toThrow("holds none of the benchmark's configs");
    rmSync(empty, { recursive: true });
    writeFileSync(join(folder, "mine.jsonl"), `${JSON.stringify(sampleProblems[0])}\nno json\n`);
    const { instances, problems } = await loadInstances({ files: [join(folder, "mine.jsonl")] });
    expect(instances[0]).toMatchObject({ dataset: "mine", problem: sampleProblems[0]!.name });
    expect(problems).toHaveLength(1);
  });
});
