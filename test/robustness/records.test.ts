import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { readStudy, writeStudy, type OutputRecord } from "../../src/robustness/records";
import { agreementOf, correctedScore } from "../../src/robustness/agreement";
import { answerChecks, editReport } from "../../src/robustness/edits";
import { fullyCorrect, rateOf, selected } from "../../src/robustness/measures";
import { simulateStudy } from "../../src/robustness/simulate";
import { byLength, gridOf, samplingReport, styleReport } from "../../src/robustness/styles";
import { styleTests, systemTests } from "../../src/robustness/tests";

const folder = mkdtempSync(join(tmpdir(), "records-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const about = { simulated: true, judge: "j", checker: "c", note: "n" };
const output = (more: Partial<OutputRecord>): OutputRecord => ({ dataset: "miniF2F", problem: "p", proofWords: 10, system: "s", condition: "Orig", sample: 1, tc: true, stmtSC: true, proofSC: true, ...more });

describe("a study on disk", () => {
  test("comes back as it was", async () => {
    const study = simulateStudy({ seed: 3, problems: { miniF2F: 4 }, samples: 2 });
    writeStudy(join(folder, "study.jsonl"), study);
    const { problems, ...read } = await readStudy(join(folder, "study.jsonl"));
    expect(read).toEqual(study);
    expect(problems).toEqual([]);
  });

  test("a bad row is told, and costs no good one", async () => {
    const path = join(folder, "bad.jsonl");
    const rows = [{ about }, output({}), { ...output({}), condition: "Q" }, { ...output({}), tc: "yes" }, { ...output({}), label: "faithful" }, { ...output({ condition: "number_proof" }) }, [1], { ...output({}), sample: 0 }, { ...output({}), others: { x: { stmtSC: 1 } } }, output({ problem: "q" })];
    writeFileSync(path, `${rows.map((row) => JSON.stringify(row)).join("\n")}\n{"torn": \n`);
    const { outputs, problems } = await readStudy(path);
    expect(outputs.map(({ problem }) => problem)).toEqual(["p", "q"]);
    expect(problems.map((problem) => problem.replace(/^.*?:(\d+): /, "$1 "))).toEqual([
      expect.stringContaining('3 "condition" is one of'), expect.stringContaining('4 "tc" is true or false'), expect.stringContaining('5 "label" belongs to edited inputs only'), expect.stringContaining('6 "label" is one of'),
      "7 not a JSON object", expect.stringContaining('8 "sample"'), expect.stringContaining('9 "others.x"'), expect.stringContaining("11 not JSON"),
    ]);
  });

  test("what it is stands in its first line", async () => {
    writeFileSync(join(folder, "headless.jsonl"), `${JSON.stringify(output({}))}\n`);
    await expect(readStudy(join(folder, "headless.jsonl"))).rejects.toThrow("the first line of a study says what it is");
    writeFileSync(join(folder, "empty.jsonl"), "");
    await expect(readStudy(join(folder, "empty.jsonl"))).rejects.toThrow("is empty");
    expect(() => writeStudy(join(folder, "x.jsonl"), { about, outputs: [output({ sample: 0 })] })).toThrow('output 1: "sample"');
  });

  test("the sample is what the simulator draws with its seed, and says that it is simulated", async () => {
    const path = inProject("data", "sample", "robustness-simulated.jsonl");
    const { problems, ...study } = await readStudy(path);
    expect(problems).toEqual([]);
    expect(study).toEqual(simulateStudy({ seed: 42, problems: { miniF2F: 14, "MATH-500": 14 }, samples: 2 }));
    expect(study.about.simulated).toBe(true);
    expect(study.outputs.every(({ system, problem }) => system.startsWith("Simulated ") && problem.startsWith("simulated_"))).toBe(true);
    expect(readFileSync(path).length).toBeLessThan(600_000);
  });
});

describe("measures", () => {
  test("one no is enough for a no; a missing verdict is none", () => {
    expect([fullyCorrect({ tc: true, stmtSC: true, proofSC: true }), fullyCorrect({ tc: false, stmtSC: null, proofSC: null }), fullyCorrect({ tc: true, stmtSC: null, proofSC: false }), fullyCorrect({ tc: true, stmtSC: null, proofSC: true })]).toEqual([true, false, false, null]);
    expect(rateOf([output({}), output({ stmtSC: null }), output({ stmtSC: false })], "StmtSC")).toMatchObject({ rate: { k: 1, n: 2 }, unjudged: 1 });
    expect(rateOf([output({ stmtSC: null })], "StmtSC")).toEqual({ unjudged: 1 });
  });

  test("selection takes the first that type-checks, or else the first", () => {
    const samples = [output({ sample: 2, tc: true, stmtSC: false }), output({ sample: 1, tc: false }), output({ sample: 3 }), output({ problem: "q", sample: 1, tc: false }), output({ problem: "q", sample: 2, tc: false })];
    const picked = (k: number) => selected(samples, k).map(({ problem, sample }) => `${problem}${sample}`);
    expect([picked(1), picked(2), picked(8)]).toEqual([["p1", "q1"], ["p2", "q1"], ["p2", "q1"]]);
  });
});

describe("styles", () => {
  const grid = (rows: readonly (readonly boolean[])[]) => rows.flatMap((row, i) => row.map((tc, j) => output({ problem: `p${i}`, condition: (["Orig", "G-FF", "Q-FF", "G-Step", "Q-Step"] as const)[j]!, tc })));
  test("range, flip rate and changes by hand", () => {
    // Columns 2, 1, 1 of 2: range ½. Flips: 0 of 3 pairs and 2 of 3.
    const report = styleReport(grid([[true, true, true], [true, false, false]]));
    expect(report).toMatchObject({ problems: 2, leftOut: 0, rates: { Orig: { rate: { k: 2, n: 2 } }, "G-FF": { rate: { k: 1, n: 2 } } }, changes: { "G-FF": { estimate: -0.5, pairing: "paired" } } });
    expect(report.range!.estimate).toBe(0.5);
    expect(report.flip!.estimate).toBeCloseTo(1 / 3, 12);
  });
  test("a problem without a verdict in some style is left out of the grid and counted", () => {
    const outputs = grid([[true, true], [true, false]]);
    const { problems, leftOut } = gridOf([...outputs.slice(0, 3), { ...outputs[3]!, tc: true, stmtSC: null }]);
    expect([problems, leftOut]).toEqual([["p0"], 1]);
  });
  test("edited inputs are no style", () => expect(gridOf([...grid([[true, false]]), output({ condition: "number_proof", label: "faithful" })]).styles).toEqual(["Orig", "G-FF"]));
  test("without repeated samples there is no answer to the sampling question", () => expect(samplingReport(grid([[true, false]]))).toBeUndefined());
  test("100 words make a longer proof", () => expect(byLength([output({ proofWords: 99 }), output({ proofWords: 100 })])).toMatchObject({ shorter: [{ proofWords: 99 }], longer: [{ proofWords: 100 }] }));
  test("paired tests: nine problems worse, one better", () => {
    const outputs = grid([...Array.from({ length: 9 }, () => [true, false]), [false, true], [true, true]]);
    const { pairs, q } = styleTests(outputs);
    expect(pairs).toMatchObject([{ first: "Orig", second: "G-FF", problems: 11 }]);
    expect(pairs[0]!.p).toBeCloseTo(22 / 1024, 12);
    expect(q).toMatchObject({ df: 1, informative: 10 });
    const other = outputs.filter(({ condition }) => condition === "G-FF").map((each) => ({ ...each, system: "t", condition: "Orig" as const }));
    expect(systemTests([...outputs, ...other])).toMatchObject([{ first: "s", second: "t", problems: 11, p: pairs[0]!.p, adjusted: pairs[0]!.p }]);
  });
});

describe("edits", () => {
  const edited = (label: OutputRecord["label"], more: Partial<OutputRecord> = {}) => output({ condition: "number_proof", label: label!, ...more });
  test("rates and what they are of", () => {
    const { counts, fr, rr, ur, identifiable, frOfAll } = editReport([edited("faithful"), edited("reverted"), edited("reverted"), edited("unclear"), edited("unjudged"), output({})]);
    expect(counts).toEqual({ faithful: 1, reverted: 2, unclear: 1, unjudged: 1 });
    expect([fr, rr, ur, identifiable, frOfAll].map((rate) => [rate!.k, rate!.n])).toEqual([[1, 3], [2, 3], [1, 4], [3, 4], [1, 4]]);
  });
  test("no rate of nothing", () => {
    expect(editReport([edited("unclear")])).not.toHaveProperty("fr");
    expect(editReport([edited("unjudged")])).toEqual({ counts: { faithful: 0, reverted: 0, unclear: 0, unjudged: 1 } });
    expect(answerChecks([edited("faithful")])).toEqual({});
  });
  test("another rater's labels", () => expect(editReport([edited("faithful", { others: { rule: { label: "reverted" } } })], "rule").counts.reverted).toBe(1));
  test("checks of the answers", () => expect(answerChecks([edited("faithful", { consistent: true, evidenceFound: false }), edited("unclear", { consistent: false })])).toMatchObject({ consistent: { k: 1, n: 2 }, evidenceFound: { k: 0, n: 1 } }));
});

describe("two judges", () => {
  const pair = (mine: boolean | null, theirs: boolean | null) => output({ stmtSC: mine, others: { second: { stmtSC: theirs } } });
  test("agreement and κ of the paper's kind of table", () => {
    const report = agreementOf([...Array.from({ length: 20 }, () => pair(true, true)), ...Array.from({ length: 5 }, () => pair(true, false)), ...Array.from({ length: 10 }, () => pair(false, true)), ...Array.from({ length: 15 }, () => pair(false, false)), pair(null, true)], "stmtSC", "second")!;
    expect(report).toMatchObject({ n: 50, table: [[20, 5], [10, 15]], agreement: { k: 35 }, positive: { first: { k: 25 }, second: { k: 30 } } });
    expect(report.kappa!.kappa).toBeCloseTo(0.4, 12);
    expect(report.bootstrap!.lo).toBeLessThan(0.4);
  });
  test("κ is undefined where both always say yes; the agreement is told all the same", () => {
    const report = agreementOf([pair(true, true), pair(true, true)], "stmtSC", "second")!;
    expect(report.kappa).toBeUndefined();
    expect(report.agreement.rate).toBe(1);
  });
  test("nothing that both judged", () => expect(agreementOf([output({})], "stmtSC", "second")).toBeUndefined());

  test("a rate corrected by humans who saw some verdicts", () => {
    const checked = (verdict: boolean, human: boolean, n: number) => Array.from({ length: n }, () => output({ stmtSC: verdict, others: { human: { stmtSC: human } } }));
    const all = [...checked(true, true, 45), ...checked(true, false, 5), ...checked(false, false, 48), ...checked(false, true, 2), ...Array.from({ length: 100 }, () => output({ stmtSC: true }))];
    const corrected = correctedScore(all, "stmtSC")!;
    expect(corrected.asJudged).toBeCloseTo(150 / 200, 12);
    expect(corrected.estimate).toBeCloseTo(0.75 * 0.9 + 0.25 * 0.04, 12);
    expect(correctedScore([output({})], "stmtSC")).toBeUndefined();
  });
});
