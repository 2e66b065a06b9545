/** Which marked places may be edited. B, section 3.2. */
import type { Span } from "../latex";
import { isNumberLiteral } from "./numberEdit";

import { familyOf } from "./symbols";

/**
 * How relations of a clause are counted. `strict` counts relation signs; `paper` counts as the released code does, for which `\left` begins
 * with `\le` and `\lt` is no relation, so that the same candidates are left as there.
 */
export type RelationRule = "strict" | "paper";

/** Characters on each side up to which a clause is looked at. */
const CLAUSE = 80;
const DIGIT_OR_POINT = /[\p{Nd}⁰¹²³⁴-⁹₀-₉.]/u;
const RELATION: Readonly<Record<RelationRule, RegExp>> = {
  strict: /\\(?:leq?|geq?|lt|gt|leqslant|geqslant|ll|gg)(?![A-Za-z])|<=|>=|[≤≥<>]/g,
  paper: /\\leq|\\geq|\\le|\\ge|<=|>=|[≤≥<>]/g,
};

/** Whether a number is one that can be edited and is not part of a longer one: a digit or a point beside it makes it so, that of a sentence too. */
export function isEditableNumber(text: string, { start, end }: Span, value: string): boolean {
  return isNumberLiteral(value) && !DIGIT_OR_POINT.test(text[start - 1] ?? "") && !DIGIT_OR_POINT.test(text[end] ?? "");
}

/**
 * Whether a symbol is one that can be swapped, stands in no subscript and no superscript, and, if it compares, is the only one of its clause that
 * does. Strictly, `\le` at the beginning of `\left` is no symbol.
 */
export function isEditableSymbol(text: string, span: Span, symbol: string, rule: RelationRule): boolean {
  if (familyOf(symbol) === undefined || inScript(text, span.start)) return false;
  if (rule === "strict" && /^\\[A-Za-z]+$/.test(symbol) && /[A-Za-z]/.test(text[span.end] ?? "")) return false;
  return !isRelation(symbol, rule) || relationsOfClause(text, span, rule) < 2;
}

/** Whether a symbol counts as a relation, which is preferred to an operator. */
export function isRelation(symbol: string, rule: RelationRule): boolean {
  return familyOf(symbol) === "relation" && (rule === "strict" || !/^\\[lg]t$/.test(symbol));
}

/** Whether an offset lies in a group `_{…}` or `^{…}`; a group that is not closed reaches to the end. */
export function inScript(text: string, offset: number): boolean {
  const opening = /[_^]\{/g;
  for (let open = opening.exec(text); open && opening.lastIndex <= offset; open = opening.exec(text)) {
    const end = groupEnd(text, opening.lastIndex);
    if (offset < end) return true;
    opening.lastIndex = end;
  }
  return false;
}

/** The offset of the brace that closes a group whose content begins at `start`; the text's length if none does. */
function groupEnd(text: string, start: number): number {
  let depth = 1;
  for (let i = start; i < text.length; i++) {
    if (text[i] === "{") depth += 1;
    else if (text[i] === "}" && --depth === 0) return i;
  }
  return text.length;
}

/** Relations in the clause around a place: up to a full stop, a semicolon, a line's end, or 80 characters. */
function relationsOfClause(text: string, { start, end }: Span, rule: RelationRule): number {
  const before = /[^.\n;]*$/.exec(text.slice(Math.max(0, start - CLAUSE), start))![0];
  const after = /^[^.\n;]*/.exec(text.slice(end, end + CLAUSE))![0];
  return (before + text.slice(start, end) + after).match(RELATION[rule])!.length;
}
