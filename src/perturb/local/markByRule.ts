/** Marking what can be edited by rule, without a model: the embedded marker. */
import type { Problem } from "../../data/problems";
import { formulas, untouchable, within, type Span } from "../latex";
import { betweenValues, operators } from "../operators";
import { contextOf, regionText, type Mark, type Substitution } from "./marks";
import { REGIONS, type Region } from "./seeds";
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
  return REGIONS.flatMap((source: Region) => {
    const text = regionText(problem, source);
    const places = kind === "number" ? numberPlaces(text) : symbolPlaces(text);
    return places.map(({ value, ...span }): Mark => ({ value, source, context: contextOf(text, span), ...span }));
  });
}

type Place = Span & { readonly value: string };

const DIGITS = /(?<![\p{L}\p{Nd}_\\./^]|\d,|\{,\}|\\,|\\!)\d+(?:\.\d+|\/\d+)?%?/gu;
const LATEX_FRACTION = /(?<!\d\s*)\\[dt]?frac(?:\s*\{(\d+)\}\s*\{(\d+)\}|(\d)(\d))/g;
/** Behind these a number goes on, is an ordinal, or belongs to a mixed number. */
const GOES_ON = /^(?:,\d{3}(?!\d)|\{,\}|\\[,!]\s*\d|\/|\s*\\[dt]?frac|(?:st|nd|rd|th)\b)/;
const LABEL = /\b(?:case|step|part|figure|fig\.|section|lemma|theorem|claim|equations?|eq\.|problem|solution|chapter|example|row|column)s?[\s~(]*$/i;
/** Before a minus that is a sign: nothing, an opening, a relation or an operator. */
const SIGN = /(?:^|[([{,=<>&$|:;+*/~]|\\(?:leq?|geq?|lt|gt|neq?|in|cdot|times|div|equiv|approx|to|pm|quad|qquad))\s*$/;

function numberPlaces(text: string): Place[] {
  const excluded = untouchable(text);
  const plain = [...text.matchAll(DIGITS)].flatMap(({ 0: digits, index }): Place[] => {
    const end = index + digits.length;
    if (within(excluded, index) || GOES_ON.test(text.slice(end)) || LABEL.test(text.slice(Math.max(0, index - 20), index))) return [];
    const signed = text[index - 1] === "-" && SIGN.test(text.slice(Math.max(0, index - 12), index - 1));
    const start = signed ? index - 1 : index;
    return [{ value: text.slice(start, end), start, end }];
  });
  const fractions = [...text.matchAll(LATEX_FRACTION)].flatMap(({ 0: whole, 1: above, 2: below, 3: digit, 4: other, index }): Place[] => {
    const value = `${above ?? digit}/${below ?? other}`;
    // Spaces within the command are no spelling that can be put back.
    return within(excluded, index) || !spellings(value).includes(whole) ? [] : [{ value, start: index, end: index + whole.length }];
  });
  return [...plain, ...fractions].sort((a, b) => a.start - b.start);
}

function symbolPlaces(text: string): Place[] {
  const excluded = untouchable(text);
  const inside = formulas(text);
  const inFormulas = [...text.matchAll(/\\[A-Za-z]+|[-+−<>≤≥×÷·]/g)]
    .filter(({ 0: symbol, index }) => within(inside, index) && swapSymbol(symbol) !== undefined && betweenValues(text, index, symbol))
    .map(({ 0: symbol, index }) => ({ value: symbol, start: index, end: index + symbol.length }));
  // In words, hyphens, arrows and tags have to be told from operators.
  const inWords = operators(text)
    .filter(({ from, start }) => !within(inside, start) && swapSymbol(from) !== undefined)
    .map(({ from, start }) => ({ value: from, start, end: start + from.length }));
  return [...inFormulas, ...inWords].filter(({ start }) => !within(excluded, start)).sort((a, b) => a.start - b.start);
}
