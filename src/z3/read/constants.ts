/** The constants of Lean and Mathlib that the engine knows, by full name, with the types of their explicit arguments. */

/**
 * Signatures as in Mathlib, implicit and instance arguments left out. Greek letters are type variables.
 * The meaning of each is in `exact/` and `solve/`; a constant without meaning there is only told apart, then refused by name.
 */
const SIGNATURES: Readonly<Record<string, string>> = {
  True: "Prop",
  False: "Prop",
  true: "Bool",
  false: "Bool",
  Not: "Prop → Prop",
  And: "Prop → Prop → Prop",
  Or: "Prop → Prop → Prop",
  Iff: "Prop → Prop → Prop",
  "Xor'": "Prop → Prop → Prop",
  Eq: "α → α → Prop",
  Ne: "α → α → Prop",
  id: "α → α",

  max: "α → α → α",
  min: "α → α → α",
  abs: "α → α",
  Even: "α → Prop",
  Odd: "α → Prop",
  IsSquare: "α → Prop",
  Prime: "α → Prop",
  Squarefree: "α → Prop",
  IsCoprime: "α → α → Prop",
  gcd: "α → α → α",
  lcm: "α → α → α",
  round: "α → ℤ",
  "Int.floor": "α → ℤ",
  "Int.ceil": "α → ℤ",
  "Int.fract": "α → α",
  "Nat.floor": "α → ℕ",
  "Nat.ceil": "α → ℕ",
  "Rat.floor": "ℚ → ℤ",
  "Rat.ceil": "ℚ → ℤ",
  "Rat.num": "ℚ → ℤ",
  "Rat.den": "ℚ → ℕ",

  "Nat.sqrt": "ℕ → ℕ",
  "Int.sqrt": "ℤ → ℤ",
  "Rat.sqrt": "ℚ → ℚ",
  "Nat.log": "ℕ → ℕ → ℕ",
  "Nat.log2": "ℕ → ℕ",
  "Nat.clog": "ℕ → ℕ → ℕ",
  "Nat.gcd": "ℕ → ℕ → ℕ",
  "Nat.lcm": "ℕ → ℕ → ℕ",
  "Nat.Coprime": "ℕ → ℕ → Prop",
  "Nat.Prime": "ℕ → Prop",
  "Nat.factorial": "ℕ → ℕ",
  "Nat.doubleFactorial": "ℕ → ℕ",
  "Nat.choose": "ℕ → ℕ → ℕ",
  "Nat.descFactorial": "ℕ → ℕ → ℕ",
  "Nat.ascFactorial": "?",
  "Nat.fib": "ℕ → ℕ",
  "Nat.totient": "ℕ → ℕ",
  "Nat.succ": "ℕ → ℕ",
  "Nat.pred": "ℕ → ℕ",
  "Nat.dist": "ℕ → ℕ → ℕ",
  "Nat.digits": "ℕ → ℕ → List ℕ",
  "Nat.ofDigits": "α → List ℕ → α",
  "Nat.divisors": "ℕ → Finset ℕ",
  "Nat.properDivisors": "ℕ → Finset ℕ",
  "Nat.primeFactors": "ℕ → Finset ℕ",
  "Nat.primeFactorsList": "ℕ → List ℕ",
  "Nat.factors": "ℕ → List ℕ",
  "Nat.ModEq": "ℕ → ℕ → ℕ → Prop",
  "Nat.cast": "ℕ → α",
  "Nat.minFac": "ℕ → ℕ",
  "Nat.card": "?",

  "Int.gcd": "ℤ → ℤ → ℕ",
  "Int.lcm": "ℤ → ℤ → ℕ",
  "Int.natAbs": "ℤ → ℕ",
  "Int.toNat": "ℤ → ℕ",
  "Int.sign": "ℤ → ℤ",
  "Int.ModEq": "ℤ → ℤ → ℤ → Prop",
  "Int.cast": "ℤ → α",
  "Int.emod": "ℤ → ℤ → ℤ",
  "Int.ediv": "ℤ → ℤ → ℤ",
  "Int.log": "?",
  "Rat.cast": "ℚ → α",

  "Real.sqrt": "ℝ → ℝ",
  "Real.pi": "ℝ",
  "Real.exp": "ℝ → ℝ",
  "Real.log": "ℝ → ℝ",
  "Real.logb": "ℝ → ℝ → ℝ",
  "Real.rpow": "ℝ → ℝ → ℝ",
  "Real.sin": "ℝ → ℝ",
  "Real.cos": "ℝ → ℝ",
  "Real.tan": "ℝ → ℝ",
  "Real.cot": "ℝ → ℝ",
  "Real.arcsin": "ℝ → ℝ",
  "Real.arccos": "ℝ → ℝ",
  "Real.arctan": "ℝ → ℝ",
  "Real.sinh": "ℝ → ℝ",
  "Real.cosh": "ℝ → ℝ",
  "Real.tanh": "ℝ → ℝ",
  "Real.sign": "ℝ → ℝ",
  "NNReal.sqrt": "?",

  "Complex.I": "ℂ",
  "Complex.re": "ℂ → ℝ",
  "Complex.im": "ℂ → ℝ",
  "Complex.abs": "ℂ → ℝ",
  "Complex.normSq": "ℂ → ℝ",
  "Complex.exp": "ℂ → ℂ",
  "Complex.log": "ℂ → ℂ",
  "Complex.sin": "ℂ → ℂ",
  "Complex.cos": "ℂ → ℂ",
  "Complex.tan": "ℂ → ℂ",
  "Complex.sinh": "ℂ → ℂ",
  "Complex.cosh": "ℂ → ℂ",
  "Complex.arg": "ℂ → ℝ",
  "Complex.sqrt": "?",
  "Complex.cot": "?",
  "Complex.tanh": "?",
  "Complex.arctan": "?",
  "Complex.ofReal": "ℝ → ℂ",
  star: "α → α",

  "Set.Icc": "α → α → Set α",
  "Set.Ico": "α → α → Set α",
  "Set.Ioc": "α → α → Set α",
  "Set.Ioo": "α → α → Set α",
  "Set.Ici": "α → Set α",
  "Set.Iic": "α → Set α",
  "Set.Ioi": "α → Set α",
  "Set.Iio": "α → Set α",
  "Set.univ": "Set α",
  "Set.image": "(α → β) → Set α → Set β",
  "Set.range": "(α → β) → Set β",
  "Set.ncard": "Set α → ℕ",
  "Set.encard": "Set α → ℕ∞",
  "Set.Nonempty": "Set α → Prop",
  "Set.prod": "Set α → Set β → Set (α × β)",
  "Set.pi": "?",
  setOf: "(α → Prop) → Set α",

  "Finset.Icc": "α → α → Finset α",
  "Finset.Ico": "α → α → Finset α",
  "Finset.Ioc": "α → α → Finset α",
  "Finset.Ioo": "α → α → Finset α",
  "Finset.Iic": "α → Finset α",
  "Finset.Iio": "α → Finset α",
  "Finset.range": "ℕ → Finset ℕ",
  "Finset.univ": "Finset α",
  "Finset.filter": "(α → Prop) → Finset α → Finset α",
  "Finset.image": "(α → β) → Finset α → Finset β",
  "Finset.card": "Finset α → ℕ",
  "Finset.sum": "Finset α → (α → β) → β",
  "Finset.prod": "Finset α → (α → β) → β",
  "Finset.Nonempty": "Finset α → Prop",
  "Finset.erase": "Finset α → α → Finset α",
  "Finset.product": "Finset α → Finset β → Finset (α × β)",
  "Finset.gcd": "?",
  "Finset.lcm": "?",
  "Finset.pi": "?",

  "List.sum": "List α → α",
  "List.prod": "List α → α",
  "List.length": "List α → ℕ",
  "List.reverse": "List α → List α",
  "List.toFinset": "List α → Finset α",
  "List.count": "α → List α → ℕ",
  "List.map": "(α → β) → List α → List β",
  "List.filter": "?",
  "List.range": "ℕ → List ℕ",
  "List.headI": "List α → α",
  "List.tail": "List α → List α",
  "List.Nodup": "List α → Prop",
  "Multiset.card": "Multiset α → ℕ",
  "Multiset.Icc": "?",
  "Multiset.range": "?",
  "Multiset.filter": "?",
  "Multiset.sum": "?",
  "Multiset.prod": "?",
  "Multiset.map": "?",
  "Multiset.gcd": "?",
  "Multiset.lcm": "?",
  "Multiset.pi": "?",

  lowerBounds: "Set α → Set α",
  upperBounds: "Set α → Set α",
  IsLeast: "Set α → α → Prop",
  IsGreatest: "Set α → α → Prop",
  BddAbove: "Set α → Prop",
  BddBelow: "Set α → Prop",

  Monotone: "(α → β) → Prop",
  Antitone: "(α → β) → Prop",
  StrictMono: "(α → β) → Prop",
  StrictAnti: "(α → β) → Prop",
  MonotoneOn: "(α → β) → Set α → Prop",
  AntitoneOn: "(α → β) → Set α → Prop",
  StrictMonoOn: "(α → β) → Set α → Prop",
  StrictAntiOn: "(α → β) → Set α → Prop",
  "Function.Injective": "(α → β) → Prop",
  "Function.Surjective": "(α → β) → Prop",
  "Function.Bijective": "(α → β) → Prop",
  "Function.Even": "?",
  "Function.Odd": "?",
  "Classical.choose": "?",
  "Filter.pi": "?",
  "Filter.map": "?",
  "Polynomial.map": "?",
  "Polynomial.card": "?",
  "Fintype.card": "?",

  "Prod.fst": "α × β → α",
  "Prod.snd": "α × β → β",
  "Prod.mk": "α → β → α × β",
};

