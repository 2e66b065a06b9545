import { afterAll, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { loadProblems } from "../../src/data/problems";
import { parseTheorem } from "../../src/lean/theorem";
import { Z3Prover } from "../../src/z3/prover";

const prover = new Z3Prover({ timeoutMs: 10_000 });
afterAll(() => prover.close());

test("every Lean statement of method B's sample is proved by the embedded engine, from premises that can hold", async () => {
  const { problems } = await loadProblems(inProject("data", "sample", "robustness-problems.jsonl"));
  const stated = problems.filter(({ formal_statement }) => formal_statement !== "");
  expect([problems.length, stated.length]).toEqual([22, 19]);
  for (const { name, formal_statement } of stated) {
    const parsed = parseTheorem(formal_statement as string);
    expect(parsed.ok && parsed.theorem.name).toBe(name);
    const verdict = parsed.ok ? await prover.decide(parsed.theorem) : undefined;
    expect([name, verdict?.outcome, verdict?.vacuous ?? false]).toEqual([name, "proved", false]);
  }
}, 30_000);

test("four proofs of the sample have the hundred words from which the paper calls a proof long", async () => {
  const { problems } = await loadProblems(inProject("data", "sample", "robustness-problems.jsonl"));
  expect(problems.filter(({ informal_proof }) => informal_proof.split(/\s+/).length >= 100)).toHaveLength(4);
});
