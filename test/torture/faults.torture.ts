/** Whole runs with a fifth of everything going wrong at once: they end with the bytes of a calm run, every row once and with its own answer. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { ToolError } from "../../src/core/errors";
import { seeded } from "../../src/core/random";
import { ModelClient } from "../../src/llm/client";
import { ModelError } from "../../src/llm/errors";
import type { LeanEngine } from "../../src/repl/engine";
import { LeanPool } from "../../src/repl/pool";
import { ruleBasedJudge } from "../../src/judges/judge";
import { embeddedProver } from "../../src/stages/embedded";
import { runMethodA } from "../../src/stages/methodA";
import { modelFormaliser } from "../../src/stages/models/formaliser";
import { proofSystem } from "../../src/stages/models/proofs";
import { leanCodeChecker } from "../../src/stages/robustness/checkers";
import { isEdit } from "../../src/stages/robustness/instances";
import { runRobustness } from "../../src/stages/robustness/run";
import type { CodeChecker } from "../../src/stages/robustness/types";
import type { Step } from "../../src/stages/types";
import { systemOf } from "../../src/systems/registry";
import { FakeClock } from "../fakes/clock";
import { FAULTS, PASSING_FAULTS, type Fault } from "../fakes/model-faults";
import { FakeModelServer, type FakeRequest } from "../fakes/model-server";
import { FAKE, fake, leftBehind } from "../repl/fake";
import { sampleInstances } from "../support/robustness";
import { runs, SEED } from "./settings";
import { tally, type Count } from "./tally";

const SHARE = 0.2;
/** Every fault of the fake after which sending again helps, those that only a time limit ends included. */
const PASSING: readonly Fault[] = [...PASSING_FAULTS, { fault: "choice-error" }, { fault: "too-few" }, { fault: "slow", ms: 20 }, FAULTS.hang, FAULTS.hangInBody, FAULTS.endless];
/** Faults that end a run, which the same command then takes up again: one request in so many. */
const ENDING: readonly Fault[] = [FAULTS.quota, FAULTS.badRequest];
const ENDING_SHARE = 1 / 1000;
/** The longest that a test may take, in milliseconds: the full run has taken some four minutes a test on two busy cores. */
const limit = (rows: number): number => 120_000 + rows * 120;

/** The fault of a request, if it is to have one. */
function drawnFault(random: () => number, count: Count): Fault | undefined {
  const drawn = random();
  if (drawn >= SHARE) return undefined;
  const from = drawn < ENDING_SHARE ? ENDING : PASSING;
  count("faults of the model server");
  return from[Math.floor(random() * from.length)];
}

/** Takes a run up again as often as a tool that does not work ends it. */
async function untilDone<Done>(run: () => Promise<Done>, count: Count): Promise<Done> {
  for (let times = 0; ; times++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ToolError) || times === 100) throw error;
      count(`times ended by ${error instanceof ModelError ? error.kind : "Lean"} and taken up again`);
    }
  }
}

/** The rows of a file of JSON Lines, or of all such files in a folder. */
function rowsIn<Row>(path: string): Row[] {
  const files = statSync(path).isFile() ? [path] : readdirSync(path).map((name) => join(path, name));
  return files.flatMap((file) => readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line) as Row));
}

