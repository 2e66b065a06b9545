import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { seeded } from "../../src/core/random";
import { control, CONTROL_NAMES, type ControlName } from "../../src/stages/controls";
import { diagnose, type Mechanism } from "../../src/stages/diagnosis";
import { embeddedProver, type EmbeddedProver } from "../../src/stages/embedded";
import { loadSteps, SAMPLE } from "../../src/stages/load";
import { runMethodA, type Case, type RunResult } from "../../src/stages/methodA";
import type { Step, Verdict } from "../../src/stages/types";
import { verdictOf } from "../../src/stages/verdict";

const folder = mkdtempSync(join(tmpdir(), "method-a-"));
let prover: EmbeddedProver;
let steps: readonly Step[];
beforeAll(async () => {
  prover = embeddedProver();
  steps = (await loadSteps(SAMPLE)).steps;
});
afterAll(async () => {
  await prover.close();
  rmSync(folder, { recursive: true, force: true });
});

const cli = inProject("dist", "cli.js");
const contents = (path: string) => Object.fromEntries(readdirSync(path).sort().map((name) => [name, readFileSync(join(path, name), "utf8")]));
const runs = new Map<ControlName, Promise<RunResult>>();
const runOf = (name: ControlName) => {
  if (!runs.has(name)) runs.set(name, runMethodA({ steps, seed: 42, formaliser: control(name), prover, folder: join(folder, name) }));
  return runs.get(name)!;
};

describe("the control formalisers' known answers", () => {
  /** Pairs whose answer is known: the original says something true, the perturbed text something false, and both can be read. */
  const known = async () => (await runOf("literal")).cases.flatMap(({ original, perturbedVerdict }, i) => (original.outcome === "proved" && perturbedVerdict.outcome === "refuted" ? [i] : []));
  const share = async (name: ControlName, hit: (each: Case) => boolean) => {
    const pairs = await known();
    const { cases } = await runOf(name);
    return pairs.filter((i) => hit(cases[i]!)).length / pairs.length;
  };
  const refuted = (each: Case) => each.original.outcome === "refuted";
  const proved = (each: Case) => each.perturbedVerdict.outcome === "proved";
  const silent = (each: Case) => each.original.outcome === "af_fail" && each.perturbedVerdict.outcome === "af_fail";

  test("there are enough of them", async () => expect((await known()).length).toBeGreaterThan(80));

  test.each([
    ["literal", 0, 0, 0],
    ["corrector", 0, 1, 0],
    ["smuggler", 0, 1, 0],
    ["mute", 0, 0, 1],
    ["contrarian", 1, 1, 0],
  ] as const)("%s: FNR %d, FPR %d, no statement %d", async (name, fnr, fpr, affr) => {
    expect([await share(name, refuted), await share(name, proved), await share(name, silent)]).toEqual([fnr, fpr, affr]);
  });

  test("narrower lies between: some false steps come back true over ℕ, and those are diagnosed as narrowed", async () => {
    const { cases } = await runOf("narrower");
    const back = await share("narrower", proved);
    expect(back).toBeGreaterThan(0);
    expect(back).toBeLessThan(0.2);
    expect(cases.some(({ diagnosis }) => diagnosis?.mechanism === "type_narrowed")).toBe(true);
  });

  test("every outcome occurs on the sample", async () => {
    const { summary } = await runOf("literal");
    const { original, perturbed } = summary.all!.counts;
    for (const outcome of ["af_fail", "refuted", "inconclusive", "proved"] as const) expect(original[outcome] + perturbed[outcome], outcome).toBeGreaterThan(0);
  });

  test("each one's fault is its main diagnosis, and FPR without contradictory premises is told", async () => {
    const main = async (name: ControlName) => Object.entries((await runOf(name)).summary.all!.mechanisms).sort((a, b) => b[1] - a[1])[0]![0];
    expect(await main("corrector")).toBe("value_repaired");
    expect(await main("smuggler")).toBe("conclusion_assumed");
    expect(await main("contrarian")).toBe("negated");
    const { rates, fprWithoutVacuous } = (await runOf("smuggler")).summary.all!;
    expect(fprWithoutVacuous.k).toBeLessThan(rates.fpr.k / 10);
  });
});

