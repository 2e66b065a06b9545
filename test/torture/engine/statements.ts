/** Statements of many shapes. The first choice is always the simplest, so that a failure shrinks towards it. */
import fc from "fast-check";
import { FUNCTIONS } from "./meaning";
import type { Bound, Claim, Domain, OwnFunction, Range, Relation, Sign, Statement, Term, Type } from "./syntax";

/** A whole number from 0 to below `n`. */
type Draw = (n: number) => number;

interface Scope {
  readonly draw: Draw;
  readonly variables: readonly Bound[];
  readonly functions: readonly OwnFunction[];
  /** Only what has a decision procedure that Lean finds by itself. */
  readonly decidable: boolean;
  /** Numerals up to here. */
  readonly size: number;
}

const NUMBERS: readonly Type[] = ["ℕ", "ℤ", "ℚ", "ℝ"];
const pick = <T>({ draw }: Scope, items: readonly T[]): T => items[draw(items.length)]!;
const below = (type: Type): readonly Type[] => (NUMBERS.includes(type) ? NUMBERS.slice(0, NUMBERS.indexOf(type) + 1) : [type]);
const isField = (type: Type): boolean => type === "ℚ" || type === "ℝ";
const isFinite = (type: Type): boolean => /^(?:Fin|ZMod)/.test(type);
const numeral = (value: number | bigint): Term => ({ op: "numeral", value: BigInt(value) });
const typed = (of: Term, type: Type): Term => ({ op: "typed", of, type });

function literal(scope: Scope): Term {
  const { draw, size } = scope;
  return numeral(draw(12) === 11 ? BigInt(draw(size + 1)) * 10n ** BigInt(draw(size > 100 ? 18 : 3)) : draw(Math.min(size, 12) + 1));
}

/** A term that may stand where `type` is expected. */
export function term(scope: Scope, type: Type, depth: number): Term {
  const { draw } = scope;
  const own = scope.variables.filter((variable) => below(type).includes(variable.type));
  if (depth <= 0) {
    if (own.length > 0 && draw(3) > 0) return { op: "variable", name: pick(scope, own).name };
    if (isField(type) && draw(12) === 11) return typed({ op: "decimal", text: "1.5", n: 3n, d: 2n }, type);
    return literal(scope);
  }
  switch (draw(14)) {
    case 0:
    case 1:
      return term(scope, type, 0);
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
      return { op: "binary", sign: pick<Sign>(scope, type.startsWith("ZMod") ? ["+", "-", "*"] : isField(type) ? ["+", "-", "*", "/", "+", "-", "*", "/", "+", "%"] : ["+", "-", "*", "/", "%"]), left: term(scope, type, depth - 1), right: term(scope, type, depth - 1 - draw(2)) };
    case 7:
      return type === "ℕ" ? { op: "binary", sign: "-", left: term(scope, type, depth - 1), right: term(scope, type, depth - 1) } : { op: "neg", of: term(scope, type, depth - 1) };
    case 8:
      return { op: "pow", base: term(scope, type, depth - 1), exponent: exponent(scope, type) };
    case 9:
      return typed(term(scope, pick(scope, below(type)), depth - 1), type);
    case 10: {
      const inner = pick(scope, below(type));
      return typed(term(scope, inner, depth - 1), inner);
    }
    case 11:
    case 12:
      return functionCall(scope, type, depth);
    default:
      return binding(scope, type, depth);
  }
}

function exponent(scope: Scope, type: Type): Term {
  const { draw } = scope;
  if (isField(type) && draw(3) === 2) return typed({ op: "neg", of: numeral(draw(4)) }, "ℤ");
  const small = scope.variables.filter((variable) => variable.type === "ℕ");
  if (small.length > 0 && draw(4) === 3) return { op: "variable", name: pick(scope, small).name };
  return numeral(draw(5));
}

