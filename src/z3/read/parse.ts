/** Reads Lean terms by precedence: the notations of Lean 4 and Mathlib for elementary mathematics. */
import { ARGUMENT, BIG_BODY, infixOf, LEAD, MAX, POSTFIX, PREFIX, RELATION } from "./operators";
import { parseBigBinders, parseBinders, parseSignatureBinders } from "./parse-binders";
import { parseBraces } from "./parse-braces";
import type { Quantifier, SignatureBinder, Syntax } from "./syntax";
import { Unreadable } from "./syntax";
import { Tokens } from "./tokens";

/** A term together with the precedence at which it stands. */
interface Levelled {
  readonly term: Syntax;
  readonly level: number;
}

const QUANTIFIERS: ReadonlySet<string> = new Set(["∀", "∃", "∃!", "fun"]);
const CLOSING: Readonly<Record<string, string>> = { "⌊": "⌋", "⌈": "⌉" };

/**
 * Reads a whole text as one term.
 * @throws Unreadable if it is none, or uses notation that the engine does not know
 * @example parseTerm("-x ^ 2") // { kind: "prefix", op: "-", of: { kind: "infix", op: "^", … } }
 */
export function parseTerm(text: string): Syntax {
  const reader = new TermReader(new Tokens(text));
  const term = reader.term(0);
  reader.end();
  return term;
}

/** Reads the binders of a signature, such as `{n : ℕ} (x y : ℝ) (h : x < y)`. @throws Unreadable as parseTerm */
export function parseSignature(text: string): SignatureBinder[] {
  const reader = new TermReader(new Tokens(text));
  const binders = parseSignatureBinders(reader);
  reader.end();
  return binders;
}

/** The reader proper; the readers of binders and braces call back into it. */
export class TermReader {
  /** Places of `let` whose value is being read. */
  private readonly openLets: number[] = [];

  constructor(readonly tokens: Tokens) {}

  end(): void {
    if (this.tokens.kind !== "end") throw this.tokens.unexpected();
  }

  /** Reads a term of at least the given precedence. */
  term(least: number): Syntax {
    let left = this.leading(least);
    for (;;) {
      const further = this.trailing(left, least);
      if (!further) return left.term;
      left = further;
    }
  }

  private leading(least: number): Levelled {
    const { tokens } = this;
    const at = (level: number, term: () => Syntax): Levelled => {
      if (level < least) throw tokens.unexpected(", since it binds too weakly; brackets are missing");
      return { level, term: term() };
    };
    const sign = tokens.next;
    if (QUANTIFIERS.has(sign)) return at(sign === "fun" ? MAX : LEAD, () => this.binding(tokens.take() as Quantifier));
    if (sign === "∑" || sign === "∏") return at(LEAD, () => this.big(sign));
    if (sign === "if") return at(LEAD, () => this.ifThenElse());
    if (sign === "let") return at(LEAD, () => this.letIn());
    const prefix = PREFIX.get(sign);
    if (prefix) {
      return at(prefix.level, () => {
        tokens.take();
        return { kind: "prefix", op: sign, of: this.term(prefix.argument) };
      });
    }
    return { level: MAX, term: this.atom() };
  }

  private atom(): Syntax {
    const { tokens } = this;
    if (tokens.isName) return this.name();
    if (tokens.kind === "number") return number(tokens.take());
    switch (tokens.next) {
      case "(":
        return this.round();
      case "{":
        return parseBraces(this);
      case "[":
        return { kind: "list", items: this.items("[", "]") };
      case "⟨":
        return { kind: "anonymous", items: this.items("⟨", "⟩") };
      case "⌊":
      case "⌈":
        return this.rounding();
      case "|":
      case "‖":
        return this.bars(tokens.next);
      case "_":
        tokens.take();
        return { kind: "hole" };
      case "·":
        tokens.take();
        return { kind: "dot" };
      case "∅":
        tokens.take();
        return { kind: "braces", items: [] };
      case ".":
        tokens.take();
        if (!tokens.isName || tokens.spaceBefore()) throw tokens.unexpected();
        return { kind: "dotName", name: tokens.take() };
      default:
        throw tokens.unexpected();
    }
  }

