/**
 * Sines and cosines of sums and multiples, written out by the addition theorems until only sines and cosines of single angles are left.
 * An angle is any real term; multiples of π with a known value are put in exactly.
 */
import { cosineAt, sineAt } from "../exact/angles";
import { add, invert, multiply, ONE, whole, ZERO, type Rational } from "../exact/rational";
import type { Surd } from "../exact/surd";
import { node, numeral, withArgs, type Term } from "../read/term";
import { REAL } from "../read/types";
import { keyOf } from "./key";

/** A linear combination of angles, plus a rational multiple of π. */
interface Combination {
  readonly parts: ReadonlyMap<string, { readonly angle: Term; readonly factor: Rational }>;
  readonly pi: Rational;
}

/** Sums of more angles than this, each counted as often as it is added, are left as they are: every one doubles the result. */
const LARGEST_MULTIPLE = 12n;

const lit = (q: Rational): Term => numeral(q, REAL);
const plus = (a: Term, b: Term): Term => (isZero(a) ? b : isZero(b) ? a : node("add", REAL, a, b));
const minus = (a: Term, b: Term): Term => (isZero(b) ? a : isZero(a) ? node("neg", REAL, b) : node("sub", REAL, a, b));
const times = (a: Term, b: Term): Term => (isZero(a) || isZero(b) ? lit(ZERO) : isOne(a) ? b : isOne(b) ? a : node("mul", REAL, a, b));

function isZero(term: Term): boolean {
  return term.op === "number" && term.value!.num === 0n;
}

function isOne(term: Term): boolean {
  return term.op === "number" && term.value!.num === 1n && term.value!.den === 1n;
}

/** The propositions with every sine and cosine written out; the same propositions if there is nothing to do. */
export function withSingleAngles(propositions: readonly Term[]): Term[] {
  const combinations: Combination[] = [];
  const collect = (term: Term): void => {
    if (isTrigonometric(term)) combinations.push(combinationOf(term.args[0]!));
    term.args.forEach(collect);
  };
  propositions.forEach(collect);
  if (combinations.every(({ parts, pi }) => pi.num === 0n && parts.size <= 1 && [...parts.values()].every(({ factor }) => isUnit(factor)))) return [...propositions];
  const units = unitsOf(combinations);
  return propositions.map((proposition) => rewritten(proposition, units));
}

function isTrigonometric({ op }: Term): boolean {
  return op === "Real.sin" || op === "Real.cos";
}

function isUnit({ num, den }: Rational): boolean {
  return num === 1n && den === 1n;
}

function combinationOf(term: Term): Combination {
  const single = (angle: Term): Combination => ({ parts: new Map([[keyOf(angle), { angle, factor: ONE }]]), pi: ZERO });
  const [a, b] = term.args as [Term, Term];
  switch (term.op) {
    case "number":
      return term.value!.num === 0n ? { parts: new Map(), pi: ZERO } : single(term);
    case "Real.pi":
      return { parts: new Map(), pi: ONE };
    case "neg":
      return scaled(combinationOf(a), whole(-1));
    case "add":
      return sum(combinationOf(a), combinationOf(b));
    case "sub":
      return sum(combinationOf(a), scaled(combinationOf(b), whole(-1)));
    case "mul":
      if (a.op === "number") return scaled(combinationOf(b), a.value!);
      return b.op === "number" ? scaled(combinationOf(a), b.value!) : single(term);
    case "div":
      return b.op === "number" && b.value!.num !== 0n ? scaled(combinationOf(a), invert(b.value!)) : single(term);
    default:
      return single(term);
  }
}

function scaled({ parts, pi }: Combination, by: Rational): Combination {
  return { parts: new Map([...parts].map(([key, { angle, factor }]) => [key, { angle, factor: multiply(factor, by) }])), pi: multiply(pi, by) };
}

function sum(a: Combination, b: Combination): Combination {
  const parts = new Map(a.parts);
  for (const [key, { angle, factor }] of b.parts) {
    const total = add(parts.get(key)?.factor ?? ZERO, factor);
    if (total.num === 0n) parts.delete(key);
    else parts.set(key, { angle, factor: total });
  }
  return { parts, pi: add(a.pi, b.pi) };
}

/** For every angle the part of it of which all others are whole multiples: x / 2 if both x and x / 2 occur. */
function unitsOf(combinations: readonly Combination[]): Map<string, bigint> {
  const units = new Map<string, bigint>();
  for (const { parts } of combinations) {
    for (const [key, { factor }] of parts) {
      const present = units.get(key) ?? 1n;
      units.set(key, (present / gcd(present, factor.den)) * factor.den);
    }
  }
  return units;
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

function rewritten(term: Term, units: ReadonlyMap<string, bigint>): Term {
  if (isTrigonometric(term)) {
    const expanded = expand(combinationOf(term.args[0]!), units);
    if (expanded) return term.op === "Real.sin" ? expanded.sin : expanded.cos;
  }
  return term.args.length === 0 ? term : withArgs(term, term.args.map((arg) => rewritten(arg, units)));
}

/** Cosine and sine of an angle. */
interface Point {
  readonly cos: Term;
  readonly sin: Term;
}

function turned(a: Point, b: Point): Point {
  return { cos: minus(times(a.cos, b.cos), times(a.sin, b.sin)), sin: plus(times(a.sin, b.cos), times(a.cos, b.sin)) };
}

function expand({ parts, pi }: Combination, units: ReadonlyMap<string, bigint>): Point | undefined {
  const [cos, sin] = [cosineAt(pi), sineAt(pi)];
  if (cos === undefined || sin === undefined) return undefined;
  let point: Point = { cos: exactTerm(cos), sin: exactTerm(sin) };
  let added = 0n;
  for (const [key, { angle, factor }] of parts) {
    const unit = units.get(key)!;
    const count = (factor.num * unit) / factor.den;
    const size = count < 0n ? -count : count;
    added += size;
    if (added > LARGEST_MULTIPLE) return undefined;
    const single = unit === 1n ? angle : node("div", REAL, angle, lit(whole(unit)));
    const sine = node("Real.sin", REAL, single);
    const step: Point = { cos: node("Real.cos", REAL, single), sin: count < 0n ? node("neg", REAL, sine) : sine };
    for (let i = 0n; i < size; i++) point = turned(point, step);
  }
  return point;
}

function exactTerm(value: Rational | Surd): Term {
  if (!("kind" in value)) return lit(value);
  return [...value.terms].map(([root, q]) => times(lit(q), root === 1n ? lit(ONE) : node("Real.sqrt", REAL, lit(whole(root))))).reduce(plus);
}

