/** Values of Mathlib's functions at known arguments. */
import type { Term } from "../read/term";
import { isOrdered, type Type } from "../read/types";
import { atType, product, sum } from "./arithmetic";
import { chargeForDigits, chargeForFactors, chargeForGcd, chargeForRoot } from "./cost";
import { elements } from "./elements";
import type { Evaluator } from "./evaluate";
import * as integer from "./integer";
import { add, bits, multiply, whole, ONE, ZERO } from "./rational";
import * as real from "./real";
import { asReal, same, setOfValues, Undecided, type Environment, type Value } from "./value";

/** Factorials, binomials and Fibonacci numbers up to this argument. */
const LARGEST_ARGUMENT = 20_000n;

type Meaning = (evaluator: Evaluator, args: readonly Term[], env: Environment, term: Term) => Value;

/** The value of a function by its Lean name. @throws Undecided for a function that has no meaning here */
export function functionValue(evaluator: Evaluator, term: Term, env: Environment): Value {
  const meaning = FUNCTIONS[term.op];
  if (!meaning) throw new Undecided(`\`${term.op}\``);
  return meaning(evaluator, term.args, env, term);
}

/** A function of natural numbers, and of whole numbers where it never meets a negative one; `cost` is what it takes beyond a step. */
function onWhole(compute: (...args: bigint[]) => bigint | boolean | undefined, cost?: (evaluator: Evaluator, a: bigint, b: bigint) => void): Meaning {
  return (evaluator, args, env, term) => {
    const numbers = args.map((arg) => evaluator.whole(arg, env));
    cost?.(evaluator, numbers[0]!, numbers[1] ?? 0n);
    const result = compute(...numbers);
    if (result === undefined) throw new Undecided(`\`${term.op}\` of a number this large`);
    return typeof result === "bigint" ? whole(result) : result;
  };
}

function onReal(compute: (x: real.Real) => real.Real | undefined): Meaning {
  return (evaluator, args, env, term) => {
    evaluator.spend(20);
    const x = asReal(evaluator.value(args[0]!, env));
    if (real.isRational(x)) chargeForRoot(evaluator, bits(x));
    const result = compute(x);
    if (result === undefined) throw new Undecided(`\`${term.op}\` there`);
    return result;
  };
}

/** A function that takes as many steps as its argument says. */
function counted(compute: (n: bigint, k: bigint) => bigint): Meaning {
  return (evaluator, args, env, term) => {
    const [n, k = 0n] = args.map((arg) => evaluator.whole(arg, env));
    if (n! > LARGEST_ARGUMENT || k > LARGEST_ARGUMENT) throw new Undecided(`\`${term.op}\` of a number this large`);
    evaluator.spend(Number(n!));
    return whole(compute(n!, k));
  };
}

function listOf(evaluator: Evaluator, term: Term, env: Environment): readonly Value[] {
  const value = evaluator.value(term, env);
  if (typeof value === "object" && "kind" in value && value.kind === "list") return value.items;
  throw new Undecided("an unknown list");
}

function list(items: readonly Value[]): Value {
  return { kind: "list", items };
}

/** Σ or Π of numbers of a type. */
function fold(evaluator: Evaluator, values: readonly Value[], op: "sum" | "prod", type: Type): Value {
  const combine = op === "sum" ? sum : product;
  return values.map(asReal).reduce<real.Real>((total, value) => atType(type, combine(evaluator, total, value)), atType(type, op === "sum" ? ZERO : ONE));
}

function big(op: "sum" | "prod"): Meaning {
  return (evaluator, [range, fn], env, { type }) => {
    return fold(evaluator, elements(evaluator, range!, env).map((item) => evaluator.bound(fn!, item, env)), op, type);
  };
}

function size(evaluator: Evaluator, args: readonly Term[], env: Environment): Value {
  return whole(elements(evaluator, args[0]!, env).length);
}

function isSquarefree(n: bigint): boolean | undefined {
  return integer.factorise(n)?.every(([, exponent]) => exponent === 1);
}

