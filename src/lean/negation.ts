/** The negation of a theorem, as Lean source that a prover can be given. FaithformBench (A), "Formalising": `¬ (∀ binders, body)`. */
import { parseBinders, type Binder } from "./binders";
import { masked } from "./comments";
import { groupEnd, scan, type Scan } from "./scan";
import type { Theorem } from "./theorem";
import { variableContext } from "./variables";

/** A negated theorem: its `name`, its `statement` (`¬ (…)`), the whole `code`, and in `notes` what is not as in the original, in words. */
export interface Negation {
  readonly name: string;
  readonly statement: string;
  readonly code: string;
  readonly notes: readonly string[];
}

/**
 * Lean source that states the negation of a theorem and ends in `:= by sorry`.
 * @example negate(theorem of "theorem t (x : ℝ) : x = x := by sorry")
 * // "set_option autoImplicit false in\ntheorem t_neg : ¬ (∀ (x : ℝ), x = x) := by sorry"
 */
export function negate(theorem: Theorem): string {
  return negation(theorem).code;
}

/**
 * The negation with what was changed on the way. A theorem says "for all parameters, the body"; its negation therefore holds all of them under the ¬:
 * - binders of every kind go under the ∀ as they stand; without any it is `¬ (body)`.
 * - a default, `(n : ℕ := 2)` or `(h : 0 < n := by simp)`, is dropped: it fills in an argument for a caller and changes no truth value, and ∀ admits none.
 * - `variable`s that the theorem uses are parameters of it, so they come under the ∀ too and leave the context; left outside, the claim
 *   would be "for all n, not …" instead of "not for all n, …".
 * - an undeclared name that Lean would silently make a parameter would stay outside in the same way: `autoImplicit` is switched off for this theorem,
 *   so that Lean reports it. Universe names cannot go under a ∀; they are declared, and a proof then refutes the claim in every universe.
 * - docstring, attributes and modifiers are left out.
 */
export function negation(theorem: Theorem): Negation {
  const context = variableContext(theorem);
  const own = parseBinders(theorem.binders);
  const notes = notesOn(context.binders, own);
  const binders = [context.binders, withoutDefaults(theorem, own)].filter(Boolean).map(spaced).join("");
  const body = laidOut(theorem, "body");
  const statement = binders === "" ? `¬ (${body})` : `¬ (∀${binders},${spaced(body)})`;
  const name = negatedName(theorem);
  const universes = universesOf(theorem);
  const keyword = theorem.kind === "example" ? "theorem" : theorem.kind;
  const levels = universes.length > 0 ? `.{${universes.join(", ")}}` : "";
  const declaration = `set_option autoImplicit false in\n${keyword} ${name}${levels} : ${statement} := by sorry`;
  return { name, statement, code: context.header === "" ? declaration : `${context.header}\n\n${declaration}`, notes };
}

/** A text with a blank before it, unless it begins on a line of its own. */
function spaced(text: string): string {
  return text.startsWith("\n") ? text : ` ${text}`;
}

function notesOn(fromContext: string, own: readonly Binder[]): string[] {
  const defaults = own.filter(({ defaultValue }) => defaultValue !== "");
  return [
    ...(fromContext === "" ? [] : [`variables that the theorem uses are bound: ${fromContext}`]),
    ...defaults.map(({ text, plain }) => `a default is dropped: ${text} became ${plain}`),
  ];
}

/** `t_neg`, or `t_neg_neg` where the text already has that name; `example_neg` for an example. The ending goes inside `«»`. */
function negatedName({ name, context }: Theorem): string {
  const taken = new Set(context.map((command) => command.name));
  let result = name || "example";
  do result = result.endsWith("»") ? `${result.slice(0, -1)}_neg»` : `${result}_neg`;
  while (taken.has(result));
  return result;
}

function withoutDefaults(theorem: Theorem, own: readonly Binder[]): string {
  return own.some(({ defaultValue }) => defaultValue !== "") ? own.map(({ plain }) => plain).join(" ") : laidOut(theorem, "binders");
}

/** Words that begin something whose further lines Lean reads by their column. */
const LAYOUT: ReadonlySet<string> = new Set(["let", "letI", "have", "haveI", "suffices", "by", "do", "calc"]);

/**
 * The text of a part. Where it runs over several lines and holds a word after which columns matter, it goes on a new line
 * at its own column, with comments blanked out, so that everything in it keeps the column that it had.
 */
export function laidOut({ source, spans, ...theorem }: Theorem, part: "binders" | "body"): string {
  const text = theorem[part];
  if (!text.includes("\n") || !scan(text).tokens.some((token) => LAYOUT.has(token.text))) return text;
  const { start, end } = spans[part];
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const lines = masked(source).slice(start, end).trimEnd().split("\n");
  return `\n${" ".repeat(start - lineStart)}${lines.map((line) => line.trimEnd()).join("\n")}`;
}

/** Universe names to declare: the theorem's own, and those in `Type u`, `Sort (max u v)` that nothing declares and Lean would add by itself. */
export function universesOf(theorem: Theorem): string[] {
  const declared = theorem.context.filter(({ kind }) => kind === "universe").map(({ text }) => text).join(" ");
  const known = new Set(scan(declared).tokens.map(({ text }) => text));
  const scanned = scan(`${theorem.binders} ${theorem.body}`);
  const levels = scanned.tokens.flatMap(({ text }, i) => (text === "Type" || text === "Sort" ? levelNames(scanned, i + 1) : []));
  return [...new Set([...theorem.universes, ...levels.filter((name) => !known.has(name))])];
}

function levelNames(scanned: Scan, i: number): string[] {
  const { tokens } = scanned;
  const end = tokens[i]?.text === "(" ? groupEnd(scanned, i, tokens.length - 1) : i;
  return tokens.slice(i, end + 1).filter(({ kind, text }) => kind === "identifier" && !["max", "imax", "_"].includes(text)).map(({ text }) => text);
}
