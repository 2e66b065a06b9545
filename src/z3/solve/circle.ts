/** A quantified angle that is used only through its sine and cosine, as a point of the unit circle: an exact change of variable. */
import { ONE } from "../exact/rational";
import { and, bind, eq, implies, node, numeral, use, withArgs, type Term, type Variable } from "../read/term";
import { isBase, REAL } from "../read/types";
import { keyOf } from "./key";

/** Replaces quantifiers over angles throughout a proposition. */
export function withCirclePoints(term: Term): Term {
  const inner = term.args.length === 0 ? term : withArgs(term, term.args.map(withCirclePoints));
  if (inner.op !== "forall" && inner.op !== "exists") return inner;
  const variable = inner.variable!;
  const point = circlePoint(inner.args, variable);
  if (!point) return inner;
  const [body] = point.replaced as [Term];
  const on = onCircle(point);
  const claim = inner.op === "forall" ? implies(on, body) : and(on, body);
  return bind(inner.op, point.cos, bind(inner.op, point.sin, claim));
}

/** A point that stands for an angle, and the terms in which it does. */
export interface CirclePoint {
  readonly cos: Variable;
  readonly sin: Variable;
  readonly replaced: readonly Term[];
}

/** cos² + sin² = 1: every such pair belongs to an angle. */
export function onCircle({ cos, sin }: CirclePoint): Term {
  const square = (variable: Variable): Term => node("mul", REAL, use(variable), use(variable));
  return eq(node("add", REAL, square(cos), square(sin)), numeral(ONE, REAL));
}

/** The point for a real variable that occurs in the terms only as sin θ and cos θ of one and the same θ, which is x or x / n. */
export function circlePoint(terms: readonly Term[], variable: Variable): CirclePoint | undefined {
  if (!isBase(variable.type, "ℝ")) return undefined;
  const places = new Set<string>();
  let only = true;
  const visit = (term: Term): void => {
    const isPlace = (term.op === "Real.sin" || term.op === "Real.cos") && isMultiple(term.args[0]!, variable);
    if (isPlace) places.add(keyOf(term.args[0]!));
    else if (term.op === "variable" && term.variable === variable) only = false;
    else term.args.forEach(visit);
  };
  terms.forEach(visit);
  if (!only || places.size !== 1) return undefined;
  const [cos, sin]: [Variable, Variable] = [{ name: `cos ${variable.name}`, type: REAL }, { name: `sin ${variable.name}`, type: REAL }];
  const replace = (term: Term): Term => {
    if ((term.op === "Real.sin" || term.op === "Real.cos") && isMultiple(term.args[0]!, variable)) return use(term.op === "Real.sin" ? sin : cos);
    return term.args.length === 0 ? term : withArgs(term, term.args.map(replace));
  };
  return { cos, sin, replaced: terms.map(replace) };
}

/** x itself, or x divided by a numeral: both run through all angles as x does. */
function isMultiple(term: Term, variable: Variable): boolean {
  if (term.op === "variable") return term.variable === variable;
  return term.op === "div" && term.args[0]!.op === "variable" && term.args[0]!.variable === variable && term.args[1]!.op === "number" && term.args[1]!.value!.num !== 0n;
}

