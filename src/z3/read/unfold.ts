/** Definitions of Mathlib, unfolded until only arithmetic, logic and a few functions are left. Each rule is Mathlib's definition or an equivalent form of it. */
import { whole } from "../exact/rational";
import { and, applied, bind, eq, implies, node, not, numeral, or, TRUE, use, withArgs, type Term, type Variable } from "./term";
import { head, INT, isBase, isField, isOrdered, known, NAT, PROP, REAL, type Type } from "./types";

const lt = (a: Term, b: Term): Term => node("lt", PROP, a, b);
const le = (a: Term, b: Term): Term => node("le", PROP, a, b);
const lit = (value: number, type: Type): Term => numeral(whole(value), type);
const every = (variable: Variable, body: Term): Term => bind("forall", variable, body);
const some = (variable: Variable, body: Term): Term => bind("exists", variable, body);

/** Unfolds a term from the inside out. @example unfold(`IsLeast {n | 3 < n} 4`) // 3 < 4 ∧ ∀ y, 3 < y → 4 ≤ y */
export function unfold(term: Term): Term {
  const inner = withArgs(term, term.args.map(unfold));
  const rule = RULES[inner.op];
  return rule ? rule(inner.args, inner) : inner;
}

type Rule = (args: readonly Term[], term: Term) => Term;

/** `x ∈ s`, unfolded along the structure of s. */
export function member(element: Term, set: Term): Term {
  const again = (smaller: Term): Term => member(element, smaller);
  const [a, b] = set.args as [Term, Term];
  switch (set.op) {
    case "setOf":
      return unfold(applied(a, element));
    case "Set.Icc":
    case "Finset.Icc":
      return and(le(a, element), le(element, b));
    case "Set.Ico":
    case "Finset.Ico":
      return and(le(a, element), lt(element, b));
    case "Set.Ioc":
    case "Finset.Ioc":
      return and(lt(a, element), le(element, b));
    case "Set.Ioo":
    case "Finset.Ioo":
      return and(lt(a, element), lt(element, b));
    case "Set.Ici":
      return le(a, element);
    case "Set.Ioi":
      return lt(a, element);
    case "Set.Iic":
    case "Finset.Iic":
      return le(element, a);
    case "Set.Iio":
    case "Finset.Iio":
    case "Finset.range":
      return lt(element, a);
    case "Set.univ":
    case "Finset.univ":
      return TRUE;
    case "enumerate":
      return or(...set.args.map((item) => unfold(eq(element, item))));
    case "union":
      return or(again(a), again(b));
    case "inter":
      return and(again(a), again(b));
    case "diff":
      return and(again(a), not(again(b)));
    case "compl":
      return not(again(a));
    case "cast":
    case "Set.toFinset":
      return again(a);
    case "Finset.filter":
      return and(again(b), unfold(applied(a, element)));
    case "Finset.erase":
      return and(not(unfold(eq(element, b))), again(a));
    case "Set.image":
    case "Finset.image":
      return inSome(domain(a), (x) => and(member(use(x), b), unfold(eq(unfold(applied(a, use(x))), element))));
    case "Set.range":
      return inSome(domain(a), (x) => unfold(eq(unfold(applied(a, use(x))), element)));
    case "Set.prod":
    case "Finset.product":
      return and(member(project("fst", element), a), member(project("snd", element), b));
    case "lowerBounds":
      return inEvery(elementType(a), (x) => implies(member(use(x), a), le(element, use(x))));
    case "upperBounds":
      return inEvery(elementType(a), (x) => implies(member(use(x), a), le(use(x), element)));
    case "Nat.divisors":
      return and(node("Dvd.dvd", PROP, element, a), not(eq(a, lit(0, NAT))));
    case "Nat.properDivisors":
      return and(node("Dvd.dvd", PROP, element, a), lt(element, a));
    case "Nat.primeFactors":
      return and(node("Nat.Prime", PROP, element), node("Dvd.dvd", PROP, element, a), not(eq(a, lit(0, NAT))));
    case "if":
      return or(and(a, member(element, b)), and(not(a), member(element, set.args[2]!)));
    default:
      return node("mem", PROP, element, set);
  }
}

function domain(fn: Term): Type {
  const type = known(fn.type);
  return type.kind === "arrow" ? type.from : type;
}

export function elementType(set: Term): Type {
  const type = known(set.type);
  return "of" in type ? type.of : type;
}

function inSome(type: Type, body: (variable: Variable) => Term, name = "a"): Term {
  const variable: Variable = { name, type };
  return some(variable, body(variable));
}

function inEvery(type: Type, body: (variable: Variable) => Term, name = "y"): Term {
  const variable: Variable = { name, type };
  return every(variable, body(variable));
}

/** A component of a pair. */
export function project(op: "fst" | "snd", pair: Term): Term {
  if (pair.op === "pair") return pair.args[op === "fst" ? 0 : 1]!;
  const type = known(pair.type);
  return node(op, type.kind === "product" ? (op === "fst" ? type.left : type.right) : type, pair);
}

