/** The elements of finite sets. */
import type { Term } from "../read/term";
import { use } from "../read/term";
import { elementType, member } from "../read/unfold";
import { chargeForFactors } from "./cost";
import { candidates } from "./domains";
import type { Evaluator } from "./evaluate";
import * as integer from "./integer";
import { whole } from "./rational";
import { asBoolean, same, setOfValues, Extended, Undecided, type Environment, type Value } from "./value";

/** All elements, each once. @throws Undecided for a set that is not seen to be finite */
export function elements(evaluator: Evaluator, set: Term, env: Environment): readonly Value[] {
  const inner = (index: number): readonly Value[] => elements(evaluator, set.args[index]!, env);
  const whole = (index: number): bigint => evaluator.whole(set.args[index]!, env);
  switch (set.op) {
    case "Finset.range":
      return range(evaluator, 0n, whole(0) - 1n);
    case "Finset.Icc":
      return range(evaluator, whole(0), whole(1));
    case "Finset.Ico":
      return range(evaluator, whole(0), whole(1) - 1n);
    case "Finset.Ioc":
      return range(evaluator, whole(0) + 1n, whole(1));
    case "Finset.Ioo":
      return range(evaluator, whole(0) + 1n, whole(1) - 1n);
    case "Finset.Iic":
      return range(evaluator, 0n, whole(0));
    case "Finset.Iio":
      return range(evaluator, 0n, whole(0) - 1n);
    case "Finset.univ":
      return evaluator.valuesOf(elementType(set)) ?? refuse();
    case "enumerate":
      return setOfValues(set.args.map((arg) => evaluator.value(arg, env))).items;
    case "union":
      return setOfValues([...inner(0), ...inner(1)]).items;
    case "inter":
      return both(evaluator, inner(0), set.args[1]!, env, true);
    case "diff":
      return both(evaluator, inner(0), set.args[1]!, env, false);
    case "Finset.erase": {
      const removed = evaluator.value(set.args[1]!, env);
      return inner(0).filter((item) => !same(item, removed));
    }
    case "cast":
    case "Set.toFinset":
      return inner(0);
    case "Finset.filter":
      return inner(1).filter((item) => asBoolean(evaluator.bound(set.args[0]!, item, env)));
    case "Set.image":
    case "Finset.image":
      return setOfValues(inner(1).map((item) => evaluator.bound(set.args[0]!, item, env))).items;
    case "Set.prod":
    case "Finset.product":
      return pairs(evaluator, inner(0), inner(1));
    case "List.toFinset":
      return listElements(evaluator, set.args[0]!, env);
    case "Nat.divisors":
    case "Nat.properDivisors":
    case "Nat.primeFactors":
      return divisors(evaluator, set.op, whole(0));
    case "if":
      return elements(evaluator, set.args[evaluator.truth(set.args[0]!, env) ? 1 : 2]!, env);
    case "setOf":
    case "Set.Icc":
    case "Set.Ico":
    case "Set.Ioc":
    case "Set.Ioo":
    case "Set.Iic":
    case "Set.Iio":
      return byProperty(evaluator, set, env);
    case "variable":
      return assigned(evaluator, set, env);
    default:
      return refuse();
  }
}

function refuse(): never {
  throw new Undecided("a set that is not seen to be finite");
}

function range(evaluator: Evaluator, from: bigint, to: bigint): Value[] {
  if (to < from) return [];
  evaluator.spend(Number(to - from) + 1);
  return Array.from({ length: Number(to - from) + 1 }, (_, i) => whole(from + BigInt(i)));
}

function pairs(evaluator: Evaluator, lefts: readonly Value[], rights: readonly Value[]): Value[] {
  evaluator.spend(lefts.length * rights.length);
  return lefts.flatMap((left) => rights.map((right) => ({ kind: "pair", left, right }) as const));
}

/** Those elements that are, or are not, in the other set as well. */
function both(evaluator: Evaluator, items: readonly Value[], other: Term, env: Environment, wanted: boolean): Value[] {
  const variable = { name: "x", type: elementType(other) };
  const test = member(use(variable), other);
  return items.filter((item) => evaluator.truth(test, new Extended(variable, item, env)) === wanted);
}

function divisors(evaluator: Evaluator, op: string, n: bigint): Value[] {
  if (n === 0n) return [];
  chargeForFactors(evaluator, n);
  const found = op === "Nat.primeFactors" ? integer.factorise(n)?.map(([prime]) => prime) : integer.divisors(n);
  if (!found) throw new Undecided("divisors of a number this large");
  return (op === "Nat.properDivisors" ? found.filter((divisor) => divisor < n) : found).map(whole);
}

function listElements(evaluator: Evaluator, list: Term, env: Environment): readonly Value[] {
  const value = evaluator.value(list, env);
  if (typeof value === "object" && "kind" in value && value.kind === "list") return setOfValues(value.items).items;
  return refuse();
}

function byProperty(evaluator: Evaluator, set: Term, env: Environment): readonly Value[] {
  const variable = { name: "x", type: elementType(set) };
  const property = member(use(variable), set);
  const domain = candidates(evaluator, variable, property, true, env) ?? refuse();
  const distinct = setOfValues(domain).items;
  return distinct.filter((item) => evaluator.truth(property, new Extended(variable, item, env)));
}

function assigned(evaluator: Evaluator, set: Term, env: Environment): readonly Value[] {
  const value = evaluator.value(set, env);
  if (typeof value === "object" && "kind" in value && value.kind === "set") return value.items;
  return refuse();
}
