/** Operators of arithmetic and comparison in a text, and what each is swapped for. */

/** A place where an operator can be swapped. */
export interface OperatorPlace {
  readonly start: number;
  readonly from: string;
  readonly to: string;
}

const SWAPS: ReadonlyMap<string, string> = new Map(Object.entries({
  "+": "-", "-": "+", "−": "+", "*": "/", "/": "*", "×": "÷", "÷": "×", "^": "*",
  "<": ">", ">": "<", "<=": ">=", ">=": "<=", "≤": "≥", "≥": "≤",
  "\\times": "\\div", "\\div": "\\times", "\\cdot": "\\div", "\\leq": "\\geq", "\\geq": "\\leq", "\\le": "\\ge", "\\ge": "\\le", "\\lt": "\\gt", "\\gt": "\\lt",
}));

/** Longest first; what looks like an operator but is none (arrows, list marks, doubled stars, tags) is matched so that it is passed over. */
const TOKEN = /<\/?[a-z][^<>]*>|<?-+>|<-+|<?=+>|\*\*+|--+|\\[a-zA-Z]+|<=|>=|[-+*/^<>×÷−≤≥]/iy;
/** What a token can begin with. */
const FIRST = /[-+*/^<>=\\×÷−≤≥]/g;
const [MINUS, STAR, LESS, EQUALS, GREATER, BACKSLASH] = [0x2d, 0x2a, 0x3c, 0x3d, 0x3e, 0x5c];

/** A token may be part of a calculation if a value can end before it, on the same line, and another begin after it. */
const VALUE_ENDS = /[\p{N}\p{L})\]}|%!'°$][^\S\n]*$/u;
const VALUE_BEGINS = /^\s*[\p{N}\p{L}([{|\\$.√π-]/u;
/** So many characters on each side are looked at. */
const NEAR = 20;
/** What the two say of each ASCII character. */
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const [ENDS, BEGINS] = [ASCII.map((char) => VALUE_ENDS.test(char)), ASCII.map((char) => VALUE_BEGINS.test(char))];

/**
 * The operators of a text that stand between two values, from left to right.
 * Hyphens and slashes of words ("well-known", "80-year-old", "km/h"), arrows, list marks and tags are none; nor is a power written with braces,
 * since nothing else takes them.
 * @example operators("a well-known sum: 7 * 12 = 84").map(({ from }) => from) // ["*"]
 */
export function operators(text: string): OperatorPlace[] {
  const places: OperatorPlace[] = [];
  FIRST.lastIndex = 0;
  while (FIRST.test(text)) {
    const start = FIRST.lastIndex - 1;
    const from = tokenAt(text, start);
    const to = SWAPS.get(from);
    if (to !== undefined && betweenValues(text, start, from) && !ofWords(text, start, from)) places.push({ start, from, to });
    if (from.length > 1) FIRST.lastIndex = start + from.length;
  }
  return places;
}

/** What `TOKEN` finds there: mostly one sign or a command, which the signs that follow tell. @returns "" if there is none */
function tokenAt(text: string, start: number): string {
  const code = text.charCodeAt(start);
  const next = text.charCodeAt(start + 1);
  if (code === BACKSLASH) {
    let end = start + 1;
    while (isLetter(text.charCodeAt(end))) end += 1;
    return end === start + 1 ? "" : text.slice(start, end);
  }
  if (code === EQUALS && next !== EQUALS && next !== GREATER) return "";
  const longer = code === LESS || code === EQUALS || (code === MINUS && (next === MINUS || next === GREATER)) || (code === STAR && next === STAR) || (code === GREATER && next === EQUALS);
  if (!longer) return text[start]!;
  TOKEN.lastIndex = start;
  return TOKEN.exec(text)?.[0] ?? "";
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

/** Whether a sign belongs to words, or is a power written with braces. */
function ofWords(text: string, start: number, sign: string): boolean {
  if (sign !== "-" && sign !== "−" && sign !== "/" && sign !== "^") return false;
  const [before, after] = around(text, start, sign);
  return sign === "^" ? /^\s*\{/.test(after) : /^\p{L}{2}/u.test(after) || (/\p{L}$/u.test(before) && /^\p{L}/u.test(after));
}

/** Whether a value can end before a sign, on its line, and another begin after it. */
export function betweenValues(text: string, start: number, sign: string): boolean {
  return endsValue(text, start) && beginsValue(text, start + sign.length);
}

/** `VALUE_ENDS` on the characters before, which are nearly always ASCII. */
function endsValue(text: string, start: number): boolean {
  for (let i = start - 1; i >= 0 && i >= start - NEAR; i--) {
    const code = text.charCodeAt(i);
    if (code > 127) return VALUE_ENDS.test(text.slice(Math.max(0, start - NEAR), start));
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0a)) continue;
    return ENDS[code]!;
  }
  return false;
}

/** `VALUE_BEGINS` on the characters after. */
function beginsValue(text: string, end: number): boolean {
  for (let i = end; i < text.length && i < end + NEAR; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return VALUE_BEGINS.test(text.slice(end, end + NEAR));
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) continue;
    return BEGINS[code]!;
  }
  return false;
}

function around(text: string, start: number, sign: string): [before: string, after: string] {
  const end = start + sign.length;
  return [text.slice(Math.max(0, start - NEAR), start), text.slice(end, end + NEAR)];
}