/** Equality, unfolded for sets, pairs and functions into equality of what they consist of. */
function equality(a: Term, b: Term): Term {
  const type = known(a.type);
  switch (type.kind) {
    case "Set":
    case "Finset":
      return inEvery(type.of, (x) => node("iff", PROP, member(use(x), a), member(use(x), b)), "x");
    case "product":
      return and(equality(project("fst", a), project("fst", b)), equality(project("snd", a), project("snd", b)));
    case "arrow":
      return inEvery(type.from, (x) => equality(unfold(applied(a, use(x))), unfold(applied(b, use(x)))), "x");
    default:
      return isBase(type, "Prop", "Bool") ? node("iff", PROP, asProp(a), asProp(b)) : eq(a, b);
  }
}

function asProp(term: Term): Term {
  return { ...term, type: PROP };
}

/** f compared at two arguments in the order that `related` gives, on the elements of a set if there is one. */
function monotone(strict: boolean, falling: boolean): Rule {
  return ([f, set]) => {
    const type = domain(f!);
    return inEvery(type, (a) =>
      inEvery(type, (b) => {
        const [x, y] = [unfold(applied(f!, use(a))), unfold(applied(f!, use(b)))];
        const [low, high] = falling ? [y, x] : [x, y];
        const inside = set ? [member(use(a), set), member(use(b), set)] : [];
        const premise = and(...inside, strict ? lt(use(a), use(b)) : le(use(a), use(b)));
        return implies(premise, strict ? lt(low, high) : le(low, high));
      }, "b"), "a");
  };
}

