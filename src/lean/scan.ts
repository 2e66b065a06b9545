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

/**
 * What a text is made of. `partner[i]` is the index of the bracket token that closes or opens with token `i`, or −1.
 * `problems` are in the order in which they were met, unclosed brackets last; the first hundred of them.
 */
export interface Scan {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly partner: readonly number[];
  readonly comments: readonly Comment[];
  readonly problems: readonly ScanProblem[];
}

/** Words after which a string is interpolated: the code between its braces is code. */
const INTERPOLATING = new Set(["s!", "f!", "m!", "println!", "throwError", "dbg_trace", "logInfo", "logWarning", "logError"]);

const NUMBER = /0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?/y;
const FIELD_INDEX = /[0-9]+/y;
const RAW_OPENING = /r(#*)"/y;
const CHARACTER = /'(?:\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^])|[^'\\\n])'/uy;

/** More than these many problems tell nobody anything. */
const MOST_PROBLEMS = 100;

const PARTNERS = new Map([...BRACKETS].map(([open, close]) => [close, open]));

interface OpenBracket {
  readonly text: string;
  readonly token: number;
  /** For the brace of an interpolation, where its string opened. */
  readonly string: number | undefined;
}

/**
 * Splits a text into tokens, comments and problems.
 * @example scan("x /- : -/ := 1").tokens.map((token) => token.text) // ["x", ":=", "1"]
 */
export function scan(text: string): Scan {
  if (latest?.text !== text) latest = new Scanner(text).run();
  return latest;
}

/** Several readers ask about one text in turn, so the latest scan is kept; nobody can change it. */
let latest: Scan | undefined;

