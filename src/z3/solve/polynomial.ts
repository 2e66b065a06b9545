/** Polynomials in one variable with whole coefficients, for what their greatest common divisor must divide. */
import type { Term, Variable } from "../read/term";
import { isBase } from "../read/types";

/** Coefficients from the constant one up; the last is not 0. No coefficient means 0. */
type Polynomial = readonly bigint[];

/**
 * A number that every common divisor of two polynomial values divides, whatever the variable is; `undefined` if none is found.
 * By Euclid's algorithm with whole coefficients: each remainder is a combination of the two before it.
 * @example commonDivisorDivides(`21 * n + 4`, `14 * n + 3`) // 1n, since 3 (14 n + 3) - 2 (21 n + 4) = 1
 */
export function commonDivisorDivides(a: Term, b: Term): bigint | undefined {
  const reader = new Reader();
  const [p, q] = [reader.read(a), reader.read(b)];
  if (!p || !q || !reader.variable) return undefined;
  let [x, y] = p.length >= q.length ? [p, q] : [q, p];
  while (y.length > 1) [x, y] = [y, pseudoRemainder(x, y)];
  const [constant] = y;
  return constant === undefined ? undefined : constant < 0n ? -constant : constant;
}

class Reader {
  variable: Variable | undefined;

  read(term: Term): Polynomial | undefined {
    if (!isBase(term.type, "ℕ", "ℤ")) return undefined;
    const [a, b] = term.args as [Term, Term];
    switch (term.op) {
      case "number":
        return trimmed([term.value!.num]);
      case "variable":
        this.variable ??= term.variable!;
        return this.variable === term.variable ? [0n, 1n] : undefined;
      case "cast":
        return this.read(a);
      case "neg":
        return this.read(a)?.map((c) => -c);
      case "add":
        return this.combine(a, b, (x, y) => sum(x, y, 1n));
      case "sub":
        return isBase(term.type, "ℤ") ? this.combine(a, b, (x, y) => sum(x, y, -1n)) : undefined;
      case "mul":
        return this.combine(a, b, product);
      case "pow":
        return b.op === "number" && b.value!.num <= 8n ? this.power(a, Number(b.value!.num)) : undefined;
      default:
        return undefined;
    }
  }

  private combine(a: Term, b: Term, op: (x: Polynomial, y: Polynomial) => Polynomial): Polynomial | undefined {
    const [x, y] = [this.read(a), this.read(b)];
    return x && y && op(x, y);
  }

  private power(a: Term, n: number): Polynomial | undefined {
    const x = this.read(a);
    return x && Array.from({ length: n }, () => x).reduce(product, [1n]);
  }
}

function trimmed(coefficients: readonly bigint[]): Polynomial {
  let length = coefficients.length;
  while (length > 0 && coefficients[length - 1] === 0n) length -= 1;
  return coefficients.slice(0, length);
}

function sum(x: Polynomial, y: Polynomial, sign: bigint): Polynomial {
  return trimmed(Array.from({ length: Math.max(x.length, y.length) }, (_, i) => (x[i] ?? 0n) + sign * (y[i] ?? 0n)));
}

function product(x: Polynomial, y: Polynomial): Polynomial {
  const result = Array.from({ length: Math.max(0, x.length + y.length - 1) }, () => 0n);
  x.forEach((c, i) => y.forEach((d, j) => (result[i + j]! += c * d)));
  return trimmed(result);
}

/** What is left of a multiple of x after subtracting multiples of y. */
function pseudoRemainder(x: Polynomial, y: Polynomial): Polynomial {
  let rest = x;
  const lead = y.at(-1)!;
  while (rest.length >= y.length) {
    const top = rest.at(-1)!;
    const shift = Array.from({ length: rest.length - y.length }, () => 0n);
    rest = sum(rest.map((c) => c * lead), product([...shift, top], y), -1n);
  }
  return rest;
}
