import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/core/types";
import { readProcessBench } from "../../src/data/processbench";
import { readDags } from "../../src/data/dag";
import { inProject } from "../../src/core/files";
import { parseTheorem } from "../../src/lean/theorem";
import { perturbByRule } from "../../src/perturb/rules";
import { claimsOf } from "../../src/stages/arithmetic/claims";
import { isTrue } from "../../src/stages/arithmetic/value";
import { control, CONTROL_NAMES, type ControlName } from "../../src/stages/controls";
import { stepsOf } from "../../src/stages/steps";
import { faithfulnessRatesOfPairs } from "../../src/stats/rates";
import { truthOf } from "../../src/z3/exact/evaluate";
import { readStatement } from "../../src/z3/read/statement";

const answer = async (name: ControlName, content: string) => (await control(name).formalise({ content, context: [] })).reply;
const code = (reply: string) => /```lean4\n([^]*?)```/.exec(reply)?.[1];
const statement = async (name: ControlName, content: string) => /theorem step ([^]*) := by sorry/.exec(await answer(name, content))?.[1];
const { chains, bad } = await readProcessBench(inProject("data", "sample", "processbench-sample.json"));

/** What the exact evaluator says of a reply; hypotheses and all, read as Lean reads them. */
async function outcome(name: ControlName, content: string): Promise<Outcome> {
  const lean = code(await answer(name, content));
  if (lean === undefined) return "af_fail";
  const parsed = parseTheorem(lean);
  if (!parsed.ok) throw new Error(parsed.reason);
  const { hypotheses, goal } = readStatement(parsed.theorem);
  const truths = hypotheses.map((hypothesis) => truthOf(hypothesis.statement));
  const goalHolds = truthOf(goal);
  if (truths.includes(false)) return "proved";
  return goalHolds === undefined || truths.includes(undefined) ? "inconclusive" : goalHolds ? "proved" : "refuted";
}

describe("the controls' words", () => {
  test("a true claim", async () => {
    expect(await answer("literal", "7 * 12 = 84")).toBe("Here is the formal statement of the step.\n\n```lean4\nimport Mathlib\n\ntheorem step : (7 : ℝ) * 12 = 84 := by sorry\n```\n");
    expect(await statement("corrector", "7 * 12 = 84")).toBe(": (7 : ℝ) * 12 = 84");
    expect(await statement("smuggler", "7 * 12 = 84")).toBe("(h : (7 : ℝ) * 12 = 84) : (7 : ℝ) * 12 = 84");
    expect(await statement("narrower", "7 * 12 = 84")).toBe(": (7 : ℕ) * 12 = 84");
    expect(await statement("contrarian", "7 * 12 = 84")).toBe(": ¬ ((7 : ℝ) * 12 = 84)");
    expect(await answer("mute", "7 * 12 = 84")).toBe("");
  });

  test("the corrector repairs what is false, exactly, and nothing else", async () => {
    expect(await statement("corrector", "7 * 12 = 72 and 2 + 2 = 4")).toBe(": (7 : ℝ) * 12 = 84 ∧ (2 : ℝ) + 2 = 4");
    expect(await statement("corrector", "1 / 3 = 0.5")).toBe(": (1 : ℝ) / 3 = 1 / 3");
    expect(await statement("corrector", "7 / 4 = 2")).toBe(": (7 : ℝ) / 4 = 1.75");
    expect(await statement("corrector", "3 - 5 = 2")).toBe(": (3 : ℝ) - 5 = -2");
    expect(await statement("corrector", "6 * 8 = 40 > 50")).toBe(": (6 : ℝ) * 8 = 48 ∧ (48 : ℝ) ≤ 50");
  });

  test("bars, roots, exponents and signs in Lean's notation", async () => {
    expect(await statement("literal", "|3 - 5| * 2 = 4")).toBe(": |(3 : ℝ) - 5| * 2 = 4");
    expect(await statement("literal", "\\sqrt{9 + 16} = 5")).toBe(": Real.sqrt ((9 : ℝ) + 16) = 5");
    expect(await statement("narrower", "\\sqrt{16} = 4")).toBe(": Nat.sqrt (16 : ℕ) = 4");
    expect(await statement("literal", "2^{3} * 2^{-1} = 2^{3 - 1}")).toBe(": (2 : ℝ) ^ 3 * 2 ^ (-1 : ℤ) = 2 ^ (3 - 1 : ℤ)");
    expect(await statement("literal", "(-3) * (2 + 1) / (3 * 3) = -1")).toBe(": (-(3 : ℝ)) * (2 + 1) / (3 * 3) = -1");
  });

  test("where nothing can be read, they say so without code", async () => {
    for (const name of CONTROL_NAMES.filter((each) => each !== "mute")) expect(await answer(name, "Let x be a number.")).toBe("This step compares no calculations that I can read, so I give no formal statement.");
  });
});

