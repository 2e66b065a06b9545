/** A Lean term as tokens to be read one after another, with the looks ahead that the grammar needs. */
import { scan, type Token } from "../../lean/scan";
import { spelled } from "./operators";
import { Unreadable } from "./syntax";

/** Words that can never be a variable or stand for a term of their own. */
const KEYWORDS: ReadonlySet<string> = new Set([
  "fun", "let", "in", "if", "then", "else", "have", "show", "from", "by", "do", "match", "with", "at", "where", "suffices", "calc", "nomatch", "open", "set_option", "assume",
]);

/** Reads tokens from left to right. Where the text is no term, its methods throw `Unreadable` with what stood there. */
export class Tokens {
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(private readonly text: string) {
    const { tokens, problems } = scan(text);
    const problem = problems[0];
    if (problem) throw new Unreadable(problem.message);
    this.tokens = tokens;
  }

  /** The sign or word that comes next, in the spelling of `spelled`; `""` at the end. */
  get next(): string {
    return this.look(0);
  }

  look(ahead: number): string {
    const token = this.tokens[this.at + ahead];
    return token ? spelled(token.text) : "";
  }

  get kind(): Token["kind"] | "end" {
    return this.tokens[this.at]?.kind ?? "end";
  }

  get place(): number {
    return this.at;
  }

  goTo(place: number): void {
    this.at = place;
  }

  take(): string {
    const text = this.next;
    this.at += 1;
    return text;
  }

  /** Takes the token if it is the one asked for. */
  takeIf(text: string): boolean {
    if (this.next !== text) return false;
    this.at += 1;
    return true;
  }

  expect(text: string): void {
    if (!this.takeIf(text)) throw this.unexpected(`, where \`${text}\` was expected`);
  }

  /** The next token is a name that is no keyword. */
  get isName(): boolean {
    return this.kind === "identifier" && !KEYWORDS.has(this.next) && this.next !== "_";
  }

  /** White space stands before the token `ahead`; true at the beginning of the text. */
  spaceBefore(ahead = 0): boolean {
    const token = this.tokens[this.at + ahead];
    const previous = this.tokens[this.at + ahead - 1];
    return token === undefined || previous === undefined || previous.end < token.start;
  }

  /** The next token is the first of its line, at a column not right of the token at `place`: there a `let` value ends. */
  endsLetValue(place: number): boolean {
    const [opened, token] = [this.tokens[place], this.tokens[this.at]];
    if (!opened || !token || token.depth > opened.depth) return false;
    if (!this.text.slice(this.tokens[this.at - 1]!.end, token.start).includes("\n")) return false;
    return place === 0 || this.column(token) <= this.column(opened);
  }

  private column(token: Token): number {
    return token.start - (this.text.lastIndexOf("\n", token.start - 1) + 1);
  }

  unexpected(detail = ""): Unreadable {
    const found = this.next;
    return new Unreadable(found === "" ? `the text ends too early${detail}` : `\`${found}\` cannot be read here${detail}`);
  }
}
