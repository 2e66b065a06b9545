/**
 * Statements as SMT-LIB 2, with Lean's meaning kept: ℕ is the whole numbers from 0 on, subtraction on ℕ stops at 0, dividing by 0 gives 0.
 * Where Z3 has no such function, an uninterpreted one with true facts stands in; then the text is weaker than the statement, `exact`
 * is false, and only "unsatisfiable" says something.
 */
import type { Term, Variable } from "../read/term";
import { mentions, node } from "../read/term";
import { Unreadable } from "../read/syntax";
import { head, isBase, known, PROP, showType, type Type } from "../read/types";
import { Facts } from "./facts";
import { keyOf } from "./key";
import { isLinearOverRationals } from "./rational-linear";
import { apply, numeralText, power, realText, type Text } from "./smt-text";

/** A constant of the SMT text that stands for a variable of the statement. */
export interface Constant {
  readonly name: string;
  readonly variable: Variable;
}

/** SMT text ready for Z3. */
export interface Encoded {
  readonly declarations: readonly string[];
  readonly assertions: readonly string[];
  readonly constants: readonly Constant[];
  readonly exact: boolean;
  /** No quantifier is left in the text. */
  readonly ground: boolean;
}

/** Encodes that all of the propositions hold together. @throws Unreadable that names what cannot be encoded */
export function encode(propositions: readonly Term[], variables: readonly Variable[]): Encoded {
  const encoder = new Encoder();
  const constants = variables.flatMap((variable) => encoder.declare(variable));
  const assertions = propositions.map((proposition) => encoder.proposition(proposition, true));
  return encoder.result(assertions, constants);
}

/** Text of a term inside one atom, with the auxiliary values that it needs. */
interface Auxiliary {
  readonly name: string;
  readonly sort: string;
  readonly definition: Text;
}

/** A longer text is not given to Z3; every part counts as often as it is part of another. */
const MOST_TEXT = 20_000_000;

export class Encoder {
  private readonly declarations: string[] = [];
  private readonly assertions: string[] = [];
  private readonly names = new Map<Variable, string>();
  private readonly global = new Map<string, string>();
  private readonly opaques = new Map<string, string>();
  private readonly facts = new Facts();
  /** What is encoded already, at places where it is asserted and where it is refuted. Under each quantifier anew, since the bound variable has another name there. */
  private done = { asserted: new Map<Term, Text>(), refuted: new Map<Term, Text>() };
  private length = 0;
  private count = 0;
  private exact = true;
  private ground = true;
  /** Bound variables around the place that is being encoded, and the auxiliary values of the current atom. */
  private readonly bound: Variable[] = [];
  private local: Auxiliary[] = [];

  result(assertions: readonly string[], constants: readonly Constant[]): Encoded {
    return {
      declarations: [...this.declarations, ...this.facts.declarations()],
      assertions: [...this.assertions, ...this.facts.assertions(), ...assertions],
      constants,
      exact: this.exact,
      ground: this.ground,
    };
  }

  private fresh(prefix: string): string {
    this.count += 1;
    return `${prefix}${this.count}`;
  }

  /** Declares a constant or function for a free variable; nothing for one whose values Z3 cannot have, so that terms with it stay opaque. */
  declare(variable: Variable): Constant[] {
    const { from, to } = signature(variable.type);
    if (![...from, to].every(isValueType)) return [];
    const name = this.fresh("v");
    this.declarations.push(`(declare-fun ${name} (${from.map(sortOf).join(" ")}) ${sortOf(to)})`);
    this.names.set(variable, name);
    if (from.length === 0) this.assertions.push(...domain(name, to));
    return [{ name, variable }];
  }

  /**
   * A proposition at a place where it is asserted (`positive`) or refuted: this decides how auxiliary values are quantified.
   * Each is encoded once for either place, however often it occurs under one quantifier.
   */
  proposition(term: Term, positive: boolean): Text {
    const done = positive ? this.done.asserted : this.done.refuted;
    let text = done.get(term);
    if (text === undefined) {
      text = this.encoded(term, positive);
      this.length += text.length;
      if (this.length > MOST_TEXT) throw new Unreadable("the statement is too large for Z3");
      done.set(term, text);
    }
    return text;
  }

