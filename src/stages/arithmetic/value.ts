/** What closed arithmetic is worth: exactly, as a rational number. */
import { add, compare, multiply, negate, over, power, rationalRoot, subtract, whole, fromDecimal, bits, type Rational } from "../../z3/exact/rational";
import { linksOf, type Claim, type Expression, type Link, type Relation } from "./syntax";

/** Larger powers are left alone. */
const MOST_BITS = 100_000;

/**
 * The value of an expression as a text means it: division by zero has none.
 * @returns undefined where there is no value, where it is not rational (a root of 2), or where it is too large to write out
 * @example valueOf(expression of "3/4 * 8") // { num: 6n, den: 1n }
 */
export function valueOf(expression: Expression): Rational | undefined {
  switch (expression.kind) {
    case "number":
      return fromDecimal(expression.digits);
    case "percent": {
      const value = valueOf(expression.of);
      return value && over(value, whole(100));
    }
    case "negative": {
      const value = valueOf(expression.of);
      return value && negate(value);
    }
    case "absolute": {
      const value = valueOf(expression.of);
      return value && (value.num < 0n ? negate(value) : value);
    }
    case "root": {
      const value = valueOf(expression.of);
      return value && value.num >= 0n ? rationalRoot(value, 2) : undefined;
    }
    case "binary": {
      const [left, right] = [valueOf(expression.left), valueOf(expression.right)];
      return left && right && combined(expression.operator, left, right);
    }
  }
}

function combined(operator: string, left: Rational, right: Rational): Rational | undefined {
  switch (operator) {
    case "+":
      return add(left, right);
    case "-":
      return subtract(left, right);
    case "*":
      return multiply(left, right);
    case "/":
      return right.num === 0n ? undefined : over(left, right);
    default: {
      const exponent = right.num < 0n ? -right.num : right.num;
      if (right.den !== 1n || (left.num === 0n && right.num <= 0n) || exponent * BigInt(bits(left)) > MOST_BITS) return undefined;
      return power(left, right.num);
    }
  }
}

/** Whether a comparison holds; undefined where a side has no rational value. */
export function linkHolds({ left, relation, right }: Link): boolean | undefined {
  const [a, b] = [valueOf(left), valueOf(right)];
  return a && b && holds(compare(a, b), relation);
}

function holds(order: number, relation: Relation): boolean {
  switch (relation) {
    case "=":
      return order === 0;
    case "≠":
      return order !== 0;
    case "<":
      return order < 0;
    case "≤":
      return order <= 0;
    case ">":
      return order > 0;
    case "≥":
      return order >= 0;
  }
}

/**
 * Whether everything that a claim says is true; false as soon as one comparison is, and otherwise undefined if one has no rational value.
 * @example isTrue(claim of "2 * 3 = 6 < 5") // false
 */
export function isTrue(claim: Pick<Claim, "sides" | "relations">): boolean | undefined {
  const links = linksOf(claim).map(linkHolds);
  return links.includes(false) ? false : links.includes(undefined) ? undefined : true;
}