  private name(): Syntax {
    const { tokens } = this;
    const name = tokens.take();
    if (name === "Type" && tokens.next === "*" && !tokens.spaceBefore()) tokens.take();
    if (name === "ℕ" && tokens.next === "∞" && !tokens.spaceBefore()) return { kind: "name", name: name + tokens.take() };
    if (name === "ℕ" && tokens.next === "+" && !tokens.spaceBefore()) throw new Unreadable("the type `ℕ+` is not read");
    if (name === "ℝ" && tokens.next === "≥" && !tokens.spaceBefore()) throw new Unreadable("the type `ℝ≥0` is not read");
    return { kind: "name", name };
  }

  private trailing(left: Levelled, least: number): Levelled | undefined {
    const { tokens } = this;
    const sign = tokens.next;
    const open = this.openLets.at(-1);
    if (sign === "" || (open !== undefined && tokens.endsLetValue(open))) return undefined;
    if (sign === "." && !tokens.spaceBefore() && left.level >= MAX) return { level: MAX, term: this.field(left.term) };
    if (POSTFIX.has(sign) && !(sign === "!" && left.level < MAX)) {
      tokens.take();
      return { level: MAX, term: { kind: "postfix", op: sign, of: left.term } };
    }
    if (LEAD >= least && left.level >= MAX && this.startsArgument()) return { level: LEAD, term: this.application(left.term) };
    if (sign === "≡" && RELATION >= least) return { level: RELATION, term: this.congruence(left.term) };
    const infix = infixOf(sign);
    if (!infix || infix.level < least) return undefined;
    if (infix.level === RELATION && left.level === RELATION) throw new Unreadable(`\`${sign}\` follows another relation, and relations do not chain in Lean: write \`a < b ∧ b < c\``);
    if (left.level < infix.left) return undefined;
    tokens.take();
    return { level: infix.level, term: { kind: "infix", op: sign, left: left.term, right: this.term(infix.right) } };
  }

  private field(of: Syntax): Syntax {
    const { tokens } = this;
    tokens.take();
    const [first, ...more] = tokens.take().split(".");
    if (!first || tokens.spaceBefore(-1)) throw tokens.unexpected();
    return more.reduce<Syntax>((term, field) => ({ kind: "field", of: term, field }), { kind: "field", of, field: first });
  }

  /** An argument needs white space before it: `sin(x)` is no application in Lean 4. */
  private startsArgument(): boolean {
    const { tokens } = this;
    if (!tokens.spaceBefore()) return false;
    if (tokens.isName || tokens.kind === "number" || tokens.next === "_" || tokens.next === "fun") return true;
    if (tokens.next === "|" || tokens.next === ".") return !tokens.spaceBefore(1);
    if (tokens.kind === "open") return !(tokens.next === "[" && ["MOD", "ZMOD", "PMOD", "SMOD"].includes(tokens.look(1)));
    return ["↑", "√", "¬", "‖", "·", "∅"].includes(tokens.next);
  }

  private application(fn: Syntax): Syntax {
    const { tokens } = this;
    const args: Syntax[] = [];
    const open = this.openLets.at(-1);
    while (this.startsArgument() && !(open !== undefined && tokens.endsLetValue(open))) {
      if (tokens.next === "(" && tokens.look(2) === ":=") throw new Unreadable(`the named argument \`${tokens.look(1)} :=\` is not read`);
      args.push(this.term(ARGUMENT));
    }
    if (args.length === 0) throw tokens.unexpected();
    return { kind: "apply", fn, args };
  }

  private congruence(left: Syntax): Syntax {
    const { tokens } = this;
    tokens.take();
    const right = this.term(0);
    tokens.expect("[");
    const ring = tokens.take();
    const modulus = this.term(0);
    tokens.expect("]");
    return { kind: "congruence", ring, left, right, modulus };
  }

