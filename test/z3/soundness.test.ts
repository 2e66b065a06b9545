/** Statements that once got a wrong verdict, each with its truth argued from the definitions of Lean 4 and Mathlib. "not proved" and "not refuted" leave the engine free to say nothing. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseTheorem } from "../../src/lean/theorem";
import { Z3Prover, type Z3Verdict } from "../../src/z3/prover";

type Expected = "proved" | "refuted" | "inconclusive" | "not proved" | "not refuted";
type Case = readonly [statement: string, expected: Expected, header?: string];

const prover = new Z3Prover({ timeoutMs: 5000 });
afterAll(() => prover.close());
// A busy machine can need longer than a statement's limit to start Z3, and what needs it is inconclusive until then.
beforeAll(async () => {
  for (let attempt = 0; attempt < 12 && (await prover.decide({ header: "", binders: "(x : ℝ)", body: "x ^ 2 + 1 > x" })).outcome !== "proved"; attempt++);
}, 70_000);

async function decide(statement: string, header = "", by = prover): Promise<Z3Verdict> {
  const parsed = parseTheorem(`import Mathlib\n${header}\ntheorem t ${statement} := by sorry`);
  if (!parsed.ok) throw new Error(parsed.reason);
  return by.decide(parsed.theorem);
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
    ["(h : ∀ n : ℕ, n > 2 → Nat.totient n % 2 = 1) : False", "proved"],
    [": ¬ ∀ n : ℕ, n > 2 → Nat.totient n % 2 = 1", "proved"],
    // n = 40 gives 41 · 41.
    [": ¬ ∀ n : ℕ, Nat.Prime (n ^ 2 + n + 41)", "not refuted"],
    // 4 is no Fibonacci number.
    [": ¬ ∀ n : ℕ, ∃ m : ℕ, Nat.fib m = n", "not refuted"],
    // choose 0 0 = 1.
    ["(h : ∀ n : ℕ, Nat.choose (2 * n) n % 4 = 2) : 1 = 2", "proved"],
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

describe("a remainder in a field is another one", () => {
  cases([
    // Fields are Euclidean domains in Mathlib, so that a % b has a meaning in ℚ and ℝ: the coercions go below it, and 1 % 2 = 1 - 2 * (1 / 2) = 0, which 0 divides.
    [": (0 : ℚ) ∣ (1 : ℕ) % (2 : ℕ)", "not refuted"],
    [": ((7 : ℕ) % (4 : ℕ) : ℝ) = 3", "not proved"],
    ["(a b : ℕ) (h : a % b = 1) : (a % b : ℝ) = 1", "not proved"],
    // With a type of its own the remainder is that of ℕ.
    [": (((7 : ℕ) % (4 : ℕ) : ℕ) : ℝ) = 3", "proved"],
  ]);
});

test("a premise inside one part of the goal is none of the statement", async () => {
  // Even (0 : ℚ) is plainly true, and what is left begins with an empty range; the statement has no premises.
  expect(await decide(": (∀ i < 0, i = i + 1) ∧ Even (0 : ℚ)")).toEqual({ outcome: "proved", engine: "z3" });
  expect(await decide(": ∀ i < 0, i = i + 1")).toMatchObject({ outcome: "proved", vacuous: true });
  expect(await decide("(x : ℕ × ℕ) : x.1 < 0 → Even x.2")).toMatchObject({ outcome: "proved", vacuous: true });
});

describe("what Lean does not elaborate gets no verdict", () => {
  cases([
    // ℕ has no Fintype instance, so Finset.univ has no meaning there.
    ["(x : ℕ) : x ∈ (Finset.univ : Finset ℕ)", "inconclusive"],
    // Without Classical, no instance decides an ∃ over all of ℕ, nor an unknown proposition.
    [": (Finset.filter (fun n => ∃ k : ℕ, n = k ^ 2) (Finset.range 10)).card = 4", "inconclusive"],
    [": (if ∃ k : ℕ, 9 = k ^ 2 then 1 else 0) = 1", "inconclusive"],
    ["(p : Prop) : (if p then 1 else 2) = 1", "inconclusive"],
    // With it, or with a bound (Nat.decidableExistsLT), or for a Bool, there is one. The squares below 10 are 0, 1, 4 and 9.
    [": (Finset.filter (fun n => ∃ k : ℕ, n = k ^ 2) (Finset.range 10)).card = 4", "proved", "open Classical"],
    [": (Finset.filter (fun n => ∃ k < 10, n = k ^ 2) (Finset.range 10)).card = 4", "proved"],
    ["(p : Prop) [Decidable p] : (if p then 1 else 2) = 1", "refuted"],
    ["(b : Bool) : (if b then 1 else 2) ≤ 2", "proved"],
    // `Xor` is the class of `^^^`; the proposition is `Xor'`.
    ["(p q : Prop) (h : Xor p q) : p ∨ q", "inconclusive"],
    ["(p q : Prop) (h : Xor' p q) : p ∨ q", "proved"],
    // The ranges of one ∑ are multiplied, so the second cannot mention x; nested sums can: 0 + 1 + 2.
    [": ∑ (x ∈ Finset.range 3) (y ∈ Finset.range x), 1 = 3", "inconclusive"],
    [": ∑ x ∈ Finset.range 3, ∑ y ∈ Finset.range x, 1 = 3", "proved"],
    // Nothing says of what this list is a list.
    [": [].length = 0", "inconclusive"],
  ]);
});

describe("work that cannot be done within the limit is not begun", () => {
  const hasty = new Z3Prover({ timeoutMs: 500 });
  afterAll(() => hasty.close());

  test.each([
    // Each of these once held up the whole process for a minute and more, or used up its memory.
    ": (List.range 300000000).length = 1",
    ": ((Finset.range 30000).product (Finset.range 30000)).card = 1",
    ": ∑ i ∈ Finset.range 3000, Nat.totient (1000000000000000000 + i) = 5",
    ": Nat.Prime (2 ^ 44497 - 1)",
    ": Nat.gcd (2 ^ 1000000 - 1) (3 ^ 600000 - 1) = 2",
    ": (2 / 3 : ℚ) ^ 300000 + (3 / 5) ^ 300000 = 1",
    ": ∑ i ∈ Finset.range 20000, (1 : ℚ) / (i + 1) < 5",
    ": (1e-100000000 : ℝ) = 0",
    ": Nat.digits 10 (7 ^ 1000000) = []",
    ": Real.sqrt (10 ^ 400000 + 1) = 2",
    ": Real.sin (10 ^ 100000) = 2",
  ])("%s", async (statement) => {
    const start = process.cpuUsage();
    expect((await decide(statement, "", hasty)).outcome).not.toBe("proved");
    const { user, system } = process.cpuUsage(start); // of all its threads, and not of what else the machine has to do
    expect((user + system) / 1000, "milliseconds of processor time").toBeLessThan(3_000); // six times the limit
  }, 20_000);

  cases([
    // 10 ^ 1000 lies between 2 ^ 3321 and 2 ^ 3322, since log₂ 10 = 3.3219….
    [": Nat.log 2 (10 ^ 1000) = 3321", "proved"],
    [": Nat.clog 2 (10 ^ 1000) = 3322", "proved"],
    [": Nat.clog 3 9 = 2 ∧ Nat.clog 3 10 = 3 ∧ Nat.log 3 8 = 1 ∧ Nat.log 3 9 = 2", "proved"],
    // 3 + 4 = 7 = 2 in Fin 5.
    [": ([3, 4] : List (Fin 5)).sum = 2", "proved"],
    [": ∑ i : Fin 5, i = 0", "proved"],
  ]);
});

describe("text that grows when it is written out, and names that every JavaScript object has", () => {
  const nested = (open: string, inner: string, times: number): string => `${open.repeat(times)}${inner}${")".repeat(times)}`;
  const lets = (first: string, op: string, links: number): string => Array.from({ length: links }, (_, i) => `let x${i} := ${i === 0 ? first : `x${i - 1} ${op} x${i - 1}`};`).join(" ");
  const hasty = new Z3Prover({ timeoutMs: 500 });
  afterAll(() => hasty.close());

  test.each([
    // Each link or level doubles the statement, or what there is to try.
    ["let", `: ${lets("1", "+", 40)} x39 = 0`, ""],
    ["∃!", `: ${nested("∃! x : ℝ, x > 1 ∧ (", "True", 30)}`, ""],
    ["overloading", `(x : ℕ) : ${nested("sqrt (", "x", 30)} = 0`, "open Nat Real"],
    ["angles", "(a b c d e f : ℝ) : Real.sin (12 * a + 12 * b + 12 * c + 12 * d + 12 * e + 12 * f) = 2", ""],
    ["complex powers", "(z : ℂ) : ((((z + 1) ^ 12) ^ 12) ^ 12) = z", ""],
    ["cases", ": ∃ a b c d e f g h : Fin 12, a + b + c + d + e + f + g + h = 5 ∧ a * b * c * d * e * f * g * h = 7", ""],
    ["facts", `(x : ℝ) : ${nested("Real.exp (", "x", 500)} = 0`, ""],
  ])("%s", async (_, statement, header) => {
    const start = Date.now();
    expect((await decide(statement, header, hasty)).outcome).not.toBe("proved");
    expect(Date.now() - start).toBeLessThan(3_000);
  }, 20_000);

  cases([
    // p ↔ p is true, so an odd number of p's in a row means p.
    [`(p : Prop) : ${Array.from({ length: 25 }, () => "p").reduce((all, p) => `(${all} ↔ ${p})`)}`, "refuted"],
    ["(constructor toString : ℕ) : constructor + toString = toString + constructor", "proved"],
    ["(x : constructor) : x = x", "inconclusive"],
    ["(x : ℕ × ℕ) : x.toString = x.1", "inconclusive"],
  ]);
});
