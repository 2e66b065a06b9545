/** The order in which a problem is attacked: exact evaluation, Z3, then small counterexamples. */
import { truthOf } from "../exact/evaluate";
import type { Value } from "../exact/value";
import type { Statement } from "../read/statement";
import { and, not, substitute, type Term, type Variable } from "../read/term";
import { Unreadable } from "../read/syntax";
import { isBase, known } from "../read/types";
import { describe, refutes, smallCounterexample } from "./counterexample";
import { encode, type Encoded } from "./encode";
import type { Answer, Z3Engine } from "./engine";
import { inductionOn, inductionVariables, type Obligation } from "./induction";
import { readValues, type ModelValue } from "./model";
import { closedForm, premisesAlone, prepare, type Problem } from "./problem";
import { impossibleByResidues } from "./residues";
import { literal } from "./simplify";

/** What was found out about a statement. */
export interface Decision {
  readonly outcome: "proved" | "refuted" | "inconclusive";
  readonly reason?: string;
  readonly counterexample?: string;
  readonly vacuous?: boolean;
}

/** How much Z3 may do for one question: its own count of steps, which is the same on every machine, and milliseconds. */
interface Effort {
  readonly resources: number;
  readonly limitMs: number;
  readonly prelude: string;
}

/** Z3's incremental core, which `push` selects, settles most statements in a few milliseconds. */
const QUICK: Effort = { resources: 400_000, limitMs: 1_500, prelude: "(push)" };

/** All of Z3's strategies, up to a few seconds. */
const THOROUGH: Effort = { resources: 6_000_000, limitMs: Infinity, prelude: "" };

/** Not decided; `final` if more effort would not help. */
interface Open {
  readonly reason: string;
  readonly final: boolean;
}

/** Decides a statement before a point in time (milliseconds of `performance.now()`). */
export async function decideStatement(statement: Statement, engine: Z3Engine, deadline: number): Promise<Decision> {
  const decision = await new Attempt(prepare(statement, deadline), engine, deadline).decide();
  if (decision.outcome !== "proved") return decision;
  const vacuous = await isVacuous(statement, engine, deadline);
  return vacuous === undefined ? decision : { ...decision, vacuous };
}

/** Whether the premises of a statement alone are contradictory; `undefined` if it has none, or if that stays open. */
async function isVacuous(statement: Statement, engine: Z3Engine, deadline: number): Promise<boolean | undefined> {
  const problem = premisesAlone(statement, deadline);
  if (!problem) return undefined;
  if (smallCounterexample(problem, deadline)) return false;
  const { outcome } = await new Attempt(problem, engine, deadline).decide();
  return outcome === "inconclusive" ? undefined : outcome === "proved";
}

const PROVED: Decision = { outcome: "proved" };

class Attempt {
  constructor(
    private readonly problem: Problem,
    private readonly engine: Z3Engine,
    private readonly deadline: number,
  ) {}

  async decide(): Promise<Decision> {
    const { premises, goal, variables } = this.problem;
    if (goal.op === "true" || premises.some(({ op }) => op === "false")) return PROVED;
    if (variables.length === 0 || goal.op === "false") {
      const truth = truthOf(closedForm(this.problem), undefined, undefined, this.deadline);
      if (truth === true) return PROVED;
      if (truth === false && variables.length === 0) return { outcome: "refuted", reason: "false by exact evaluation" };
    }
    const encoded = this.encoded([...premises, not(goal)], variables);
    const quick = "reason" in encoded ? encoded : await this.byZ3(encoded, QUICK);
    if ("outcome" in quick) return quick;
    if (impossibleByResidues([...premises, not(goal)], variables, this.deadline)) return PROVED;
    const values = smallCounterexample(this.problem, this.deadline);
    if (values) return this.refuted(values);
    if (await this.byInduction()) return PROVED;
    const thorough = "reason" in encoded || quick.final ? quick : await this.byZ3(encoded, THOROUGH);
    return "outcome" in thorough ? thorough : { outcome: "inconclusive", reason: thorough.reason };
  }