const FUNCTIONS: Readonly<Record<string, Meaning>> = {
  "Nat.gcd": onWhole(integer.gcd, chargeForGcd),
  "Int.gcd": onWhole(integer.gcd, chargeForGcd),
  "Nat.lcm": onWhole(integer.lcm, chargeForGcd),
  "Int.lcm": onWhole(integer.lcm, chargeForGcd),
  "Int.natAbs": onWhole(integer.absolute),
  "Int.toNat": onWhole((n) => (n < 0n ? 0n : n)),
  "Nat.Prime": onWhole(integer.isPrime, (evaluator, n) => evaluator.spend(integer.bitLength(n))),
  Squarefree: onWhole((n) => (n === 0n ? false : isSquarefree(integer.absolute(n))), chargeForFactors),
  "Nat.sqrt": onWhole((n) => integer.integerRoot(n, 2), (evaluator, n) => chargeForRoot(evaluator, integer.bitLength(n))),
  "Int.sqrt": onWhole((n) => (n <= 0n ? 0n : integer.integerRoot(n, 2))),
  "Nat.log": onWhole((b, n) => (b < 2n || n === 0n ? 0n : integer.floorLog(b, n))),
  "Nat.log2": onWhole((n) => (n === 0n ? 0n : BigInt(n.toString(2).length - 1))),
  "Nat.clog": onWhole((b, n) => (b < 2n || n < 2n ? 0n : integer.floorLog(b, n - 1n) + 1n)),
  "Nat.minFac": onWhole((n) => (n === 1n ? 1n : n === 0n ? 2n : integer.factorise(n)?.[0]?.[0]), chargeForFactors),
  "Nat.totient": onWhole((n) => (n === 0n ? 0n : integer.factorise(n)?.reduce((phi, [p, k]) => phi * (p - 1n) * p ** BigInt(k - 1), 1n)), chargeForFactors),
  "Nat.factorial": counted(integer.factorial),
  "Nat.doubleFactorial": counted((n) => {
    let result = 1n;
    for (let i = n; i > 1n; i -= 2n) result *= i;
    return result;
  }),
  "Nat.choose": counted(integer.choose),
  "Nat.descFactorial": counted((n, k) => (k > n ? 0n : integer.factorial(n) / integer.factorial(n - k))),
  "Nat.fib": counted((n) => {
    let [a, b] = [0n, 1n];
    for (let i = 0n; i < n; i++) [a, b] = [b, a + b];
    return a;
  }),
  "Rat.num": (evaluator, [q], env) => whole(rationalOf(evaluator.value(q!, env)).num),
  "Rat.den": (evaluator, [q], env) => whole(rationalOf(evaluator.value(q!, env)).den),

  "Nat.digits": (evaluator, [b, n], env) => {
    const [base, number] = [evaluator.whole(b!, env), evaluator.whole(n!, env)];
    if (base < 2n) throw new Undecided("digits in a base below 2");
    chargeForDigits(evaluator, base, number);
    const digits = integer.digits(base, number);
    evaluator.spend(digits.length);
    return list(digits.map(whole));
  },
  "Nat.ofDigits": (evaluator, [b, digits], env) => {
    const base = rationalOf(evaluator.value(b!, env));
    return listOf(evaluator, digits!, env).reduceRight<ReturnType<typeof rationalOf>>((value, digit) => add(rationalOf(digit), multiply(base, value)), ZERO);
  },
  "Nat.primeFactorsList": primeFactorsList,
  "Nat.factors": primeFactorsList,
  "List.sum": (evaluator, [items], env, { type }) => fold(evaluator, listOf(evaluator, items!, env), "sum", type),
  "List.prod": (evaluator, [items], env, { type }) => fold(evaluator, listOf(evaluator, items!, env), "prod", type),
  "List.length": (evaluator, [items], env) => whole(listOf(evaluator, items!, env).length),
  "List.reverse": (evaluator, [items], env) => list([...listOf(evaluator, items!, env)].reverse()),
  "List.tail": (evaluator, [items], env) => list(listOf(evaluator, items!, env).slice(1)),
  // the head of an empty list is the default value of its type, which is 0 for numbers
  "List.headI": (evaluator, [items], env, { type }) => {
    const first = listOf(evaluator, items!, env)[0];
    if (first === undefined && !isOrdered(type)) throw new Undecided("the head of an empty list");
    return first ?? ZERO;
  },
  "List.count": (evaluator, [item, items], env) => {
    const wanted = evaluator.value(item!, env);
    return whole(listOf(evaluator, items!, env).filter((other) => same(other, wanted)).length);
  },
  "List.map": (evaluator, [fn, items], env) => list(listOf(evaluator, items!, env).map((item) => evaluator.bound(fn!, item, env))),
  "List.range": (evaluator, [n], env) => {
    const length = Number(evaluator.whole(n!, env));
    evaluator.spend(length);
    return list(Array.from({ length }, (_, i) => whole(i)));
  },
  "List.Nodup": (evaluator, [items], env) => {
    const values = listOf(evaluator, items!, env);
    return setOfValues(values).items.length === values.length;
  },

  "Finset.sum": big("sum"),
  "Finset.prod": big("prod"),
  "Finset.card": size,
  "Set.ncard": size,
  "Set.encard": size,

  "Real.sqrt": onReal(real.squareRoot),
  "Real.pi": () => real.PI,
  "Real.exp": onReal(real.exponential),
  "Real.log": onReal(real.logarithm),
  "Real.sin": onReal(real.sine),
  "Real.cos": onReal(real.cosine),
  "Real.arctan": onReal(real.arctangent),
};

function primeFactorsList(evaluator: Evaluator, [n]: readonly Term[], env: Environment): Value {
  const number = evaluator.whole(n!, env);
  chargeForFactors(evaluator, number);
  const factors = number === 0n ? [] : integer.factorise(number);
  if (!factors) throw new Undecided("factors of a number this large");
  return list(factors.flatMap(([prime, exponent]) => Array.from({ length: exponent }, () => whole(prime))));
}

function rationalOf(value: Value): { num: bigint; den: bigint } {
  const number = asReal(value);
  if (real.isRational(number)) return number;
  throw new Undecided("an irrational number");
}
