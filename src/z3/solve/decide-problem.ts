/** The order in which a problem is attacked: exact evaluation, Z3, then small counterexamples. */
import { truthOf } from "../exact/evaluate";
import type { Value } from "../exact/value";
import { and, node, not, substitute, type Term, type Variable } from "../read/term";
import { Unreadable } from "../read/syntax";
import { isBase, known, PROP } from "../read/types";
import { describe, refutes, smallCounterexample } from "./counterexample";
import { encode, type Encoded } from "./encode";
import type { Answer, Z3Engine } from "./engine";
import { readValues, type ModelValue } from "./model";
import { closedForm, type Problem } from "./problem";
import { literal } from "./simplify";

/** What was found out about a statement. */
export interface Decision {
  readonly outcome: "proved" | "refuted" | "inconclusive";
  readonly reason?: string;
  readonly counterexample?: string;
  readonly vacuous?: boolean;
}

/** Z3 counts its own steps; this many make the result the same on every machine, and take a few seconds. */
const RESOURCE_LIMIT = 6_000_000;

/** Decides a problem before a point in time (milliseconds of `Date.now()`). @throws Unreadable if nothing could be tried */
export async function decideProblem(problem: Problem, engine: Z3Engine, deadline: number): Promise<Decision> {
  return new Attempt(problem, engine, deadline).decide();
}

class Attempt {
  constructor(
    private readonly problem: Problem,
    private readonly engine: Z3Engine,
    private readonly deadline: number,
  ) {}

  async decide(): Promise<Decision> {
    const { premises, goal, variables } = this.problem;
    if (premises.some(({ op }) => op === "false")) return { outcome: "proved", vacuous: true };
    if (goal.op === "true") return this.proved();
    if (variables.length === 0 || goal.op === "false") {
      const truth = truthOf(closedForm(this.problem));
      if (truth === true) return this.proved();
      if (truth === false && variables.length === 0) return { outcome: "refuted", reason: "false by exact evaluation" };
    }
    let reason: string;
    try {
      const decision = await this.byZ3();
      if ("outcome" in decision) return decision;
      ({ reason } = decision);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      reason = error.message;
    }
    const values = smallCounterexample(this.problem);
    return values ? this.refuted(values) : { outcome: "inconclusive", reason };
  }

  private async proved(): Promise<Decision> {
    const vacuous = await this.vacuous();
    return vacuous === undefined ? { outcome: "proved" } : { outcome: "proved", vacuous };
  }

  private refuted(values: ReadonlyMap<Variable, Value>): Decision {
    const counterexample = describe(this.problem, values);
    return counterexample ? { outcome: "refuted", counterexample } : { outcome: "refuted" };
  }

  private async byZ3(): Promise<Decision | { reason: string }> {
    const { premises, goal, variables } = this.problem;
    const encoded = encode([...premises, not(goal)], variables);
    const answer = await this.ask(encoded);
    if (answer.status === "unsat") return this.proved();
    const refutation = answer.status === "sat" ? await this.fromModel(encoded, readValues(answer.values)) : undefined;
    if (refutation) return refutation;
    if (variables.length === 0 && (await this.isContradiction([...premises, goal]))) return { outcome: "refuted", reason: "the negation is proved" };
    return { reason: answer.status === "unknown" ? `Z3 does not decide it (${answer.reason})` : "Z3's counterexample could not be confirmed" };
  }

  /** Whether propositions without further variables cannot hold together. */
  private async isContradiction(propositions: readonly Term[], variables: readonly Variable[] = []): Promise<boolean> {
    try {
      return (await this.ask(encode(propositions, variables))).status === "unsat";
    } catch (error) {
      if (error instanceof Unreadable) return false;
      throw error;
    }
  }

  /** A model is believed only after exact evaluation, after Z3 proved the statement false at these values, or where all of it is exact real arithmetic. */
  private async fromModel(encoded: Encoded, model: readonly (ModelValue | undefined)[]): Promise<Decision | undefined> {
    const scalars = encoded.constants.filter(({ variable }) => isScalar(variable));
    const values = new Map<Variable, Value>();
    let irrational = false;
    for (const [i, { variable }] of scalars.entries()) {
      const value = model[i];
      if (value === undefined) return undefined;
      if (typeof value === "object" && "irrational" in value) irrational = true;
      else values.set(variable, value);
    }
    const complete = scalars.length === encoded.constants.length;
    if (!irrational) {
      const verdict = complete ? refutes(this.problem, values) : undefined;
      if (verdict) return this.refuted(values);
      if (verdict === false || !complete) return undefined;
      return (await this.holdsAt(values)) ? this.refuted(values) : undefined;
    }
    if (!complete || !encoded.exact || !encoded.ground || !scalars.every(({ variable }) => !isBase(variable.type, "ℚ"))) return undefined;
    return { outcome: "refuted", counterexample: scalars.map(({ variable }, i) => `${variable.name} = ${shownModelValue(model[i]!)}`).join(", ") };
  }

  /** Z3 proves that at these values the premises hold and the goal fails. */
  private async holdsAt(values: ReadonlyMap<Variable, Value>): Promise<boolean> {
    const replacement = new Map([...values].flatMap(([variable, value]) => {
      const term = literal(value, known(variable.type));
      return term ? [[variable, term] as const] : [];
    }));
    if (replacement.size < values.size) return false;
    const claim = substitute(and(...this.problem.premises, not(this.problem.goal)), replacement);
    return this.isContradiction([node("not", PROP, claim)]);
  }

  /** Whether the premises alone are contradictory. */
  private async vacuous(): Promise<boolean | undefined> {
    const { premises, variables } = this.problem;
    if (premises.length === 0) return undefined;
    const alone: Problem = { ...this.problem, goal: { op: "false", type: PROP, args: [] } };
    if (smallCounterexample(alone)) return false;
    try {
      const answer = await this.ask(encode(premises, variables));
      return answer.status === "unsat" ? true : answer.status === "sat" ? false : undefined;
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  }

  private ask(encoded: Encoded): Promise<Answer> {
    const left = this.deadline - Date.now();
    if (left <= 0) return Promise.resolve({ status: "unknown", reason: "timeout" });
    const script = [
      `(set-option :rlimit ${RESOURCE_LIMIT})`,
      `(set-option :timeout ${Math.ceil(left)})`,
      ...encoded.declarations,
      ...encoded.assertions.map((assertion) => `(assert ${assertion})`),
      "(check-sat)",
    ].join("\n");
    const values = encoded.constants.filter(({ variable }) => isScalar(variable)).map(({ name }) => name);
    return this.engine.ask({ script, values }, left + GRACE);
  }
}

/** Z3 gets this much longer than it asked for before its thread is ended. */
const GRACE = 300;

function isScalar({ type }: Variable): boolean {
  const top = known(type);
  return top.kind === "base" || top.kind === "Fin" || top.kind === "ZMod";
}

function shownModelValue(value: ModelValue): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if ("irrational" in value) return value.irrational;
  return value.den === 1n ? `${value.num}` : `${value.num} / ${value.den}`;
}
