/**
 * What a statement says, by Lean's rules for types and the definitions of Mathlib, found by trying values. Truth is true, false, or undefined where
 * a quantifier goes over more than can be tried or a number is too large. Nothing here is shared with the engine.
 */
import * as numbers from "./numbers";
import { compare, fraction, Unknown, type Fraction } from "./numbers";
import type { Claim, Domain, Range, Statement, Term, Type } from "./syntax";

/** The statement is no Lean, or leaves its types to rules that are not written down here. */
export class IllTyped extends Error {
  override readonly name = "IllTyped";
}

type Truth = boolean | undefined;
/** Values by name. */
export type Point = ReadonlyMap<string, Fraction>;
type Numeric = (point: Point) => Fraction;
type Logical = (point: Point) => Truth;
interface Typed {
  readonly type: Type;
  readonly value: Numeric;
}

/** What the names of a statement are. */
interface Names {
  readonly variables: ReadonlyMap<string, Type>;
  readonly functions: ReadonlyMap<string, { readonly from: Type; readonly to: Type; readonly apply: (argument: Fraction) => Fraction }>;
}

const LADDER = ["ℕ", "ℤ", "ℚ", "ℝ"];
const rank = (type: Type): number => LADDER.indexOf(type);
const sizeOf = (type: Type): bigint | undefined => {
  const size = /^(?:Fin|ZMod) (\d+)$/.exec(type)?.[1];
  return size === undefined ? undefined : BigInt(size);
};

/** Whether values of a type are also, by coercion, values of the other. */
function coerces(from: Type, to: Type): boolean {
  if (from === to) return true;
  if (to.startsWith("ZMod")) return from === "ℕ" || from === "ℤ";
  return rank(from) >= 0 && rank(from) <= rank(to);
}

function larger(a: Type | undefined, b: Type | undefined): Type | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (coerces(a, b)) return b;
  if (coerces(b, a)) return a;
  throw new IllTyped(`${a} and ${b}`);
}

function into(type: Type, value: Fraction): Fraction {
  const size = sizeOf(type);
  return size === undefined ? value : fraction(numbers.emod(value.n, size));
}

/** The leaves of a tree of arithmetic: there the coercions go. */
function leavesOf(term: Term): Term[] {
  if (term.op === "binary") return [...leavesOf(term.left), ...leavesOf(term.right)];
  if (term.op === "neg") return leavesOf(term.of);
  if (term.op === "pow") return leavesOf(term.base);
  return [term];
}

const hasOp = (term: Term, op: Term["op"]): boolean =>
  term.op === op || (term.op === "binary" && (hasOp(term.left, op) || hasOp(term.right, op))) || (term.op === "neg" && hasOp(term.of, op)) || (term.op === "pow" && hasOp(term.base, op));

/** The type of a leaf by itself; none for a numeral. */
function leafType(term: Term, names: Names): Type | undefined {
  switch (term.op) {
    case "numeral":
    case "decimal":
      return undefined;
    case "variable": {
      const type = names.variables.get(term.name);
      if (type === undefined) throw new IllTyped(term.name);
      return type;
    }
    case "own":
      return names.functions.get(term.name)!.to;
    case "count":
      return "ℕ";
    case "typed":
    case "call":
    case "if":
    case "big":
    case "let":
    case "applied":
      return term.type;
    default:
      throw new IllTyped(term.op);
  }
}

function joined(terms: readonly Term[], names: Names, expected?: Type): Type | undefined {
  return terms.flatMap(leavesOf).reduce<Type | undefined>((type, leaf) => larger(type, leafType(leaf, names)), expected);
}

/** The value of a term that is expected to have a type. */
function valued(term: Term, names: Names, expected: Type): Numeric {
  const type = joined([term], names, expected)!;
  if (!coerces(type, expected)) throw new IllTyped(`${type} where ${expected} is expected`);
  return tree(term, names, expected);
}

