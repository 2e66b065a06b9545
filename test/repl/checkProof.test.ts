import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditProof } from "../../src/lean/audit";
import { checkProof, type ProofOptions } from "../../src/repl/checkProof";
import { checkStatement } from "../../src/repl/checkStatement";
import type { LeanEngine, LeanResult } from "../../src/repl/engine";
import { LeanPool } from "../../src/repl/pool";
import { CHEATS, FALSE_STATEMENT, HONEST } from "./cheats";
import { FAKE, fake } from "./fake";

let engine: LeanPool;
beforeAll(() => {
  engine = new LeanPool({ command: [process.execPath, FAKE], size: 2, header: "import Mathlib", timeoutMs: 10_000 });
});
afterAll(() => engine.close());

const check = (statement: string, candidate: string, options: Partial<ProofOptions> = {}) => checkProof(engine, { statement, candidate, ...options });

describe("cheating proofs", () => {
  test("there are at least 60 in 16 classes", () => {
    expect(CHEATS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(CHEATS.map(({ group }) => group)).size).toBe(16);
  });

  test.each(CHEATS.map((cheat) => [cheat.group, cheat.what, cheat] as const))("%s: %s", async (_, __, { code, kinds, lenient, statement = FALSE_STATEMENT }) => {
    const { violations } = auditProof(code, statement);
    expect(violations.map(({ kind }) => kind).some((kind) => kinds.includes(kind)), JSON.stringify(violations)).toBe(true);
    expect(await check(statement, code)).toMatchObject({ accepted: false, verdict: "rejected", status: "not_asked", level: "none" });
    if (!lenient) return;
    const told = await check(statement, code, { mode: "lenient" });
    expect(told.accepted).toBe(false);
    expect(told.reasons.join("\n")).toMatch(lenient);
  });
});

describe("honest proofs", () => {
  test("there are at least 30", () => expect(HONEST.length).toBeGreaterThanOrEqual(30));

  test.each(HONEST.map(([statement, candidate, form]) => [candidate, statement, form] as const))("%j", async (candidate, statement, form) => {
    const result = await check(statement, candidate, form ? { form } : {});
    expect(result).toMatchObject({ accepted: true, verdict: "accepted", level: "statement_and_axioms", reasons: [], status: "ok", engine: "lean-repl", versions: { lean: "4.15.0" } });
  });
});

describe("the commands that are sent", () => {
  const sent = async (options: ProofOptions) => {
    const { command, requests } = fake();
    const own = new LeanPool({ command, size: 1, header: "import Mathlib" });
    const result = await checkProof(own, { nonce: "n1", ...options });
    await own.close();
    return { result, commands: requests().slice(2).map(({ cmd, env }) => [cmd, env]) };
  };

  test("the statement first, under a name of ours, then the candidate, then three questions, each on top of the one before", async () => {
    const { result, commands } = await sent({ statement: "import Mathlib\nopen Real\ntheorem t (x : ℝ) : x + 0 = x := by sorry", candidate: "import Mathlib\nopen Real\n\ntheorem t (x : ℝ) : x + 0 = x := by\n  simp" });
    expect(result.accepted).toBe(true);
    expect(commands).toEqual([
      ["              \nset_option autoImplicit false\nopen Real", 0],
      ["theorem _root_._kit_ref_n1 (x : ℝ) : x + 0 = x := by sorry", 2],
      ["              \n         \n\ntheorem t (x : ℝ) : x + 0 = x := by\n  simp", 3],
      ["set_option debug.skipKernelTC false in\ntheorem _root_._kit_chk_n1 : type_of% @_root_._kit_ref_n1 := @_root_.t", 4],
      ["example : (type_of% @_root_._kit_chk_n1) = (type_of% @_root_._kit_ref_n1) := rfl", 5],
      ["#print axioms _root_._kit_chk_n1", 6],
      ["#eval Lean.versionString", 0],
    ]);
  });

  test("a bare proof under our signature, its lemmas before it, the namespace in the name", async () => {
    const { commands } = await sent({ statement: "namespace A\nopen Nat in\ntheorem t : 2 = 2 := by sorry", candidate: "exact two", form: "body", helpers: ["theorem two : 2 = 2 := rfl"] });
    expect(commands.slice(1, 5).map(([cmd]) => cmd)).toEqual([
      "open Nat in\ntheorem _root_._kit_ref_n1 : 2 = 2 := by sorry",
      "theorem two : 2 = 2 := rfl",
      "open Nat in\ntheorem t : 2 = 2 := by\n  exact two",
      "set_option debug.skipKernelTC false in\ntheorem _root_._kit_chk_n1 : type_of% @_root_._kit_ref_n1 := @_root_.A.t",
    ]);
  });

  test("nothing after the first error, nothing at all after the screening", async () => {
    expect((await sent({ statement: "theorem t : 1 = 1", candidate: "theorem t : 1 = 1 := by\n  FAIL" })).commands).toHaveLength(4); // the version is the fourth
    expect((await sent({ statement: "theorem t : 1 = 1", candidate: "theorem t : 1 = 1 := by\n  sorry" })).commands).toEqual([]);
  });
});