  private binding(quantifier: Quantifier): Syntax {
    const binders = parseBinders(this, quantifier);
    this.tokens.expect(quantifier === "fun" ? "=>" : ",");
    return { kind: "binding", quantifier, binders, body: this.term(0) };
  }

  private big(op: "∑" | "∏"): Syntax {
    const { tokens } = this;
    tokens.take();
    const binders = parseBigBinders(this);
    const condition = tokens.takeIf("with") ? this.term(0) : undefined;
    tokens.expect(",");
    return { kind: "big", op, binders, condition, body: this.term(BIG_BODY) };
  }

  private ifThenElse(): Syntax {
    const { tokens } = this;
    tokens.take();
    if (tokens.isName && tokens.look(1) === ":") throw new Unreadable("`if` with a named condition is not read");
    const condition = this.term(0);
    tokens.expect("then");
    const yes = this.term(0);
    tokens.expect("else");
    return { kind: "if", condition, yes, no: this.term(0) };
  }

  private letIn(): Syntax {
    const { tokens } = this;
    const place = tokens.place;
    tokens.take();
    if (!tokens.isName) throw new Unreadable("`let` with a pattern is not read");
    const name = tokens.take();
    const binders = [":", ":="].includes(tokens.next) ? [] : parseSignatureBinders(this);
    const type = tokens.takeIf(":") ? this.term(0) : undefined;
    tokens.expect(":=");
    this.openLets.push(place);
    const value = this.term(0);
    this.openLets.pop();
    tokens.takeIf(";");
    return { kind: "let", name, binders, type, value, body: this.term(0) };
  }

  private round(): Syntax {
    const { tokens } = this;
    tokens.expect("(");
    if (tokens.takeIf(")")) return { kind: "tuple", items: [] };
    const outer = this.openLets.splice(0);
    const first = this.term(0);
    let result: Syntax = { kind: "paren", of: first };
    if (tokens.takeIf(":")) result = { kind: "ascription", of: first, type: this.term(0) };
    else if (tokens.next === ",") {
      const items = [first];
      while (tokens.takeIf(",")) items.push(this.term(0));
      result = { kind: "tuple", items };
    }
    tokens.expect(")");
    this.openLets.push(...outer);
    return result;
  }

  private items(open: string, close: string): Syntax[] {
    const { tokens } = this;
    tokens.expect(open);
    const items: Syntax[] = [];
    while (tokens.next !== close) {
      items.push(this.term(0));
      if (!tokens.takeIf(",")) break;
    }
    tokens.expect(close);
    return items;
  }

  private rounding(): Syntax {
    const { tokens } = this;
    const open = tokens.take();
    const close = CLOSING[open]!;
    const of = this.term(0);
    tokens.expect(close);
    const natural = tokens.next === "₊" && !tokens.spaceBefore() && tokens.takeIf("₊");
    return { kind: "enclosed", brackets: `${open}${close}${natural ? "₊" : ""}`, of };
  }

  /** `|x|`: no space may stand inside the bars. */
  private bars(bar: string): Syntax {
    const { tokens } = this;
    tokens.take();
    if (bar === "|" && tokens.spaceBefore()) throw tokens.unexpected(" after a bar and a space");
    const of = this.term(0);
    if (tokens.next !== bar || (bar === "|" && tokens.spaceBefore())) throw tokens.unexpected(`, where the closing \`${bar}\` was expected`);
    tokens.take();
    return { kind: "enclosed", brackets: `${bar}${bar}`, of };
  }
}

function number(text: string): Syntax {
  if (/^[0-9][0-9_]*$/.test(text)) return { kind: "numeral", value: BigInt(text.replaceAll("_", "")) };
  if (/^0[xXbBoO]/.test(text)) return { kind: "numeral", value: BigInt(text.replaceAll("_", "")) };
  return { kind: "decimal", text };
}
