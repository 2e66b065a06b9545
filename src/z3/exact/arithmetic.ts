/** The arithmetic operations on values, each as Lean defines it at its type. */
import type { Term } from "../read/term";
import { head, isBase, type Type } from "../read/types";
import type { Evaluator } from "./evaluate";
import { absolute, divide as divideWhole, modulo } from "./integer";
import { chargeForReals, chargeForSize, LARGEST } from "./cost";
import { bits, power as rationalPower, whole, ZERO, type Rational } from "./rational";
import * as real from "./real";
import { isRational, type Real } from "./real";
import { asReal, asWhole, Undecided, type Environment, type Value } from "./value";

/** The value of an arithmetic operation, or `undefined` if the term is none. */
export function arithmetic(evaluator: Evaluator, term: Term, env: Environment): Value | undefined {
  const number = (index: number): Real => asReal(evaluator.value(term.args[index]!, env));
  switch (term.op) {
    case "add":
      return atType(term.type, sum(evaluator, number(0), number(1)));
    case "mul":
      return atType(term.type, product(evaluator, number(0), number(1)));
    case "sub":
      return difference(term.type, sum(evaluator, number(0), real.negate(number(1))));
    case "neg":
      return atType(term.type, real.negate(number(0)));
    case "div":
      return quotient(evaluator, term.type, number(0), number(1));
    case "inv":
      return known(real.invert(number(0)), "an inverse");
    case "pow":
      return power(evaluator, term.type, number(0), asWhole(number(1)));
    case "zpow":
      return integerPower(evaluator, number(0), asWhole(number(1)));
    case "rpow":
      return realPower(evaluator, number(0), number(1));
    case "abs":
      return absoluteValue(number(0));
    case "min":
    case "max":
      return extreme(term.op, number(0), number(1));
    case "cast":
      return cast(evaluator.value(term.args[0]!, env), term.type);
    case "Int.floor":
      return whole(floor(number(0)));
    case "Int.ceil":
      return whole(-floor(real.negate(number(0))));
    case "Nat.floor":
      return whole(atLeastZero(floor(number(0))));
    case "Nat.ceil":
      return whole(atLeastZero(-floor(real.negate(number(0)))));
    default:
      return undefined;
  }
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Undecided(`${what} that cannot be computed`);
  return value;
}

/** In `Fin n` and `ZMod n` everything is modulo n. */
export function atType(type: Type, value: Real): Real {
  const top = head(type);
  return top.kind === "Fin" || top.kind === "ZMod" ? whole(modulo(asWhole(value), top.size)) : value;
}

/** Subtraction of natural numbers stops at 0. */
function difference(type: Type, value: Real): Real {
  return isBase(type, "ℕ") && asWhole(value) < 0n ? ZERO : atType(type, value);
}

export function sum(evaluator: Evaluator, a: Real, b: Real): Real {
  chargeForReals(evaluator, a, b);
  return real.add(a, b);
}

export function product(evaluator: Evaluator, a: Real, b: Real): Real {
  chargeForReals(evaluator, a, b);
  return real.multiply(a, b);
}

/** ℕ and ℤ round (Int.ediv), `Fin n` divides the representatives, fields divide; dividing by 0 gives 0 everywhere. */
function quotient(evaluator: Evaluator, type: Type, a: Real, b: Real): Real {
  if (isBase(type, "ℕ", "ℤ") || head(type).kind === "Fin") return whole(divideWhole(asWhole(a), asWhole(b)));
  if (head(type).kind === "ZMod") throw new Undecided("division in ZMod");
  chargeForReals(evaluator, a, b);
  return known(real.divide(a, b), "a quotient");
}

function power(evaluator: Evaluator, type: Type, base: Real, exponent: bigint): Real {
  const top = head(type);
  if (top.kind === "Fin" || top.kind === "ZMod") return powerModulo(asWhole(base), exponent, top.size);
  return integerPower(evaluator, base, exponent);
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): Rational {
  let [result, square] = [modulo(1n, modulus), modulo(base, modulus)];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = modulo(result * square, modulus);
    square = modulo(square * square, modulus);
  }
  return whole(result);
}

function integerPower(evaluator: Evaluator, base: Real, exponent: bigint): Real {
  if (isRational(base)) {
    if (absolute(base.num) <= 1n && base.den === 1n) {
      if (base.num === 0n) return exponent === 0n ? whole(1) : ZERO;
      return base.num === 1n || exponent % 2n === 0n ? whole(1) : base;
    }
    if (absolute(exponent) > BigInt(LARGEST)) throw new Undecided("a power that is too large");
    chargeForSize(evaluator, bits(base) * Number(absolute(exponent)));
    return rationalPower(base, exponent);
  }
  if (absolute(exponent) > 4096n) throw new Undecided("a high power of an irrational number");
  evaluator.spend(Number(absolute(exponent)) * 4);
  return known(real.integerPower(base, exponent), "a power");
}

function realPower(evaluator: Evaluator, base: Real, exponent: Real): Real {
  if (isRational(exponent) && exponent.den === 1n) return integerPower(evaluator, base, exponent.num);
  evaluator.spend(50);
  return known(real.realPower(base, exponent), "a real power");
}

function absoluteValue(a: Real): Real {
  return known(real.sign(a), "a sign") < 0 ? real.negate(a) : a;
}

function extreme(op: "min" | "max", a: Real, b: Real): Real {
  const order = known(real.compareReals(a, b), "the larger of two numbers");
  return order < 0 === (op === "min") ? a : b;
}

function floor(a: Real): bigint {
  return known(real.floor(a), "a whole part");
}

function atLeastZero(n: bigint): bigint {
  return n < 0n ? 0n : n;
}

/** A coercion keeps the value; into `ZMod n` and `Fin n` it is taken modulo n. */
function cast(value: Value, type: Type): Value {
  return typeof value === "boolean" ? value : typeof value === "object" && "kind" in value && value.kind === "set" ? value : atType(type, asReal(value));
}