  private encoded(term: Term, positive: boolean): Text {
    const [p, q, r] = term.args as [Term, Term, Term];
    switch (term.op) {
      case "true":
      case "false":
        return term.op;
      case "not":
        return `(not ${this.proposition(p, !positive)})`;
      case "and":
      case "or":
        return apply(term.op, ...term.args.map((arg) => this.proposition(arg, positive)));
      case "implies":
        return apply("=>", this.proposition(p, !positive), this.proposition(q, positive));
      case "iff":
        return this.equivalence(p, q, positive);
      case "if":
        return apply(
          "and",
          apply("=>", this.proposition(p, !positive), this.proposition(q, positive)),
          apply("or", this.proposition(p, positive), this.proposition(r, positive)),
        );
      case "forall":
      case "exists":
        return this.quantifier(term, positive);
      default:
        return this.atom(term, positive);
    }
  }

  /** p ↔ q as an equation where both read the same at either place, else as two implications. */
  private equivalence(p: Term, q: Term, positive: boolean): Text {
    const [p0, p1, q0, q1] = [this.proposition(p, !positive), this.proposition(p, positive), this.proposition(q, !positive), this.proposition(q, positive)];
    if (p0 === p1 && q0 === q1) return apply("=", p1, q1);
    return apply("and", apply("=>", p0, q1), apply("=>", q0, p1));
  }

  /**
   * A quantifier. A rational number stands for a real one in the text: claiming that one exists, this is weaker, fine for a proof and not for
   * a model. Claiming something of all rationals it would be stronger; so it is done only where ℚ and ℝ cannot be told apart, in linear arithmetic.
   */
  private quantifier(term: Term, positive: boolean): Text {
    const variable = term.variable!;
    const [body] = term.args as [Term];
    const isExists = term.op === "exists";
    const type = known(variable.type);
    if (type.kind === "arrow" || type.kind === "Set" || type.kind === "Finset") return this.chosenFunction(term, isExists === positive);
    if (!isValueType(type)) return this.opaque(term);
    if (isBase(type, "ℚ") && !isLinearOverRationals(term)) {
      if (isExists !== positive) return this.opaque(term);
      this.exact = false;
    }
    if (isExists !== positive || this.bound.length > 0) this.ground = false;
    const name = this.fresh("b");
    this.names.set(variable, name);
    this.bound.push(variable);
    const outside = this.done;
    this.done = { asserted: new Map(), refuted: new Map() };
    const inner = this.proposition(body, positive);
    this.done = outside;
    this.bound.pop();
    const range = domain(name, type);
    const guarded = range.length === 0 ? inner : isExists ? apply("and", ...range, inner) : apply("=>", apply("and", ...range), inner);
    return `(${term.op} ((${name} ${sortOf(type)})) ${guarded})`;
  }

  /** A function that is claimed to exist, outside every other quantifier: any function may be it. Other quantifiers over functions stay opaque. */
  private chosenFunction(term: Term, isClaimed: boolean): Text {
    if (!isClaimed || this.bound.length > 0) return this.opaque(term);
    if (known(term.variable!.type).kind === "Finset") this.exact = false;
    this.declare(term.variable!);
    return this.proposition(term.args[0]!, term.op === "exists");
  }

  /** An atom with its auxiliary values: they exist and are unique, so that they can be quantified either way. */
  private atom(term: Term, positive: boolean): Text {
    const outer = this.local;
    this.local = [];
    const text = this.atomText(term);
    const auxiliary = this.local;
    this.local = outer;
    if (auxiliary.length === 0) return text;
    const binders = auxiliary.map(({ name, sort }) => `(${name} ${sort})`).join(" ");
    const definitions = auxiliary.map(({ definition }) => definition);
    this.ground = false;
    return positive ? `(exists (${binders}) ${apply("and", ...definitions, text)})` : `(forall (${binders}) ${apply("=>", apply("and", ...definitions), text)})`;
  }

