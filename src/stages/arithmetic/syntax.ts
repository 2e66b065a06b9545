/** Closed arithmetic as it stands in a text: expressions without variables, and claims that compare them. */

/** A place in a text, in UTF-16 units; `end` is behind the last one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Operator = "+" | "-" | "*" | "/" | "^";

/** An expression's tree, exactly as it is written: nothing is simplified or evaluated. */
export type Expression =
  /** Decimal digits with at most one point, without separators: "1500.50". */
  | { readonly kind: "number"; readonly digits: string }
  /** Twenty per cent is `of` = 20, and means 20 / 100. */
  | { readonly kind: "percent"; readonly of: Expression }
  | { readonly kind: "negative"; readonly of: Expression }
  | { readonly kind: "absolute"; readonly of: Expression }
  /** The square root. */
  | { readonly kind: "root"; readonly of: Expression }
  | { readonly kind: "binary"; readonly operator: Operator; readonly left: Expression; readonly right: Expression };

export type Relation = "=" | "≠" | "<" | "≤" | ">" | "≥";

/** An expression where it stands, with the units between its numbers. */
export interface Side extends Span {
  readonly expression: Expression;
  /** Units as they stand, in their order: "boxes", "pencils/box", "$". */
  readonly units: readonly string[];
}

/**
 * A chain of comparisons, a = b < c: side 0 stands in relation 0 to side 1, and so on; it claims every one of them.
 * One relation at least, and one side more than relations.
 */
export interface Claim extends Span {
  readonly sides: readonly Side[];
  readonly relations: readonly Relation[];
}

/** The single comparisons of a claim. */
export interface Link {
  readonly left: Expression;
  readonly relation: Relation;
  readonly right: Expression;
}

/** @example linksOf(claim of "2 * 3 = 6 < 7").length // 2 */
export function linksOf({ sides, relations }: Pick<Claim, "relations"> & { readonly sides: readonly Pick<Side, "expression">[] }): Link[] {
  return relations.map((relation, index) => ({ left: sides[index]!.expression, relation, right: sides[index + 1]!.expression }));
}

/** The relation that holds exactly where this one does not. */
export const OPPOSITE: Readonly<Record<Relation, Relation>> = { "=": "≠", "≠": "=", "<": "≥", "≥": "<", ">": "≤", "≤": ">" };
