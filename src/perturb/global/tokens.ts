/** Whether a paraphrase keeps every number and symbol. B, section 3.1. */
import type { Problem } from "../../data/problems";
import { unwrapped } from "../../data/problems";
import { formulas } from "../latex";
import { betweenValues } from "../operators";

/** A token that occurs more often in one of two texts than in the other. */
export interface TokenDifference {
  readonly token: string;
  readonly before: number;
  readonly after: number;
}

/** Commands and groups that only set type: they say nothing, and paraphrasers change them freely. */
const TYPESETTING = /\\(?:left|right|big|Big|bigg|Bigg|bigl|bigr|Biggl|Biggr|displaystyle|textstyle|quad|qquad|hspace|vspace|text|textbf|textit|textrm|mbox|mathrm|mathbf|mathit|boxed|nonumber|notag|limits|\\|[,;:!> ()[\]])/;
const WORDS_IN_FORMULA = /\\(?:text|textbf|textit|textrm|mbox)\s*\{([^{}]*)\}|\\(?:begin|end)\{[^}]*\}/g;
const IN_FORMULA = /\d+(?:\.\d+)?|\\[A-Za-z]+|\\.|[\p{L}\p{S}*/|!'^_%-]/gu;
const IN_WORDS = /\d+(?:\.\d+)?|\\[A-Za-z]+|[\p{Sm}%°×÷·−-]/gu;
/** What a layout as numbered steps adds before each of them. */
const STEP_TITLE = /(?<!\S)\d+[.)][ \t]*\*\*[^*\n]*\*\*:?/g;

/**
 * The numeric and symbolic tokens of a text: numbers, operators and relations anywhere; in formulas letters and LaTeX commands too, but not those
 * that only set type. Numbers and bold titles of steps are no tokens of the mathematics.
 * @example tokensOf("So $x^2 = 4$, and 4 > 1.") // ["x", "^", "2", "=", "4", "4", ">", "1"]
 */
export function tokensOf(text: string): string[] {
  const plain = text.replace(STEP_TITLE, "");
  const tokens: string[] = [];
  let from = 0;
  for (const { start, end } of formulas(plain)) {
    tokens.push(...wordTokens(plain, from, start), ...formulaTokens(plain.slice(start, end)));
    from = end;
  }
  return [...tokens, ...wordTokens(plain, from, plain.length)];
}

function formulaTokens(formula: string): string[] {
  const symbols = formula.replace(WORDS_IN_FORMULA, (_, words: string | undefined) => (words ?? "").replace(/[^\d.]+/g, " "));
  return (symbols.match(IN_FORMULA) ?? []).filter((token) => !isTypesetting(token) && token !== "$");
}

function wordTokens(text: string, start: number, end: number): string[] {
  return [...text.slice(start, end).matchAll(IN_WORDS)]
    .filter(({ 0: token, index }) => !isTypesetting(token) && (!/^[-−]$/.test(token) || betweenValues(text, start + index, token)) && !isHyphen(text, start + index))
    .map(({ 0: token }) => token);
}

function isTypesetting(token: string): boolean {
  return new RegExp(`^(?:${TYPESETTING.source})$`).test(token);
}

/** A hyphen stands between letters, or between a number and a word. */
function isHyphen(text: string, index: number): boolean {
  const [before, after] = [text.slice(0, index), text.slice(index + 1)];
  return text[index] === "-" && ((/\p{L}$/u.test(before) && /^\p{L}/u.test(after)) || (/\d$/.test(before) && /^\p{L}{2}/u.test(after)));
}

/** Tokens that two texts do not have equally often, sorted; none if the multisets are equal. */
export function tokenDifferences(before: string, after: string): TokenDifference[] {
  const [old, fresh] = [counted(tokensOf(before)), counted(tokensOf(after))];
  const tokens = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return tokens.map((token) => ({ token, before: old.get(token) ?? 0, after: fresh.get(token) ?? 0 })).filter((each) => each.before !== each.after);
}

function counted(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** What a check of one paraphrase found. */
export interface ParaphraseCheck {
  readonly name: string;
  /** Every numeric and symbolic token is kept, in the statement and in the proof. */
  readonly kept: boolean;
  readonly statement: readonly TokenDifference[];
  readonly proof: readonly TokenDifference[];
  /** Length of both texts over that of the original ones; the paraphraser is asked for 0.7 to 1.3. */
  readonly length: number;
}

/** Compares a paraphrase with its original. @example checkParaphrase(problem, problem).kept // true */
export function checkParaphrase(original: Problem, paraphrase: Problem): ParaphraseCheck {
  const [before, after] = [original, paraphrase].map((each) => ({ statement: unwrapped(each.informal_statement), proof: each.informal_proof })) as [Texts, Texts];
  const statement = tokenDifferences(before.statement, after.statement);
  const proof = tokenDifferences(before.proof, after.proof);
  const length = (after.statement.length + after.proof.length) / Math.max(1, before.statement.length + before.proof.length);
  return { name: original.name, kept: statement.length + proof.length === 0, statement, proof, length };
}

interface Texts {
  readonly statement: string;
  readonly proof: string;
}
