/** The parts of one declaration: name, universes, binders, statement and proof, found by tokens and never by patterns over text. */
import type { Command } from "./commands";
import { groupEnd, type Scan, type Token } from "./scan";

/**
 * Token indices at which the parts of a declaration begin; a part ends where the next begins. `colon` is the `:` before the statement.
 * `proof` is one past the declaration's last token where there is no proof.
 */
export interface Signature {
  readonly name: number;
  readonly universes: number;
  readonly binders: number;
  readonly colon: number;
  readonly body: number;
  readonly proof: number;
}

/** Why a declaration cannot be taken apart, and at which offset. */
export interface SignatureProblem {
  readonly offset: number;
  readonly reason: string;
  readonly obstacle: "nameless" | "no_statement" | "malformed";
}

/** Words that bind by a `:=` of their own, so that it does not end the statement. */
const BINDS_BY_ASSIGNMENT: ReadonlySet<string> = new Set(["let", "have", "letI", "haveI", "let_fun", "let_delayed", "set", "obtain", "replace"]);
const BINDER_BRACKETS = new Set(["(", "{", "[", "⦃"]);

/** Words after which a `|` cannot be the first alternative of an equation-style proof, since no term has ended. */
const NOT_AFTER_TERM = new Set(["with", "then", "else", "if", "from", "in", "fun", "do", "by", "at", "∀", "∃"]);

/**
 * Finds the parts of the theorem, lemma or example that `command` is.
 * The statement ends at the first `:=` outside brackets that belongs to no `let` or `have`, at the `|` of the first equation, or at `where`.
 */
export function signature(scan: Scan, command: Command): Signature | SignatureProblem {
  const { tokens } = scan;
  const { keyword, last, kind } = command;
  const base = tokens[keyword]!.depth;
  const after = (i: number): Token | undefined => (i <= last ? tokens[i] : undefined);
  const problem = (i: number, obstacle: SignatureProblem["obstacle"], reason: string): SignatureProblem => ({ offset: after(i)?.start ?? command.end, reason, obstacle });

  const name = keyword + 1;
  let at = name;
  if (kind !== "example") {
    if (after(at)?.kind !== "identifier") return problem(keyword, "nameless", `the ${kind} has no name`);
    at += 1;
  }
  const universes = at;
  if (after(at)?.text === "." && after(at + 1)?.text === "{") at = groupEnd(scan, at + 1, last) + 1;
  const binders = at;
  for (; at <= last; at++) {
    const token = tokens[at]!;
    if (isTerminator(token) || token.text === ":") break;
    if (token.kind === "open" && BINDER_BRACKETS.has(token.text)) at = groupEnd(scan, at, last);
    else if (token.kind !== "identifier") return problem(at, "malformed", `\`${token.text}\` cannot stand between the name and the \`:\` of the ${kind}`);
  }
  const colon = at;
  if (at > last) return problem(at, "no_statement", `the ${kind} has no \`:\` followed by a statement`);
  if (tokens[at]!.text !== ":") return problem(at, "no_statement", `the ${kind} has no \`:\` before \`${tokens[at]!.text}\``);
  const body = at + 1;
  const proof = endOfTerm(tokens, body, last, base);
  if (proof === body) return problem(body, "no_statement", `the ${kind} states nothing after its \`:\``);
  return { name, universes, binders, colon, body, proof };
}

function isTerminator({ text }: Token): boolean {
  return text === ":=" || text === "|" || text === "where";
}

/**
 * The index of the token that ends the term beginning at `from`: the first `:=` at depth `base` that belongs to no `let` or `have`,
 * the `|` of a first equation, or `where`; one past `last` if there is none.
 */
export function endOfTerm(tokens: readonly Token[], from: number, last: number, base: number): number {
  const isEquation = equations(tokens, from, last, base);
  let pendingLets = 0;
  let insideAbs = false;
  let alternativesSeen = false;
  for (let i = from; i <= last; i++) {
    const { text, kind, depth } = tokens[i]!;
    if (depth > base) continue;
    if (kind === "identifier" && BINDS_BY_ASSIGNMENT.has(text)) pendingLets += 1;
    else if (text === "match" || (isFun(text) && tokens[i + 1]?.text === "|")) alternativesSeen = true;
    else if (text === "where") return i;
    else if (text === ":=") {
      if (pendingLets === 0) return i;
      pendingLets -= 1;
    } else if (text === "|" && !alternativesSeen) {
      if (insideAbs) insideAbs = false;
      else if (!endsTerm(tokens[i - 1]!)) insideAbs = true;
      else if (pendingLets > 0) {
        pendingLets -= 1; // a `let f : ℕ → ℕ | 0 => … | n + 1 => …` has no `:=`
        alternativesSeen = true;
      } else if (isEquation(i)) return i;
    }
  }
  return last + 1;
}

function isFun(text: string): boolean {
  return text === "fun" || text === "λ";
}

function endsTerm({ kind, text }: Token): boolean {
  if (kind === "identifier") return !NOT_AFTER_TERM.has(text);
  return kind === "number" || kind === "string" || kind === "char" || kind === "close" || text === "⁻¹" || text === "!" || text === "_";
}

/**
 * Tells, for rising indices, whether an equation can begin at a `|`: the next `=>` outside brackets that is not that of a `fun` comes before the next `:=`.
 * A `|` of an absolute value, or one written for "divides", has no such arrow.
 */
function equations(tokens: readonly Token[], from: number, last: number, base: number): (i: number) => boolean {
  const marks: { at: number; isArrow: boolean }[] = [];
  let funs = 0;
  for (let i = from; i <= last; i++) {
    const { text, depth } = tokens[i]!;
    if (depth > base) continue;
    if (isFun(text)) funs += 1;
    else if (text === ":=") marks.push({ at: i, isArrow: false });
    else if (text === "=>" || text === "↦") {
      if (funs === 0) marks.push({ at: i, isArrow: true });
      funs = Math.max(0, funs - 1);
    }
  }
  let next = 0;
  return (i) => {
    while (next < marks.length && marks[next]!.at < i) next += 1;
    return marks[next]?.isArrow ?? false;
  };
}
