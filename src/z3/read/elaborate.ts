/** Gives every part of a term its Lean type, by the rules of Lean's own elaborator. */
import { fromDecimal, whole } from "../exact/rational";
import { applyConstant, applyTerm, named } from "./apply";
import { elaborateRelation, elaborateTree, isTree } from "./arithmetic";
import { elaborateBig, elaborateBinding, elaborateImage, elaborateLet, elaborateSetOf } from "./binding";
import { containsDot, replaceDots } from "./dots";
import type { Scope } from "./header";
import { Agenda, type Slot } from "./pending";
import { TooLong, Unreadable, type Syntax } from "./syntax";
import { fromBool, node, numeral, type Term } from "./term";
import { readType } from "./type-syntax";
import { arrow, BOOL, coerces, collection, head, INT, isBase, isGround, mismatch, NAT, PROP, type Type, Unifier } from "./types";

const RELATIONS: ReadonlySet<string> = new Set(["=", "≠", "<", "≤", ">", "≥"]);
const CONNECTIVES: Readonly<Record<string, string>> = { "∧": "and", "∨": "or", "↔": "iff" };

/** Constants that stand behind notation. */
const ENCLOSED: Readonly<Record<string, string>> = { "||": "abs", "⌊⌋": "Int.floor", "⌈⌉": "Int.ceil", "⌊⌋₊": "Nat.floor", "⌈⌉₊": "Nat.ceil" };

/** The clock is looked at once in so many steps. */
const BETWEEN_LOOKS = 256;

/** The state of reading one proposition: which names are bound, which types are open. */
export class Elaborator {
  readonly unifier = new Unifier();
  readonly agenda = new Agenda(this.unifier, () => this.look());
  private readonly locals: { name: string; term: Term }[] = [];
  private looks = 0;

  /** @param sorts type variables of the signature, by name   @param deadline a point in time, in milliseconds of `performance.now()`, after which reading stops */
  constructor(
    readonly scope: Scope,
    readonly sorts: Map<string, Type>,
    private readonly deadline = Infinity,
  ) {}

  /** Looks at the clock once in so many calls. @throws TooLong after the deadline */
  private look(): void {
    this.looks += 1;
    if (this.looks % BETWEEN_LOOKS === 0 && performance.now() > this.deadline) {
      this.looks -= 1; // so that the next call throws as well
      throw new TooLong();
    }
  }

  /** Runs `body` with a local name for a term. */
  withLocal<T>(name: string, term: Term, body: () => T): T {
    if ((name === "π" && this.scope.notations.has("Real")) || (name === "φ" && this.scope.notations.has("Nat"))) {
      throw new Unreadable(`\`${name}\` is a notation under the opened namespaces and cannot be a variable`);
    }
    this.locals.push({ name, term });
    try {
      return body();
    } finally {
      this.locals.pop();
    }
  }

  local(name: string): Term | undefined {
    return this.locals.findLast((local) => local.name === name)?.term;
  }

  /** Binds a name for the rest of the statement: a variable of the signature. */
  declare(name: string, term: Term): void {
    this.withLocal(name, term, () => undefined);
    this.locals.push({ name, term });
  }

  /** Reads a term, with the type that its surroundings expect if they do. The result may still have another type: see `fit`. */
  elaborate(syntax: Syntax, expected?: Type): Term {
    this.look();
    switch (syntax.kind) {
      case "paren":
        return containsDot(syntax.of) ? this.dotFunction(syntax.of, expected) : this.elaborate(syntax.of, expected);
      case "numeral":
        return this.numeral(syntax.value, expected);
      case "decimal":
        return this.decimal(syntax.text, expected);
      case "name":
      case "apply":
      case "field":
      case "dotName":
        return named(this, syntax, expected);
      case "infix":
        return this.infix(syntax, expected);
      case "prefix":
        return this.prefix(syntax, expected);
      case "postfix":
        return this.postfix(syntax, expected);
      case "congruence":
        return this.congruence(syntax);
      case "enclosed":
        return this.enclosed(syntax.brackets, syntax.of, expected);
      case "ascription": {
        const type = readType(this, syntax.type);
        return this.fit(this.elaborate(syntax.of, type), type, "a term");
      }
      case "tuple":
        return this.tuple(syntax.items, expected);
      case "anonymous":
        return this.later(expected, "⟨…⟩", (type) => this.anonymous(syntax.items, type));
      case "binding":
        return elaborateBinding(this, syntax, expected);
      case "big":
        return elaborateBig(this, syntax, expected);
      case "setOf":
        return elaborateSetOf(this, syntax, expected);
      case "image":
        return elaborateImage(this, syntax, expected);
      case "braces":
        return this.braces(syntax.items, expected);
      case "list":
        return this.list(syntax.items, expected);
      case "if":
        return this.ifThenElse(syntax, expected);
      case "let":
        return elaborateLet(this, syntax, expected);
      case "hole":
        throw new Unreadable("`_` as a term is not read");
      case "dot":
        throw new Unreadable("`·` outside brackets is not read");
    }
  }