const folder = mkdtempSync(join(tmpdir(), "torture-faults-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const contents = (path: string): Record<string, string> => Object.fromEntries(readdirSync(path).sort().filter((name) => statSync(join(path, name)).isFile()).map((name) => [name, readFileSync(join(path, name), "utf8")]));

/** A clock that is set anew, by up to a day either way, every few times that it is looked at. */
class JumpingClock extends FakeClock {
  private ahead = 0;
  constructor(private readonly random: () => number) {
    super();
  }

  override now(): number {
    if (this.random() < 0.05) this.ahead = (this.random() - 0.5) * 2 * 86_400_000;
    return super.now() + this.ahead;
  }
}

/** Steps that say something of their own, so that an answer in the wrong place is seen. */
function madeSteps(count: number): Step[] {
  return Array.from({ length: count }, (_, i) => {
    const [a, b] = [3 + (i % 97), 1000 + i];
    return { id: `made-${i}/step_1`, problemId: `made-${i}`, nodeId: "step_1", dataset: "made", content: `So we have ${a} + ${b} = ${a + b + (i % 3 === 0 ? 1 : 0)} apples.`, context: [], contextFrom: "graph", dependencies: [] };
  });
}

/** Plays a formaliser that writes down what it reads. */
function answer({ prompt }: FakeRequest): string {
  const claim = /So we have (\d+) \+ (\d+) = (\d+) apples\./.exec(prompt);
  return claim ? `\`\`\`lean4\ntheorem t : (${claim[1]} : ℝ) + ${claim[2]} = ${claim[3]} := by sorry\n\`\`\`` : "I cannot read this.";
}

const ROWS = runs(5_000);

test("Method A", { timeout: limit(2 * ROWS) }, async () => {
  const count = tally(`Method A, ${ROWS} rows, ${100 * SHARE} % faults`);
  const steps = madeSteps(ROWS);
  const prover = embeddedProver();
  const random = seeded(`torture ${SEED}`);
  // Of these no answer is to be had however often they are sent: a filter says no, or the list of choices is empty.
  const refused = ({ prompt }: FakeRequest): Fault | undefined => (/= \d*77 apples/.test(prompt) ? FAULTS.filtered : /= \d*55 apples/.test(prompt) ? { fault: "no-choices" } : undefined);

  const run = async (name: string, faulty: boolean): Promise<{ cases: number; requests: number }> => {
    const server = await FakeModelServer.start({ answer, faultOf: (request) => refused(request) ?? (faulty ? drawnFault(random, count) : undefined) });
    const client = new ModelClient({ baseUrl: server.baseUrl, cacheName: "fake", server: "standard", env: {}, clock: faulty ? new JumpingClock(random) : new FakeClock(), timeoutMs: faulty ? 700 : 60_000, attempts: 30, cache: join(folder, `${name}-replies`) });
    try {
      const { cases } = await untilDone(() => runMethodA({ steps, seed: 42, formaliser: modelFormaliser({ system: systemOf("kimina-autoformalizer-7b"), client }), prover, folder: join(folder, name), concurrency: 16 }), count);
      return { cases: cases.length, requests: server.requests.length };
    } finally {
      await client.close();
      await server.close();
    }
  };
  const calm = await run("calm", false);
  const now = Date.now();
  const jumps = vi.spyOn(Date, "now").mockImplementation(() => now + Math.round((random() - 0.5) * 2 * 86_400_000));
  const faulty = await run("faulty", true).finally(() => jumps.mockRestore());
  await prover.close();
  count("requests", faulty.requests);
  expect(faulty.cases).toBe(calm.cases);
  expect(faulty.requests).toBeGreaterThan(calm.requests * 1.1);
  expect(contents(join(folder, "faulty"))).toEqual(contents(join(folder, "calm")));
  const rows = rowsIn<{ problem_id: string; is_perturbed: boolean; step_content: string; autoformaliser_output: string }>(join(folder, "faulty", "formalisations.jsonl"));
  expect(new Set(rows.map(({ problem_id, is_perturbed }) => `${problem_id} ${is_perturbed}`)).size).toBe(rows.length);
  expect(rows.length).toBe(2 * calm.cases);
  for (const { step_content, autoformaliser_output } of rows) if (autoformaliser_output) expect(autoformaliser_output.replace(/\D+/g, " ")).toContain(step_content.match(/\d+/g)!.join(" "));
  const kept = rowsIn<{ key: string }>(join(folder, "faulty-replies")).map(({ key }) => key);
  expect(new Set(kept).size).toBe(kept.length); // no reply was kept, and so paid for, twice
  count("rows compared", rows.length);
});

/** Every fault of the fake REPL, and what a check says of a text that brings it: nothing, or why the text fails. */
const LATE = /^timeout: no answer within \d+ ms; the process was killed$/;
const ENDED = /^crashed: twice, in two processes: the process /;
const NO_REPLY = /^crashed: twice, in two processes: (?:the REPL wrote something that is no reply, and was ended|what the REPL wrote is no reply to the command): /;
const REPL: Readonly<Record<string, RegExp | undefined>> = {
  no_answer: LATE, half_reply: LATE, late: LATE,
  half_exit: ENDED, exit1: ENDED, killed: ENDED, closed: ENDED, silent_header: ENDED, slow_header: ENDED,
  garbage: NO_REPLY, stray: NO_REPLY, twice: NO_REPLY, other_json: NO_REPLY,
  split: undefined, unflushed: undefined, windows: undefined, errors: undefined, grow: undefined, huge: undefined,
};
const faultIn = (code: string): string | undefined => /fault:(\w+)/.exec(code)?.[1];
/** What is to be said of a text. */
const whyNot = (code: string): RegExp | undefined => REPL[faultIn(code) ?? ""] ?? (code.includes("FAIL") ? /^lean_error: unsolved goals/ : undefined);

test("every fault of the fake REPL is in use", () => {
  const text = readFileSync(FAKE, "utf8");
  const known = text.slice(text.indexOf("const FAULTS = {"), text.indexOf("\n};", text.indexOf("const FAULTS = {"))).match(/^ {2}\w+(?=:)/gm)!.map((name) => name.trim());
  expect(Object.keys(REPL).sort()).toEqual(known.sort());
});

interface Detail {
  readonly id: string;
  readonly code: string;
  readonly checked: { readonly ok: boolean; readonly reason?: string };
}

test("Method B", { timeout: limit(ROWS) }, async () => {
  const instances = sampleInstances(22);
  const samples = Math.max(1, Math.ceil(ROWS / instances.filter(({ condition }) => !isEdit(condition)).length));
  const count = tally(`Method B, ${100 * SHARE} % faults of the model server and of the REPL`);
  const random = seeded(`torture B ${SEED}`);
  const names = Object.keys(REPL);
  const prove = ({ prompt, body }: FakeRequest, choice: number): string => {
    // Counted from the last, a sample has the same number however many the server gives at once.
    const drawn = seeded(`${prompt} ${Number(body.n ?? 1) - choice}`);
    const name = names[Math.floor(drawn() * names.length)]!;
    // 50 MB take the time of a hundred other replies: one in five of them is enough.
    const fault = drawn() >= SHARE ? undefined : name !== "huge" || drawn() < 0.2 ? name : "errors";
    const wrong = drawn() < 0.2;
    return `<formal_proof>\n\`\`\`lean4\nimport Mathlib\n\n${fault ? `-- fault:${fault}\n` : ""}theorem t${Math.floor(drawn() * 1e9)} : 1 = 1 := by\n  ${wrong ? "FAIL" : "rfl"}\n\`\`\`\n</formal_proof>`;
  };
  const pool = new LeanPool({ command: fake().command, size: 2, header: "import Mathlib", timeoutMs: 60_000, maxResidentBytes: 200 * 2 ** 20 });
  let slowest = 0;
  const lean: LeanEngine = {
    engine: pool.engine, configuration: pool.configuration, header: pool.header,
    check: async (code) => {
      const began = performance.now();
      const result = await pool.check(code, REPL[faultIn(code) ?? ""] === LATE ? { timeoutMs: 300 } : {});
      slowest = Math.max(slowest, performance.now() - began);
      return result;
    },
    runSteps: (steps) => pool.runSteps(steps), versions: () => pool.versions(), close: () => pool.close(),
  };
  /** Says what Lean is to say, without it. */
  const law: CodeChecker = { engine: pool.engine, configuration: pool.configuration, check: (code) => Promise.resolve({ ok: whyNot(code) === undefined }) };

  const run = async (name: string, faulty: boolean) => {
    // One sample a request, so that there are as many requests as samples.
    const server = await FakeModelServer.start({ answer: prove, oneChoice: faulty, faultOf: () => (faulty ? drawnFault(random, count) : undefined) });
    const client = new ModelClient({ baseUrl: server.baseUrl, cacheName: "fake", server: "standard", env: {}, clock: new FakeClock(), timeoutMs: faulty ? 700 : 60_000, attempts: 30, cache: join(folder, `${name}-replies`) });
    try {
      return await untilDone(() => runRobustness({ instances, systems: [proofSystem({ system: systemOf({ model: "system", like: "goedel-prover-v2-8b" }), client })], checker: faulty ? leanCodeChecker(lean) : law, judges: [ruleBasedJudge], samples, judged: "selected", folder: join(folder, name), concurrency: 6 }), count);
    } finally {
      if (faulty) count("requests", server.requests.length);
      await client.close();
      await server.close();
    }
  };
  const faulty = await run("b-faulty", true).finally(() => pool.close());
  expect(leftBehind()).toEqual([]);
  const details = rowsIn<Detail>(join(folder, "b-faulty", "outputs.jsonl"));
  expect(new Set(details.map(({ id }) => id)).size).toBe(details.length);
  for (const { code, checked } of details) {
    const why = whyNot(code);
    expect(checked, code).toEqual(why ? { ok: false, reason: expect.stringMatching(why) as unknown } : { ok: true });
    if (faultIn(code)) count("faults of the REPL");
  }
  expect(slowest, "milliseconds for the slowest check, its wait in the line included").toBeLessThan(30_000);
  count("ms for the slowest check", Math.round(slowest));
  count("outputs", details.length);
  const calm = await run("b-calm", false);
  expect(faulty.study).toEqual(calm.study);
  // All but the words in which Lean's side tells of a failure.
  const bare = (rows: readonly Detail[]) => rows.map((row) => ({ ...row, checked: row.checked.ok }));
  expect(bare(details)).toEqual(bare(rowsIn<Detail>(join(folder, "b-calm", "outputs.jsonl"))));
});
