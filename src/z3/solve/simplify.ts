/** Makes a statement smaller before it goes to Z3, without changing what it says: values for closed parts, pairs taken apart, quantifiers and sums over few values written out. */
import { candidates } from "../exact/domains";
import { elements } from "../exact/elements";
import { Evaluator } from "../exact/evaluate";
import { isRational } from "../exact/real";
import { whole } from "../exact/rational";
import { Undecided, type Value } from "../exact/value";
import { and, applied, bind, freeVariables, mentions, node, not, numeral, or, size, substitute, TRUE, truth, use, withArgs, type Term, type Variable } from "../read/term";
import { COMPLEX, known, isBase, PROP, REAL, sameType, type Type } from "../read/types";
import { project, unfold } from "../read/unfold";
import { complexVariable, withoutComplex } from "./complex";
import { simplerEquation, simplerPower } from "./powers";

/** Evaluation steps for one closed part of a statement, for all together, and for each once those are used up. */
const STEPS_FOR_ONE = 400_000;
const STEPS_FOR_ALL = 1_000_000;
const STEPS_AT_LEAST = 5_000;

/** Quantifiers and sums are written out up to this many cases, as long as the result stays below so many nodes. */
const MOST_CASES = 120;
const MOST_NODES = 6_000;

/** The types whose values can be written as numerals. */
function isScalar(type: Type): boolean {
  return isBase(type, "ℕ", "ℤ", "ℚ", "ℝ") || type.kind === "Fin" || type.kind === "ZMod";
}

/** Simplifies one statement after another with a common budget. */
export class Simplifier {
  private left = STEPS_FOR_ALL;
  private readonly closed = new WeakMap<Term, boolean>();

  /** @param deadline a point in time, in milliseconds of `performance.now()`, after which nothing more is evaluated */
  constructor(private readonly deadline: number) {}

  /** Runs a computation with a budget of its own. */
  private evaluated<T>(compute: (evaluator: Evaluator) => T): T {
    const steps = Math.max(STEPS_AT_LEAST, Math.min(STEPS_FOR_ONE, this.left));
    const evaluator = new Evaluator(steps, this.deadline);
    try {
      return compute(evaluator);
    } finally {
      this.left -= steps - Math.max(0, evaluator.remaining);
    }
  }

  simplify(term: Term): Term {
    const value = this.folded(term);
    if (value) return value;
    switch (term.op) {
      case "forall":
      case "exists":
        return this.quantifier(term);
      case "implies":
        return this.implication(this.simplify(term.args[0]!), this.simplify(term.args[1]!));
      case "Finset.sum":
      case "Finset.prod":
        return this.big(term);
      default:
        return this.local(withArgs(term, term.args.map((arg) => this.simplify(arg))));
    }
  }

  private isClosed(term: Term): boolean {
    let closed = this.closed.get(term);
    if (closed === undefined) {
      closed = freeVariables(term).size === 0;
      this.closed.set(term, closed);
    }
    return closed;
  }

  /** The value of a closed number or proposition, as a numeral or a constant. */
  private folded(term: Term): Term | undefined {
    const type = known(term.type);
    if (term.op === "number" || term.op === "true" || term.op === "false") return term;
    if (!(isScalar(type) || isBase(type, "Prop")) || !this.isClosed(term)) return undefined;
    try {
      const value = this.evaluated((evaluator) => evaluator.value(term, new Map()));
      if (typeof value === "boolean") return truth(value);
      return literal(value, type);
    } catch (error) {
      if (error instanceof Undecided || error instanceof RangeError) return undefined;
      throw error;
    }
  }

  private implication(p: Term, q: Term): Term {
    if (p.op === "true") return q;
    if (p.op === "false" || q.op === "true") return TRUE;
    return q.op === "false" ? not(p) : node("implies", PROP, p, q);
  }

