/** A hard statement is really stopped, and the engine keeps no process alive. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { parseTheorem, type ParsedTheorem } from "../../src/lean/theorem";
import { Z3Prover, type Z3Verdict } from "../../src/z3/prover";
import { PROJECT } from "../support/project";

/** The equation of Fermat for exponent 5, which Z3 does not solve. */
const HARD = "theorem hard (x y z : ℤ) (hx : 1 < x) (hy : 1 < y) (hz : 1 < z) : x ^ 5 + y ^ 5 ≠ z ^ 5 + 1 := by sorry";
const EASY = "theorem easy (x : ℝ) (h : 2 * x = 6) : x = 3 := by sorry";

const prover = new Z3Prover({ timeoutMs: 500 });
afterAll(() => prover.close());

function decide(code: string): Promise<Z3Verdict> {
  const parsed: ParsedTheorem = parseTheorem(code);
  if (!parsed.ok) throw new Error(parsed.reason);
  return prover.decide(parsed.theorem);
}

test("a hard statement ends at its limit, and the next is decided", async () => {
  await decide(EASY);
  const start = performance.now();
  const hard = await decide(HARD);
  // Unstopped it would take minutes.
  expect(performance.now() - start).toBeLessThan(3000);
  expect(hard.outcome).toBe("inconclusive");
  expect(hard.reason).not.toBe("");
  // Z3 starts again within the limits of the next statements, which a busy machine can be too slow for at first.
  let next = await decide(EASY);
  for (let turn = 0; turn < 40 && next.outcome !== "proved"; turn++) next = await decide(EASY);
  expect(next.outcome).toBe("proved");
});

test("a machine's clock that is set anew meanwhile changes no verdict", async () => {
  let now = Date.now();
  const jumping = vi.spyOn(Date, "now").mockImplementation(() => (now += 86_400_000));
  try {
    const parsed = parseTheorem("theorem t : ∑ i ∈ Finset.range 3000, i % 7 = 8994 := by sorry");
    expect((await prover.decide(parsed.ok ? parsed.theorem : expect.fail())).outcome).toBe("proved");
  } finally {
    jumping.mockRestore();
  }
});

test("the limit holds while Z3 starts, too", async () => {
  const cold = new Z3Prover({ timeoutMs: 20 });
  const parsed = parseTheorem(HARD);
  const start = performance.now();
  const verdict = await cold.decide(parsed.ok ? parsed.theorem : expect.fail());
  expect(performance.now() - start).toBeLessThan(3000);
  expect(verdict.outcome).toBe("inconclusive");
  await cold.close();
});

test("remainders with large moduli of which all values are possible are no endless search", async () => {
  // Unbounded, 4999 × 4999 values would be combined again and again.
  const start = performance.now();
  const { outcome } = await decide("theorem t (f : ℤ → ℤ) (h : (f 1 * f 2 * f 3) % 4999 = 3) : (f 4 * f 5 * f 6) % 4987 = 4 ∨ f 1 * f 4 % 4973 = 4972");
  expect(performance.now() - start).toBeLessThan(3000);
  expect(outcome).not.toBe("proved");
});

test.each([
  ["after close", "await prover.close();"],
  ["without close", ""],
])("the process ends by itself %s", (_, ending) => {
  const library = (...parts: string[]): string => JSON.stringify(join(PROJECT, "dist", ...parts));
  const program = `
    const { parseTheorem } = require(${library("lean", "theorem.js")});
    const { Z3Prover } = require(${library("z3", "prover.js")});
    (async () => {
      const prover = new Z3Prover();
      console.log((await prover.decide(parseTheorem(${JSON.stringify(EASY)}).theorem)).outcome);
      ${ending}
    })();`;
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8", timeout: 20_000 });
  expect({ status, signal, stdout: stdout.trim(), stderr }).toEqual({ status: 0, signal: null, stdout: "proved", stderr: "" });
});
