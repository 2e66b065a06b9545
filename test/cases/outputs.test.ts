import { describe, expect, test } from "vitest";
import { comparisonDots } from "../../src/cases/compare";
import { compareOutputs, nameOutputRuns, outputFlips, sidesOf } from "../../src/cases/compareOutputs";
import { countOutputs, filterOfOutputSegment, outputRows, recordedOutputs, selectOutputs } from "../../src/cases/robustnessCases";
import { renderSvg } from "../../src/charts/render";
import { inProject } from "../../src/core/files";
import { frame } from "../../src/notebook/frame";
import { editReport } from "../../src/robustness/edits";
import { MEASURES, namesOf, outputsOf, rateOf, selected } from "../../src/robustness/measures";
import { EDIT_NAMES, PAPER_STYLES, readStudy, type OutputRecord } from "../../src/robustness/records";
import { simulateStudy, SIMULATED_SYSTEMS, type SimulationOptions } from "../../src/robustness/simulate";
import { trueEdits, trueRate } from "../../src/robustness/truth";
import { dressedRun, madeOutput, madeOutputsRun } from "../support/outputs";

const study = simulateStudy({ seed: 8, problems: { miniF2F: 25, "MATH-500": 15 }, samples: 2 });
const outputs = recordedOutputs(study);
const simulated = (options: Partial<SimulationOptions>, folder = "simulated") => {
  const made = simulateStudy({ seed: 1, problems: { miniF2F: 60 }, ...options });
  return { folder, about: made.about, outputs: recordedOutputs(made) };
};

describe("selecting outputs", () => {
  test("every segment's filter selects as many outputs as the tables count", () => {
    const { datasets, systems } = namesOf(study);
    for (const dataset of datasets) {
      for (const system of systems) {
        for (const condition of EDIT_NAMES) {
          const { counts } = editReport(outputsOf(study, { dataset, system, condition }));
          for (const [part, n] of Object.entries(counts)) expect(selectOutputs(outputs, filterOfOutputSegment({ figure: "edits", part: part as "faithful", condition, system, dataset }))).toHaveLength(n);
        }
        for (const condition of PAPER_STYLES) {
          for (const part of MEASURES) {
            const { rate } = rateOf(selected(outputsOf(study, { dataset, system, condition }), 1), part);
            expect(selectOutputs(outputs, filterOfOutputSegment({ figure: "rates", part, condition, system, dataset }))).toHaveLength(rate!.k);
          }
        }
      }
    }
    expect(() => filterOfOutputSegment({ figure: "edits", part: "faithful", condition: "Orig" })).toThrow(/stands at one of number_statement/);
    expect(() => filterOfOutputSegment({ figure: "rates", part: "reverted", condition: "Orig" })).toThrow(/is one of FullyCorrect/);
  });

  test("style, edit and region part the outputs; no verdict is neither yes nor no", () => {
    expect(selectOutputs(outputs, { edit: "number", region: "proof" })).toEqual(selectOutputs(outputs, { condition: "number_proof" }));
    expect(selectOutputs(outputs, { style: ["Orig", "G-FF"] })).toEqual(selectOutputs(outputs, { condition: ["Orig", "G-FF"] }));
    expect(countOutputs(outputs, "style").concat(countOutputs(outputs, "edit")).reduce((sum, { k }) => sum + k, 0)).toBe(outputs.length);
    const some = [madeOutput(1, { stmtSC: null }), madeOutput(2, { stmtSC: false }), madeOutput(3), madeOutput(4, { stmtSC: null, tc: false })];
    const problems = (filter: Parameters<typeof selectOutputs>[1]) => selectOutputs(some, filter).map(({ record }) => record.problem);
    expect(problems({ stmtSC: null })).toEqual(["made_1", "made_4"]);
    expect(problems({ fullyCorrect: null })).toEqual(["made_1"]);
    expect(problems({ fullyCorrect: false })).toEqual(["made_2", "made_4"]);
    expect(problems({ fullyCorrect: true })).toEqual(["made_3"]);
    expect(problems({ text: "MADE_3 : 3 + 3" })).toEqual(["made_3"]);
  });

  test("judges disagree where two of them said different things, in records and in details alike", () => {
    const dressed = dressedRun(study).outputs;
    const records = outputs.filter(({ record: { stmtSC, proofSC, label, others = {} } }) => Object.values(others).some((other) => (other.stmtSC ?? stmtSC) !== stmtSC || (other.proofSC ?? proofSC) !== proofSC || (other.label ?? label) !== label));
    expect(records.length).toBeGreaterThan(20);
    expect(selectOutputs(outputs, { disagreement: true })).toEqual(records);
    // In details a judge without a score says so with null, which differs from a yes: only judges of everything are alike in both.
    const whole = ({ others = {} }: OutputRecord) => Object.values(others).every(({ stmtSC, proofSC }) => stmtSC !== undefined && proofSC !== undefined);
    expect(selectOutputs(dressed.filter(({ record }) => whole(record)), { disagreement: true }).map(({ record }) => record)).toEqual(records.map(({ record }) => record).filter(whole));
  });

  test("rows make a frame whose groups count what filters count", async () => {
    const table = await frame(outputRows(outputs));
    expect(table.shape).toEqual([outputs.length, 19]);
    const reverted = table.query(table["label"].eq("reverted"));
    expect(reverted.shape[0]).toBe(selectOutputs(outputs, { label: "reverted" }).length);
    expect(outputRows([madeOutput(7)])[0]).toMatchObject({ edit: "number", region: "proof", style: "", tc: "yes", label: "reverted", judges: "", statement: "Show that 7 + 3 = 10." });
  });
});

