/**
 * Proofs by remainders: a statement about whole numbers is impossible if it is impossible modulo some m. Every variable runs through its
 * residues; powers with variable exponents repeat with a period. Each part is evaluated to the set of values that it can have.
 */
import { Budget } from "../exact/budget";
import { divide, gcd, modulo } from "../exact/integer";
import { Undecided } from "../exact/value";
import type { Term, Variable } from "../read/term";
import { isBase } from "../read/types";

/** What an integer term can be: exact values, or residues of the modulus in question. */
interface Possible {
  readonly values: ReadonlySet<bigint>;
  readonly exact: boolean;
}

/** Whether a proposition can be true, and whether it can be false. */
interface Truth {
  readonly yes: boolean;
  readonly no: boolean;
}

const EITHER: Truth = { yes: true, no: true };

/** At most this many assignments of residues are tried for one modulus, and this much work is done in all: nodes visited, and pairs of values combined. */
const MOST_ASSIGNMENTS = 60_000;
const MOST_WORK = 3_000_000;
const MOST_VALUES = 64;

/** Moduli that catch squares, cubes and higher powers. */
const USUAL_MODULI: readonly bigint[] = [3n, 4n, 5n, 7n, 8n, 9n, 11n, 13n, 16n];

/**
 * Whether the propositions cannot all be true together, shown by remainders. `false` says nothing.
 * @param deadline a point in time, in milliseconds of `performance.now()`, after which it gives up
 */
export function impossibleByResidues(propositions: readonly Term[], variables: readonly Variable[], deadline = Infinity): boolean {
  const used = variables.filter(({ type }) => isBase(type, "ℕ", "ℤ"));
  const literals = moduliIn(propositions);
  if (literals.length === 0 && !propositions.some(hasEquation)) return false;
  const budget = new Budget(MOST_WORK, deadline);
  try {
    return candidates(literals).some((modulus) => impossibleModulo(modulus, propositions, used, literals, budget));
  } catch (error) {
    if (error instanceof Undecided) return false;
    throw error;
  }
}

function impossibleModulo(modulus: bigint, propositions: readonly Term[], variables: readonly Variable[], literals: readonly bigint[], budget: Budget): boolean {
  const period = basesIn(propositions).reduce((all, base) => lcm(all, periodOf(base, modulus).period), modulus);
  const all = literals.reduce(lcm, period);
  const tracked = all <= 5_000n ? all : period;
  if (Number(tracked) ** variables.length > MOST_ASSIGNMENTS) return false;
  return new Search(modulus, tracked, variables, budget).impossible(propositions);
}

function candidates(literals: readonly bigint[]): bigint[] {
  const together = literals.reduce(lcm, 1n);
  return [...new Set([...(together > 1n && together <= 5_000n ? [together] : []), ...literals, ...USUAL_MODULI])].filter((m) => m > 1n && m <= 5_000n);
}

function lcm(a: bigint, b: bigint): bigint {
  return (a / gcd(a, b)) * b;
}

/** Numerals that are divided by. */
function moduliIn(terms: readonly Term[]): bigint[] {
  const found = new Set<bigint>();
  const visit = (term: Term): void => {
    const divisor = term.op === "mod" ? term.args[1] : term.op === "Dvd.dvd" ? term.args[0] : undefined;
    if (divisor?.op === "number" && divisor.value!.num > 1n && divisor.value!.num <= 5_000n && isBase(divisor.type, "ℕ", "ℤ")) found.add(divisor.value!.num);
    term.args.forEach(visit);
  };
  terms.forEach(visit);
  return [...found];
}

/** Numerals that are raised to powers with variables in the exponent. */
function basesIn(terms: readonly Term[]): bigint[] {
  const found = new Set<bigint>();
  const visit = (term: Term): void => {
    const [base, exponent] = term.args;
    if (term.op === "pow" && base!.op === "number" && exponent!.op !== "number" && isBase(base!.type, "ℕ", "ℤ")) found.add(base!.value!.num);
    term.args.forEach(visit);
  };
  terms.forEach(visit);
  return [...found];
}