/** An engine that answers the k-th step as told, and the rest with success. */
function scripted(answers: Readonly<Record<number, LeanResult>>): LeanEngine {
  const usual = (i: number): LeanResult => ({ status: "ok", reply: { env: i, ...(i === 1 && { sorries: [{ goal: "⊢ 1 = 1" }] }), ...(i === 5 && { messages: [message("info", "'_kit_chk_n1' does not depend on any axioms")] }) } });
  return {
    engine: "scripted", header: "", configuration: {},
    check: () => Promise.resolve(usual(0)),
    runSteps: (steps) => {
      const results: LeanResult[] = [];
      for (const i of steps.keys()) {
        results.push(answers[i] ?? usual(i));
        if (results[i]!.status !== "ok") break;
      }
      return Promise.resolve(results);
    },
    versions: () => Promise.resolve({}),
    close: () => Promise.resolve(),
  };
}
const message = (severity: string, data: string) => ({ severity, pos: { line: 1, column: 0 }, endPos: null, data });
const judged = (answers: Readonly<Record<number, LeanResult>>, options: Partial<ProofOptions> = {}) => checkProof(scripted(answers), { statement: "theorem t : 1 = 1", candidate: "theorem t : 1 = 1 := rfl", nonce: "n1", ...options });

describe("what is made of Lean's answers", () => {
  test.each<[string, Record<number, LeanResult>, object]>([
    ["everything as it should be", {}, { accepted: true, level: "statement_and_axioms", axioms: [] }],
    ["the statement does not type-check", { 1: { status: "lean_error", detail: "unknown identifier 'x'" } }, { accepted: false, verdict: "rejected", level: "none", reasons: ["type_check: unknown identifier 'x'"] }],
    ["the statement is not one theorem", { 1: { status: "ok", reply: { env: 1 } } }, { verdict: "rejected", reasons: [expect.stringMatching(/0 gaps/)] }],
    ["the candidate is wrong", { 2: { status: "lean_error", detail: "linarith failed" } }, { verdict: "rejected", level: "none", reasons: ["Lean rejects it: linarith failed"] }],
    ["a warning in old quotes", { 2: { status: "ok", reply: { env: 2, messages: [message("warning", "declaration uses 'sorry'")] } } }, { verdict: "rejected", level: "compiles" }],
    ["a warning in new quotes", { 2: { status: "ok", reply: { env: 2, messages: [message("warning", "declaration uses `sorry`")] } } }, { verdict: "rejected", level: "compiles" }],
    ["another warning", { 2: { status: "ok", reply: { env: 2, messages: [message("warning", "unused variable `h`")] } } }, { accepted: true }],
    ["the name is missing", { 3: { status: "lean_error", detail: "unknown identifier '_root_.t'" } }, { verdict: "rejected", level: "no_sorry", reasons: [expect.stringMatching(/^statement: .*unknown identifier/)] }],
    ["a warning at the question", { 3: { status: "ok", reply: { env: 3, messages: [message("warning", "declaration uses `sorry`")] } } }, { verdict: "rejected", level: "no_sorry" }],
    ["generalised", { 4: { status: "lean_error", detail: "type mismatch at _kit_chk_n1" } }, { verdict: "rejected", reasons: [expect.stringMatching(/more general.*_kit_chk$/)] }],
    ["a forged answer under another name", { 5: { status: "ok", reply: { env: 5, messages: [message("info", "'t' does not depend on any axioms")] } } }, { verdict: "rejected", reasons: ["axioms: Lean did not answer which axioms the proof rests on"] }],
    ["a forged answer as a warning", { 5: { status: "ok", reply: { env: 5, messages: [message("warning", "'_kit_chk_n1' does not depend on any axioms")] } } }, { verdict: "rejected" }],
    ["an axiom too many, over several lines", { 5: { status: "ok", reply: { env: 5, messages: [message("info", "'_kit_chk_n1' depends on axioms: [propext,\n Classical.choice,\n sorryAx]")] } } }, { verdict: "rejected", level: "no_sorry", reasons: ["axioms: the proof rests on sorryAx"], axioms: ["propext", "Classical.choice", "sorryAx"] }],
    ["native proofs of v4.29", { 5: { status: "ok", reply: { env: 5, messages: [message("info", "'_kit_chk_n1' depends on axioms: [t._native.native_decide.ax_1_1]")] } } }, { verdict: "rejected" }],
    ["out of time", { 2: { status: "timeout", detail: "no answer within 5 ms" } }, { accepted: false, verdict: "undecided", status: "timeout", level: "none" }],
    ["the server fails at a question", { 4: { status: "infra", detail: "gone" } }, { accepted: false, verdict: "undecided", status: "infra", level: "no_sorry" }],
  ])("%s", async (_, answers, expected) => {
    expect(await judged(answers)).toMatchObject(expected);
  });

  test("further axioms can be allowed", async () => {
    const answers = { 5: { status: "ok", reply: { env: 5, messages: [message("info", "'_kit_chk_n1' depends on axioms: [Lean.ofReduceBool]")] } } } as const;
    expect(await judged(answers, { allowedAxioms: ["Lean.ofReduceBool"] })).toMatchObject({ accepted: true });
  });

  test("a second opinion decides last, and its silence is no verdict", async () => {
    const external = (ok: boolean | undefined) => ({ name: "second", check: () => Promise.resolve({ ok, detail: "because" }) });
    expect(await judged({}, { external: external(true) })).toMatchObject({ accepted: true, level: "replayed" });
    expect(await judged({}, { external: external(false) })).toMatchObject({ accepted: false, verdict: "rejected", level: "statement_and_axioms", reasons: ["second: because"] });
    expect(await judged({}, { external: external(undefined) })).toMatchObject({ accepted: false, verdict: "undecided" });
  });

  test("the same check has the same words, whatever the nonce", async () => {
    const results = [await check("theorem t : 1 = 1", "theorem u : 1 = 1 := rfl\ntheorem t : 1 = 1 := FAIL"), await check("theorem t : 1 = 1", "theorem u : 1 = 1 := rfl\ntheorem t : 1 = 1 := FAIL")];
    expect(results[0]).toEqual(results[1]);
  });
});

