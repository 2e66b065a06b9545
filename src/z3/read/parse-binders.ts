/** Reads what a quantifier, a big sum or a signature binds. */
import { BINDER_RELATIONS } from "./operators";
import type { TermReader } from "./parse";
import { Unreadable, type Binder, type Pattern, type Quantifier, type SignatureBinder } from "./syntax";

const CLOSE = { "(": ")", "{": "}", "[": "]", "⦃": "⦄" } as const;
type Bracket = keyof typeof CLOSE;

/** The binders between a quantifier and its comma (or, for `fun`, its arrow). */
export function parseBinders(reader: TermReader, quantifier: Quantifier): Binder[] {
  const { tokens } = reader;
  const binders: Binder[] = [];
  for (;;) {
    if (isBracket(tokens.next) && !(quantifier === "fun" && isPatternStart(reader))) binders.push(bracketed(reader));
    else if (tokens.isName || tokens.next === "_" || (quantifier === "fun" && isPatternStart(reader))) binders.push(...bare(reader, quantifier));
    else break;
  }
  if (binders.length === 0) throw tokens.unexpected(` after \`${quantifier}\``);
  return binders;
}

/** `x y : T`, `x y`, or one variable with a relation, `x > 0`. */
function bare(reader: TermReader, quantifier: Quantifier): Binder[] {
  const { tokens } = reader;
  const names: Pattern[] = [];
  while (tokens.isName || tokens.next === "_" || (quantifier === "fun" && isPatternStart(reader))) names.push(pattern(reader));
  if (tokens.takeIf(":")) return [{ names, type: reader.term(0) }];
  if (names.length > 0 && quantifier !== "fun" && BINDER_RELATIONS.has(tokens.next)) {
    if (names.length > 1) throw new Unreadable(`\`${tokens.next}\` after several variables of \`${quantifier}\` is no Lean`);
    return [{ names, guard: { op: tokens.take(), right: reader.term(0) } }];
  }
  return [{ names }];
}

function bracketed(reader: TermReader): SignatureBinder {
  const { tokens } = reader;
  const bracket = tokens.take() as Bracket;
  const names: Pattern[] = [];
  const unnamed = bracket === "[" && tokens.look(1) !== ":"; // an instance
  if (unnamed) names.push("_");
  else while (tokens.isName || tokens.next === "_") names.push(pattern(reader));
  const type = unnamed || tokens.takeIf(":") ? reader.term(0) : undefined;
  if (tokens.takeIf(":=")) {
    if (tokens.look(0) === "by") throw new Unreadable("a default value by tactics is not read");
    reader.term(0); // a default value changes what callers may leave out, not what the theorem says
  }
  tokens.expect(CLOSE[bracket]);
  if (names.length === 0) throw new Unreadable("a binder without a name is not read");
  return type ? { names, type, bracket } : { names, bracket };
}

/** All binders of a signature, each in brackets, or a bare name without a type. */
export function parseSignatureBinders(reader: TermReader): SignatureBinder[] {
  const { tokens } = reader;
  const binders: SignatureBinder[] = [];
  for (;;) {
    if (isBracket(tokens.next)) binders.push(bracketed(reader));
    else if (tokens.isName) binders.push({ names: [tokens.take()], bracket: "(" });
    else return binders;
  }
}

/** The binders of a big sum or product: `i`, `i ∈ s`, `i in s`, `i : T`, `(i ∈ s) (j ∈ t)`, `(i, j) ∈ s`. */
export function parseBigBinders(reader: TermReader): Binder[] {
  const { tokens } = reader;
  const single = (): Binder => {
    const name = pattern(reader);
    if (tokens.takeIf(":")) return { names: [name], type: reader.term(0) };
    if (tokens.next === "∈" || tokens.next === "in") {
      tokens.take();
      return { names: [name], guard: { op: "∈", right: reader.term(0) } };
    }
    return { names: [name] };
  };
  const inBrackets = tokens.next === "(" && !isPattern(reader);
  if (!inBrackets) return [single()];
  const binders: Binder[] = [];
  while (tokens.takeIf("(")) {
    binders.push(single());
    tokens.expect(")");
  }
  return binders;
}

/** A name, `_`, or a tuple of names in `( , )` or `⟨ , ⟩`. */
export function pattern(reader: TermReader): Pattern {
  const { tokens } = reader;
  if (tokens.isName || tokens.next === "_") {
    const name = tokens.take();
    if (name.includes(".")) throw new Unreadable(`\`${name}\` cannot name a variable`);
    return name;
  }
  const close = tokens.next === "(" ? ")" : "⟩";
  if (tokens.next !== "(" && tokens.next !== "⟨") throw tokens.unexpected(" as a variable");
  tokens.take();
  const parts = [pattern(reader)];
  while (tokens.takeIf(",")) parts.push(pattern(reader));
  tokens.expect(close);
  return parts.length === 1 ? parts[0]! : { tuple: parts };
}

function isBracket(text: string): text is Bracket {
  return Object.hasOwn(CLOSE, text);
}

/** `(x, …` or `⟨x, …`: a pattern and no typed binder. */
function isPatternStart(reader: TermReader): boolean {
  return reader.tokens.next === "⟨" || (reader.tokens.next === "(" && isPattern(reader));
}

/** Whether the brackets that come next hold a pattern such as `(x, y)`. */
export function isPattern(reader: TermReader): boolean {
  const { tokens } = reader;
  const start = tokens.place;
  try {
    return typeof pattern(reader) !== "string";
  } catch {
    return false;
  } finally {
    tokens.goTo(start);
  }
}