  private atomText(term: Term): Text {
    const [a, b] = term.args as [Term, Term];
    switch (term.op) {
      case "eq":
        if (!isValueType(a.type)) return this.opaque(term);
        return apply("=", this.value(a), this.value(b));
      case "lt":
        return apply("<", this.value(a), this.value(b));
      case "le":
        return apply("<=", this.value(a), this.value(b));
      case "Dvd.dvd":
        return this.divides(a, b);
      case "mem":
        return this.membership(a, b);
      case "variable":
      case "apply":
        return this.application(term);
      case "Nat.Prime":
        return this.approximate("prime", [this.value(a)], "Bool", term);
      default:
        return this.opaque(term);
    }
  }

  private divides(a: Term, b: Term): Text {
    if (!isValueType(a.type)) return this.opaque(node("Dvd.dvd", PROP, a, b));
    const [x, y] = [this.value(a), this.value(b)];
    const zero = isBase(a.type, "ℕ", "ℤ") ? "0" : "0.0";
    if (zero === "0.0") return apply("=>", apply("=", x, zero), apply("=", y, zero));
    const remainder = apply("=", apply("mod", y, x), "0");
    return a.op === "number" && a.value!.num !== 0n ? remainder : apply("ite", apply("=", x, zero), apply("=", y, zero), remainder);
  }

  private membership(element: Term, set: Term): Text {
    if (set.op !== "variable" || !this.names.has(set.variable!)) return this.opaque(node("mem", PROP, element, set));
    if (known(set.type).kind === "Finset") this.exact = false;
    return apply(this.nameOf(set.variable!), this.value(element));
  }

  private nameOf(variable: Variable): string {
    const name = this.names.get(variable);
    if (!name) throw new Unreadable(`\`${variable.name}\` stands outside the fragment`);
    return name;
  }

  private application(term: Term): Text {
    const args: Term[] = [];
    let fn = term;
    for (; fn.op === "apply"; fn = fn.args[0]!) args.unshift(fn.args[1]!);
    if (fn.op !== "variable" || !this.names.has(fn.variable!)) return this.opaque(term);
    return wrapped(apply(this.nameOf(fn.variable!), ...args.map((arg) => this.value(arg))), term.type, args.length > 0);
  }

  /** A number: of sort Int for ℕ, ℤ and `Fin n`, of sort Real for ℚ and ℝ. */
  value(term: Term): Text {
    const isInt = sortOf(term.type) === "Int";
    const type = known(term.type);
    const arg = (index: number): Text => this.value(term.args[index]!);
    switch (term.op) {
      case "number":
        return numeralText(term.value!, isInt);
      case "variable":
      case "apply":
        return this.application(term);
      case "add":
        return reduced(apply("+", arg(0), arg(1)), type);
      case "mul":
        return reduced(apply("*", arg(0), arg(1)), type);
      case "neg":
        return reduced(apply("-", arg(0)), type);
      case "sub":
        return this.difference(arg(0), arg(1), type);
      case "div":
        return this.quotient(term, arg(0), arg(1));
      case "mod":
        return this.guarded(term.args[1]!, arg(1), apply("mod", arg(0), arg(1)), arg(0));
      case "inv":
        return this.guarded(term.args[0]!, arg(0), apply("/", "1.0", arg(0)), "0.0");
      case "pow":
      case "zpow":
        return reduced(this.power(term), type);
      case "rpow":
        return this.realPower(term);
      case "abs":
        return this.absolute(arg(0), isInt);
      case "min":
      case "max": {
        const [x, y] = [arg(0), arg(1)];
        return apply("ite", apply("<=", x, y), ...(term.op === "min" ? [x, y] : [y, x]));
      }
      case "if":
        return this.conditional(term);
      case "cast":
        return this.cast(term);
      default:
        return this.function(term);
    }
  }

  private difference(a: Text, b: Text, type: Type): Text {
    const difference = apply("-", a, b);
    return isBase(type, "ℕ") ? apply("ite", apply(">=", a, b), difference, "0") : reduced(difference, type);
  }

  private quotient(term: Term, a: Text, b: Text): Text {
    if (known(term.type).kind === "ZMod") return this.opaque(term);
    const isInt = sortOf(term.type) === "Int";
    return this.guarded(term.args[1]!, b, apply(isInt ? "div" : "/", a, b), isInt ? "0" : "0.0");
  }

