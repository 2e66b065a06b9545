/** Reads types: `ℝ`, `ℕ → ℝ`, `Set (ℝ × ℝ)`, `Fin 3`. */
import type { Elaborator } from "./elaborate";
import { parseTerm } from "./parse";
import { Unreadable, type Syntax } from "./syntax";
import { arrow, BASE_TYPES, collection, PROP, type Collection, type Type } from "./types";

const COLLECTIONS: ReadonlySet<string> = new Set(["Set", "Finset", "List", "Multiset"]);

/** Types that are common in statements and outside the fragment: named in the reason instead of "not a type". */
const OUTSIDE: ReadonlySet<string> = new Set(["ℕ+", "PNat", "ℝ≥0", "NNReal", "ENNReal", "Matrix", "Polynomial", "EuclideanSpace", "Group", "Vector", "Sym2", "Option"]);

/** Reads a type. @throws Unreadable that names a type outside the fragment */
export function readType(reader: Elaborator, syntax: Syntax): Type {
  const type = tryType(reader, syntax);
  if (type) return type;
  throw new Unreadable(`the type \`${describe(syntax)}\` is not read`);
}

/** The type that a term denotes, or `undefined` if it is no type: then it can be a proposition. */
export function tryType(reader: Elaborator, syntax: Syntax): Type | undefined {
  switch (syntax.kind) {
    case "paren":
      return tryType(reader, syntax.of);
    case "name":
      if (reader.local(syntax.name)) return undefined;
      return reader.sorts.get(syntax.name) ?? BASE_TYPES.get(syntax.name) ?? outside(syntax.name);
    case "hole":
      return reader.unifier.fresh();
    case "infix":
      return infixType(reader, syntax);
    case "apply":
      return appliedType(reader, syntax.fn, syntax.args);
    default:
      return undefined;
  }
}

function outside(name: string): undefined {
  if (OUTSIDE.has(name)) throw new Unreadable(`the type \`${name}\` is not read`);
  return undefined;
}

function infixType(reader: Elaborator, { op, left, right }: Syntax & { kind: "infix" }): Type | undefined {
  if (op !== "→" && op !== "×") return undefined;
  const to = tryType(reader, right);
  if (!to) return undefined;
  const from = readType(reader, left);
  return op === "→" ? arrow(from, to) : { kind: "product", left: from, right: to };
}

function appliedType(reader: Elaborator, fn: Syntax, args: readonly Syntax[]): Type | undefined {
  if (fn.kind !== "name" || reader.local(fn.name)) return undefined;
  const [argument] = args;
  if (args.length === 1 && COLLECTIONS.has(fn.name)) return collection(fn.name as Collection, readType(reader, argument!));
  if (args.length === 1 && (fn.name === "Fin" || fn.name === "ZMod")) return sized(fn.name, argument!);
  return outside(fn.name);
}

function sized(kind: "Fin" | "ZMod", syntax: Syntax): Type {
  const size = syntax.kind === "paren" ? syntax.of : syntax;
  if (size.kind !== "numeral") throw new Unreadable(`\`${kind}\` of anything but a numeral is not read`);
  if (size.value === 0n) throw new Unreadable(`\`${kind} 0\` is not read`);
  return { kind, size: size.value };
}

function describe(syntax: Syntax): string {
  switch (syntax.kind) {
    case "name":
      return syntax.name;
    case "apply":
      return `${describe(syntax.fn)} …`;
    case "paren":
      return describe(syntax.of);
    case "prefix":
      return `${syntax.op}${describe(syntax.of)}`;
    default:
      return "…";
  }
}

const CACHE = new Map<string, Type>();

/** A signature of `constants.ts` as a type, with `param` for its Greek letters. */
export function signatureType(signature: string): Type {
  const cached = CACHE.get(signature);
  if (cached) return cached;
  const type = schema(parseTerm(signature));
  CACHE.set(signature, type);
  return type;
}

function schema(syntax: Syntax): Type {
  switch (syntax.kind) {
    case "paren":
      return schema(syntax.of);
    case "name":
      return BASE_TYPES.get(syntax.name) ?? { kind: "param", name: syntax.name };
    case "infix":
      return syntax.op === "→" ? arrow(schema(syntax.left), schema(syntax.right)) : { kind: "product", left: schema(syntax.left), right: schema(syntax.right) };
    case "apply":
      return collection((syntax.fn as Syntax & { kind: "name" }).name as Collection, schema(syntax.args[0]!));
    default:
      return PROP;
  }
}

/** A signature with fresh types for its variables. */
export function instantiate(reader: Elaborator, signature: string): Type {
  const fresh = new Map<string, Type>();
  const visit = (type: Type): Type => {
    switch (type.kind) {
      case "param":
        if (!fresh.has(type.name)) fresh.set(type.name, reader.unifier.fresh());
        return fresh.get(type.name)!;
      case "arrow":
        return arrow(visit(type.from), visit(type.to));
      case "product":
        return { kind: "product", left: visit(type.left), right: visit(type.right) };
      case "Set":
      case "Finset":
      case "List":
      case "Multiset":
        return collection(type.kind, visit(type.of));
      default:
        return type;
    }
  };
  return visit(signatureType(signature));
}