function functionCall(scope: Scope, type: Type, depth: number): Term {
  const { draw } = scope;
  const own = scope.functions.filter(({ to }) => below(type).includes(to));
  if (own.length > 0 && draw(2) === 1) {
    const { name, from } = pick(scope, own);
    return { op: "own", name, arg: typed(term(scope, from, depth - 1), from) };
  }
  if (isFinite(type)) return typed(term(scope, type, depth - 1), type);
  const argument = (of: Type): Term => typed(term(scope, of, depth - 1), of);
  const polymorphic = pick(scope, below(type));
  const field = pick<Type>(scope, ["ℚ", "ℝ"]);
  const kinds: (() => Term)[] = [
    () => ({ op: "call", name: "max", type: polymorphic, args: [argument(polymorphic), argument(polymorphic)] }),
    () => ({ op: "call", name: "min", type: polymorphic, args: [argument(polymorphic), argument(polymorphic)] }),
    () => (polymorphic === "ℕ" ? named(scope, depth, type) : { op: "call", name: "abs", type: polymorphic, args: [argument(polymorphic)] }),
    () => named(scope, depth, type),
    () => named(scope, depth, type),
    () => ({ op: "call", name: pick(scope, ["natFloor", "natCeil"]), type: "ℕ", args: [argument(field)] }),
  ];
  if (type !== "ℕ") kinds.push(() => ({ op: "call", name: pick(scope, ["floor", "ceil", "round"]), type: "ℤ", args: [argument(field)] }));
  if (type !== "ℕ") kinds.push(() => ({ op: "call", name: "num", type: "ℤ", args: [argument("ℚ")] }));
  if (isField(type)) kinds.push(() => ({ op: "call", name: "inverse", type, args: [argument(type)] }), () => ({ op: "call", name: "Int.fract", type, args: [argument(type)] }));
  kinds.push(() => ({ op: "call", name: "den", type: "ℕ", args: [argument("ℚ")] }));
  const residues = scope.variables.filter((variable) => isFinite(variable.type));
  if (residues.length > 0) kinds.push(() => ({ op: "call", name: "val", type: "ℕ", args: [{ op: "variable", name: pick(scope, residues).name }] }));
  return pick(scope, kinds)();
}

const NAMED = Object.keys(FUNCTIONS);

function named(scope: Scope, depth: number, type: Type): Term {
  const name = pick(scope, NAMED.filter((each) => below(type).includes(FUNCTIONS[each]!.type)));
  const { args, type: own } = FUNCTIONS[name]!;
  if (name === "digitSum") return { op: "call", name, type: own, args: [numeral(2 + scope.draw(11)), term(scope, "ℕ", depth - 1)] };
  return { op: "call", name, type: own, args: args.map((arg) => term(scope, arg, depth - 1)) };
}

const fresh = (scope: Scope): string => ["i", "j", "k", "u", "v", "w"].find((name) => !scope.variables.some((variable) => variable.name === name)) ?? "z";
const inside = (scope: Scope, name: string, type: Type, decidable = scope.decidable): Scope => ({ ...scope, variables: [...scope.variables, { name, type }], decidable });

function binding(scope: Scope, type: Type, depth: number): Term {
  const name = fresh(scope);
  switch (scope.draw(5)) {
    case 0:
      return { op: "if", type, condition: claim({ ...scope, decidable: true }, depth - 1), yes: term(scope, type, depth - 1), no: term(scope, type, depth - 1) };
    case 1: {
      const { set, type: of } = range(scope, depth - 1);
      return { op: "big", sign: pick(scope, ["∑", "∏"]), type, name, set, body: term(inside(scope, name, of), type, depth - 1) };
    }
    case 2: {
      if (isFinite(type)) return term(scope, type, depth - 1);
      const { set, type: of } = range(scope, depth - 1);
      return { op: "count", name, set, condition: claim(inside(scope, name, of, true), depth - 1) };
    }
    default: {
      const valueType = pick(scope, below(type));
      return { op: pick(scope, ["let", "applied"] as const), type, name, valueType, value: term(scope, valueType, depth - 1), body: term(inside(scope, name, valueType), type, depth - 1) };
    }
  }
}

