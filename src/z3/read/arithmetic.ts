/**
 * Arithmetic as Lean's `binop%` reads it: the operators of an expression form one tree, the largest type among its leaves (and the
 * expected one) is found, and coercions are put at the leaves. Exponents stay apart. Relations take both sides as one tree.
 * Follows Lean.Elab.Extra of Lean 4.
 */
import { containsDot } from "./dots";
import type { Elaborator } from "./elaborate";
import { canOperate, hasUnreadInstance, TREE_SIGNS } from "./instances";
import { Unreadable, type Syntax } from "./syntax";
import { node, not, type Term } from "./term";
import { coerces, head, isGround, PROP, sameType, showType, type Type } from "./types";

type Tree =
  | { readonly kind: "leaf"; readonly term: Term }
  | { readonly kind: "binary"; readonly sign: string; readonly left: Tree; readonly right: Tree }
  | { readonly kind: "unary"; readonly sign: "neg" | "⁻¹"; readonly of: Tree }
  | { readonly kind: "power"; readonly base: Tree; readonly exponent: Term };

const OPS: Readonly<Record<string, string>> = {
  "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod", "∪": "union", "∩": "inter", "\\": "diff", neg: "neg", "⁻¹": "inv",
};

/** Whether a term is an arithmetic tree by its outermost sign. */
export function isTree(syntax: Syntax): boolean {
  if (syntax.kind === "infix") return TREE_SIGNS.has(syntax.op) || syntax.op === "^";
  return (syntax.kind === "prefix" && syntax.op === "-") || (syntax.kind === "postfix" && syntax.op === "⁻¹");
}

/** Reads an arithmetic term. */
export function elaborateTree(reader: Elaborator, syntax: Syntax, expected?: Type): Term {
  return treeTerm(reader, readTree(reader, syntax), expected);
}

/** Reads `a = b`, `a < b` and the like. `a > b` is `b < a`, and `a ≠ b` is `¬ a = b`, as in Lean. */
export function elaborateRelation(reader: Elaborator, sign: string, leftSyntax: Syntax, rightSyntax: Syntax): Term {
  const trees = [readTree(reader, leftSyntax), readTree(reader, rightSyntax)] as const;
  const max = largestType(trees, undefined);
  const [left, right] = trees.map((tree) => build(reader, max ? coerceLeaves(reader, tree, max) : tree)) as [Term, Term];
  const fitted = reader.fit(right, left.type, `the right side of \`${sign}\``);
  switch (sign) {
    case "=":
      return node("eq", PROP, left, fitted);
    case "≠":
      return not(node("eq", PROP, left, fitted));
    case "<":
    case ">":
      return sign === "<" ? node("lt", PROP, left, fitted) : node("lt", PROP, fitted, left);
    default:
      return sign === "≤" ? node("le", PROP, left, fitted) : node("le", PROP, fitted, left);
  }
}

function readTree(reader: Elaborator, syntax: Syntax): Tree {
  const tree = toTree(reader, syntax);
  reader.agenda.settle();
  return tree;
}

function toTree(reader: Elaborator, syntax: Syntax): Tree {
  if (syntax.kind === "paren" && !containsDot(syntax.of)) return toTree(reader, syntax.of);
  if (!isTree(syntax)) return { kind: "leaf", term: reader.elaborate(syntax) };
  switch (syntax.kind) {
    case "prefix":
      return { kind: "unary", sign: "neg", of: toTree(reader, syntax.of) };
    case "postfix":
      return { kind: "unary", sign: "⁻¹", of: toTree(reader, syntax.of) };
    case "infix":
      if (syntax.op === "^") return { kind: "power", base: toTree(reader, syntax.left), exponent: reader.elaborate(syntax.right) };
      return { kind: "binary", sign: syntax.op, left: toTree(reader, syntax.left), right: toTree(reader, syntax.right) };
    default:
      throw new Unreadable("not an arithmetic term");
  }
}

