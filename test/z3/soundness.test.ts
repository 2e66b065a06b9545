/** Statements that once got a wrong verdict, each with its truth argued from the definitions of Lean 4 and Mathlib. "not proved" and "not refuted" leave the engine free to say nothing. */
import { afterAll, describe, expect, test } from "vitest";
import { parseTheorem } from "../../src/lean/theorem";
import { Z3Prover, type Z3Verdict } from "../../src/z3/prover";

type Expected = "proved" | "refuted" | "inconclusive" | "not proved" | "not refuted";
type Case = readonly [statement: string, expected: Expected, header?: string];

const prover = new Z3Prover({ timeoutMs: 5000 });
afterAll(() => prover.close());

async function decide(statement: string, header = ""): Promise<Z3Verdict> {
  const parsed = parseTheorem(`import Mathlib\n${header}\ntheorem t ${statement} := by sorry`);
  if (!parsed.ok) throw new Error(parsed.reason);
  return prover.decide(parsed.theorem);
}

function cases(list: readonly Case[]): void {
  test.each(list.map(([statement, expected, header = ""]) => ({ statement, expected, header })))("$header $statement: $expected", async ({ statement, expected, header }) => {
    const { outcome, reason } = await decide(statement, header);
    if (expected.startsWith("not ")) expect(outcome, reason).not.toBe(expected.slice(4));
    else expect(outcome, reason).toBe(expected);
  });
}

describe("a statement without variables is refuted only if its premises hold", () => {
  cases([
    // φ 3 = 2 is even, so the premise fails and the implication holds.
    ["(h : ∀ n : ℕ, n > 2 → Nat.totient n % 2 = 1) : False", "not refuted"],
    [": ¬ ∀ n : ℕ, n > 2 → Nat.totient n % 2 = 1", "not refuted"],
    // n = 40 gives 41 · 41.
    [": ¬ ∀ n : ℕ, Nat.Prime (n ^ 2 + n + 41)", "not refuted"],
    // 4 is no Fibonacci number.
    [": ¬ ∀ n : ℕ, ∃ m : ℕ, Nat.fib m = n", "not refuted"],
    // choose 0 0 = 1.
    ["(h : ∀ n : ℕ, Nat.choose (2 * n) n % 4 = 2) : 1 = 2", "not refuted"],
  ]);
});

describe("remainders of powers too large to be computed", () => {
  cases([
    // 0 to a positive power is 0, and 2 ^ 0 % 4 = 1.
    [": 2 ^ (0 ^ (10 ^ (10 ^ 10))) % 4 = 1", "proved"],
    // 1 to any power is 1, and 2 ^ 1 % 4 = 2.
    [": 2 ^ (1 ^ (10 ^ (10 ^ 10))) % 4 = 2", "proved"],
    // The exponent is large, so that 4 divides the power.
    [": 2 ^ (7 ^ (7 ^ 7 ^ 7)) % 4 = 0", "proved"],
    // Powers of 2 mod 5 have period 4, and 7 ^ (odd) is 3 mod 4: the power is 3 in Fin 5, and 3 % 3 = 0. In ℕ the remainder would be 2.
    [": ((2 : Fin 5) ^ (7 ^ (7 ^ 7 ^ 7))).val % 3 = 2", "not proved"],
    [": ((2 : Fin 5) ^ (7 ^ (7 ^ 7 ^ 7))).val % 3 = 0", "not refuted"],
    // Fin 1 and ZMod 1 have one element: there 1 = 0.
    ["(x : Fin 1) : x ^ 0 = 0", "proved"],
    ["(x : ZMod 1) : x ^ 0 = 0", "proved"],
  ]);
});

describe("`variable` and sections, by Lean's rule", () => {
  cases([
    // An instance belongs to a theorem that mentions what it is about; a prime is at least 2.
    [": 2 ≤ p", "proved", "variable (p : ℕ) [Fact p.Prime]"],
    // A hypothesis does not, unless it is included.
    [": 0 ≤ x", "refuted", "variable (x : ℝ) (hx : 0 < x)"],
    [": 0 ≤ x", "proved", "variable (x : ℝ) (hx : 0 < x)\ninclude hx"],
    // The theorem's own h hides the variable h, which is no part of it then.
    ["(x : ℕ) (h : x = 1) : x = 2", "refuted", "variable (h : False)"],
    // What stands next to bars and roots is mentioned.
    ["(h : |x| < 1) : √x < 1", "proved", "variable (x y : ℝ)"],
    // The later n is an integer.
    [": 0 ≤ n", "refuted", "variable (n : ℕ)\nvariable (n : ℤ)"],
    // A closed section opens nothing: `!` and `sqrt` are not known.
    [": 5 ! = 120", "inconclusive", "section\nopen Nat\nend"],
    [": sqrt 4 = 2", "inconclusive", "namespace Real\nend Real"],
    // Nat.sqrt 5 = 2, while Real.sqrt is open no more.
    [": sqrt 5 = 2", "proved", "section A\nopen Real\nend A\nopen Nat"],
  ]);
});