function range(scope: Scope, depth: number): { set: Range; type: Type } {
  const { draw } = scope;
  switch (draw(4)) {
    case 0:
      return { set: { op: "range", size: draw(3) === 2 ? term(scope, "ℕ", depth - 1) : numeral(draw(7)) }, type: "ℕ" };
    case 1: {
      const type = pick(scope, ["ℕ", "ℤ"]);
      const low: Term = type === "ℤ" && draw(2) ? { op: "neg", of: numeral(draw(6)) } : numeral(draw(4));
      return { set: { op: "interval", name: pick(scope, ["Icc", "Ico", "Ioc", "Ioo"]), type, low, high: draw(4) === 3 ? term(scope, type, depth - 1) : numeral(draw(9)) }, type };
    }
    case 2: {
      const type = pick(scope, ["ℕ", "ℤ"]);
      return { set: { op: "list", type, items: Array.from({ length: 1 + draw(4) }, () => literal(scope)) }, type };
    }
    default:
      return { set: { op: "divisors", of: numeral(draw(40)) }, type: "ℕ" };
  }
}

const RELATIONS: readonly Relation[] = ["=", "≤", "<", "≠", "≥", ">"];

function relation(scope: Scope, depth: number): Claim {
  const { draw } = scope;
  const present = [...new Set(scope.variables.map(({ type }) => type))];
  const type = present.length > 0 && draw(4) > 0 ? pick(scope, present) : pick(scope, NUMBERS);
  const left = term(scope, type, depth);
  const right = term(scope, type, Math.max(0, depth - draw(2)));
  const sign = pick(scope, type.startsWith("ZMod") ? RELATIONS.slice(0, 1) : RELATIONS);
  return { op: "relation", sign, left: isFinite(type) || draw(3) > 0 ? typed(left, type) : left, right };
}

export function claim(scope: Scope, depth: number): Claim {
  const { draw } = scope;
  if (depth <= 0) return relation(scope, 1);
  const whole = pick<Type>(scope, ["ℕ", "ℤ"]);
  switch (draw(15)) {
    case 0:
    case 1:
    case 2:
      return relation(scope, depth);
    case 3:
      return { op: "divides", type: scope.decidable || draw(5) > 0 ? whole : pick(scope, NUMBERS), left: term(scope, "ℕ", depth - 1), right: term(scope, whole, depth - 1) };
    case 4: {
      const finite = scope.variables.filter(({ type }) => isFinite(type));
      const types: readonly Type[] = scope.decidable ? ["ℕ", "ℤ"] : [...NUMBERS, ...finite.map(({ type }) => type)];
      const type = pick(scope, types);
      const name = pick(scope, ["Even", "Odd", "IsSquare"] as const);
      return { op: "property", name: scope.decidable && name === "IsSquare" ? "Even" : name, type, of: term(scope, type, depth - 1) };
    }
    case 5:
      return { op: "property", name: scope.decidable || draw(3) > 0 ? "Nat.Prime" : "Prime", type: scope.decidable ? "ℕ" : "ℕ", of: term(scope, "ℕ", depth - 1) };
    case 6:
      return draw(2) ? { op: "coprime", left: term(scope, "ℕ", depth - 1), right: term(scope, "ℕ", depth - 1) } : { op: "congruent", type: whole as "ℕ" | "ℤ", left: typed(term(scope, whole, depth - 1), whole), right: typed(term(scope, whole, depth - 1), whole), modulus: draw(4) ? numeral(draw(9)) : term(scope, whole, depth - 1) };
    case 7: {
      const { set, type } = range(scope, depth - 1);
      if (!scope.decidable && draw(3) === 2) {
        const of = pick(scope, NUMBERS);
        return { op: "member", of: term(scope, of, depth - 1), type: of, kind: "Set", set: { op: "interval", name: pick(scope, ["Icc", "Ico", "Ioc", "Ioo"]), type: of, low: term(scope, of, 0), high: term(scope, of, 1) } };
      }
      return { op: "member", of: term(scope, type, depth - 1), type, set, kind: set.op === "list" && !scope.decidable && draw(2) ? "Set" : "Finset" };
    }
    case 8:
      return { op: "not", of: claim(scope, depth - 1) };
    case 9:
    case 10:
    case 11:
      return { op: "both", sign: pick(scope, scope.decidable ? (["∧", "∨", "→"] as const) : (["∧", "∨", "→", "↔", "Xor'"] as const)), left: claim(scope, depth - 1), right: claim(scope, depth - 1 - draw(2)) };
    default:
      return quantified(scope, depth);
  }
}

