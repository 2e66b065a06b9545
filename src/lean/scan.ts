/**
 * The one reader of Lean text as characters. Everything else in this folder works on its tokens, so that a word in a comment,
 * a colon in a string or a bracket in `«»` is never taken for code. Linear in the length of the text, and it never throws.
 */
import { BRACKETS, CLOSERS, IDENTIFIER, PLAIN_IDENTIFIER, symbolAt } from "./characters";

/** Words and keywords are both `identifier`; a `string` may be a fragment of an interpolated one, whose `{…}` parts are tokens too. */
export type TokenKind = "identifier" | "number" | "string" | "char" | "open" | "close" | "symbol";

/** A token: `text` stands at `start` up to before `end` (UTF-16 offsets), inside `depth` open brackets; a bracket itself counts as outside. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

/** A comment: `line` for `-- …`, `block` for `/- … -/`, `doc` for `/-- … -/`, `moduleDoc` for `/-! … -/`. Nested ones belong to the outermost. */
export interface Comment {
  readonly kind: "line" | "block" | "doc" | "moduleDoc";
  readonly start: number;
  readonly end: number;
}

/** Something that cannot be right, in words that take a place: "unclosed string", "`(` is never closed". */
export interface ScanProblem {
  readonly offset: number;
  readonly message: string;
}

/** What a text is made of. `problems` are in the order in which they were met; unclosed brackets come last. */
export interface Scan {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  readonly problems: readonly ScanProblem[];
}

/** Words after which a string is interpolated: the code between its braces is code. */
const INTERPOLATING = new Set(["s!", "f!", "m!", "println!", "throwError", "dbg_trace", "logInfo", "logWarning", "logError"]);

const SPACE = /\s+/y;
const NUMBER = /0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?/y;
const FIELD_INDEX = /[0-9]+/y;
const RAW_OPENING = /r(#*)"/y;
const CHARACTER = /'(?:\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^])|[^'\\\n])'/uy;
const DIGIT = /[0-9]/;

const PARTNERS = new Map([...BRACKETS].map(([open, close]) => [close, open]));

interface OpenBracket {
  readonly text: string;
  readonly start: number;
  readonly inString: boolean;
}

/**
 * Splits a text into tokens, comments and problems.
 * @example scan("x /- : -/ := 1").tokens.map((token) => token.text) // ["x", ":=", "1"]
 */
export function scan(text: string): Scan {
  return new Scanner(text).run();
}

class Scanner {
  private readonly tokens: Token[] = [];
  private readonly comments: Comment[] = [];
  private readonly problems: ScanProblem[] = [];
  private readonly stack: OpenBracket[] = [];
  private readonly openCount = new Map<string, number>();
  private readonly lastQuote: number;
  private at = 0;

  constructor(private readonly text: string) {
    this.lastQuote = text.lastIndexOf("»");
  }

  run(): Scan {
    const { text } = this;
    while (this.at < text.length) {
      if (this.skip(SPACE) || this.comment() || this.literal() || this.word()) continue;
      this.sign();
    }
    for (const { text: bracket, start } of this.stack) this.problems.push({ offset: start, message: `\`${bracket}\` is never closed` });
    return { text, tokens: this.tokens, comments: this.comments, problems: this.problems };
  }

  private matchEnd(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    return pattern.test(this.text) ? pattern.lastIndex : -1;
  }

  private skip(pattern: RegExp): boolean {
    const end = this.matchEnd(pattern);
    if (end === -1) return false;
    this.at = end;
    return true;
  }

  private push(kind: TokenKind, end: number): true {
    this.tokens.push({ kind, text: this.text.slice(this.at, end), start: this.at, end, depth: this.stack.length });
    this.at = end;
    return true;
  }

  private comment(): boolean {
    const { text, at } = this;
    if (text.startsWith("--", at)) {
      const newline = text.indexOf("\n", at);
      this.at = newline === -1 ? text.length : newline;
      this.comments.push({ kind: "line", start: at, end: this.at });
      return true;
    }
    if (!text.startsWith("/-", at)) return false;
    const end = blockEnd(text, at);
    if (end === undefined) this.problems.push({ offset: at, message: "a comment opens and is never closed" });
    this.at = end ?? text.length;
    this.comments.push({ kind: text[at + 2] === "-" ? "doc" : text[at + 2] === "!" ? "moduleDoc" : "block", start: at, end: this.at });
    return true;
  }