class Scanner {
  private readonly tokens: Token[] = [];
  private readonly partner: number[] = [];
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
      const char = text[this.at]!;
      if (isSpace(char)) this.at += 1;
      else if (BRACKETS.has(char)) this.open();
      else if (CLOSERS.has(char)) this.close(char);
      else if (!this.comment(char) && !this.literal(char) && !this.word()) this.sign();
    }
    for (const { text: bracket, token } of this.stack) this.problem(this.tokens[token]!.start, `\`${bracket}\` is never closed`);
    return { text, tokens: this.tokens, partner: this.partner, comments: this.comments, problems: this.problems };
  }

  private matchEnd(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    return pattern.test(this.text) ? pattern.lastIndex : -1;
  }

  private problem(offset: number, message: string): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ offset, message });
  }

  private push(kind: TokenKind, end: number): true {
    this.tokens.push({ kind, text: this.text.slice(this.at, end), start: this.at, end, depth: this.stack.length });
    this.partner.push(-1);
    this.at = end;
    return true;
  }

  private comment(char: string): boolean {
    const { text, at } = this;
    if (text[at + 1] !== "-") return false;
    if (char === "-") {
      const newline = text.indexOf("\n", at);
      this.at = newline === -1 ? text.length : newline;
      this.comments.push({ kind: "line", start: at, end: this.at });
      return true;
    }
    if (char !== "/") return false;
    const end = blockEnd(text, at);
    if (end === undefined) this.problem(at, "a comment opens and is never closed");
    this.at = end ?? text.length;
    this.comments.push({ kind: text[at + 2] === "-" ? "doc" : text[at + 2] === "!" ? "moduleDoc" : "block", start: at, end: this.at });
    return true;
  }

  private literal(first: string): boolean {
    if (first === '"') return this.openString();
    if (first === "r" && this.matchEnd(RAW_OPENING) !== -1) return this.rawString();
    if (first === "'" && this.matchEnd(CHARACTER) !== -1) return this.push("char", this.matchEnd(CHARACTER));
    if (first < "0" || first > "9") return false;
    const previous = this.tokens.at(-1);
    const isField = previous?.text === "." && previous.end === this.at; // x.1.2 is two projections, not 1.2
    return this.push("number", this.matchEnd(isField ? FIELD_INDEX : NUMBER));
  }

  private openString(): boolean {
    const before = this.tokens.at(-1);
    return this.stringFrom(this.at, this.at + 1, before?.kind === "identifier" && INTERPOLATING.has(before.text));
  }

  /** Reads a string, or a further fragment of one, that opened at `opening`; the first character to look at is the one after its quote, or after the `}` of an interpolation. */
  private stringFrom(opening: number, first: number, interpolated: boolean): true {
    const { text } = this;
    for (let end = first; end < text.length; end++) {
      const char = text[end];
      if (char === "\\") end += 1;
      else if (char === '"') return this.push("string", end + 1);
      else if (char === "{" && interpolated) {
        if (end > this.at) this.push("string", end);
        return this.open(opening);
      }
    }
    this.problem(opening, "a string opens and is never closed");
    return this.at === text.length || this.push("string", text.length);
  }

  private rawString(): true {
    const opening = this.text.slice(this.at, this.matchEnd(RAW_OPENING));
    const closing = `"${"#".repeat(opening.length - 2)}`;
    const found = this.text.indexOf(closing, this.at + opening.length);
    if (found === -1) this.problem(this.at, "a raw string opens and is never closed");
    return this.push("string", found === -1 ? this.text.length : found + closing.length);
  }

  private word(): boolean {
    const end = this.matchEnd(this.at < this.lastQuote ? IDENTIFIER : PLAIN_IDENTIFIER);
    return end !== -1 && this.push("identifier", end);
  }

  private sign(): void {
    const symbol = symbolAt(this.text, this.at);
    if (symbol === "«") this.problem(this.at, "`«` is never closed");
    this.push("symbol", this.at + symbol.length);
  }

  private open(string?: number): true {
    const text = this.text[this.at]!;
    this.push("open", this.at + 1);
    this.stack.push({ text, token: this.tokens.length - 1, string });
    this.openCount.set(text, (this.openCount.get(text) ?? 0) + 1);
    return true;
  }

  /** Closes the nearest bracket of the kind and everything left open inside it; a closer without an opener changes no depth. */
  private close(bracket: string): void {
    let closed: OpenBracket | undefined;
    const symbol = symbolAt(this.text, this.at); // `]'` of `a[i]'h` is one sign
    const opener = PARTNERS.get(bracket)!;
    if (!this.openCount.get(opener)) this.problem(this.at, `\`${bracket}\` closes nothing`);
    else closed = this.popTo(opener, bracket);
    this.push("close", this.at + symbol.length);
    if (!closed) return;
    this.partner[closed.token] = this.tokens.length - 1;
    this.partner[this.tokens.length - 1] = closed.token;
    if (closed.string !== undefined) this.stringFrom(closed.string, this.at, true);
  }

  private popTo(opener: string, closer: string): OpenBracket {
    for (;;) {
      const open = this.stack.pop()!;
      this.openCount.set(open.text, this.openCount.get(open.text)! - 1);
      if (open.text === opener) return open;
      this.problem(this.tokens[open.token]!.start, `\`${open.text}\` is not closed before \`${closer}\``);
    }
  }
}

function isSpace(char: string): boolean {
  return char === " " || char === "\n" || char === "\t" || char === "\r" || (char > "\u007f" && /\s/.test(char)) || char === "\v" || char === "\f";
}

/** The index of the token that closes the bracket at token `i`, or `last` if none up to there does. */
export function groupEnd({ partner }: Scan, i: number, last: number): number {
  const close = partner[i]!;
  return close === -1 || close > last ? last : close;
}

/** The offset after the `-/` that ends the comment opening at `start`, or undefined if there is none. Lean's comments nest. */
function blockEnd(text: string, start: number): number | undefined {
  const marks = /\/-|-\//g;
  marks.lastIndex = start + (/[-!]/.test(text[start + 2] ?? "") ? 3 : 2); // `/--` and `/-!` are one sign each, so `/--/` closes nothing
  let depth = 1;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    depth += mark[0] === "/-" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return undefined;
}