function quantified(scope: Scope, depth: number): Claim {
  const { draw } = scope;
  const name = fresh(scope);
  const { domain, type } = domainOf(scope, depth);
  const unique = !scope.decidable && (domain.op === "type" || domain.op === "premises") && draw(4) === 3;
  return { op: "quantified", quantifier: unique ? "∃!" : pick(scope, ["∀", "∃"]), name, domain, body: claim(inside(scope, name, type), depth - 1) };
}

function domainOf(scope: Scope, depth: number): { domain: Domain; type: Type } {
  const { draw } = scope;
  switch (draw(scope.decidable ? 2 : 5)) {
    case 0: {
      const { set, type } = range(scope, depth - 1);
      return { domain: { op: "set", set }, type };
    }
    case 1:
      return { domain: { op: "below", sign: pick(scope, ["<", "≤"]), limit: typed(draw(3) ? numeral(draw(9)) : term(scope, "ℕ", depth - 1), "ℕ") }, type: "ℕ" };
    case 2: {
      const type = pick(scope, [...NUMBERS, "Fin 3", "ZMod 4"]);
      return { domain: { op: "type", type }, type };
    }
    case 3: {
      const type = `Fin ${1 + draw(7)}`;
      return { domain: { op: "type", type }, type };
    }
    default: {
      const type = pick(scope, ["ℕ", "ℤ"]);
      return { domain: { op: "premises", type, low: BigInt(-draw(6)), high: BigInt(draw(7)) }, type };
    }
  }
}

const FINITE: readonly Type[] = ["Fin 1", "Fin 2", "Fin 5", "Fin 6", "Fin 10", "ZMod 1", "ZMod 2", "ZMod 6", "ZMod 7", "ZMod 8"];

/** One statement: closed, or with up to three variables, bounded or not, with premises, functions with their equations, and in either form. */
export function statement(draw: Draw): Statement {
  const closed = draw(3) === 0;
  const depth = 1 + draw(3);
  const start: Scope = { draw, variables: [], functions: [], decidable: false, size: closed && draw(4) === 3 ? 1_000_000_000 : 20 };
  const finite = draw(6) === 5;
  const count = closed ? 0 : 1 + [0, 0, 0, 1, 1, 2][draw(6)]!;
  const shared = pick(start, finite ? FINITE : NUMBERS);
  const variables = ["a", "b", "c"].slice(0, count).map((name): Bound => {
    const type = draw(3) === 2 && !finite ? pick(start, NUMBERS) : shared;
    if (isFinite(type) || draw(3) === 0) return { name, type };
    return { name, type, within: count > 2 ? [-3n, 3n] : [-BigInt(draw(9)), BigInt(draw(9))] };
  });
  const functions: OwnFunction[] = [];
  if (draw(12) === 11) {
    const from = pick(start, NUMBERS);
    const to = pick(start, NUMBERS);
    // What the body may hold is of the type of its values, or below.
    functions.push({ name: "f", from, to, body: term({ ...start, variables: NUMBERS.indexOf(from) <= NUMBERS.indexOf(to) ? [{ name: "x", type: from }] : [] }, to, 2) });
  }
  const scope = { ...start, variables, functions };
  const premises = Array.from({ length: closed ? Number(draw(8) === 7) : Math.max(0, draw(4) - 1) }, () => claim(scope, draw(3)));
  return { variables, functions, premises, goal: claim(scope, depth), inGoal: draw(5) === 4 };
}

/** Statements for fast-check. */
export const statements: fc.Arbitrary<Statement> = fc.gen().map((g) => statement((n) => (n <= 1 ? 0 : g(fc.nat, n - 1))));
