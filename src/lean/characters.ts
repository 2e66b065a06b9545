/** The characters of Lean 4: what an identifier is made of, which brackets pair, which signs are written as one token. */

/** Lean's letter-like characters: Greek without λ Π Σ, accented Latin, the ℕ ℤ ℝ ℓ block, script and double-struck letters. */
const LETTER_LIKE =
  "\\u{3b1}-\\u{3ba}\\u{3bc}-\\u{3c9}\\u{391}-\\u{39f}\\u{3a1}-\\u{3a2}\\u{3a4}-\\u{3a9}\\u{3ca}-\\u{3fb}\\u{1f00}-\\u{1ffe}" +
  "\\u{2100}-\\u{214f}\\u{1d49c}-\\u{1d59f}\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{17f}";
const SUBSCRIPTS = "\\u{2080}-\\u{2089}\\u{2090}-\\u{209c}\\u{1d62}-\\u{1d6a}\\u{2c7c}";
const ATOM = `[A-Za-z_${LETTER_LIKE}][A-Za-z0-9_'!?${LETTER_LIKE}${SUBSCRIPTS}]*`;

/** An identifier at the place where matching starts: atoms or `«quoted»` parts, joined by dots. */
export const IDENTIFIER = new RegExp(`(?:«[^»]*»|${ATOM})(?:\\.(?:«[^»]*»|${ATOM}))*`, "uy");

/** The same where no `»` follows any more, so that a stray `«` costs no search to the end of the text. */
export const PLAIN_IDENTIFIER = new RegExp(`${ATOM}(?:\\.${ATOM})*`, "uy");

/** A whole text that is one undotted name, such as `h₁` or `«my name»`. */
export const ATOMIC_NAME = new RegExp(`^(?:«[^»]*»|${ATOM})$`, "u");

/** Every opening bracket of Lean and Mathlib with its partner. `|` and `‖` are not among them: they open and close alike. */
export const BRACKETS: ReadonlyMap<string, string> = new Map(
  ["()", "[]", "{}", "⟨⟩", "⦃⦄", "‹›", "⟦⟧", "⌊⌋", "⌈⌉", "⟪⟫", "⟮⟯", "⁅⁆"].map((pair) => [pair[0]!, pair[1]!]),
);

/** The closing brackets. */
export const CLOSERS: ReadonlySet<string> = new Set(BRACKETS.values());

/** Signs of two and more characters that Lean or Mathlib reads as one token; the longest that fits wins. */
const LONG_SYMBOLS = [
  ":=", "::", "=>", "->", "<-", "..", "...", "|>", "<|", "|>.", "<|>", "<;>", "<$>", "<*>", "*>", "<*", ">>=", ">>", "<<<", ">>>", "<=", ">=", "!=", "==", "&&", "||", "++",
  "|||", "&&&", "^^^", "∃!", "∑'", "∏'", "⁻¹", "⁻¹'", "''", "]'", "/.", "$>", "=ᵐ", "≤ᵐ", "=ᶠ", "≤ᶠ", "∀ᶠ", "∃ᶠ", "∀ᵐ", "\\/", "/\\",
];
const LONG_BY_FIRST = new Map<string, string[]>();
for (const symbol of [...LONG_SYMBOLS].sort((a, b) => b.length - a.length)) {
  LONG_BY_FIRST.set(symbol[0]!, [...(LONG_BY_FIRST.get(symbol[0]!) ?? []), symbol]);
}

/**
 * The sign that stands at an offset: the longest known one, else one character.
 * @example symbolAt("x:=1", 1) // ":="
 */
export function symbolAt(text: string, offset: number): string {
  const long = LONG_BY_FIRST.get(text[offset]!)?.find((symbol) => text.startsWith(symbol, offset));
  return long ?? String.fromCodePoint(text.codePointAt(offset)!);
}