function treeTerm(reader: Elaborator, tree: Tree, expected: Type | undefined): Term {
  const max = largestType([tree], expected && head(expected).kind !== "meta" ? expected : undefined);
  const term = build(reader, max ? coerceLeaves(reader, tree, max) : tree);
  return expected ? reader.fit(term, expected, "an arithmetic term") : term;
}

/** The type to which all leaves coerce; `undefined` if nothing is known about any leaf, or if two do not compare. */
function largestType(trees: readonly Tree[], start: Type | undefined): Type | undefined {
  let max = start;
  let comparable = true;
  const visit = (tree: Tree): void => {
    if (tree.kind === "binary") {
      visit(tree.left);
      visit(tree.right);
    } else if (tree.kind === "unary") visit(tree.of);
    else if (tree.kind === "power") visit(tree.base);
    else if (comparable && head(tree.term.type).kind !== "meta") {
      const { type } = tree.term;
      refuseUnclear(max, type);
      if (max === undefined) max = type;
      else if (sameType(max, type) || coerces(type, max)) return;
      else if (coerces(max, type)) max = type;
      else comparable = false;
    }
  };
  trees.forEach(visit);
  return comparable ? max : undefined;
}

/** Versions of Mathlib differ on whether ℕ coerces into `Fin n`, so a mixture of the two has no sure meaning. */
function refuseUnclear(a: Type | undefined, b: Type): void {
  if (!a) return;
  const kinds = [head(a), head(b)];
  if (kinds.some(({ kind }) => kind === "Fin") && !sameType(a, b)) throw new Unreadable(`arithmetic that mixes ${showType(a)} and ${showType(b)} is not read`);
}

function coerceLeaves(reader: Elaborator, tree: Tree, max: Type): Tree {
  switch (tree.kind) {
    case "power":
      return { ...tree, base: coerceLeaves(reader, tree.base, max) };
    case "unary":
      return { ...tree, of: coerceLeaves(reader, tree.of, max) };
    case "binary":
      if (hasUnreadInstance(tree.sign, max)) throw new Unreadable(`\`${tree.sign}\` on ${showType(max)} is not read`);
      if (!canOperate(tree.sign, max)) return { kind: "leaf", term: binary(reader, tree.sign, treeTerm(reader, tree.left, undefined), treeTerm(reader, tree.right, undefined)) };
      return { ...tree, left: coerceLeaves(reader, tree.left, max), right: coerceLeaves(reader, tree.right, max) };
    case "leaf": {
      const { term } = tree;
      if (reader.unifier.unify(term.type, max)) return tree;
      if (!isGround(term.type) || !isGround(max) || !coerces(term.type, max)) throw new Unreadable(`${showType(term.type)} does not coerce into ${showType(max)}`);
      return { kind: "leaf", term: reader.cast(term, max) };
    }
  }
}

function build(reader: Elaborator, tree: Tree): Term {
  switch (tree.kind) {
    case "leaf":
      return tree.term;
    case "unary": {
      const of = build(reader, tree.of);
      if (tree.sign === "neg") reader.agenda.add({ kind: "negation", type: of.type });
      return node(OPS[tree.sign]!, of.type, of);
    }
    case "power":
      return power(reader, build(reader, tree.base), tree.exponent);
    case "binary":
      return binary(reader, tree.sign, build(reader, tree.left), build(reader, tree.right));
  }
}

function binary(reader: Elaborator, sign: string, left: Term, right: Term): Term {
  const out = reader.unifier.fresh();
  reader.agenda.add({ kind: "operator", sign, left: left.type, right: right.type, out });
  reader.agenda.settle();
  return node(OPS[sign]!, out, left, right);
}

function power(reader: Elaborator, base: Term, exponent: Term): Term {
  const out = reader.unifier.fresh();
  reader.agenda.add({ kind: "power", sign: "^", left: base.type, right: exponent.type, out });
  reader.agenda.settle();
  return node("power", out, base, exponent);
}
