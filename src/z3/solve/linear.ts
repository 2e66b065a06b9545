/** Linear equations solved for one of their variables, over ℚ and ℝ where division is no problem. */
import { add, invert, multiply, negate, ONE, ZERO, type Rational } from "../exact/rational";
import { mentions, node, numeral, use, type Term, type Variable } from "../read/term";
import { isBase } from "../read/types";

/** k · x + rest, where the rest does not mention x. */
interface Linear {
  readonly k: Rational;
  readonly rest: Term | undefined;
}

/**
 * The value of a variable that an equation between rational or real numbers fixes.
 * @example solvedFor(`2 * x + y = 7`, x) // (7 - y) / 2
 */
export function solvedFor(equation: Term, variable: Variable): Term | undefined {
  if (equation.op !== "eq" || !isBase(variable.type, "ℚ", "ℝ")) return undefined;
  const [a, b] = equation.args as [Term, Term];
  if (!isBase(a.type, "ℚ", "ℝ")) return undefined;
  const [left, right] = [linearIn(a, variable), linearIn(b, variable)];
  if (!left || !right) return undefined;
  const k = add(left.k, negate(right.k));
  if (k.num === 0n) return undefined;
  const rest = difference(right.rest, left.rest, use(variable));
  return k.num === 1n && k.den === 1n ? rest : node("mul", variable.type, numeral(invert(k), variable.type), rest);
}

function difference(a: Term | undefined, b: Term | undefined, like: Term): Term {
  if (!a && !b) return numeral(ZERO, like.type);
  if (!b) return a!;
  return a ? node("sub", like.type, a, b) : node("neg", like.type, b);
}

function linearIn(term: Term, variable: Variable): Linear | undefined {
  if (!mentions(term, variable)) return { k: ZERO, rest: term };
  const [a, b] = term.args as [Term, Term];
  switch (term.op) {
    case "variable":
      return { k: ONE, rest: undefined };
    case "neg": {
      const inner = linearIn(a, variable);
      return inner && { k: negate(inner.k), rest: inner.rest && node("neg", term.type, inner.rest) };
    }
    case "add":
    case "sub": {
      const [x, y] = [linearIn(a, variable), linearIn(b, variable)];
      if (!x || !y) return undefined;
      return { k: add(x.k, term.op === "add" ? y.k : negate(y.k)), rest: combined(term, x.rest, y.rest) };
    }
    case "mul": {
      const [factor, inner] = mentions(a, variable) ? [b, linearIn(a, variable)] : [a, linearIn(b, variable)];
      if (!inner || factor.op !== "number") return undefined;
      return { k: multiply(factor.value!, inner.k), rest: inner.rest && node("mul", term.type, factor, inner.rest) };
    }
    case "div": {
      const inner = b.op === "number" && b.value!.num !== 0n ? linearIn(a, variable) : undefined;
      return inner && { k: multiply(inner.k, invert(b.value!)), rest: inner.rest && node("div", term.type, inner.rest, b) };
    }
    default:
      return undefined;
  }
}

function combined(term: Term, x: Term | undefined, y: Term | undefined): Term | undefined {
  if (!y) return x;
  if (x) return node(term.op, term.type, x, y);
  return term.op === "add" ? y : node("neg", term.type, y);
}
