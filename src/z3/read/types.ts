/** The types that the engine knows, and how two of them are made equal while a statement is being read. */
import { Unreadable } from "./syntax";

export type BaseName = "ℕ" | "ℤ" | "ℚ" | "ℝ" | "ℂ" | "ℕ∞" | "Prop" | "Bool";
export type Collection = "Set" | "Finset" | "List" | "Multiset";

/**
 * A Lean type. `sort` is a type variable such as `{α : Type*}`; `param` stands for a type variable in a signature of `constants.ts`;
 * `meta` is not known yet: `value` is set once it is.
 */
export type Type =
  | { readonly kind: "base"; readonly name: BaseName }
  | { readonly kind: "Fin" | "ZMod"; readonly size: bigint }
  | { readonly kind: "sort"; readonly name: string }
  | { readonly kind: "param"; readonly name: string }
  | { readonly kind: "arrow"; readonly from: Type; readonly to: Type }
  | { readonly kind: "product"; readonly left: Type; readonly right: Type }
  | { readonly kind: Collection; readonly of: Type }
  | Meta;

export interface Meta {
  readonly kind: "meta";
  value?: Type;
}

const base = (name: BaseName): Type => ({ kind: "base", name });
export const NAT = base("ℕ");
export const INT = base("ℤ");
export const RAT = base("ℚ");
export const REAL = base("ℝ");
export const COMPLEX = base("ℂ");
export const ENAT = base("ℕ∞");
export const PROP = base("Prop");
export const BOOL = base("Bool");

/** The base types by name, and by their plain spellings. */
export const BASE_TYPES: ReadonlyMap<string, Type> = new Map([
  ["ℕ", NAT], ["Nat", NAT], ["ℤ", INT], ["Int", INT], ["ℚ", RAT], ["Rat", RAT], ["ℝ", REAL], ["Real", REAL], ["ℂ", COMPLEX], ["Complex", COMPLEX],
  ["ℕ∞", ENAT], ["ENat", ENAT], ["Prop", PROP], ["Bool", BOOL],
]);

/** ℕ ⊂ ℤ ⊂ ℚ ⊂ ℝ ⊂ ℂ: each coerces into those after it. */
const LADDER: readonly string[] = ["ℕ", "ℤ", "ℚ", "ℝ", "ℂ"];

export function arrow(from: Type, to: Type): Type {
  return { kind: "arrow", from, to };
}

export function collection(kind: Collection, of: Type): Type {
  return { kind, of };
}

/** The type with everything known about its outermost constructor. */
export function head(type: Type): Type {
  let result = type;
  while (result.kind === "meta" && result.value) result = result.value;
  return result;
}

/** The same type without solved metas inside. */
export function known(type: Type): Type {
  const top = head(type);
  switch (top.kind) {
    case "arrow":
      return arrow(known(top.from), known(top.to));
    case "product":
      return { kind: "product", left: known(top.left), right: known(top.right) };
    case "Set":
    case "Finset":
    case "List":
    case "Multiset":
      return collection(top.kind, known(top.of));
    default:
      return top;
  }
}

/** Whether nothing about the type is open. */
export function isGround(type: Type): boolean {
  const top = head(type);
  switch (top.kind) {
    case "meta":
      return false;
    case "arrow":
      return isGround(top.from) && isGround(top.to);
    case "product":
      return isGround(top.left) && isGround(top.right);
    case "Set":
    case "Finset":
    case "List":
    case "Multiset":
      return isGround(top.of);
    default:
      return true;
  }
}

export function isBase(type: Type, ...names: BaseName[]): boolean {
  const top = head(type);
  return top.kind === "base" && names.includes(top.name);
}

/** ℕ, ℤ, ℚ or ℝ. */
export function isOrdered(type: Type): boolean {
  return isBase(type, "ℕ", "ℤ", "ℚ", "ℝ");
}

/** ℚ, ℝ or ℂ. */
export function isField(type: Type): boolean {
  return isBase(type, "ℚ", "ℝ", "ℂ");
}

