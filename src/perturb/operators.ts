/** Operators of arithmetic and comparison in a text, and what each is swapped for. */

/** A place where an operator can be swapped. */
export interface OperatorPlace {
  readonly start: number;
  readonly from: string;
  readonly to: string;
}

const SWAPS: Readonly<Record<string, string>> = {
  "+": "-", "-": "+", "−": "+", "*": "/", "/": "*", "×": "÷", "÷": "×", "^": "*",
  "<": ">", ">": "<", "<=": ">=", ">=": "<=", "≤": "≥", "≥": "≤",
  "\\times": "\\div", "\\div": "\\times", "\\cdot": "\\div", "\\leq": "\\geq", "\\geq": "\\leq", "\\le": "\\ge", "\\ge": "\\le", "\\lt": "\\gt", "\\gt": "\\lt",
};

/** Longest first; what looks like an operator but is none (arrows, list marks, doubled stars, tags) is matched so that it is passed over. */
const TOKEN = /<\/?[a-z][^<>]*>|<?-+>|<-+|<?=+>|\*\*+|--+|\\[a-zA-Z]+|<=|>=|[-+*/^<>×÷−≤≥]/gi;

/** A token may be part of a calculation if a value can end before it, on the same line, and another begin after it. */
const VALUE_ENDS = /[\p{N}\p{L})\]}|%!'°$][^\S\n]*$/u;
const VALUE_BEGINS = /^\s*[\p{N}\p{L}([{|\\$.√π-]/u;

/**
 * The operators of a text that stand between two values, from left to right.
 * Hyphens and slashes of words ("well-known", "80-year-old", "km/h"), arrows, list marks and tags are none; nor is a power written with braces,
 * since nothing else takes them.
 * @example operators("a well-known sum: 7 * 12 = 84").map(({ from }) => from) // ["*"]
 */
export function operators(text: string): OperatorPlace[] {
  return [...text.matchAll(TOKEN)].flatMap((match): OperatorPlace[] => {
    const from = match[0];
    const to = Object.hasOwn(SWAPS, from) ? SWAPS[from] : undefined;
    if (to === undefined) return [];
    if (!betweenValues(text, match.index, from)) return [];
    const [before, after] = around(text, match.index, from);
    if (/^[-−/]$/.test(from) && (/^\p{L}{2}/u.test(after) || (/\p{L}$/u.test(before) && /^\p{L}/u.test(after)))) return [];
    if (from === "^" && /^\s*\{/.test(after)) return [];
    return [{ start: match.index, from, to }];
  });
}

/** Whether a value can end before a sign, on its line, and another begin after it. */
export function betweenValues(text: string, start: number, sign: string): boolean {
  const [before, after] = around(text, start, sign);
  return VALUE_ENDS.test(before) && VALUE_BEGINS.test(after);
}

function around(text: string, start: number, sign: string): [before: string, after: string] {
  const end = start + sign.length;
  return [text.slice(Math.max(0, start - 20), start), text.slice(end, end + 20)];
}
