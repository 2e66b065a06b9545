/* A model that perturbs, a panel that judges, graphs with their audit, and estimates; through the whole pipeline, with a fake server that answers by rule. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { errorFree, readProcessBench } from "../../../src/data/processbench";
import { auditFigure, validityFigure } from "../../../src/papers/auditFigures";
import { control } from "../../../src/stages/controls";
import { embeddedProver } from "../../../src/stages/embedded";
import { loadSteps, SAMPLE } from "../../../src/stages/load";
import { runMethodA } from "../../../src/stages/methodA";
import { graphAuditor } from "../../../src/stages/models/audit";
import { DryConnections, estimateRun } from "../../../src/stages/models/estimate";
import { embeddedChecker } from "../../../src/stages/models/checker";
import { modelFormaliser } from "../../../src/stages/models/formaliser";
import { graphMaker } from "../../../src/stages/models/graph";
import { makeGraphs } from "../../../src/stages/models/graphs";
import { perturbationJudge } from "../../../src/stages/models/judge";
import { modelPerturber } from "../../../src/stages/models/perturber";
import { modelProver } from "../../../src/stages/models/prover";
import { withoutIneffective } from "../../../src/stages/validity";
import { systemOf } from "../../../src/systems/registry";
import { roleOf } from "../../../src/systems/role";
import { draw } from "../../fakes/model-player";
import type { FakeRequest } from "../../fakes/model-server";
import { pair } from "../../support/model-pair";

const folder = mkdtempSync(join(tmpdir(), "panel-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const gpt = systemOf("gpt-5.2");
const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const STEPS = 30;

/** What the perturber answers: every fifth step or so has no claim, some come back as they are, in some the last digit moves. */
const perturbed = (step: string) => (draw(step) < 3 ? "Not applicable." : draw(step) < 5 ? step : step.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)));
/** What each judge says: the strict one calls every perturbation ineffective whose draw is small, the second half of those, the third answers nonsense now and then. */
const ineffective = (judge: number, text: string) => draw(`judge ${text}`) < 6 - 3 * judge;
const nonsense = (text: string) => draw(`nonsense ${text}`) === 0;

function answer(judge: number): (request: FakeRequest) => string {
  return ({ body, prompt }) => {
    const system = (body.messages as { content: string }[])[0]!.content;
    if (system.includes("claims becomes false")) return perturbed(/STEP:\n([^]*)$/.exec(prompt)![1]!);
    // A repeated question ends with the fault, so the step stands in the first of the user's turns.
    const text = /REWRITTEN STEP:\n([^]*)$/.exec((body.messages as { content: string }[])[1]!.content)![1]!;
    if (judge === 1 && nonsense(text)) return "I would rather not say.";
    return json({ label: ineffective(judge, text) ? "INEFFECTIVE_PERTURBATION" : "EFFECTIVE_PERTURBATION", is_correct: ineffective(judge, text), final_claim: "c", ground_truth: "g", reason: "r" });
  };
}

