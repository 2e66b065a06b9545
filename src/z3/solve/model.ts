/** Z3's answers to `get-value`, read. */
import { fromDecimal, negate, over, type Rational } from "../exact/rational";

/** A parsed S-expression. */
export type Expression = string | readonly Expression[];

/** Reads all S-expressions of a text. @example parseExpressions("(a (b))") // [["a", ["b"]]] */
export function parseExpressions(text: string): Expression[] {
  const stack: Expression[][] = [[]];
  for (const [token] of text.matchAll(/\(|\)|\|[^|]*\||"[^"]*"|[^\s()|"]+/g)) {
    if (token === "(") stack.push([]);
    else if (token === ")") {
      const done = stack.pop()!;
      stack.at(-1)?.push(done);
    } else stack.at(-1)?.push(token);
  }
  return stack[0] ?? [];
}

/** The value of a constant: a rational, a truth value, or the text of an irrational number. */
export type ModelValue = Rational | boolean | { readonly irrational: string };

/** The values of constants, in the order in which they were asked for; `undefined` for one that is no number or truth value. */
export function readValues(text: string): (ModelValue | undefined)[] {
  const [pairs] = parseExpressions(text);
  if (!Array.isArray(pairs)) return [];
  return (pairs as readonly Expression[]).map((pair) => (Array.isArray(pair) ? valueOf(pair[1] as Expression) : undefined));
}

function valueOf(expression: Expression): ModelValue | undefined {
  if (typeof expression === "string") {
    if (expression === "true" || expression === "false") return expression === "true";
    return /^[0-9]+(\.[0-9]+)?$/.test(expression) ? fromDecimal(expression) : undefined;
  }
  const [op, a, b] = expression;
  if (op === "root-obj") return { irrational: polynomialRoot(a!, String(b)) };
  const [x, y] = [a, b].map((part) => (part === undefined ? undefined : valueOf(part)));
  if (x === undefined || typeof x === "boolean" || "irrational" in x) return undefined;
  if (op === "-" && b === undefined) return negate(x);
  return op === "/" && y !== undefined && typeof y !== "boolean" && !("irrational" in y) ? over(x, y) : undefined;
}

/** `(root-obj p i)` is the i-th real root of p from below. */
function polynomialRoot(polynomial: Expression, index: string): string {
  return `root ${index} of ${infix(polynomial)}`;
}

function infix(expression: Expression): string {
  if (typeof expression === "string") return expression;
  const [op, ...args] = expression;
  const parts = args.map(infix);
  if (op === "-" && parts.length === 1) return `-${parts[0]}`;
  return parts.map((part) => (/[ ]/.test(part) && op !== "+" ? `(${part})` : part)).join(op === "^" ? "^" : ` ${String(op)} `);
}