  /** Reads a term of a given type, coercion included. */
  check(syntax: Syntax, type: Type, what = "a term"): Term {
    return this.fit(this.elaborate(syntax, type), type, what);
  }

  proposition(syntax: Syntax): Term {
    return this.check(syntax, PROP, "a part of the statement");
  }

  /** Makes a term have a type: by solving what is open, else by Lean's coercions. */
  fit(term: Term, type: Type, what: string): Term {
    if (this.unifier.unify(term.type, type)) return term;
    if (isGround(term.type) && isGround(type) && coerces(term.type, type)) return this.cast(term, type);
    throw mismatch(what, term.type, type);
  }

  cast(term: Term, type: Type): Term {
    return head(term.type) === BOOL && head(type) === PROP ? fromBool(term) : node("cast", type, term);
  }

  /** A term that can only be read once its expected type is known. */
  later(expected: Type | undefined, what: string, read: (type: Type) => Term): Term {
    const type = expected ?? this.unifier.fresh();
    return this.once(type, type, what, () => read(type));
  }

  /** A term of type `type` that is read once `waitsFor` is known, with the names that are in scope now. */
  once(waitsFor: Type, type: Type, what: string, read: () => Term): Term {
    if (head(waitsFor).kind !== "meta") return read();
    const slot: Slot = { op: "slot", type, args: [], filled: {} };
    const locals = [...this.locals];
    const readLater = (): Term => {
      const current = this.locals.splice(0, this.locals.length, ...locals);
      try {
        return this.fit(read(), type, what);
      } finally {
        this.locals.splice(0, this.locals.length, ...current);
      }
    };
    this.agenda.add({ kind: "term", waitsFor, what, slot, read: readLater });
    return slot;
  }

  private numeral(value: bigint, expected?: Type): Term {
    const type = expected ?? this.unifier.fresh();
    this.agenda.add({ kind: "numeral", type });
    return numeral(whole(value), type);
  }

  private decimal(text: string, expected?: Type): Term {
    const type = expected ?? this.unifier.fresh();
    this.agenda.add({ kind: "decimal", type });
    return node("decimal", type, numeral(fromDecimal(text), type));
  }

  private infix(syntax: Syntax & { kind: "infix" }, expected?: Type): Term {
    const { op, left, right } = syntax;
    if (isTree(syntax)) return elaborateTree(this, syntax, expected);
    if (RELATIONS.has(op)) return elaborateRelation(this, op, left, right);
    const connective = CONNECTIVES[op];
    if (connective) return node(connective, PROP, this.proposition(left), this.proposition(right));
    switch (op) {
      case "→":
        return this.arrow(left, right);
      case "∈":
        return this.membership(left, right);
      case "∉":
        return node("not", PROP, this.membership(left, right));
      case "∣":
        return applyConstant(this, "Dvd.dvd", "α → α → Prop", [left, right], expected);
      case "∤":
        return node("not", PROP, applyConstant(this, "Dvd.dvd", "α → α → Prop", [left, right], expected));
      case "⊆":
        return applyConstant(this, "subset", "α → α → Prop", [left, right], expected);
      case "⊇":
        return applyConstant(this, "subset", "α → α → Prop", [right, left], expected);
      case "×ˢ":
        return applyConstant(this, "Set.prod", "Set α → Set β → Set (α × β)", [left, right], expected);
      default:
        throw new Unreadable(`\`${op}\` is not read`);
    }
  }

  /** An implication, or `(x : T) → p`, which is `∀ x : T, p`. */
  private arrow(left: Syntax, right: Syntax): Term {
    if (left.kind === "ascription") {
      const names = left.of.kind === "apply" ? [left.of.fn, ...left.of.args] : [left.of];
      if (names.every((name) => name.kind === "name" && this.local(name.name) === undefined)) {
        const binder = { names: names.map((name) => (name.kind === "name" ? name.name : "_")), type: left.type };
        return elaborateBinding(this, { kind: "binding", quantifier: "∀", binders: [binder], body: right }, PROP);
      }
    }
    return node("implies", PROP, this.proposition(left), this.proposition(right));
  }

  /** `a ∈ s`: the elements of s must have exactly the type of a. */
  membership(left: Syntax, right: Syntax): Term {
    const element = this.elaborate(left);
    return this.member(element, this.elaborate(right));
  }

  member(element: Term, set: Term): Term {
    this.agenda.settle();
    let type = head(set.type);
    if (type.kind === "meta") {
      this.unifier.unify(type, collection("Set", element.type));
      type = head(set.type);
    }
    if (!("of" in type)) throw new Unreadable(`∈ with a right side that is no set`);
    if (!this.unifier.unify(element.type, type.of)) throw mismatch("the left side of ∈", element.type, type.of);
    return node("mem", PROP, element, set);
  }

