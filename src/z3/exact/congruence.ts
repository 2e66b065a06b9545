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

/** Goes through sums, products and powers of ℕ and ℤ; subtraction only where it cannot stop at 0. In `Fin n` these are not the sums and products of ℕ. */
function stepwise(evaluator: Evaluator, term: Term, m: bigint, env: Environment): bigint {
  if (!isBase(term.type, "ℕ", "ℤ")) throw new Undecided("a number that is too large");
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
  if (!isAtLeast(evaluator, exponent, start, env)) throw new Undecided("a number that is too large");
  return powerModulo(base, lower, m);
}

/** Whether a term that is too large to be computed is seen to be at least `bound`: bᵉ ≥ 2ᵉ ≥ e for a known b ≥ 2, and e is known or of that kind itself. */
function isAtLeast(evaluator: Evaluator, term: Term, bound: bigint, env: Environment): boolean {
  const value = computed(evaluator, term, env);
  if (value !== undefined) return value >= bound;
  if (term.op !== "pow" || !isBase(term.type, "ℕ")) return false;
  const base = computed(evaluator, term.args[0]!, env);
  return base !== undefined && base >= 2n && isAtLeast(evaluator, term.args[1]!, bound, env);
}

function computed(evaluator: Evaluator, term: Term, env: Environment): bigint | undefined {
  try {
    return evaluator.whole(term, env);
  } catch (error) {
    if (error instanceof Undecided) return undefined;
    throw error;
  }
}
