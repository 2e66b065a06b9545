/** Exact evaluation of closed terms with Lean's meaning: what it decides, it decides; everything else it leaves undecided. */
import type { Term } from "../read/term";
import { head, isBase, type Type } from "../read/types";
import { arithmetic } from "./arithmetic";
import { Budget } from "./budget";
import { remainder } from "./congruence";
import { elements } from "./elements";
import { candidates } from "./domains";
import { functionValue } from "./functions";
import { modulo } from "./integer";
import { whole } from "./rational";
import { asBoolean, asReal, asWhole, same, Extended, Undecided, type Environment, type Value } from "./value";
import { compareReals } from "./real";
import { trialValues } from "./trials";

/** Evaluation stops after this many steps unless told otherwise: about a second. */
export const STEPS = 2_000_000;

/**
 * The value of a term.
 * @param deadline a point in time, in milliseconds of `performance.now()`, after which evaluation stops
 * @throws Undecided where it cannot be found, or not within the number of steps
 * @example evaluate(goal of "1 - 2 = 0") // true
 */
export function evaluate(term: Term, environment: Environment = new Map(), steps = STEPS, deadline = Infinity): Value {
  return new Evaluator(steps, deadline).value(term, environment);
}

/** The truth value of a proposition, or `undefined`. */
export function truthOf(term: Term, environment: Environment = new Map(), steps = STEPS, deadline = Infinity): boolean | undefined {
  try {
    return asBoolean(evaluate(term, environment, steps, deadline));
  } catch (error) {
    if (error instanceof Undecided || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** One evaluation with its budget. The modules for numbers, functions and sets call back into it. */
export class Evaluator extends Budget {
  /** A quantifier around the present place is being tried with small values. */
  private trying = false;

  value(term: Term, env: Environment): Value {
    this.spend();
    switch (term.op) {
      case "number":
        return term.value!;
      case "variable": {
        const value = env.get(term.variable!);
        if (value === undefined) throw new Undecided(`\`${term.variable!.name}\` has no value`);
        return value;
      }
      case "true":
      case "false":
        return term.op === "true";
      case "not":
        return !this.truth(term.args[0]!, env);
      case "and":
        return this.all(term.args, env, true);
      case "or":
        return !this.all(term.args, env, false);
      case "implies":
        return this.implied(term.args[0]!, term.args[1]!, env);
      case "iff":
        return this.truth(term.args[0]!, env) === this.truth(term.args[1]!, env);
      case "eq":
        return this.equal(term, env);
      case "lt":
      case "le":
        return this.less(term, env);
      case "Dvd.dvd":
        return this.divides(term, env);
      case "forall":
      case "exists":
        return this.quantified(term, env);
      case "lambda":
        return { kind: "closure", apply: (argument) => this.value(term.args[0]!, new Extended(term.variable!, argument, env)) };
      case "apply":
        return this.applied(this.value(term.args[0]!, env), this.value(term.args[1]!, env));
      case "if":
        return this.value(term.args[this.truth(term.args[0]!, env) ? 1 : 2]!, env);
      case "pair":
        return { kind: "pair", left: this.value(term.args[0]!, env), right: this.value(term.args[1]!, env) };
      case "fst":
      case "snd":
        return this.component(term, env);
      case "list":
        return { kind: "list", items: term.args.map((arg) => this.value(arg, env)) };
      case "mem":
        return elements(this, term.args[1]!, env).some((item) => same(item, this.value(term.args[0]!, env)));
      case "mod":
        return this.modulo(term, env);
      default:
        return this.other(term, env);
    }
  }

  private other(term: Term, env: Environment): Value {
    if (head(term.type).kind === "Finset" || head(term.type).kind === "Set") return { kind: "set", items: elements(this, term, env) };
    return arithmetic(this, term, env) ?? functionValue(this, term, env);
  }

  truth(term: Term, env: Environment): boolean {
    return asBoolean(this.value(term, env));
  }

  whole(term: Term, env: Environment): bigint {
    return asWhole(this.value(term, env));
  }

  applied(fn: Value, argument: Value): Value {
    if (typeof fn === "object" && "kind" in fn && fn.kind === "closure") return fn.apply(argument);
    throw new Undecided("an unknown function");
  }

  /** Whether all parts have the truth value; one that has not decides, even if others are undecided. */
  private all(parts: readonly Term[], env: Environment, wanted: boolean): boolean {
    let undecided: Undecided | undefined;
    for (const part of parts) {
      try {
        if (this.truth(part, env) !== wanted) return false;
      } catch (error) {
        if (!(error instanceof Undecided)) throw error;
        undecided ??= error;
      }
    }
    if (undecided) throw undecided;
    return true;
  }

  private implied(p: Term, q: Term, env: Environment): boolean {
    let premise: boolean | undefined;
    try {
      premise = this.truth(p, env);
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      if (this.truth(q, env)) return true;
      throw error;
    }
    return !premise || this.truth(q, env);
  }

  private equal({ args }: Term, env: Environment): boolean {
    const [a, b] = args as [Term, Term];
    return same(this.value(a, env), this.value(b, env));
  }

  private less({ op, args }: Term, env: Environment): boolean {
    const [a, b] = args.map((arg) => asReal(this.value(arg, env)));
    const order = compareReals(a!, b!);
    if (order === undefined) throw new Undecided("two real numbers that cannot be told apart");
    return op === "lt" ? order < 0 : order <= 0;
  }

  /** a ∣ b: on ℕ and ℤ b leaves no remainder, in a field it holds unless only a is 0. */
  private divides({ args }: Term, env: Environment): boolean {
    const [a, b] = args as [Term, Term];
    if (!isBase(a.type, "ℕ", "ℤ")) {
      const isZero = (term: Term): boolean => same(this.value(term, env), whole(0));
      return !isZero(a) || isZero(b);
    }
    const divisor = this.whole(a, env);
    return divisor === 0n ? this.whole(b, env) === 0n : remainder(this, b, divisor, env) === 0n;
  }

  private modulo({ args, type }: Term, env: Environment): Value {
    const [a, b] = args as [Term, Term];
    const divisor = this.whole(b, env);
    if (divisor === 0n) return this.value(a, env);
    if (head(type).kind === "Fin") return whole(modulo(this.whole(a, env), divisor));
    return whole(remainder(this, a, divisor, env));
  }

  private component({ op, args }: Term, env: Environment): Value {
    const pair = this.value(args[0]!, env);
    if (typeof pair === "object" && "kind" in pair && pair.kind === "pair") return op === "fst" ? pair.left : pair.right;
    throw new Undecided("not a pair");
  }

  /** A quantifier over finitely many values that can matter; `∀ x, p` is `¬ ∃ x, ¬ p`. */
  private quantified(term: Term, env: Environment): boolean {
    const isExists = term.op === "exists";
    const [body] = term.args as [Term];
    const variable = term.variable!;
    const domain = candidates(this, variable, body, isExists, env);
    if (!domain) return this.bySmallValues(term, env);
    let undecided: Undecided | undefined;
    for (const value of domain) {
      try {
        if (this.truth(body, new Extended(variable, value, env)) === isExists) return isExists;
      } catch (error) {
        if (!(error instanceof Undecided)) throw error;
        undecided ??= error;
        this.spend(100);
      }
    }
    if (undecided) throw undecided;
    return !isExists;
  }

  /** Over infinitely many values an example settles `∃`, and a counterexample `∀`. Quantifiers inside are not tried in turn, which would take too long. */
  private bySmallValues(term: Term, env: Environment): boolean {
    const isExists = term.op === "exists";
    const variable = term.variable!;
    const inside = this.trying;
    this.trying = true;
    try {
      for (const value of inside ? [] : (trialValues(variable.type) ?? [])) {
        try {
          if (this.truth(term.args[0]!, new Extended(variable, value, env)) === isExists) return isExists;
        } catch (error) {
          if (!(error instanceof Undecided)) throw error;
          this.spend(100);
        }
      }
    } finally {
      this.trying = inside;
    }
    throw new Undecided(`\`${isExists ? "∃" : "∀"} ${variable.name}\` over infinitely many values`);
  }

  /** All values of a finite type. */
  valuesOf(type: Type): Value[] | undefined {
    const top = head(type);
    if (top.kind === "Fin" || top.kind === "ZMod") {
      this.spend(Number(top.size));
      return Array.from({ length: Number(top.size) }, (_, n) => whole(n));
    }
    return isBase(top, "Bool", "Prop") ? [false, true] : undefined;
  }

  /** f evaluated for a value. */
  bound(fn: Term, argument: Value, env: Environment): Value {
    if (fn.op !== "lambda") return this.applied(this.value(fn, env), argument);
    return this.value(fn.args[0]!, new Extended(fn.variable!, argument, env));
  }
}