describe("comparing outputs", () => {
  const { outputs: many } = simulated({ problems: { miniF2F: 200 }, systems: SIMULATED_SYSTEMS.slice(5) });

  test("what the simulator built in comes out: differences, their direction, and what stands up to many comparisons", () => {
    const [f, g] = SIMULATED_SYSTEMS.slice(5);
    const sides = sidesOf([{ folder: "s", about: study.about, outputs: many }]);
    expect(sides.map(({ name }) => name)).toEqual([f!.name, g!.name]);
    const found = compareOutputs(sides);
    // FullyCorrect in five styles, faithful in five kinds of edits.
    expect(found.map(({ event, condition }) => `${event} ${condition}`)).toEqual([...PAPER_STYLES.map((style) => `FullyCorrect ${style}`), ...EDIT_NAMES.map((edit) => `faithful ${edit}`)]);
    // Steps: F keeps 30 %, G 14 %; numbers of statements: F 60 %, G 79 %.
    const of = (condition: string) => found.find((each) => each.condition === condition)!;
    expect(of("number_statement").difference.hi).toBeLessThan(0);
    expect(of("step_deletion").difference.lo).toBeGreaterThan(0);
    for (const { p, adjusted, n, leftOut, counts } of found) {
      expect(adjusted).toBeGreaterThanOrEqual(p);
      expect(n + leftOut).toBeLessThanOrEqual(200);
      expect(counts.first - counts.second).toBe(counts.onlyFirst - counts.onlySecond);
    }
    expect(of("Orig").n).toBe(200);
  });

  test("95 % intervals hold the built-in difference about as often as they say", () => {
    const [f, g] = SIMULATED_SYSTEMS.slice(5) as [(typeof SIMULATED_SYSTEMS)[number], (typeof SIMULATED_SYSTEMS)[number]];
    const judge = { sensitivity: 0.95, specificity: 0.93 };
    const truth = { FullyCorrect: trueRate(f, "Orig", "FullyCorrect", { judge }) - trueRate(g, "Orig", "FullyCorrect", { judge }), faithful: trueEdits(f, "number_proof").fr - trueEdits(g, "number_proof").fr };
    let [held, all] = [0, 0];
    for (let seed = 1; seed <= 150; seed++) {
      const sides = sidesOf([simulated({ seed, systems: [f, g], problems: { miniF2F: 100 } })]);
      for (const { event, difference } of compareOutputs(sides, { conditions: ["Orig", "number_proof"], events: ["FullyCorrect", "faithful"] }).filter(({ event: of, condition }) => of === "faithful" || condition === "Orig")) {
        all += 1;
        if (difference.lo <= truth[event as "faithful"] && truth[event as "faithful"] <= difference.hi) held += 1;
      }
    }
    // 300 trials of 0.95 have a standard error of 0.013.
    expect(all).toBe(300);
    expect(held / all).toBeGreaterThan(0.91);
  });

  test("two judges of the same outputs: same TC, another StmtSC, by as much as their errors say", () => {
    const systems = SIMULATED_SYSTEMS.slice(1, 2);
    const [strict, lenient] = [{ sensitivity: 1, specificity: 1 }, { sensitivity: 1, specificity: 0.5 }].map((judge, i) => {
      const run = simulated({ judge, systems, problems: { miniF2F: 300 } }, `judge-${i}`);
      return { ...run, about: { ...run.about, judge: i === 0 ? "strict" : "lenient" } };
    }) as [ReturnType<typeof simulated>, ReturnType<typeof simulated>];
    const sides = sidesOf([strict, lenient]);
    expect(sides.map(({ name }) => name)).toEqual(["Simulated B, judge strict", "Simulated B, judge lenient"]);
    const [tc, stmt] = compareOutputs(sides, { events: ["TC", "StmtSC"], conditions: ["Orig"] });
    expect(tc!.counts).toMatchObject({ onlyFirst: 0, onlySecond: 0 });
    // A quarter of B's statements are wrong, and the lenient judge passes half of these.
    const expected = trueRate(systems[0]!, "Orig", "StmtSC", { judge: { sensitivity: 1, specificity: 1 } }) - trueRate(systems[0]!, "Orig", "StmtSC", { judge: { sensitivity: 1, specificity: 0.5 } });
    expect(stmt!.counts.onlyFirst).toBe(0);
    expect(stmt!.difference.lo).toBeLessThan(expected);
    expect(stmt!.difference.hi).toBeGreaterThan(expected);
  });

  test("the kit's simulated sample: every two of its systems, with flips that add up to the marginal counts", async () => {
    const { about, outputs: records } = await readStudy(inProject("data", "sample", "robustness-simulated.jsonl"));
    const sides = sidesOf([{ folder: "sample", about, outputs: recordedOutputs({ outputs: records }) }]);
    const found = compareOutputs(sides, { events: ["faithful"], conditions: ["number_proof"] });
    expect(found).toHaveLength((sides.length * (sides.length - 1)) / 2);
    const { counts, n, flips } = outputFlips(sides[0]!, sides[1]!, "label", "number_proof");
    expect(Object.values(counts).flatMap((row) => Object.values(row)).reduce((sum, k) => sum + k, 0)).toBe(n);
    expect(counts["faithful"]!["reverted"]).toBe(found[0]!.counts.onlyFirst);
    expect(flips).toHaveLength(n - ["faithful", "reverted", "unclear", "unjudged"].reduce((sum, label) => sum + counts[label]![label]!, 0));
    for (const { first, outputs: [a, b], problem } of flips) expect([a.record.label, a.record.problem, b.record.problem]).toEqual([first, problem, problem]);
    expect(outputFlips(sides[0]!, sides[1]!, "TC").n).toBe(sides[0]!.outputs.length);
    const svg = await renderSvg(comparisonDots(found.slice(0, 5), { title: "t", subtitle: ["s"], description: "d" }));
    expect(svg).toContain("faithful, number proof");
    expect(await renderSvg(comparisonDots(found.slice(0, 5), { title: "t", subtitle: ["s"], description: "d" }))).toBe(svg);
  });

  test("sides on different inputs are refused with the reason", () => {
    const one = [1, 2, 3].map((i) => madeOutput(i, { system: "a" }));
    const side = (some: ReturnType<typeof madeOutput>[], system: string) => sidesOf([madeOutputsRun(some.map((output) => ({ ...output, record: { ...output.record, system } })))])[0]!;
    const compare = (other: ReturnType<typeof madeOutput>[]) => () => compareOutputs([side(one, "a"), side(other, "b")]);
    expect(compare(one)()).toHaveLength(1);
    expect(compare(one.slice(1))).toThrow(/on the same inputs: made_1 of made, number proof is in a only/);
    expect(compare([...one, madeOutput(4)])).toThrow(/made_4 of made, number proof is in b only/);
    expect(compare([...one.slice(0, 2), { ...one[2]!, instance: { ...one[2]!.instance, proof: "another" } }])).toThrow(/the proof of made_3 of made, number proof is another text in b/);
    expect(() => compareOutputs([side(one, "a")])).toThrow(/at least two systems/);
    expect(() => compareOutputs([side(one, "a"), side(one, "b")], { events: ["TC"] })).toThrow(/nothing to compare/);
    expect(() => outputFlips(side(one, "a"), side(one.slice(1), "b"))).toThrow(/in a only/);
  });

  test("runs are named by what tells them apart, and in the last resort by their folders", () => {
    const run = (folder: string, judge: string, system = "s") => madeOutputsRun([madeOutput(1, { system })], { folder, judge });
    expect(nameOutputRuns([run("x", "j"), run("y", "j", "t")]).map(({ name }) => name)).toEqual(["s", "t"]);
    expect(nameOutputRuns([run("x", "j"), run("y", "k")]).map(({ name }) => name)).toEqual(["s, judge j", "s, judge k"]);
    expect(sidesOf([run("x", "j"), run("y", "j")]).map(({ name }) => name)).toEqual(["s, x", "s, y"]);
  });
});
