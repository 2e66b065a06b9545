/** Statements apart from their proofs: the same claim with `sorry`, and whether two texts claim the same. */
import { scan } from "./scan";
import type { Theorem } from "./theorem";

/**
 * The text up to the end of the statement, with `:= by sorry` for whatever proof there was. Nothing of the statement is touched.
 * @example asStatement(theorem of "theorem t : 1 = 1 := by norm_num") // "theorem t : 1 = 1 := by sorry"
 */
export function asStatement({ source, spans }: Theorem): string {
  return `${source.slice(0, spans.proof.start).trimEnd()} := by sorry`;
}

/**
 * Whether two theorems have the same parameters and the same body, word for word, comments and white space aside. Names are free (A), headers are not looked at.
 * @example sameStatement(a ≤ b, a ≤ b + 1) // false
 */
export function sameStatement(one: Theorem, other: Theorem): boolean {
  return difference(one, other) === undefined;
}

/** Where a statement first departs from the one that was asked for; a word is `""` where the statement has ended. */
export interface Difference {
  readonly offset: number;
  readonly asked: string;
  readonly found: string;
}

/**
 * The first word in which `found` differs from `asked`, with its offset in the source of `found`; undefined if the statements are the same.
 * @example difference(theorem of "theorem t : 1 = 1", theorem of "theorem t : 1 = 2") // { offset: 16, asked: "1", found: "2" }
 */
export function difference(asked: Theorem, found: Theorem): Difference | undefined {
  const left = statementWords(asked);
  const right = statementWords(found);
  const n = left.findIndex(({ word }, i) => word !== right[i]?.word);
  if (n === -1 && left.length === right.length) return undefined;
  const at = n === -1 ? left.length : n;
  return { offset: right[at]?.offset ?? found.spans.proof.start, asked: left[at]?.word ?? "", found: right[at]?.word ?? "" };
}

/**
 * The tokens of parameters, colon and body. `[` and `.` keep whether they touch what stands before: `a[i]` takes an element, `a [i]` applies `a` to a list,
 * `f .left` is not `f.left`.
 */
function statementWords({ source, spans }: Theorem): { word: string; offset: number }[] {
  const start = spans.binders.start;
  const { tokens } = scan(source.slice(start, spans.proof.start));
  return tokens.map(({ text, start: at, end }, i) => {
    const spaced = (text === "[" || text === ".") && tokens[i - 1]?.end !== at;
    return { word: spaced ? ` ${text}` : source.slice(start + at, start + end), offset: start + at };
  });
}
