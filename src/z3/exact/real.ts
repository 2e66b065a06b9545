/**
 * Real numbers for exact evaluation: rationals and sums of square roots exactly, everything else as something that can be enclosed
 * as tightly as wanted. Comparison never guesses: where two numbers cannot be told apart it gives no answer.
 */
import { absolute, factorise } from "./integer";
import * as interval from "./interval";
import type { Interval } from "./interval";
import * as rational from "./rational";
import { compare, ONE, over, rationalRoot, whole, ZERO, type Rational } from "./rational";
import * as surd from "./surd";
import type { Surd } from "./surd";
import { cosineAt, sineAt } from "./angles";

/** A number known by enclosures, and by what else is known about it exactly. */
export interface Computable {
  readonly kind: "computable";
  /** An enclosure at the given precision; `undefined` where it cannot be had, since a divisor may be 0. */
  readonly at: (p: number) => Interval | undefined;
  /** It is this rational multiple of π. */
  readonly piTimes?: Rational;
  /** It is Σ q · log p over primes p. */
  readonly logs?: ReadonlyMap<bigint, Rational>;
}

export type Real = Rational | Surd | Computable;

/** Two numbers that agree to this many bits after the point count as not told apart. */
const PRECISIONS = [64, 128, 256, 512] as const;

/** Exponents of e beyond this would cost too much. */
const LARGEST_EXPONENT = 2000;

/** Powers of exact numbers beyond this are left as they are. */
const LARGEST_POWER = 10_000n;

export function isRational(x: Real): x is Rational {
  return !("kind" in x);
}

function isExact(x: Real): x is Rational | Surd {
  return isRational(x) || x.kind === "surd";
}

function at(x: Real, p: number): Interval | undefined {
  if (isRational(x)) return interval.enclose(x, p);
  return x.kind === "surd" ? surd.encloseSurd(x, p) : x.at(p);
}

function computed(a: Real, b: Real, op: (a: Interval, b: Interval, p: number) => Interval | undefined, known: Partial<Computable> = {}): Computable {
  return {
    kind: "computable",
    ...known,
    at: (p) => {
      const [x, y] = [at(a, p), at(b, p)];
      return x && y && op(x, y, p);
    },
  };
}

function multipleOfPi(x: Real): Rational | undefined {
  return isRational(x) ? (x.num === 0n ? ZERO : undefined) : x.kind === "computable" ? x.piTimes : undefined;
}

function logsOf(x: Real): ReadonlyMap<bigint, Rational> | undefined {
  return isRational(x) ? (x.num === 0n ? new Map() : undefined) : x.kind === "computable" ? x.logs : undefined;
}

/** A multiple of π, exactly 0 where it is 0. */
function piMultiple(q: Rational): Real {
  if (q.num === 0n) return ZERO;
  return { kind: "computable", piTimes: q, at: (p) => interval.times(interval.enclose(q, p), interval.pi(p), p) };
}

/** Σ q · log p, exactly 0 where all coefficients are. */
function combination(logs: ReadonlyMap<bigint, Rational>): Real {
  const kept = new Map([...logs].filter(([, q]) => q.num !== 0n));
  if (kept.size === 0) return ZERO;
  const enclosure = (p: number): Interval => {
    let sum: Interval = { lo: 0n, hi: 0n };
    for (const [prime, q] of kept) sum = interval.plus(sum, interval.times(interval.enclose(q, p), interval.logarithm(interval.enclose(whole(prime), p), p)!, p));
    return sum;
  };
  return { kind: "computable", logs: kept, at: enclosure };
}

export function add(a: Real, b: Real): Real {
  if (isRational(a) && isRational(b)) return rational.add(a, b);
  if (isRational(a) && a.num === 0n) return b;
  if (isRational(b) && b.num === 0n) return a;
  const exact = isExact(a) && isExact(b) ? surd.addSurds(a, b) : undefined;
  if (exact) return exact;
  const [p, q] = [multipleOfPi(a), multipleOfPi(b)];
  if (p && q) return piMultiple(rational.add(p, q));
  const [m, n] = [logsOf(a), logsOf(b)];
  if (m && n) {
    const sum = new Map(m);
    for (const [prime, c] of n) sum.set(prime, rational.add(sum.get(prime) ?? ZERO, c));
    return combination(sum);
  }
  return computed(a, b, interval.plus);
}

