/** Complex numbers as pairs of reals: a term of type ℂ is taken apart into real and imaginary part, so that only real arithmetic is left. */
import { whole } from "../exact/rational";
import { and, bind, eq, node, numeral, size, type Term, type Variable } from "../read/term";
import { isBase, REAL } from "../read/types";

/** Real and imaginary part. */
export interface Parts {
  readonly re: Term;
  readonly im: Term;
}

const SPEAKS_OF_COMPLEX: ReadonlySet<string> = new Set(["eq", "Complex.re", "Complex.im", "Complex.normSq", "Complex.abs"]);

/** Powers beyond this are not multiplied out. */
const LARGEST_POWER = 12n;
const LARGEST_NUMERIC_POWER = 4096n;

const lit = (n: number): Term => numeral(whole(n), REAL);
const plus = (a: Term, b: Term): Term => node("add", REAL, a, b);
const minus = (a: Term, b: Term): Term => node("sub", REAL, a, b);
const times = (a: Term, b: Term): Term => node("mul", REAL, a, b);
const over = (a: Term, b: Term): Term => node("div", REAL, a, b);
const negative = (a: Term): Term => node("neg", REAL, a);

/**
 * Rewrites one node that speaks about complex numbers: an equation, a part, an absolute value.
 * @param simplify is applied to the parts on the way, so that powers of known numbers stay small
 * @returns `undefined` if the node is of another kind, or if a number in it cannot be taken apart
 */
export function withoutComplex(term: Term, simplify: (part: Term) => Term): Term | undefined {
  const [a, b] = term.args;
  if (!a || !SPEAKS_OF_COMPLEX.has(term.op) || !isBase(a.type, "ℂ")) return undefined;
  const splitter = new Splitter(simplify);
  const x = splitter.parts(a);
  if (!x) return undefined;
  switch (term.op) {
    case "eq": {
      const y = splitter.parts(b!);
      return y && and(eq(x.re, y.re), eq(x.im, y.im));
    }
    case "Complex.re":
      return x.re;
    case "Complex.im":
      return x.im;
    case "Complex.normSq":
      return squaredSize(x);
    case "Complex.abs":
      return node("Real.sqrt", REAL, squaredSize(x));
    default:
      return undefined;
  }
}

function squaredSize({ re, im }: Parts): Term {
  return plus(times(re, re), times(im, im));
}

function product(x: Parts, y: Parts): Parts {
  return { re: minus(times(x.re, y.re), times(x.im, y.im)), im: plus(times(x.re, y.im), times(x.im, y.re)) };
}

/** 1 / z; the inverse of 0 is 0, since x / 0 = 0. */
function inverse(x: Parts): Parts {
  const size = squaredSize(x);
  return { re: over(x.re, size), im: over(negative(x.im), size) };
}

/** Parts of more nodes are refused: every product multiplies them by four. */
const MOST_NODES = 5_000;

function isSmall({ re, im }: Parts): boolean {
  return size(re, MOST_NODES) < MOST_NODES && size(im, MOST_NODES) < MOST_NODES;
}

class Splitter {
  constructor(private readonly simplify: (part: Term) => Term) {}

  parts(term: Term): Parts | undefined {
    const found = this.split(term);
    return found && isSmall(found) ? this.simplified(found) : undefined;
  }

  private split(term: Term): Parts | undefined {
    const [a, b] = term.args as [Term, Term];
    switch (term.op) {
      case "number":
        return { re: numeral(term.value!, REAL), im: lit(0) };
      case "complex":
        return { re: a, im: b };
      case "Complex.I":
        return { re: lit(0), im: lit(1) };
      case "Complex.ofReal":
        return { re: a, im: lit(0) };
      case "cast":
        return { re: isBase(a.type, "ℝ") ? a : node("cast", REAL, a), im: lit(0) };
      case "neg":
        return this.with1(a, (x) => ({ re: negative(x.re), im: negative(x.im) }));
      case "star":
        return this.with1(a, (x) => ({ re: x.re, im: negative(x.im) }));
      case "inv":
        return this.with1(a, inverse);
      case "add":
        return this.with2(a, b, (x, y) => ({ re: plus(x.re, y.re), im: plus(x.im, y.im) }));
      case "sub":
        return this.with2(a, b, (x, y) => ({ re: minus(x.re, y.re), im: minus(x.im, y.im) }));
      case "mul":
        return this.with2(a, b, product);
      case "div":
        return this.with2(a, b, (x, y) => product(x, inverse(y)));
      case "pow":
      case "zpow":
        return this.power(a, b);
      case "Complex.exp":
        return this.with1(a, ({ re, im }) => {
          const size = node("Real.exp", REAL, re);
          return { re: times(size, node("Real.cos", REAL, im)), im: times(size, node("Real.sin", REAL, im)) };
        });
      case "if":
        return this.with2(b, term.args[2]!, (x, y) => ({ re: node("if", REAL, a, x.re, y.re), im: node("if", REAL, a, x.im, y.im) }));
      case "Finset.sum":
        return this.sum(a, b);
      default:
        return undefined;
    }
  }

  private with1(a: Term, op: (x: Parts) => Parts): Parts | undefined {
    const x = this.parts(a);
    return x && op(x);
  }

  private with2(a: Term, b: Term, op: (x: Parts, y: Parts) => Parts): Parts | undefined {
    const [x, y] = [this.parts(a), this.parts(b)];
    return x && y && op(x, y);
  }

  private power(base: Term, exponent: Term): Parts | undefined {
    const x = this.parts(base);
    if (!x || exponent.op !== "number") return undefined;
    const n = exponent.value!.num;
    const times = n < 0n ? -n : n;
    const numeric = x.re.op === "number" && x.im.op === "number";
    if (times > (numeric ? LARGEST_NUMERIC_POWER : LARGEST_POWER)) return undefined;
    let result: Parts = { re: lit(1), im: lit(0) };
    let square = n < 0n ? this.simplified(inverse(x)) : x;
    for (let rest = times; rest > 0n; rest >>= 1n) {
      if (!isSmall(result) || !isSmall(square)) return undefined;
      if (rest & 1n) result = this.simplified(product(result, square));
      if (rest > 1n) square = this.simplified(product(square, square));
    }
    return result;
  }

  private simplified({ re, im }: Parts): Parts {
    return { re: this.simplify(re), im: this.simplify(im) };
  }

  private sum(range: Term, fn: Term): Parts | undefined {
    const x = fn.op === "lambda" ? this.parts(fn.args[0]!) : undefined;
    const over = (part: Term): Term => node("Finset.sum", REAL, range, bind("lambda", fn.variable!, part));
    return x && { re: over(x.re), im: over(x.im) };
  }
}

/** A complex variable as two real ones. */
export function complexVariable({ name }: Variable): { re: Variable; im: Variable } {
  return { re: { name: `${name}.re`, type: REAL }, im: { name: `${name}.im`, type: REAL } };
}