const RULES: Readonly<Record<string, Rule>> = {
  True: () => TRUE,
  False: () => node("false", PROP),
  Not: ([p]) => not(p!),
  And: ([p, q]) => and(p!, q!),
  Or: ([p, q]) => or(p!, q!),
  Iff: ([p, q]) => node("iff", PROP, p!, q!),
  "Xor'": ([p, q]) => not(node("iff", PROP, p!, q!)),
  Eq: ([a, b]) => equality(a!, b!),
  Ne: ([a, b]) => not(equality(a!, b!)),
  id: ([a]) => a!,
  and: (args) => and(...args),
  or: (args) => or(...args),
  not: ([p]) => not(p!),
  eq: ([a, b]) => equality(a!, b!),
  mem: ([element, set]) => member(element!, set!),
  apply: ([fn, arg]) => applied(fn!, arg!),
  fst: ([pair]) => project("fst", pair!),
  snd: ([pair]) => project("snd", pair!),
  "Prod.fst": ([pair]) => project("fst", pair!),
  "Prod.snd": ([pair]) => project("snd", pair!),
  "Prod.mk": ([a, b], { type }) => node("pair", type, a!, b!),
  setOf: ([p], term) => ({ ...term, args: [p!] }),
  subset: ([a, b]) => inEvery(elementType(a!), (x) => implies(member(use(x), a!), member(use(x), b!)), "x"),
  "Set.Nonempty": ([set]) => inSome(elementType(set!), (x) => member(use(x), set!), "x"),
  "Finset.Nonempty": ([set]) => inSome(elementType(set!), (x) => member(use(x), set!), "x"),
  IsLeast: ([set, a]) => and(member(a!, set!), inEvery(elementType(set!), (y) => implies(member(use(y), set!), le(a!, use(y))))),
  IsGreatest: ([set, a]) => and(member(a!, set!), inEvery(elementType(set!), (y) => implies(member(use(y), set!), le(use(y), a!)))),
  BddAbove: ([set]) => inSome(elementType(set!), (b) => inEvery(elementType(set!), (y) => implies(member(use(y), set!), le(use(y), use(b)))), "b"),
  BddBelow: ([set]) => inSome(elementType(set!), (b) => inEvery(elementType(set!), (y) => implies(member(use(y), set!), le(use(b), use(y)))), "b"),
  Monotone: monotone(false, false),
  Antitone: monotone(false, true),
  StrictMono: monotone(true, false),
  StrictAnti: monotone(true, true),
  MonotoneOn: monotone(false, false),
  AntitoneOn: monotone(false, true),
  StrictMonoOn: monotone(true, false),
  StrictAntiOn: monotone(true, true),
  "Function.Injective": ([f]) => injective(f!),
  "Function.Surjective": ([f]) => surjective(f!),
  "Function.Bijective": ([f]) => and(injective(f!), surjective(f!)),

  "Nat.ModEq": ([n, a, b]) => eq(node("mod", NAT, a!, n!), node("mod", NAT, b!, n!)),
  "Int.ModEq": ([n, a, b]) => eq(node("mod", INT, a!, n!), node("mod", INT, b!, n!)),
  "Int.emod": ([a, b]) => node("mod", INT, a!, b!),
  "Int.ediv": ([a, b]) => node("div", INT, a!, b!),
  "Nat.succ": ([n]) => node("add", NAT, n!, lit(1, NAT)),
  "Nat.pred": ([n]) => node("sub", NAT, n!, lit(1, NAT)),
  "Nat.dist": ([a, b]) => node("add", NAT, node("sub", NAT, a!, b!), node("sub", NAT, b!, a!)),
  "Nat.Coprime": ([a, b]) => eq(node("Nat.gcd", NAT, a!, b!), lit(1, NAT)),
  // over ℕ a combination u a + v b can be 1 only if one of the two is 1; in a field it is unless both are 0
  IsCoprime: ([a, b]) => {
    if (isBase(a!.type, "ℤ")) return eq(node("Int.gcd", NAT, a!, b!), lit(1, NAT));
    if (isBase(a!.type, "ℕ")) return or(eq(a!, lit(1, NAT)), eq(b!, lit(1, NAT)));
    return not(and(eq(a!, lit(0, a!.type)), eq(b!, lit(0, a!.type))));
  },
  gcd: ([a, b], { type }) => (isBase(type, "ℕ") ? node("Nat.gcd", NAT, a!, b!) : node("cast", INT, node("Int.gcd", NAT, a!, b!))),
  lcm: ([a, b], { type }) => (isBase(type, "ℕ") ? node("Nat.lcm", NAT, a!, b!) : node("cast", INT, node("Int.lcm", NAT, a!, b!))),
  Prime: ([p]) => node("Nat.Prime", PROP, isBase(p!.type, "ℕ") ? p! : node("Int.natAbs", NAT, p!)),
  // in a field of characteristic 0 every x is 2 · (x / 2), and x = 2 · ((x − 1) / 2) + 1
  Even: ([n]) => (isField(n!.type) ? TRUE : eq(node("mod", n!.type, n!, lit(2, n!.type)), lit(0, n!.type))),
  Odd: ([n]) => (isField(n!.type) ? TRUE : eq(node("mod", n!.type, n!, lit(2, n!.type)), lit(1, n!.type))),
  IsSquare: ([x]) => (isBase(x!.type, "ℝ") ? le(lit(0, REAL), x!) : inSome(x!.type, (r) => eq(x!, node("mul", x!.type, use(r), use(r))), "r")),
  "Int.fract": ([x]) => node("sub", x!.type, x!, node("cast", x!.type, node("Int.floor", INT, x!))),
  "Int.floor": ([x], term) => (isBase(x!.type, "ℤ") ? x! : term),
  "Int.ceil": ([x], term) => (isBase(x!.type, "ℤ") ? x! : term),
  "Nat.floor": ([x], term) => (isBase(x!.type, "ℕ") ? x! : term),
  "Nat.ceil": ([x], term) => (isBase(x!.type, "ℕ") ? x! : term),
  "Rat.floor": ([x]) => node("Int.floor", INT, x!),
  "Rat.ceil": ([x]) => node("Int.ceil", INT, x!),
  round: ([x]) => node("Int.floor", INT, node("add", x!.type, x!, node("div", x!.type, lit(1, x!.type), lit(2, x!.type)))),
  "Real.rpow": ([x, y]) => node("rpow", REAL, x!, y!),
  "Real.logb": ([b, x]) => node("div", REAL, node("Real.log", REAL, x!), node("Real.log", REAL, b!)),
  "Real.tan": ([x]) => node("div", REAL, node("Real.sin", REAL, x!), node("Real.cos", REAL, x!)),
  "Real.cot": ([x]) => node("div", REAL, node("Real.cos", REAL, x!), node("Real.sin", REAL, x!)),
  "Real.sinh": ([x]) => half(node("sub", REAL, exp(x!), exp(node("neg", REAL, x!)))),
  "Real.cosh": ([x]) => half(node("add", REAL, exp(x!), exp(node("neg", REAL, x!)))),
  "Real.tanh": ([x]) => {
    const [up, down] = [exp(x!), exp(node("neg", REAL, x!))];
    return node("div", REAL, node("sub", REAL, up, down), node("add", REAL, up, down));
  },
  "Real.sign": ([x]) => node("if", REAL, lt(x!, lit(0, REAL)), lit(-1, REAL), node("if", REAL, lt(lit(0, REAL), x!), lit(1, REAL), lit(0, REAL))),
  "Int.sign": ([x]) => node("if", INT, lt(x!, lit(0, INT)), lit(-1, INT), node("if", INT, lt(lit(0, INT), x!), lit(1, INT), lit(0, INT))),
};

function exp(x: Term): Term {
  return node("Real.exp", REAL, x);
}

function half(x: Term): Term {
  return node("div", REAL, x, lit(2, REAL));
}

function injective(f: Term): Term {
  const type = domain(f);
  return inEvery(type, (a) => inEvery(type, (b) => implies(equality(unfold(applied(f, use(a))), unfold(applied(f, use(b)))), equality(use(a), use(b))), "b"), "a");
}

function surjective(f: Term): Term {
  const type = known(f.type);
  const target = type.kind === "arrow" ? type.to : type;
  return inEvery(target, (b) => inSome(domain(f), (a) => equality(unfold(applied(f, use(a))), use(b))), "b");
}

/** Whether a type has an order that the engine can use. */
export function hasOrder(type: Type): boolean {
  return isOrdered(type) || head(type).kind === "Fin";
}