export function negate(a: Real): Real {
  return multiply(whole(-1), a);
}

export function subtract(a: Real, b: Real): Real {
  return add(a, negate(b));
}

export function multiply(a: Real, b: Real): Real {
  if (isRational(a) && isRational(b)) return rational.multiply(a, b);
  if (isRational(b)) return multiply(b, a);
  if (isRational(a)) {
    if (a.num === 0n) return ZERO;
    if (a.num === 1n && a.den === 1n) return b;
    const pi = multipleOfPi(b);
    if (pi) return piMultiple(rational.multiply(a, pi));
    const logs = logsOf(b);
    if (logs) return combination(new Map([...logs].map(([prime, c]) => [prime, rational.multiply(a, c)])));
  }
  const exact = isExact(a) && isExact(b) ? surd.multiplySurds(a, b) : undefined;
  return exact ?? computed(a, b, interval.times);
}

/** 1 / a, and 0 for 0; `undefined` where it cannot be told whether a is 0. */
export function invert(a: Real): Real | undefined {
  if (isExact(a)) {
    const exact = surd.invertSurd(a);
    if (exact) return exact;
  }
  if (sign(a) === undefined) return undefined;
  return computed(ONE, a, interval.dividedBy);
}

/** a / b, with a / 0 = 0. Quotients of multiples of π and of proportional logarithms are rational. */
export function divide(a: Real, b: Real): Real | undefined {
  const [p, q] = [multipleOfPi(a), multipleOfPi(b)];
  if (p && q && q.num !== 0n) return over(p, q);
  const [m, n] = [logsOf(a), logsOf(b)];
  if (m && n && n.size > 0) {
    const [prime, c] = [...n][0]!;
    const quotient = over(m.get(prime) ?? ZERO, c);
    const rest = add(combination(m), negate(multiply(quotient, combination(n))));
    if (isRational(rest) && rest.num === 0n) return quotient;
  }
  const inverse = invert(b);
  return inverse && multiply(a, inverse);
}

/** The sign of a number, if some precision shows it. */
export function sign(a: Real): number | undefined {
  if (isRational(a)) return compare(a, ZERO);
  if (a.kind === "surd") return surd.signOfSurd(a);
  for (const p of PRECISIONS) {
    const enclosure = a.at(p);
    if (enclosure && enclosure.lo > 0n) return 1;
    if (enclosure && enclosure.hi < 0n) return -1;
  }
  return undefined;
}

/** Negative, zero or positive as a is below, equal to or above b; `undefined` where they cannot be told apart. */
export function compareReals(a: Real, b: Real): number | undefined {
  if (isRational(a) && isRational(b)) return compare(a, b);
  return sign(subtract(a, b));
}

/** √a, with 0 for negative a as in Mathlib. */
export function squareRoot(a: Real): Real | undefined {
  const direction = sign(a);
  if (direction === undefined) return undefined;
  if (direction <= 0) return ZERO;
  const exact = isRational(a) ? surd.squareRootOfRational(a) : a.kind === "surd" ? surd.squareRootOfSurd(a) : undefined;
  return exact ?? computed(a, ZERO, (x, _, p) => interval.squareRoot(x, p));
}

export const PI: Real = piMultiple(ONE);

/** aⁿ for whole n; 0 to a negative power is 0. */
export function integerPower(a: Real, n: bigint): Real | undefined {
  if (isRational(a)) return rational.power(a, n);
  if (n < 0n) {
    const inverse = invert(a);
    return inverse && integerPower(inverse, -n);
  }
  let result: Real = ONE;
  let square: Real = a;
  for (let rest = n; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = multiply(result, square);
    if (rest > 1n) square = multiply(square, square);
  }
  return result;
}

