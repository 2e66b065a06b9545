/* Method A with a model as formaliser and a model as prover: known rates, faults, kills, cache, batch files, keys. */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Outcome } from "../../../src/core/types";
import { inProject } from "../../../src/core/files";
import { seeded } from "../../../src/core/random";
import { extractTheorem } from "../../../src/lean/extract";
import { PAPER_HEADER, withHeader } from "../../../src/lean/header";
import { negate } from "../../../src/lean/negation";
import { parseTheorem } from "../../../src/lean/theorem";
import { perturbByRule } from "../../../src/perturb/rules";
import { control } from "../../../src/stages/controls";
import { embeddedProver } from "../../../src/stages/embedded";
import { loadSteps, SAMPLE } from "../../../src/stages/load";
import type { Step } from "../../../src/stages/types";
import { faithfulnessRatesOfPairs } from "../../../src/stats/rates";
import { PASSING_FAULTS, type Fault } from "../../fakes/model-faults";
import { drawnBy, finds, played, playedBy, player } from "../../fakes/model-player";
import { FakeModelServer } from "../../fakes/model-server";

const KEY = "sk-secret-0123456789abcdef";
const STEPS = 24;
const KILLS = Number(process.env["FAITHLAB_KILLS"] ?? 4);
const cli = inProject("dist", "cli.js");
const folder = mkdtempSync(join(tmpdir(), "models-run-"));
let server: FakeModelServer;
let steps: readonly Step[];

beforeAll(async () => {
  steps = (await loadSteps(SAMPLE)).steps.slice(0, STEPS);
  const contents = steps.flatMap(({ content }) => [content, perturbByRule(content, { seed: 42 }).text]);
  server = await FakeModelServer.start({ answer: await player(contents), apiKey: KEY, vllm: { window: 40_960, models: ["AI-MO/Kimina-Autoformalizer-7B", "deepseek-ai/DeepSeek-Prover-V2-7B"] } });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const MODELS = ["--formaliser", "kimina-autoformalizer-7b", "--prover", "deepseek-prover-v2-7b", "--limit", String(STEPS)];

function faithlab(args: readonly string[], { baseUrl = server.baseUrl, key = KEY, kill }: { baseUrl?: string; key?: string; kill?: number } = {}): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...args], { env: { PATH: process.env["PATH"], FAITHLAB_BASE_URL: baseUrl, FAITHLAB_API_KEY: key } });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += chunk));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk));
    const timer = kill === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), kill);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, out, err });
    });
  });
}

/** The files of a run but for its replies, which hold times, and its batch files. */
const results = (path: string) => Object.fromEntries(readdirSync(path).filter((name) => statSync(join(path, name)).isFile()).sort().map((name) => [name, readFileSync(join(path, name), "utf8")]));
const differing = (one: string, other: string) => {
  const [a, b] = [results(one), results(other)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]);
};
const everything = (path: string): string[] => readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name)).filter((name) => statSync(name).isFile()).map((name) => readFileSync(name, "utf8"));

let calm: Promise<{ path: string; seconds: number; requests: number }> | undefined;
const calmRun = () => (calm ??= (async () => {
  const [path, before, began] = [join(folder, "calm"), server.requests.length, Date.now()];
  const { code, err } = await faithlab(["run", "--out", path, ...MODELS]);
  expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
  return { path, seconds: (Date.now() - began) / 1000, requests: server.requests.length - before };
})());

