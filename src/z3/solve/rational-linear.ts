/** Linear arithmetic over ℚ: what real numbers may stand for rational ones in. */
import type { Term } from "../read/term";
import { isBase, isOrdered } from "../read/types";

/** Whether a proposition is linear arithmetic over ℚ only: there ℚ and ℝ satisfy the same statements. */
export function isLinearOverRationals(term: Term): boolean {
  if (term.variable && term.op !== "variable" && !isBase(term.variable.type, "ℚ")) return false;
  if (isOrdered(term.type) && !isBase(term.type, "ℚ")) return false;
  switch (term.op) {
    case "number":
    case "variable":
      return isBase(term.type, "ℚ");
    case "mul":
      return term.args.every(isLinearOverRationals) && term.args.some(({ op }) => op === "number");
    case "div":
      return isLinearOverRationals(term.args[0]!) && term.args[1]!.op === "number";
    case "add":
    case "sub":
    case "neg":
    case "abs":
    case "min":
    case "max":
    case "eq":
    case "lt":
    case "le":
    case "and":
    case "or":
    case "not":
    case "implies":
    case "iff":
    case "forall":
    case "exists":
    case "true":
    case "false":
      return term.args.every(isLinearOverRationals);
    default:
      return false;
  }
}
