import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { eachStretch } from "../../src/data/formalisations/parts";
import { RatesTally } from "../../src/papers/benchmarkRates";
import { OUTCOMES, type Outcome } from "../../src/core/types";
import { faithfulnessRatesOfPairs } from "../../src/stats/rates";

const RELEASED: Record<Outcome, string> = { af_fail: "AF-Fail", refuted: "Refuted", inconclusive: "Inconclusive", proved: "Proved" };

const row = (model: string, problem: string, node: string, kind: string, result: string) =>
  JSON.stringify({ step_content: "7 · 12 = 84", is_perturbed: kind !== "unperturbed", type_of_perturbation: kind, problem_id: problem, node_id: node, autoformaliser_model: model, autoformaliser_output: "theorem …", prover_output: "", proof_result: result });
const rates = async (lines: readonly string[]) => {
  const tally = new RatesTally();
  await eachStretch(Readable.from(lines.map((line) => Buffer.from(`${line}\n`))), tally.reading("-"));
  return tally.result();
};

describe("benchmark C rows to rates", () => {
  test("pairs rows of the same model, problem and node, per dataset and kind of perturbation", async () => {
    const { rates: groups, rejected, rows } = await rates([
      row("m", "gsm8k-1", "step_1", "unperturbed", "Proved"),
      row("m", "gsm8k-1", "step_1", "brokenmath-style_llm", "Proved"),
      row("m", "gsm8k-1", "step_1", "regex_perturbed", "Refuted"),
      row("m", "math-7", "step_2", "regex_perturbed", "AF-Fail"),
      row("m", "math-7", "step_2", "unperturbed", "Refuted"),
    ]);
    expect({ rows, rejected }).toEqual({ rows: 5, rejected: [] });
    expect(groups.map(({ model, dataset, perturbation, n }) => [model, dataset, perturbation, n])).toEqual([
      ["m", "gsm8k", "brokenmath-style_llm", 1],
      ["m", "gsm8k", "regex_perturbed", 1],
      ["m", "math", "regex_perturbed", 1],
    ]);
    expect(groups[0]).toMatchObject({ fpr: { k: 1, n: 1 }, contingency: { sycophancy: 1, n: 1 } });
    expect(groups[2]).toMatchObject({ fnr: { k: 1, n: 1 }, affr: { k: 1, n: 2 }, uflb: { rate: 1 }, contingency: { inconclusive: 1 } });
  });

  test("a file read twice by threads that share it otherwise the second time is counted as the first time", () => {
    const stretch = (models: string[], problems: string[], line: number[]) => ({ lines: 1, rows: Int32Array.from(line), refused: [], models, problems, nodes: ["n"] });
    const [first, second] = [stretch(["a"], ["math-1"], [1, 0, 0, 0, 0]), stretch(["b"], ["gsm8k-2"], [1, 1, 0, 0, 0])];
    const tally = new RatesTally();
    for (const readers of [[0, 1], [1, 0]]) {
      const take = tally.reading("c.jsonl");
      take(first, readers[0]!, 0);
      take(second, readers[1]!, 1);
    }
    expect(tally.result().rejected.filter(({ reason }) => reason.startsWith("a second")).map(({ reason }) => reason)).toEqual([
      "a second unperturbed row of a for math-1, node n; the first is c.jsonl:1",
      "a second unperturbed row of b for gsm8k-2, node n; the first is c.jsonl:2",
    ]);
  });

  test("no row is dropped silently: each bad one is returned with line and reason", async () => {
    const { rates: groups, rejected } = await rates([
      "not json",
      "[]",
      row("m", "gsm8k-1", "step_1", "unperturbed", "Proved"),
      row("m", "gsm8k-1", "step_1", "unperturbed", "Refuted"),
      row("m", "gsm8k-1", "step_1", "regex_perturbed", "Proven"),
      row("m", "gsm8k-2", "step_1", "regex_perturbed", "Proved"),
      row("m", "gsm8k-1", "step_1", "rewritten", "Proved"),
      JSON.stringify({ problem_id: "gsm8k-1" }),
      row("", "gsm8k-1", "step_1", "unperturbed", "Proved"),
      "",
      row("m", "gsm8k-1", "step_1", "regex_perturbed", "Refuted"),
    ]);
    expect(groups).toHaveLength(1);
    expect(rejected.map(({ line }) => line)).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
    expect(rejected.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^not JSON/),
      "not a JSON object",
      "a second unperturbed row of m for gsm8k-1, node step_1; the first is -:3",
      '"proof_result" is one of AF-Fail, Inconclusive, Proved, Refuted, got "Proven"',
      "no unperturbed row of m for gsm8k-2, node step_1",
      '"type_of_perturbation" is one of unperturbed, brokenmath-style_llm, regex_perturbed, got "rewritten"',
      'no field "type_of_perturbation"',
      '"autoformaliser_model" is a text, got ""',
    ]);
  });

  test("words such as constructor are no outcomes", async () => {
    const { rejected } = await rates([row("m", "gsm8k-1", "1", "unperturbed", "constructor"), row("__proto__", "gsm8k-1", "1", "unperturbed", "Proved")]);
    expect(rejected.map(({ reason }) => reason)).toEqual([expect.stringContaining('got "constructor"'), "no perturbed row of __proto__ for gsm8k-1, node 1"]);
  });

  test("whatever the order of the rows, the rates are those of the pairs", async () => {
    const outcome = fc.constantFrom(...OUTCOMES);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ original: outcome, perturbed: outcome }), { minLength: 1, maxLength: 30 }), fc.integer(), async (pairs, seed) => {
        const lines = pairs.flatMap(({ original, perturbed }, i) => [row("m", `gsm8k-${i}`, "s", "unperturbed", RELEASED[original]), row("m", `gsm8k-${i}`, "s", "regex_perturbed", RELEASED[perturbed])]);
        const shuffled = lines.map((line, i) => ({ line, key: Math.sin(seed + i) })).sort((x, y) => x.key - y.key).map(({ line }) => line);
        const { rates: groups, rejected } = await rates(shuffled);
        expect(rejected).toEqual([]);
        expect(groups[0]).toMatchObject(JSON.parse(JSON.stringify(faithfulnessRatesOfPairs(pairs))));
      }),
      { numRuns: 50 },
    );
  });
});
