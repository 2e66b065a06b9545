/** Counterexamples: values under which the premises hold and the goal does not, checked exactly before anybody sees them. */
import { evaluate, truthOf } from "../exact/evaluate";
import { showRational } from "../exact/rational";
import { trialValues } from "../exact/trials";
import type { Value } from "../exact/value";
import type { Variable } from "../read/term";
import { isBase, known } from "../read/types";
import type { Problem } from "./problem";

/** Steps for one exact check. */
const STEPS = 300_000;

/** Whether under these values all premises hold and the goal fails; `undefined` if exact evaluation cannot tell. */
export function refutes(problem: Problem, values: ReadonlyMap<Variable, Value>, steps = STEPS, deadline = Infinity): boolean | undefined {
  if (![...values].every(([{ type }, value]) => fitsType(value, type))) return false;
  const goal = truthOf(problem.goal, values, steps, deadline);
  if (goal === true) return false;
  let all: boolean | undefined = true;
  for (const premise of problem.premises) {
    const truth = truthOf(premise, values, steps, deadline);
    if (truth === false) return false;
    if (truth === undefined) all = undefined;
  }
  return goal === undefined ? undefined : all;
}

function fitsType(value: Value, type: Variable["type"]): boolean {
  const top = known(type);
  if (typeof value === "boolean") return isBase(top, "Prop", "Bool");
  if ("kind" in value) return isBase(top, "ℝ") || value.kind === "closure";
  if (isBase(top, "ℕ")) return value.den === 1n && value.num >= 0n;
  if (isBase(top, "ℤ")) return value.den === 1n;
  if (top.kind === "Fin" || top.kind === "ZMod") return value.den === 1n && value.num >= 0n && value.num < top.size;
  return isBase(top, "ℚ", "ℝ");
}

/** The values of the statement's own variables in Lean notation. @example "x = 1 / 2, n = 3" */
export function describe(problem: Problem, values: ReadonlyMap<Variable, Value>): string {
  const all = new Map(values);
  for (const { variable, value } of problem.defined) {
    try {
      all.set(variable, evaluate(value, all, STEPS));
    } catch {
      // a defined variable whose value cannot be written out is left out of the description
    }
  }
  const own = [...problem.named.map(({ variable, value }) => ({ name: variable.name, value: shown(value.op === "variable" ? all.get(value.variable!) : safely(() => evaluate(value, all, STEPS))) }))];
  const inner = [...all].filter(([variable]) => !problem.named.some(({ value }) => uses(value, variable))).map(([{ name }, value]) => ({ name, value: shown(value) }));
  return [...own, ...inner].filter(({ name, value }) => value !== undefined && name !== "_").map(({ name, value }) => `${name} = ${value}`).join(", ");
}

function safely<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}

function uses(value: Problem["named"][number]["value"], variable: Variable): boolean {
  return value.variable === variable || value.args.some((arg) => uses(arg, variable));
}

function shown(value: Value | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (!("kind" in value)) return showRational(value);
  if (value.kind === "pair") return `(${shown(value.left)}, ${shown(value.right)})`;
  return undefined;
}

/** Tries at most this many combinations of small values. */
const MOST_TRIALS = 3_000;

/**
 * A counterexample among small values, if there is one.
 * @param deadline a point in time, in milliseconds of `performance.now()`, after which no more are tried
 */
export function smallCounterexample(problem: Problem, deadline: number): Map<Variable, Value> | undefined {
  const trials = problem.variables.map(({ type }) => trialValues(type));
  if (trials.some((values) => values === undefined)) return undefined;
  const lists = trials as Value[][];
  const depth = Math.max(2, Math.floor(MOST_TRIALS ** (1 / Math.max(1, lists.length))));
  const shortened = lists.map((values) => values.slice(0, depth));
  const total = shortened.reduce((count, { length }) => count * length, 1);
  let undecided = 0;
  for (let n = 0; n < Math.min(total, MOST_TRIALS) && undecided < 20 && performance.now() <= deadline; n++) {
    const values = new Map<Variable, Value>();
    let rest = n;
    shortened.forEach((list, i) => {
      values.set(problem.variables[i]!, list[rest % list.length]!);
      rest = Math.floor(rest / list.length);
    });
    const verdict = refutes(problem, values, 3_000, deadline);
    if (verdict) return values;
    if (verdict === undefined) undecided += 1;
  }
  return undefined;
}