function hasEquation(term: Term): boolean {
  return (term.op === "eq" && isBase(term.args[0]!.type, "ℕ", "ℤ")) || term.args.some(hasEquation);
}

/** bⁿ mod m repeats with this period from the exponent `start` on. */
function periodOf(base: bigint, m: bigint): { start: bigint; period: bigint } {
  const seen = new Map<bigint, bigint>();
  let power = 1n % m;
  let n = 0n;
  for (; !seen.has(power); n++) {
    seen.set(power, n);
    power = modulo(power * base, m);
  }
  const start = seen.get(power)!;
  return { start, period: n - start };
}

class Search {
  private readonly residues = new Map<Variable, bigint>();
  private readonly periods = new Map<string, { start: bigint; period: bigint }>();

  constructor(
    private readonly modulus: bigint,
    private readonly tracked: bigint,
    private readonly variables: readonly Variable[],
    private readonly budget: Budget,
  ) {}

  impossible(propositions: readonly Term[], index = 0): boolean {
    if (index === this.variables.length) return propositions.some((proposition) => !this.truth(proposition).yes);
    for (let r = 0n; r < this.tracked; r++) {
      this.residues.set(this.variables[index]!, r);
      if (!this.impossible(propositions, index + 1)) return false;
    }
    return true;
  }

  private truth(term: Term): Truth {
    this.budget.spend();
    const [a, b] = term.args as [Term, Term];
    switch (term.op) {
      case "true":
      case "false":
        return { yes: term.op === "true", no: term.op === "false" };
      case "not":
        return flipped(this.truth(a));
      case "and":
        return all(term.args.map((arg) => this.truth(arg)));
      case "or":
        return flipped(all(term.args.map((arg) => flipped(this.truth(arg)))));
      case "implies":
        return flipped(all([this.truth(a), flipped(this.truth(b))]));
      case "iff": {
        const [p, q] = [this.truth(a), this.truth(b)];
        return { yes: (p.yes && q.yes) || (p.no && q.no), no: (p.yes && q.no) || (p.no && q.yes) };
      }
      case "eq":
        return isBase(a.type, "ℕ", "ℤ") ? this.equal(a, b) : EITHER;
      case "Dvd.dvd":
        return this.divides(a, b);
      default:
        return EITHER;
    }
  }

  private equal(a: Term, b: Term): Truth {
    const [x, y] = [this.possible(a, this.modulus), this.possible(b, this.modulus)];
    if (x.exact && y.exact) {
      const yes = [...x.values].some((value) => y.values.has(value));
      return { yes, no: !(yes && x.values.size === 1 && y.values.size === 1) };
    }
    const remainders = new Set([...y.values].map((value) => modulo(value, this.modulus)));
    return { yes: [...x.values].some((value) => remainders.has(modulo(value, this.modulus))), no: true };
  }

  private divides(a: Term, b: Term): Truth {
    const divisor = a.op === "number" && isBase(a.type, "ℕ", "ℤ") ? a.value!.num : 0n;
    if (divisor <= 0n || divisor > 5_000n) return EITHER;
    const remainders = [...this.possible(b, divisor).values].map((value) => modulo(value, divisor));
    return { yes: remainders.includes(0n), no: remainders.some((value) => value !== 0n) };
  }

  /** The possible values of a term modulo m. */
  private possible(term: Term, m: bigint): Possible {
    this.budget.spend();
    const [a, b] = term.args as [Term, Term];
    switch (term.op) {
      case "number":
        return { values: new Set([term.value!.num]), exact: true };
      case "variable":
        return this.variable(term.variable!, m);
      case "add":
        return this.combine(a, b, m, (x, y) => x + y);
      case "mul":
        return this.combine(a, b, m, (x, y) => x * y);
      case "sub": {
        const difference = this.combine(a, b, m, (x, y) => x - y);
        if (!isBase(term.type, "ℕ")) return difference;
        const values = difference.exact ? [...difference.values].map((value) => (value < 0n ? 0n : value)) : [...difference.values, 0n];
        return { values: new Set(values), exact: difference.exact };
      }
      case "neg":
        return mapped(this.possible(a, m), (x) => -x);
      case "cast":
        return isBase(a.type, "ℕ", "ℤ") ? this.possible(a, m) : everything(m);
      case "pow":
        return this.power(a, b, m);
      case "mod":
        return this.remainder(a, b, m);
      case "div":
        return this.quotient(a, b, m);
      default:
        return everything(m);
    }
  }

