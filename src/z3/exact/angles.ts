/** Sine and cosine at rational multiples of π, where they are sums of square roots. */
import { modulo } from "./integer";
import { ratio, whole, ZERO, type Rational } from "./rational";
import { addSurds, multiplySurds, negateSurd, squareRootOfRational, type Surd } from "./surd";

type Exact = Rational | Surd;

/** Σ q √s for a few pairs (q, s). */
function sum(...parts: [numerator: number, denominator: number, root: number][]): Exact {
  return parts.reduce<Exact>((total, [n, d, s]) => addSurds(total, multiplySurds(ratio(BigInt(n), BigInt(d)), squareRootOfRational(whole(s))!)!)!, ZERO);
}

/** cos(π n / 60) for the n from 0 to 30 at which it needs no nested root. */
const COSINES: ReadonlyMap<bigint, Exact> = new Map([
  [0n, whole(1)],
  [5n, sum([1, 4, 6], [1, 4, 2])],
  [10n, sum([1, 2, 3])],
  [12n, sum([1, 4, 1], [1, 4, 5])],
  [15n, sum([1, 2, 2])],
  [20n, ratio(1n, 2n)],
  [24n, sum([-1, 4, 1], [1, 4, 5])],
  [25n, sum([1, 4, 6], [-1, 4, 2])],
  [30n, ZERO],
]);

/** cos(qπ). @example cosineAt({ num: 1n, den: 3n }) // 1/2 */
export function cosineAt({ num, den }: Rational): Exact | undefined {
  if (60n % den !== 0n) return undefined;
  let n = modulo(num * (60n / den), 120n); // the angle is πn/60
  if (n > 60n) n = 120n - n; // cos(2π − x) = cos x
  const isObtuse = n > 30n; // cos(π − x) = −cos x
  const value = COSINES.get(isObtuse ? 60n - n : n);
  if (!value || !isObtuse) return value;
  return "kind" in value ? negateSurd(value) : { num: -value.num, den: value.den };
}

/** sin(qπ) = cos(π/2 − qπ). */
export function sineAt({ num, den }: Rational): Exact | undefined {
  return cosineAt(ratio(den - 2n * num, 2n * den));
}
