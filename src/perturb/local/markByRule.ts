/** Marking what can be edited by rule, without a model: the embedded marker. */
import type { Problem } from "../../data/problems";
import { formulas, untouchable, within, type Span } from "../latex";
import { betweenValues, operators } from "../operators";
import { contextOf, regionText, type Mark, type Substitution } from "./marks";
import { REGIONS } from "./seeds";
import { spellings } from "./spelling";
import { swapSymbol } from "./symbols";

/** The name under which rows say who marked them. */
export const RULE_MARKER = "rule";

/**
 * Marks the numbers or symbols of a problem's statement and proof that may be edited, from left to right.
 *
 * Numbers are integers, decimals, fractions (`3/4`, `\frac{3}{4}`) and percentages in digits; not those in subscripts, superscripts, drawings,
 * links and arguments of commands, nor parts of names (`x2`), of numbers with grouped digits, of mixed numbers, ordinals, and labels
 * ("Case 2"). Symbols are those of the table of swaps that stand between two values, with the same exclusions; a minus that is a sign is none.
 * @example markByRule(problem, "number")[0] // { value: "24", source: "statement", context: "A rectangular garden is $24$ metres long …", start: 30, end: 32 }
 */
export function markByRule(problem: Problem, kind: Substitution): Mark[] {
  return REGIONS.flatMap((source) => {
    const text = regionText(problem, source);
    return placesByRule(text, kind).map(({ value, ...span }): Mark => ({ value, source, context: contextOf(text, span), ...span }));
  });
}

/** A place in a text and the value that stands there, a fraction as a/b. */
export type Place = Span & { readonly value: string };

/** The places of a text that `markByRule` marks, from left to right. */
export function placesByRule(text: string, kind: Substitution): Place[] {
  return kind === "number" ? numberPlaces(text) : symbolPlaces(text);
}

const DIGITS = /(?<![\p{L}\p{Nd}_\\./^]|\{,\}|\\,|\\!)(?!(?<=\d,)\d{3}(?!\d))\d+(?:\.\d+|\/\d+)?%?/gu;
const LATEX_FRACTION = /(?<!\d\s*)\\[dt]?frac(?:\s*\{(\d+)\}\s*\{(\d+)\}|(\d)(\d))/g;
/** Behind these a number goes on, is an ordinal, or belongs to a mixed number. */
const GOES_ON = /,\d{3}(?!\d)|\{,\}|\\[,!]\s*\d|\/|\s*\\[dt]?frac|(?:st|nd|rd|th)\b/y;
const LABEL = /\b(?:case|step|part|figure|fig\.|section|lemma|theorem|claim|equations?|eq\.|problem|solution|chapter|example|row|column)s?[\s~(]*$/i;
/** Before a minus that is a sign: nothing, an opening, a relation or an operator. */
const SIGN = /(?:^|[([{,=<>&$|:;+*/~]|\\(?:leq?|geq?|lt|gt|neq?|in|cdot|times|div|equiv|approx|to|pm|quad|qquad))\s*$/;

function numberPlaces(text: string): Place[] {
  const excluded = untouchable(text);
  const found: Place[] = [];
  DIGITS.lastIndex = 0;
  for (let match = DIGITS.exec(text); match; match = DIGITS.exec(text)) {
    const [index, end] = [match.index, DIGITS.lastIndex];
    GOES_ON.lastIndex = end;
    if (within(excluded, index) || GOES_ON.test(text) || LABEL.test(text.slice(Math.max(0, index - 20), index))) continue;
    const signed = text[index - 1] === "-" && SIGN.test(text.slice(Math.max(0, index - 12), index - 1));
    const start = signed ? index - 1 : index;
    found.push({ value: text.slice(start, end), start, end });
  }
  LATEX_FRACTION.lastIndex = 0;
  for (let match = LATEX_FRACTION.exec(text); match; match = LATEX_FRACTION.exec(text)) {
    const { 0: whole, 1: above, 2: below, 3: digit, 4: other, index } = match;
    const value = `${above ?? digit}/${below ?? other}`;
    // Spaces within the command are no spelling that can be put back.
    if (!within(excluded, index) && spellings(value).includes(whole)) found.push({ value, start: index, end: index + whole.length });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Names of commands, and single signs, in a formula. */
const SYMBOL = /\\[A-Za-z]+|[-+−<>≤≥×÷·]/g;

function symbolPlaces(text: string): Place[] {
  const excluded = untouchable(text);
  const inside = formulas(text);
  const found: Place[] = [];
  for (const { start, end } of inside) {
    // What opens and closes a formula is no value.
    const formula = text.slice(start, end).replace(/^(?:\$+|\\begin\{[^}]*\})|\$+$/g, (mark) => " ".repeat(mark.length));
    SYMBOL.lastIndex = 0;
    for (let match = SYMBOL.exec(formula); match; match = SYMBOL.exec(formula)) {
      const { 0: value, index } = match;
      if (swapSymbol(value) !== undefined && betweenValues(formula, index, value) && !within(excluded, start + index)) found.push({ value, start: start + index, end: start + index + value.length });
    }
  }
  // In words, hyphens, arrows and tags have to be told from operators.
  for (const { from, start } of operators(text)) {
    if (!within(inside, start) && swapSymbol(from) !== undefined && !within(excluded, start)) found.push({ value: from, start, end: start + from.length });
  }
  return found.sort((a, b) => a.start - b.start);
}
