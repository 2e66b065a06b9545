/* What is made of models' answers: perturbations, judgements, graphs, audits. A scripted answerer stands in for the client. */
import { describe, expect, test } from "vitest";
import type { Chain } from "../../../src/data/processbench";
import type { Answerer } from "../../../src/llm/answerer";
import type { CompletionCall } from "../../../src/llm/call";
import { ModelError } from "../../../src/llm/errors";
import { capabilityOf } from "../../../src/llm/capabilities";
import { planRequest } from "../../../src/llm/plan";
import { completionOf, type Completion } from "../../../src/llm/record";
import { graphAuditor } from "../../../src/stages/models/audit";
import { modelFormaliser } from "../../../src/stages/models/formaliser";
import { graphMaker } from "../../../src/stages/models/graph";
import { jsonReadings } from "../../../src/stages/models/json";
import { perturbationJudge } from "../../../src/stages/models/judge";
import { perturbationOf } from "../../../src/stages/models/perturber";
import { proofSystem } from "../../../src/stages/models/proofs";
import { systemOf } from "../../../src/systems/registry";

const BACKSLASH = "\\";

/** Answers calls with texts in turn, and keeps the calls. */
function scripted(...texts: (string | Error)[]): Answerer & { readonly calls: CompletionCall[] } {
  const calls: CompletionCall[] = [];
  return {
    calls,
    async complete(call): Promise<Completion> {
      const given = texts[Math.min(calls.push(call), texts.length) - 1]!;
      if (given instanceof Error) throw given;
      const plan = planRequest(call, { name: "test", capability: capabilityOf("standard", call.model) });
      const records = Array.from({ length: call.n ?? 1 }, (_, sample) => ({
        kind: "reply" as const, requestHash: plan.requestHash, promptHash: plan.promptHash, server: "test", path: plan.path, model: call.model, sample, sent: plan.sent, dropped: plan.dropped,
        choice: { message: { content: given }, finish_reason: "stop" }, call: "c", status: 200, attempts: 1, faults: [], startedAt: "", ms: 0, warnings: [],
      }));
      return completionOf(records, new Set(records), plan.thinkOpen);
    },
  };
}

const gpt = systemOf("gpt-5.2");
const fenced = (value: unknown) => `Here it is:\n\`\`\`json\n${typeof value === "string" ? value : JSON.stringify(value)}\n\`\`\``;

describe("JSON in replies", () => {
  test.each([
    ["fenced", 'x\n```json\n[{"a": 1}]\n```\ny'],
    ["fenced without a tag", '```\n[{"a": 1}]\n```'],
    ["bare with prose", 'The answer: [{"a": 1}] as asked.'],
    ["after thinking that holds JSON", '<think>[{"a": 2}]</think>\n[{"a": 1}]'],
  ])("%s is found", (_, reply) => expect(jsonReadings(reply)[0]).toEqual([{ a: 1 }]));

  test("LaTeX with single backslashes has a second reading with the meant text", () => {
    const readings = jsonReadings(`{"a": "${BACKSLASH}frac{1}{2}", "b": "say ${BACKSLASH}"x${BACKSLASH}""}`) as { a: string; b: string }[];
    expect(readings.map(({ a }) => a)).toEqual(["\frac{1}{2}", `${BACKSLASH}frac{1}{2}`]);
    expect(readings[1]!.b).toBe('say "x"');
  });

  test("a sequence that JSON does not know is read by the second way alone", () => expect(jsonReadings(`{"a": "${BACKSLASH}alpha"}`)).toEqual([{ a: `${BACKSLASH}alpha` }]));

  test.each(["", "no JSON", "<think>[1]", "[1, 2", "{a: 1}"])("%j holds none", (reply) => expect(jsonReadings(reply)).toEqual([]));
});

describe("a model's perturbation", () => {
  const step = "So 7 * 12 = 84 pencils.";
  test.each([
    ["Not applicable.", "not_applicable"], ["not applicable", "not_applicable"], ["I'm sorry, but I can't make this false.", "refusal"], ["So 7 * 12 =  84 pencils.\n", "identical"],
    ["", "empty"], ["<think>let me see", "malformed"], [`${step} `.repeat(30), "malformed"],
  ])("%j: %s", (reply, unchanged) => expect(perturbationOf(step, { reply, finish: "stop" })).toMatchObject({ text: step, unchanged }));

  test("the rewritten step is taken, out of thinking and fence; one that was cut is not", () => {
    expect(perturbationOf(step, { reply: "<think>x</think>\n```\nSo 7 * 12 = 94 pencils.\n```", finish: "stop" })).toEqual({ text: "So 7 * 12 = 94 pencils.", edits: [] });
    expect(perturbationOf(step, { reply: "So 7 * 12 = 9", finish: "length" }).unchanged).toBe("malformed");
  });
});

