/** Whole runs with a fifth of everything going wrong at once: they end with the bytes of a calm run, every row once and with its own answer. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { seeded } from "../../src/core/random";
import { ModelClient } from "../../src/llm/client";
import { LeanPool } from "../../src/repl/pool";
import { ruleBasedJudge } from "../../src/judges/judge";
import { embeddedProver } from "../../src/stages/embedded";
import { runMethodA } from "../../src/stages/methodA";
import { modelFormaliser } from "../../src/stages/models/formaliser";
import { proofSystem } from "../../src/stages/models/proofs";
import { leanCodeChecker } from "../../src/stages/robustness/checkers";
import { runRobustness } from "../../src/stages/robustness/run";
import type { Step } from "../../src/stages/types";
import { systemOf } from "../../src/systems/registry";
import { FakeClock } from "../fakes/clock";
import { FAULTS, PASSING_FAULTS, type Fault } from "../fakes/model-faults";
import { FakeModelServer, type FakeRequest } from "../fakes/model-server";
import { fake, leftBehind } from "../repl/fake";
import { sampleInstances } from "../support/robustness";
import { runs, SEED } from "./settings";
import { tally } from "./tally";

const SHARE = 0.2;
/** Every fault of the fake after which sending again helps, those that only a time limit ends included. */
const ALL: readonly Fault[] = [...PASSING_FAULTS, { fault: "choice-error" }, { fault: "slow", ms: 20 }, FAULTS.hang, FAULTS.hangInBody, FAULTS.endless];

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

test("Method A", async () => {
  const ROWS = runs(5_000);
  const count = tally(`Method A, ${ROWS} rows, ${100 * SHARE} % faults`);
  const steps = madeSteps(ROWS);
  const prover = embeddedProver();
  const random = seeded(`torture ${SEED}`);
  const refused = ({ prompt }: FakeRequest): boolean => /= \d*77 apples/.test(prompt);

  const run = async (name: string, faulty: boolean): Promise<{ cases: number; requests: number }> => {
    const server = await FakeModelServer.start({
      answer,
      faultOf: (request) => {
        if (refused(request)) return FAULTS.filtered;
        if (!faulty || random() >= SHARE) return undefined;
        const fault = ALL[Math.floor(random() * ALL.length)]!;
        count("faults");
        return fault;
      },
    });
    const client = new ModelClient({ baseUrl: server.baseUrl, cacheName: "fake", server: "standard", env: {}, clock: faulty ? new JumpingClock(random) : new FakeClock(), timeoutMs: faulty ? 700 : 60_000, attempts: 30, cache: join(folder, `${name}-replies`) });
    try {
      const { cases } = await runMethodA({ steps, seed: 42, formaliser: modelFormaliser({ system: systemOf("kimina-autoformalizer-7b"), client }), prover, folder: join(folder, name), concurrency: 16 });
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
  const rows = readFileSync(join(folder, "faulty", "formalisations.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line) as { problem_id: string; is_perturbed: boolean; step_content: string; autoformaliser_output: string });
  expect(new Set(rows.map(({ problem_id, is_perturbed }) => `${problem_id} ${is_perturbed}`)).size).toBe(rows.length);
  expect(rows.length).toBe(2 * calm.cases);
  for (const { step_content, autoformaliser_output } of rows) if (autoformaliser_output) expect(autoformaliser_output.replace(/\D+/g, " ")).toContain(step_content.match(/\d+/g)!.join(" "));
  count("rows compared", rows.length);
});

/** Faults of the fake REPL and what becomes of a text that brings them. */
const REPL: Readonly<Record<string, boolean>> = {
  no_answer: false, half_reply: false, half_exit: false, exit1: false, killed: false, closed: false, silent_header: false, slow_header: false, split: true, unflushed: true, windows: true, errors: true, grow: true,
};

test("Method B", async () => {
  const instances = sampleInstances(22);
  const samples = Math.max(1, Math.min(8, runs(8)));
  const count = tally(`Method B, ${100 * SHARE} % faults of the model server and of the REPL`);
  const random = seeded(`torture B ${SEED}`);
  const names = Object.keys(REPL);
  const prove = ({ prompt }: FakeRequest, sample: number): string => {
    const drawn = seeded(`${prompt} ${sample}`);
    const fault = drawn() < SHARE ? names[Math.floor(drawn() * names.length)]! : undefined;
    const wrong = drawn() < 0.2;
    return `<formal_proof>\n\`\`\`lean4\nimport Mathlib\n\n${fault ? `-- fault:${fault}\n` : ""}theorem t${Math.floor(drawn() * 1e9)} : 1 = 1 := by\n  ${wrong ? "FAIL" : "rfl"}\n\`\`\`\n</formal_proof>`;
  };
  const run = async (name: string, faulty: boolean) => {
    const server = await FakeModelServer.start({
      answer: prove,
      faultOf: () => {
        if (!faulty || random() >= SHARE) return undefined;
        count("faults of the model server");
        return ALL[Math.floor(random() * ALL.length)];
      },
    });
    const client = new ModelClient({ baseUrl: server.baseUrl, cacheName: "fake", server: "standard", env: {}, clock: new FakeClock(), timeoutMs: faulty ? 700 : 60_000, attempts: 30 });
    const pool = new LeanPool({ command: fake().command, size: 2, header: "import Mathlib", timeoutMs: 1_500, maxResidentBytes: 200 * 2 ** 20 });
    try {
      return await runRobustness({ instances, systems: [proofSystem({ system: systemOf({ model: "system", like: "goedel-prover-v2-8b" }), client })], checker: leanCodeChecker(pool), judges: [ruleBasedJudge], samples, judged: "selected", folder: join(folder, name), concurrency: 6 });
    } finally {
      await pool.close();
      await client.close();
      await server.close();
    }
  };
  const faulty = await run("b-faulty", true);
  const details = readFileSync(join(folder, "b-faulty", "outputs.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line) as { id: string; code: string; checked: { ok: boolean; reason?: string } });
  expect(new Set(details.map(({ id }) => id)).size).toBe(details.length);
  for (const { code, checked } of details) {
    const fault = /fault:(\w+)/.exec(code)?.[1];
    expect(checked.ok, `${code}\n${checked.reason}`).toBe((fault === undefined || REPL[fault]!) && !code.includes("FAIL"));
    if (fault) count("faults of the REPL");
  }
  count("outputs", details.length);
  const calm = await run("b-calm", false);
  // How a process ended may be told in other words; what is counted may not differ.
  expect(faulty.study).toEqual(calm.study);
  expect(leftBehind()).toEqual([]);
});