/** Equality of types without solving anything; open types are equal only to themselves. */
export function sameType(a: Type, b: Type): boolean {
  const [x, y] = [head(a), head(b)];
  if (x === y) return true;
  if (x.kind !== y.kind) return false;
  switch (x.kind) {
    case "base":
    case "sort":
    case "param":
      return x.name === (y as typeof x).name;
    case "Fin":
    case "ZMod":
      return x.size === (y as typeof x).size;
    case "arrow":
      return sameType(x.from, (y as typeof x).from) && sameType(x.to, (y as typeof x).to);
    case "product":
      return sameType(x.left, (y as typeof x).left) && sameType(x.right, (y as typeof x).right);
    case "meta":
      return false;
    default:
      return sameType(x.of, (y as typeof x).of);
  }
}

/** What was solved since a point in time, so that it can be undone when one reading of an overloaded name fails. */
export class Unifier {
  private readonly trail: Meta[] = [];

  fresh(): Meta {
    return { kind: "meta" };
  }

  mark(): number {
    return this.trail.length;
  }

  undoTo(mark: number): void {
    while (this.trail.length > mark) this.trail.pop()!.value = undefined;
  }

  /** Makes two types equal if that is possible; leaves everything as it was if not. */
  unify(a: Type, b: Type): boolean {
    const mark = this.mark();
    if (this.solve(a, b)) return true;
    this.undoTo(mark);
    return false;
  }

  private solve(a: Type, b: Type): boolean {
    const [x, y] = [head(a), head(b)];
    if (x === y) return true;
    if (x.kind === "meta") return this.assign(x, y);
    if (y.kind === "meta") return this.assign(y, x);
    if (x.kind === "arrow" && y.kind === "arrow") return this.solve(x.from, y.from) && this.solve(x.to, y.to);
    if (x.kind === "product" && y.kind === "product") return this.solve(x.left, y.left) && this.solve(x.right, y.right);
    if ("of" in x && "of" in y) return x.kind === y.kind && this.solve(x.of, y.of);
    if (x.kind === "Set" && y.kind === "arrow") return this.solve(arrow(x.of, PROP), y); // Set α is α → Prop
    if (x.kind === "arrow" && y.kind === "Set") return this.solve(x, arrow(y.of, PROP));
    return sameType(x, y);
  }

  private assign(meta: Meta, value: Type): boolean {
    if (occurs(meta, value)) return false;
    meta.value = value;
    this.trail.push(meta);
    return true;
  }
}

function occurs(meta: Meta, type: Type): boolean {
  const top = head(type);
  if (top === meta) return true;
  if (top.kind === "arrow") return occurs(meta, top.from) || occurs(meta, top.to);
  if (top.kind === "product") return occurs(meta, top.left) || occurs(meta, top.right);
  return "of" in top && occurs(meta, top.of);
}

/**
 * Whether Lean inserts a coercion from one known type to another.
 * @example coerces(NAT, REAL) // true
 */
export function coerces(from: Type, to: Type): boolean {
  const [x, y] = [head(from), head(to)];
  if (x.kind === "base" && y.kind === "base") {
    const [low, high] = [LADDER.indexOf(x.name), LADDER.indexOf(y.name)];
    return (low !== -1 && low < high) || (x.name === "ℕ" && y.name === "ℕ∞") || (x.name === "Bool" && y.name === "Prop");
  }
  if (x.kind === "Fin" && y.kind === "base") return LADDER.includes(y.name);
  if (x.kind === "base" && y.kind === "ZMod") return x.name === "ℕ" || x.name === "ℤ";
  return x.kind === "Finset" && y.kind === "Set" && sameType(x.of, y.of);
}

/** In Lean notation. @example showType(arrow(NAT, collection("Set", REAL))) // "ℕ → Set ℝ" */
export function showType(type: Type): string {
  const top = head(type);
  switch (top.kind) {
    case "base":
    case "sort":
    case "param":
      return top.name;
    case "Fin":
    case "ZMod":
      return `${top.kind} ${top.size}`;
    case "arrow":
      return `${nested(top.from)} → ${showType(top.to)}`;
    case "product":
      return `${nested(top.left)} × ${showType(top.right)}`;
    case "meta":
      return "_";
    default:
      return `${top.kind} ${nested(top.of)}`;
  }
}

function nested(type: Type): string {
  const text = showType(type);
  return text.includes(" ") ? `(${text})` : text;
}

/** @throws Unreadable that says which two types do not fit */
export function mismatch(what: string, found: Type, wanted: Type): Unreadable {
  return new Unreadable(`${what} has type ${showType(found)}, where ${showType(wanted)} is needed`);
}
