/** What operations on long numbers cost, in steps of a budget: about a microsecond each. They are paid for before they are done, so that none overruns the time limit. */
import type { Budget } from "./budget";
import { bitLength } from "./integer";
import { bits, type Rational } from "./rational";
import { isRational, type Real } from "./real";
import { Undecided } from "./value";

/** Numbers stay below this many bits. */
export const LARGEST = 4_000_000;

/** One operation with a result of so many bits. */
export function chargeForSize(budget: Budget, size: number): void {
  if (size > LARGEST) throw new Undecided("a number that is too large");
  budget.spend(size >> 10);
}

const SHORT = 1n << 64n;

/** Arithmetic on such numbers costs no more than the step that is paid for it anyway. */
function isShort({ num, den }: Rational): boolean {
  return num < SHORT && num > -SHORT && den < SHORT;
}

/** A sum or product. Fractions are brought into lowest terms, which takes time that grows with the square of their length. */
export function chargeForReals(budget: Budget, a: Real, b: Real): void {
  if (!isRational(a) || !isRational(b) || (isShort(a) && isShort(b))) return;
  const size = bits(a) + bits(b);
  chargeForSize(budget, size);
  if (a.den !== 1n || b.den !== 1n) budget.spend(Math.floor((size * size) / 20_000));
}

/** Euclid's algorithm: it is as long as the shorter number. */
export function chargeForGcd(budget: Budget, a: bigint, b: bigint): void {
  const [x, y] = [bitLength(a), bitLength(b)];
  budget.spend(Math.floor((Math.min(x, y) * Math.max(x, y)) / 5_000));
}

/** Trial division up to the square root, or a test for primality. */
export function chargeForFactors(budget: Budget, n: bigint): void {
  budget.spend(Math.floor(Math.min(2 ** (bitLength(n) / 2), 1_000_000) / 10));
}

/** A root by Newton's method, whose divisions grow faster than the number. */
export function chargeForRoot(budget: Budget, size: number): void {
  budget.spend(Math.floor(30 * (size / 1_000) ** 1.6));
}

/** All digits, one after another. */
export function chargeForDigits(budget: Budget, base: bigint, n: bigint): void {
  const size = bitLength(n);
  budget.spend(Math.floor((size * size) / (bitLength(base) * 4_000)));
}
