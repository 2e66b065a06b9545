/** Names, applications and field notation: which constant is meant, and with which types. */
import { resolve, signatureOf } from "./constants";
import type { Elaborator } from "./elaborate";
import { TooLong, Unreadable, type Syntax } from "./syntax";
import { applied, bind, node, use, type Term, type Variable } from "./term";
import { instantiate, signatureType } from "./type-syntax";
import { head, REAL, showType, type Type } from "./types";

/** An argument that is still text, or one that is known. */
type Argument = Syntax | { readonly kind: "known"; readonly term: Term };

/** Reads a name, an application, a field or a `.name`. */
export function named(reader: Elaborator, syntax: Syntax & { kind: "name" | "apply" | "field" | "dotName" }, expected?: Type): Term {
  const [fn, args] = syntax.kind === "apply" ? [stripped(syntax.fn), syntax.args] : [syntax, []];
  switch (fn.kind) {
    case "name":
      return byName(reader, fn.name, args, expected);
    case "field":
      return field(reader, reader.elaborate(fn.of), fn.field, args, expected);
    case "dotName":
      return reader.later(expected, `\`.${fn.name}\``, (type) => dotName(reader, fn.name, args, type));
    default:
      return applyTerm(reader, reader.elaborate(fn), args);
  }
}

function stripped(syntax: Syntax): Syntax {
  return syntax.kind === "paren" && ["name", "field", "paren"].includes(syntax.of.kind) ? stripped(syntax.of) : syntax;
}

function byName(reader: Elaborator, name: string, args: readonly Argument[], expected?: Type): Term {
  const whole = reader.local(name);
  if (whole) return applyTerm(reader, whole, args);
  const parts = name.split(".");
  const first = parts.length > 1 ? reader.local(parts[0]!) : undefined;
  if (first) return fields(reader, first, parts.slice(1), args, expected);
  if (name === "π" && reader.scope.notations.has("Real")) return node("Real.pi", REAL);
  if (name === "starRingEnd") return conjugation(reader, args, expected);
  if (reader.scope.declared.has(name)) throw new Unreadable(`\`${name}\` is defined in the text before the theorem, which is not read`);
  const { candidates, uncertain } = resolve(name, reader.scope.open);
  if (candidates.length === 0) return byPrefix(reader, parts, args, expected);
  if (uncertain) throw new Unreadable(`\`${name}\` may mean something else since \`${uncertain}\` is opened`);
  return overloaded(reader, name, candidates, args, expected);
}

/** `starRingEnd ℂ z` is the conjugate of z. */
function conjugation(reader: Elaborator, [type, ...args]: readonly Argument[], expected?: Type): Term {
  if (type?.kind !== "name" || type.name !== "ℂ") throw new Unreadable("`starRingEnd` of anything but ℂ is not read");
  return applyConstant(reader, "star", "ℂ → ℂ", args, expected);
}

/** `Finset.univ.card`: a constant with fields behind it. */
function byPrefix(reader: Elaborator, parts: readonly string[], args: readonly Argument[], expected?: Type): Term {
  for (let length = parts.length - 1; length > 0; length--) {
    const prefix = parts.slice(0, length).join(".");
    const { candidates } = resolve(prefix, reader.scope.open);
    if (candidates.length > 0) return fields(reader, byName(reader, prefix, []), parts.slice(length), args, expected);
  }
  throw new Unreadable(`\`${parts.join(".")}\` is not known`);
}

function fields(reader: Elaborator, start: Term, path: readonly string[], args: readonly Argument[], expected?: Type): Term {
  let term = start;
  for (const name of path.slice(0, -1)) term = field(reader, term, name, [], undefined);
  return field(reader, term, path.at(-1)!, args, expected);
}

/** Tries every constant that a name can mean; exactly one must fit. */
function overloaded(reader: Elaborator, name: string, candidates: readonly string[], args: readonly Argument[], expected?: Type): Term {
  const unread = candidates.find((candidate) => signatureOf(candidate) === "?");
  if (unread) throw new Unreadable(candidates.length === 1 ? `\`${unread}\` is not read` : `\`${name}\` can mean ${candidates.join(" or ")} here`);
  if (candidates.length === 1) return constant(reader, candidates[0]!, args, expected);
  const fitting: string[] = [];
  let failure: unknown;
  for (const candidate of candidates) {
    const types = reader.unifier.mark();
    const agenda = reader.agenda.mark();
    try {
      const term = constant(reader, candidate, args, expected);
      if (expected) reader.fit(term, expected, `\`${candidate}\``);
      fitting.push(candidate);
    } catch (error) {
      if (!(error instanceof Unreadable) || error instanceof TooLong) throw error;
      failure = error;
    }
    reader.unifier.undoTo(types);
    reader.agenda.undoTo(agenda);
  }
  if (fitting.length === 0) throw failure;
  if (fitting.length > 1) throw new Unreadable(`\`${name}\` is ambiguous in Lean here: ${fitting.join(" or ")}`);
  return constant(reader, fitting[0]!, args, expected);
}

function constant(reader: Elaborator, name: string, args: readonly Argument[], expected?: Type): Term {
  return applyConstant(reader, name, signatureOf(name)!, args, expected);
}

