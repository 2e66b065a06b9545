/**
 * Rigorous enclosures of real numbers in fixed point: an interval [lo, hi] at precision p stands for all x with lo ≤ x · 2ᵖ ≤ hi.
 * Every operation rounds outwards, so that the true value never leaves the interval.
 */
import { absolute, bitLength, divide, integerRoot } from "./integer";
import type { Rational } from "./rational";

/** Bounds as whole multiples of 2⁻ᵖ; the precision goes along as an argument. */
export interface Interval {
  readonly lo: bigint;
  readonly hi: bigint;
}

const up = (a: bigint, b: bigint): bigint => -divide(-a, b);

/** The point n as an interval. */
function point(n: bigint): Interval {
  return { lo: n, hi: n };
}

export function enclose({ num, den }: Rational, p: number): Interval {
  const scaled = num << BigInt(p);
  return { lo: divide(scaled, den), hi: up(scaled, den) };
}

export function plus(a: Interval, b: Interval): Interval {
  return { lo: a.lo + b.lo, hi: a.hi + b.hi };
}

export function minus(a: Interval, b: Interval): Interval {
  return { lo: a.lo - b.hi, hi: a.hi - b.lo };
}

export function times(a: Interval, b: Interval, p: number): Interval {
  const products = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
  const shift = BigInt(p);
  return { lo: least(products) >> shift, hi: -(-greatest(products) >> shift) };
}

/** a / b, or `undefined` where b may be 0. */
export function dividedBy(a: Interval, b: Interval, p: number): Interval | undefined {
  if (b.lo <= 0n && b.hi >= 0n) return undefined;
  const corners = [a.lo, a.hi].flatMap((n) => [b.lo, b.hi].map((d) => [n << BigInt(p), d] as const));
  return { lo: least(corners.map(([n, d]) => down(n, d))), hi: greatest(corners.map(([n, d]) => -down(-n, d))) };
}

/** The largest whole number ≤ n / d, for d of either sign. */
function down(n: bigint, d: bigint): bigint {
  return d < 0n ? divide(-n, -d) : divide(n, d);
}

function least(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (b < a ? b : a));
}

function greatest(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (b > a ? b : a));
}

/** √x, with 0 for negative x as in Mathlib. */
export function squareRoot(x: Interval, p: number): Interval {
  const root = (n: bigint): bigint => (n <= 0n ? 0n : integerRoot(n << BigInt(p), 2));
  return { lo: root(x.lo), hi: x.hi <= 0n ? 0n : root(x.hi) + 1n };
}

const GUARD = 32;

/** Does a computation at a higher precision and rounds the result outwards. */
function guarded(p: number, compute: (q: number) => Interval): Interval {
  const { lo, hi } = compute(p + GUARD);
  return { lo: lo >> BigInt(GUARD), hi: -(-hi >> BigInt(GUARD)) };
}

function rescale(n: bigint, from: number, to: number): bigint {
  return to >= from ? n << BigInt(to - from) : n >> BigInt(from - to);
}

/** A function that never falls: enclose it at both ends. */
function rising(x: Interval, at: (n: bigint) => Interval): Interval {
  return { lo: at(x.lo).lo, hi: at(x.hi).hi };
}

/** eˣ. */
export function exponential(x: Interval, p: number): Interval {
  return rising(x, (n) => {
    const halvings = 8 + Math.max(0, absolute(n).toString(2).length - p);
    return guarded(p, (guard) => {
      const q = guard + 2 * halvings + Math.max(0, 2 * Number(absolute(n) >> BigInt(p)));
      const small = { lo: rescale(n, p, q) >> BigInt(halvings), hi: (rescale(n, p, q) >> BigInt(halvings)) + 1n };
      let sum = exponentialSeries(small, q);
      for (let i = 0; i < halvings; i++) sum = times(sum, sum, q);
      return { lo: sum.lo >> BigInt(q - guard), hi: -(-sum.hi >> BigInt(q - guard)) };
    });
  });
}

/** 1 + x + x²/2! + …, for |x| ≤ 2⁻⁷: the rest after a term is smaller than that term. */
function exponentialSeries(x: Interval, q: number): Interval {
  let term = point(1n << BigInt(q));
  let sum = term;
  for (let k = 1n; ; k++) {
    const next = times(term, x, q);
    term = { lo: divide(next.lo, k), hi: up(next.hi, k) };
    sum = plus(sum, term);
    const size = greatest([absolute(term.lo), absolute(term.hi)]);
    if (size <= 2n) return { lo: sum.lo - size - 1n, hi: sum.hi + size + 1n };
  }
}

/** 2 artanh(z) for 0 ≤ z ≤ 1/3, that is log((1 + z) / (1 − z)). */
function twiceArtanh(z: Interval, q: number): Interval {
  const square = times(z, z, q);
  let power = z;
  let sum = point(0n);
  for (let k = 1n; ; k += 2n) {
    sum = plus(sum, { lo: divide(power.lo, k), hi: up(power.hi, k) });
    if (power.hi <= 1n) return { lo: 2n * sum.lo, hi: 2n * (sum.hi + power.hi + 1n) };
    power = times(power, square, q);
  }
}

