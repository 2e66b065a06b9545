/** Terms whose every part has a Lean type: what the engine decides about. */
import { modulo } from "../exact/integer";
import type { Rational } from "../exact/rational";
import { arrow, BOOL, head, known, PROP, type Type } from "./types";

/** A variable; two with the same name are different variables. */
export interface Variable {
  readonly name: string;
  readonly type: Type;
}

/**
 * A term. `op` says what it is:
 * - `number` (with `value`), `variable` and the binders `lambda`, `forall`, `exists` (with `variable`), `apply`;
 * - logic: `true false and or not implies iff eq lt le dvd if`;
 * - arithmetic, with the meaning that Lean gives it at `type`: `add sub mul div mod neg inv pow zpow rpow abs min max cast`;
 * - sets: `setOf` of a function into Prop, `mem`, `subset`, `union`, `inter`, `diff`, `compl`, `enumerate` (its elements), `pair`, `fst`, `snd`;
 * - everything else by its full Lean name, as in `constants.ts`.
 */
export interface Term {
  readonly op: string;
  readonly type: Type;
  readonly args: readonly Term[];
  readonly value?: Rational;
  readonly variable?: Variable;
}

const NONE: readonly Term[] = [];

export function node(op: string, type: Type, ...args: Term[]): Term {
  return { op, type, args };
}

/** A numeral. In `Fin n` and `ZMod n` it is taken modulo n: the 1 of `Fin 1` is its 0. */
export function numeral(value: Rational, type: Type): Term {
  const top = head(type);
  const inType = (top.kind === "Fin" || top.kind === "ZMod") && value.den === 1n ? { num: modulo(value.num, top.size), den: 1n } : value;
  return { op: "number", type, args: NONE, value: inType };
}

export function use(variable: Variable): Term {
  return { op: "variable", type: variable.type, args: NONE, variable };
}

export function bind(op: "lambda" | "forall" | "exists", variable: Variable, body: Term): Term {
  return { op, type: op === "lambda" ? arrow(variable.type, body.type) : PROP, args: [body], variable };
}

export const TRUE: Term = node("true", PROP);
export const FALSE: Term = node("false", PROP);

export function truth(value: boolean): Term {
  return value ? TRUE : FALSE;
}

/** ¬ p, with double negations and constants resolved. */
export function not(p: Term): Term {
  if (p.op === "not") return p.args[0]!;
  if (p.op === "true" || p.op === "false") return truth(p.op === "false");
  return node("not", PROP, p);
}

/** Conjunction of any number of propositions, flat and without the constant true. */
export function and(...parts: Term[]): Term {
  const flat = parts.flatMap((part) => (part.op === "and" ? part.args : [part])).filter(({ op }) => op !== "true");
  if (flat.some(({ op }) => op === "false")) return FALSE;
  return flat.length === 0 ? TRUE : flat.length === 1 ? flat[0]! : node("and", PROP, ...flat);
}

/** Disjunction of any number of propositions, flat and without the constant false. */
export function or(...parts: Term[]): Term {
  const flat = parts.flatMap((part) => (part.op === "or" ? part.args : [part])).filter(({ op }) => op !== "false");
  if (flat.some(({ op }) => op === "true")) return TRUE;
  return flat.length === 0 ? FALSE : flat.length === 1 ? flat[0]! : node("or", PROP, ...flat);
}

export function implies(p: Term, q: Term): Term {
  return node("implies", PROP, p, q);
}

export function eq(a: Term, b: Term): Term {
  return node("eq", PROP, a, b);
}

/** Rebuilds a term with its parts replaced. */
export function withArgs(term: Term, args: readonly Term[]): Term {
  return args.every((arg, i) => arg === term.args[i]) ? term : { ...term, args };
}

/** The term with variables replaced by terms. Binders get new variables on the way, so that nothing is captured. */
export function substitute(term: Term, replacements: ReadonlyMap<Variable, Term>): Term {
  if (term.op === "variable") return replacements.get(term.variable!) ?? term;
  if (!term.variable) return term.args.length === 0 ? term : withArgs(term, term.args.map((arg) => substitute(arg, replacements)));
  const variable: Variable = { name: term.variable.name, type: term.variable.type };
  const inner = new Map(replacements).set(term.variable, use(variable));
  return { ...term, variable, args: term.args.map((arg) => substitute(arg, inner)) };
}

/** The free variables of a term, in the order of first use. */
export function freeVariables(term: Term): Set<Variable> {
  const free = new Set<Variable>();
  const visit = (part: Term, bound: readonly Variable[]): void => {
    if (part.op === "variable" && !bound.includes(part.variable!)) free.add(part.variable!);
    const inner = part.variable && part.op !== "variable" ? [...bound, part.variable] : bound;
    for (const arg of part.args) visit(arg, inner);
  };
  visit(term, []);
  return free;
}

/** Whether a variable occurs in a term. */
export function mentions(term: Term, variable: Variable): boolean {
  return term.variable === variable ? true : term.args.some((arg) => mentions(arg, variable));
}

/** How many nodes a term has, counted up to a limit. */
export function size(term: Term, limit = Infinity): number {
  let count = 1;
  for (const arg of term.args) {
    if (count >= limit) break;
    count += size(arg, limit - count);
  }
  return count;
}

/** A proposition out of a Bool: `b = true`, as Lean coerces it. */
export function fromBool(term: Term): Term {
  return head(term.type) === BOOL ? { ...term, type: PROP } : term;
}

/** Applies a function term; a lambda is reduced at once. */
export function applied(fn: Term, arg: Term): Term {
  if (fn.op === "lambda") return substitute(fn.args[0]!, new Map([[fn.variable!, arg]]));
  const type = known(fn.type);
  const result = type.kind === "arrow" ? type.to : PROP;
  return node("apply", result, fn, arg);
}