  private variable(variable: Variable, m: bigint): Possible {
    const residue = this.residues.get(variable);
    if (residue === undefined) return everything(m);
    const step = gcd(m, this.tracked);
    const values = new Set<bigint>();
    for (let r = residue % step; r < m; r += step) values.add(r);
    return { values, exact: false };
  }

  private combine(a: Term, b: Term, m: bigint, op: (x: bigint, y: bigint) => bigint): Possible {
    const [x, y] = [this.possible(a, m), this.possible(b, m)];
    this.budget.spend(x.values.size * y.values.size);
    const exact = x.exact && y.exact;
    const values = new Set<bigint>();
    for (const u of x.values) for (const v of y.values) values.add(exact ? op(u, v) : modulo(op(u, v), m));
    if (exact && values.size > MOST_VALUES) return { values: new Set([...values].map((value) => modulo(value, m))), exact: false };
    return { values, exact };
  }

  private power(base: Term, exponent: Term, m: bigint): Possible {
    const x = this.possible(base, m);
    if (exponent.op === "number") {
      const n = exponent.value!.num;
      if (n > 5_000n) return everything(m);
      return mapped(x, (value) => (x.exact && n <= 32n ? value ** n : powered(value, n, m)), x.exact && n <= 32n);
    }
    const values = new Set<bigint>();
    for (const value of x.values) {
      const { start, period } = this.period(modulo(value, m), m);
      this.budget.spend(Number(start + period));
      for (let n = 0n; n < start; n++) values.add(powered(value, n, m)); // small exponents, before the powers repeat
      for (const e of this.possible(exponent, period).values) values.add(powered(value, start + modulo(e - start, period), m));
    }
    return { values, exact: false };
  }

  private period(base: bigint, m: bigint): { start: bigint; period: bigint } {
    const key = `${base}^ mod ${m}`;
    let found = this.periods.get(key);
    if (!found) {
      found = periodOf(base, m);
      this.periods.set(key, found);
    }
    return found;
  }

  /** a % k for a numeral k is one of the remainders of a, exactly. */
  private remainder(a: Term, k: Term, m: bigint): Possible {
    const divisor = k.op === "number" ? k.value!.num : 0n;
    if (divisor <= 0n || divisor > 5_000n) return everything(m);
    return mapped(this.possible(a, divisor), (value) => modulo(value, divisor), true);
  }

  /** ⌊a / k⌋ mod m follows from a mod k m. */
  private quotient(a: Term, k: Term, m: bigint): Possible {
    const divisor = k.op === "number" ? k.value!.num : 0n;
    if (divisor <= 0n || divisor * m > 100_000n) return everything(m);
    const of = this.possible(a, divisor * m);
    return mapped(of, (value) => divide(of.exact ? value : modulo(value, divisor * m), divisor), false);
  }
}

function powered(base: bigint, exponent: bigint, m: bigint): bigint {
  let [result, square] = [1n % m, modulo(base, m)];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % m;
    square = (square * square) % m;
  }
  return result;
}

function mapped(possible: Possible, op: (value: bigint) => bigint, exact = possible.exact): Possible {
  return { values: new Set([...possible.values].map(op)), exact };
}

/** Any residue. */
function everything(m: bigint): Possible {
  return { values: new Set(Array.from({ length: Number(m) }, (_, r) => BigInt(r))), exact: false };
}

function flipped({ yes, no }: Truth): Truth {
  return { yes: no, no: yes };
}

function all(truths: readonly Truth[]): Truth {
  return { yes: truths.every(({ yes }) => yes), no: truths.some(({ no }) => no) };
}