describe("a judge", () => {
  const pair = { context: [], original: "1 + 1 = 2", perturbed: "1 + 1 = 3" };
  const good = { label: "EFFECTIVE_PERTURBATION", is_correct: false, final_claim: "1 + 1 = 3", ground_truth: "2", reason: "r" };

  test("is read, and asked again with the fault when its answer is unfit", async () => {
    const client = scripted(fenced({ ...good, label: "MAYBE" }), fenced(good));
    const answer = await perturbationJudge({ system: gpt, client }).judge(pair);
    expect(answer).toMatchObject({ ok: true, attempts: 2, value: { label: "effective", isCorrect: false } });
    expect(client.calls[1]!.messages!.slice(-2)).toMatchObject([{ role: "assistant" }, { role: "user", content: expect.stringContaining('"label" is EFFECTIVE_PERTURBATION or INEFFECTIVE_PERTURBATION, got "MAYBE"') as unknown }]);
  });

  test("that never gives a label is a failure with its reason, never a no", async () => {
    expect(await perturbationJudge({ system: gpt, client: scripted("I think it worked.") }).judge(pair)).toEqual({ ok: false, reason: "no_json: the answer holds no JSON that can be read", attempts: 2 });
  });

  test("whose text JSON would spoil is read as it was meant", async () => {
    const reply = fenced(JSON.stringify(good).replace('"2"', `"${BACKSLASH}frac{4}{2}"`));
    expect(await perturbationJudge({ system: gpt, client: scripted(reply) }).judge(pair)).toMatchObject({ ok: true, attempts: 1, value: { groundTruth: `${BACKSLASH}frac{4}{2}` } });
  });
});

const chain: Chain = { id: "a-1", dataset: "a", generator: "hand", problem: "Halve 3/2 and add 1.", steps: [`Half of ${BACKSLASH}frac{3}{2} is 3/4.`, "Adding 1 gives 7/4. That is below 2."], finalAnswerCorrect: true, label: -1 };
const node = (n: number, content: string, dependencies: string[]) => ({ node_id: `step_${n}`, content, dependencies });
const drawn = [node(1, chain.steps[0]!, []), node(2, "Adding 1 gives 7/4.", ["step_1"]), node(3, "That is below 2.", ["step_2"])];
const kinds = drawn.map(({ node_id }) => ({ node_id, statement_type: "computation", proof_type: "deduction", is_verifiable: true, inference_rule: "arithmetic", verification_note: "calculate" }));

describe("a graph", () => {
  const make = (...answers: unknown[]) => {
    const client = scripted(...answers.map(fenced));
    return { client, graph: graphMaker({ system: gpt, client, attempts: 2 }).make(chain) };
  };

  test("is drawn and classified, a step cut into two nodes included", async () => {
    const { graph, client } = make(drawn, kinds);
    expect(await graph).toMatchObject({ ok: true, attempts: 2, value: { id: "a-1", nodes: [{ nodeId: "step_1", content: chain.steps[0] }, { dependencies: ["step_1"] }, { statementType: "computation", verifiable: true }] } });
    expect(client.calls).toHaveLength(2);
  });

  test("with single backslashes is read as it was meant", async () => {
    const { graph } = make(JSON.stringify(drawn).replaceAll(`${BACKSLASH}${BACKSLASH}`, BACKSLASH), kinds);
    expect(await graph).toMatchObject({ ok: true, attempts: 2 });
  });

  test("under other names and spellings is read too", async () => {
    const { graph } = make({ nodes: drawn.map(({ dependencies, ...rest }) => ({ ...rest, depencies: dependencies })) }, { answer: kinds });
    expect((await graph).ok).toBe(true);
  });

  // A, appendix D, and the spec of the systems, section 5.
  test.each([
    ["text that is no quotation", [drawn[0], node(2, "Adding 1 gives 5/4.", ["step_1"]), drawn[2]], /content of step_2 does not stand in any step/],
    ["an unknown dependency", [drawn[0], drawn[1], node(3, "That is below 2.", ["step_9"])], /step_3 depends on "step_9", which is no node/],
    ["a dependency on a later node", [node(1, chain.steps[0]!, ["step_2"]), drawn[1], drawn[2]], /step_1 depends on step_2, which comes later/],
    ["a dependency on itself", [node(1, chain.steps[0]!, ["step_1"]), drawn[1], drawn[2]], /step_1 depends on itself/],
    ["a gap in the ids", [drawn[0], node(3, "Adding 1 gives 7/4.", []), node(4, "That is below 2.", [])], /ids are consecutive/],
    ["the problem as a node", [node(1, chain.problem, []), node(2, chain.steps[0]!, []), node(3, chain.steps[1]!, [])], /is the problem itself/],
    ["a step that no node covers", [node(1, "Adding 1 gives 7/4.", [])], /step 1 of the chain is covered by no node/],
    ["a node twice", [...drawn, node(4, "That is below 2.", [])], /step_4 repeats step_3/],
    ["no array", "nothing", /no_json|no JSON array/],
  ])("with %s is none, and the chain says why", async (_, answer, message) => {
    const { graph, client } = make(answer);
    expect(await graph).toMatchObject({ ok: false, attempts: 2, reason: expect.stringMatching(message) as unknown });
    expect(client.calls[1]!.messages!.at(-1)!.content).toMatch(message);
  });

  test("whose kinds are not known ones is none", async () => {
    const { graph } = make(drawn, kinds.map((kind) => ({ ...kind, statement_type: "poetry" })));
    expect(await graph).toMatchObject({ ok: false, reason: expect.stringMatching(/^classification: .*"statement_type" is one of/) as unknown });
  });

  test("is audited node by node; a node called correct with faults listed is asked about again", async () => {
    const made = await make(drawn, kinds).graph;
    if (!made.ok) throw new Error(made.reason);
    const entries = drawn.map(({ node_id }) => ({ node_id, correct: true, missing: [], redundant: [], redundant_node: false, reason: "" }));
    const client = scripted(fenced([{ ...entries[0], missing: ["step_2"] }, entries[1], entries[2]]), fenced([{ ...entries[0], correct: false, missing: ["step_2"] }, entries[1], entries[2]]));
    expect(await graphAuditor({ system: gpt, client }).audit("dependencies", chain, made.value)).toMatchObject({ ok: true, attempts: 2, value: [{ correct: false, missing: ["step_2"] }, { correct: true }, { correct: true }] });
  });
});