describe("a complete run with models", { timeout: 120_000 }, () => {
  test("finds the rates that the server's mix has: each outcome follows from the played formaliser, the embedded engine and the prover's gaps", async () => {
    const { path } = await calmRun();
    const engine = embeddedProver();
    const expected = async (content: string): Promise<Outcome> => {
      const extracted = extractTheorem((await control(playedBy(content)).formalise({ content, context: [] })).reply);
      if (!extracted.ok) return "af_fail";
      const stated = parseTheorem(withHeader(extracted.theorem, PAPER_HEADER).code);
      if (!stated.ok) throw new Error(stated.reason);
      const denied = parseTheorem(negate(stated.theorem));
      if (!denied.ok) throw new Error(denied.reason);
      const holds = async (theorem: typeof stated.theorem, code: string) => finds(drawnBy(code)) !== "never" && (await engine.decide(theorem)).outcome === "proved";
      if (await holds(stated.theorem, stated.theorem.source)) return "proved";
      return (await holds(denied.theorem, denied.theorem.source)) ? "refuted" : "inconclusive";
    };
    const pairs = [];
    for (const { content } of steps) pairs.push({ original: await expected(content), perturbed: await expected(perturbByRule(content, { seed: 42 }).text) });
    await engine.close();
    const summary = JSON.parse(readFileSync(join(path, "summary.json"), "utf8")) as { all: { rates: object }; policies: { bothProved: number; extraction: { n: number } } };
    expect(summary.all.rates).toEqual(JSON.parse(JSON.stringify(faithfulnessRatesOfPairs(pairs))));
    expect(new Set(pairs.flatMap(({ original, perturbed }) => [original, perturbed])).size).toBe(4);
    expect(summary.policies).toMatchObject({ bothProved: 0, extraction: { n: 2 * STEPS } });
  });

  test("names systems, wording and engine; keeps proofs where they were accepted", async () => {
    const { path } = await calmRun();
    const files = results(path);
    expect(JSON.parse(files["run.json"]!)).toMatchObject({
      formaliser: "Kimina-Autoformalizer-7B", preset: "strict", engine: "DeepSeek-Prover-V2-7B, checked by z3 in place of Lean",
      formaliserConfiguration: { model: "AI-MO/Kimina-Autoformalizer-7B", policy: "strict", decoding: { temperature: 0, max_tokens: 16384 }, prompts: [expect.stringMatching(/^formalise-kimina@[0-9a-f]{16}$/) as unknown, expect.stringMatching(/^step-in-context@/) as unknown] },
      engineConfiguration: { k: 2, bothProved: "exclusive", header: "replace" },
    });
    const rows = files["formalisations.jsonl"]!.trim().split("\n").map((line) => JSON.parse(line) as { proof_result: string; prover_output: string });
    for (const { proof_result, prover_output } of rows) expect(prover_output.includes("norm_num")).toBe(proof_result === "Proved" || proof_result === "Refuted");
  });

  test("run again, it sends nothing; with the journals gone, every reply comes from the cache", async () => {
    const { path } = await calmRun();
    const before = results(path);
    const sent = server.requests.length;
    await faithlab(["run", "--out", path, ...MODELS]);
    readdirSync(path).filter((name) => name.endsWith(".journal.jsonl")).forEach((name) => rmSync(join(path, name)));
    const { code, err } = await faithlab(["run", "--out", path, ...MODELS]);
    expect({ code, sent: server.requests.length - sent, told: /0 requests sent/.test(err) }).toEqual({ code: 0, sent: 0, told: true });
    expect(results(path)).toEqual(before);
  });

  test("a kept reply that was damaged is told with file and line, asked for again, and costs nothing else", async () => {
    const { path } = await calmRun();
    const before = results(path);
    const damaged = join(folder, "damaged");
    cpSync(path, damaged, { recursive: true });
    readdirSync(damaged).filter((name) => name.endsWith(".journal.jsonl")).forEach((name) => rmSync(join(damaged, name)));
    const [name] = readdirSync(join(damaged, "replies")).sort();
    const file = join(damaged, "replies", name!);
    const lines = readFileSync(file, "utf8").split("\n");
    const at = lines.findIndex((line) => line.includes('"choice"') && line.includes("theorem"));
    lines[at] = lines[at]!.replace('"finish_reason":"stop"', '"finish_reason":"stup"');
    writeFileSync(file, lines.join("\n"));
    const sent = server.requests.length;
    const { code, err } = await faithlab(["run", "--out", damaged, ...MODELS]);
    expect({ code, sent: server.requests.length - sent, told: err.includes(`${name}:${at + 1}: damaged: it is no longer what was written`) }, err).toEqual({ code: 0, sent: 1, told: true });
    expect(results(damaged)).toEqual(before);
  });

  test("no file and no message holds the key, even after the server has told it to its sender", async () => {
    const { path } = await calmRun();
    const wrong = "sk-wrong-key-abcdef0123456789";
    const refused = await faithlab(["run", "--out", join(folder, "refused"), ...MODELS], { key: wrong });
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("401");
    for (const text of [...everything(path), ...everything(join(folder, "refused")), refused.out, refused.err]) {
      expect(text.includes(KEY) || text.includes(wrong)).toBe(false);
    }
  });

  test(`under 10 % faults and ${KILLS} kills it ends with the bytes of the calm run`, async () => {
    const { path, seconds } = await calmRun();
    const random = seeded("faults");
    let faults = 0;
    const faultOf = (): Fault | undefined => {
      if (random() >= 0.1) return undefined;
      faults += 1;
      return PASSING_FAULTS[Math.floor(random() * PASSING_FAULTS.length)];
    };
    server.set({ faultOf });
    const disturbed = join(folder, "disturbed");
    let killed = 0;
    for (let i = 0; i < KILLS; i++) {
      const { code } = await faithlab(["run", "--out", disturbed, ...MODELS], { kill: 1000 * seconds * (0.2 + 0.8 * random()) });
      if (code === null) killed += 1;
    }
    const { code } = await faithlab(["run", "--out", disturbed, ...MODELS]);
    server.set({ faultOf: () => undefined });
    expect({ code, killed: killed > 0, faults: faults > 0 }).toEqual({ code: 0, killed: true, faults: true });
    expect(differing(disturbed, path)).toEqual([]);
  });
});

