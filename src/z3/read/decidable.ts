/** Which propositions Lean can decide by an instance: only these may stand behind `if` and in `Finset.filter`, unless `Classical` is opened. */
import type { Term, Variable } from "./term";
import { head, isBase, type Type } from "./types";

const OF_WHOLE = ["ℕ", "ℤ"] as const;

/** Whether equality on a type is decidable; on ℝ and ℂ Mathlib has it by choice. */
function hasDecidableEquality(type: Type): boolean {
  const top = head(type);
  switch (top.kind) {
    case "base":
    case "Fin":
    case "ZMod":
      return true;
    case "product":
      return hasDecidableEquality(top.left) && hasDecidableEquality(top.right);
    case "Finset":
    case "List":
    case "Multiset":
      return hasDecidableEquality(top.of);
    case "arrow":
      return isFinite(top.from) && hasDecidableEquality(top.to);
    default:
      return false;
  }
}

/** Whether a type has a `Fintype` instance: all its elements can be listed. */
export function isFinite(type: Type): boolean {
  const top = head(type);
  switch (top.kind) {
    case "Fin":
    case "ZMod":
      return true;
    case "base":
      return top.name === "Bool" || top.name === "Prop";
    case "product":
      return isFinite(top.left) && isFinite(top.right);
    case "Set":
    case "Finset":
      return isFinite(top.of);
    case "arrow":
      return isFinite(top.from) && isFinite(top.to);
    default:
      return false;
  }
}

/** Whether Lean finds an instance of `Decidable p`, as far as Mathlib's instances are known here. @example isDecidable(`∃ k : ℕ, n = k ^ 2`) // false */
export function isDecidable(term: Term): boolean {
  const [a, b] = term.args;
  if (isBool(term)) return true;
  switch (term.op) {
    case "true":
    case "false":
    case "True":
    case "False":
      return true;
    case "and":
    case "or":
    case "not":
    case "implies":
    case "iff":
    case "And":
    case "Or":
    case "Not":
    case "Iff":
    case "Xor'":
    case "if":
      return term.args.every((part) => !isBase(part.type, "Prop") || isDecidable(part));
    case "eq":
    case "Eq":
    case "Ne":
      return isBase(a!.type, "Prop") ? isDecidable(a!) && isDecidable(b!) : hasDecidableEquality(a!.type);
    case "lt":
    case "le":
      return true;
    case "Dvd.dvd":
    case "IsSquare":
      return isBase(a!.type, ...OF_WHOLE) || (term.op === "IsSquare" && isBase(a!.type, "ℚ"));
    case "Even":
    case "Odd":
      return isBase(a!.type, ...OF_WHOLE);
    case "Squarefree":
      return isBase(a!.type, "ℕ");
    case "Nat.Prime":
    case "Nat.Coprime":
    case "Nat.ModEq":
    case "Int.ModEq":
    case "Finset.Nonempty":
    case "List.Nodup":
      return true;
    case "subset":
      return head(a!.type).kind === "Finset";
    case "mem":
      return isDecidableSet(b!);
    case "forall":
    case "exists":
      return isFinite(term.variable!.type) ? isDecidable(a!) : isBounded(term, term.variable!);
    default:
      return false;
  }
}

/** A Bool, also where it stands for the proposition that it is true. */
function isBool(term: Term): boolean {
  if (term.op === "variable") return isBase(term.variable!.type, "Bool");
  if (term.op !== "apply") return isBase(term.type, "Bool");
  const fn = head(term.args[0]!.type);
  return fn.kind === "arrow" && isBase(fn.to, "Bool");
}

const INTERVALS: ReadonlySet<string> = new Set(["Set.Icc", "Set.Ico", "Set.Ioc", "Set.Ioo", "Set.Ici", "Set.Ioi", "Set.Iic", "Set.Iio", "Set.univ"]);

function isDecidableSet(set: Term): boolean {
  if (["Finset", "List", "Multiset"].includes(head(set.type).kind)) return true;
  const fn = set.args[0];
  if (INTERVALS.has(set.op)) return true;
  if (set.op === "enumerate") return set.args.every(({ type }) => hasDecidableEquality(type));
  if (set.op === "setOf") return fn!.op === "lambda" && isDecidable(fn!.args[0]!);
  if (set.op === "cast") return head(fn!.type).kind === "Finset";
  return ["union", "inter", "diff", "compl"].includes(set.op) && set.args.every(isDecidableSet);
}

/** `∀ k < n, p`, `∃ k ≤ n, p`, `∀ x ∈ s, p` with a finite set or list s, and `∀ k, a ≤ k → k < b → p`. */
function isBounded(quantified: Term, variable: Variable): boolean {
  const [body] = quantified.args as [Term];
  const isForall = quantified.op === "forall";
  if (body.op !== (isForall ? "implies" : "and")) return false;
  const [bound, ...rest] = body.args as [Term, ...Term[]];
  if (isElementOfFinite(bound, variable) || isBelow(bound, variable, ["ℕ"])) return rest.every(isDecidable);
  const [inner] = rest as [Term];
  return isForall && isAbove(bound, variable) && inner.op === "implies" && isBelow(inner.args[0]!, variable, ["ℕ", "ℤ"]) && isDecidable(inner.args[1]!);
}

function isUse(term: Term, variable: Variable): boolean {
  return term.op === "variable" && term.variable === variable;
}

function isElementOfFinite(term: Term, variable: Variable): boolean {
  return term.op === "mem" && isUse(term.args[0]!, variable) && head(term.args[1]!.type).kind !== "Set";
}

function isBelow(term: Term, variable: Variable, types: readonly ("ℕ" | "ℤ")[]): boolean {
  return (term.op === "lt" || term.op === "le") && isUse(term.args[0]!, variable) && isBase(variable.type, ...types);
}

function isAbove(term: Term, variable: Variable): boolean {
  return (term.op === "lt" || term.op === "le") && isUse(term.args[1]!, variable) && isBase(variable.type, ...OF_WHOLE);
}