describe("diagnosis", () => {
  const judge = (code: string) => verdictOf({ reply: `${code} := by sorry`, finish: "stop" }, { preset: "strict", prover });
  const edits = [{ rule: "number" as const, start: 0, from: "84", to: "94" }];

  test.each<[string, Mechanism]>([
    ["theorem t : (7 : ℝ) * 12 = 84", "original_restored"],
    ["theorem t (boxes : ℝ) (h : boxes = 7) : boxes * 12 = 84", "original_restored"],
    ["theorem t : (7 : ℝ) * 12 < 85", "value_repaired"],
    ["theorem t (n : ℝ) (h : n = 94) : n = 94", "conclusion_assumed"],
    ["theorem t (n : ℝ) (h : 94 = n) : n = 94", "conclusion_assumed"],
    ["theorem t (n : ℝ) (h₁ : n < 7) (h₂ : n > 12) : n = 94", "contradictory_premises"],
    ["theorem t : (94 : ℝ) = 94", "content_free"],
    ["theorem t : True", "content_free"],
    ["theorem t (n : ℕ) (h : 2 * n = 7) : n = 94", "type_narrowed"],
    ["theorem t : 7 / 94 = 12 / 94", "type_narrowed"],
    ["theorem t : ∃ n : ℝ, 7 * n = 94", "quantifier_weakened"],
    ["theorem t : ¬ ((7 : ℝ) * 12 = 94)", "negated"],
    ["theorem t : (7 : ℝ) * 12 < 94", "still_true"],
  ])("%s: %s", async (code, mechanism) => {
    const perturbed = await judge(code);
    expect(perturbed.outcome).toBe("proved");
    const original = await judge("theorem t : (7 : ℝ) * 12 = 84");
    expect(await diagnose({ perturbed, original, edits, prover })).toMatchObject({ mechanism });
  });

  test("what cannot be shown is unexplained", async () => {
    const perturbed: Verdict = { ...(await judge("theorem t (x : ℝ) : x ^ 2 ≥ 0")), outcome: "proved" };
    expect(await diagnose({ perturbed, original: await judge("theorem t (x : ℝ) : x ≤ x"), prover })).toMatchObject({ mechanism: "unexplained" });
  });
});

describe("a run's folder", () => {
  test("holds settings, journals and results that read back", async () => {
    await runOf("corrector");
    const files = contents(join(folder, "corrector"));
    expect(Object.keys(files)).toEqual(["decide.journal.jsonl", "diagnose.journal.jsonl", "formalisations.jsonl", "formalise.journal.jsonl", "perturb.journal.jsonl", "run.json", "steps.jsonl", "summary.json"]);
    expect(JSON.parse(files["run.json"]!)).toMatchObject({ method: "A", seed: 42, formaliser: "corrector", engine: "z3", preset: "strict" });
    const { status, stdout } = spawnSync(process.execPath, [cli, "rates", join(folder, "corrector", "formalisations.jsonl")], { encoding: "utf8" });
    const summary = JSON.parse(files["summary.json"]!) as { all: { rates: object; contingency: object } };
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ model: "corrector", dataset: "sample", ...summary.all.rates, contingency: summary.all.contingency });
  });

  test("run again, nothing is made again and no byte changes; with other settings it is refused", async () => {
    await runOf("literal");
    const before = contents(join(folder, "literal"));
    let resumed = 0;
    await runMethodA({ steps, seed: 42, formaliser: control("literal"), prover, folder: join(folder, "literal"), onProgress: (progress) => (resumed = progress.resumed) });
    expect(resumed).toBeGreaterThan(0);
    expect(contents(join(folder, "literal"))).toEqual(before);
    await expect(runMethodA({ steps, seed: 43, formaliser: control("literal"), prover, folder: join(folder, "literal") })).rejects.toThrow(/holds a run with another seed \(42, now 43\); take another folder/);
  });

  test("no steps give no rates", async () => {
    expect((await runMethodA({ steps: [], seed: 1, formaliser: control("literal"), prover, folder: join(folder, "empty") })).summary.all).toBeNull();
  });

  test("a step's context says where it comes from", () => {
    expect(steps.filter(({ contextFrom }) => contextFrom === "graph").length).toBeGreaterThan(20);
    expect(steps.find(({ nodeId, contextFrom }) => nodeId === "step_3" && contextFrom === "all_earlier_steps")?.context).toHaveLength(2);
  });
});

