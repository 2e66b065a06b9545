/** Decimal numbers as Python's `decimal` computes with them: exact, then rounded to 28 digits, half to even. */

/** digits · 10^exponent. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Digits that Python's default context keeps. */
const PRECISION = 28;

/** digits · 10^exponent, rounded to 28 digits. @example decimal(15n, -1) // { digits: 15n, exponent: -1 } */
export function decimal(digits: bigint, exponent: number): Decimal {
  const length = (digits < 0n ? -digits : digits).toString().length;
  if (length <= PRECISION) return { digits, exponent };
  const unit = 10n ** BigInt(length - PRECISION);
  const size = digits < 0n ? -digits : digits;
  const [kept, rest] = [size / unit, size % unit];
  const up = 2n * rest > unit || (2n * rest === unit && kept % 2n === 1n);
  const rounded = up ? kept + 1n : kept;
  // Rounding up may add a digit, always a 0.
  return decimal((digits < 0n ? -1n : 1n) * rounded, exponent + length - PRECISION);
}

/** a + b. */
export function plus(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  return decimal(at(a, exponent) + at(b, exponent), exponent);
}

/** a · n. */
export function timesInteger({ digits, exponent }: Decimal, n: bigint): Decimal {
  return decimal(digits * n, exponent);
}

/** Without what stands after the point. @example wholePart({ digits: 199n, exponent: -1 }) // 19n */
export function wholePart({ digits, exponent }: Decimal): bigint {
  return exponent >= 0 ? digits * 10n ** BigInt(exponent) : digits / 10n ** BigInt(-exponent);
}

/** With so many places after the point, at least as many as the number has. @example fixed({ digits: 5n, exponent: -1 }, 2) // "0.50" */
export function fixed(number: Decimal, places: number): string {
  const digits = at(number, -places);
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, "0");
  return `${digits < 0n ? "-" : ""}${text.slice(0, text.length - places)}.${text.slice(text.length - places)}`;
}

/** The digits with a smaller exponent. */
function at({ digits, exponent }: Decimal, smaller: number): bigint {
  return digits * 10n ** BigInt(exponent - smaller);
}
