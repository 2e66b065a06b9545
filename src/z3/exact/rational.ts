/** Exact rational numbers, always in lowest terms with a positive denominator. */
import { absolute, divide, gcd, integerRoot } from "./integer";

/** numerator / denominator, in lowest terms, denominator ≥ 1. */
export interface Rational {
  readonly num: bigint;
  readonly den: bigint;
}

/** A whole number as a rational. */
export function whole(n: bigint | number): Rational {
  return { num: BigInt(n), den: 1n };
}

export const ZERO = whole(0);
export const ONE = whole(1);

/** n / d in lowest terms, for d ≠ 0. */
export function ratio(n: bigint, d: bigint): Rational {
  if (d === 1n) return { num: n, den: 1n };
  const common = gcd(n, d) * (d < 0n ? -1n : 1n);
  return { num: n / common, den: d / common };
}

export function add(a: Rational, b: Rational): Rational {
  return a.den === 1n && b.den === 1n ? { num: a.num + b.num, den: 1n } : ratio(a.num * b.den + b.num * a.den, a.den * b.den);
}

export function negate(a: Rational): Rational {
  return { num: -a.num, den: a.den };
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, negate(b));
}

export function multiply(a: Rational, b: Rational): Rational {
  return a.den === 1n && b.den === 1n ? { num: a.num * b.num, den: 1n } : ratio(a.num * b.num, a.den * b.den);
}

/** 1 / a, and 0 for 0, as in every field of Mathlib. */
export function invert(a: Rational): Rational {
  if (a.num === 0n) return ZERO;
  return a.num < 0n ? { num: -a.den, den: -a.num } : { num: a.den, den: a.num };
}

/** a / b, and 0 where b is 0. */
export function over(a: Rational, b: Rational): Rational {
  return multiply(a, invert(b));
}

/** Negative, zero or positive as a is below, equal to or above b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.den === b.den ? a.num - b.num : a.num * b.den - b.num * a.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function equal(a: Rational, b: Rational): boolean {
  return a.num === b.num && a.den === b.den;
}

/** The largest whole number that is not above a. */
export function floor(a: Rational): bigint {
  return divide(a.num, a.den);
}

/** aⁿ for a whole n; 0⁰ = 1, and 0 to a negative power is 0. */
export function power(a: Rational, n: bigint): Rational {
  if (n < 0n) return power(invert(a), -n);
  return { num: a.num ** n, den: a.den ** n };
}

/** The k-th root of a ≥ 0 if it is rational. */
export function rationalRoot(a: Rational, k: number): Rational | undefined {
  const num = integerRoot(a.num, k);
  const den = integerRoot(a.den, k);
  return num ** BigInt(k) === a.num && den ** BigInt(k) === a.den ? { num, den } : undefined;
}

/** Powers of ten beyond this are not written out. */
const LARGEST_SHIFT = 100_000;

/** A decimal numeral as Lean writes it. @throws RangeError for an exponent beyond ±100,000 @example fromDecimal("1.50") // 3/2 */
export function fromDecimal(text: string): Rational {
  const [, integer = "", fraction = "", exponent = "0"] = /^([0-9_]+)(?:\.([0-9_]*))?(?:[eE]([+-]?[0-9]+))?$/.exec(text) ?? [];
  if (Math.abs(Number(exponent)) > LARGEST_SHIFT) throw new RangeError("a decimal with an exponent this large");
  const digits = (integer + fraction).replaceAll("_", "");
  const shift = Number(exponent) - fraction.replaceAll("_", "").length;
  const scale = 10n ** BigInt(Math.abs(shift));
  return shift < 0 ? ratio(BigInt(digits), scale) : whole(BigInt(digits) * scale);
}

/** In Lean notation: `3`, `-3`, `3 / 4`, `-3 / 4`. */
export function showRational({ num, den }: Rational): string {
  return den === 1n ? `${num}` : `${num} / ${den}`;
}

/** Size in bits of numerator and denominator together: what exact arithmetic will cost. */
export function bits({ num, den }: Rational): number {
  return absolute(num).toString(16).length * 4 + den.toString(16).length * 4;
}
