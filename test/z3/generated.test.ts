/** A slice of the torture run's generated statements, and that its checks can fail. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Z3Prover, type Z3Verdict } from "../../src/z3/prover";
import { check, checkShape, Wrong } from "../torture/engine/check";
import { fraction } from "../torture/engine/numbers";
import { meaning, tried } from "../torture/engine/meaning";
import { shapes } from "../torture/engine/shapes";
import { statements } from "../torture/engine/statements";
import { claimText, statementText, type Claim, type Statement, type Term } from "../torture/engine/syntax";

const prover = new Z3Prover({ timeoutMs: 1000 });
// Until Z3 is there, what needs it is inconclusive.
beforeAll(async () => {
  for (let attempt = 0; attempt < 60 && (await prover.decide({ header: "", binders: "(x : ℝ)", body: "x ^ 2 + 1 > x" })).outcome !== "proved"; attempt++);
}, 70_000);
afterAll(() => prover.close());
const SLOW = 20_000; // a busy machine is no hang

test("no verdict on 300 statements is wrong", { timeout: 120_000 }, async () => {
  await fc.assert(fc.asyncProperty(statements, async (statement) => void (await check(statement, prover, SLOW))), { numRuns: 200, seed: 5 });
  await fc.assert(fc.asyncProperty(shapes, async (shape) => void (await checkShape(shape, prover, SLOW))), { numRuns: 100, seed: 5 });
});

describe("the checks can fail", () => {
  const numeral = (n: number): Term => ({ op: "numeral", value: BigInt(n) });
  const claim = (left: number, right: number): Claim => ({ op: "relation", sign: "=", left: { op: "typed", of: numeral(left), type: "ℤ" }, right: numeral(right) });
  const statement = (parts: Partial<Statement>): Statement => ({ variables: [], functions: [], premises: [], goal: claim(1, 1), inGoal: false, ...parts });
  const says = (verdict: Partial<Z3Verdict>): Z3Prover => ({ decide: async () => ({ engine: "z3", ...verdict }) }) as unknown as Z3Prover;
  const a: Term = { op: "variable", name: "a" };
  const bounded = { variables: [{ name: "a", type: "ℤ", within: [-3n, 3n] as const }] };

  test.each<[string, Statement, Partial<Z3Verdict>, RegExp]>([
    ["a false statement proved", statement({ goal: claim(1, 2) }), { outcome: "proved" }, /is false/],
    ["a true statement refuted", statement({}), { outcome: "refuted" }, /holds at all 1 points/],
    ["one false value overlooked", statement({ ...bounded, goal: { op: "relation", sign: "≤", left: a, right: numeral(2) } }), { outcome: "proved" }, /is false at a = 3/],
    ["a counterexample that is none", statement({ ...bounded, goal: { op: "relation", sign: "≤", left: a, right: numeral(2) } }), { outcome: "refuted", counterexample: "a = 2" }, /the counterexample is none/],
    ["a counterexample outside the premises", statement({ ...bounded, goal: { op: "relation", sign: "≤", left: a, right: numeral(2) } }), { outcome: "refuted", counterexample: "a = 7" }, /the counterexample is none/],
    ["premises called contradictory", statement({ premises: [claim(1, 1)] }), { outcome: "proved", vacuous: true }, /its premises hold/],
    ["contradictory premises overlooked", statement({ premises: [claim(1, 2)] }), { outcome: "proved", vacuous: false }, /its premises hold nowhere/],
  ])("%s", async (_, wrong, verdict, words) => {
    await expect(check(wrong, says(verdict), SLOW)).rejects.toThrow(words);
    await expect(check(wrong, says(verdict), SLOW)).rejects.toThrow(Wrong);
  });

  test("a hang and a crash", async () => {
    const slow = { decide: () => new Promise((resolve) => setTimeout(resolve, 30, { outcome: "proved" })) } as unknown as Z3Prover;
    await expect(check(statement({}), slow, 10)).rejects.toThrow(/took \d+ ms/);
    await expect(check(statement({}), { decide: () => Promise.reject(new TypeError("oops")) } as unknown as Z3Prover, SLOW)).rejects.toThrow(/oops/);
  });
});

describe("the independent evaluator", () => {
  const none = { variables: new Map(), functions: new Map() };
  const num = (n: number): Term => ({ op: "numeral", value: BigInt(n) });
  const op = (sign: "+" | "-" | "*" | "/" | "%", left: Term, right: Term): Term => ({ op: "binary", sign, left, right });
  const typed = (of: Term, type: string): Term => ({ op: "typed", of, type });
  const neg = (of: Term): Term => ({ op: "neg", of });
  const equals = (left: Term, right: Term): Claim => ({ op: "relation", sign: "=", left, right });

  // Lean's definitions: ℕ stops at 0, Int.ediv and Int.emod, x / 0 = 0, coercions at the leaves.
  test.each<[Claim, boolean]>([
    [equals(typed(op("-", num(3), num(5)), "ℕ"), num(0)), true],
    [equals(typed(op("-", num(3), num(5)), "ℤ"), neg(num(2))), true],
    [equals(typed(op("/", neg(num(7)), num(2)), "ℤ"), neg(num(4))), true],
    [equals(typed(op("%", neg(num(7)), num(2)), "ℤ"), num(1)), true],
    [equals(typed(op("%", neg(num(7)), neg(num(2))), "ℤ"), num(1)), true],
    [equals(typed(op("/", num(7), num(0)), "ℚ"), num(0)), true],
    [equals(typed(op("%", num(7), num(0)), "ℕ"), num(7)), true],
    [equals(typed(op("/", num(7), num(2)), "ℕ"), num(3)), true],
    [equals(typed(op("/", typed(op("/", num(7), num(2)), "ℕ"), num(2)), "ℚ"), typed(op("/", num(3), num(2)), "ℚ")), true],
    [equals(typed(op("-", typed(num(3), "ℕ"), num(5)), "ℤ"), neg(num(2))), true],
    [equals(typed(op("-", num(1), num(2)), "Fin 5"), num(4)), true],
    [equals(typed(num(7), "ZMod 7"), num(0)), true],
    [{ op: "divides", type: "ℕ", left: num(0), right: num(0) }, true],
    [{ op: "property", name: "Even", type: "ℚ", of: num(1) }, true],
    [{ op: "property", name: "Prime", type: "ℤ", of: neg(num(7)) }, true],
  ])("%#", (claim, truth) => expect(meaning(claim, none)(new Map()), claimText(claim)).toBe(truth));

  test("tries every point of a bounded statement", () => {
    const a: Term = { op: "variable", name: "a" };
    const { points, complete, refutes } = tried({ variables: [{ name: "a", type: "ℤ", within: [-3n, 3n] }], functions: [], premises: [], goal: { op: "relation", sign: "<", left: a, right: num(3) }, inGoal: false });
    expect([points.length, complete, points.filter(refutes).map((point) => point.get("a"))]).toEqual([7, true, [fraction(3n)]]);
  });

  test("writes the brackets that Lean needs", () => {
    expect(claimText(equals({ op: "pow", base: neg(num(2)), exponent: num(2) }, neg({ op: "pow", base: num(2), exponent: num(2) })))).toBe("(-2) ^ 2 = -2 ^ 2");
    expect(claimText(equals(op("-", num(1), op("-", num(2), neg(neg(num(3))))), op("*", op("+", num(1), num(2)), num(3))))).toBe("1 - (2 - -(-3)) = (1 + 2) * 3");
    expect(statementText({ variables: [{ name: "a", type: "ℕ", within: [-1n, 4n] }], functions: [], premises: [equals(num(1), num(1))], goal: equals(num(2), num(2)), inGoal: true })).toBe("theorem t : ∀ a : ℕ, a ≤ 4 → 1 = 1 → 2 = 2 := by sorry");
  });
});
