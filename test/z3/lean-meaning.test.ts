/** One hundred statements whose truth is argued from the definitions of Lean 4 and Mathlib; none of them is taken from a data set. */
import { afterAll, describe, expect, test } from "vitest";
import { parseTheorem } from "../../src/lean/theorem";
import { Z3Prover, type Z3Verdict } from "../../src/z3/prover";
import { MEANINGS } from "./meanings";

const prover = new Z3Prover({ timeoutMs: 5000 });
afterAll(() => prover.close());

async function decide(statement: string, header = ""): Promise<Z3Verdict> {
  const parsed = parseTheorem(`import Mathlib\n${header}\ntheorem t ${statement} := by sorry`);
  if (!parsed.ok) throw new Error(parsed.reason);
  return prover.decide(parsed.theorem);
}

test("there are one hundred statements, no two alike", () => {
  expect(new Set(MEANINGS.flatMap(({ header = "", cases }) => cases.map(([statement]) => header + statement))).size).toBe(100);
});

describe.each(MEANINGS)("$about", ({ header, cases }) => {
  test.for(cases)("%s is %s", async ([statement, outcome, reason]) => {
    const verdict = await decide(statement, header);
    expect(verdict.outcome, verdict.reason).toBe(outcome);
    if (reason) expect(verdict.reason).toMatch(reason);
  });
});

// The root of 2 is irrational: what holds in ℝ is false in ℚ, and the engine may only say so or leave it open.
test.each([": ∃ x : ℚ, x ^ 2 = 2", ": ∃ x : ℚ, 0 < x ∧ x * x = 3", ": ¬ ∀ x : ℚ, x ^ 2 ≠ 2"])("%s is not proved", async (statement) => {
  expect((await decide(statement)).outcome).not.toBe("proved");
});

// Nor is a true statement about ℚ refuted by an irrational number.
test.each(["(q : ℚ) : q ^ 2 ≠ 2", "(q : ℚ) (h : 0 < q) : q * q ≠ 3"])("%s is not refuted", async (statement) => {
  expect((await decide(statement)).outcome).not.toBe("refuted");
});

describe("premises that contradict each other", () => {
  test.each([
    "(x : ℝ) (h : x < 0) (k : 0 < x) : x = 5",
    // No natural number lies below 0.
    "(n : ℕ) (h : n < 0) : n = 7",
    // No integer lies between 0 and 1.
    "(n : ℤ) (h : 0 < n) (k : n < 1) : n = 9",
  ])("%s holds, but vacuously", async (statement) => {
    expect(await decide(statement)).toMatchObject({ outcome: "proved", vacuous: true });
  });

  test.each(["(x : ℝ) (h : 0 < x) : 0 ≤ x", "(n : ℕ) (h : n < 1) : n = 0"])("%s holds, and not vacuously", async (statement) => {
    expect(await decide(statement)).toMatchObject({ outcome: "proved", vacuous: false });
  });
});