/** log x for x > 0, or `undefined` where x may be 0 or negative. */
export function logarithm(x: Interval, p: number): Interval | undefined {
  if (x.lo <= 0n) return undefined;
  return rising(x, (n) =>
    guarded(p, (q) => {
      const shift = n.toString(2).length - 1 - p; // n / 2ᵖ = m · 2^shift with 1 ≤ m < 2
      const one = 1n << BigInt(q);
      const exact = q - p - shift;
      const m = exact >= 0 ? point(n << BigInt(exact)) : { lo: n >> BigInt(-exact), hi: (n >> BigInt(-exact)) + 1n };
      const z = dividedBy(minus(m, point(one)), plus(m, point(one)), q)!;
      const two = twiceArtanh(dividedBy(point(one), point(3n * one), q)!, q);
      const multiple = BigInt(shift);
      const part = multiple < 0n ? { lo: two.hi * multiple, hi: two.lo * multiple } : { lo: two.lo * multiple, hi: two.hi * multiple };
      return plus(twiceArtanh(z, q), part);
    }),
  );
}

/** arctan(1/n) for n ≥ 2. */
function arctanOfInverse(n: bigint, q: number): Interval {
  let power = (1n << BigInt(q)) / n;
  let sum = 0n;
  let terms = 0n;
  for (let k = 1n; power > 0n; k += 2n, power /= n * n, terms += 2n) sum += (k % 4n === 1n ? power : -power) / k;
  return { lo: sum - terms - 2n, hi: sum + terms + 2n };
}

const PI_AT = new Map<number, Interval>();

/** π, by Machin's formula 4 arctan(1/5) − arctan(1/239). */
export function pi(p: number): Interval {
  let result = PI_AT.get(p);
  if (!result) {
    result = guarded(p, (q) => {
      const [a, b] = [arctanOfInverse(5n, q), arctanOfInverse(239n, q)];
      return { lo: 4n * (4n * a.lo - b.hi), hi: 4n * (4n * a.hi - b.lo) };
    });
    PI_AT.set(p, result);
  }
  return result;
}

/** arctan x. */
export function arctangent(x: Interval, p: number): Interval {
  return rising(x, (n) =>
    guarded(p, (q) => {
      const one = point(1n << BigInt(q));
      let z = point(rescale(n, p, q));
      for (let i = 0; i < 3; i++) z = dividedBy(z, plus(one, squareRoot(plus(one, times(z, z, q)), q)), q)!;
      const square = times(z, z, q);
      let power = z;
      let sum = point(0n);
      for (let k = 1n; ; k += 2n) {
        const term = { lo: divide(power.lo, k), hi: up(power.hi, k) };
        sum = k % 4n === 1n ? plus(sum, term) : minus(sum, term);
        const size = greatest([absolute(power.lo), absolute(power.hi)]);
        if (size <= 1n) return { lo: 8n * (sum.lo - size - 1n), hi: 8n * (sum.hi + size + 1n) };
        power = times(power, square, q);
      }
    }),
  );
}

/** Angles beyond 2 to this power are not reduced: π would be needed to as many bits more. */
const LARGEST_ANGLE = 2_000;

/** sin x and cos x; both change by at most the width of x. `undefined` for an angle that is too large. */
export function sineAndCosine(x: Interval, p: number): { sin: Interval; cos: Interval } | undefined {
  if (bitLength(x.hi) > p + LARGEST_ANGLE || bitLength(x.lo) > p + LARGEST_ANGLE) return undefined;
  const middle = (x.lo + x.hi) >> 1n;
  const radius = x.hi - x.lo + 1n;
  const widened = (value: Interval): Interval => ({ lo: value.lo - radius, hi: value.hi + radius });
  const turns = middle / (2n * pi(p).lo);
  const q = p + GUARD + turns.toString(2).length;
  const circle = pi(q);
  const reduced = minus(point(middle << BigInt(q - p)), turns < 0n ? { lo: 2n * turns * circle.hi, hi: 2n * turns * circle.lo } : { lo: 2n * turns * circle.lo, hi: 2n * turns * circle.hi });
  const [sin, cos] = [taylor(reduced, q, 1n), taylor(reduced, q, 0n)].map((value) => widened({ lo: value.lo >> BigInt(q - p), hi: -(-value.hi >> BigInt(q - p)) }));
  return { sin: sin!, cos: cos! };
}

/** The alternating series of cos (first = 0) or sin (first = 1), for |x| ≤ 2π + a little. */
function taylor(x: Interval, q: number, first: bigint): Interval {
  const square = times(x, x, q);
  let term = first === 0n ? point(1n << BigInt(q)) : x;
  let sum = term;
  for (let k = first + 1n; ; k += 2n) {
    const next = times(term, square, q);
    const divisor = k * (k + 1n);
    term = { lo: -up(next.hi, divisor), hi: -divide(next.lo, divisor) };
    sum = plus(sum, term);
    const size = greatest([absolute(term.lo), absolute(term.hi)]);
    if (size <= 4n && k > 16n) return { lo: sum.lo - size - 1n, hi: sum.hi + size + 1n };
  }
}
