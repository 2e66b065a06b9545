/** Statements with their truth, each argued in the comment above it. */
type Case = readonly [statement: string, outcome: "proved" | "refuted" | "inconclusive", reason?: RegExp];

export const MEANINGS: readonly { readonly about: string; readonly header?: string; readonly cases: readonly Case[] }[] = [
  {
    about: "subtraction of natural numbers stops at 0, and numerals without a type are natural",
    cases: [
      // Nat.sub is truncated: 3 - 5 = 0.
      [": 3 - 5 = 0", "proved"],
      // (3 - 5) + 5 = 0 + 5.
      [": 3 - 5 + 5 = 3", "refuted"],
      // In ℤ the difference is -2.
      [": (3 : ℤ) - 5 = 0", "refuted"],
      // n = 0 gives 0 - 2 + 2 = 2.
      ["(n : ℕ) : n - 2 + 2 = n", "refuted"],
      // Nat.sub_add_cancel, for 2 ≤ n.
      ["(n : ℕ) (h : 2 ≤ n) : n - 2 + 2 = n", "proved"],
      // a ≤ b gives 0; otherwise b + (a - b) = a, so both sides are max a b.
      ["(a b : ℕ) : a - b + b = max a b", "proved"],
      // Nat.sub_sub: both sides are a less b + c, or 0.
      ["(a b c : ℕ) : a - b - c = a - (b + c)", "proved"],
      // a = 0, b = 1, c = 1: a - b + c = 1, a + c - b = 0.
      ["(a b c : ℕ) : a - b + c = a + c - b", "refuted"],
    ],
  },
  {
    about: "division of natural numbers rounds down, and by 0 gives 0",
    cases: [
      // 17 = 3 · 5 + 2.
      [": 17 / 5 = 3 ∧ 17 % 5 = 2", "proved"],
      // Nat.div_zero.
      ["(n : ℕ) : n / 0 = 0", "proved"],
      // Nat.mod_zero: n % 0 = n.
      ["(n : ℕ) : n % 0 = n", "proved"],
      // 1 / 2 = 0 in ℕ, and so 0 * 2 = 0.
      [": 1 / 2 * 2 = 1", "refuted"],
      // Nat.div_add_mod holds for every divisor: 0 · (n / 0) + n % 0 = n.
      ["(n : ℕ) : 7 * (n / 7) + n % 7 = n", "proved"],
      // No type is named, so both sides are 0 in ℕ: 1 / 3 = 0, 2 / 5 = 0.
      [": 1 / 3 = 2 / 5", "proved"],
    ],
  },
  {
    about: "division of integers is Euclidean (Int.ediv, Int.emod)",
    cases: [
      // -7 = 2 · (-4) + 1 with 0 ≤ 1 < 2.
      [": (-7 : ℤ) / 2 = -4 ∧ (-7 : ℤ) % 2 = 1", "proved"],
      // Rounding towards 0 would give -3.
      [": (-7 : ℤ) / 2 = -3", "refuted"],
      // 7 = (-2) · (-3) + 1.
      [": (7 : ℤ) / (-2) = -3 ∧ (7 : ℤ) % (-2) = 1", "proved"],
      // -7 = (-2) · 4 + 1: the remainder is never negative.
      [": (-7 : ℤ) / (-2) = 4", "proved"],
      // Int.ediv_zero and Int.emod_zero.
      ["(a : ℤ) : a / 0 = 0 ∧ a % 0 = a", "proved"],
      // 0 ≤ a % 3 < 3 for every a.
      ["(a : ℤ) : 0 ≤ a % 3 ∧ a % 3 < 3", "proved"],
      // b = 0: a % 0 = a, and a = -1 is below 0.
      ["(a b : ℤ) : 0 ≤ a % b", "refuted"],
      // a = 1: (-1) / 2 = -1, but -(1 / 2) = 0.
      ["(a : ℤ) : (-a) / 2 = -(a / 2)", "refuted"],
    ],
  },
  {
    about: "casts: the type asked for reaches the leaves, unless an ascription closes the term",
    cases: [
      // binop% casts the leaf: ((1 : ℕ) : ℤ) - 2 = -1.
      [": ((1 : ℕ) - 2 : ℤ) = -1", "proved"],
      // The difference is elaborated in ℕ and then cast: 0.
      [": ((1 - 2 : ℕ) : ℤ) = 0", "proved"],
      // The quotient is elaborated in ℕ: 1, not 3 / 2.
      [": ((3 / 2 : ℕ) : ℚ) = 1", "proved"],
      // Cast at the leaves: 3 / 2 in ℚ.
      [": ((3 : ℕ) / 2 : ℚ) = 3 / 2", "proved"],
      // ↑(a - b) is the cast of a truncated difference; a = 0, b = 1: 0 ≠ -1.
      ["(a b : ℕ) : ((a - b : ℕ) : ℤ) = (a : ℤ) - b", "refuted"],
      // Nat.cast_sub.
      ["(a b : ℕ) (h : b ≤ a) : ((a - b : ℕ) : ℤ) = (a : ℤ) - b", "proved"],
      // (-3).toNat = 0.
      [": (-3 : ℤ).toNat = 0", "proved"],
      // Int.natAbs.
      [": (-3 : ℤ).natAbs = 3", "proved"],
    ],
  },
  {
    about: "powers",
    cases: [
      // pow_zero, in ℕ and in ℝ.
      [": 0 ^ 0 = 1 ∧ (0 : ℝ) ^ 0 = 1", "proved"],
      // The minus binds weaker than the power.
      [": (-2 : ℤ) ^ 2 = 4 ∧ -2 ^ 2 = (-4 : ℤ)", "proved"],
      // The exponent keeps its own type ℕ, where 1 / 2 = 0: 4 ^ 0 = 1.
      [": (4 : ℝ) ^ (1 / 2 : ℕ) = 2", "refuted"],
      // ^ associates to the right: 2 ^ 9.
      [": 2 ^ 3 ^ 2 = 512", "proved"],
      // zpow: the inverse of 8.
      [": (2 : ℚ) ^ (-3 : ℤ) = 1 / 8", "proved"],
      // sq_nonneg.
      ["(x : ℝ) : 0 ≤ x ^ 2", "proved"],
      // n = 2: 4 < 4 fails.
      ["(n : ℕ) : n ^ 2 < 2 ^ n", "refuted"],
    ],
  },
  {
    about: "roots",
    cases: [
      // Real.sqrt_eq_zero_of_nonpos.
      [": Real.sqrt (-4) = 0", "proved"],
      // Real.sqrt 9 is the root that is not negative.
      [": Real.sqrt 9 = 3", "proved"],
      // sqrt (x ^ 2) = |x|; x = -1.
      ["(x : ℝ) : Real.sqrt (x ^ 2) = x", "refuted"],
      // Real.sq_sqrt needs 0 ≤ x; at x = -1 the left side is 0.
      ["(x : ℝ) : Real.sqrt x ^ 2 = x", "refuted"],
      // The square of 1.41421 is below 2.
      [": (1.41421 : ℝ) < Real.sqrt 2", "proved"],
      // Nat.sqrt rounds down.
      [": Nat.sqrt 24 = 4", "proved"],
    ],
  },
  {
    about: "a field's x / 0 is 0",
    cases: [
      // div_zero.
      ["(x : ℝ) : x / 0 = 0", "proved"],
      // inv_zero.
      [": (0 : ℚ)⁻¹ = 0", "proved"],
      // x = 0: 0 / 0 = 0.
      ["(x : ℝ) : x / x = 1", "refuted"],
      // div_self.
      ["(x : ℝ) (h : x ≠ 0) : x / x = 1", "proved"],
      // y = 0: x / 0 * 0 = 0.
      ["(x y : ℝ) : x / y * y = x", "refuted"],
    ],
  },
  {
    about: "ranges, sums and finite sets",
    cases: [
      // Finset.range 0 is empty.
      [": ∑ i in Finset.range 0, (i + 1) = 0", "proved"],
      // The empty product is 1.
      [": ∏ i in Finset.Icc 5 3, i = 1", "proved"],
      // range 5 ends at 4: 0 + 1 + 2 + 3 + 4.
      [": ∑ i in Finset.range 5, i = 10", "proved"],
      // Icc holds both ends: 1 + … + 5.
      [": ∑ i ∈ Finset.Icc 1 5, i = 15", "proved"],
      // 3, 6 and 9.
      [": (Finset.filter (fun n => n % 3 = 0) (Finset.Icc 1 10)).card = 3", "proved"],
      // 0 is in range 10, and 3 divides it: 0, 3, 6, 9.
      [": (Finset.filter (fun n => 3 ∣ n) (Finset.range 10)).card = 3", "refuted"],
      // A set holds each element once.
      [": ({1, 2, 2} : Finset ℕ).card = 3", "refuted"],
      // In ℕ i - 2 is 0 for 0, 1 and 2.
      [": ∑ i in Finset.range 4, (i - 2) = 1", "proved"],
      // Ico leaves 6 out: 4 · 5.
      [": ∏ i in Finset.Ico 4 6, i = 20", "proved"],
    ],
  },
  {
    about: "quantifiers range over the type that is named",
    cases: [
      // The root of 2 is irrational.
      [": ∃ x : ℝ, x ^ 2 = 2", "proved"],
      // A square of a real number is no negative.
      [": ∃ x : ℝ, x ^ 2 = -1", "refuted"],
      // 3 / 2.
      [": ∃ x : ℚ, x * 2 = 3", "proved"],
      // 2 x is even.
      [": ∃ x : ℤ, x * 2 = 3", "refuted"],
      // Natural numbers are not below 0.
      [": ∀ n : ℕ, 0 ≤ n", "proved"],
      // -1.
      [": ∀ n : ℤ, 0 ≤ n", "refuted"],
      // The binder x > 0 is a premise of ∀.
      [": ∀ x > (0 : ℝ), x + 1 > 1", "proved"],
      // ∀ over an empty interval is true.
      [": ∀ x ∈ Set.Icc (3 : ℝ) 2, x = 7", "proved"],
      // No number lies in it.
      [": ∃ x ∈ Set.Icc (3 : ℝ) 2, x = x", "refuted"],
      // Between two reals lies a third; between 0 and 1 no integer.
      ["(a b : ℝ) (h : a < b) : ∃ c, a < c ∧ c < b", "proved"],
      [": ∃ n : ℤ, 0 < n ∧ n < 1", "refuted"],
    ],
  },
  {
    about: "Fin n wraps around",
    cases: [
      // 3 + 4 = 7 = 2 modulo 5.
      [": (3 : Fin 5) + 4 = 2", "proved"],
      // 1 - 2 = -1 = 4 modulo 5: no truncation.
      [": (1 : Fin 5) - 2 = 4", "proved"],
      // The literal 7 is 7 % 5.
      [": (7 : Fin 5) = 2", "proved"],
      // x = 4: 4 + 1 = 0.
      [": ∀ x : Fin 5, x < x + 1", "refuted"],
    ],
  },
  {
    about: "decimals",
    cases: [
      // OfScientific in ℚ is exact.
      [": (0.1 : ℚ) + 0.2 = 0.3", "proved"],
      [": (2.50 : ℝ) * 4 = 10", "proved"],
      // A decimal with no type is a Float, which this engine does not read.
      [": 0.5 + 0.5 = 1.0", "inconclusive", /Float/],
    ],
  },
  {
    about: "divisors, factorials and primes",
    cases: [
      // 12 = 2² · 3, 18 = 2 · 3².
      [": Nat.gcd 12 18 = 6 ∧ Nat.lcm 12 18 = 36", "proved"],
      // gcd 0 0 = 0.
      [": Nat.gcd 0 0 = 1", "refuted"],
      // 5! = 120, 0! = 1.
      [": Nat.factorial 5 = 120 ∧ Nat.factorial 0 = 1", "proved"],
      // choose n k = 0 for n < k.
      [": Nat.choose 10 3 = 120 ∧ Nat.choose 3 10 = 0", "proved"],
      // 91 = 7 · 13.
      [": Nat.Prime 91", "refuted"],
      // 1 is no prime.
      [": Nat.Prime 97 ∧ ¬ Nat.Prime 1", "proved"],
      // 0 ∣ n only for n = 0, and every n divides 0.
      ["(n : ℕ) : n ∣ 0 ∧ (0 ∣ n ↔ n = 0)", "proved"],
      // 100 - 2 = 7 · 14.
      [": 100 ≡ 2 [MOD 7]", "proved"],
      // -1 - 2 = -3.
      [": (-1 : ℤ) ≡ 2 [ZMOD 3]", "proved"],
      // n (n + 1): one of the two is even.
      ["(n : ℤ) : Even (n * (n + 1))", "proved"],
    ],
  },
  {
    about: "floor, ceiling, absolute value, min and max",
    cases: [
      // The floor goes down: -4 ≤ -3.5.
      [": ⌊(-3.5 : ℝ)⌋ = -4 ∧ ⌈(-3.5 : ℝ)⌉ = -3", "proved"],
      // x = 1/2: 0 + 0 ≠ 1.
      ["(x : ℝ) : ⌊x⌋ + ⌊x⌋ = ⌊2 * x⌋", "refuted"],
      // Nat.floor of a negative is 0.
      [": ⌊(-2.5 : ℝ)⌋₊ = 0", "proved"],
      // The triangle inequality.
      ["(x y : ℝ) : |x + y| ≤ |x| + |y|", "proved"],
      // The smaller and the larger are the two.
      ["(x y : ℤ) : min x y + max x y = x + y", "proved"],
    ],
  },
  {
    about: "implications, equivalences and inequations",
    cases: [
      // ∧ binds stronger than ∨, → associates to the right.
      ["(p q r : Prop) : (p → q → r) ↔ (p ∧ q → r)", "proved"],
      // x = -1.
      ["(x : ℤ) : x ^ 2 = 1 ↔ x = 1", "refuted"],
      // ≠ is not transitive: 1 ≠ 2, 2 ≠ 1, 1 = 1.
      ["(a b c : ℕ) (h : a ≠ b) (k : b ≠ c) : a ≠ c", "refuted"],
      // Relations do not chain in Lean: no such term.
      ["(a b c : ℕ) : a < b < c", "inconclusive", /relations do not chain/],
      // f 0 = 0 - 1, which is 0.
      ["(f : ℕ → ℕ) (h : ∀ n, f n = n - 1) : f 0 = 0", "proved"],
      // Peirce's law is classical logic, which Mathlib's Prop has.
      ["(p q : Prop) : ((p → q) → p) → p", "proved"],
    ],
  },
  {
    about: "open Real",
    header: "open Real",
    cases: [
      // √ of 16; π is Real.pi, between 3.14 and 3.15.
      [": sqrt (16 : ℝ) = 4", "proved"],
      [": 3 < π ∧ π < 3.15", "proved"],
    ],
  },
  {
    about: "open Nat",
    header: "open Nat",
    cases: [
      // The notation n ! of the scope Nat.
      [": 4 ! = 24", "proved"],
      // sqrt is Nat.sqrt here, which rounds down.
      [": sqrt 17 = 4", "proved"],
    ],
  },
];