describe("known answers", () => {
  // The pairs of the file's comment: both texts readable, the original true, the perturbed one false.
  const pairs = chains
    .flatMap((chain) => stepsOf(chain))
    .map(({ content }) => ({ original: content, perturbed: perturbByRule(content, { seed: 42 }).text }))
    .filter(({ original, perturbed }) => claimsOf(original).length > 0 && claimsOf(original).every((claim) => isTrue(claim) === true) && claimsOf(perturbed).some((claim) => isTrue(claim) === false));

  test("there are enough such pairs", () => {
    expect(pairs.length).toBeGreaterThan(80);
  });

  test.each([
    ["literal", 0, 0, 0],
    ["corrector", 0, 1, 0],
    ["smuggler", 0, 1, 0],
    ["contrarian", 1, 1, 0],
    ["mute", 0, 0, 1],
  ] as const)("%s: FNR %d, FPR %d, AFFR %d", async (name, fnr, fpr, affr) => {
    const outcomes = await Promise.all(pairs.map(async ({ original, perturbed }) => ({ original: await outcome(name, original), perturbed: await outcome(name, perturbed) })));
    const rates = faithfulnessRatesOfPairs(outcomes);
    expect([rates.fnr.rate, rates.fpr.rate, rates.affr.rate]).toEqual([fnr, fpr, affr]);
  });

  test("narrower: natural division and subtraction make false things true, and true things false", async () => {
    expect(await outcome("narrower", "7 / 2 = 3")).toBe("proved");
    expect(await outcome("literal", "7 / 2 = 3")).toBe("refuted");
    expect(await outcome("narrower", "3 - 5 = 0")).toBe("proved");
    expect(await outcome("narrower", "1/3 * 6 = 2")).toBe("refuted");
  });
});

describe("the sample", () => {
  test("at least 20 problems with 120 steps, in ProcessBench's layout", () => {
    expect(bad).toEqual([]);
    expect(chains.length).toBeGreaterThanOrEqual(20);
    expect(chains.flatMap(({ steps }) => steps).length).toBeGreaterThanOrEqual(120);
    expect(chains.every(({ id, generator, label, finalAnswerCorrect }, index) => id === `sample-${index}` && generator === "hand" && label === -1 && finalAnswerCorrect)).toBe(true);
  });

  test("every claim is true; two compare with an irrational root, and are settled by Lean's meaning; one number is too long to write out", async () => {
    const all = chains.flatMap((chain) => chain.steps);
    const steps = all.filter((step) => !step.includes("7^(7^7)")); // 695,975 digits
    expect(steps).toHaveLength(all.length - 1);
    const truths = steps.flatMap((step) => claimsOf(step).map(isTrue));
    expect(truths.length).toBeGreaterThan(100);
    expect(truths).not.toContain(false);
    expect(truths.filter((truth) => truth === undefined)).toHaveLength(2);
    for (const step of steps.filter((each) => claimsOf(each).length > 0)) expect(await outcome("literal", step), step).toBe("proved");
  });

  test("some steps have nothing to read, and ℕ and ℝ disagree about some", async () => {
    const steps = chains.flatMap((chain) => chain.steps);
    expect(steps.filter((step) => claimsOf(step).length === 0).length).toBeGreaterThan(20);
    const narrowed = await Promise.all(steps.map((step) => outcome("narrower", step).catch(() => "no meaning")));
    expect(narrowed.filter((each) => each === "refuted").length).toBeGreaterThan(5);
    expect(narrowed.filter((each) => each === "no meaning").length).toBeGreaterThan(5);
  });

  test("at least six graphs, each one of its chain, with declarative nodes as context only", async () => {
    let graphs = 0;
    for await (const row of readDags(inProject("data", "sample", "dags-sample.jsonl"))) {
      if (!row.ok) throw new Error(row.reason);
      const chain = chains.find(({ id }) => id === row.dag.id)!;
      expect(row.dag.nodes.map(({ content }) => content)).toEqual(chain.steps);
      expect(stepsOf(chain, row.dag).length).toBe(row.dag.nodes.filter(({ statementType }) => statementType !== "declarative").length);
      graphs += 1;
    }
    expect(graphs).toBeGreaterThanOrEqual(6);
  });
});