/** Applies a constant: the expected type is used first, then the arguments are read from left to right. Missing arguments make a function. */
export function applyConstant(reader: Elaborator, name: string, signature: string, args: readonly Argument[], expected?: Type): Term {
  if (signature === "?") throw new Unreadable(`\`${name}\` is not read`);
  let type = instantiate(reader, signature);
  const arity = arityOf(signature);
  if (expected && args.length <= arity) reader.unifier.unify(resultAfter(type, args.length), expected);
  const terms: Term[] = [];
  const more: Argument[] = [];
  for (const argument of args) {
    if (terms.length === arity) {
      more.push(argument);
      continue;
    }
    const arrow = type as Type & { kind: "arrow" };
    terms.push(read(reader, argument, arrow.from, `an argument of \`${name}\``));
    type = arrow.to;
  }
  const missing: Variable[] = [];
  while (terms.length < arity) {
    const arrow = type as Type & { kind: "arrow" };
    const variable = { name: `x${missing.length + 1}`, type: arrow.from };
    missing.push(variable);
    terms.push(use(variable));
    type = arrow.to;
  }
  const full = node(name, type, ...terms);
  const fn = missing.reduceRight<Term>((body, variable) => bind("lambda", variable, body), full);
  return more.length > 0 ? applyTerm(reader, fn, more) : fn;
}

function arityOf(signature: string): number {
  let arity = 0;
  for (let type = signatureType(signature); type.kind === "arrow"; type = type.to) arity += 1;
  return arity;
}

function resultAfter(type: Type, count: number): Type {
  let result = type;
  for (let i = 0; i < count && result.kind === "arrow"; i++) result = result.to;
  return result;
}

function read(reader: Elaborator, argument: Argument, type: Type, what: string): Term {
  return argument.kind === "known" ? reader.fit(argument.term, type, what) : reader.check(argument, type, what);
}

/** Applies a term of function type. */
export function applyTerm(reader: Elaborator, fn: Term, args: readonly Argument[]): Term {
  let result = fn;
  for (const argument of args) {
    reader.agenda.settle();
    let type = head(result.type);
    if (type.kind === "meta") {
      reader.unifier.unify(type, reader.freshArrow());
      type = head(result.type);
    }
    if (type.kind === "Set") result = node("mem", { kind: "base", name: "Prop" }, read(reader, argument, type.of, "an argument"), result);
    else if (type.kind === "arrow") result = apply(result, read(reader, argument, type.from, "an argument"), type.to);
    else throw new Unreadable(`a term of type ${showType(type)} is applied to an argument`);
  }
  return result;
}

function apply(fn: Term, argument: Term, type: Type): Term {
  return fn.op === "lambda" ? applied(fn, argument) : node("apply", type, fn, argument);
}

const PROJECTIONS: ReadonlyMap<string, string> = new Map([["1", "fst"], ["fst", "fst"], ["2", "snd"], ["snd", "snd"]]);

/** `e.name`: a projection, or the constant of that name in the namespace of e's type, with e as its first argument of that type. */
function field(reader: Elaborator, of: Term, name: string, args: readonly Argument[], expected?: Type): Term {
  reader.agenda.settle();
  const type = head(of.type);
  if (type.kind === "meta") {
    const result = expected ?? reader.unifier.fresh();
    return reader.once(type, result, `the term before \`.${name}\``, () => field(reader, of, name, args, result));
  }
  const projection = type.kind === "product" ? PROJECTIONS.get(name) : undefined;
  if (type.kind === "product" && projection) {
    return applyTerm(reader, node(projection, projection === "fst" ? type.left : type.right, of), args);
  }
  if (type.kind === "Fin" && (name === "val" || name === "1")) return node("cast", { kind: "base", name: "ℕ" }, of);
  if (type.kind === "Fin" && name === "succ") throw new Unreadable("`Fin.succ` is not read");
  const constantName = `${namespaceOf(type)}.${name}`;
  const signature = signatureOf(constantName);
  if (!signature) throw new Unreadable(`\`${constantName}\` is not known`);
  const position = firstArgumentOf(signature, type);
  if (position === undefined || position > args.length) throw new Unreadable(`\`.${name}\` on ${showType(type)} is not read`);
  return applyConstant(reader, constantName, signature, [...args.slice(0, position), { kind: "known", term: of }, ...args.slice(position)], expected);
}

const BASE_NAMESPACES: Readonly<Record<string, string>> = { ℕ: "Nat", ℤ: "Int", ℚ: "Rat", ℝ: "Real", ℂ: "Complex" };

function namespaceOf(type: Type): string {
  if (type.kind === "base") return BASE_NAMESPACES[type.name] ?? type.name;
  return type.kind === "product" ? "Prod" : type.kind;
}

function firstArgumentOf(signature: string, of: Type): number | undefined {
  let position = 0;
  for (let type = signatureType(signature); type.kind === "arrow"; type = type.to, position += 1) {
    const { from } = type;
    if (from.kind === of.kind && (from.kind !== "base" || from.name === (of as typeof from).name)) return position;
  }
  return undefined;
}

/** `.I`: the constant of that name in the namespace of the expected type. */
function dotName(reader: Elaborator, name: string, args: readonly Argument[], type: Type): Term {
  const full = `${namespaceOf(head(type))}.${name}`;
  const signature = signatureOf(full);
  if (!signature) throw new Unreadable(`\`.${name}\` is not known for ${showType(type)}`);
  return reader.fit(applyConstant(reader, full, signature, args, type), type, `\`.${name}\``);
}
