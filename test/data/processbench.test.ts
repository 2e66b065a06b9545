import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { chainCounts, chainOf, errorFree, readProcessBench } from "../../src/data/processbench";
import { temporaryFile } from "../support/files";
import { sharedFile } from "../support/shared";

const row = (id: string, fields = {}) => ({ id, generator: "hand", problem: "What is 2 + 3?", steps: ["2 + 3 = 5"], final_answer_correct: true, label: -1, ...fields });
const DATASETS = ["gsm8k", "math", "olympiadbench", "omnimath"];
const present = sharedFile("data", "processbench", "gsm8k.json");

describe("readProcessBench", () => {
  // Numbers of chains: A, section 4, Table 1. Steps: counted in the released files with another program.
  test.skipIf(!present)("the released files: 3,400 chains, 1,179 without an error, 8,135 steps in these", async () => {
    const all = (await Promise.all(DATASETS.map((name) => readProcessBench(sharedFile("data", "processbench", `${name}.json`)!))));
    expect(all.flatMap(({ bad }) => bad)).toEqual([]);
    expect(all.map(({ chains }) => chains.length)).toEqual([400, 1000, 1000, 1000]);
    expect([...chainCounts(errorFree(all.flatMap(({ chains }) => chains)))]).toEqual([
      ["gsm8k", { chains: 193, steps: 976 }],
      ["math", { chains: 406, steps: 2437 }],
      ["olympiadbench", { chains: 339, steps: 2943 }],
      ["omnimath", { chains: 241, steps: 1779 }],
    ]);
  });

  test("a bad row is named with file, line and reason, and the good ones stay, in an array and in lines", async () => {
    const rows = [row("a-0"), row("a-1", { label: 1 }), { ...row("a-2"), steps: "2 + 3 = 5" }, row("a-0"), 7, row("a-3", { final_answer_correct: 1 }), row("a-4", { steps: ["x", " "] }), row("a-5")];
    const reasons = [
      '"label" is a whole number from -1 to 0, got 1',
      '"steps" is a list of texts, got "2 + 3 = 5"',
      '"id" a-0 is that of row 1 as well',
      "not a JSON object",
      '"final_answer_correct" is true or false, got 1',
      '"steps" has a blank text at index 1',
    ];
    for (const [name, text] of [["rows.json", `\uFEFF[\n${rows.map((each) => JSON.stringify(each)).join(",\n")}\n]`], ["rows.jsonl", rows.map((each) => JSON.stringify(each)).join("\r\n")]] as const) {
      const { chains, bad } = await readProcessBench(temporaryFile(name, text));
      expect(chains.map(({ id }) => id)).toEqual(["a-0", "a-5"]);
      expect(bad.map(({ reason }) => reason)).toEqual(reasons);
      expect(bad.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7].map((line) => (name === "rows.json" ? line + 1 : line)));
      expect(bad.map(({ row: at }) => at)).toEqual([2, 3, 4, 5, 6, 7]);
      expect(bad[0]!.file).toContain(name);
    }
  });

  test("an array with one broken row, or cut off, gives the others", async () => {
    const good = JSON.stringify(row("a-0", { problem: 'a "b", [c] {d} \\' }));
    const broken = await readProcessBench(temporaryFile("rows.json", `[${good}, {"id": "a-1", "steps": [}, ${JSON.stringify(row("a-2"))}]`));
    expect(broken.chains.map(({ id }) => id)).toContain("a-0");
    const cut = await readProcessBench(temporaryFile("rows.json", `[${good},\n${good.slice(0, 40)}`));
    expect(cut.chains.map(({ id }) => id)).toEqual(["a-0"]);
    expect(cut.bad).toMatchObject([{ row: 2, line: 2 }]);
    expect(cut.bad[0]!.reason).toMatch(/^not JSON: /);
  });

  test("an empty array and an empty file have no rows; no file is an error that names it", async () => {
    for (const text of ["[]", " [ \n ] ", "", "\n"]) expect(await readProcessBench(temporaryFile("rows.json", text))).toEqual({ chains: [], bad: [] });
    await expect(readProcessBench("nowhere.json")).rejects.toThrow("nowhere.json: cannot be read (ENOENT)");
  });

  test("any texts survive, however they are indented", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "binary" }).filter((text) => text.trim() !== ""), { minLength: 1, maxLength: 5 }), fc.constantFrom(0, 1, 4), async (steps, indent) => {
        const path = temporaryFile("rows.json", JSON.stringify([row("a-0", { steps }), row("a-1")], null, indent));
        const { chains, bad } = await readProcessBench(path);
        expect(bad).toEqual([]);
        expect(chains[0]!.steps).toEqual(JSON.parse(JSON.stringify(steps)));
      }),
      { numRuns: 30 },
    );
  });
});

test("chainOf names a missing field", () => {
  expect(() => chainOf({ ...row("a-0"), generator: undefined, label: 0 })).toThrow('no field "generator"');
});
