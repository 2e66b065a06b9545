/** Text from outside on a terminal or in a picture. */

/** Control characters but for tab and line feed, those that turn the direction of text or cannot be seen, and halves of a pair alone. */
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * A text that does nothing to the terminal on which it is shown: what would move the cursor, colour, hide or turn other text is written out as `\uXXXX`.
 * JSON stays the same value by it.
 * @example harmless("a\u001b[2Jb") // "a\\u001b[2Jb"
 */
export function harmless(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
