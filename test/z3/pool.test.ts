import { afterAll, describe, expect, test } from "vitest";
import { parseTheorem } from "../../src/lean/theorem";
import { Z3Pool } from "../../src/z3/pool";
import { Z3Prover } from "../../src/z3/prover";
import { smallStatements } from "./pool-statements";

const theorems = smallStatements.map((text) => {
  const parsed = parseTheorem(text);
  if (!parsed.ok) throw new Error(`${parsed.reason}: ${text}`);
  return parsed.theorem;
});
const pool = new Z3Pool({ workers: 3, timeoutMs: 60_000 });
afterAll(() => pool.close());

describe("engines side by side", () => {
  test("give the verdicts of one engine, in order, to the byte", async () => {
    const one = new Z3Prover({ timeoutMs: 60_000 });
    const expected: unknown[] = [];
    for (const theorem of theorems) expected.push(await one.decide(theorem));
    await one.close();
    expect(JSON.stringify(await Promise.all(theorems.map((theorem) => pool.decide(theorem))))).toBe(JSON.stringify(expected));
    expect(new Set(expected.map((verdict) => (verdict as { outcome: string }).outcome))).toEqual(new Set(["proved", "refuted", "inconclusive"]));
  });

  test("a statement that waits has its whole time before it", async () => {
    const short = new Z3Pool({ workers: 1, timeoutMs: 6_000 });
    const hard = parseTheorem("theorem hard (x y z : ℤ) (hx : 1 < x) (hy : 1 < y) (hz : 1 < z) : x ^ 5 + y ^ 5 ≠ z ^ 5 + 1 := by sorry");
    const [first, ...rest] = await Promise.all([hard.ok ? hard.theorem : expect.fail(), ...theorems.slice(0, 3)].map((theorem) => short.decide(theorem)));
    expect(first!.outcome).toBe("inconclusive");
    expect(rest.map(({ outcome }) => outcome)).not.toContain("inconclusive");
    await short.close();
  });

  test("refuse what is no number of workers; after closing nothing can be asked", async () => {
    for (const workers of [0, 1.5, 65]) expect(() => new Z3Pool({ workers })).toThrow(`workers is a whole number from 1 to 64, got ${workers}`);
    const closed = new Z3Pool({ workers: 2 });
    await closed.close();
    await expect(closed.decide(theorems[1]!)).rejects.toThrow("Z3 was closed");
  });
});
