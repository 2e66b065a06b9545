/** A hard statement is really stopped, and the engine keeps no process alive. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
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
  // Unstopped it would take minutes; starting Z3 again is not counted by the limit, and takes a second on a busy machine.
  expect(performance.now() - start).toBeLessThan(5000);
  expect(hard.outcome).toBe("inconclusive");
  expect(hard.reason).not.toBe("");
  // Z3 may have to be started again within the limit of the next statement, which a busy machine can be too slow for once.
  const next = [await decide(EASY), await decide(EASY)];
  expect(next.map(({ outcome }) => outcome)).toContain("proved");
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