  private prefix({ op, of }: Syntax & { kind: "prefix" }, expected?: Type): Term {
    switch (op) {
      case "-":
        return elaborateTree(this, { kind: "prefix", op, of }, expected);
      case "¬":
        return node("not", PROP, this.proposition(of));
      case "↑":
        return this.later(expected, "`↑`", (type) => this.upArrow(of, type));
      case "√":
        return applyConstant(this, "Real.sqrt", "ℝ → ℝ", [of], expected);
      default:
        throw new Unreadable(`the prefix \`${op}\` is not read`);
    }
  }

  private upArrow(of: Syntax, type: Type): Term {
    const term = this.elaborate(of);
    this.agenda.settle();
    return this.fit(term, type, "the argument of `↑`");
  }

  private postfix({ op, of }: Syntax & { kind: "postfix" }, expected?: Type): Term {
    switch (op) {
      case "⁻¹":
        return elaborateTree(this, { kind: "postfix", op, of }, expected);
      case "!":
        if (!this.scope.notations.has("Nat")) throw new Unreadable("`!` is no factorial unless `Nat` is opened");
        return applyConstant(this, "Nat.factorial", "ℕ → ℕ", [of], expected);
      case "ᶜ":
        return applyConstant(this, "compl", "Set α → Set α", [of], expected);
      default:
        throw new Unreadable(`the postfix \`${op}\` is not read`);
    }
  }

  private congruence({ ring, left, right, modulus }: Syntax & { kind: "congruence" }): Term {
    const type = ring === "MOD" ? NAT : ring === "ZMOD" ? INT : undefined;
    if (!type) throw new Unreadable(`≡ … [${ring} …] is not read`);
    const [n, a, b] = [modulus, left, right].map((part) => this.check(part, type, "a side of ≡"));
    return node(ring === "MOD" ? "Nat.ModEq" : "Int.ModEq", PROP, n!, a!, b!);
  }

  private enclosed(brackets: string, of: Syntax, expected?: Type): Term {
    if (brackets === "‖‖") return this.norm(of);
    const name = ENCLOSED[brackets]!;
    const signature = { abs: "α → α", "Int.floor": "α → ℤ", "Int.ceil": "α → ℤ", "Nat.floor": "α → ℕ", "Nat.ceil": "α → ℕ" }[name]!;
    return applyConstant(this, name, signature, [of], expected);
  }

  private norm(of: Syntax): Term {
    const term = this.elaborate(of);
    this.agenda.settle();
    if (isBase(term.type, "ℂ")) return node("Complex.abs", { kind: "base", name: "ℝ" }, term);
    if (isBase(term.type, "ℝ")) return node("abs", term.type, term);
    throw new Unreadable("‖…‖ of anything but real and complex numbers is not read");
  }

  private tuple(items: readonly Syntax[], expected?: Type): Term {
    if (items.length < 2) throw new Unreadable("`()` is not read");
    const [first, ...rest] = items;
    const type = expected && head(expected);
    const product = type?.kind === "product" ? type : undefined;
    const left = product ? this.check(first!, product.left) : this.elaborate(first!);
    const right = rest.length > 1 ? this.tuple(rest, product?.right) : product ? this.check(rest[0]!, product.right) : this.elaborate(rest[0]!);
    return node("pair", { kind: "product", left: left.type, right: right.type }, left, right);
  }

  private anonymous(items: readonly Syntax[], type: Type): Term {
    const top = head(type);
    if (top.kind === "product" && items.length >= 2) return this.tuple(items, top);
    throw new Unreadable("⟨…⟩ is read only for pairs");
  }

  private braces(items: readonly Syntax[], expected?: Type): Term {
    const type = expected ?? this.unifier.fresh();
    const element = this.unifier.fresh();
    const terms = items.map((item) => this.fit(this.elaborate(item, element), element, "an element of {…}"));
    this.agenda.add({ kind: "braces", element, type });
    return node("enumerate", type, ...terms);
  }

  private list(items: readonly Syntax[], expected?: Type): Term {
    const top = expected && head(expected);
    const element = top?.kind === "List" ? top.of : this.unifier.fresh();
    const terms = items.map((item) => this.check(item, element, "an element of a list"));
    return node("list", collection("List", element), ...terms);
  }

  private ifThenElse({ condition, yes, no }: Syntax & { kind: "if" }, expected?: Type): Term {
    const test = this.proposition(condition);
    const type = expected ?? this.unifier.fresh();
    const [then, otherwise] = [this.check(yes, type), this.check(no, type)];
    return node("if", type, test, then, otherwise);
  }

  /** `(· + 1)` is `fun x => x + 1`; every dot is a variable of its own, from left to right. */
  private dotFunction(body: Syntax, expected?: Type): Term {
    const names: string[] = [];
    const replaced = replaceDots(body, () => {
      names.push(`·${names.length + 1}`);
      return names.at(-1)!;
    });
    return this.elaborate({ kind: "binding", quantifier: "fun", binders: [{ names }], body: replaced }, expected);
  }

  /** Applies a term to further arguments. */
  apply(fn: Term, args: readonly Syntax[]): Term {
    return applyTerm(this, fn, args);
  }

  /** A function type with open ends. */
  freshArrow(): Type {
    return arrow(this.unifier.fresh(), this.unifier.fresh());
  }
}
