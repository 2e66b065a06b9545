/** Characters that a reader takes for others, or does not see. */
import type { Scan } from "./scan";
import { liesIn, occurrences } from "./spans";

/** Direction marks and characters without width: in code, and direction marks in comments too, where they can turn the text around them. */
const DIRECTION = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/gu;
const INVISIBLE = /[\u200B-\u200D\u2060-\u2064\uFEFF\u00AD]/gu;

/** Letters of other alphabets with the shape of a Latin one, and signs with the shape of an ASCII one. */
const MISTAKABLE = /[\u0400-\u052FΑΒΕΖΗΙΚΜΝΟΡΤΥΧο\u0131\u017F\u212A\u2134\uFF01-\uFF5E\u2212\u2236\u2044\u2215]/gu;

export interface Lookalike {
  readonly offset: number;
  /** The character with its code point, as "ο (U+03BF)". */
  readonly text: string;
}

/**
 * Finds invisible and mistakable characters: anywhere if they change direction, otherwise in code only, not in comments and strings.
 * @example lookalikes(scan("def Νat := 1")) // [{ offset: 4, text: "Ν (U+039D)" }], a Greek capital Nu
 */
export function lookalikes({ text, tokens, comments }: Scan): Lookalike[] {
  const strings = tokens.filter(({ kind }) => kind === "string" || kind === "char");
  const inCode = ({ offset }: Lookalike): boolean => !liesIn(comments, offset) && !liesIn(strings, offset);
  const visible = [...matches(text, INVISIBLE), ...matches(text, MISTAKABLE)].filter(inCode);
  return [...visible, ...matches(text, DIRECTION)].sort((a, b) => a.offset - b.offset);
}

function matches(text: string, pattern: RegExp): Lookalike[] {
  return occurrences(text, pattern).map(({ index, 0: found }) => ({
    offset: index,
    text: `${found} (U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")})`,
  }));
}
