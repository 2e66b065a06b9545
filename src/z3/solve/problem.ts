/** A statement made ready for deciding: unfolded, with the quantifiers and premises at the head of its goal moved out, and defined variables replaced. */
import type { Statement } from "../read/statement";
import { and, FALSE, freeVariables, implies, node, substitute, TRUE, use, type Term, type Variable } from "../read/term";
import { COMPLEX, isBase, known, type Type } from "../read/types";
import { unfold } from "../read/unfold";
import { withSingleAngles } from "./angles";
import { circlePoint, onCircle, withCirclePoints } from "./circle";
import { complexVariable } from "./complex";
import { solvedFor } from "./linear";
import { definitionIn, isInhabited, Simplifier } from "./simplify";

/** `∀ variables, premises → goal`, equivalent to the statement. */
export interface Problem {
  readonly variables: readonly Variable[];
  readonly premises: readonly Term[];
  readonly goal: Term;
  /** Variables of the statement whose value follows from the others, in the order in which they can be computed. */
  readonly defined: readonly { readonly variable: Variable; readonly value: Term }[];
  /** The variables as the statement names them, pairs whole. */
  readonly named: readonly { readonly variable: Variable; readonly value: Term }[];
}

/** Prepares a statement. @param deadline a point in time, in milliseconds of `performance.now()`, after which nothing more is evaluated */
export function prepare(statement: Statement, deadline = Infinity): Problem {
  return new Builder(deadline, false).build(statement);
}

/**
 * The premises of a statement with the goal `False`: proved if the premises alone are contradictory.
 * `undefined` for a statement without premises.
 */
export function premisesAlone(statement: Statement, deadline = Infinity): Problem | undefined {
  const builder = new Builder(deadline, true);
  const problem = builder.build(statement);
  return builder.assumed ? problem : undefined;
}

class Builder {
  private readonly simplifier: Simplifier;
  private variables: Variable[] = [];
  private premises: Term[] = [];
  assumed = false;
  private goal: Term = TRUE;
  private readonly defined: { variable: Variable; value: Term }[] = [];

  constructor(
    deadline: number,
    private readonly withoutGoal: boolean,
  ) {
    this.simplifier = new Simplifier(deadline);
  }

  build(statement: Statement): Problem {
    const named = statement.variables.map((variable) => ({ variable, value: this.introduce(variable) }));
    const replace = new Map(named.map(({ variable, value }) => [variable, value]));
    const inOwnVariables = (term: Term): Term => unfold(substitute(unfold(term), replace));
    for (const { statement: hypothesis } of statement.hypotheses) this.assume(inOwnVariables(hypothesis));
    // What counts as a premise is what the text says before an arrow, not what is left of it once parts that are plainly true are gone.
    this.conclude(this.withoutGoal ? substitute(statement.goal, replace) : inOwnVariables(statement.goal));
    return this.finish(named);
  }

  /** A variable, or for a pair the pair of its components, for a complex number its two parts. */
  private introduce(variable: Variable): Term {
    const type = known(variable.type);
    if (isBase(type, "ℂ")) {
      const { re, im } = complexVariable(variable);
      this.variables.push(re, im);
      return node("complex", COMPLEX, use(re), use(im));
    }
    if (type.kind !== "product") {
      this.variables.push(variable);
      return use(variable);
    }
    const part = (name: string, component: Type): Term => this.introduce({ name: `${variable.name}.${name}`, type: component });
    return node("pair", type, part("1", type.left), part("2", type.right));
  }

  private assume(premise: Term): void {
    this.assumed = true;
    this.premises.push(...this.withWitnesses(premise));
  }

