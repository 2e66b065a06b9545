/** Lean text as a sequence of commands: where each begins and ends, what kind it is, what it names. */
import { groupEnd, type Scan, type ScanProblem, type Token } from "./scan";
import { lastStartingBy } from "./spans";

/** Keywords that declare something, with a body of their own. */
export const DECLARATIONS: ReadonlySet<string> = new Set([
  "theorem", "lemma", "example", "def", "abbrev", "instance", "structure", "class", "inductive", "axiom", "opaque",
]);

const OTHER_COMMANDS: ReadonlySet<string> = new Set([
  "import", "open", "namespace", "section", "end", "variable", "universe", "set_option", "attribute", "export", "include", "omit", "mutual", "deriving",
  "notation", "notation3", "infix", "infixl", "infixr", "prefix", "postfix", "macro", "macro_rules", "syntax", "declare_syntax_cat", "elab", "elab_rules",
  "initialize", "builtin_initialize", "run_cmd", "run_elab", "run_meta", "alias", "simproc", "dsimproc", "add_decl_doc", "prelude", "suppress_compilation",
  "variables", "universes", "open_locale", "constant", "constants", // Lean 3, so that it can be told apart
]);
/** Commands that begin with `#`; with another word, as in `#s`, it is a notation for a number of elements. */
export const HASH_COMMANDS: ReadonlySet<string> = new Set([
  "eval", "eval!", "check", "check_failure", "print", "reduce", "exit", "synth", "guard", "guard_msgs", "help", "simp", "norm_num", "ring", "conv", "lint", "time", "where", "find",
  "loogle", "leansearch", "moogle", "statesearch", "search", "exec", "test", "sample", "html", "widget", "explode", "instances", "min_imports", "redundant_imports", "find_home", "import_path", "count_heartbeats", "version", "parse",
]);
const MODIFIERS: ReadonlySet<string> = new Set(["private", "protected", "public", "noncomputable", "unsafe", "partial", "nonrec", "local", "scoped", "meta"]);

/** `open … in` and `set_option … in` can also stand inside a term or a tactic block. */
const ALSO_IN_TERMS: ReadonlySet<string> = new Set(["open", "set_option"]);

/**
 * One command. `kind` is its keyword ("theorem", "open", "#eval", …), or "unknown" for text that belongs to none.
 * Its text stands from `start` (docstring, attributes and modifiers included) up to before `end`; tokens `first` to `last`, the keyword at `keyword`.
 * `name` is what a declaration or a namespace names, `""` where it names nothing. `chained` says that it ends in `in` and so belongs to the next command.
 */
export interface Command {
  readonly kind: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly keyword: number;
  readonly last: number;
  readonly chained: boolean;
}

/**
 * The commands of a text, in order; together they hold every token.
 * Keywords are reserved in Lean, so a command also begins at the start of a line inside an unclosed bracket, as it does for Lean's own error recovery.
 * @example commands(scan("open Nat in theorem t : 1 = 1 := rfl")).map((c) => c.kind) // ["open", "theorem"]
 */
export function commands(scan: Scan): Command[] {
  const { tokens } = scan;
  const heads: { first: number; keyword: number; kind: string }[] = [];
  const lines = lineStarts(scan);
  let importEnd = -2;
  for (let i = 0; i < tokens.length; i++) {
    const { at: keyword, found } = commandWord(scan, i);
    if (found && mayStart(scan.text, tokens, i, heads.at(-1), lines)) {
      const hash = tokens[keyword]!.text === "#";
      heads.push({ first: i, keyword, kind: hash ? `#${tokens[keyword + 1]!.text}` : tokens[keyword]!.text });
      i = hash ? keyword + 1 : keyword;
      if (tokens[keyword]!.text === "import") importEnd = endOfImport(tokens, keyword);
      continue;
    }
    if (heads.length === 0 || i === importEnd + 1) heads.push({ first: i, keyword: i, kind: "unknown" });
    i = Math.max(i, keyword - 1); // the attributes and modifiers in between lead to the same word
  }
  return heads.map(({ kind, first, keyword }, n) => {
    const last = (heads[n + 1]?.first ?? tokens.length) - 1;
    const name = nameAfter(tokens, keyword, last);
    const chained = tokens[last]!.text === "in" && last > keyword;
    return { kind, name, start: startWithDoc(scan, first), end: tokens[last]!.end, first, keyword, last, chained };
  });
}