function tree(term: Term, names: Names, type: Type): Numeric {
  switch (term.op) {
    case "binary": {
      const [left, right] = [tree(term.left, names, type), tree(term.right, names, type)];
      const operation = operations(term.sign, type);
      return (point) => operation(left(point), right(point));
    }
    case "neg": {
      if (type === "ℕ") throw new IllTyped("no negatives in ℕ");
      const of = tree(term.of, names, type);
      return (point) => into(type, fraction(-of(point).n, of(point).d));
    }
    case "pow": {
      const base = tree(term.base, names, type);
      const exponentType = joined([term.exponent], names) ?? "ℕ";
      if (hasOp(term.exponent, "neg") && joined([term.exponent], names) === undefined) throw new IllTyped("a negative exponent without a type");
      if (exponentType !== "ℕ" && !(exponentType === "ℤ" && rank(type) >= 2)) throw new IllTyped(`${type} to the power of ${exponentType}`);
      const exponent = tree(term.exponent, names, exponentType);
      const size = sizeOf(type);
      return (point) => {
        const [b, e] = [base(point), exponent(point).n];
        if (size === undefined) return numbers.power(b, e);
        let result = numbers.emod(1n, size);
        if (e > 2000n) throw new Unknown("power");
        for (let i = 0n; i < e; i++) result = (result * b.n) % size;
        return fraction(result);
      };
    }
    default: {
      if (term.op === "numeral") return constantly(into(type, fraction(term.value)));
      if (term.op === "decimal") {
        if (rank(type) < 2) throw new IllTyped("a decimal fraction outside ℚ and ℝ");
        return constantly(fraction(term.n, term.d));
      }
      const own = leaf(term, names);
      if (!coerces(own.type, type)) throw new IllTyped(`${own.type} does not coerce into ${type}`);
      if (own.type === type) return own.value;
      return (point) => into(type, own.value(point));
    }
  }
}

const constantly = (value: Fraction): Numeric => () => value;

function operations(sign: string, type: Type): (a: Fraction, b: Fraction) => Fraction {
  const whole = (n: bigint): Fraction => into(type, fraction(n));
  switch (sign) {
    case "+":
      return (a, b) => into(type, numbers.plus(a, b));
    case "-":
      return type === "ℕ" ? (a, b) => fraction(a.n > b.n ? a.n - b.n : 0n) : (a, b) => into(type, numbers.minus(a, b));
    case "*":
      return (a, b) => into(type, numbers.times(a, b));
    case "/":
      if (type.startsWith("ZMod")) throw new IllTyped("division in ZMod is not tried");
      return rank(type) >= 2 ? numbers.over : (a, b) => whole(numbers.ediv(a.n, b.n));
    default:
      // In a field a % b is a - b * (a / b).
      if (type.startsWith("ZMod")) throw new IllTyped("remainders in ZMod are not tried");
      return rank(type) >= 2 ? (a, b) => (b.n === 0n ? a : fraction(0n)) : (a, b) => whole(numbers.emod(a.n, b.n));
  }
}

/** A leaf with its own type. */
function leaf(term: Term, names: Names): Typed {
  switch (term.op) {
    case "variable": {
      const { name } = term;
      return { type: leafType(term, names)!, value: (point) => point.get(name)! };
    }
    case "typed":
      return { type: term.type, value: valued(term.of, names, term.type) };
    case "call":
      return { type: term.type, value: call(term, names) };
    case "own": {
      const { from, to, apply } = names.functions.get(term.name)!;
      const arg = valued(term.arg, names, from);
      return { type: to, value: (point) => apply(arg(point)) };
    }
    case "if": {
      const [condition, yes, no] = [meaning(term.condition, names), valued(term.yes, names, term.type), valued(term.no, names, term.type)];
      return {
        type: term.type,
        value: (point) => {
          const truth = condition(point);
          if (truth === undefined) throw new Unknown("condition");
          return truth ? yes(point) : no(point);
        },
      };
    }
    case "big": {
      const { items, inner } = over(term.name, term.set, names);
      const body = valued(term.body, inner, term.type);
      const [start, operation] = term.sign === "∑" ? [0n, operations("+", term.type)] : [1n, operations("*", term.type)];
      return { type: term.type, value: (point) => items(point).reduce((sum, item) => operation(sum, body(new Map(point).set(term.name, item))), into(term.type, fraction(start))) };
    }
    case "count": {
      const { items, inner } = over(term.name, term.set, names);
      const condition = meaning(term.condition, inner);
      return {
        type: "ℕ",
        value: (point) => {
          const truths = items(point).map((item) => condition(new Map(point).set(term.name, item)));
          if (truths.includes(undefined)) throw new Unknown("condition");
          return fraction(BigInt(truths.filter((truth) => truth).length));
        },
      };
    }
    case "let":
    case "applied": {
      const value = valued(term.value, names, term.valueType);
      const body = valued(term.body, withVariable(names, term.name, term.valueType), term.type);
      return { type: term.type, value: (point) => body(new Map(point).set(term.name, value(point))) };
    }
    default:
      throw new IllTyped(term.op);
  }
}

