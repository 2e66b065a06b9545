/** Functions that Z3 does not have, as uninterpreted functions with facts about the places at which they are used. Every fact is true for Mathlib's function. */
import type { Term } from "../read/term";
import { commonDivisorDivides } from "./polynomial";
import { apply, type Text } from "./smt-text";

/** One use of a function outside quantifiers. */
interface Use {
  readonly text: Text;
  readonly args: readonly Text[];
  readonly term: Term;
}

type About = (use: Use, others: readonly Use[]) => Text[];

const ge = (a: Text, b: Text): Text => apply(">=", a, b);
const gt = (a: Text, b: Text): Text => apply(">", a, b);
const le = (a: Text, b: Text): Text => apply("<=", a, b);
const lt = (a: Text, b: Text): Text => apply("<", a, b);
const is = (a: Text, b: Text): Text => apply("=", a, b);
const and = (...parts: Text[]): Text => apply("and", ...parts);
const implies = (p: Text, q: Text): Text => apply("=>", p, q);

/** f rises strictly: compared with every other use. */
function rising(guard: (x: Text) => Text): About {
  return ({ text, args }, others) =>
    others.map((other) => implies(and(guard(args[0]!), guard(other.args[0]!)), is(lt(args[0]!, other.args[0]!), lt(text, other.text))));
}

/** What is known about each function, by the name under which `Encoder` uses it. */
const ABOUT: Readonly<Record<string, About>> = {
  "Real.exp": (use, others) => {
    const [x] = use.args as [Text];
    return [
      gt(use.text, "0.0"),
      ge(use.text, apply("+", x, "1.0")), // eˣ ≥ 1 + x
      implies(is(x, "0.0"), is(use.text, "1.0")),
      ...rising(() => "true")(use, others),
    ];
  },
  "Real.log": (use, others) => {
    const [x] = use.args as [Text];
    return [
      implies(is(x, "1.0"), is(use.text, "0.0")),
      implies(is(x, "0.0"), is(use.text, "0.0")),
      implies(gt(x, "0.0"), le(use.text, apply("-", x, "1.0"))), // log x ≤ x − 1
      implies(gt(x, "0.0"), is(gt(use.text, "0.0"), gt(x, "1.0"))),
      ...rising((y) => gt(y, "0.0"))(use, others),
    ];
  },
  "Real.sin": ({ text }) => [ge(text, "(- 1.0)"), le(text, "1.0")],
  "Real.cos": ({ text }) => [ge(text, "(- 1.0)"), le(text, "1.0")],
  "Real.arctan": (use, others) => rising(() => "true")(use, others),
  "Real.pi": ({ text }) => [gt(text, "3.14159265358979"), lt(text, "3.1415926535898")],
  "Nat.gcd": gcdFacts,
  "Int.gcd": gcdFacts,
  "Nat.lcm": ({ text }) => [ge(text, "0")],
  "Int.lcm": ({ text }) => [ge(text, "0")],
  "Nat.factorial": (use, others) => {
    const [n] = use.args as [Text];
    return [
      ge(use.text, "1"),
      implies(le(n, "1"), is(use.text, "1")),
      ...others.flatMap((other) => [
        implies(is(n, apply("+", other.args[0]!, "1")), is(use.text, apply("*", n, other.text))),
        implies(le(n, other.args[0]!), le(use.text, other.text)),
      ]),
    ];
  },
  "Nat.choose": ({ text }) => [ge(text, "0")],
  "Nat.fib": ({ text }) => [ge(text, "0")],
  "Nat.totient": ({ text }) => [ge(text, "0")],
  "Nat.log": ({ text }) => [ge(text, "0")],
  powInt: powerFacts("0", "1"),
  powReal: powerFacts("0.0", "1.0"),
  zpowReal: () => [],
  rpow: ({ text, args }) => [
    implies(gt(args[0]!, "0.0"), gt(text, "0.0")),
    implies(ge(args[0]!, "0.0"), ge(text, "0.0")),
    implies(is(args[1]!, "0.0"), is(text, "1.0")),
    implies(is(args[1]!, "1.0"), is(text, args[0]!)),
    implies(is(args[0]!, "1.0"), is(text, "1.0")),
  ],
  prime: ({ text, args }) => {
    const [p] = args as [Text];
    const small = ["2", "3", "5", "7"].map((q) => implies(is(apply("mod", p, q), "0"), is(p, q)));
    return [implies(text, and(ge(p, "2"), ...small)), ...["2", "3", "5", "7"].map((q) => implies(is(p, q), text))];
  },
};

