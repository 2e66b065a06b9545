/** Quantifiers, functions, sets given by a property, big sums and products, and `let`. */
import type { Elaborator } from "./elaborate";
import { patternNames, Unreadable, type Binder, type Pattern, type Syntax } from "./syntax";
import { and, bind, node, use, type Term, type Variable } from "./term";
import { readType, tryType } from "./type-syntax";
import { collection, head, PROP, type Type } from "./types";

/** A bound variable, with the proposition that its binder adds. */
interface Bound {
  readonly variable?: Variable;
  readonly guard?: Term;
}

/** Reads `∀ …, p`, `∃ …, p`, `∃! x, p` and `fun … => e`. */
export function elaborateBinding(reader: Elaborator, syntax: Syntax & { kind: "binding" }, expected?: Type): Term {
  const { quantifier, binders, body } = syntax;
  if (quantifier === "fun") return functionOf(reader, flatten(binders), body, expected);
  if (quantifier === "∃!") return unique(reader, flatten(binders), body);
  return withBinders(reader, flatten(binders), (bounds) => {
    let result = reader.proposition(body);
    for (const { variable, guard } of [...bounds].reverse()) {
      if (guard) result = quantifier === "∀" ? node("implies", PROP, guard, result) : node("and", PROP, guard, result);
      if (variable) result = bind(quantifier === "∀" ? "forall" : "exists", variable, result);
    }
    return result;
  });
}

/** One binder for each name. */
function flatten(binders: readonly Binder[]): Binder[] {
  return binders.flatMap((binder) => binder.names.map((name) => ({ ...binder, names: [name] })));
}

function withBinders<T>(reader: Elaborator, binders: readonly Binder[], body: (bounds: Bound[]) => T): T {
  const [first, ...rest] = binders;
  if (!first) return body([]);
  const pattern = first.names[0]!;
  const type = first.type ? tryType(reader, first.type) : reader.unifier.fresh();
  if (!type) {
    // a hypothesis such as `(h : 0 < x)`
    const guard = reader.proposition(first.type!);
    return withBinders(reader, rest, (bounds) => body([{ guard }, ...bounds]));
  }
  const variable: Variable = { name: typeof pattern === "string" ? pattern : "p", type };
  return withPattern(reader, pattern, use(variable), () => {
    const guard = first.guard && relation(reader, use(variable), pattern, first.guard);
    return withBinders(reader, rest, (bounds) => body([guard ? { variable, guard } : { variable }, ...bounds]));
  });
}

/** Gives the names of a pattern to the parts of a term. */
function withPattern<T>(reader: Elaborator, pattern: Pattern, term: Term, body: () => T): T {
  if (typeof pattern === "string") return pattern === "_" ? body() : reader.withLocal(pattern, term, body);
  if (new Set(patternNames(pattern)).size < patternNames(pattern).length) throw new Unreadable("a pattern that names a variable twice");
  const [first, ...rest] = pattern.tuple;
  const [left, right] = [reader.unifier.fresh(), reader.unifier.fresh()];
  if (!reader.unifier.unify(term.type, { kind: "product", left, right })) throw new Unreadable("a pattern (x, y) for something that is no pair");
  const remainder: Pattern = rest.length === 1 ? rest[0]! : { tuple: rest };
  return withPattern(reader, first!, node("fst", left, term), () => withPattern(reader, remainder, node("snd", right, term), body));
}

function relation(reader: Elaborator, variable: Term, pattern: Pattern, { op, right }: NonNullable<Binder["guard"]>): Term {
  if (op === "∈") return reader.member(variable, reader.elaborate(right));
  if (typeof pattern !== "string") throw new Unreadable(`\`${op}\` after a pattern is not read`);
  return reader.proposition({ kind: "infix", op, left: { kind: "name", name: pattern }, right });
}

function functionOf(reader: Elaborator, binders: readonly Binder[], body: Syntax, expected?: Type): Term {
  const [first, ...rest] = binders;
  if (!first) return expected ? reader.check(body, expected, "the body of a function") : reader.elaborate(body);
  const top = expected && head(expected);
  const wanted = top?.kind === "arrow" ? top : top?.kind === "Set" ? { from: top.of, to: PROP } : undefined;
  const type = first.type ? readType(reader, first.type) : reader.unifier.fresh();
  if (wanted && !reader.unifier.unify(type, wanted.from)) throw new Unreadable("a function whose argument has another type than expected");
  const pattern = first.names[0]!;
  const variable: Variable = { name: typeof pattern === "string" ? pattern : "p", type };
  return withPattern(reader, pattern, use(variable), () => bind("lambda", variable, functionOf(reader, rest, body, wanted?.to)));
}

function unique(reader: Elaborator, binders: readonly Binder[], body: Syntax): Term {
  if (binders.length !== 1 || binders[0]!.guard) throw new Unreadable("`∃!` with more than one variable is not read");
  return withBinders(reader, binders, ([bound]) => {
    const variable = bound?.variable;
    if (!variable) throw new Unreadable("`∃!` over a proposition is not read");
    const property = reader.proposition(body);
    const other: Variable = { name: `${variable.name}'`, type: variable.type };
    const same = node("eq", PROP, use(other), use(variable));
    const onlyOne = bind("forall", other, node("implies", PROP, renewed(property, variable, other), same));
    return bind("exists", variable, node("and", PROP, property, onlyOne));
  });
}

/** A copy with another free variable. Slots are shared, so nothing may be open any more. */
function renewed(term: Term, from: Variable, to: Variable): Term {
  return node("substituted", term.type, term, use(from), use(to));
}