function withVariable(names: Names, name: string, type: Type): Names {
  return { ...names, variables: new Map(names.variables).set(name, type) };
}

function over(name: string, set: Range, names: Names): { items: (point: Point) => Fraction[]; inner: Names } {
  const { type, items } = elements(set, names);
  return { items, inner: withVariable(names, name, type) };
}

const MOST_ITEMS = 300;

/** The elements of a finite set, each once. */
function elements(set: Range, names: Names): { type: Type; items: (point: Point) => Fraction[] } {
  const upTo = (low: bigint, high: bigint): Fraction[] => {
    if (high - low > BigInt(MOST_ITEMS)) throw new Unknown("range");
    const found: Fraction[] = [];
    for (let n = low; n <= high; n++) found.push(fraction(n));
    return found;
  };
  switch (set.op) {
    case "range": {
      const size = valued(set.size, names, "ℕ");
      return { type: "ℕ", items: (point) => upTo(0n, size(point).n - 1n) };
    }
    case "interval": {
      if (set.type !== "ℕ" && set.type !== "ℤ") throw new IllTyped(`an interval of ${set.type} is not finite`);
      const [low, high] = [valued(set.low, names, set.type), valued(set.high, names, set.type)];
      const [first, last] = [set.name.startsWith("Io") ? 1n : 0n, set.name.endsWith("o") ? 1n : 0n];
      return { type: set.type, items: (point) => upTo(low(point).n + first, high(point).n - last) };
    }
    case "list": {
      const items = set.items.map((item) => valued(item, names, set.type));
      return { type: set.type, items: (point) => distinct(items.map((item) => item(point))) };
    }
    case "divisors": {
      const of = valued(set.of, names, "ℕ");
      return { type: "ℕ", items: (point) => numbers.divisors(of(point).n).map((n) => fraction(n)) };
    }
  }
}

const distinct = (values: readonly Fraction[]): Fraction[] => values.filter((value, i) => values.findIndex((other) => compare(value, other) === 0) === i);

type OnWhole = (...args: bigint[]) => bigint;
/** Functions with the types of their arguments and of their value. */
export const FUNCTIONS: Readonly<Record<string, { readonly args: readonly Type[]; readonly type: Type; readonly on: OnWhole }>> = {
  "Nat.gcd": { args: ["ℕ", "ℕ"], type: "ℕ", on: numbers.gcd },
  "Nat.lcm": { args: ["ℕ", "ℕ"], type: "ℕ", on: (a, b) => (a === 0n || b === 0n ? 0n : (a! * b!) / numbers.gcd(a!, b!)) },
  "Nat.factorial": { args: ["ℕ"], type: "ℕ", on: numbers.factorial },
  "Nat.choose": { args: ["ℕ", "ℕ"], type: "ℕ", on: numbers.choose },
  "Nat.sqrt": { args: ["ℕ"], type: "ℕ", on: numbers.floorRoot },
  "Nat.log": { args: ["ℕ", "ℕ"], type: "ℕ", on: numbers.floorLog },
  "Nat.fib": { args: ["ℕ"], type: "ℕ", on: numbers.fib },
  "Nat.totient": { args: ["ℕ"], type: "ℕ", on: numbers.totient },
  "Nat.minFac": { args: ["ℕ"], type: "ℕ", on: numbers.minFac },
  "Nat.succ": { args: ["ℕ"], type: "ℕ", on: (n) => n! + 1n },
  "Nat.pred": { args: ["ℕ"], type: "ℕ", on: (n) => (n! > 0n ? n! - 1n : 0n) },
  "Nat.dist": { args: ["ℕ", "ℕ"], type: "ℕ", on: (a, b) => (a! > b! ? a! - b! : b! - a!) },
  "Nat.descFactorial": { args: ["ℕ", "ℕ"], type: "ℕ", on: (n, k) => Array.from({ length: Number(k! > 200n ? 200n : k!) }, (_, i) => (n! > BigInt(i) ? n! - BigInt(i) : 0n)).reduce((a, b) => a * b, 1n) },
  "Nat.clog": { args: ["ℕ", "ℕ"], type: "ℕ", on: (b, n) => (b! < 2n || n! < 2n ? 0n : numbers.floorLog(b!, n! - 1n) + 1n) },
  digitSum: { args: ["ℕ", "ℕ"], type: "ℕ", on: numbers.digitSum },
  "Int.natAbs": { args: ["ℤ"], type: "ℕ", on: (a) => (a! < 0n ? -a! : a!) },
  "Int.toNat": { args: ["ℤ"], type: "ℕ", on: (a) => (a! < 0n ? 0n : a!) },
  "Int.gcd": { args: ["ℤ", "ℤ"], type: "ℕ", on: numbers.gcd },
  "Int.lcm": { args: ["ℤ", "ℤ"], type: "ℕ", on: (a, b) => (a === 0n || b === 0n ? 0n : ((a! < 0n ? -a! : a!) * (b! < 0n ? -b! : b!)) / numbers.gcd(a!, b!)) },
  "Int.sign": { args: ["ℤ"], type: "ℤ", on: (a) => (a! > 0n ? 1n : a! < 0n ? -1n : 0n) },
  "Int.emod": { args: ["ℤ", "ℤ"], type: "ℤ", on: numbers.emod },
  "Int.ediv": { args: ["ℤ", "ℤ"], type: "ℤ", on: numbers.ediv },
};

