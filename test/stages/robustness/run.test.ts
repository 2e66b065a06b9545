import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { editReport } from "../../../src/robustness/edits";
import { outputsOf, rateOf, selected } from "../../../src/robustness/measures";
import { readStudy } from "../../../src/robustness/records";
import { modelJudge, ruleBasedJudge } from "../../../src/judges/judge";
import { leanCodeChecker, scanChecker } from "../../../src/stages/robustness/checkers";
import { proofControl } from "../../../src/stages/robustness/controls";
import { proofSystem } from "../../../src/stages/models/proofs";
import { systemOf } from "../../../src/systems/registry";
import type { LeanEngine } from "../../../src/repl/engine";
import { LeanPool } from "../../../src/repl/pool";
import { runRobustness, type RobustnessOptions } from "../../../src/stages/robustness/run";
import { PASSING_FAULTS } from "../../fakes/model-faults";
import type { FakeRequest } from "../../fakes/model-server";
import { fake } from "../../repl/fake";
import { pair } from "../../support/model-pair";
import { sampleInstances } from "../../support/robustness";

const folder = mkdtempSync(join(tmpdir(), "robustness-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const contents = (path: string) => Object.fromEntries(readdirSync(path).sort().map((name) => [name, readFileSync(join(path, name), "utf8")]));

const instances = sampleInstances(22);
const originals = instances.filter(({ condition }) => condition === "Orig");
const controls: Pick<RobustnessOptions, "instances" | "systems" | "checker" | "judges"> = {
  instances,
  systems: [proofControl("carrier"), proofControl("repairer", originals), proofControl("mute")],
  checker: scanChecker,
  judges: [ruleBasedJudge],
};

describe("the controls' known answers", () => {
  const run = runRobustness({ ...controls, folder: join(folder, "controls") });
  const labels = async (system: string, condition: "number_statement" | "number_proof") => editReport(outputsOf((await run).study, { system, condition })).counts;

  test.each(["number_statement", "number_proof"] as const)("%s: the carrier keeps, the repairer restores, the mute says nothing", async (condition) => {
    const n = instances.filter((instance) => instance.condition === condition).length;
    expect(n).toBeGreaterThan(15);
    const [carrier, repairer, mute] = [await labels("carrier", condition), await labels("repairer", condition), await labels("mute", condition)];
    expect(carrier.reverted).toBe(0);
    expect(repairer.faithful).toBe(0);
    expect(carrier.faithful).toBeGreaterThanOrEqual(n * 0.9);
    expect(repairer.reverted).toBeGreaterThanOrEqual(n * 0.85);
    expect(mute).toEqual({ faithful: 0, reverted: 0, unclear: n, unjudged: 0 });
  });

  test("who writes nothing fails everywhere, without a judge being asked", async () => {
    const outputs = outputsOf((await run).study, { system: "mute", condition: "Orig" });
    for (const measure of ["TC", "StmtSC", "ProofSC", "FullyCorrect"] as const) expect(rateOf(outputs, measure)).toMatchObject({ rate: { k: 0, n: outputs.length }, unjudged: 0 });
  });

  test("the study that is kept is the one that is returned", async () => {
    const { study } = await run;
    const { about, outputs, problems } = await readStudy(join(folder, "controls", "study.jsonl"));
    expect({ about, outputs }).toEqual(study);
    expect(problems).toEqual([]);
    expect(about).toMatchObject({ simulated: false, judge: "rule", checker: "scan (not Lean)" });
  });

  test("the same folder goes on; another setting is refused", async () => {
    await run;
    const before = contents(join(folder, "controls"));
    await runRobustness({ ...controls, folder: join(folder, "controls") });
    expect(contents(join(folder, "controls"))).toEqual(before);
    await expect(runRobustness({ ...controls, samples: 2, folder: join(folder, "controls") })).rejects.toThrow("another samples (1, now 2)");
  });

  test("a run that was torn in the middle of a journal comes out the same", async () => {
    await run;
    const torn = join(folder, "torn");
    await runRobustness({ ...controls, folder: torn });
    const whole = contents(torn);
    for (const [name, text] of Object.entries(whole)) if (name.endsWith(".journal.jsonl")) writeFileSync(join(torn, name), text.slice(0, text.length * 0.6));
    const { problems } = await runRobustness({ ...controls, folder: torn });
    expect(problems.length).toBeGreaterThan(0);
    expect(contents(torn)).toEqual(whole);
  });

  test("names are unique", async () => {
    await expect(runRobustness({ ...controls, judges: [ruleBasedJudge, ruleBasedJudge], folder: join(folder, "twice") })).rejects.toThrow('two judges are called "rule"');
    await expect(runRobustness({ ...controls, systems: [proofControl("mute"), proofControl("mute")], folder: join(folder, "twice") })).rejects.toThrow("two of the system mute");
  });
});

/** A model that translates as the carrier does, but differently in each sample, and one that judges: now and then without a tag, or with LaTeX in its JSON. */
function answer({ body, prompt }: FakeRequest, sample: number): string {
  const tag = (name: string) => new RegExp(`<${name}>\\n?([\\s\\S]*?)\\n?</${name}>`).exec(prompt)?.[1] ?? "";
  if (body.model === "system") {
    const values = [...tag("informal_statement").matchAll(/\d+/g)].map(([value]) => `x = ${value}`).join(" ∨ ");
    const gap = sample % 3 === 0 ? "sorry" : sample % 3 === 1 ? "norm_num" : "norm_num)";
    return `<think>a draft: \`theorem draft : 1 = 1\`</think>\n<formal_proof>\n\`\`\`lean4\nimport Mathlib\n\ntheorem t (x : ℝ) : ${values || "True"} := by\n  ${gap}\n\`\`\`\n</formal_proof>`;
  }
  if (prompt.includes("<lean_signature>")) return prompt.length % 7 === 0 ? "It is the same." : `<justification>read</justification>\n<score>${prompt.length % 3 === 0 ? -1 : 1}</score>`;
  if (prompt.includes("<lean_tactics>")) return `<score>1</score> or rather <score> −1 </score>`;
  const value = tag("changed_value");
  return `\`\`\`json\n{"found_in_fl": true, "value_in_fl": "${value}", "context_in_fl": "x = ${value}", "judgment": "faithful", "reason": "as in \\frac{1}{2}"}\n\`\`\``;
}

describe("with models", () => {
  const few = sampleInstances(5);
  const settings = (client: Parameters<typeof proofSystem>[0]["client"]) => ({
    instances: few, systems: [proofSystem({ system: systemOf({ model: "system", like: "goedel-prover-v2-8b" }), client })], checker: scanChecker,
    judges: [modelJudge({ client, model: "judge" }), ruleBasedJudge] as const, samples: 4, concurrency: 8,
  });

  test("a run under faults leaves the same bytes as a clean one", async () => {
    const clean = await pair({ answer });
    const first = await runRobustness({ ...settings(clean.client), folder: join(folder, "clean") });
    let count = 0;
    const faulty = await pair({ answer, faultOf: () => (++count % 4 === 0 ? PASSING_FAULTS[(count / 4) % PASSING_FAULTS.length] : undefined) });
    const second = await runRobustness({ ...settings(faulty.client), folder: join(folder, "faulty") });
    expect(count).toBeGreaterThan(clean.server.requests.length * 1.2);
    expect(second.study).toEqual(first.study);
    expect(contents(join(folder, "faulty"))).toEqual(contents(join(folder, "clean")));
    // What the fake judge says is what the records say.
    const { outputs } = first.study;
    expect(outputs.some(({ stmtSC }) => stmtSC === null)).toBe(true);
    expect(outputs.filter(({ tc }) => tc).every(({ proofSC }) => proofSC === false)).toBe(true);
    const edited = outputs.filter(({ condition }) => condition === "number_statement");
    expect(edited.length).toBeGreaterThan(3);
    expect(edited.every(({ label, evidenceFound, consistent, others }) => label === "faithful" && evidenceFound && consistent && others!["rule"]!.label === "faithful")).toBe(true);
  });

  test("judging only what selection takes asks less and selects the same", async () => {
    const { client, server } = await pair({ answer });
    const all = await runRobustness({ ...settings(client), folder: join(folder, "all") });
    const asked = server.requests.length;
    const less = await pair({ answer });
    const some = await runRobustness({ ...settings(less.client), judged: "selected", folder: join(folder, "some") });
    expect(less.server.requests.length).toBeLessThan(asked);
    const pick = ({ study }: typeof all) => selected(study.outputs, 4).map(({ problem, condition, sample, tc, stmtSC, proofSC }) => ({ problem, condition, sample, tc, stmtSC, proofSC }));
    expect(pick(some)).toEqual(pick(all));
  });
});

describe("Lean as checker", () => {
  const engine = (status: string) => ({ engine: "Lean", configuration: {}, check: async () => ({ status, detail: "why" }) }) as unknown as LeanEngine;
  const check = (status: string) => leanCodeChecker(engine(status)).check("theorem t : 1 = 1 := by rfl");
  test("an error, a time-out and a crash over the text are the output's failure", async () => {
    expect(await check("ok")).toEqual({ ok: true });
    for (const status of ["lean_error", "timeout", "crashed"]) expect(await check(status)).toEqual({ ok: false, reason: `${status}: why` });
  });
  test("one text over which Lean's processes write nonsense, or whose imports are not there, costs its own verdict and no other", async () => {
    const pool = new LeanPool({ command: fake().command, size: 2, header: "import Mathlib" });
    const texts = ["import Mathlib\n-- fault:garbage\ntheorem a : 1 = 1 := by rfl", "import Mathlib\nimport Bogus\ntheorem b : 1 = 1 := by rfl", "import Mathlib\ntheorem c : 1 = 1 := by rfl"];
    const replies = texts.map((code) => ({ reply: `<formal_proof>\n\`\`\`lean4\n${code}\n\`\`\`\n</formal_proof>`, finish: "stop" as const }));
    const system = { name: "odd", configuration: {}, translate: () => Promise.resolve(replies) };
    const out = join(folder, "odd");
    await runRobustness({ instances: originals.slice(0, 1), systems: [system], checker: leanCodeChecker(pool), judges: [ruleBasedJudge], samples: 3, folder: out }).finally(() => pool.close());
    const checked = readFileSync(join(out, "outputs.jsonl"), "utf8").trim().split("\n").map((line) => (JSON.parse(line) as { checked: { ok: boolean; reason?: string } }).checked);
    expect(checked).toEqual([{ ok: false, reason: expect.stringMatching(/^crashed: twice, in two processes: /) as unknown }, { ok: false, reason: expect.stringMatching(/^lean_error: the header "import Mathlib\\nimport Bogus" loads/) as unknown }, { ok: true }]);
  });
  test("a machinery that does not work gives no verdict", async () => {
    await expect(check("infra")).rejects.toThrow("Lean does not work: why");
  });
});
