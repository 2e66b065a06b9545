/** Remainders of large expressions without computing them: 7 ^ (7 ^ 7) % 10. */
import type { Term } from "../read/term";
import { isBase } from "../read/types";
import type { Evaluator } from "./evaluate";
import { absolute, modulo, powerModulo } from "./integer";
import { Undecided, type Environment } from "./value";

/** The remainder of a whole-number term on division by d ≠ 0, in 0 … |d| − 1. */
export function remainder(evaluator: Evaluator, term: Term, d: bigint, env: Environment): bigint {
  try {
    return modulo(evaluator.whole(term, env), d);
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return stepwise(evaluator, term, absolute(d), env);
  }
}

/** Goes through sums, products and powers; subtraction only where it cannot stop at 0. */
function stepwise(evaluator: Evaluator, term: Term, m: bigint, env: Environment): bigint {
  const part = (index: number): bigint => remainder(evaluator, term.args[index]!, m, env);
  evaluator.spend();
  switch (term.op) {
    case "add":
      return (part(0) + part(1)) % m;
    case "mul":
      return (part(0) * part(1)) % m;
    case "neg":
      return modulo(-part(0), m);
    case "sub":
      if (!isBase(term.type, "ℤ")) break;
      return modulo(part(0) - part(1), m);
    case "cast":
      return part(0);
    case "pow":
      return raised(evaluator, part(0), term.args[1]!, m, env);
  }
  throw new Undecided("a number that is too large");
}

/** bᵉ mod m; an exponent that is itself too large is reduced by the period of the powers of b. */
function raised(evaluator: Evaluator, base: bigint, exponent: Term, m: bigint, env: Environment): bigint {
  try {
    return powerModulo(base, evaluator.whole(exponent, env), m);
  } catch (error) {
    if (!(error instanceof Undecided) || m > 1_000_000n) throw error;
  }
  const seen = new Map<bigint, bigint>(); // residue → the exponent at which it first came up
  let power = 1n % m;
  let n = 0n;
  for (; !seen.has(power); n++, power = (power * base) % m) {
    evaluator.spend();
    seen.set(power, n);
  }
  const start = seen.get(power)!;
  const period = n - start;
  const lower = start + modulo(remainder(evaluator, exponent, period, env) - start, period);
  if (!isAtLeast(exponent, start)) throw new Undecided("a number that is too large");
  return powerModulo(base, lower, m);
}

/** A power too large to be computed exceeds every small bound. */
function isAtLeast(exponent: Term, bound: bigint): boolean {
  return bound <= 64n && exponent.op === "pow";
}