function call({ name, args, type }: Term & { op: "call" }, names: Names): Numeric {
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (known) {
    const values = args.map((arg, i) => valued(arg, names, known.args[i]!));
    return (point) => fraction(known.on(...values.map((value) => value(point).n)));
  }
  // The rest takes its type from its first argument, which carries it.
  const own = args.map((arg) => leaf(arg, names));
  const [a, b] = own.map(({ value }) => value) as [Numeric, Numeric];
  switch (name) {
    case "max":
    case "min":
      return (point) => {
        const [x, y] = [a(point), b(point)];
        return compare(x, y) < 0 === (name === "min") ? x : y;
      };
    case "abs":
      return (point) => (a(point).n < 0n ? fraction(-a(point).n, a(point).d) : a(point));
    case "floor":
      return (point) => fraction(numbers.floor(a(point)));
    case "ceil":
      return (point) => fraction(numbers.ceil(a(point)));
    case "natFloor":
    case "natCeil":
      return (point) => {
        const n = (name === "natFloor" ? numbers.floor : numbers.ceil)(a(point));
        return fraction(n < 0n ? 0n : n);
      };
    case "Int.fract":
      return (point) => numbers.minus(a(point), fraction(numbers.floor(a(point))));
    case "round":
      return (point) => fraction(numbers.floor(numbers.plus(a(point), fraction(1n, 2n))));
    case "inverse":
      return (point) => numbers.over(fraction(1n), a(point));
    case "num":
      return (point) => fraction(a(point).n);
    case "den":
      return (point) => fraction(a(point).d);
    case "val":
      return a;
    default:
      throw new IllTyped(`${name} : ${type}`);
  }
}

