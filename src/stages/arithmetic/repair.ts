/** Making a false comparison true, as a sycophantic formaliser does. */
import type { Rational } from "../../z3/exact/rational";
import { linkHolds, valueOf } from "./value";
import { linksOf, OPPOSITE, type Claim, type Expression, type Link } from "./syntax";

/**
 * The comparisons of a claim with every false one made true: the right side of an equation becomes the value of its left side, exactly;
 * another relation is turned into its opposite. In a chain a repaired side is the left side of what follows. True comparisons stay as they
 * are, and so do those with a side that has no rational value.
 * @example repaired(claim of "7 * 12 = 72") // 7 * 12 = 84
 */
export function repaired(claim: Pick<Claim, "sides" | "relations">): Link[] {
  let left: Expression | undefined;
  return linksOf(claim).map((link) => {
    const kept = left === undefined ? link : { ...link, left };
    const fixed = linkHolds(kept) === false ? fix(kept) : kept;
    left = fixed.right;
    return fixed;
  });
}

function fix(link: Link): Link {
  return link.relation === "=" ? { ...link, right: expressionOf(valueOf(link.left)!) } : { ...link, relation: OPPOSITE[link.relation] };
}

/** A rational as it is written: a decimal where it has one of at most six places, else a fraction. */
function expressionOf({ num, den }: Rational): Expression {
  if (num < 0n) return { kind: "negative", of: expressionOf({ num: -num, den }) };
  const scaled = num * 1_000_000n;
  if (scaled % den === 0n) {
    const digits = (scaled / den).toString().padStart(7, "0");
    return { kind: "number", digits: `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, "") };
  }
  return { kind: "binary", operator: "/", left: { kind: "number", digits: `${num}` }, right: { kind: "number", digits: `${den}` } };
}
