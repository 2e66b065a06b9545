/** A step's text as tokens of arithmetic; what has no part in it stays a word or a mark. */
import type { Operator, Relation, Span } from "./syntax";
import { LATEX, SYMBOLS, WORD_OPERATORS, WORD_RELATIONS } from "./vocabulary";

export type Token = Span & {
  /** Whether it stands in LaTeX's mathematics, where letters are variables, not words. */
  readonly math: boolean;
  /** Whether it touches the token before it. */
  readonly glued: boolean;
} & (
    | { readonly kind: "number"; readonly digits: string }
    | { readonly kind: "operator"; readonly operator: Operator; readonly shown: string }
    | { readonly kind: "relation"; readonly relation: Relation }
    | { readonly kind: "open" | "close"; readonly bracket: "(" | "[" | "{" }
    /** Letters; `unit` where they come from \text{…}, and so are no variables. */
    | { readonly kind: "word"; readonly text: string; readonly unit: boolean }
    /** A sign that ends what stands before it: of a sentence, a line, a formula. `text` "\n" and "\\" may also continue it. */
    | { readonly kind: "mark"; readonly text: string }
    | { readonly kind: "bar" | "percent" | "degree" | "currency" | "fraction" | "root" | "boxed" | "of" }
    /** A sign with a meaning that is not read here: ±, …, ≈, _, !, a function. */
    | { readonly kind: "unreadable"; readonly text: string }
  );

type Bare<Kind> = Kind extends unknown ? Omit<Kind, "start" | "end" | "math" | "glued"> : never;
export type Content = Bare<Token>;

const NUMBER = String.raw`(?:\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+`;
const TEXT = String.raw`\\(?:text(?:bf|it|rm|sf|tt|normal)?|mathrm|mbox|operatorname|mathbf|bf|rm)\s*\{[^{}]*\}`;

/** Longest first. Calculator annotations, <<48/2=24>>, are notes of GSM8K beside the text, not part of it. */
const TOKEN = new RegExp(
  [
    String.raw`(?<skip><<[^<>]*>>|\\[,;:!> ]|\\(?:left|right|bigl?|bigr?|Bigl?|Bigr?|displaystyle|limits)(?![a-zA-Z])|&|[^\S\n]+)`,
    String.raw`(?<delimiter>\\[()[\]]|\$\$|\\(?:begin|end)\s*\{[a-zA-Z]+\*?\})`,
    String.raw`(?<currency>\\\$|[$€£¥](?=\s*(?:\\[,;! ]\s*)?[-−]?\.?\d))`,
    String.raw`(?<number>${NUMBER})`,
    String.raw`(?<text>${TEXT})`,
    String.raw`(?<command>\\[a-zA-Z]+|\\\\|\\[%{}|])`,
    String.raw`(?<stars>\*\*)`,
    String.raw`(?<phrase>(?<![\p{L}\p{N}])(?:${[...WORD_RELATIONS.keys(), ...WORD_OPERATORS.keys()].map((words) => words.replaceAll(" ", String.raw`\s+`)).sort((a, b) => b.length - a.length).join("|")})(?![\p{L}\p{N}'’-]))`,
    String.raw`(?<word>\p{L}+(?:['’-]\p{L}+)*['’]?)`,
    String.raw`(?<symbol>\.\.\.+|<=|>=|!=|==|=>|->|<-|--+|[^])`,
  ].join("|"),
  "giu",
);

/**
 * The tokens of a text, from left to right, each with its place.
 * @example tokensOf("2 × 3").map(({ kind }) => kind) // ["number", "operator", "number"]
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let [math, dollars] = [false, false];
  let end = -1;
  for (const match of text.matchAll(TOKEN)) {
    const groups = match.groups!;
    if (groups["skip"] !== undefined) continue;
    const place = { start: match.index, end: match.index + match[0].length };
    const add = (content: Content, span: Span = place, inText = false) => {
      tokens.push({ ...content, ...span, math: !inText && (math || dollars), glued: span.start === end } as Token);
      end = span.end;
    };
    if (groups["delimiter"] !== undefined) {
      if (match[0] === "$$") dollars = !dollars;
      else math = /^\\(?:[([]|begin)/.test(match[0]);
      add({ kind: "mark", text: match[0] });
    } else if (groups["text"] !== undefined) {
      const open = match[0].indexOf("{") + 1;
      for (const { start, end: stop, ...content } of wordsOnly(tokensOf(match[0].slice(open, -1)))) add(content, { start: place.start + open + start, end: place.start + open + stop }, true);
      // An empty \text{} is still no place where a number may go on.
      end = -1;
    } else {
      // A line break within a formula is a space.
      for (const content of contents(match, text)) if (!(math && content.kind === "mark" && content.text === "\n")) add(content);
    }
  }
  return tokens.map((token, index) => (isTimes(tokens, index) ? { ...token, kind: "operator", operator: "*", shown: "x" } : token));
}

/** "2 x 8": a letter x in prose, by itself, before a number. */
function isTimes(tokens: readonly Token[], index: number): boolean {
  const [before, token, after] = [tokens[index - 1], tokens[index]!, tokens[index + 1]];
  if (token.kind !== "word" || !/^x$/i.test(token.text) || token.math || token.glued || !before || !after || after.glued) return false;
  return (after.kind === "number" || after.kind === "currency") && (["number", "close", "percent"].includes(before.kind) || (before.kind === "word" && before.text.length > 1));
}

/** The tokens of a \text{…}: its letters are words, never variables. */
function wordsOnly(tokens: readonly Token[]): Token[] {
  return tokens.map((token) => (token.kind === "word" ? { ...token, unit: true } : token));
}

function contents(match: RegExpExecArray, text: string): Content[] {
  const groups = match.groups!;
  const whole = match[0];
  if (groups["currency"] !== undefined) return [{ kind: "currency" }];
  if (groups["number"] !== undefined) return [{ kind: "number", digits: digitsOf(whole) }];
  if (groups["stars"] !== undefined) return isPower(text, match.index) ? [{ kind: "operator", operator: "^", shown: whole }] : [];
  if (groups["phrase"] !== undefined) {
    const words = whole.toLowerCase().replace(/\s+/g, " ");
    const relation = WORD_RELATIONS.get(words);
    return [relation ? { kind: "relation", relation } : { kind: "operator", operator: WORD_OPERATORS.get(words)!, shown: words }];
  }
  if (groups["word"] !== undefined) return [/^of$/i.test(whole) ? { kind: "of" } : { kind: "word", text: whole, unit: false }];
  const known = (groups["command"] !== undefined ? LATEX : SYMBOLS).get(whole);
  return known ? [...known] : [{ kind: "unreadable", text: whole }];
}

/** "1{,}500.50" → "1500.50", ".5" → "0.5", "007" → "7" */
function digitsOf(number: string): string {
  return number.replace(/[,{}\\]/g, "").replace(/^\./, "0.").replace(/^0+(?=\d)/, "");
}

/** `2**3` and `2 ** 3` are powers; `**8**` is a bold 8. */
function isPower(text: string, at: number): boolean {
  const [before, after] = [/\s/.test(text[at - 1] ?? " "), /\s/.test(text[at + 2] ?? " ")];
  return before === after && /[\p{N})\]}]\s*$/u.test(text.slice(0, at)) && /^\s*[-\p{N}(]/u.test(text.slice(at + 2));
}
