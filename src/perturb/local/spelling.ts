/** How a value stands in a text: a fraction a/b may also stand as LaTeX. B, section 3.2. */
import type { Span } from "../latex";

type Form = (above: string, below: string) => string;
const COMMANDS = ["\\frac", "\\dfrac", "\\tfrac"];
/** With braces on both sides, on the numerator alone, and without any, where a single digit may do without. */
const FORMS: readonly Form[] = [
  (above, below) => `${above}/${below}`,
  ...COMMANDS.flatMap((command): Form[] => [
    (above, below) => `${command}{${above}}{${below}}`,
    (above, below) => (below.length === 1 ? `${command}{${above}}${below}` : ""),
    (above, below) => (above.length === 1 && below.length === 1 ? `${command}${above}${below}` : ""),
  ]),
];

const FRACTION = /^(-?\p{Nd}+)\/(-?\p{Nd}+)$/u;

/** Every way in which a value may stand in a text, the value itself first. @example spellings("1/2")[3] // "\\frac12" */
export function spellings(value: string): string[] {
  const fraction = FRACTION.exec(value);
  return fraction ? FORMS.map((form) => form(fraction[1]!, fraction[2]!)).filter(Boolean) : [value];
}

/**
 * A new value in the form in which the old one stood; a numerator that has become longer than one digit gets braces.
 * @example respelled("\\frac12", "1/2", "10/2") // "\\frac{10}2"
 */
export function respelled(old: string, oldValue: string, newValue: string): string {
  const [from, to] = [FRACTION.exec(oldValue), FRACTION.exec(newValue)];
  if (old === oldValue || !from || !to) return newValue;
  const index = FORMS.findIndex((form) => form(from[1]!, from[2]!) === old);
  return FORMS[index]!(to[1]!, to[2]!) || FORMS[index - 1]!(to[1]!, to[2]!);
}

/** Where a value stands in a text, from left to right; overlapping places are places too. LaTeX fractions count only where the value itself does not stand. */
export function places(text: string, value: string): Span[] {
  const own = occurrences(text, value);
  return own.length > 0 ? own : spellings(value).slice(1).flatMap((spelling) => occurrences(text, spelling)).sort((a, b) => a.start - b.start);
}

function occurrences(text: string, value: string): Span[] {
  const found: Span[] = [];
  if (value === "") return found;
  for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + 1)) found.push({ start, end: start + value.length });
  return found;
}