  /** The text for Z3, or what in the statement has none. */
  private encoded(propositions: readonly Term[], variables: readonly Variable[]): Encoded | Open {
    try {
      return encode(propositions, variables);
    } catch (error) {
      if (error instanceof Unreadable) return { reason: error.message, final: true };
      throw error;
    }
  }

  private refuted(values: ReadonlyMap<Variable, Value>): Decision {
    const counterexample = describe(this.problem, values);
    return counterexample ? { outcome: "refuted", counterexample } : { outcome: "refuted" };
  }

  private async byZ3(encoded: Encoded, effort: Effort): Promise<Decision | Open> {
    const { premises, goal, variables } = this.problem;
    const answer = await this.ask(encoded, effort);
    if (answer.status === "unsat") return PROVED;
    const refutation = answer.status === "sat" ? await this.fromModel(encoded, readValues(answer.values)) : undefined;
    if (refutation) return refutation;
    if (variables.length === 0 && (await this.isContradiction([not(and(...premises, not(goal)))]))) return { outcome: "refuted", reason: "the negation is proved" };
    if (answer.status === "unknown") return { reason: `Z3 does not decide it (${answer.reason})`, final: false };
    return { reason: "Z3's counterexample could not be confirmed", final: true };
  }

  /** Induction over one of the natural numbers, one step back or two. */
  private async byInduction(): Promise<boolean> {
    for (const variable of inductionVariables(this.problem).slice(0, 2)) {
      for (const depth of [1, 2]) {
        if (await this.allProved(inductionOn(this.problem, variable, depth, this.deadline))) return true;
      }
    }
    return false;
  }

  private async allProved(obligations: readonly Obligation[]): Promise<boolean> {
    for (const { premises, goal, variables } of obligations) {
      const propositions = [...premises, not(goal)];
      const encoded = this.encoded(propositions, variables);
      if ("reason" in encoded) return false;
      if ((await this.ask(encoded, QUICK)).status !== "unsat" && !impossibleByResidues(propositions, variables, this.deadline)) return false;
    }
    return true;
  }

  /** Whether propositions without further variables cannot hold together. */
  private async isContradiction(propositions: readonly Term[]): Promise<boolean> {
    const encoded = this.encoded(propositions, []);
    return !("reason" in encoded) && (await this.ask(encoded, QUICK)).status === "unsat";
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
    const complete = scalars.length === this.problem.variables.length;
    if (!irrational) {
      const verdict = complete ? refutes(this.problem, values, undefined, this.deadline) : undefined;
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
    return this.isContradiction([not(claim)]);
  }

  private ask(encoded: Encoded, { resources, limitMs, prelude }: Effort): Promise<Answer> {
    const left = Math.min(limitMs, this.deadline - performance.now());
    if (left <= 0) return Promise.resolve({ status: "unknown", reason: "timeout" });
    const script = [
      `(set-option :rlimit ${resources})`,
      `(set-option :timeout ${Math.ceil(left)})`,
      prelude,
      ...encoded.declarations,
      ...encoded.assertions.map((assertion) => `(assert ${assertion})`),
      "(check-sat)",
    ].join("\n");
    const values = encoded.constants.filter(({ variable }) => isScalar(variable)).map(({ name }) => name);
    return this.engine.ask({ script, values }, left + GRACE);
  }
}

/** Z3 gets this much longer than it asked for before its thread is ended. */
const GRACE = 100;

function isScalar({ type }: Variable): boolean {
  const top = known(type);
  return top.kind === "base" || top.kind === "Fin" || top.kind === "ZMod";
}

function shownModelValue(value: ModelValue): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if ("irrational" in value) return value.irrational;
  return value.den === 1n ? `${value.num}` : `${value.num} / ${value.den}`;
}