describe("a formaliser's limits", () => {
  const kimina = systemOf("kimina-autoformalizer-7b");

  test("a prompt of more than 4,000 characters is a failure that is never sent (A, F.1)", async () => {
    const client = scripted("x");
    const { failure } = await modelFormaliser({ system: kimina, client }).formalise({ content: "x".repeat(4_000), context: [] });
    expect(failure).toMatch(/^prompt_too_long: \d+ characters, the limit is 4000; not sent$/);
    expect(client.calls).toHaveLength(0);
    await modelFormaliser({ system: gpt, client }).formalise({ content: "x".repeat(4_000), context: [] });
    expect(client.calls).toHaveLength(1);
  });

  test("what a filter or the window refuses is an answer; whatever else fails is thrown", async () => {
    const formalise = (error: Error) => modelFormaliser({ system: kimina, client: scripted(error) }).formalise({ content: "1 + 1 = 2", context: [] });
    expect(await formalise(new ModelError("content", "no"))).toMatchObject({ reply: "", failure: expect.stringMatching(/^filtered:/) as unknown });
    expect(await formalise(new ModelError("request", "no", { code: "context_length_exceeded" }))).toMatchObject({ failure: expect.stringMatching(/^context_overflow:/) as unknown });
    await expect(formalise(new ModelError("quota", "no credit"))).rejects.toThrow("no credit");
  });

  test("the context goes to fine-tuned systems in front of the step, to general ones in its place; a step without parents stands alone", async () => {
    const ask = async (id: string, context: string[]) => {
      const client = scripted("x");
      await modelFormaliser({ system: systemOf(id), client }).formalise({ content: "STEP", context });
      return client.calls[0]!.messages!.at(-1)!.content;
    };
    expect(await ask("kimina-autoformalizer-7b", [])).toMatch(/my_favorite_theorem\n\nSTEP$/);
    expect(await ask("kimina-autoformalizer-7b", ["P1", "P2"])).toMatch(/P1\nP2\n\n[^]*STEP$/);
    expect(await ask("gpt-5.2", [])).toBe("CONTEXT:\nNone.\nSTATEMENT:\nSTEP\nANSWER:");
  });

  test("a system is asked only for what it does", () => {
    const client = scripted("x");
    expect(() => modelFormaliser({ system: systemOf("deepseek-prover-v2-7b"), client })).toThrow("deepseek-prover-v2-7b formalises no statements; its tasks are prove, formalise_proof");
    expect(() => proofSystem({ system: systemOf("proofflow"), client })).toThrow("is a pipeline of its own");
    expect(() => proofSystem({ system: kimina, client })).toThrow("formalises no proofs");
  });

  test("Method B's request has statement, proof and version in place, and B's sampling", async () => {
    const client = scripted("<formal_proof>x</formal_proof>");
    const replies = await proofSystem({ system: systemOf("goedel-prover-v2-8b"), client }).translate({ name: "n", statement: "/-- S -/", proof: "P" }, 8);
    expect(replies).toHaveLength(8);
    expect(client.calls[0]).toMatchObject({ temperature: 0.6, top_p: 0.95, max_tokens: 12_000, n: 8 });
    expect(client.calls[0]!.messages!.at(-1)!.content).toMatch(/version 4\.15\.0[^]*<informal_statement>\n\/-- S -\/\n<\/informal_statement>\n\n<informal_proof>\nP\n/);
  });
});