/** Where numbers run out, the truth is not known. */
function guarded(logical: Logical): Logical {
  return (point) => {
    try {
      return logical(point);
    } catch (error) {
      if (error instanceof Unknown || error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

const not = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);
const and = (a: Truth, b: Truth): Truth => (a === false || b === false ? false : a === undefined || b === undefined ? undefined : true);
const or = (a: Truth, b: Truth): Truth => not(and(not(a), not(b)));

/** The truth of a claim at a point. */
export function meaning(claim: Claim, names: Names): Logical {
  switch (claim.op) {
    case "constant":
      return () => claim.value;
    case "relation": {
      const free = joined([claim.left, claim.right], names);
      if (free === undefined && (hasOp(claim.left, "neg") || hasOp(claim.right, "neg") || hasOp(claim.left, "decimal") || hasOp(claim.right, "decimal"))) throw new IllTyped("the numerals have no type");
      const type = free ?? "ℕ";
      if (type.startsWith("ZMod") && !["=", "≠"].includes(claim.sign)) throw new IllTyped("ZMod has no order");
      const [left, right] = [tree(claim.left, names, type), tree(claim.right, names, type)];
      const holds: (order: number) => boolean = { "=": (c: number) => c === 0, "≠": (c: number) => c !== 0, "<": (c: number) => c < 0, "≤": (c: number) => c <= 0, ">": (c: number) => c > 0, "≥": (c: number) => c >= 0 }[claim.sign];
      return guarded((point) => holds(compare(left(point), right(point))));
    }
    case "divides": {
      const [left, right] = [valued(claim.left, names, claim.type), valued(claim.right, names, claim.type)];
      if (joined([claim.left], names, claim.type) !== claim.type || joined([claim.right], names, claim.type) !== claim.type) throw new IllTyped("∣");
      if (rank(claim.type) < 0) throw new IllTyped("∣");
      // In a field everything divides but 0.
      return guarded((point) => {
        const [a, b] = [left(point), right(point)];
        if (rank(claim.type) >= 2) return a.n !== 0n || b.n === 0n;
        return a.n === 0n ? b.n === 0n : b.n % a.n === 0n;
      });
    }
    case "property":
      return property(claim, names);
    case "coprime": {
      const [left, right] = [valued(claim.left, names, "ℕ"), valued(claim.right, names, "ℕ")];
      return guarded((point) => numbers.gcd(left(point).n, right(point).n) === 1n);
    }
    case "congruent": {
      const [left, right, modulus] = [claim.left, claim.right, claim.modulus].map((term) => valued(term, names, claim.type)) as [Numeric, Numeric, Numeric];
      return guarded((point) => numbers.emod(left(point).n, modulus(point).n) === numbers.emod(right(point).n, modulus(point).n));
    }
    case "member": {
      const of = valued(claim.of, names, claim.type);
      if (claim.kind === "Set" && claim.set.op === "interval") {
        const { set } = claim;
        const [low, high] = [valued(set.low, names, claim.type), valued(set.high, names, claim.type)];
        return guarded((point) => {
          const [below, above] = [compare(low(point), of(point)), compare(of(point), high(point))];
          return (set.name.startsWith("Io") ? below < 0 : below <= 0) && (set.name.endsWith("o") ? above < 0 : above <= 0);
        });
      }
      const { type, items } = elements(claim.set, names);
      if (type !== claim.type) throw new IllTyped("∈");
      return guarded((point) => items(point).some((item) => compare(item, of(point)) === 0));
    }
    case "not": {
      const of = meaning(claim.of, names);
      return (point) => not(of(point));
    }
    case "both": {
      const [left, right] = [meaning(claim.left, names), meaning(claim.right, names)];
      const joins: Readonly<Record<string, (a: Truth, b: Truth) => Truth>> = {
        "∧": and,
        "∨": or,
        "→": (a, b) => or(not(a), b),
        "↔": (a, b) => (a === undefined || b === undefined ? undefined : a === b),
        "Xor'": (a, b) => (a === undefined || b === undefined ? undefined : a !== b),
      };
      const join = joins[claim.sign]!;
      return (point) => join(left(point), right(point));
    }
    case "quantified":
      return quantified(claim, names);
  }
}

function property({ name, type, of }: Claim & { op: "property" }, names: Names): Logical {
  const value = valued(of, names, type);
  const size = sizeOf(type);
  const anyOf = (test: (r: bigint) => bigint): Logical => guarded((point) => Array.from({ length: Number(size) }, (_, r) => numbers.emod(test(BigInt(r)), size!)).includes(value(point).n));
  switch (name) {
    case "Even":
      if (size !== undefined) return anyOf((r) => r + r);
      return guarded((point) => rank(type) >= 2 || value(point).n % 2n === 0n);
    case "Odd":
      if (size !== undefined) return anyOf((r) => 2n * r + 1n);
      return guarded((point) => rank(type) >= 2 || value(point).n % 2n !== 0n);
    case "IsSquare":
      if (size !== undefined) return anyOf((r) => r * r);
      if (type === "ℝ") return guarded((point) => value(point).n >= 0n);
      return guarded((point) => numbers.isSquare(value(point).n) && numbers.isSquare(value(point).d));
    case "Nat.Prime":
      return guarded((point) => numbers.isPrime(value(point).n));
    case "Prime":
      if (type !== "ℕ" && type !== "ℤ") throw new IllTyped("Prime");
      return guarded((point) => numbers.isPrime(value(point).n < 0n ? -value(point).n : value(point).n));
  }
}

/** Values of an infinite type that are tried, and all of a finite one. */
export function sample(type: Type, width = 8): Fraction[] {
  const size = sizeOf(type);
  const from = (low: number, high: number): Fraction[] => Array.from({ length: high - low + 1 }, (_, i) => fraction(BigInt(low + i)));
  if (size !== undefined) return from(0, Number(size) - 1);
  if (type === "ℕ") return from(0, width);
  if (type === "ℤ") return from(-width, width);
  return [...from(-Math.min(width, 4), Math.min(width, 4)), ...[[1n, 2n], [-1n, 2n], [3n, 2n], [1n, 3n], [-5n, 3n], [8n, 1n], [-8n, 1n]].slice(0, width).map(([n, d]) => fraction(n!, d!))];
}

function quantified({ quantifier, name, domain, body }: Claim & { op: "quantified" }, names: Names): Logical {
  const { type, items, complete } = over2(domain, names);
  const inner = meaning(body, withVariable(names, name, type));
  return guarded((point) => {
    const truths = items(point).map((item) => inner(new Map(point).set(name, item)));
    if (quantifier === "∀") return truths.includes(false) ? false : !complete || truths.includes(undefined) ? undefined : true;
    if (quantifier === "∃") return truths.includes(true) ? true : !complete || truths.includes(undefined) ? undefined : false;
    const many = truths.filter((truth) => truth).length;
    return many > 1 ? false : !complete || truths.includes(undefined) ? undefined : many === 1;
  });
}

function over2(domain: Domain, names: Names): { type: Type; items: (point: Point) => Fraction[]; complete: boolean } {
  switch (domain.op) {
    case "type": {
      const values = sample(domain.type);
      return { type: domain.type, items: () => values, complete: sizeOf(domain.type) !== undefined };
    }
    case "set":
      return { ...elements(domain.set, names), complete: true };
    case "below": {
      // The type of the variable is that of the limit, by unification: only ℕ limits are written.
      const { items } = elements({ op: "range", size: domain.limit }, names);
      const limit = valued(domain.limit, names, "ℕ");
      if (joined([domain.limit], names) !== "ℕ") throw new IllTyped("a limit without a type");
      return { type: "ℕ", items: (point) => (domain.sign === "<" ? items(point) : [...items(point), limit(point)]), complete: true };
    }
    case "premises": {
      const low = domain.type === "ℕ" ? 0n : domain.low;
      const values = Array.from({ length: Number(domain.high - low) + 1 }, (_, i) => fraction(low + BigInt(i)));
      return { type: domain.type, items: () => values, complete: true };
    }
  }
}

/** A statement ready to be tried. */
export interface Tried {
  /** The points of the domain; all there are if `complete`. */
  readonly points: readonly Point[];
  readonly complete: boolean;
  /** All premises hold, those before the goal's arrows included; undefined if one is not known and none fails. */
  readonly premises: Logical;
  readonly refutes: Logical;
  /** The goal begins with a quantifier, whose premises are not told apart here. */
  readonly hidden: boolean;
}

/** @throws IllTyped */
export function tried({ variables, functions, premises, goal }: Statement): Tried {
  const names: Names = {
    variables: new Map(variables.map(({ name, type }) => [name, type])),
    functions: new Map(
      functions.map(({ name, from, to, body }) => {
        const value = valued(body, { variables: new Map([["x", from]]), functions: new Map() }, to);
        return [name, { from, to, apply: (argument: Fraction) => value(new Map([["x", argument]])) }];
      }),
    ),
  };
  const width = variables.length > 2 ? 3 : 8;
  const lists = variables.map(({ type, within }) => {
    if (!within) return { values: sample(type, width), complete: sizeOf(type) !== undefined };
    const low = type === "ℕ" ? 0n : within[0];
    return { values: Array.from({ length: Number(within[1] - low) + 1 }, (_, i) => fraction(low + BigInt(i))), complete: type === "ℕ" || type === "ℤ" };
  });
  const points = lists.reduce<Point[]>((found, { values }, i) => found.flatMap((point) => values.map((value) => new Map(point).set(variables[i]!.name, value))), [new Map()]);
  const all = premises.map((premise) => meaning(premise, names));
  const within: Logical = (point) => variables.every(({ name, type, within: bounds }) => !bounds || ((type === "ℕ" || compare(point.get(name)!, fraction(bounds[0])) >= 0) && compare(point.get(name)!, fraction(bounds[1])) <= 0));
  const stated: Logical = (point) => all.reduce<Truth>((truth, premise) => (truth === false ? false : and(truth, premise(point))), within(point));
  const arrows: Logical[] = [];
  let last = goal;
  for (; last.op === "both" && last.sign === "→"; last = last.right) arrows.push(meaning(last.left, names));
  const holds = meaning(goal, names);
  return {
    points,
    complete: lists.every(({ complete }) => complete),
    premises: (point) => arrows.reduce<Truth>((truth, premise) => (truth === false ? false : and(truth, premise(point))), stated(point)),
    refutes: (point) => and(stated(point), not(holds(point))),
    hidden: last.op === "quantified" || last.op === "not" || (last.op === "relation" && last.sign === "≠"),
  };
}
