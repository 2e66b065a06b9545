/** The shape of a Lean term as it is written, before anything is known about types. */

/** Whatever was written could not be read. The reason is for people: it names the construct. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** Reading took longer than it may. */
export class TooLong extends Unreadable {
  constructor() {
    super("reading the statement takes too long");
  }
}

/** A variable bound by name, or by a pattern such as `(x, y)`. `_` is a name like any other. */
export type Pattern = string | { readonly tuple: readonly Pattern[] };

/** Variables that one binder introduces: `x y : ℝ`, `x ∈ s`, `x > 0`, `(x, y) : ℕ × ℕ`. The guard is `x ∈ s` or `x > 0` read as a relation to the right. */
export interface Binder {
  readonly names: readonly Pattern[];
  readonly type?: Syntax;
  readonly guard?: { readonly op: string; readonly right: Syntax };
}

/** A binder of a signature: also says how it was bracketed, which decides whether it can be an instance or an implicit argument. */
export interface SignatureBinder extends Binder {
  readonly bracket: "(" | "{" | "[" | "⦃";
}

export type Quantifier = "∀" | "∃" | "∃!" | "fun";

/** A term. Infix, prefix and postfix signs stand as written (`->` as `→`, `<=` as `≤` and so on). */
export type Syntax =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "numeral"; readonly value: bigint }
  | { readonly kind: "decimal"; readonly text: string }
  | { readonly kind: "apply"; readonly fn: Syntax; readonly args: readonly Syntax[] }
  | { readonly kind: "field"; readonly of: Syntax; readonly field: string }
  | { readonly kind: "dotName"; readonly name: string }
  | { readonly kind: "infix"; readonly op: string; readonly left: Syntax; readonly right: Syntax }
  | { readonly kind: "prefix"; readonly op: string; readonly of: Syntax }
  | { readonly kind: "postfix"; readonly op: string; readonly of: Syntax }
  | { readonly kind: "congruence"; readonly ring: string; readonly left: Syntax; readonly right: Syntax; readonly modulus: Syntax }
  | { readonly kind: "enclosed"; readonly brackets: string; readonly of: Syntax }
  | { readonly kind: "paren"; readonly of: Syntax }
  | { readonly kind: "ascription"; readonly of: Syntax; readonly type: Syntax }
  | { readonly kind: "tuple"; readonly items: readonly Syntax[] }
  | { readonly kind: "anonymous"; readonly items: readonly Syntax[] }
  | { readonly kind: "binding"; readonly quantifier: Quantifier; readonly binders: readonly Binder[]; readonly body: Syntax }
  | { readonly kind: "big"; readonly op: "∑" | "∏"; readonly binders: readonly Binder[]; readonly condition?: Syntax; readonly body: Syntax }
  | { readonly kind: "setOf"; readonly binder: Binder; readonly body: Syntax }
  | { readonly kind: "image"; readonly of: Syntax; readonly binders: readonly Binder[] }
  | { readonly kind: "braces"; readonly items: readonly Syntax[] }
  | { readonly kind: "list"; readonly items: readonly Syntax[] }
  | { readonly kind: "if"; readonly condition: Syntax; readonly yes: Syntax; readonly no: Syntax }
  | { readonly kind: "let"; readonly name: string; readonly binders: readonly Binder[]; readonly type?: Syntax; readonly value: Syntax; readonly body: Syntax }
  | { readonly kind: "hole" }
  | { readonly kind: "dot" };

/** Every name that a pattern binds, from left to right. @example patternNames({ tuple: ["x", "y"] }) // ["x", "y"] */
export function patternNames(pattern: Pattern): string[] {
  return typeof pattern === "string" ? [pattern] : pattern.tuple.flatMap(patternNames);
}
