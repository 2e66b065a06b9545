/**
 * Which values of a variable can satisfy a proposition at all: a finite list, found from equations, bounds, divisibility and finite sets.
 * Values outside the list make the proposition false; values in it still have to be tried.
 */
import type { Term, Variable } from "../read/term";
import { mentions } from "../read/term";
import { isBase, isOrdered } from "../read/types";
import { elements } from "./elements";
import type { Evaluator } from "./evaluate";
import * as integer from "./integer";
import { floor, negate, over, subtract, whole, type Rational } from "./rational";
import { asRational, Extended, Undecided, type Environment, type Value } from "./value";

/** What is known about a variable: a finite list, or bounds on a whole number. */
interface Knowledge {
  readonly list?: readonly Value[];
  readonly low?: bigint;
  readonly high?: bigint;
}

/** At most this many values are tried one after another. */
const MOST_VALUES = 1_000_000n;

/**
 * The values of `variable` for which `body` can have the truth value `wanted`, or `undefined` if they are not seen to be finitely many.
 * Pairs are searched component by component.
 */
export function candidates(evaluator: Evaluator, variable: Variable, body: Term, wanted: boolean, env: Environment): Value[] | undefined {
  const finite = evaluator.valuesOf(variable.type);
  if (finite) return finite;
  const search = new Search(evaluator, variable, env);
  const knowledge = search.from(body, wanted);
  return search.listed(knowledge);
}

class Search {
  constructor(
    private readonly evaluator: Evaluator,
    private readonly variable: Variable,
    private readonly env: Environment,
  ) {}

  listed(knowledge: Knowledge): Value[] | undefined {
    if (knowledge.list) return [...knowledge.list];
    const { type } = this.variable;
    if (!isBase(type, "ℕ", "ℤ")) return undefined;
    const low = isBase(type, "ℕ") && (knowledge.low ?? -1n) < 0n ? 0n : knowledge.low;
    if (low === undefined || knowledge.high === undefined || knowledge.high - low >= MOST_VALUES) return undefined;
    this.evaluator.spend(Math.max(0, Number(knowledge.high - low)));
    const values: Value[] = [];
    for (let n = low; n <= knowledge.high; n++) values.push(whole(n));
    return values;
  }

  /** What `term` having the truth value `wanted` says about the variable. */
  from(term: Term, wanted: boolean): Knowledge {
    this.evaluator.spend();
    switch (term.op) {
      case "true":
      case "false":
        return (term.op === "true") === wanted ? {} : { list: [] };
      case "not":
        return this.from(term.args[0]!, !wanted);
      case "and":
        return wanted ? this.both(term.args, true) : this.either(term.args.map((arg) => () => this.from(arg, false)));
      case "or":
        return wanted ? this.either(term.args.map((arg) => () => this.from(arg, true))) : this.both(term.args, false);
      case "implies": {
        const [p, q] = term.args as [Term, Term];
        if (wanted) return this.either([() => this.from(p, false), () => this.from(q, true)]);
        return this.meet([this.from(p, true), this.from(q, false)]);
      }
      case "iff": {
        const [p, q] = term.args as [Term, Term];
        return this.either([true, false].map((value) => () => this.meet([this.from(p, value), this.from(q, value === wanted)])));
      }
      case "exists":
      case "forall":
        if ((term.op === "exists") === wanted) return this.throughWitness(term, wanted);
        return isOrdered(term.variable!.type) ? this.from(term.args[0]!, wanted) : {}; // a type without elements says nothing
      case "eq":
        return wanted ? this.equation(term.args[0]!, term.args[1]!) : {};
      case "lt":
      case "le":
        return this.comparison(term, wanted);
      case "Dvd.dvd":
        return wanted ? this.divisor(term.args[0]!, term.args[1]!) : {};
      case "mem":
        return wanted ? this.membership(term) : {};
      default:
        return {};
    }
  }

  private both(parts: readonly Term[], wanted: boolean): Knowledge {
    return this.meet(parts.map((part) => this.from(part, wanted)));
  }

  private meet(all: readonly Knowledge[]): Knowledge {
    const lists = all.flatMap(({ list }) => (list ? [list] : [])).sort((a, b) => a.length - b.length);
    const lows = all.flatMap(({ low }) => (low === undefined ? [] : [low]));
    const highs = all.flatMap(({ high }) => (high === undefined ? [] : [high]));
    return {
      ...(lists[0] ? { list: lists[0] } : {}),
      ...(lows.length > 0 ? { low: lows.reduce((a, b) => (b > a ? b : a)) } : {}),
      ...(highs.length > 0 ? { high: highs.reduce((a, b) => (b < a ? b : a)) } : {}),
    };
  }

