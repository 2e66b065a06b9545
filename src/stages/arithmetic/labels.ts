/** Names for values: "Total cost" in "Total cost = 3 * 5". */
import type { Token } from "./tokens";

/** Marks that end a statement, so that the next may begin. A comma is none: "x = 2, x = 3" may list solutions. */
const ENDS_STATEMENT: ReadonlySet<string> = new Set([".", "\n", "\\", "\\)", "\\]", "$$", "$", ";"]);

/**
 * The words that stand between the end of a statement, or the beginning of the text, and a relation; in lower case. Undefined where
 * something else stands there, and for a single letter: a variable may have several values, "x = (1 + 3) / 2, or x = −1".
 * @param from the first token that may belong to them
 * @param relation the token before which they end
 */
export function labelBefore(tokens: readonly Token[], from: number, relation: number): { readonly label: string; readonly first: number } | undefined {
  let first = relation;
  const words: string[] = [];
  while (first > from) {
    const token = tokens[first - 1]!;
    if (token.kind === "word") words.unshift(token.text.toLowerCase());
    else if (token.kind === "of") words.unshift("of");
    else break;
    first -= 1;
  }
  const before = tokens[first - 1];
  const begins = before === undefined || (before.kind === "mark" && (ENDS_STATEMENT.has(before.text) || before.text === "\\(" || before.text === "\\[" || before.text === "," || before.text === ":")) || (before.kind === "operator" && before.shown === "-");
  return words.join("").length > 1 && begins ? { label: words.join(" "), first } : undefined;
}

/** Whether the tokens between a value and a label end a statement. */
export function separates(tokens: readonly Token[]): boolean {
  const bullets = tokens.filter((token) => !(token.kind === "operator" && token.shown === "-"));
  return bullets.some((token) => token.kind === "mark" && ENDS_STATEMENT.has(token.text)) && bullets.every((token) => token.kind === "mark" || (token.kind === "word" && /^(?:so|thus|then|therefore|hence)$/i.test(token.text)));
}