/**
 * The first bracket before token `limit` that only closes, or was only opened, in another command or behind the limit; Lean reads no further than the command.
 * Brackets without any partner are among the scan's own problems.
 */
export function strayBracket({ tokens, partner }: Scan, all: readonly Command[], limit: number): ScanProblem | undefined {
  for (const { first, last } of all) {
    const end = Math.min(last, limit - 1);
    for (let i = first; i <= end; i++) {
      const { kind, text, start } = tokens[i]!;
      if (kind === "open" && partner[i]! > end) return { offset: start, message: `\`${text}\` is never closed` };
      if (kind === "close" && partner[i] !== -1 && partner[i]! < first) return { offset: start, message: `\`${text}\` closes nothing` };
    }
  }
  return undefined;
}

/** An import ends with the name of its module; what follows without being a command is none of it. */
function endOfImport(tokens: readonly Token[], keyword: number): number {
  const name = keyword + (tokens[keyword + 1]?.text === "all" || tokens[keyword + 1]?.text === "meta" ? 2 : 1);
  return tokens[name]?.kind === "identifier" ? name : keyword;
}

/** Goes over attributes and modifiers from token `i` on: the token after them, and whether it is a command's keyword. */
function commandWord(scan: Scan, i: number): { at: number; found: boolean } {
  const { tokens } = scan;
  const previous = tokens[i - 1];
  if (previous?.text === "." && previous.end === tokens[i]!.start) return { at: i, found: false }; // .open is a name
  let at = i;
  for (; at < tokens.length; at++) {
    const { text, kind, end } = tokens[at]!;
    if (kind === "identifier" && (DECLARATIONS.has(text) || OTHER_COMMANDS.has(text))) return { at, found: true };
    if (at === 0 && text === "module") return { at, found: true }; // a command at the very beginning, a name elsewhere
    if (kind === "identifier" && MODIFIERS.has(text)) continue;
    const next = tokens[at + 1];
    if (text === "#" && next?.start === end && HASH_COMMANDS.has(next.text)) return { at, found: true };
    if (text !== "@" || next?.text !== "[" || next.start !== end) break;
    at = groupEnd(scan, at + 1, tokens.length - 1);
  }
  return { at, found: false };
}

function mayStart(text: string, tokens: readonly Token[], i: number, head: { first: number; kind: string } | undefined, lines: ReadonlySet<number>): boolean {
  const token = tokens[i]!;
  if (token.depth > 0 && !(lines.has(token.start) && (text[token.start - 1] ?? "\n") === "\n")) return false;
  const inDeclaration = head !== undefined && DECLARATIONS.has(head.kind);
  if (inDeclaration && ALSO_IN_TERMS.has(token.text)) return lines.has(token.start) && column(text, token.start) <= column(text, tokens[head.first]!.start);
  return true;
}

/** Offsets of tokens that are the first of their line. */
function lineStarts({ text, tokens }: Scan): ReadonlySet<number> {
  const result = new Set<number>();
  let previousEnd = 0;
  for (const { start, end } of tokens) {
    if (previousEnd === 0 || text.slice(previousEnd, start).includes("\n")) result.add(start);
    previousEnd = end;
  }
  return result;
}

function column(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

function nameAfter(tokens: readonly Token[], keyword: number, last: number): string {
  const next = tokens[keyword + 1];
  const names = DECLARATIONS.has(tokens[keyword]!.text) || ["namespace", "section", "end"].includes(tokens[keyword]!.text);
  return names && keyword < last && next?.kind === "identifier" ? next.text : "";
}

/** A docstring belongs to the command that it precedes. */
function startWithDoc({ tokens, comments }: Scan, first: number): number {
  const from = tokens[first - 1]?.end ?? 0;
  const to = tokens[first]!.start;
  for (let i = lastStartingBy(comments, to); i >= 0 && comments[i]!.start >= from; i--) if (comments[i]!.kind === "doc") return comments[i]!.start;
  return to;
}
