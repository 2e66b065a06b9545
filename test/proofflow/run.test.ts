/** ProofFlow from problems to scores: the fake model server and the fake Lean under faults, kills, batch files, as a system of Method B. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flowGraphFigure } from "../../src/charts/flowGraph";
import { renderSvg } from "../../src/charts/render";
import { inProject } from "../../src/core/files";
import { ModelClient } from "../../src/llm/client";
import { leanFlowChecker } from "../../src/proofflow/checkers";
import { formaliserModel, graphModel, proverModel, scorerModel } from "../../src/proofflow/models";
import { runProofFlow, type FlowOptions } from "../../src/proofflow/run";
import { proofFlowSystem } from "../../src/proofflow/system";
import { LeanPool } from "../../src/repl/pool";
import { systemOf } from "../../src/systems/registry";
import { PASSING_FAULTS, type Fault } from "../fakes/model-faults";
import { FakeModelServer, type FakeServerOptions } from "../fakes/model-server";
import { flowPlayer, graphOf, problemOf } from "./player";

const SIZES = [1, 2, 30];
const inputs = SIZES.map(problemOf);
const folder = mkdtempSync(join(tmpdir(), "proofflow-"));
const asked: string[] = [];
let server: FakeModelServer;
let pool: LeanPool;

beforeAll(async () => {
  server = await FakeModelServer.start({ answer: flowPlayer((stage, node) => asked.push(`${stage} ${node}`)) });
  pool = new LeanPool({ command: [process.execPath, inProject("test", "fakes", "repl.cjs")], size: 2, header: "import Mathlib", timeoutMs: 10_000 });
});
afterAll(async () => {
  await server.close();
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

function options(name: string, client: ModelClient, more: Partial<FlowOptions> = {}): FlowOptions {
  const model = (id: string) => ({ system: systemOf(id), client });
  return {
    inputs, checker: leanFlowChecker(pool), folder: join(folder, name), concurrency: 8,
    parts: { graph: graphModel(model("gemini-2.5-flash")), formaliser: formaliserModel(model("goedel-formalizer-v2-8b")), prover: proverModel(model("goedel-prover-v2-8b")), scorer: scorerModel(model("gemini-2.5-flash")) },
    ...more,
  };
}

const clientOf = (name: string, more: Partial<ConstructorParameters<typeof ModelClient>[0]> = {}) => new ModelClient({ baseUrl: server.baseUrl, cacheName: "fake", cache: join(folder, `${name}-replies`), concurrency: 8, ...more });
const filesOf = (name: string) => Object.fromEntries(readdirSync(join(folder, name)).filter((file) => /\.jsonl?$/.test(file)).sort().map((file) => [file, readFileSync(join(folder, name, file), "utf8")]));

let calm: ReturnType<typeof runProofFlow> | undefined;
const calmRun = () => (calm ??= runProofFlow(options("calm", clientOf("calm"))));

describe("a run with models and the fake Lean", { timeout: 120_000 }, () => {
  test("draws, formalises, proves and scores every node, with its attempts", async () => {
    const { results, summary } = await calmRun();
    expect(results.map(({ nodes }) => nodes.length)).toEqual(SIZES);
    expect(summary.graphs).toMatchObject({ k: 3, n: 3 });
    expect(summary.nodes).toBe(33);
    expect(summary.formalised).toMatchObject({ k: 33, n: 33 });
    // Of the played prover: never a proof for 2 in 16 lemmas, the rest at the latest in the second attempt.
    const steps = results.flatMap(({ nodes }) => nodes).filter(({ proof }) => proof);
    expect(summary.verified).toMatchObject({ k: steps.filter(({ proof }) => proof!.pass).length, n: 31 });
    expect(summary.verified.k).toBeGreaterThan(20);
    for (const { proof } of steps) expect(proof!.attempts.length).toBe(proof!.pass ? proof!.tries : 3);
    expect(steps.some(({ proof }) => proof!.tries === 2 && proof!.pass)).toBe(true);
    expect(results.flatMap(({ nodes }) => nodes).some(({ formalisation }) => formalisation.tries === 2)).toBe(true);
    // The theorem is proved from hypotheses; drafts in the thinking are in no file.
    for (const { code } of results) expect(code).not.toContain("draft");
    expect(results[2]!.code.match(/^lemma /gm)!.length).toBe(29);
    for (const { proofScore } of results) expect(proofScore).toBeGreaterThan(0);
    for (const { nodes } of results) for (const { judged, dependencyCheck, node } of nodes) expect([judged?.ok, dependencyCheck?.status ?? "none"]).toEqual([true, node.id === "tc_1" ? "none" : "complete"]);
  });

  test("under faults of the server it ends with the same bytes", async () => {
    await calmRun();
    let count = 0;
    const faultOf = (): Fault | undefined => (++count % 5 === 0 ? PASSING_FAULTS[(count / 5) % PASSING_FAULTS.length] : undefined);
    const { baseUrl } = server;
    const faulty = await FakeModelServer.start({ answer: flowPlayer(), faultOf } satisfies FakeServerOptions);
    expect(faulty.baseUrl).not.toBe(baseUrl);
    try {
      const client = new ModelClient({ baseUrl: faulty.baseUrl, cacheName: "fake", cache: join(folder, "faulty-replies"), concurrency: 8, attempts: 8 });
      await runProofFlow(options("faulty", client));
      expect(count).toBeGreaterThan(100);
      expect(filesOf("faulty")).toEqual(filesOf("calm"));
      await client.close();
    } finally {
      await faulty.close();
    }
  });

  test("a second run sends nothing; a run with another number of draws asks for draws of its own", async () => {
    await calmRun();
    const before = server.requests.length;
    await runProofFlow(options("calm", clientOf("calm-again")));
    expect(server.requests.length).toBe(before);
    const { results } = await runProofFlow({ ...options("twice", clientOf("calm")), inputs: inputs.slice(0, 2), draws: 2 });
    expect(results.map(({ input, draw }) => `${input.name} ${draw}`)).toEqual(["graph_1 0", "graph_1 1", "graph_2 0", "graph_2 1"]);
    expect(server.requests.length).toBeGreaterThan(before);
  });

  test("draws are independent and none is paid for twice, whatever the model says each time", async () => {
    const player = flowPlayer();
    let said = 0;
    const moody = await FakeModelServer.start({ answer: (request) => {
      const answer = player(request);
      return typeof answer === "string" && answer.startsWith("<think>") ? answer.replace("<think>", `<think>${++said}`) : answer;
    } });
    try {
      const client = new ModelClient({ baseUrl: moody.baseUrl, cacheName: "moody", cache: join(folder, "moody-replies"), concurrency: 4 });
      const { scorer, ...unjudged } = options("moody", client).parts;
      const run = (name: string) => runProofFlow({ ...options(name, client), parts: unjudged, inputs: [problemOf(6)], draws: 3, negations: false });
      const { results } = await run("moody");
      const attempts = results.flatMap(({ nodes }) => nodes.flatMap(({ formalisation, proof }) => [...formalisation.attempts, ...(proof?.attempts ?? [])]));
      expect(new Set(attempts.map(({ reply }) => reply)).size).toBe(attempts.length);
      expect(moody.requests.length).toBe(attempts.length + results.reduce((sum, { graphAttempts }) => sum + graphAttempts, 0));
      const before = moody.requests.length;
      await run("moody-again");
      expect(moody.requests.length).toBe(before);
      await client.close();
    } finally {
      await moody.close();
    }
  });

  test("as a system of Method B its output is the file of the verified nodes, or nothing with the reason", async () => {
    const { results } = await calmRun();
    const system = proofFlowSystem(results, { run: "calm" });
    for (const { input, theoremVerified } of results) {
      const [reply] = await system.translate(input, 1);
      if (theoremVerified) expect(reply!.reply).toMatch(/^```lean4\nimport Mathlib[^]*lemma ts_1[^]*omega\n```\n$/);
      else expect(reply).toMatchObject({ reply: "", failure: "proofflow: the theorem's result was not verified" });
    }
    await expect(system.translate({ name: "x", statement: "x", proof: "x" }, 1)).rejects.toThrow("ProofFlow was not run on x");
  });

  test("200 nodes, and a picture of 30", async () => {
    const client = clientOf("large");
    const { results, summary } = await runProofFlow({ ...options("large", client), inputs: [problemOf(200)], negations: false });
    expect(summary.formalised).toMatchObject({ k: 200, n: 200 });
    expect(results[0]!.nodes.length).toBe(200);
    const svg = await renderSvg(flowGraphFigure((await calmRun()).results[2]!, { title: "t", subtitle: ["s"], description: "d" }));
    for (const { id } of graphOf(30)) expect(svg).toContain(`>${id}`);
    expect(svg).toContain("negation proved"); // the fake Lean believes what it is given
  });

  test("a model that draws no graph leaves a result with its reason and a score of 0; the others are not touched", async () => {
    const player = flowPlayer();
    const stubborn = await FakeModelServer.start({ answer: (request) => (request.prompt.includes("graph of 2 nodes") && request.prompt.startsWith("Theorem") ? "No." : (request.body["messages"] as { content: string }[]).some(({ content }) => content.includes("Theorem: graph of 2 nodes")) && request.prompt.includes("Lean does not accept") ? "Still no." : player(request)) });
    try {
      const client = new ModelClient({ baseUrl: stubborn.baseUrl });
      const { results, summary } = await runProofFlow({ ...options("stubborn", client), inputs: inputs.slice(0, 2) });
      expect(results[1]).toMatchObject({ reason: "graph: no_json: the answer holds no JSON that can be read", graphAttempts: 3, nodes: [], proofScore: 0 });
      expect(results[0]!.nodes.length).toBe(1);
      expect(summary.graphs).toMatchObject({ k: 1, n: 2 });
      await client.close();
    } finally {
      await stubborn.close();
    }
  });

  test("two inputs of one name, and numbers out of range, are refused", async () => {
    await expect(runProofFlow({ ...options("x", clientOf("x")), inputs: [inputs[0]!, inputs[0]!] })).rejects.toThrow("two inputs of the name graph_1");
    await expect(runProofFlow({ ...options("x", clientOf("x")), attempts: 0 })).rejects.toThrow("attempts is a whole number from 1, got 0");
    await expect(runProofFlow({ ...options("calm", clientOf("x")), attempts: 5 })).rejects.toThrow(/attempts \(3, now 5\)/);
  });
});

const cli = inProject("dist", "cli.js");
const problems = join(folder, "problems.jsonl");

function faithlab(args: readonly string[], kill?: number): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [cli, ...args], { env: { PATH: process.env["PATH"], FAITHLAB_BASE_URL: server.baseUrl, FAITHLAB_API_KEY: "none" } });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      err += chunk;
      // In the middle of a proof: some nodes of it are formalised, others are not.
      if (kill !== undefined && (err.match(/^formalise: (\d+) of \1$/gm)?.length ?? 0) >= kill) child.kill("SIGKILL");
    });
    child.on("close", (code) => done({ code, out, err }));
  });
}

describe("the command", { timeout: 120_000 }, () => {
  const models = { graph: { system: "gemini-2.5-flash", baseUrl: "" }, formaliser: "goedel-formalizer-v2-8b", prover: "goedel-prover-v2-8b" };
  const file = join(folder, "models.json");
  const run = (name: string, kill?: number) => faithlab(["proofflow", "run", "--out", join(folder, name), "--models", file, "--no-negations", "--concurrency", "2", problems], kill);

  beforeAll(() => {
    writeFileSync(problems, [{ ...problemOf(30) }].map(({ name, statement, proof }) => `${JSON.stringify({ name, informal_statement: statement, informal_proof: proof })}\n`).join(""));
    writeFileSync(file, JSON.stringify({ ...models, graph: { system: "gemini-2.5-flash", baseUrl: server.baseUrl } }));
  });

  test("killed in the middle of a proof it goes on at the node where it stopped, and ends with the bytes of a run that was not", async () => {
    const whole = await run("whole");
    expect({ code: whole.code, out: whole.out }).toMatchObject({ code: 0, out: expect.stringContaining("nodes formalised                             30 of 30") as unknown });
    asked.length = 0;
    const killed = await run("killed", 3);
    expect(killed.code).toBeNull();
    const journal = readFileSync(join(folder, "killed", "formalise.journal.jsonl"), "utf8").trim().split("\n");
    expect(journal.length).toBeGreaterThanOrEqual(3);
    expect(journal.length).toBeLessThan(30);
    const done = journal.map((line) => (JSON.parse(line) as { id: string }).id.split("/")[1]!);
    asked.length = 0;
    expect((await run("killed")).code).toBe(0);
    // What the journal held was not asked again, and the graph was not drawn again.
    expect(asked.filter((question) => question.startsWith("graph"))).toEqual([]);
    expect(done.filter((id) => asked.includes(`formalise ${id}`))).toEqual([]);
    expect(filesOf("killed")).toEqual(filesOf("whole"));
  });

  test("by batch files, without a network, it ends with the same results", async () => {
    const few = join(folder, "few.jsonl");
    const { name: problem, statement, proof } = problemOf(4);
    writeFileSync(few, `${JSON.stringify({ name: problem, informal_statement: statement, informal_proof: proof })}\n`);
    await faithlab(["proofflow", "run", "--out", join(folder, "few"), "--models", file, "--no-negations", few]);
    const player = flowPlayer();
    const base = ["--out", join(folder, "batch")];
    for (let round = 0; round < 30; round++) {
      const { code, err } = await faithlab(["proofflow", "export", ...base, "--models", file, "--no-negations", few]);
      if (code === 0) break;
      expect(err).toContain("wait for an answer");
      const parts = readdirSync(join(folder, "batch", "batch")).filter((name) => /^part-\d+\.jsonl$/.test(name));
      const results = parts.map((name) => {
        const path = join(folder, `results-${round}-${name}`);
        const lines = readFileSync(join(folder, "batch", "batch", name), "utf8").trim().split("\n").map((line) => JSON.parse(line) as { custom_id: string; body: Record<string, unknown> });
        writeFileSync(path, lines.map(({ custom_id, body }) => `${JSON.stringify({ custom_id, response: { status_code: 200, body: { id: "x", object: "chat.completion", created: 1, model: body["model"], choices: [{ index: 0, message: { role: "assistant", content: player({ body } as never) }, finish_reason: "stop" }] } } })}\n`).join(""));
        return path;
      });
      expect((await faithlab(["proofflow", "import", ...base, ...results])).code).toBe(0);
    }
    expect(filesOf("batch")["results.jsonl"]).toEqual(filesOf("few")["results.jsonl"]);
  });

  test("draws a result, and says what it cannot use", async () => {
    const out = join(folder, "laptop");
    expect((await faithlab(["proofflow", "run", "--out", out, "--scorer", "rule", "--limit", "3"])).code).toBe(0);
    expect((await faithlab(["proofflow", "draw", "--out", out, "--name", "two_unknowns", "--svg", join(out, "g.svg")])).code).toBe(0);
    expect(readFileSync(join(out, "g.svg"), "utf8")).toContain(">ts_1");
    expect(await faithlab(["proofflow", "draw", "--out", out, "--name", "x", "--svg", join(out, "g.svg")])).toMatchObject({ code: 2, err: expect.stringContaining('has no result "x"; it has garden_fence') as unknown });
    expect(await faithlab(["proofflow", "fly"])).toMatchObject({ code: 2, err: expect.stringContaining('proofflow takes run, draw, export or import, got "fly"') as unknown });
    expect(await faithlab(["proofflow", "run", "--out", out, "--formaliser", "herald"])).toMatchObject({ code: 2 });
  });

  test("is a row of Method B, its proofs run beforehand", async () => {
    const out = join(folder, "method-b");
    const { code, out: said } = await faithlab(["robustness", "run", "--out", out, "--system", "proofflow", "--system", "carrier", "--flow-models", rules(), "--limit", "2"]);
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining("ProofFlow") as unknown });
    const lines = (...parts: string[]) => readFileSync(join(out, ...parts), "utf8").trim().split("\n").map((line) => JSON.parse(line) as { system: string });
    const [flow, carrier] = ["ProofFlow", "carrier"].map((name) => lines("outputs.jsonl").filter(({ system }) => system === name).length);
    expect(flow).toBeGreaterThan(2);
    expect(flow).toBe(carrier);
    expect(lines("proofflow", "styles", "results.jsonl").length + lines("proofflow", "edits", "results.jsonl").length).toBe(flow);
  });

  function rules(): string {
    const path = join(folder, "rules.json");
    writeFileSync(path, JSON.stringify({ graph: "rule", formaliser: "rule", prover: "rule" }));
    return path;
  }
});
