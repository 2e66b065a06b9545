import { afterEach, describe, expect, test } from "vitest";
import { parseTheorem } from "../../src/lean/theorem";
import type { LeanEngine, LeanResult } from "../../src/repl/engine";
import { TacticProver, type TacticProverOptions } from "../../src/repl/tacticProver";
import { leanProver } from "../../src/stages/leanProver";
import { verdictOf } from "../../src/stages/verdict";

/** An engine in which exactly the listed proofs are proofs, each of a statement that holds a given text. It keeps the bodies that it saw. */
function believer(proofs: readonly (readonly [statement: string, proof: string])[], faults: Readonly<Record<string, LeanResult>> = {}): LeanEngine & { seen: string[] } {
  const seen: string[] = [];
  const judge = (step: string): LeanResult => {
    const [, name] = /^#print axioms _root_\.(\S+)/.exec(step) ?? [];
    if (name !== undefined) return { status: "ok", reply: { env: 1, messages: [{ severity: "info", pos: { line: 1, column: 0 }, data: `'${name}' depends on axioms: [propext]` }] } };
    if (/NO_SUCH/.test(step)) return { status: "lean_error", detail: "unknown identifier 'NO_SUCH'" };
    if (step.endsWith(":= by sorry")) return { status: "ok", reply: { env: 1, sorries: [{ goal: "⊢ ?" }] } };
    const at = step.indexOf(" := by\n");
    if (at === -1) return { status: "ok", reply: { env: 1 } };
    const body = step.slice(at + 7).split("\n").map((line) => line.trim()).join("\n");
    seen.push(body);
    const fault = faults[body];
    if (fault) return fault;
    return proofs.some(([statement, proof]) => step.slice(0, at).includes(statement) && body.startsWith(proof)) ? { status: "ok", reply: { env: 1 } } : { status: "lean_error", detail: "unsolved goals" };
  };
  return {
    seen, engine: "believer", header: "", configuration: { kind: "test" },
    check: (code) => Promise.resolve(judge(code)),
    runSteps: (steps) => {
      const results: LeanResult[] = [];
      for (const step of steps) {
        results.push(judge(step));
        if (results.at(-1)!.status !== "ok") break;
      }
      return Promise.resolve(results);
    },
    versions: () => Promise.resolve({ lean: "4.15.0" }),
    close: () => Promise.resolve(),
  };
}

const open: TacticProver[] = [];
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));
function decide(engine: LeanEngine, code: string, options: Partial<TacticProverOptions> = {}) {
  const prover = new TacticProver({ engine, ...options });
  open.push(prover);
  const parsed = parseTheorem(code);
  if (!parsed.ok) throw new Error(parsed.reason);
  return prover.decide(parsed.theorem);
}

describe("TacticProver", () => {
  test("proves by the first proof that Lean takes", async () => {
    expect(await decide(believer([["x + 0 = x", "ring"]]), "theorem t (x : ℝ) : x + 0 = x")).toEqual({ outcome: "proved", proof: "ring", versions: { lean: "4.15.0" } });
  });

  test("refutes by a proof of the negation, at Z3's values, and begins on that side", async () => {
    const engine = believer([["¬ (∀ (x : ℝ) (h : x ^ 2 = 4), x = 2)", "intro kit_all"]]);
    const verdict = await decide(engine, "theorem t (x : ℝ) (h : x ^ 2 = 4) : x = 2");
    expect(verdict).toMatchObject({ outcome: "refuted", counterexample: "x = -2", proof: expect.stringMatching(/^intro kit_all\nexact absurd \(@kit_all \(-2 : ℝ\) \(by first/) });
    expect(engine.seen[0]).toMatch(/^intro kit_all/);
  });

  test("refutes without Z3 too", async () => {
    expect(await decide(believer([["¬ (1 = 2)", "decide"]]), "theorem t : 1 = 2", { counterexamples: false })).toMatchObject({ outcome: "refuted", proof: "decide" });
  });

  test("what Z3 says is a hint, never a verdict", async () => {
    expect(await decide(believer([]), "theorem t : 2 + 2 = 4")).toMatchObject({ outcome: "inconclusive", reason: /^none of \d+ attempts is a proof, of the statement or of its negation$/ });
    expect(await decide(believer([["2 + 2 = 5", "rfl"]]), "theorem t : 2 + 2 = 5")).toMatchObject({ outcome: "proved" });
  });

  test("a statement that does not type-check is af_fail", async () => {
    expect(await decide(believer([]), "theorem t : NO_SUCH = 2")).toMatchObject({ outcome: "af_fail", reason: "type_check: unknown identifier 'NO_SUCH'" });
  });

  test("attempts that run out of time are counted, those of a broken machine end everything", async () => {
    const late = believer([], { rfl: { status: "timeout", detail: "no answer" }, simp: { status: "crashed", detail: "dead" } });
    expect(await decide(late, "theorem t : 1 = 2", { proofs: ["rfl", "simp"], refutations: ["rfl"], attemptMs: 500 })).toMatchObject({ outcome: "inconclusive", reason: expect.stringMatching(/none of 3 attempts.*, 2 of them out of time \(500 ms each\)/) });
    await expect(decide(believer([], { rfl: { status: "infra", detail: "no process" } }), "theorem t : 1 = 2", { proofs: ["rfl"] })).rejects.toThrow("Lean cannot be used: no process");
  });

  test("a statement and its negation, both proved, raise the alarm", async () => {
    await expect(decide(believer([["", "rfl"]]), "theorem t : 1 = 1", { bothSides: true, proofs: ["rfl"], refutations: ["rfl"] })).rejects.toThrow(/both t and its negation were proved, by "rfl" and "rfl"/);
  });

  test.each([[{ attemptMs: 0 }], [{ proofs: [" "] }]])("%j is refused", (options) => {
    expect(() => new TacticProver({ engine: believer([]), ...options })).toThrow(/attemptMs is|a portfolio is/);
  });
});

test("as the pipeline's prover it gives verdicts with proofs, and af_fail", async () => {
  const prover = leanProver(believer([["1 + 1 = 2", "norm_num"]]));
  const verdict = (code: string) => verdictOf({ reply: `\`\`\`lean4\n${code}\n\`\`\``, finish: "stop" }, { preset: "strict", prover });
  expect(await verdict("theorem t : 1 + 1 = 2 := by sorry")).toMatchObject({ outcome: "proved", engine: "believer+tactics", proof: "norm_num" });
  expect(await verdict("theorem t : NO_SUCH = 2 := by sorry")).toMatchObject({ outcome: "af_fail", reason: /^type_check/ });
  expect(prover.configuration).toMatchObject({ engine: "believer", kind: "test", attemptMs: 10_000 });
  await prover.close();
});
