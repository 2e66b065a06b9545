/** Which operations Mathlib has on which types, as far as the engine gives them a meaning. */
import { head, type Type } from "./types";

const EVERYWHERE = ["ℕ", "ℤ", "ℚ", "ℝ", "ℂ"];
const ON: Readonly<Record<string, readonly string[]>> = {
  "+": [...EVERYWHERE, "Fin", "ZMod"],
  "*": [...EVERYWHERE, "Fin", "ZMod"],
  "-": [...EVERYWHERE, "Fin", "ZMod"],
  "/": [...EVERYWHERE, "Fin"],
  "%": ["ℕ", "ℤ", "Fin"],
  neg: ["ℤ", "ℚ", "ℝ", "ℂ", "Fin", "ZMod"],
  "⁻¹": ["ℚ", "ℝ", "ℂ"],
  "∪": ["Set", "Finset"],
  "∩": ["Set", "Finset"],
  "\\": ["Set", "Finset"],
};

/** Signs that are read as one tree, so that coercions go to its leaves (Lean's `binop%`). */
export const TREE_SIGNS: ReadonlySet<string> = new Set(["+", "-", "*", "/", "%", "∪", "∩", "\\"]);

/** Lean's default instances by falling priority: `Monoid.Pow`, the homogeneous operators, `Neg ℤ`, `OfScientific Float`, `OfNat ℕ`. */
export const DEFAULT_ORDER = ["power", "operator", "decimal", "negation", "numeral", "braces"] as const;

/** Whether an operator is defined on a type. @example canOperate("%", RAT) // false */
export function canOperate(sign: string, type: Type): boolean {
  const top = head(type);
  return (ON[sign] ?? []).includes(top.kind === "base" ? top.name : top.kind);
}

/**
 * Whether Mathlib has, or may have, an operator on a type to which the engine gives no meaning, so that Lean coerces below it. Every field is a Euclidean domain
 * there, with a remainder; `ZMod n` has a division where n is known to be prime.
 * @example hasUnreadInstance("%", RAT) // true
 */
export function hasUnreadInstance(sign: string, type: Type): boolean {
  const top = head(type);
  return (sign === "%" && top.kind === "base" && ["ℚ", "ℝ", "ℂ"].includes(top.name)) || (sign === "/" && top.kind === "ZMod");
}

/** Numerals exist at this type. */
export function hasNumerals(type: Type): boolean {
  const top = head(type);
  if (top.kind === "base") return EVERYWHERE.includes(top.name) || top.name === "ℕ∞";
  return top.kind === "Fin" ? top.size > 0n : top.kind === "ZMod";
}
