/** How tightly Lean 4 and Mathlib bind: the precedences of their notation files, for the signs that the engine can read. */

/** Precedence of names, numerals and bracketed terms; only these can be arguments of an application. */
export const MAX = 1024;

/** The least precedence of an argument of an application. */
export const ARGUMENT = MAX - 1;

/** Precedence of equations, inequalities and other relations, which do not chain. */
export const RELATION = 50;

/** Precedence of an application, a quantifier or an `if`: too low for an argument. */
export const LEAD = MAX - 2;

/** An infix sign: its own precedence, and the least precedence its two sides must have. */
export interface Infix {
  readonly level: number;
  readonly left: number;
  readonly right: number;
}

const INFIX = new Map<string, Infix>();

function infix(level: number, associativity: "left" | "right" | "none", signs: string): void {
  for (const sign of signs.split(" ")) {
    INFIX.set(sign, { level, left: associativity === "left" ? level : level + 1, right: associativity === "right" ? level : level + 1 });
  }
}

infix(20, "none", "↔");
infix(25, "right", "→");
infix(30, "right", "∨");
infix(30, "left", "||");
infix(35, "right", "∧ ×");
infix(35, "left", "&&");
infix(RELATION, "none", "= ≠ < ≤ > ≥ ∣ ∈ ∉ ⊆ ⊂ ⊇ ⊃ ∤ == !=");
infix(65, "left", "+ - ∪ ++");
infix(67, "right", "::");
infix(70, "left", "* / % ∩ \\");
infix(73, "right", "•");
infix(75, "right", "^");
infix(82, "right", "×ˢ");
infix(90, "right", "∘");

/** What is written in plain characters and read as the sign. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["->", "→"], ["<=", "≤"], [">=", "≥"], ["/\\", "∧"], ["\\/", "∨"], ["<->", "↔"], ["⇒", "=>"], ["↦", "=>"], ["λ", "fun"],
]);

/** The sign that a token stands for. @example spelled("<=") // "≤" */
export function spelled(text: string): string {
  return SPELLINGS.get(text) ?? text;
}

/** How an infix sign binds, if it is one. */
export function infixOf(sign: string): Infix | undefined {
  return INFIX.get(sign);
}

/** The relations that may follow the variable of a binder: `∃ x > 0, …`. */
export const BINDER_RELATIONS: ReadonlySet<string> = new Set(["∈", "∉", "<", "≤", ">", "≥", "≠", "⊆", "⊂", "∣"]);

/** Prefix signs: their own precedence and the least precedence of what follows. */
export const PREFIX: ReadonlyMap<string, { readonly level: number; readonly argument: number }> = new Map([
  ["-", { level: 75, argument: 75 }],
  ["¬", { level: MAX, argument: 40 }],
  ["!", { level: MAX, argument: 40 }],
  ["↑", { level: MAX, argument: MAX }],
  ["√", { level: MAX, argument: MAX }],
]);

/** Postfix signs, which bind tighter than an application. */
export const POSTFIX: ReadonlySet<string> = new Set(["!", "⁻¹", "ᶜ"]);

/** The least precedence of the body of a big sum or product: `∑ i ∈ s, i + 1` is `(∑ i ∈ s, i) + 1`. */
export const BIG_BODY = 67;