/** eᵃ. */
export function exponential(a: Real): Real | undefined {
  if (isRational(a) && a.num === 0n) return ONE;
  const logs = logsOf(a);
  if (logs && [...logs.values()].every(({ num, den }) => den === 1n && absolute(num) <= LARGEST_POWER)) {
    return [...logs].reduce((product, [prime, { num }]) => rational.multiply(product, rational.power(whole(prime), num)), ONE);
  }
  const limit = whole(LARGEST_EXPONENT);
  if (compareReals(a, limit) !== -1 || compareReals(negate(a), limit) !== -1) return undefined;
  return computed(a, ZERO, (x, _, p) => interval.exponential(x, p));
}

/** log a as Mathlib's `Real.log`: log |a|, and 0 at 0. */
export function logarithm(a: Real): Real | undefined {
  const direction = sign(a);
  if (direction === undefined) return undefined;
  if (direction === 0) return ZERO;
  const size = direction < 0 ? negate(a) : a;
  if (isRational(size)) {
    const [up, down] = [factorise(size.num), factorise(size.den)];
    if (up && down) return combination(new Map([...up.map(([p, k]) => [p, whole(k)] as const), ...down.map(([p, k]) => [p, whole(-k)] as const)]));
  }
  return computed(size, ZERO, (x, _, p) => interval.logarithm(x, p));
}

export function sine(a: Real): Real {
  const q = multipleOfPi(a);
  return (q && sineAt(q)) ?? computed(a, ZERO, (x, _, p) => interval.sineAndCosine(x, p)?.sin);
}

export function cosine(a: Real): Real {
  const q = multipleOfPi(a);
  return (q && cosineAt(q)) ?? computed(a, ZERO, (x, _, p) => interval.sineAndCosine(x, p)?.cos);
}

export function arctangent(a: Real): Real {
  if (isRational(a) && a.num === 0n) return ZERO;
  if (isRational(a) && rational.equal(rational.multiply(a, a), ONE)) return piMultiple(rational.ratio(a.num, 4n));
  return computed(a, ZERO, (x, _, p) => interval.arctangent(x, p));
}

/** Mathlib's `Real.rpow`: for a > 0 it is e^(b log a); 0 to a power other than 0 is 0; for a < 0 it is |a|ᵇ cos(bπ). */
export function realPower(a: Real, b: Real): Real | undefined {
  if (isRational(b) && b.den === 1n) return integerPower(a, b.num);
  const direction = sign(a);
  if (direction === undefined) return undefined;
  if (direction === 0) {
    const exponent = sign(b);
    return exponent === undefined ? undefined : exponent === 0 ? ONE : ZERO;
  }
  if (direction < 0) {
    const size = realPower(negate(a), b);
    return size && multiply(size, cosine(multiply(b, PI)));
  }
  const root = isRational(b) ? rationalPower(a, b) : undefined;
  if (root) return root;
  const log = logarithm(a);
  return log && exponential(multiply(b, log));
}

/** a^(n/d) for a > 0 where it is a rational or a sum of square roots. */
function rationalPower(a: Real, { num, den }: Rational): Real | undefined {
  if (den > 64n || absolute(num) > LARGEST_POWER) return undefined;
  const degree = Number(den);
  const root = isRational(a) ? rationalRoot(a, degree) : undefined;
  if (root) return rational.power(root, num);
  if (degree % 2 === 0 && isExact(a)) {
    const half = squareRoot(a);
    if (half && isExact(half)) return degree === 2 ? integerPower(half, num) : rationalPower(half, { num, den: den / 2n });
  }
  return undefined;
}

/** ⌊a⌋, if the enclosures show it. */
export function floor(a: Real): bigint | undefined {
  if (isRational(a)) return rational.floor(a);
  for (const p of PRECISIONS) {
    const enclosure = at(a, p);
    if (!enclosure) continue;
    const [low, high] = [enclosure.lo >> BigInt(p), enclosure.hi >> BigInt(p)];
    if (low === high) return low;
  }
  return undefined;
}
