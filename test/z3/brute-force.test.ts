/** Verdicts on random small statements against every value of their variables. FAITHLAB_RUNS asks for more of them than the 200 of a normal test. */
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { parseTheorem } from "../../src/lean/theorem";
import { Z3Prover } from "../../src/z3/prover";
import { allValues, refutes, satisfiesPremises, smallStatements, theoremText } from "./small-statements";

const RUNS = Number(process.env["FAITHLAB_RUNS"] ?? 200);
const prover = new Z3Prover({ timeoutMs: 2500 });
afterAll(() => prover.close());

test(`no verdict on ${RUNS} small statements is wrong`, { timeout: RUNS * 2600 }, async () => {
  const counts = { proved: 0, refuted: 0, inconclusive: 0, counterexamples: 0, vacuous: 0 };
  await fc.assert(
    fc.asyncProperty(smallStatements, async (statement) => {
      const parsed = parseTheorem(theoremText(statement));
      if (!parsed.ok) throw new Error(parsed.reason);
      const { outcome, counterexample, vacuous } = await prover.decide(parsed.theorem);
      counts[outcome]++;
      const all = allValues(statement);
      if (outcome !== "inconclusive") expect(outcome).toBe(all.some((values) => refutes(statement, values)) ? "refuted" : "proved");
      if (vacuous !== undefined) expect(vacuous).toBe(!all.some((values) => satisfiesPremises(statement, values)));
      if (vacuous) counts.vacuous++;
      const values = Object.fromEntries([...(counterexample ?? "").matchAll(/\b([ab]) = (-?\d+)/g)].map(([, name, value]) => [name!, Number(value)]));
      if (statement.names.every((name) => name in values)) {
        counts.counterexamples++;
        expect(refutes(statement, values)).toBe(true);
      }
    }),
    { numRuns: RUNS, seed: Number(process.env["FAITHLAB_SEED"] ?? 20), endOnFailure: process.env["FAITHLAB_RUNS"] !== undefined },
  );
  console.log(counts);
  expect(counts.proved).toBeGreaterThan(RUNS / 20);
  expect(counts.refuted).toBeGreaterThan(RUNS / 5);
  expect(counts.counterexamples).toBeGreaterThan(0);
  expect(counts.inconclusive).toBeLessThan(RUNS / 5);
});