  /** Moves `∀ x` and premises in front of the goal out of it; a negated goal is a premise that must be contradictory. */
  private conclude(goal: Term): void {
    let rest = goal;
    for (;;) {
      if (rest.op === "implies") {
        this.assume(this.withoutGoal ? unfold(rest.args[0]!) : rest.args[0]!);
        rest = rest.args[1]!;
      } else if (rest.op === "not" && !this.withoutGoal) {
        this.deny(rest.args[0]!);
        rest = FALSE;
      } else if (rest.op === "forall") rest = this.opened(rest);
      else break;
    }
    this.goal = this.withoutGoal ? FALSE : rest;
  }

  /** The body of a quantifier, its variable introduced. */
  private opened(term: Term): Term {
    const value = this.introduce(term.variable!);
    return value.op === "variable" ? term.args[0]! : unfold(substitute(term.args[0]!, new Map([[term.variable!, value]])));
  }

  /** What the negated goal claims; it is no premise of the statement itself. */
  private deny(claim: Term): void {
    this.premises.push(...this.withWitnesses(claim));
  }

  /** The parts of a premise, with the variables of `∃` introduced. */
  private withWitnesses(premise: Term): Term[] {
    return conjuncts(premise).flatMap((part) => (part.op === "exists" ? this.withWitnesses(this.opened(part)) : [part]));
  }

  private finish(named: Problem["named"]): Problem {
    for (let changed = true; changed; ) {
      this.premises = this.premises.flatMap((premise) => this.withWitnesses(this.simplifier.simplify(premise)));
      const simplified = this.simplifier.simplify(this.goal);
      changed = this.replaceDefined(simplified);
      if (!changed && ["implies", "forall", "not"].includes(simplified.op)) {
        this.conclude(simplified);
        changed = true;
      } else if (!changed) this.goal = simplified;
    }
    this.resolveAngles();
    return { variables: this.variables, premises: this.premises, goal: this.goal, defined: [...this.defined].reverse(), named };
  }

  /** Writes out sines and cosines; an angle that is used in no other way becomes a point of the unit circle. */
  private resolveAngles(): void {
    const all = [...this.premises, this.goal];
    if (!all.some(isTrigonometric)) return;
    let terms = withSingleAngles(all).map((term) => withCirclePoints(term));
    const circles: Term[] = [];
    for (const variable of this.variables) {
      const point = circlePoint(terms, variable);
      if (!point) continue;
      terms = [...point.replaced];
      circles.push(onCircle(point));
      this.variables = this.variables.flatMap((other) => (other === variable ? [point.cos, point.sin] : [other]));
    }
    const simplified = terms.map((term) => this.simplifier.simplify(term));
    this.premises = [...circles, ...simplified.slice(0, -1).flatMap(conjuncts)];
    this.goal = simplified.at(-1)!;
  }

  /** Uses a premise x = t to be rid of x. */
  private replaceDefined(goal: Term): boolean {
    for (const variable of this.variables) {
      const value = definitionIn(this.premises, variable) ?? firstOf(this.premises, (premise) => solvedFor(premise, variable));
      if (!value) continue;
      const replacement = new Map([[variable, value]]);
      this.premises = this.premises.map((premise) => substitute(premise, replacement));
      this.goal = substitute(goal, replacement);
      this.variables = this.variables.filter((other) => other !== variable);
      this.defined.push({ variable, value });
      return true;
    }
    return false;
  }
}

function isTrigonometric(term: Term): boolean {
  return term.op === "Real.sin" || term.op === "Real.cos" || term.args.some(isTrigonometric);
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function conjuncts(term: Term): Term[] {
  return term.op === "true" ? [] : term.op === "and" ? term.args.flatMap(conjuncts) : [term];
}

/** The whole problem as one proposition without free variables, for evaluation. */
export function closedForm({ variables, premises, goal }: Problem): Term {
  const body = premises.length > 0 ? implies(and(...premises), goal) : goal;
  const needed = freeVariables(body);
  return [...variables]
    .reverse()
    .filter((variable) => needed.has(variable) || !isInhabited(known(variable.type)))
    .reduce<Term>((inner, variable) => ({ op: "forall", type: { kind: "base", name: "Prop" }, args: [inner], variable }), body);
}

