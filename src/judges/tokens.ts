/** Natural-language mathematics and Lean in one alphabet, so that the surroundings of a value can be compared. */
import { equal, over, add, type Rational } from "../z3/exact/rational";
import { withoutComments } from "../lean/comments";
import { numericValue, signOf } from "./values";

export type TokenKind = "number" | "relation" | "operator" | "name";

/** A piece of a text that has a counterpart in the other language. */
export interface MathToken {
  readonly kind: TokenKind;
  /** In the common alphabet: `x1` for `x_1` and `x₁`, `≤` for `\le`, `sqrt` for `\sqrt`, `√` and `Real.sqrt`. */
  readonly text: string;
  /** Of a number. */
  readonly value?: Rational;
}

const RELATIONS = new Set(["<", ">", "≤", "≥", "=", "≠"]);
const COMMAND_NAMES: Readonly<Record<string, string>> = {
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", varepsilon: "ε", zeta: "ζ", eta: "η", theta: "θ", lambda: "λ", mu: "μ", pi: "π", rho: "ρ",
  sigma: "σ", tau: "τ", phi: "φ", varphi: "φ", chi: "χ", psi: "ψ", omega: "ω", sqrt: "sqrt", sin: "sin", cos: "cos", tan: "tan", cot: "cot", log: "log",
  ln: "log", exp: "exp", min: "min", max: "max", gcd: "gcd", sum: "sum", prod: "prod", mid: "∣", equiv: "≡", pmod: "mod", bmod: "mod", cdots: "…", ldots: "…",
};
/** Words that carry no place. */
const IGNORED = new Set([
  "the", "and", "that", "is", "of", "a", "an", "to", "in", "we", "show", "it", "be", "are", "for", "so", "then", "let", "if", "this", "with", "by", "as", "at", "on", "or", "from", "have", "has", "thus", "hence",
  "theorem", "lemma", "example", "rw", "simp", "norm_num", "linarith", "nlinarith", "ring", "ring_nf", "field_simp", "omega", "exact", "intro", "constructor", "apply", "at", "using", "fun", "begin", "end", "text", "sorry",
]);

const NATURAL = /\\([a-zA-Z]+)\*?|\\.|\d+(?:\{?,\}?\d{3})*(?:\.\d+)?|[<>≤≥=≠+\-−*/^×·÷√∣]|[\p{L}](?:_(?:\{?[\p{L}\p{N}]+\}?))?[\p{L}]*/gu;
const LATEX_FRACTION = /^\\[dt]?frac\s*(?:\{([^{}]*)\}|(\d))\s*(?:\{([^{}]*)\}|(\d))/;

/**
 * The tokens of a text in words and LaTeX.
 * @example naturalTokens("If $a_1 \\le 3$") // name if, name a1, relation ≤, number 3
 */
export function naturalTokens(text: string): MathToken[] {
  const tokens: MathToken[] = [];
  const inMath = mathMode(text);
  for (let at = 0; at < text.length; ) {
    const fraction = text[at] === "\\" ? LATEX_FRACTION.exec(text.slice(at, at + 400)) : null;
    const value = fraction && numericValue(fraction[0]);
    if (fraction && value) {
      tokens.push({ kind: "number", text: fraction[0], value });
      at += fraction[0].length;
      continue;
    }
    NATURAL.lastIndex = at;
    const match = NATURAL.exec(text);
    if (!match) break;
    at = match.index + match[0].length;
    // A fraction that stands further on is read from its own beginning.
    if (/^\\[dt]?frac$/.test(match[0]) && match.index > 0 && LATEX_FRACTION.test(text.slice(match.index)) && numericValue(LATEX_FRACTION.exec(text.slice(match.index))![0])) {
      const whole = LATEX_FRACTION.exec(text.slice(match.index))![0];
      tokens.push({ kind: "number", text: whole, value: numericValue(whole)! });
      at = match.index + whole.length;
      continue;
    }
    tokens.push(...naturalToken(match[0], match[1], inMath(match.index)));
  }
  return tokens;
}

function naturalToken(text: string, command: string | undefined, math: boolean): MathToken[] {
  const sign = sharedSign(text);
  if (sign) return [sign];
  if (command !== undefined) {
    const name = COMMAND_NAMES[command];
    return name === undefined ? (/^[dt]?frac$/.test(command) ? [{ kind: "operator", text: "/" }] : []) : [{ kind: "name", text: name }];
  }
  if (/^\d/.test(text)) {
    const value = numericValue(text.replace(/[{}]/g, ""));
    return value ? [{ kind: "number", text, value }] : [];
  }
  if (!/^\p{L}/u.test(text)) return [];
  if (!math) return nameOf(text.replace(/_\{?([\p{L}\p{N}]+)\}?/u, "$1"));
  // In a formula letters are names of their own: 2xy is 2, x, y.
  const first = /^(\p{L})(?:_\{?([\p{L}\p{N}]+)\}?)?/u.exec(text)!;
  return [...nameOf(first[1]! + (first[2] ?? "")), ...[...text.slice(first[0].length)].flatMap((letter) => nameOf(letter))];
}

