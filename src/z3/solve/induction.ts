/** Induction over a natural number: the two or three problems that together prove the one at hand. */
import { whole } from "../exact/rational";
import { and, implies, mentions, node, numeral, substitute, use, withArgs, type Term, type Variable } from "../read/term";
import { isBase, NAT } from "../read/types";
import type { Problem } from "./problem";
import { Simplifier } from "./simplify";

/** Premises and a goal to be proved from them. */
export interface Obligation {
  readonly variables: readonly Variable[];
  readonly premises: readonly Term[];
  readonly goal: Term;
}

const nat = (n: number): Term => numeral(whole(n), NAT);

/** Variables on which induction is worth trying: natural numbers that bound a sum, are an exponent, or are the argument of a function. */
export function inductionVariables({ variables, premises, goal }: Problem): Variable[] {
  return variables.filter((variable) => isBase(variable.type, "ℕ") && mentions(goal, variable) && [goal, ...premises].some((term) => calls(term, variable)));
}

function calls(term: Term, variable: Variable): boolean {
  const isCall =
    ((term.op === "Finset.sum" || term.op === "Finset.prod") && mentions(term.args[0]!, variable)) ||
    (term.op === "pow" && mentions(term.args[1]!, variable)) ||
    (term.op === "apply" && mentions(term.args[1]!, variable)) ||
    ((term.op === "Nat.factorial" || term.op === "Nat.fib") && mentions(term.args[0]!, variable));
  return isCall || term.args.some((arg) => calls(arg, variable));
}

/**
 * P(0), …, P(k − 1), and P(n) ∧ … ∧ P(n + k − 1) → P(n + k), where P(n) says that the premises about n imply the goal.
 * All of them proved, P holds for every n.
 * @param depth k, 1 for plain induction, 2 for recurrences that look back two steps
 */
export function inductionOn(problem: Problem, variable: Variable, depth: number, deadline: number): Obligation[] {
  const about = problem.premises.filter((premise) => mentions(premise, variable));
  const others = problem.premises.filter((premise) => !mentions(premise, variable));
  const simplifier = new Simplifier(deadline);
  const at = (value: Term) => (term: Term): Term => simplifier.simplify(stepped(substitute(term, new Map([[variable, value]]))));
  const claim = (value: Term): Term => {
    const premises = about.map(at(value));
    return premises.length > 0 ? implies(and(...premises), at(value)(problem.goal)) : at(value)(problem.goal);
  };
  const rest = problem.variables.filter((other) => other !== variable);
  const bases = Array.from({ length: depth }, (_, n) => ({ variables: rest, premises: [...others, ...about.map(at(nat(n)))], goal: at(nat(n))(problem.goal) }));
  const n = use(variable);
  const after = (k: number): Term => (k === 0 ? n : node("add", NAT, n, nat(k)));
  const next = after(depth);
  const step = {
    variables: problem.variables,
    premises: [...others, ...Array.from({ length: depth }, (_, k) => claim(after(k))), ...about.map(at(next))],
    goal: at(next)(problem.goal),
  };
  return [...bases, step];
}

/** Takes the last summand off sums up to n + k, and the last factor off factorials and the like. */
function stepped(term: Term): Term {
  const inner = term.args.length === 0 ? term : withArgs(term, term.args.map(stepped));
  switch (inner.op) {
    case "Finset.sum":
    case "Finset.prod":
      return withoutLast(inner);
    case "Nat.factorial": {
      const smaller = predecessor(inner.args[0]!);
      return smaller ? node("mul", NAT, inner.args[0]!, stepped(node(inner.op, NAT, smaller))) : inner;
    }
    default:
      return inner;
  }
}

/** n + (k − 1) for n + k with k ≥ 1. */
function predecessor(term: Term): Term | undefined {
  if (term.op !== "add") return undefined;
  const [a, b] = term.args as [Term, Term];
  if (b.op !== "number" || b.value!.num < 1n) return undefined;
  return b.value!.num === 1n ? a : node("add", NAT, a, numeral({ num: b.value!.num - 1n, den: 1n }, NAT));
}

function withoutLast(term: Term): Term {
  const [range, fn] = term.args as [Term, Term];
  if (fn.op !== "lambda" || !isBase(fn.variable!.type, "ℕ")) return term;
  const last = lastOf(range);
  if (!last) return term;
  const value = substitute(fn.args[0]!, new Map([[fn.variable!, last.element]]));
  const rest = withoutLast(node(term.op, term.type, last.rest, fn));
  return node(term.op === "Finset.sum" ? "add" : "mul", term.type, rest, value);
}

/** The last element of a range that surely has one: `range (m + 1)` ends in m, `Icc a (m + 1)` in m + 1 for a ≤ 1. */
function lastOf(range: Term): { element: Term; rest: Term } | undefined {
  const [a, b] = range.args as [Term, Term];
  const before = predecessor(range.op === "Finset.range" || range.op === "Finset.Iic" || range.op === "Finset.Iio" ? a : (b ?? a));
  if (!before || !isBase(a.type, "ℕ")) return undefined;
  const least = a.op === "number" ? a.value!.num : 2n;
  switch (range.op) {
    case "Finset.range":
    case "Finset.Iio":
      return { element: before, rest: node(range.op, range.type, before) };
    case "Finset.Iic":
      return { element: a, rest: node(range.op, range.type, before) };
    case "Finset.Icc":
      return least <= 1n ? { element: b, rest: node(range.op, range.type, a, before) } : undefined;
    case "Finset.Ico":
      return least === 0n ? { element: before, rest: node(range.op, range.type, a, before) } : undefined;
    case "Finset.Ioc":
      return least === 0n ? { element: b, rest: node(range.op, range.type, a, before) } : undefined;
    default:
      return undefined;
  }
}

