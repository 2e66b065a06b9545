/** What closed terms evaluate to. */
import type { Variable } from "../read/term";
import type { Rational } from "./rational";
import { compareReals, isRational, type Real } from "./real";

/** A function value: its body waits for the argument. */
export interface Closure {
  readonly kind: "closure";
  readonly apply: (argument: Value) => Value;
}

/** A finite set: its elements without repetition. */
export interface FiniteSet {
  readonly kind: "set";
  readonly items: readonly Value[];
}

/** A truth value, a number, a pair, a list or a finite set. */
export type Value =
  | boolean
  | Real
  | Closure
  | { readonly kind: "pair"; readonly left: Value; readonly right: Value }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | FiniteSet;

/** Values of the free variables of a term; a Map is one. */
export interface Environment {
  get(variable: Variable): Value | undefined;
}

/** An environment with one more value. */
export class Extended implements Environment {
  constructor(
    private readonly variable: Variable,
    private readonly value: Value,
    private readonly outer: Environment,
  ) {}

  get(variable: Variable): Value | undefined {
    return variable === this.variable ? this.value : this.outer.get(variable);
  }
}

/** A term that cannot be evaluated, and why: never a verdict. */
export class Undecided extends Error {
  override readonly name = "Undecided";
}

export function asBoolean(value: Value): boolean {
  if (typeof value === "boolean") return value;
  throw new Undecided("a proposition without a truth value");
}

export function asReal(value: Value): Real {
  if (typeof value !== "boolean" && (!("kind" in value) || value.kind === "surd" || value.kind === "computable")) return value;
  throw new Undecided("not a number");
}

/** The value as an exact rational, which every natural, whole and rational number is. */
export function asRational(value: Value): Rational {
  const real = asReal(value);
  if (isRational(real)) return real;
  throw new Undecided("an irrational number");
}

/** The value as a whole number. */
export function asWhole(value: Value): bigint {
  const { num, den } = asRational(value);
  if (den !== 1n) throw new Undecided("a fraction where a whole number is needed");
  return num;
}

/** Whether two values are equal. @throws Undecided if that cannot be told */
export function same(a: Value, b: Value): boolean {
  if (typeof a === "boolean" || typeof b === "boolean") return a === b;
  if ("kind" in a && "kind" in b) {
    if (a.kind === "pair" && b.kind === "pair") return same(a.left, b.left) && same(a.right, b.right);
    if (a.kind === "list" && b.kind === "list") return a.items.length === b.items.length && a.items.every((item, i) => same(item, b.items[i]!));
    if (a.kind === "set" && b.kind === "set") return a.items.length === b.items.length && a.items.every((item) => b.items.some((other) => same(item, other)));
  }
  const order = compareReals(asReal(a), asReal(b));
  if (order === undefined) throw new Undecided("two real numbers that cannot be told apart");
  return order === 0;
}

/** A text that equal exact values share, or `undefined` for values that need a comparison. */
function key(value: Value): string | undefined {
  if (typeof value === "boolean") return String(value);
  if (!("kind" in value)) return `${value.num}/${value.den}`;
  if (value.kind === "surd") return [...value.terms].map(([root, { num, den }]) => `${num}/${den}√${root}`).sort().join("+");
  if (value.kind === "pair") {
    const [left, right] = [key(value.left), key(value.right)];
    return left !== undefined && right !== undefined ? `(${left},${right})` : undefined;
  }
  if (value.kind === "list") {
    const parts = value.items.map(key);
    return parts.includes(undefined) ? undefined : `[${parts.join(",")}]`;
  }
  return undefined;
}

/** At most this many numbers without an exact form are compared with each other. */
const MOST_COMPARED = 60;

/** A finite set of the values, each once. */
export function setOfValues(values: Iterable<Value>): FiniteSet {
  const keyed = new Map<string, Value>();
  const others: Value[] = [];
  for (const value of values) {
    const name = key(value);
    if (name !== undefined) keyed.set(name, value);
    else if (others.length >= MOST_COMPARED) throw new Undecided("a set of so many numbers without an exact form");
    else if (!others.some((other) => same(other, value))) others.push(value);
  }
  if (others.length > 0) for (const value of keyed.values()) if (others.some((other) => same(other, value))) throw new Undecided("a set of mixed numbers");
  return { kind: "set", items: [...keyed.values(), ...others] };
}

