/** Exact arithmetic on whole numbers, as Lean's `Nat` and `Int` have it. Everything is a bigint. */

/** |n|. */
export function absolute(n: bigint): bigint {
  return n < 0n ? -n : n;
}

/** How many bits |n| has, up to three more. @example bitLength(255n) // 8 */
export function bitLength(n: bigint): number {
  return absolute(n).toString(16).length * 4;
}

/**
 * Lean's `/` on ℤ (`Int.ediv`): the quotient whose remainder lies in 0 … |b| − 1; 0 where b is 0.
 * On ℕ it is the same as rounding down.
 * @example divide(-7n, 2n) // -4n
 */
export function divide(a: bigint, b: bigint): bigint {
  return b === 0n ? 0n : (a - modulo(a, b)) / b;
}

/**
 * Lean's `%` on ℤ (`Int.emod`): the remainder in 0 … |b| − 1; a itself where b is 0.
 * @example modulo(-7n, 2n) // 1n
 */
export function modulo(a: bigint, b: bigint): bigint {
  if (b === 0n) return a;
  const rest = a % b;
  return rest < 0n ? rest + absolute(b) : rest;
}

/** Greatest common divisor, never negative; gcd(0, 0) = 0, as `Nat.gcd` and `Int.gcd`. */
export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [absolute(a), absolute(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Least common multiple, never negative; 0 if one of the two is 0. */
export function lcm(a: bigint, b: bigint): bigint {
  return a === 0n || b === 0n ? 0n : absolute(a * b) / gcd(a, b);
}

/**
 * The largest r ≥ 0 with rᵏ ≤ n, for n ≥ 0 and k ≥ 1, by Newton's method from above.
 * @example integerRoot(26n, 2) // 5n
 */
export function integerRoot(n: bigint, k: number): bigint {
  if (n < 2n || k === 1) return n;
  const power = BigInt(k);
  let guess = 1n << BigInt(Math.ceil(n.toString(2).length / k));
  for (;;) {
    const next = ((power - 1n) * guess + n / guess ** (power - 1n)) / power;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** bᵉ mod m for e ≥ 0 and m ≥ 1, by repeated squaring. */
export function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  let square = modulo(base, modulus);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** Trial division goes this far before Miller–Rabin takes over. */
const SMALL_PRIMES: readonly bigint[] = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];

/** Below this bound Miller–Rabin with the bases up to 41 is a proof (Sorenson and Webster 2015). */
const PROVEN_BELOW = 3317044064679887385961981n;

/** Longer numbers without a small factor are not tested: that would take too long. */
const MOST_BITS_TESTED = 2_048;

/**
 * Whether n is prime: exact, or `undefined` where n ≥ 3.3·10²⁴ passes every test, since that would be no proof, or is too long to be tested.
 * @example isPrime(390629n) // false
 */
export function isPrime(n: bigint): boolean | undefined {
  if (n < 2n) return false;
  for (const p of SMALL_PRIMES) if (n % p === 0n) return n === p;
  if (bitLength(n) > MOST_BITS_TESTED) return undefined;
  let odd = n - 1n;
  let twos = 0;
  while (odd % 2n === 0n) {
    odd /= 2n;
    twos += 1;
  }
  for (const base of SMALL_PRIMES) if (!passesMillerRabin(n, base, odd, twos)) return false;
  return n < PROVEN_BELOW ? true : undefined;
}

function passesMillerRabin(n: bigint, base: bigint, odd: bigint, twos: number): boolean {
  let power = powerModulo(base, odd, n);
  if (power === 1n || power === n - 1n) return true;
  for (let i = 1; i < twos; i++) {
    power = (power * power) % n;
    if (power === n - 1n) return true;
  }
  return false;
}

/** Trial division gives up beyond this divisor, sooner for a number of more than 128 bits, and at once for one of very many. */
const LARGEST_TRIAL = 1_000_000;
const MOST_BITS_DIVIDED = 20_000;

/**
 * The prime factors of n ≥ 1 with their exponents, in rising order; `undefined` where trial division to 10⁶ leaves a cofactor not known to be prime.
 * @example factorise(12n) // [[2n, 2], [3n, 1]]
 */
export function factorise(n: bigint): [prime: bigint, exponent: number][] | undefined {
  const factors: [bigint, number][] = [];
  const length = bitLength(n);
  if (length > MOST_BITS_DIVIDED) return undefined;
  const largest = BigInt(Math.floor(LARGEST_TRIAL * Math.min(1, 128 / length)));
  let rest = n;
  for (let p = 2n; p * p <= rest; p += p === 2n ? 1n : 2n) {
    if (p > largest) {
      if (isPrime(rest) !== true) return undefined;
      break;
    }
    let exponent = 0;
    while (rest % p === 0n) {
      rest /= p;
      exponent += 1;
    }
    if (exponent > 0) factors.push([p, exponent]);
  }
  if (rest > 1n) factors.push([rest, 1]);
  return factors;
}

/** More divisors than this are not listed. */
const MOST_DIVISORS = 100_000;

/** The positive divisors of n ≥ 1 in rising order, or `undefined` where n cannot be factored or has too many. */
export function divisors(n: bigint): bigint[] | undefined {
  let result = [1n];
  const factors = factorise(n);
  if (!factors || factors.reduce((count, [, exponent]) => count * (exponent + 1), 1) > MOST_DIVISORS) return undefined;
  for (const [prime, exponent] of factors) {
    const powers = Array.from({ length: exponent + 1 }, (_, k) => prime ** BigInt(k));
    result = result.flatMap((divisor) => powers.map((power) => divisor * power));
  }
  return result.sort((a, b) => (a < b ? -1 : 1));
}

/** n! for n ≥ 0. */
export function factorial(n: bigint): bigint {
  let result = 1n;
  for (let i = 2n; i <= n; i++) result *= i;
  return result;
}

/** Binomial coefficient for n, k ≥ 0; 0 where k > n. */
export function choose(n: bigint, k: bigint): bigint {
  if (k > n) return 0n;
  let result = 1n;
  for (let i = 1n; i <= (k > n - k ? n - k : k); i++) result = (result * (n + 1n - i)) / i;
  return result;
}

/** The largest k with bᵏ ≤ n, for b ≥ 2 and n ≥ 1. @example floorLog(2n, 9n) // 3n */
export function floorLog(base: bigint, n: bigint): bigint {
  const powers = [base]; // b, b², b⁴, …
  while (powers.at(-1)! ** 2n <= n) powers.push(powers.at(-1)! ** 2n);
  let [rest, result] = [n, 0n];
  for (const [k, power] of [...powers.entries()].reverse()) {
    if (rest < power) continue;
    rest /= power;
    result += 1n << BigInt(k);
  }
  return result;
}

/** Digits of n ≥ 0 in base b ≥ 2, least significant first; none for 0, as `Nat.digits`. */
export function digits(base: bigint, n: bigint): bigint[] {
  const result: bigint[] = [];
  for (let rest = n; rest > 0n; rest /= base) result.push(rest % base);
  return result;
}