/** gcd a b divides both, and is 0 only if both are. */
function gcdFacts({ text, args, term }: Use): Text[] {
  const [a, b] = args as [Text, Text];
  const divides = (n: Text): Text => implies(gt(text, "0"), is(apply("mod", n, text), "0"));
  const multiple = commonDivisorDivides(term.args[0]!, term.args[1]!);
  const bounded = multiple === undefined ? [] : [divides(`${multiple}`), ...(multiple === 1n ? [le(text, "1")] : [])];
  return [ge(text, "0"), is(is(text, "0"), and(is(a, "0"), is(b, "0"))), divides(a), divides(b), ...bounded];
}

/** Laws of powers with natural exponents: signs, the first exponents, and the step from n to n + 1 between two uses with the same base. */
function powerFacts(zero: Text, one: Text): About {
  return ({ text, args }, others) => {
    const [x, n] = args as [Text, Text];
    const facts = [
      implies(is(n, "0"), is(text, one)),
      implies(is(n, "1"), is(text, x)),
      implies(is(n, "2"), is(text, apply("*", x, x))),
      implies(gt(x, zero), gt(text, zero)),
      implies(ge(x, one), ge(text, one)),
      implies(and(gt(x, one), gt(n, "0")), ge(text, x)),
      implies(is(x, zero), is(text, apply("ite", is(n, "0"), one, zero))),
      implies(is(x, one), is(text, one)),
    ];
    for (const other of others) {
      const [y, m] = other.args as [Text, Text];
      const same = is(x, y);
      facts.push(
        implies(and(same, is(n, apply("+", m, "1"))), is(text, apply("*", x, other.text))),
        implies(and(same, is(n, apply("+", m, "2"))), is(text, apply("*", x, x, other.text))),
        implies(and(same, gt(x, one), lt(m, n)), lt(other.text, text)),
        implies(and(same, gt(x, one), is(text, other.text)), is(n, m)),
      );
    }
    return facts;
  };
}

/** A function with more uses than this has facts about each, and none about pairs. */
const MOST_COMPARED = 40;

/** The uses of such functions in one text. */
export class Facts {
  private readonly declared = new Map<string, string>();
  private readonly uses = new Map<string, Use[]>();

  static knows(op: string): boolean {
    return Object.hasOwn(ABOUT, op);
  }

  /** The text of a use; facts are collected only where `term` is given, that is outside quantifiers. */
  use(name: string, args: readonly Text[], sort: string, term?: Term): Text {
    const symbol = `|${name}|`;
    const sorts = ARGUMENT_SORTS[name] ?? args.map(() => (name.startsWith("Real") || name === "rpow" ? "Real" : "Int"));
    this.declared.set(name, `(declare-fun ${symbol} (${sorts.join(" ")}) ${sort})`);
    const text = apply(symbol, ...args);
    if (term) {
      const uses = this.uses.get(name) ?? [];
      if (!uses.some((use) => use.text === text)) uses.push({ text, args, term });
      this.uses.set(name, uses);
    }
    return text;
  }

  declarations(): string[] {
    return [...this.declared.values()];
  }

  assertions(): string[] {
    const about = [...this.uses].flatMap(([name, uses]) => uses.flatMap((use) => (ABOUT[name] ?? (() => []))(use, uses.length > MOST_COMPARED ? [] : uses.filter((other) => other !== use))));
    return [...about, ...this.circles()];
  }

  /** sin² + cos² = 1 wherever both are used at the same place. */
  private circles(): string[] {
    const cosines = this.uses.get("Real.cos") ?? [];
    return (this.uses.get("Real.sin") ?? []).flatMap((sine) =>
      cosines
        .filter(({ args }) => args[0] === sine.args[0])
        .map((cosine) => is(apply("+", apply("*", sine.text, sine.text), apply("*", cosine.text, cosine.text)), "1.0")),
    );
  }
}

const ARGUMENT_SORTS: Readonly<Record<string, readonly string[]>> = {
  powReal: ["Real", "Int"],
  zpowReal: ["Real", "Int"],
  "Real.pi": [],
};
