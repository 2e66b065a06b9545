/** SMT-LIB 2 text, piece by piece. */
import type { Rational } from "../exact/rational";

export type Text = string;

/** (op a b …); a conjunction or disjunction of one is that one, of none its neutral element. */
export function apply(op: string, ...args: readonly Text[]): Text {
  if ((op === "and" || op === "or") && args.length < 2) return args[0] ?? (op === "and" ? "true" : "false");
  return args.length === 0 ? op : `(${op} ${args.join(" ")})`;
}

/** A numeral of sort Int or Real. @example numeralText({ num: -1n, den: 2n }, false) // "(/ (- 1.0) 2.0)" */
export function numeralText({ num, den }: Rational, isInt: boolean): Text {
  const suffix = isInt ? "" : ".0";
  const size = `${num < 0n ? -num : num}${suffix}`;
  const signed = num < 0n ? `(- ${size})` : size;
  return den === 1n ? signed : `(/ ${signed} ${den}.0)`;
}

/** An Int text as Real; numerals directly. */
export function realText(text: Text): Text {
  if (/^[0-9]+$/.test(text)) return `${text}.0`;
  return /^\(- [0-9]+\)$/.test(text) ? `${text.slice(0, -1)}.0)` : apply("to_real", text);
}

/** xⁿ as a product, for n ≥ 0. */
export function power(x: Text, n: number, isInt: boolean): Text {
  if (n === 0) return isInt ? "1" : "1.0";
  return n === 1 ? x : apply("*", ...Array.from({ length: n }, () => x));
}