/** Protected names: they are reached only with their namespace in front, however much is opened. */
const PROTECTED: ReadonlySet<string> = new Set([
  "Set.Nonempty", "Finset.Nonempty", "Set.prod", "Finset.product", "Function.Even", "Function.Odd",
]);


/** Namespaces whose names are covered by the table above as far as these names are concerned. */
const COVERED: ReadonlySet<string> = new Set([
  "BigOperators", "Real", "Nat", "Int", "Rat", "Finset", "Set", "Complex", "Topology", "Filter", "Function", "Polynomial", "Classical", "List", "Multiset",
  "NNReal", "ENNReal", "EuclideanGeometry", "Metric", "TopologicalSpace", "MeasureTheory", "ProbabilityTheory", "Matrix", "Fintype", "Equiv", "Mathlib", "Lean",
  "Prod", "Bool", "Option", "Order", "Interval", "intervalIntegral", "Pointwise", "Manifold", "InnerProductSpace", "LinearMap", "Module", "RealInnerProductSpace",
]);

/** The signature of a constant by its full name; `"?"` for one that is only told apart. */
export function signatureOf(name: string): string | undefined {
  return Object.hasOwn(SIGNATURES, name) ? SIGNATURES[name] : undefined;
}

/** A name as a statement uses it, resolved: every constant that it can mean, or the opened namespace that makes this uncertain. */
export interface Resolution {
  readonly candidates: readonly string[];
  readonly uncertain?: string;
}

/**
 * Which constants a name can mean under opened namespaces. Lean tries them all; if more than one fits, the name is ambiguous.
 * @example resolve("sqrt", new Set(["Real", "Nat"])).candidates // ["Real.sqrt", "Nat.sqrt"]
 */
export function resolve(name: string, open: ReadonlySet<string>): Resolution {
  const plain = name.replace(/^_root_\./, "");
  if (plain !== name) return { candidates: signatureOf(plain) === undefined ? [] : [plain] };
  const candidates = [name, ...[...open].map((namespace) => `${namespace}.${name}`).filter((full) => !PROTECTED.has(full))].filter((full) => signatureOf(full) !== undefined);
  const uncertain = name.includes(".") ? undefined : [...open].find((namespace) => !COVERED.has(namespace));
  return { candidates: [...new Set(candidates)], uncertain };
}
