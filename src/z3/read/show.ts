/** Terms back in Lean notation, for people: how a statement was read, coercions and types included. */
import { showRational } from "../exact/rational";
import type { Term } from "./term";
import { head, isBase, showType } from "./types";

const INFIX: Readonly<Record<string, readonly [sign: string, level: number]>> = {
  iff: ["↔", 20], implies: ["→", 25], or: ["∨", 30], and: ["∧", 35], eq: ["=", 50], lt: ["<", 50], le: ["≤", 50], "Dvd.dvd": ["∣", 50], mem: ["∈", 50], subset: ["⊆", 50],
  add: ["+", 65], sub: ["-", 65], union: ["∪", 65], mul: ["*", 70], div: ["/", 70], mod: ["%", 70], inter: ["∩", 70], diff: ["\\", 70],
  pow: ["^", 75], zpow: ["^", 75], rpow: ["^", 75],
};
const ENCLOSED: Readonly<Record<string, readonly [string, string]>> = {
  abs: ["|", "|"], "Int.floor": ["⌊", "⌋"], "Int.ceil": ["⌈", "⌉"], "Nat.floor": ["⌊", "⌋₊"], "Nat.ceil": ["⌈", "⌉₊"],
};

/**
 * A term in Lean notation. Numerals whose type is not ℕ carry it, and coercions are written as `(… : type)`.
 * @param types false leaves both out, for counterexamples
 * @example showTerm(readStatement({ binders: "(n : ℕ) (x : ℝ)", body: "n < x", header: "" }).goal) // "(n : ℝ) < x"
 */
export function showTerm(term: Term, types = true): string {
  return show(term, 0, types);
}

function show(term: Term, level: number, types: boolean): string {
  const at = (own: number, text: string): string => (own < level ? `(${text})` : text);
  const part = (index: number, least: number): string => show(term.args[index]!, least, types);
  const infix = INFIX[term.op];
  if (infix && term.args.length >= 2) {
    const [sign, own] = infix;
    if (term.op === "and" || term.op === "or") return at(own, term.args.map((arg) => show(arg, own + 1, types)).join(` ${sign} `));
    const [left, right] = sign === "→" || sign === "^" ? [own + 1, own] : [own === 50 || own === 20 ? own + 1 : own, own + 1];
    return at(own, `${part(0, left)} ${sign} ${part(1, right)}`);
  }
  const bars = ENCLOSED[term.op];
  if (bars) return `${bars[0]}${part(0, 0)}${bars[1]}`;
  switch (term.op) {
    case "number":
      return number(term, level, types);
    case "variable":
      return term.variable!.name;
    case "true":
    case "false":
      return term.op === "true" ? "True" : "False";
    case "not":
      return term.args[0]!.op === "eq" ? at(50, `${show(term.args[0]!.args[0]!, 51, types)} ≠ ${show(term.args[0]!.args[1]!, 51, types)}`) : at(40, `¬${part(0, 41)}`);
    case "neg":
      return at(75, `-${part(0, 75)}`);
    case "inv":
      return `${part(0, 1024)}⁻¹`;
    case "cast":
      return types ? `(${part(0, 0)} : ${showType(term.type)})` : part(0, level);
    case "forall":
    case "exists":
      return at(1, `${term.op === "forall" ? "∀" : "∃"} ${term.variable!.name} : ${showType(term.variable!.type)}, ${part(0, 0)}`);
    case "lambda":
      return at(1, `fun ${term.variable!.name} => ${part(0, 0)}`);
    case "setOf":
      return term.args[0]!.op === "lambda" ? `{${term.args[0]!.variable!.name} | ${show(term.args[0]!.args[0]!, 0, types)}}` : `setOf ${part(0, 1024)}`;
    case "enumerate":
      return term.args.length === 0 ? "∅" : `{${term.args.map((arg) => show(arg, 0, types)).join(", ")}}`;
    case "list":
      return `[${term.args.map((arg) => show(arg, 0, types)).join(", ")}]`;
    case "pair":
      return `(${part(0, 0)}, ${part(1, 0)})`;
    case "fst":
    case "snd":
      return `${part(0, 1024)}.${term.op === "fst" ? 1 : 2}`;
    case "if":
      return at(1, `if ${part(0, 0)} then ${part(1, 0)} else ${part(2, 0)}`);
    case "Finset.sum":
    case "Finset.prod":
      return at(67, big(term, types));
    case "apply":
      return at(1022, `${part(0, 1022)} ${part(1, 1023)}`);
    default:
      return term.args.length === 0 ? term.op : at(1022, [term.op, ...term.args.map((arg) => show(arg, 1023, types))].join(" "));
  }
}

function number(term: Term, level: number, types: boolean): string {
  const text = showRational(term.value!);
  if (types && !isBase(term.type, "ℕ")) return `(${text} : ${showType(term.type)})`;
  return level > 65 && /[ -]/.test(text) ? `(${text})` : text;
}

function big(term: Term, types: boolean): string {
  const [range, fn] = term.args as [Term, Term];
  const sign = term.op === "Finset.sum" ? "∑" : "∏";
  if (fn.op !== "lambda") return `${term.op} ${show(range, 1023, types)} ${show(fn, 1023, types)}`;
  return `${sign} ${fn.variable!.name} ∈ ${show(range, 0, types)}, ${show(fn.args[0]!, 67, types)}`;
}

/** One leaf of a statement as it was read. */
export interface Leaf {
  readonly text: string;
  readonly type: string;
}

/**
 * The variables and numerals of a term with the types that Lean gives them, in the order of the text; each pair once.
 * @example leaves(readStatement({ binders: "", body: "7 / 2 = 3", header: "" }).goal)[0] // { text: "7", type: "ℕ" }
 */
export function leaves(term: Term): Leaf[] {
  const found = new Map<string, Leaf>();
  const visit = (part: Term): void => {
    if (part.op === "number" || part.op === "variable") {
      const leaf = { text: part.op === "number" ? showRational(part.value!) : part.variable!.name, type: showType(head(part.type)) };
      found.set(`${leaf.text} : ${leaf.type}`, leaf);
    }
    part.args.forEach(visit);
  };
  visit(term);
  return [...found.values()];
}