/** Reads `{x | p}`, `{x ∈ s | p}`, `{(x, y) : T | p}`. With a finite set s and no set expected, `{x ∈ s | p}` is finite too. */
export function elaborateSetOf(reader: Elaborator, { binder, body }: Syntax & { kind: "setOf" }, expected?: Type): Term {
  const top = expected && head(expected);
  const pattern = binder.names[0]!;
  const variable: Variable = { name: typeof pattern === "string" ? pattern : "p", type: binder.type ? readType(reader, binder.type) : reader.unifier.fresh() };
  if (top && "of" in top) reader.unifier.unify(variable.type, top.of);
  if (binder.guard?.op === "∈") {
    const source = reader.elaborate(binder.guard.right);
    reader.agenda.settle();
    if (head(source.type).kind === "Finset" && top?.kind !== "Set") return filtered(reader, source, variable, pattern, body);
    return withPattern(reader, pattern, use(variable), () => set(variable, and(reader.member(use(variable), source), reader.proposition(body))));
  }
  if (top?.kind === "Finset") throw new Unreadable("{x | p} as a finite set is not read");
  return withPattern(reader, pattern, use(variable), () => {
    const guard = binder.guard && relation(reader, use(variable), pattern, binder.guard);
    const property = reader.proposition(body);
    return set(variable, guard ? and(guard, property) : property);
  });
}

function filtered(reader: Elaborator, source: Term, variable: Variable, pattern: Pattern, body: Syntax): Term {
  const type = head(source.type) as Type & { kind: "Finset" };
  if (!reader.unifier.unify(variable.type, type.of)) throw new Unreadable("{x ∈ s | p} with another type than s has");
  const property = withPattern(reader, pattern, use(variable), () => reader.proposition(body));
  return node("Finset.filter", type, bind("lambda", variable, property), source);
}

function set(variable: Variable, property: Term): Term {
  return node("setOf", collection("Set", variable.type), bind("lambda", variable, property));
}

/** Reads `{f x | x ∈ s}`: the values of f, as the set of all y with ∃ x, f x = y. */
export function elaborateImage(reader: Elaborator, { of, binders }: Syntax & { kind: "image" }, expected?: Type): Term {
  const top = expected && head(expected);
  return withBinders(reader, flatten(binders), (bounds) => {
    const value = top?.kind === "Set" ? reader.check(of, top.of) : reader.elaborate(of);
    const variable: Variable = { name: "y", type: value.type };
    let property: Term = node("eq", PROP, value, use(variable));
    for (const { variable: inner, guard } of [...bounds].reverse()) {
      if (guard) property = and(guard, property);
      if (inner) property = bind("exists", inner, property);
    }
    return set(variable, property);
  });
}

/** What one variable of a big sum runs through. */
interface Range {
  readonly pattern: Pattern;
  readonly type: Type;
  readonly source: Term;
}

/** Reads `∑ x ∈ s, f x` and `∏ x ∈ s, f x`, over several variables from the outside in. */
export function elaborateBig(reader: Elaborator, syntax: Syntax & { kind: "big" }, expected?: Type): Term {
  const { op, binders, condition, body } = syntax;
  if (binders.length > 1 && condition) throw new Unreadable("`with` after several variables is not read");
  const name = op === "∑" ? "Finset.sum" : "Finset.prod";
  // all ranges first: they make up one product, so that no range can mention another's variable
  const ranges = binders.map((binder): Range => {
    const type = binder.type ? readType(reader, binder.type) : reader.unifier.fresh();
    const finite = collection("Finset", type);
    return { pattern: binder.names[0]!, type, source: binder.guard ? reader.check(binder.guard.right, finite, `the range of ${op}`) : node("Finset.univ", finite) };
  });
  const over = ([first, ...inner]: readonly Range[]): Term => {
    if (!first) return expected ? reader.check(body, expected, `the body of ${op}`) : reader.elaborate(body);
    const { pattern, type, source } = first;
    const variable: Variable = { name: typeof pattern === "string" ? pattern : "p", type };
    return withPattern(reader, pattern, use(variable), () => {
      const range = condition ? node("Finset.filter", source.type, bind("lambda", variable, reader.proposition(condition)), source) : source;
      const value = over(inner);
      const summand: Variable = condition ? { name: variable.name, type } : variable;
      return node(name, value.type, range, bind("lambda", summand, condition ? renewed(value, variable, summand) : value));
    });
  };
  return over(ranges);
}

/** Reads `let x := v; e` as e with v for x. */
export function elaborateLet(reader: Elaborator, syntax: Syntax & { kind: "let" }, expected?: Type): Term {
  const { name, binders, type: typeSyntax, value: valueSyntax, body } = syntax;
  const type = typeSyntax && binders.length === 0 ? readType(reader, typeSyntax) : undefined;
  const result: Syntax = typeSyntax && binders.length > 0 ? { kind: "ascription", of: valueSyntax, type: typeSyntax } : valueSyntax;
  const definition: Syntax = binders.length > 0 ? { kind: "binding", quantifier: "fun", binders, body: result } : valueSyntax;
  const value = type ? reader.check(definition, type, `the value of \`${name}\``) : reader.elaborate(definition);
  reader.agenda.settleAll(); // as Lean does before it goes on to the body
  const variable: Variable = { name, type: value.type };
  const term = reader.withLocal(name, use(variable), () => (expected ? reader.check(body, expected) : reader.elaborate(body)));
  return node("letting", term.type, term, use(variable), value);
}