  /** Rules that look at one node only. */
  private local(term: Term): Term {
    const [a, b, c] = term.args as [Term, Term, Term];
    const rewritten = withoutComplex(term, (part) => this.simplify(part)) ?? simplerPower(term) ?? simplerEquation(term);
    if (rewritten) return this.simplify(rewritten);
    switch (term.op) {
      case "and":
        return and(...term.args);
      case "or":
        return or(...term.args);
      case "not":
        return not(a);
      case "iff":
        if (a.op === "true") return b;
        if (b.op === "true") return a;
        return a.op === "false" ? not(b) : b.op === "false" ? not(a) : term;
      case "if":
        return a.op === "true" ? b : a.op === "false" ? c : term;
      case "fst":
      case "snd":
        return project(term.op, a);
      case "apply":
        return a.op === "lambda" ? this.simplify(applied(a, b)) : term;
      case "pow":
        return isNumber(b, 1n) ? a : isNumber(b, 0n) ? numeral(whole(1), term.type) : term;
      case "rpow":
        return realPower(term);
      case "mul":
        return isNumber(a, 0n) || isNumber(b, 0n) ? numeral(whole(0), term.type) : isNumber(a, 1n) ? b : isNumber(b, 1n) ? a : term;
      case "add":
        return isNumber(a, 0n) ? b : isNumber(b, 0n) ? a : term;
      case "cast":
        return castOf(a, term);
      default:
        return term;
    }
  }

  private quantifier(term: Term): Term {
    const variable = term.variable!;
    const type = known(variable.type);
    const op = term.op as "forall" | "exists";
    if (type.kind === "product") return this.simplify(splitPair(op, variable, type, term.args[0]!));
    if (isBase(type, "ℂ")) return this.simplify(splitComplex(op, variable, term.args[0]!));
    const body = this.simplify(term.args[0]!);
    if (body.op === "true" || body.op === "false") return isInhabited(type) ? body : bind(op, variable, body);
    if (!mentions(body, variable) && isInhabited(type)) return body;
    const point = onePoint(op, variable, body);
    if (point) return this.simplify(point);
    return this.writtenOut(op, variable, body) ?? bind(op, variable, body);
  }

  /** `∃ x, p` as p(1) ∨ p(2) ∨ …, if only few values can matter. */
  private writtenOut(op: "forall" | "exists", variable: Variable, body: Term): Term | undefined {
    let domain: Value[] | undefined;
    try {
      domain = this.evaluated((evaluator) => candidates(evaluator, variable, body, op === "exists", new Map()));
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
    }
    if (!domain || domain.length > MOST_CASES || domain.length * size(body, MOST_NODES) > MOST_NODES) return undefined;
    const terms = domain.map((value) => literal(value, known(variable.type)));
    if (terms.includes(undefined)) return undefined;
    const cases = terms.map((value) => this.simplify(substitute(body, new Map([[variable, value!]]))));
    return op === "exists" ? or(...cases) : and(...cases);
  }

  /** A sum over known elements, written out. */
  private big(term: Term): Term {
    const [range, fn] = term.args as [Term, Term];
    const body = fn.op === "lambda" ? fn : undefined;
    const simpler = (): Term => withArgs(term, [this.simplify(range), body ? bind("lambda", body.variable!, this.simplify(body.args[0]!)) : this.simplify(fn)]);
    if (!body || !this.isClosed(range)) return simpler();
    let items: readonly Value[];
    try {
      items = this.evaluated((evaluator) => elements(evaluator, range, new Map()));
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      return simpler();
    }
    const type = known(body.variable!.type);
    const terms = items.map((item) => literal(item, type));
    if (items.length > MOST_CASES || terms.includes(undefined)) return simpler();
    const sum = term.op === "Finset.sum";
    const parts = terms.map((item) => this.simplify(substitute(body.args[0]!, new Map([[body.variable!, item!]]))));
    return parts.reduce((total, part) => this.local(node(sum ? "add" : "mul", term.type, total, part)), numeral(whole(sum ? 0 : 1), term.type));
  }
}