  /** A value that Lean defines apart where the divisor is 0. */
  private guarded(divisor: Term, text: Text, value: Text, atZero: Text): Text {
    if (divisor.op === "number") return divisor.value!.num === 0n ? atZero : value;
    return apply("ite", apply("=", text, sortOf(divisor.type) === "Int" ? "0" : "0.0"), atZero, value);
  }

  private absolute(x: Text, isInt: boolean): Text {
    return apply("ite", apply("<", x, isInt ? "0" : "0.0"), apply("-", x), x);
  }

  private conditional(term: Term): Text {
    const [condition, yes, no] = term.args as [Term, Term, Term];
    const inside = this.proposition(condition, true);
    const outside = this.proposition(condition, false);
    if (inside !== outside) return this.opaque(term);
    return apply("ite", inside, this.value(yes), this.value(no));
  }

  private cast(term: Term): Text {
    const [inner] = term.args as [Term];
    const text = this.value(inner);
    const [from, to] = [sortOf(inner.type), sortOf(term.type)];
    if (from === to) return reduced(text, known(term.type));
    if (from === "Int" && to === "Real") return realText(text);
    throw new Unreadable(`a coercion into ${showType(term.type)} is not decided`);
  }

  /** Small known exponents become products; other powers stay uninterpreted, with the laws that `Facts` knows. */
  private power(term: Term): Text {
    const [base, exponent] = term.args as [Term, Term];
    const x = this.value(base);
    const isInt = sortOf(base.type) === "Int";
    if (exponent.op === "number") {
      const n = exponent.value!.num;
      const size = n < 0n ? -n : n;
      if (size <= 64n) {
        const product = power(x, Number(size), isInt);
        return n < 0n ? this.guarded(base, x, apply("/", "1.0", product), "0.0") : product;
      }
    }
    const name = `${term.op}${isInt ? "Int" : "Real"}`;
    return this.approximate(name, [x, this.value(exponent)], isInt ? "Int" : "Real", term);
  }

  /** x ^ (n/d) for known n/d > 0 and x ≥ 0 is the r ≥ 0 with rᵈ = xⁿ; for other x it is left open. */
  private realPower(term: Term): Text {
    const [base, exponent] = term.args as [Term, Term];
    const x = this.value(base);
    if (exponent.op === "number" && exponent.value!.num > 0n && exponent.value!.num <= 12n && exponent.value!.den <= 12n) {
      const { num, den } = exponent.value!;
      const isNonNegative = base.op === "number" && base.value!.num >= 0n;
      if (!isNonNegative) this.exact = false;
      return this.auxiliary("Real", term, (r) => {
        const root = apply("and", apply(">=", r, "0.0"), apply("=", power(r, Number(den), false), power(x, Number(num), false)));
        return isNonNegative ? root : apply("=>", apply(">=", x, "0.0"), root);
      });
    }
    return this.approximate("rpow", [x, this.value(exponent)], "Real", term);
  }

  private function(term: Term): Text {
    const arg = (index: number): Text => this.value(term.args[index]!);
    switch (term.op) {
      case "Int.floor":
        return apply("to_int", arg(0));
      case "Int.ceil":
        return apply("-", apply("to_int", apply("-", arg(0))));
      case "Nat.floor":
        return atLeastZero(this.rounded(term.args[0]!, arg(0), false));
      case "Nat.ceil":
        return atLeastZero(this.rounded(term.args[0]!, arg(0), true));
      case "Int.natAbs":
        return this.absolute(arg(0), true);
      case "Int.toNat":
        return atLeastZero(arg(0));
      case "Real.sqrt": {
        const x = arg(0);
        return this.auxiliary("Real", term, (r) => apply("ite", apply(">=", x, "0.0"), apply("and", apply(">=", r, "0.0"), apply("=", apply("*", r, r), x)), apply("=", r, "0.0")));
      }
      case "Nat.sqrt": {
        const n = arg(0);
        return this.auxiliary("Int", term, (r) => apply("and", apply("<=", "0", r), apply("<=", apply("*", r, r), n), apply("<", n, apply("*", apply("+", r, "1"), apply("+", r, "1")))));
      }
      default:
        if (!Facts.knows(term.op)) return this.opaque(term);
        return this.approximate(term.op, term.args.map((_, i) => arg(i)), sortOf(term.type), term);
    }
  }

