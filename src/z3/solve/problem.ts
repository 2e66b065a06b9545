/** A statement made ready for deciding: unfolded, with the quantifiers and premises at the head of its goal moved out, and defined variables replaced. */
import type { Statement } from "../read/statement";
import { and, freeVariables, implies, node, substitute, use, type Term, type Variable } from "../read/term";
import { known, type Type } from "../read/types";
import { unfold } from "../read/unfold";
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

/** Prepares a statement. */
export function prepare(statement: Statement): Problem {
  const builder = new Builder();
  const named = statement.variables.map((variable) => ({ variable, value: builder.introduce(variable) }));
  const replace = new Map(named.map(({ variable, value }) => [variable, value]));
  for (const { statement: hypothesis } of statement.hypotheses) builder.assume(unfold(substitute(unfold(hypothesis), replace)));
  builder.conclude(unfold(substitute(unfold(statement.goal), replace)));
  return builder.finish(named);
}

class Builder {
  private readonly simplifier = new Simplifier();
  private variables: Variable[] = [];
  private premises: Term[] = [];
  private goal: Term = node("true", { kind: "base", name: "Prop" });
  private readonly defined: { variable: Variable; value: Term }[] = [];

  /** A variable, or for a pair the pair of its components. */
  introduce(variable: Variable): Term {
    const type = known(variable.type);
    if (type.kind !== "product") {
      this.variables.push(variable);
      return use(variable);
    }
    const part = (name: string, component: Type): Term => this.introduce({ name: `${variable.name}.${name}`, type: component });
    return node("pair", type, part("1", type.left), part("2", type.right));
  }

  assume(premise: Term): void {
    this.premises.push(...conjuncts(premise));
  }

  /** Moves `∀ x` and premises in front of the goal out of it. */
  conclude(goal: Term): void {
    let rest = goal;
    for (;;) {
      if (rest.op === "implies") {
        this.assume(rest.args[0]!);
        rest = rest.args[1]!;
      } else if (rest.op === "forall") {
        const value = this.introduce(rest.variable!);
        rest = value.op === "variable" ? rest.args[0]! : unfold(substitute(rest.args[0]!, new Map([[rest.variable!, value]])));
      } else break;
    }
    this.goal = rest;
  }

  finish(named: Problem["named"]): Problem {
    for (let changed = true; changed; ) {
      this.premises = this.premises.flatMap((premise) => conjuncts(this.simplifier.simplify(premise)));
      const simplified = this.simplifier.simplify(this.goal);
      changed = this.replaceDefined(simplified);
      if (!changed && (simplified.op === "implies" || simplified.op === "forall")) {
        this.conclude(simplified);
        changed = true;
      } else if (!changed) this.goal = simplified;
    }
    return { variables: this.variables, premises: this.premises, goal: this.goal, defined: [...this.defined].reverse(), named };
  }

  /** Uses a premise x = t to be rid of x. */
  private replaceDefined(goal: Term): boolean {
    for (const variable of this.variables) {
      const value = definitionIn(this.premises, variable);
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