describe("a model that perturbs and a panel that judges", { timeout: 60_000 }, () => {
  test("steps without a counterpart are in no rate; rates, agreement and κ of the judges are those of their labels", async () => {
    const [first, second] = [await pair({ answer: answer(0) }), await pair({ answer: answer(1) })];
    const steps = (await loadSteps(SAMPLE)).steps.slice(0, STEPS);
    const prover = embeddedProver();
    const { cases, excluded, summary } = await runMethodA({
      steps, seed: 1, prover, formaliser: control("literal"), folder: join(folder, "run"), concurrency: 8,
      perturber: modelPerturber({ system: gpt, client: first.client }),
      judges: [perturbationJudge({ system: gpt, client: first.client, name: "one" }), perturbationJudge({ system: gpt, client: second.client, name: "two" })],
    });
    await prover.close();

    const reasons = steps.map(({ content }) => (draw(content) < 3 ? "not_applicable" : perturbed(content) === content ? "identical" : "perturbed"));
    const number = (reason: string) => reasons.filter((each) => each === reason).length;
    expect(summary).toMatchObject({ pairs: number("perturbed"), notPerturbed: { not_applicable: number("not_applicable"), identical: number("identical") } });
    expect(excluded).toHaveLength(STEPS - number("perturbed"));
    expect(summary.all!.rates.n).toBe(number("perturbed"));

    const texts = cases.map(({ perturbed: { text } }) => text);
    const readable = texts.filter((text) => !nonsense(text));
    const both = (a: boolean, b: boolean) => readable.filter((text) => ineffective(0, text) === a && ineffective(1, text) === b).length;
    const { judges, pairs, without } = summary.validity!;
    expect(judges).toMatchObject([
      { judge: "one", dataset: "sample", ineffective: { k: texts.filter((text) => ineffective(0, text)).length, n: texts.length }, failures: 0 },
      { judge: "two", ineffective: { k: readable.filter((text) => ineffective(1, text)).length, n: readable.length }, failures: texts.length - readable.length },
    ]);
    expect(texts.length - readable.length).toBeGreaterThan(0);
    expect(pairs).toMatchObject([{ judges: ["one", "two"], agreement: { k: both(true, true) + both(false, false), n: readable.length } }]);
    // κ by hand from the four cells.
    const [agreed, n] = [both(true, true) + both(false, false), readable.length];
    const chance = ((both(true, true) + both(true, false)) * (both(true, true) + both(false, true)) + (both(false, true) + both(false, false)) * (both(true, false) + both(false, false))) / n ** 2;
    expect(pairs[0]!.kappa!.kappa).toBeCloseTo((agreed / n - chance) / (1 - chance), 10);

    const kept = cases.filter(({ perturbed: { text } }) => !ineffective(0, text) && (nonsense(text) || !ineffective(1, text)));
    expect(withoutIneffective(cases, "any")).toEqual(kept);
    expect(without.any!.rates.n).toBe(kept.length);
    expect(without.majority!.rates.n).toBeGreaterThanOrEqual(kept.length);
    expect(JSON.stringify(validityFigure(summary.validity!))).toContain(`of ${texts.length}`);

    const rows = readFileSync(join(folder, "run", "steps.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line) as { is_perturbed: boolean; type_of_perturbation: string; not_perturbed?: string });
    expect(rows).toHaveLength(STEPS + number("perturbed"));
    expect(rows.filter((row) => row.is_perturbed).every((row) => row.type_of_perturbation === "brokenmath-style_llm")).toBe(true);
    expect(rows.filter((row) => row.not_perturbed).map((row) => row.not_perturbed)).toEqual(excluded.map((each) => each.perturbed.unchanged));
  });
});

describe("graphs of chains", { timeout: 60_000 }, () => {
  /** A server that draws each chain as a line; forgets a step of one; audits every second node as lacking something. */
  const drawing = ({ body, prompt }: FakeRequest): string => {
    const system = (body.messages as { content: string }[])[0]!.content;
    const messages = body.messages as { content: string }[];
    const asked = messages[1]!.content;
    if (system.includes("Cut the solution into nodes")) {
      const steps = [...asked.split("its steps numbered:\n")[1]!.matchAll(/(?:^|\n\n)(\d+)\. ([^]*?)(?=\n\n\d+\. |$)/g)].map((match) => match[2]!);
      const nodes = steps.map((content, i) => ({ node_id: `step_${i + 1}`, content, dependencies: i === 0 ? [] : [`step_${i}`] }));
      return json(prompt === asked && nodes.length % 2 === 0 ? nodes.slice(1) : nodes);
    }
    const ids = [...asked.matchAll(/^(step_\d+) \[/gm)].map((match) => match[1]!);
    if (system.includes("You classify")) return json(ids.map((node_id, i) => ({ node_id, statement_type: i === 0 ? "declarative" : "computation", proof_type: "deduction", is_verifiable: i > 0, inference_rule: "r", verification_note: "v" })));
    return json(ids.map((node_id, i) => ({ node_id, correct: i % 2 === 0, missing: i % 2 === 0 ? [] : ["step_1"], redundant: [], redundant_node: false, statement_type: "logical", reason: "" })));
  };

  test("are drawn, mended where code finds a fault, audited, and read back by the loader", async () => {
    const { server, client } = await pair({ answer: drawing });
    const chains = errorFree((await readProcessBench(SAMPLE.chains[0]!)).chains).slice(0, 8);
    const options = { chains, maker: graphMaker({ system: gpt, client }), auditor: graphAuditor({ system: gpt, client }), folder: join(folder, "graphs") };
    const { graphs, audits } = await makeGraphs(options);
    expect(graphs.map(({ graph }) => graph.ok)).toEqual(chains.map(() => true));
    for (const { chain, graph } of graphs) expect(graph.attempts).toBe(chain.steps.length % 2 === 0 ? 3 : 2);
    const nodes = chains.reduce((total, { steps }) => total + steps.length, 0);
    const right = chains.reduce((total, { steps }) => total + Math.ceil(steps.length / 2), 0);
    expect(audits).toMatchObject([{ audit: "dependencies", dataset: "sample", correct: { k: right, n: nodes }, missing: nodes - right, failures: 0 }, { audit: "classification", correct: { k: right, n: nodes } }]);
    expect(JSON.stringify(auditFigure("dependencies", audits))).toContain(`of ${nodes}`);

    const loaded = await loadSteps({ chains: SAMPLE.chains, dags: [join(folder, "graphs", "dags.jsonl")] });
    expect(loaded.problems).toEqual([]);
    // The first node of each graph is declarative, and so no step.
    expect(loaded.steps.filter(({ contextFrom }) => contextFrom === "graph")).toHaveLength(nodes - chains.length);

    const sent = server.requests.length;
    const before = readFileSync(join(folder, "graphs", "dags.jsonl"), "utf8");
    await makeGraphs(options);
    expect(server.requests.length).toBe(sent);
    expect(readFileSync(join(folder, "graphs", "dags.jsonl"), "utf8")).toBe(before);
  });

  test("a chain whose graph stays faulty is told, and the others go on", async () => {
    const { client } = await pair({ answer: (request) => (request.prompt.includes("Its steps") ? "" : /rule-breaker/.test(JSON.stringify(request.body)) ? "no" : drawing(request)) });
    const chains = errorFree((await readProcessBench(SAMPLE.chains[0]!)).chains).slice(0, 2);
    const { graphs } = await makeGraphs({ chains: [chains[0]!, { ...chains[1]!, problem: "rule-breaker" }], maker: graphMaker({ system: gpt, client }), folder: join(folder, "faulty") });
    expect(graphs.map(({ graph }) => graph.ok)).toEqual([true, false]);
    expect(JSON.parse(readFileSync(join(folder, "faulty", "faulty.jsonl"), "utf8"))).toEqual({ id: chains[1]!.id, reason: "graph: no_json: the answer holds no JSON that can be read", attempts: 3 });
  });
});

describe("an estimate", () => {
  test("counts requests, samples and the most that answers can take, and touches neither server nor disk", async () => {
    const steps = (await loadSteps(SAMPLE)).steps.slice(0, 5);
    const connections = new DryConnections();
    const engine = embeddedProver();
    const at = (config: string) => roleOf(config, "http://no-server.invalid/v1");
    const [kimina, deepseek] = [at("kimina-autoformalizer-7b"), at("deepseek-prover-v2-7b")];
    const stages = await estimateRun({
      steps, connections, prices: { "deepseek-ai/DeepSeek-Prover-V2-7B": { input: 1, output: 2 } },
      formaliser: modelFormaliser({ system: kimina.system, client: connections.answererOf(kimina) }),
      prover: modelProver({ system: deepseek.system, client: connections.answererOf(deepseek), checker: embeddedChecker(engine) }),
    });
    await engine.close();
    // 5 pairs: 10 statements; each is asked for once, and proved in two directions with two samples of at most 8,192 tokens.
    expect(stages).toMatchObject([
      { stage: "formalise", requests: 10, samples: 10, mostAnswerTokens: 163_840 },
      { stage: "prove", requests: 20, samples: 40, mostAnswerTokens: 40 * 8_192 },
    ]);
    expect(stages[1]!.mostMoney).toBeCloseTo((stages[1]!.promptTokens + 2 * 40 * 8_192) / 1e6, 9);
    expect(existsSync(join(folder, "estimate"))).toBe(false);
  });
});