/** A value as a numeral; pairs of numbers as pairs. */
export function literal(value: Value, type: Type): Term | undefined {
  if (typeof value === "boolean") return undefined;
  if (!("kind" in value)) return isScalar(type) ? numeral(value, type) : undefined;
  if (value.kind === "pair" && type.kind === "product") {
    const [left, right] = [literal(value.left, type.left), literal(value.right, type.right)];
    return left && right && node("pair", type, left, right);
  }
  return undefined;
}

function isNumber(term: Term, value: bigint): boolean {
  return term.op === "number" && term.value!.num === value && term.value!.den === 1n;
}

/** A coercion of a numeral is a numeral; two coercions in a row are one; a coercion from a type to itself is none. */
function castOf(inner: Term, term: Term): Term {
  const type = known(term.type);
  if (inner.op === "number" && isScalar(type) && isScalar(known(inner.type)) && type.kind === "base") return numeral(inner.value!, type);
  if (inner.op === "cast" && type.kind === "base" && known(inner.type).kind === "base") return castOf(inner.args[0]!, term);
  return sameType(inner.type, type) ? inner : node("cast", type, inner);
}

/** A real power with a whole exponent is an ordinary power. */
function realPower(term: Term): Term {
  const [base, exponent] = term.args as [Term, Term];
  if (exponent.op === "cast" && isBase(exponent.args[0]!.type, "ℕ")) return node("pow", REAL, base, exponent.args[0]!);
  if (exponent.op === "cast" && isBase(exponent.args[0]!.type, "ℤ")) return node("zpow", REAL, base, exponent.args[0]!);
  if (exponent.op !== "number" || !isRational(exponent.value!) || exponent.value!.den !== 1n) return term;
  const n = exponent.value!.num;
  return n >= 0n ? node("pow", REAL, base, numeral(whole(n), { kind: "base", name: "ℕ" })) : node("zpow", REAL, base, numeral(whole(n), { kind: "base", name: "ℤ" }));
}

function splitPair(op: "forall" | "exists", variable: Variable, type: Type & { kind: "product" }, body: Term): Term {
  const [left, right]: [Variable, Variable] = [{ name: `${variable.name}.1`, type: type.left }, { name: `${variable.name}.2`, type: type.right }];
  const pair = node("pair", type, use(left), use(right));
  return bind(op, left, bind(op, right, unfold(substitute(body, new Map([[variable, pair]])))));
}

function splitComplex(op: "forall" | "exists", variable: Variable, body: Term): Term {
  const { re, im } = complexVariable(variable);
  return bind(op, re, bind(op, im, substitute(body, new Map([[variable, node("complex", COMPLEX, use(re), use(im))]]))));
}

/** Whether a type surely has an element. */
export function isInhabited(type: Type): boolean {
  const top = known(type);
  switch (top.kind) {
    case "base":
    case "ZMod":
    case "Set":
    case "Finset":
    case "List":
      return true;
    case "Fin":
      return top.size > 0n;
    case "product":
      return isInhabited(top.left) && isInhabited(top.right);
    case "arrow":
      return isInhabited(top.to);
    default:
      return false;
  }
}

/** ∃ x, x = a ∧ p(x) is p(a), and ∀ x, x = a → p(x) as well. */
function onePoint(op: "forall" | "exists", variable: Variable, body: Term): Term | undefined {
  if (op === "exists") {
    const parts = body.op === "and" ? body.args : [body];
    const value = definitionIn(parts, variable);
    return value && and(...parts.map((part) => substitute(part, new Map([[variable, value]]))));
  }
  if (body.op !== "implies") return undefined;
  const premises = body.args[0]!.op === "and" ? body.args[0]!.args : [body.args[0]!];
  const value = definitionIn(premises, variable);
  return value && substitute(body, new Map([[variable, value]]));
}

/** The term a for which one of the propositions says x = a. */
export function definitionIn(parts: readonly Term[], variable: Variable): Term | undefined {
  for (const part of parts) {
    if (part.op !== "eq") continue;
    const [a, b] = part.args as [Term, Term];
    if (a.op === "variable" && a.variable === variable && !mentions(b, variable)) return b;
    if (b.op === "variable" && b.variable === variable && !mentions(a, variable)) return a;
  }
  return undefined;
}