/** Tells for each offset whether it stands in `$…$`, `\(…\)` or `\[…\]`. */
function mathMode(text: string): (offset: number) => boolean {
  const spans = [...text.matchAll(/\$\$[\s\S]*?\$\$|\$[^$]*\$|\\\[[\s\S]*?\\\]|\\\([\s\S]*?\\\)/g)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  let i = 0;
  return (offset) => {
    while (i < spans.length && spans[i]!.end <= offset) i += 1;
    return i < spans.length && spans[i]!.start <= offset;
  };
}

const LEAN = /\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d{1,3})?|<=|>=|[<>≤≥=≠+\-*/^·×÷√π∑∏∣≡]|[\p{L}_][\p{L}\p{N}_'₀-₉.]*/gu;
const ASCRIPTION = /\(\s*([^():]{1,80}?)\s*:\s*[ℕℤℚℝℂ]\s*\)/g;
const LEAN_NAMES: Readonly<Record<string, string>> = { "√": "sqrt", "∑": "sum", "∏": "prod", "%": "mod" };

/**
 * The tokens of a Lean text, comments left out, type ascriptions and casts dropped.
 * @example leanTokens("(x₁ : ℝ) (h : x₁ ≤ 3)") // name x1, name x1, relation ≤, number 3
 */
export function leanTokens(code: string): MathToken[] {
  const text = withoutComments(code).replace(ASCRIPTION, " $1 ").replace(ASCRIPTION, " $1 ").replace(/:=/g, " ");
  const tokens: MathToken[] = [];
  for (const [match] of text.matchAll(LEAN)) {
    const sign = sharedSign(match);
    if (sign) tokens.push(sign);
    else if (/^\d/.test(match)) {
      const value = numericValue(match);
      if (value) tokens.push({ kind: "number", text: match, value });
    } else tokens.push(...nameOf(LEAN_NAMES[match] ?? leanName(match)));
  }
  return tokens;
}

/** `Real.sqrt` is sqrt, `h.left` is h, x₁ is x1. */
function leanName(text: string): string {
  const parts = text.split(".");
  const name = /^(?:Real|Nat|Int|Complex|Finset|Rat)$/.test(parts[0]!) && parts[1] ? parts[1] : parts[0]!;
  return name.replace(/[₀-₉]/g, (digit) => String("₀₁₂₃₄₅₆₇₈₉".indexOf(digit)));
}

function sharedSign(text: string): MathToken | undefined {
  const sign = signOf(text) ?? (RELATIONS.has(text) ? text : { "\\ne": "≠", "\\neq": "≠", "^": "^" }[text]);
  return sign === undefined ? undefined : { kind: RELATIONS.has(sign) ? "relation" : "operator", text: sign };
}

/** Hypotheses, types and words without content are left out. */
function nameOf(name: string): MathToken[] {
  const lower = name.length > 1 ? name.toLowerCase() : name;
  if (name === "" || IGNORED.has(lower) || /^h\d*'?$|^[ℕℤℚℝℂ]$/.test(name)) return [];
  return [{ kind: "name", text: lower }];
}

/** A value in a Lean text: which tokens it takes up. */
export interface LeanValue {
  readonly start: number;
  readonly end: number;
  readonly value: Rational;
}

/** The numbers of a Lean text with the quotients `a / b` and sums `a + b / c` of neighbouring numerals, which may be one number of the text in words. */
export function leanValues(tokens: readonly MathToken[]): LeanValue[] {
  const numeral = (i: number) => (tokens[i]?.kind === "number" ? tokens[i]!.value : undefined);
  const isSign = (i: number, sign: string) => tokens[i]?.kind === "operator" && tokens[i]!.text === sign;
  const found: LeanValue[] = [];
  tokens.forEach((_, i) => {
    const first = numeral(i);
    if (!first) return;
    found.push({ start: i, end: i + 1, value: first });
    const quotient = (at: number) => {
      const [a, b] = [numeral(at), numeral(at + 2)];
      return a && b && b.num !== 0n && isSign(at + 1, "/") ? over(a, b) : undefined;
    };
    const simple = quotient(i);
    if (simple) found.push({ start: i, end: i + 3, value: simple });
    const part = isSign(i + 1, "+") ? quotient(i + 2) : undefined;
    if (part) found.push({ start: i, end: i + 5, value: add(first, part) });
  });
  return found;
}

/** Whether two tokens are the same thing. */
export function alike(a: MathToken, b: MathToken): boolean {
  if (a.kind === "number" || b.kind === "number") return a.value !== undefined && b.value !== undefined && equal(a.value, b.value);
  return a.kind === b.kind && a.text === b.text;
}
