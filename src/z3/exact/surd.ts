/**
 * Sums of rational multiples of square roots, Σ q √s with squarefree s ≥ 1: closed under + − · /, with exact equality,
 * since the square roots of different squarefree numbers are linearly independent over ℚ (Besicovitch 1940).
 */
import { factorise, gcd } from "./integer";
import { enclose, plus, squareRoot, times, type Interval } from "./interval";
import { add, compare, invert, multiply, negate, ONE, over, ratio, rationalRoot, subtract, whole, ZERO, type Rational } from "./rational";

/** The coefficient of √s for each squarefree s; none is 0, and there is at least one s > 1. */
export interface Surd {
  readonly kind: "surd";
  readonly terms: ReadonlyMap<bigint, Rational>;
}

/** A number with few square roots in it stays cheap; beyond this many terms it is refused. */
const MOST_TERMS = 64;

function build(terms: ReadonlyMap<bigint, Rational>): Rational | Surd | undefined {
  const kept = new Map([...terms].filter(([, q]) => q.num !== 0n));
  if (kept.size > MOST_TERMS) return undefined;
  if (kept.size === 0) return ZERO;
  if (kept.size === 1 && kept.has(1n)) return kept.get(1n)!;
  return { kind: "surd", terms: kept };
}

function termsOf(x: Rational | Surd): ReadonlyMap<bigint, Rational> {
  return "kind" in x ? x.terms : new Map([[1n, x]]);
}

export function addSurds(a: Rational | Surd, b: Rational | Surd): Rational | Surd | undefined {
  const sum = new Map(termsOf(a));
  for (const [s, q] of termsOf(b)) sum.set(s, add(sum.get(s) ?? ZERO, q));
  return build(sum);
}

export function negateSurd(a: Surd): Surd {
  return { kind: "surd", terms: new Map([...a.terms].map(([s, q]) => [s, negate(q)])) };
}

export function multiplySurds(a: Rational | Surd, b: Rational | Surd): Rational | Surd | undefined {
  const product = new Map<bigint, Rational>();
  for (const [s, q] of termsOf(a)) {
    for (const [t, r] of termsOf(b)) {
      const common = gcd(s, t); // √s √t = gcd · √(st / gcd²)
      const root = (s / common) * (t / common);
      product.set(root, add(product.get(root) ?? ZERO, multiply(multiply(q, r), whole(common))));
    }
  }
  return build(product);
}

/** 1 / a: with a = u + v √p for a prime p, it is (u − v √p) / (u² − p v²). */
export function invertSurd(a: Rational | Surd): Rational | Surd | undefined {
  if (!("kind" in a)) return invert(a);
  const root = [...a.terms.keys()].find((s) => s > 1n)!;
  const prime = factorise(root)?.[0]?.[0];
  if (prime === undefined) return undefined;
  const conjugate = build(new Map([...a.terms].map(([s, q]) => [s, s % prime === 0n ? negate(q) : q])));
  const norm = conjugate && multiplySurds(a, conjugate);
  const inverse = norm && invertSurd(norm);
  return conjugate && inverse && multiplySurds(conjugate, inverse);
}

/** √q for a rational q ≥ 0; `undefined` where the number cannot be factored. */
export function squareRootOfRational(q: Rational): Rational | Surd | undefined {
  const exact = rationalRoot(q, 2);
  if (exact) return exact;
  const factors = factorise(q.num * q.den);
  if (!factors) return undefined;
  let [outside, inside] = [1n, 1n];
  for (const [prime, exponent] of factors) {
    outside *= prime ** BigInt(exponent >> 1);
    if (exponent % 2 === 1) inside *= prime;
  }
  return { kind: "surd", terms: new Map([[inside, ratio(outside, q.den)]]) };
}

/** √a for a surd a ≥ 0 of the form u + v √s, where it is again a surd: √(u ± v√s) = √((u + t)/2) ± √((u − t)/2) with t = √(u² − v² s) rational. */
export function squareRootOfSurd(a: Surd): Rational | Surd | undefined {
  const roots = [...a.terms].filter(([s]) => s > 1n);
  if (roots.length !== 1) return undefined;
  const [[s, v]] = roots as [[bigint, Rational]];
  const u = a.terms.get(1n) ?? ZERO;
  const square = subtract(multiply(u, u), multiply(multiply(v, v), whole(s)));
  const t = square.num < 0n ? undefined : rationalRoot(square, 2);
  if (!t) return undefined;
  const [plusPart, minusPart] = [over(add(u, t), whole(2)), over(subtract(u, t), whole(2))].map((q) => (q.num < 0n ? undefined : squareRootOfRational(q)));
  if (!plusPart || !minusPart) return undefined;
  return addSurds(plusPart, multiplySurds(minusPart, v.num < 0n ? whole(-1) : ONE)!);
}

export function encloseSurd(a: Surd, p: number): Interval {
  let sum: Interval = { lo: 0n, hi: 0n };
  for (const [s, q] of a.terms) sum = plus(sum, times(enclose(q, p), squareRoot(enclose(whole(s), p), p), p));
  return sum;
}

/** −1 or 1: a surd is never 0, so that some precision tells its sign. */
export function signOfSurd(a: Surd): number {
  for (let p = 64; ; p *= 2) {
    const { lo, hi } = encloseSurd(a, p);
    if (lo > 0n) return 1;
    if (hi < 0n) return -1;
  }
}

/** Exact comparison. */
export function compareSurds(a: Rational | Surd, b: Rational | Surd): number | undefined {
  if (!("kind" in a) && !("kind" in b)) return compare(a, b);
  const difference = addSurds(a, "kind" in b ? negateSurd(b) : negate(b));
  if (!difference) return undefined;
  return "kind" in difference ? signOfSurd(difference) : compare(difference, ZERO);
}