describe("with Lean as the checker (a fake that believes every proof without a gap)", { timeout: 120_000 }, () => {
  const lean = ["--lean", "env FAKE_BELIEVES_ALL=1 node test/fakes/repl.cjs", "--lean-cwd", inProject(), "--lean-size", "1"];
  const found = (code: string) => finds(drawnBy(code)) !== "never";

  test.each(["strict", "paper"] as const)("%s: a statement proved both ways is alarmed, and counts as the policy says; all else as the proofs say", async (policy) => {
    const path = join(folder, `lean-${policy}`);
    const { code, out, err } = await faithlab(["run", "--out", path, ...MODELS, ...lean, "--policy", policy]);
    expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
    let alarms = 0;
    const expected = async (content: string): Promise<Outcome> => {
      // The paper's rule finds the draft inside the thinking of a reply that has no theorem of its own.
      const reply = await played(content);
      const extracted = extractTheorem(reply, { preset: policy, finish: "stop" });
      if (!extracted.ok) return "af_fail";
      const stated = parseTheorem(withHeader(extracted.theorem, PAPER_HEADER).code);
      if (!stated.ok) throw new Error(stated.reason);
      const [direct, negated] = [found(stated.theorem.source), found(negate(stated.theorem))];
      if (direct && negated) alarms += 1;
      if (direct && negated) return policy === "paper" ? "proved" : "inconclusive";
      return direct ? "proved" : negated ? "refuted" : "inconclusive";
    };
    const pairs = [];
    for (const { content } of steps) pairs.push({ original: await expected(content), perturbed: await expected(perturbByRule(content, { seed: 42 }).text) });
    const summary = JSON.parse(readFileSync(join(path, "summary.json"), "utf8")) as { engine: string; preset: string; all: { rates: object }; policies: { bothProved: number } };
    expect(summary).toMatchObject({ engine: "DeepSeek-Prover-V2-7B, checked by lean-repl", preset: policy, policies: { bothProved: alarms } });
    expect(summary.all.rates).toEqual(JSON.parse(JSON.stringify(faithfulnessRatesOfPairs(pairs))));
    expect(alarms).toBeGreaterThan(0);
    expect(out).toContain(`ALARM: ${alarms} statements were proved both ways`);
  });

  test("a Lean that does not work stops the run, and nothing is written down about the statements", async () => {
    const path = join(folder, "no-lean");
    const { code, err } = await faithlab(["run", "--out", path, ...MODELS, "--lean", "/no/such/repl"]);
    expect(code).toBe(2);
    expect(err).toMatch(/lean-repl does not work/);
    expect(readFileSync(join(path, "decide.journal.jsonl"), "utf8")).not.toContain("lean-repl");
  });
});

describe("batch files", { timeout: 120_000 }, () => {
  /** What a batch server does with a file of requests: answers in another order, in the form that vLLM and OpenAI write. */
  async function answered(file: string, { drop = 0 } = {}): Promise<string> {
    const lines = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line) as { custom_id: string; method: string; url: string; body: object });
    const rows = await Promise.all(lines.map(async ({ custom_id, method, url, body }, i) => {
      const response = await fetch(server.baseUrl.replace(/\/v1$/, url), { method, body: JSON.stringify(body), headers: { "content-type": "application/json", authorization: `Bearer ${KEY}` } });
      const failed = i < drop;
      return JSON.stringify({ id: `r-${i}`, custom_id, response: failed ? null : { status_code: response.status, request_id: "x", body: await response.json() }, error: failed ? { code: "batch_expired", message: "not done in time" } : null });
    }));
    return `${rows.reverse().join("\n")}\n`;
  }

  test("rounds of export and import give the verdicts of the live run; parts, failures, repetitions and strangers do no harm", async () => {
    const path = join(folder, "batch");
    const to = join(folder, "batch-files");
    mkdirSync(to);
    const sent = server.requests.length;
    let rounds = 0;
    for (;;) {
      const { code, err } = await faithlab(["batch", "export", "--out", path, "--to", to, "--shard", "20", ...MODELS], { baseUrl: "http://no-route.invalid/v1" });
      if (code === 0) break;
      expect(err).toMatch(/requests wait for an answer/);
      rounds += 1;
      expect(rounds).toBeLessThan(6);
      const parts = readdirSync(to).filter((name) => /^part-/.test(name)).map((name) => join(to, name));
      if (rounds === 1) {
        expect(parts.length).toBeGreaterThan(1);
        expect(server.requests.length).toBe(sent);
        const bad = join(to, "bad.jsonl");
        writeFileSync(bad, `${await answered(parts[0]!, { drop: 3 })}{"custom_id": "stranger", "response": null}\nno json\n`);
        const partial = await faithlab(["batch", "import", "--out", path, "--to", to, bad, bad]);
        expect(partial.code).toBe(1);
        expect(partial.err).toMatch(/17 replies read, 17 lines known already, 6 failures, 4 lines that are no results/);
        expect(partial.err).toMatch(/"stranger" was never exported from here/);
        continue;
      }
      const files = await Promise.all(parts.map(async (part, i) => {
        const file = join(to, `results-${rounds}-${i}.jsonl`);
        writeFileSync(file, await answered(part));
        return file;
      }));
      expect((await faithlab(["batch", "import", "--out", path, "--to", to, ...files.reverse()])).code).toBe(0);
    }
    expect(rounds).toBe(3);
    expect(differing(path, (await calmRun()).path)).toEqual([]);
  });
});
