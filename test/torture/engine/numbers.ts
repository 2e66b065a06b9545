/** Exact numbers and the functions of Lean and Mathlib on them, written from their definitions: nothing here is shared with the engine. */

/** A fraction in lowest terms with a positive denominator. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** Too large or too long to work out here: the statement has no known truth at this point. */
export class Unknown extends Error {
  override readonly name = "Unknown";
}

const abs = (a: bigint): bigint => (a < 0n ? -a : a);

export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [abs(a), abs(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

const LARGEST = 10n ** 400n;

export function fraction(n: bigint, d = 1n): Fraction {
  if (d === 1n) {
    if (abs(n) > LARGEST) throw new Unknown("large");
    return { n, d };
  }
  const g = gcd(n, d) * (d < 0n ? -1n : 1n);
  if (abs(n) > LARGEST || abs(d) > LARGEST) throw new Unknown("large");
  return { n: n / g, d: d / g };
}

export const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d);
/** x / 0 = 0. */
export const over = (a: Fraction, b: Fraction): Fraction => (b.n === 0n ? fraction(0n) : fraction(a.n * b.d, a.d * b.n));
export const compare = (a: Fraction, b: Fraction): number => {
  const [x, y] = [a.n * b.d, b.n * a.d];
  return x < y ? -1 : x > y ? 1 : 0;
};

/** The remainder that is never negative; a by 0 leaves a. */
export function emod(a: bigint, b: bigint): bigint {
  if (b === 0n) return a;
  const r = a % b;
  return r < 0n ? r + abs(b) : r;
}
export const ediv = (a: bigint, b: bigint): bigint => (b === 0n ? 0n : (a - emod(a, b)) / b);
export const floor = ({ n, d }: Fraction): bigint => ediv(n, d);
export const ceil = ({ n, d }: Fraction): bigint => -ediv(-n, d);

export function power(base: Fraction, exponent: bigint): Fraction {
  if (exponent < 0n) return over(fraction(1n), power(base, -exponent));
  if (exponent > 2000n) throw new Unknown("power");
  let result = fraction(1n);
  for (let i = 0n; i < exponent; i++) result = times(result, base);
  return result;
}

function small(n: bigint, most: bigint): bigint {
  if (n > most) throw new Unknown("argument");
  return n;
}

export function isPrime(n: bigint): boolean {
  if (n < 2n) return false;
  small(n, 10n ** 9n);
  for (let p = 2n; p * p <= n; p++) if (n % p === 0n) return false;
  return true;
}

export function factorial(n: bigint): bigint {
  let result = 1n;
  for (let i = 2n; i <= small(n, 120n); i++) result *= i;
  return result;
}

export function choose(n: bigint, k: bigint): bigint {
  if (k > n) return 0n;
  let result = 1n;
  for (let i = 1n; i <= small(k, 300n); i++) result = (result * (n - k + i)) / i;
  return result;
}

export function floorRoot(n: bigint): bigint {
  let [low, high] = [0n, n + 1n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle <= n) low = middle;
    else high = middle;
  }
  return low;
}

export const isSquare = (n: bigint): boolean => n >= 0n && floorRoot(n) ** 2n === n;

/** Nat.log: 0 for a base below 2. */
export function floorLog(b: bigint, n: bigint): bigint {
  if (b < 2n) return 0n;
  let [k, p] = [0n, b];
  for (; p <= n; p *= b) k += 1n;
  return k;
}

export function fib(n: bigint): bigint {
  let [a, b] = [0n, 1n];
  for (let i = 0n; i < small(n, 500n); i++) [a, b] = [b, a + b];
  return a;
}

/** The divisors of n; none of 0, as Nat.divisors has it. */
export function divisors(n: bigint): bigint[] {
  const found: bigint[] = [];
  for (let d = 1n; d <= small(n, 5000n); d++) if (n % d === 0n) found.push(d);
  return found;
}

export function totient(n: bigint): bigint {
  let count = 0n;
  for (let i = 0n; i < small(n, 3000n); i++) if (gcd(n, i) === 1n) count += 1n;
  return count;
}

export function minFac(n: bigint): bigint {
  if (n === 0n) return 2n;
  if (n === 1n) return 1n;
  small(n, 10n ** 9n);
  for (let p = 2n; p * p <= n; p++) if (n % p === 0n) return p;
  return n;
}

export function digitSum(base: bigint, n: bigint): bigint {
  let sum = 0n;
  for (let rest = n; rest > 0n; rest /= base) sum += rest % base;
  return sum;
}
