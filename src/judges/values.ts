/** When two ways of writing a number or a sign mean the same: 13/2 and 6.5, `(65 : ℝ)` and 65, `\le` and ≤. */
import { add, equal, fromDecimal, over, multiply, negate, power, ratio, subtract, type Rational } from "../z3/exact/rational";

/** Longer texts and greater exponents are no values that an edit could have put there. */
const LONGEST = 200;
const GREATEST_EXPONENT = 400n;

/**
 * The exact value of a numeral or of a small calculation, in Lean, LaTeX or plain text: decimals, a/b, `\frac{a}{b}`, `\frac12`, mixed numbers such
 * as `6 1/2`, scientific notation, powers, casts and type ascriptions, thousands separated by commas, per cent as hundredths.
 * @returns undefined for a text that has a name in it, or is no calculation
 * @example numericValue("(13 : ℝ) / 2") // 13/2, as for "6.5", "\\frac{13}{2}" and "6 1/2"
 */
export function numericValue(text: string): Rational | undefined {
  if (text.length > LONGEST) return undefined;
  const reader = new Reader(plain(text));
  const value = reader.sum();
  return reader.atEnd ? value : undefined;
}

/**
 * Whether two texts name the same number; for texts that are no numbers, whether they are the same but for white space. "13%" is both 13 and 13/100,
 * since texts and Lean write it either way.
 * @example sameValue("13/2", "6.5") // true
 */
export function sameValue(first: string, second: string): boolean {
  const readings = (text: string) => [text, ...(/%\s*\$?\s*$/.test(text) ? [text.replace(/\\?%/, "")] : [])].map(numericValue);
  const [a, b] = [readings(first), readings(second)];
  if (a[0] === undefined || b[0] === undefined) return squeezed(first) === squeezed(second);
  return a.some((x) => b.some((y) => x !== undefined && y !== undefined && equal(x, y)));
}

function squeezed(text: string): string {
  return text.replace(/[\s$]/g, "");
}

/** LaTeX and Lean brought to digits, signs and parentheses. */
function plain(text: string): string {
  let result = text
    .replace(/\\[!,;:]|\\left|\\right|\\displaystyle|\$|~/g, " ")
    .replace(/\{,\}/g, ",")
    .replace(/\\%/g, "%")
    .replace(/[−–]/g, "-")
    .replace(/\\cdot|\\times|[×·]/g, "*")
    .replace(/\\div|÷/g, "/")
    .replace(/↑/g, "");
  // Innermost first; \frac12 has single digits as arguments.
  for (let before = ""; before !== result; ) {
    before = result;
    result = result.replace(/\\[dt]?frac\s*(?:\{([^{}]*)\}|(\d))\s*(?:\{([^{}]*)\}|(\d))/g, (_, a, b, c, d) => `((${a ?? b})/(${c ?? d}))`);
  }
  return result
    .replace(/(\d)\s*\(\((\d+)\)\/\((\d+)\)\)/g, "($1+$2/$3)") // a mixed number: 6\frac12
    .replace(/(^|[(\s])(\d+)\s+(\d+)\s*\/\s*(\d+)(?=$|[)\s])/g, "$1($2+$3/$4)")
    .replace(/[{}]/g, (bracket) => (bracket === "{" ? "(" : ")"))
    .replace(/(\d),(?=\d{3}(?!\d))/g, "$1");
}

const NUMERAL = /\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d{1,3}(?![\d.]))?/y;

/** Sums of products of powers, read from left to right. Any part that cannot be read makes the whole undefined. */
class Reader {
  #at = 0;
  #depth = 0;

  constructor(private readonly text: string) {}

  get atEnd(): boolean {
    this.#blank();
    return this.#at === this.text.length;
  }

  sum(): Rational | undefined {
    let value = this.#product();
    for (let sign = this.#take("+-"); value && sign; sign = this.#take("+-")) {
      const next = this.#product();
      value = next && (sign === "+" ? add(value, next) : subtract(value, next));
    }
    return value;
  }

  #product(): Rational | undefined {
    let value = this.#signed();
    for (let sign = this.#take("*/"); value && sign; sign = this.#take("*/")) {
      const next = this.#signed();
      value = next && (sign === "*" ? multiply(value, next) : next.num === 0n ? undefined : over(value, next));
    }
    return value;
  }

  #signed(): Rational | undefined {
    if (!this.#take("-")) return this.#powered();
    const value = this.#signed();
    return value && negate(value);
  }

  #powered(): Rational | undefined {
    const base = this.#atom();
    if (!base || !this.#take("^")) return base;
    const exponent = this.#signed();
    if (!exponent || exponent.den !== 1n || exponent.num > GREATEST_EXPONENT || exponent.num < -GREATEST_EXPONENT) return undefined;
    return base.num === 0n && exponent.num < 0n ? undefined : power(base, exponent.num);
  }

  #atom(): Rational | undefined {
    if (this.#take("(")) {
      if (++this.#depth > 20) return undefined;
      const inside = this.sum();
      this.#ascription();
      this.#depth -= 1;
      return this.#take(")") ? inside : undefined;
    }
    this.#blank();
    NUMERAL.lastIndex = this.#at;
    const numeral = NUMERAL.exec(this.text)?.[0];
    if (numeral === undefined) return undefined;
    this.#at += numeral.length;
    const value = fromDecimal(numeral);
    return this.#take("%") ? over(value, ratio(100n, 1n)) : value;
  }

  /** `: ℝ` before a closing parenthesis. */
  #ascription(): void {
    const found = /^\s*:\s*[ℕℤℚℝℂ]\s*/.exec(this.text.slice(this.#at, this.#at + 20));
    if (found) this.#at += found[0].length;
  }

  #take(signs: string): string | undefined {
    this.#blank();
    const sign = this.text[this.#at];
    if (sign === undefined || !signs.includes(sign)) return undefined;
    this.#at += 1;
    return sign;
  }

  #blank(): void {
    while (/\s/.test(this.text[this.#at] ?? "")) this.#at += 1;
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  "\\lt": "<", "\\gt": ">", "\\le": "≤", "\\leq": "≤", "\\leqslant": "≤", "<=": "≤", "\\ge": "≥", "\\geq": "≥", "\\geqslant": "≥", ">=": "≥",
  "−": "-", "–": "-", "\\times": "*", "×": "*", "\\cdot": "*", "·": "*", "\\div": "/", "÷": "/",
  "<": "<", ">": ">", "≤": "≤", "≥": "≥", "+": "+", "-": "-", "*": "*", "/": "/",
};
const FLIPPED: Readonly<Record<string, string>> = { "<": ">", ">": "<", "≤": "≥", "≥": "≤" };

/** A sign in Lean's notation, undefined for a text that is none of the swap table's. @example signOf("\\geq") // "≥" */
export function signOf(text: string): string | undefined {
  return SIGNS[text.trim().replace(/^\$|\$$/g, "").trim()];
}

/** The relation that says the same with its sides exchanged; undefined for an operator. @example flipped("<") // ">" */
export function flipped(sign: string): string | undefined {
  return FLIPPED[sign];
}