describe("bodies", () => {
  test("text that goes on after the proof is refused", async () => {
    expect(await check("theorem t : 1 = 1", "rfl\ntheorem u : 2 = 2 := rfl", { form: "body" })).toMatchObject({ accepted: false, status: "not_asked", reasons: [expect.stringMatching(/goes on with a command, `theorem`/)] });
  });

  test("a helper that is no lemma is refused", async () => {
    expect(await check("theorem t : 1 = 1", "rfl", { form: "body", helpers: ["def one := 1"] })).toMatchObject({ accepted: false, reasons: [expect.stringMatching(/a helper is a `def`/)] });
  });
});

describe("checkStatement", () => {
  test.each([
    ["theorem t (x : ℝ) : x = x", { accepted: true, verdict: "accepted", status: "ok", goal: "x : ℝ\n⊢ x = x", reasons: [] }],
    ["theorem t (x : ℝ) : FAIL = x", { accepted: false, verdict: "rejected", status: "lean_error", reasons: ["type_check: unsolved goals\n⊢ False"] }],
    ["def x := 1", { accepted: false, verdict: "rejected", status: "not_asked", reasons: ["no theorem: no theorem, only `def`"] }],
    ["#exit\ntheorem t : 1 = 1", { accepted: false, verdict: "rejected", status: "not_asked" }],
    ["import Bogus\ntheorem t : 1 = 1", { accepted: false, verdict: "rejected", status: "lean_error", reasons: [expect.stringMatching(/^type_check: .*the header "import Bogus"/)] }],
  ])("%s", async (statement, expected) => {
    expect(await checkStatement(engine, { statement })).toMatchObject(expected);
  });
});