  /** One of several must hold: the union of lists, the widest bounds. */
  private either(all: readonly (() => Knowledge)[]): Knowledge {
    const parts = all.map((part) => part()).filter(({ list }) => list?.length !== 0);
    if (parts.length === 0) return { list: [] };
    if (parts.every(({ list }) => list)) return { list: parts.flatMap(({ list }) => list!) };
    const asBounds = parts.map((part) => (part.list ? this.hull(part.list) : part));
    const [lows, highs] = [asBounds.map(({ low }) => low), asBounds.map(({ high }) => high)];
    return {
      ...(lows.includes(undefined) ? {} : { low: (lows as bigint[]).reduce((a, b) => (b < a ? b : a)) }),
      ...(highs.includes(undefined) ? {} : { high: (highs as bigint[]).reduce((a, b) => (b > a ? b : a)) }),
    };
  }

  private hull(list: readonly Value[]): Knowledge {
    if (!isBase(this.variable.type, "ℕ", "ℤ")) return {};
    const numbers = list.map((value) => asRational(value).num);
    return { low: numbers.reduce((a, b) => (b < a ? b : a)), high: numbers.reduce((a, b) => (b > a ? b : a)) };
  }

  /** ∃ w, p: if only finitely many w matter, the values for each of them. */
  private throughWitness(term: Term, wanted: boolean): Knowledge {
    const direct = this.from(term.args[0]!, wanted);
    if (direct.list || (direct.low !== undefined && direct.high !== undefined)) return direct;
    const witnesses = candidates(this.evaluator, term.variable!, term.args[0]!, wanted, this.env);
    if (!witnesses) return direct;
    return this.either(
      witnesses.map((witness) => () => {
        const inner = new Search(this.evaluator, this.variable, new Extended(term.variable!, witness, this.env));
        return inner.from(term.args[0]!, wanted);
      }),
    );
  }

  private evaluated(term: Term): Value | undefined {
    if (mentions(term, this.variable)) return undefined;
    try {
      return this.evaluator.value(term, this.env);
    } catch (error) {
      if (error instanceof Undecided) return undefined;
      throw error;
    }
  }

  private number(term: Term): Rational | undefined {
    const value = this.evaluated(term);
    try {
      return value === undefined ? undefined : asRational(value);
    } catch {
      return undefined;
    }
  }

  private isVariable(term: Term): boolean {
    return term.op === "variable" && term.variable === this.variable;
  }

  private equation(a: Term, b: Term): Knowledge {
    for (const [side, other] of [[a, b], [b, a]] as const) {
      const value = this.isVariable(side) ? this.evaluated(other) : undefined;
      if (value !== undefined) return { list: [value] };
      const number = mentions(side, this.variable) ? this.number(other) : undefined;
      if (number) return this.meet([this.atMost(side, number), this.atLeast(side, number)]);
    }
    return {};
  }

  private comparison({ op, args }: Term, wanted: boolean): Knowledge {
    const [a, b] = args as [Term, Term];
    const [small, large] = wanted ? [a, b] : [b, a]; // small ≤ large, strictly or not: bounds may be a little too wide
    const isWhole = (term: Term): boolean => isBase(term.type, "ℕ", "ℤ");
    const strict = (op === "lt") === wanted && isWhole(a);
    const shift = (bound: Rational, by: bigint): Rational => (strict ? { num: bound.num + by, den: bound.den } : bound);
    const high = this.number(large);
    if (high && mentions(small, this.variable)) return this.atMost(small, shift(high, -1n));
    const low = this.number(small);
    if (low && mentions(large, this.variable)) return this.atLeast(large, shift(low, 1n));
    return {};
  }

  /** What e ≤ bound says, where e contains the variable. */
  private atMost(e: Term, bound: Rational): Knowledge {
    if (!isOrdered(e.type)) return {};
    if (this.isVariable(e)) return isBase(e.type, "ℕ", "ℤ") ? { high: floor(bound) } : {};
    const [a, b] = e.args as [Term, Term];
    switch (e.op) {
      case "cast":
        return this.atMost(a, bound);
      case "neg":
        return this.atLeast(a, negate(bound));
      case "add":
        return this.meet([this.addend(a, b, bound), this.addend(b, a, bound)]);
      case "sub": {
        const natural = isBase(e.type, "ℕ"); // a − b ≤ −1 is never true there, so that a bound of 0 says enough
        const [minuend, subtrahend] = [this.number(a), this.number(b)];
        if (subtrahend) return this.atMost(a, addition(natural ? positive(bound) : bound, subtrahend));
        return minuend && !natural ? this.atLeast(b, subtract(minuend, bound)) : {};
      }
      case "mul":
        return this.meet([this.factor(a, b, bound, true), this.factor(b, a, bound, true)]);
      case "pow":
        return this.powerAtMost(a, b, bound);
      default:
        return {};
    }
  }