describe("interrupted", () => {
  const start = (out: string) => spawn(process.execPath, [cli, "run", "--out", out, "--formaliser", "corrector"], { stdio: "ignore" });
  const ended = (child: ReturnType<typeof start>) => new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));

  test("20 times killed at random moments, then run to its end: the same bytes as a run that nobody disturbed", { timeout: 180_000 }, async () => {
    const [calm, killed] = [join(folder, "calm"), join(folder, "killed")];
    const began = Date.now();
    expect(await ended(start(calm))).toBe(0);
    const whole = Date.now() - began;
    const random = seeded("kill");
    let interrupted = 0;
    for (let i = 0; i < 20; i++) {
      const child = start(killed);
      const timer = setTimeout(() => child.kill("SIGKILL"), random() * whole);
      if ((await ended(child)) === null) interrupted += 1;
      clearTimeout(timer);
    }
    expect(interrupted).toBeGreaterThan(0);
    expect(await ended(start(killed))).toBe(0);
    expect(contents(killed)).toEqual(contents(calm));
  });

  test("a torn last line is cut off and told; the run ends with the same bytes", async () => {
    const path = join(folder, "torn");
    const run = () => spawnSync(process.execPath, [cli, "run", "--out", path, "--limit", "5"], { encoding: "utf8" });
    run();
    const before = contents(path);
    const journal = join(path, "decide.journal.jsonl");
    writeFileSync(journal, readFileSync(journal).subarray(0, -20));
    const { status, stderr } = run();
    expect({ status, told: /decide\.journal\.jsonl:\d+: torn last line cut off/.test(stderr) }).toEqual({ status: 0, told: true });
    expect(contents(path)).toEqual(before);
  });

  test("a second process on the same folder is refused, naming the first", async () => {
    const path = join(folder, "busy");
    await runMethodA({ steps: steps.slice(0, 1), seed: 42, formaliser: control("literal"), prover, folder: path });
    writeFileSync(join(path, "run.lock"), JSON.stringify({ pid: process.pid, host: (await import("node:os")).hostname() }));
    const { status, stderr } = spawnSync(process.execPath, [cli, "run", "--out", path, "--limit", "1"], { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stderr).toContain(`is in use by process ${process.pid}`);
    rmSync(join(path, "run.lock"));
  });

  test("Ctrl-C ends with 130 and says that the same command goes on", async () => {
    const child = spawn(process.execPath, [cli, "run", "--out", join(folder, "stopped"), "--formaliser", "smuggler"], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      const before = said;
      said += chunk;
      if (!before.includes("formalise") && said.includes("formalise")) child.kill("SIGINT");
    });
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    if (code !== 0) expect({ code, said: said.includes("interrupted; the same command goes on from here") }).toEqual({ code: 130, said: true });
  });
});

describe("loading", () => {
  test("a faulty graph and a bad row are told, and the rest is used", async () => {
    const [chains, dags] = [join(folder, "chains.json"), join(folder, "dags.jsonl")];
    const chain = (id: string, label = -1) => ({ id, generator: "hand", problem: "p", steps: ["1 + 1 = 2", "2 + 2 = 4"], final_answer_correct: true, label });
    writeFileSync(chains, JSON.stringify([chain("a-1"), chain("a-2"), { id: "a-3" }, chain("a-4", 1)]));
    const node = (n: number, dependencies: string[]) => ({ node_id: `step_${n}`, content: `${n} + ${n} = ${2 * n}`, statement_type: "computation", proof_type: "deduction", dependencies, is_verifiable: true });
    writeFileSync(dags, `${JSON.stringify({ id: "a-1", dags: { nodes: [node(1, ["step_2"]), node(2, [])] } })}\n`);
    const loaded = await loadSteps({ chains: [chains], dags: [dags] });
    expect(loaded).toMatchObject({ chains: 1, withError: 1 });
    expect(loaded.steps.map(({ id }) => id)).toEqual(["a-2/step_1", "a-2/step_2"]);
    expect(loaded.problems.join("\n")).toContain("graph of a-1: step_1 depends on step_2, which comes later");
    expect(loaded.problems).toHaveLength(2);
  });

  test("unusable calls say what is wrong, exit 2", () => {
    for (const [args, message] of [
      [["run"], "run needs --out FOLDER"],
      [["run", "--out", join(folder, "x"), "--formaliser", "oracle"], `--formaliser is one of ${CONTROL_NAMES.join(", ")}`],
      [["run", "--out", join(folder, "x"), "--seed", "x"], '--seed takes a whole number, got "x"'],
      [["run", "--out", join(folder, "x"), join(folder, "none.json")], "none.json"],
    ] as const) {
      const { status, stderr } = spawnSync(process.execPath, [cli, ...args], { encoding: "utf8" });
      expect(status).toBe(2);
      expect(stderr).toContain(message);
    }
  });
});
