import { describe, expect, test } from "vitest";
import { renderSvg } from "../../src/charts/render";
import { compareWithPublished } from "../../src/papers/robustnessComparison";
import { robustnessFigure2, robustnessFigure3, robustnessFigure4 } from "../../src/papers/robustnessFigures";
import { robustnessTable, TABLE_NUMBERS } from "../../src/papers/robustnessTables";
import { editReport } from "../../src/robustness/edits";
import { outputsOf } from "../../src/robustness/measures";
import type { OutputRecord, Study } from "../../src/robustness/records";
import { simulateStudy } from "../../src/robustness/simulate";

const study = simulateStudy({ seed: 5, problems: { miniF2F: 20, "MATH-500": 15 }, samples: 2 });
const FEW = { resamples: 100 };

describe("every table from run records by one call", () => {
  test.each(TABLE_NUMBERS)("Table %d says that it is simulated, and has the same columns in each row", (number) => {
    const { title, note, rows } = robustnessTable(number, study, FEW);
    expect(title).toMatch(/^Simulated: /);
    expect(note).toContain("says nothing about any system");
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map((row) => Object.keys(row).join("|"))).size).toBe(1);
    expect(rows.flatMap((row) => Object.values(row)).some((cell) => /NaN|undefined %|Infinity/.test(cell))).toBe(false);
  });
  test("there are twelve", () => {
    expect(TABLE_NUMBERS).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(() => robustnessTable(13, study)).toThrow("1 to 12");
  });
  test("the same records and seed, the same table", () => expect(robustnessTable(3, study, FEW)).toEqual(robustnessTable(3, study, FEW)));

  test("Table 9 counts what the records hold, and Table 1 says the same", () => {
    const outputs = outputsOf(study, { dataset: "miniF2F", system: "Simulated G", condition: "number_proof" });
    const { counts, fr } = editReport(outputs);
    const row = robustnessTable(9, study).rows.find(({ dataset, system, edit }) => dataset === "miniF2F" && system === "Simulated G" && edit === "number, proof")!;
    expect([row["faithful"], row["reverted"], row["unclear"]]).toEqual([counts.faithful, counts.reverted, counts.unclear].map(String));
    expect(counts.faithful + counts.reverted + counts.unclear).toBe(outputs.length);
    const first = robustnessTable(1, study).rows.find(({ dataset, system }) => dataset === "miniF2F" && system === "Simulated G")!;
    expect(first["FR number, proof"]).toBe(row["FR"]);
    expect(first["FR number, proof"]).toContain(`${fr!.k} of ${fr!.n}`);
  });

  test("Table 2 adds up", () => {
    const rows = robustnessTable(2, study).rows;
    const sum = (column: string) => rows.slice(0, -1).reduce((total, row) => total + Number(row[column]), 0);
    expect(Number(rows.at(-1)!["all"])).toBe(sum("miniF2F") + sum("MATH-500"));
  });

  test("real records name judge and checker; a table that they hold nothing for says so", () => {
    const real: Study = { about: { simulated: false, judge: "J", checker: "Lean 4.15.0", note: "" }, outputs: study.outputs.filter(({ label, sample }) => label === undefined && sample === 1) };
    expect(robustnessTable(3, real, FEW)).toMatchObject({ title: "FullyCorrect by style, range and flip rate", note: expect.stringContaining("Judge: J; checker: Lean 4.15.0") });
    expect(() => robustnessTable(9, real)).toThrow("nothing for Table 9");
    expect(() => robustnessTable(11, real)).toThrow("nothing for Table 11");
  });

  test("an unjudged output stands beside the rate, not in it", () => {
    const outputs = study.outputs.map((output, i) => (i === 0 ? { ...output, stmtSC: null } : output));
    expect(robustnessTable(4, { ...study, outputs }).rows.find(({ measure }) => measure === "StmtSC")!["Orig"]).toMatch(/of 19, 1 unjudged$/);
  });
});

describe("Figures 2, 3 and 4", () => {
  test.each([["2", robustnessFigure2], ["3", robustnessFigure3], ["4", robustnessFigure4]] as const)("Figure %s is drawn, says that it is simulated, and is the same twice", async (_, figure) => {
    const svg = await renderSvg(figure(study));
    expect(svg).toContain("Simulated: ");
    expect(svg).toContain("SIMULATED: ");
    for (const name of ["miniF2F", "MATH-500", "Simulated A", "Simulated G"]) expect(svg).toContain(name);
    expect(await renderSvg(figure(study))).toBe(svg);
  });
  test("nothing from nothing", () => {
    for (const figure of [robustnessFigure2, robustnessFigure3, robustnessFigure4]) expect(() => figure({ ...study, outputs: [] })).toThrow("requires at least one");
  });
});

describe("beside the published values", () => {
  test("simulated records are not compared", () => expect(compareWithPublished(study)).toEqual([]));

  /** Records that give B17 exactly: FR 4.1 % of number edits and 8.3 % of symbol edits of miniF2F proofs. */
  test("records that are the paper's agree; others do not; missing ones are told", () => {
    const edits = (condition: OutputRecord["condition"], faithful: number, n: number) => Array.from({ length: n }, (_, i): OutputRecord => ({ dataset: "miniF2F", problem: `p${i}`, proofWords: 1, system: "Gemini-3.1-Pro", condition, sample: 1, tc: true, stmtSC: true, proofSC: true, label: i < faithful ? "faithful" : "reverted" }));
    const real = (outputs: OutputRecord[]): Study => ({ about: { simulated: false, judge: "J", checker: "C", note: "" }, outputs });
    const of = (outputs: OutputRecord[], id: string) => compareWithPublished(real(outputs)).find((each) => each.id === id)!;
    const right = [...edits("number_proof", 9, 220), ...edits("symbol_proof", 15, 181)]; // 9 / 220 = 4.09 %, 15 / 181 = 8.29 %
    expect(of(right, "B17")).toMatchObject({ agrees: true, found: "4.1 % (9 of 220), 8.3 % (15 of 181)" });
    expect(of(right, "B14")).toMatchObject({ agrees: true });
    expect(of([...edits("number_proof", 20, 220), ...edits("symbol_proof", 15, 181)], "B17").agrees).toBe(false);
    expect(of(right, "B18")).toMatchObject({ agrees: undefined, found: "the study has no such outputs" });
    // Of 1,902 FullyCorrect outputs 12 have a gap (B30); 64 of 1,344 quotations are not found (B28).
    const correct = Array.from({ length: 1902 }, (_, i): OutputRecord => ({ ...right[0]!, problem: `c${i}`, condition: "Orig", placeholder: i < 12 })).map(({ label: _, ...rest }) => rest);
    const quoted = Array.from({ length: 1344 }, (_, i): OutputRecord => ({ ...right[0]!, problem: `q${i}`, condition: "step_deletion", tc: false, evidenceFound: i >= 64 }));
    expect(of(correct, "B30")).toMatchObject({ agrees: true, found: "0.6 % (12 of 1902)" });
    expect(of(quoted, "B28")).toMatchObject({ agrees: true, found: "95.2 % (1280 of 1344)" });
    expect(of(right, "B31").agrees).toBeUndefined();
  });
});
