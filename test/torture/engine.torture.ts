/** Generated statements of the embedded engine's fragment: no crash, no hang, no verdict that trying the values contradicts. */
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { Z3Prover } from "../../src/z3/prover";
import { Z3Engine, type Question } from "../../src/z3/solve/engine";
import { check, checkShape, type Outcome } from "./engine/check";
import { shapes } from "./engine/shapes";
import { statements } from "./engine/statements";
import { runs, SEED } from "./settings";
import { tally, type Count } from "./tally";

/** The engine's own limit, and when an answer counts as a hang. */
const TIMEOUT = 250;
const HANG = TIMEOUT + 1000;
const prover = new Z3Prover({ timeoutMs: TIMEOUT });
afterAll(() => prover.close());

/** Questions that Z3 could not even read: the text for it is always well formed. */
const refused: string[] = [];
const ask = Z3Engine.prototype.ask;
vi.spyOn(Z3Engine.prototype, "ask").mockImplementation(async function (this: Z3Engine, question, timeoutMs) {
  const answer = await ask.call(this, question, timeoutMs);
  if (answer.status === "unknown" && answer.reason.startsWith("Z3 refused its input")) refused.push(`${answer.reason}\n${JSON.stringify(question)}`);
  return answer;
});
afterEach(() => expect(refused.splice(0)).toEqual([]));
const EASY: Question = { script: "(declare-const x Real) (assert (not (> (+ (* x x) 1.0) x))) (check-sat)", values: [] };

/**
 * Answers one question in a Z3 that has just been started, since a time limit ends its thread. On a busy machine a new thread takes longer for its first answer
 * than a statement may: each would end the thread again, and all would be inconclusive.
 */
async function warmed(): Promise<void> {
  const engine = prover["engine"];
  if (engine["worker"] === undefined) expect(await ask.call(engine, EASY, 60_000)).toEqual({ status: "unsat" });
}
beforeAll(warmed);

function counted(count: Count, { outcome, complete, counterexample }: Outcome): void {
  count(outcome);
  if (complete) count("compared with their whole truth");
  if (counterexample) count("counterexamples tried");
}

/** Of a hundred thousand statements, those that are settled by trying values; the rest are made so that their truth is known. */
const TRIED = runs(80_000);
const MADE = runs(20_000);

test(`no verdict on ${TRIED} generated statements is wrong`, { timeout: TRIED * HANG + 60_000 }, async () => {
  const count = tally("statements tried value by value");
  await fc.assert(
    fc.asyncProperty(statements, async (statement) => {
      await warmed();
      const outcome = await check(statement, prover, HANG);
      if (!outcome) return fc.pre(false);
      counted(count, outcome);
    }),
    { numRuns: TRIED, seed: SEED, maxSkipsPerRun: 100 },
  );
  expect(count.of("proved")).toBeGreaterThan(TRIED / 20);
  expect(count.of("refuted")).toBeGreaterThan(TRIED / 20);
});

test(`no verdict on ${MADE} statements of known truth is wrong`, { timeout: MADE * HANG + 60_000 }, async () => {
  const count = tally("statements made with their truth");
  await fc.assert(
    fc.asyncProperty(shapes, async (shape) => {
      await warmed();
      counted(count, await checkShape(shape, prover, HANG));
    }),
    { numRuns: MADE, seed: SEED },
  );
  expect(count.of("compared with their whole truth")).toBeGreaterThan(MADE / 2);
});