  private rounded(of: Term, text: Text, up: boolean): Text {
    if (sortOf(of.type) === "Int") return text;
    return up ? apply("-", apply("to_int", apply("-", text))) : apply("to_int", text);
  }

  /** A value given by a definition that exactly one value satisfies. Without bound variables it is one constant of the whole text. */
  private auxiliary(sort: string, term: Term, definition: (name: string) => Text): Text {
    if (!this.dependsOnBound(term)) {
      const key = definition("?");
      const existing = this.global.get(key);
      if (existing) return existing;
      const name = this.fresh("a");
      this.global.set(key, name);
      this.declarations.push(`(declare-const ${name} ${sort})`);
      this.assertions.push(definition(name));
      return name;
    }
    const name = this.fresh("a");
    this.local.push({ name, sort, definition: definition(name) });
    return name;
  }

  private dependsOnBound(term: Term): boolean {
    return this.bound.some((variable) => mentions(term, variable));
  }

  /**
   * A value about which nothing is known but that it is one and the same wherever the same term stands:
   * an unknown function of the bound variables in it.
   */
  private opaque(term: Term): Text {
    this.exact = false;
    const inside: Variable[] = [];
    const key = keyOf(term, new Set(this.bound), inside);
    let name = this.opaques.get(key);
    if (!name) {
      name = this.fresh("o");
      this.opaques.set(key, name);
      this.declarations.push(`(declare-fun ${name} (${inside.map(({ type }) => sortOf(type)).join(" ")}) ${sortOf(term.type)})`);
    }
    return wrapped(apply(name, ...inside.map((variable) => this.nameOf(variable))), term.type, true);
  }

  /** A function that Z3 does not have: uninterpreted, with facts about each of its uses outside quantifiers. */
  private approximate(name: string, args: readonly Text[], sort: string, term: Term): Text {
    this.exact = false;
    return this.facts.use(name, args, sort, this.dependsOnBound(term) ? undefined : term);
  }
}

/** Argument and result types of a function variable; sets are functions into Prop. */
function signature(type: Type): { from: Type[]; to: Type } {
  const from: Type[] = [];
  let to = known(type);
  while (to.kind === "arrow") {
    from.push(to.from);
    to = known(to.to);
  }
  if ((to.kind === "Set" || to.kind === "Finset") && from.length === 0) return { from: [to.of], to: { kind: "base", name: "Prop" } };
  return { from, to };
}

/** Whether values of a type have a sort. */
function isValueType(type: Type): boolean {
  const top = known(type);
  return top.kind === "Fin" || top.kind === "ZMod" || isBase(top, "ℕ", "ℤ", "ℚ", "ℝ", "Prop", "Bool");
}

/** The SMT sort of a type of values. */
export function sortOf(type: Type): string {
  const top = head(type);
  if (isBase(top, "ℕ", "ℤ") || top.kind === "Fin" || top.kind === "ZMod") return "Int";
  if (isBase(top, "ℚ", "ℝ")) return "Real";
  if (isBase(top, "Prop", "Bool")) return "Bool";
  throw new Unreadable(`values of type ${showType(top)} are not decided`);
}

/** What is known of a constant by its type alone. */
function domain(name: string, type: Type): Text[] {
  const top = known(type);
  if (isBase(top, "ℕ")) return [apply(">=", name, "0")];
  return top.kind === "Fin" || top.kind === "ZMod" ? [apply(">=", name, "0"), apply("<", name, `${top.size}`)] : [];
}

/** The result of an unknown function, brought into its type: any function into ℕ is max 0 of some function into ℤ. */
function wrapped(text: Text, type: Type, isFunction: boolean): Text {
  if (!isFunction) return text;
  return isBase(type, "ℕ") ? atLeastZero(text) : reduced(text, known(type));
}

function atLeastZero(text: Text): Text {
  return apply("ite", apply(">=", text, "0"), text, "0");
}

/** Arithmetic in `Fin n` and `ZMod n` is modulo n. */
function reduced(text: Text, type: Type): Text {
  return type.kind === "Fin" || type.kind === "ZMod" ? apply("mod", text, `${type.size}`) : text;
}