  /** a + b ≤ bound with a holding the variable: b is known, or a natural number and so at least 0. */
  private addend(a: Term, b: Term, bound: Rational): Knowledge {
    if (!mentions(a, this.variable)) return {};
    const known = this.number(b);
    if (known) return this.atMost(a, subtract(bound, known));
    return isNonNegative(b) ? this.atMost(a, bound) : {};
  }

  private factor(a: Term, b: Term, bound: Rational, most: boolean): Knowledge {
    const known = mentions(a, this.variable) ? this.number(b) : undefined;
    if (!known || known.num === 0n) return {};
    const quotient = over(bound, known);
    return known.num > 0n === most ? this.atMost(a, quotient) : this.atLeast(a, quotient);
  }

  private powerAtMost(a: Term, b: Term, bound: Rational): Knowledge {
    const exponent = this.number(b);
    if (!exponent || exponent.num <= 0n || exponent.num > 64n) return {};
    const root = whole(integer.integerRoot(bound.num < 0n ? 0n : floor(bound), Number(exponent.num)) + 1n);
    if (exponent.num % 2n === 0n) return this.meet([this.atMost(a, root), this.atLeast(a, negate(root))]);
    return bound.num >= 0n ? this.atMost(a, root) : {};
  }

  /** What e ≥ bound says. */
  private atLeast(e: Term, bound: Rational): Knowledge {
    if (!isOrdered(e.type)) return {};
    if (this.isVariable(e)) return isBase(e.type, "ℕ", "ℤ") ? { low: -floor(negate(bound)) } : {};
    const [a, b] = e.args as [Term, Term];
    switch (e.op) {
      case "cast":
        return this.atLeast(a, bound);
      case "neg":
        return this.atMost(a, negate(bound));
      case "add": {
        const [left, right] = [this.number(b), this.number(a)];
        return left ? this.atLeast(a, subtract(bound, left)) : right ? this.atLeast(b, subtract(bound, right)) : {};
      }
      case "sub": {
        const [minuend, subtrahend] = [this.number(a), this.number(b)];
        if (isBase(e.type, "ℕ") && bound.num <= 0n) return {};
        if (subtrahend) return this.atLeast(a, addition(bound, subtrahend));
        return minuend ? this.atMost(b, subtract(minuend, bound)) : {};
      }
      case "mul":
        return this.meet([this.factor(a, b, bound, false), this.factor(b, a, bound, false)]);
      default:
        return {};
    }
  }

  /** v ∣ n with n ≠ 0. */
  private divisor(a: Term, b: Term): Knowledge {
    const number = this.isVariable(a) && isBase(a.type, "ℕ", "ℤ") ? this.number(b) : undefined;
    if (!number || number.num === 0n) return {};
    const found = integer.divisors(integer.absolute(number.num));
    if (!found) return {};
    const signs = isBase(a.type, "ℤ") ? [1n, -1n] : [1n];
    return { list: found.flatMap((divisor) => signs.map((sign) => whole(sign * divisor))) };
  }

  private membership({ args }: Term): Knowledge {
    const [element, set] = args as [Term, Term];
    if (!this.isVariable(element) || mentions(set, this.variable)) return {};
    try {
      return { list: elements(this.evaluator, set, this.env) };
    } catch (error) {
      if (error instanceof Undecided) return {};
      throw error;
    }
  }
}

function addition(a: Rational, b: Rational): Rational {
  return subtract(a, negate(b));
}

function positive(a: Rational): Rational {
  return a.num < 0n ? whole(0) : a;
}

/** Natural numbers, their casts, and even powers are at least 0 whatever their variables are. */
function isNonNegative(term: Term): boolean {
  if (isBase(term.type, "ℕ")) return true;
  if (term.op === "cast" || term.op === "pow") {
    if (term.op === "cast") return isNonNegative(term.args[0]!);
    const exponent = term.args[1]!;
    return (exponent.op === "number" && exponent.value!.num % 2n === 0n) || isNonNegative(term.args[0]!);
  }
  return (term.op === "add" || term.op === "mul") && term.args.every(isNonNegative);
}

