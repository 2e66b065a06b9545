/** Closed arithmetic in Lean's notation. */
import { fromDecimal } from "../../z3/exact/rational";
import type { Expression, Link } from "./syntax";

/** The type in which a comparison is stated. */
export type NumberType = "ℝ" | "ℕ";

/**
 * A comparison as a Lean proposition. Its first numeral carries the type, which Lean then gives to the others.
 * @example leanLink({ left: seven times twelve, relation: "=", right: eighty-four }, "ℝ") // "(7 : ℝ) * 12 = 84"
 */
export function leanLink({ left, relation, right }: Link, type: NumberType): string {
  const writer = new Writer(type);
  return `${writer.expression(left, 0)} ${relation} ${writer.expression(right, 0)}`;
}

/** How tightly Lean's operators bind; the minus sign of a number is always put in brackets inside another expression. */
const BINDS = { "+": 65, "-": 65, "*": 70, "/": 70, "^": 75 } as const;
const ATOM = 100;

/** Writes one comparison. */
class Writer {
  private typed = false;

  constructor(private readonly type: NumberType) {}

  /** @param least how tightly the expression has to bind, or else it is put in brackets */
  expression(expression: Expression, least: number): string {
    switch (expression.kind) {
      case "number":
        return this.numeral(expression.digits);
      case "percent":
        return bracketed(`${this.expression(expression.of, BINDS["/"])} / 100`, least > BINDS["/"]);
      case "negative":
        return bracketed(`-${this.expression(expression.of, ATOM)}`, least > 0);
      case "absolute": {
        // Bars hide their inside from Lean's choice of a common type.
        this.typed = false;
        return `|${this.expression(expression.of, 0)}|`;
      }
      case "root":
        this.typed = false;
        return bracketed(`${this.type === "ℝ" ? "Real" : "Nat"}.sqrt ${this.expression(expression.of, ATOM)}`, least > BINDS["^"]);
      case "binary": {
        const { operator, left, right } = expression;
        const binds = BINDS[operator];
        if (operator === "^") return bracketed(`${this.expression(left, ATOM)} ^ ${exponent(right)}`, least > binds);
        return bracketed(`${this.expression(left, binds)} ${operator} ${this.expression(right, binds + 1)}`, least > binds);
      }
    }
  }

  private numeral(digits: string): string {
    if (this.typed) return digits;
    this.typed = true;
    return `(${digits} : ${this.type})`;
  }
}

/** Exponents have a type of their own: natural numbers where they are written so, else whole numbers, else reals. */
function exponent(expression: Expression): string {
  if (expression.kind === "number" && !expression.digits.includes(".")) return expression.digits;
  const type = mostGeneral(expression);
  const text = new PlainWriter().expression(expression, 0);
  return `(${text} : ${type})`;
}

function mostGeneral(expression: Expression): "ℕ" | "ℤ" | "ℝ" {
  switch (expression.kind) {
    case "number":
      return fromDecimal(expression.digits).den === 1n ? "ℕ" : "ℝ";
    case "percent":
    case "root":
      return "ℝ";
    case "absolute":
    case "negative":
      return mostGeneral(expression.of) === "ℝ" ? "ℝ" : "ℤ";
    case "binary": {
      const types = [mostGeneral(expression.left), mostGeneral(expression.right)];
      if (expression.operator === "/" || types.includes("ℝ")) return "ℝ";
      return expression.operator === "-" || types.includes("ℤ") ? "ℤ" : "ℕ";
    }
  }
}

/** Numerals without a type, for inside a typed bracket. */
class PlainWriter extends Writer {
  constructor() {
    super("ℝ");
  }

  override expression(expression: Expression, least: number): string {
    return expression.kind === "number" ? expression.digits : super.expression(expression, least);
  }
}

function bracketed(text: string, needed: boolean): string {
  return needed ? `(${text})` : text;
}