  private literal(): boolean {
    const first = this.text[this.at]!;
    if (first === '"') return this.openString();
    if (first === "r" && this.matchEnd(RAW_OPENING) !== -1) return this.rawString();
    if (first === "'" && this.matchEnd(CHARACTER) !== -1) return this.push("char", this.matchEnd(CHARACTER));
    if (!DIGIT.test(first)) return false;
    const previous = this.tokens.at(-1);
    const isField = previous?.text === "." && previous.end === this.at; // x.1.2 is two projections, not 1.2
    return this.push("number", this.matchEnd(isField ? FIELD_INDEX : NUMBER));
  }

  private openString(): boolean {
    const before = this.tokens.at(-1);
    return this.stringFrom(this.at + 1, before?.kind === "identifier" && INTERPOLATING.has(before.text));
  }

  /** Reads a string whose first character to look at is given: the one after its quote, or after the `}` of an interpolation. */
  private stringFrom(first: number, interpolated: boolean): true {
    const { text } = this;
    for (let end = first; end < text.length; end++) {
      const char = text[end];
      if (char === "\\") end += 1;
      else if (char === '"') return this.push("string", end + 1);
      else if (char === "{" && interpolated) {
        this.push("string", end);
        return this.open(true);
      }
    }
    this.problems.push({ offset: this.at, message: "a string opens and is never closed" });
    return this.push("string", text.length);
  }

  private rawString(): true {
    const opening = this.text.slice(this.at, this.matchEnd(RAW_OPENING));
    const closing = `"${"#".repeat(opening.length - 2)}`;
    const found = this.text.indexOf(closing, this.at + opening.length);
    if (found === -1) this.problems.push({ offset: this.at, message: "a raw string opens and is never closed" });
    return this.push("string", found === -1 ? this.text.length : found + closing.length);
  }

  private word(): boolean {
    const end = this.matchEnd(this.at < this.lastQuote ? IDENTIFIER : PLAIN_IDENTIFIER);
    return end !== -1 && this.push("identifier", end);
  }

  private sign(): void {
    const symbol = symbolAt(this.text, this.at);
    const bracket = symbol[0]!;
    if (BRACKETS.has(bracket)) this.open(false);
    else if (CLOSERS.has(bracket)) this.close(bracket, symbol);
    else {
      if (symbol === "«") this.problems.push({ offset: this.at, message: "`«` is never closed" });
      this.push("symbol", this.at + symbol.length);
    }
  }

  private open(inString: boolean): true {
    const text = this.text[this.at]!;
    const start = this.at;
    this.push("open", start + 1);
    this.stack.push({ text, start, inString });
    this.openCount.set(text, (this.openCount.get(text) ?? 0) + 1);
    return true;
  }

  /** Closes the nearest bracket of the kind and everything left open inside it; a closer without an opener changes no depth. */
  private close(bracket: string, symbol: string): void {
    let closed: OpenBracket | undefined;
    const partner = PARTNERS.get(bracket)!;
    if (!this.openCount.get(partner)) {
      this.problems.push({ offset: this.at, message: `\`${bracket}\` closes nothing` });
    } else {
      do {
        closed = this.stack.pop()!;
        this.openCount.set(closed.text, this.openCount.get(closed.text)! - 1);
        if (closed.text !== partner) this.problems.push({ offset: closed.start, message: `\`${closed.text}\` is not closed before \`${bracket}\`` });
      } while (closed.text !== partner);
    }
    this.push("close", this.at + symbol.length);
    if (closed?.inString) this.stringFrom(this.at, true);
  }
}

/** The index of the token that closes the bracket at token `i`, or `last` if none up to there does. */
export function groupEnd(tokens: readonly Token[], i: number, last: number): number {
  const { depth } = tokens[i]!;
  let at = i + 1;
  while (at < last && !(tokens[at]!.kind === "close" && tokens[at]!.depth === depth)) at += 1;
  return Math.min(at, last);
}

/** The offset after the `-/` that ends the comment opening at `start`, or undefined if there is none. Lean's comments nest. */
function blockEnd(text: string, start: number): number | undefined {
  const marks = /\/-|-\//g;
  marks.lastIndex = start + 2;
  let depth = 1;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    depth += mark[0] === "/-" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return undefined;
}
