/**
 * What a submitted proof may not contain, word by word. The list is that of the exact-statement recipe: words that leave a gap, add an axiom,
 * trust compiled code, run programs at elaboration time, stop Lean's reading, or change what other text means.
 */
import { HASH_COMMANDS } from "./commands";
import type { Scan, Token } from "./scan";

/** What a finding is about. The first group decides in both modes of the audit, the second only in the strict one. */
export const VIOLATIONS = {
  statement: "the theorem is not the one that was asked for",
  no_theorem: "there is no theorem to compare",
  unreadable: "a comment, string or bracket is never closed, so that what follows cannot be judged",
  placeholder: "a gap is left: sorry, admit, stop and what expands to them",
  axiom: "an axiom or opaque constant is added",
  terminal: "Lean reads nothing after this",

  search: "a search tactic, which can close a goal with a gap and no error",
  compiled: "compiled code is trusted in place of the kernel",
  unsafe: "unsafe or partial code",
  program: "a program that runs while Lean reads the text",
  notation: "notation or a macro is added, so that text may mean something else",
  instance: "an instance is added, so that + or < may mean something else",
  attribute: "attributes are changed",
  option: "an option other than maxHeartbeats, maxRecDepth and linter options is set",
  import: "an import that the statement does not have, other than Mathlib and its foundations",
  context: "an `open`, `variable` or namespace that the statement does not have",
  shadowing: "a definition has a name that the statement uses",
  lookalike: "a character looks like another or is invisible",
} as const satisfies Record<string, string>;

export type ViolationKind = keyof typeof VIOLATIONS;

/** A forbidden word, and where it stands. */
export interface ForbiddenWord {
  readonly kind: ViolationKind;
  readonly offset: number;
  readonly text: string;
}

const words = (kind: ViolationKind, list: string): [string, ViolationKind][] => list.split(" ").map((word) => [word, kind]);

/** Reserved words and tactics: found as whole tokens; `x.stop` and `«sorry»` are names and not meant. */
const KEYWORDS: ReadonlyMap<string, ViolationKind> = new Map([
  ...words("placeholder", "sorry admit stop"),
  ...words("axiom", "axiom opaque"),
  // The last two test a goal on examples, and close it with a gap if none refutes it.
  ...words("search", "apply? exact? rw? slim_check plausible"),
  ...words("compiled", "native_decide bv_decide bv_check compile_inductive"),
  ...words("unsafe", "unsafe partial"),
  ...words("program", "run_cmd run_elab run_tac run_meta initialize builtin_initialize elab elab_rules by_elab simproc dsimproc declare_syntax_cat"),
  // What reads a file, asks a server or a model, or prints while it is read or run.
  ...words("program", "include_str polyrith llmstep suggest_tactics search_proof select_premises hammer dbg_trace dbgTrace dbgTraceVal dbgTraceIfShared dbgSleep dbgStackTrace"),
  ...words("notation", "macro macro_rules syntax notation notation3 infix infixl infixr prefix postfix unif_hint binder_predicate"),
  ...words("shadowing", "irreducible_def"),
  ...words("context", "renaming"),
  ...words("instance", "instance"),
  ...words("attribute", "attribute"),
]);

/** Names of declarations and options: found as the last part of a name, with or without `«»`. */
const NAMES: ReadonlyMap<string, ViolationKind> = new Map([
  ...words("placeholder", "sorryAx byAsSorry proofAsSorry"),
  ...words("compiled", "reduceBool reduceNat ofReduceBool ofReduceNat trustCompiler skipKernelTC"),
  ...words("unsafe", "unsafeCast unsafeIO unsafeBaseIO unsafeEIO lcProof lcAny lcUnreachable"),
]);
/** The last are the names that `checkProof` gives to its own declarations. */
const NAME_BEGINNINGS: readonly [string, ViolationKind][] = [["addDecl", "program"], ["ofReduce", "compiled"], ["register_", "program"], ["_kit_", "program"]];

/** Namespaces whose functions reach the environment or the machine. */
const PROGRAM_ROOTS = new Set(["IO", "Lean", "System", "Elab"]);

/** Attributes inside `@[…]`. */
const ATTRIBUTES: ReadonlyMap<string, ViolationKind> = new Map([
  ...words("compiled", "implemented_by extern export csimp"),
  ...words("program", "init builtin_init"),
]);
const ATTRIBUTE_ENDINGS = /_(?:elab|parser|unexpander|delab|simproc)$/;

/** Attributes that serve tactics, readers and callers, and change neither what a text means nor what runs; the list is not all there are. */
const HARMLESS_ATTRIBUTES: ReadonlySet<string> = new Set([
  "simp", "simps", "ext", "norm_cast", "push_cast", "field_simps", "gcongr", "bound", "mono", "aesop", "fun_prop", "continuity", "measurability", "symm", "refl", "rfl", "trans", "congr", "subst", "to_additive", "elab_as_elim", "elab_without_expected_type",
  "inline", "always_inline", "noinline", "specialize", "nospecialize", "reducible", "semireducible", "irreducible", "match_pattern", "pp_dot", "pp_nodot", "deprecated", "nolint", "simp_arith", "induction_eliminator", "cases_eliminator", "mk_iff", "stacks", "grind", "higher_order",
]);

/** Options that change limits and warnings, never meaning. */
const HARMLESS_OPTION = /^(?:(?:synthInstance\.)?maxHeartbeats|maxRecDepth|linter\.[\w.]+)$/;

/** Every forbidden word of a text, in order. */
export function forbiddenWords(scanned: Scan): ForbiddenWord[] {
  const { tokens } = scanned;
  const attributes = attributeTokens(scanned);
  return tokens.flatMap((token, i) => {
    const kind = forbiddenKind(scanned, i, attributes);
    const withNext = token.text === "#" || token.text === "set_option" || token.text === "open";
    const text = withNext ? scanned.text.slice(token.start, tokens[i + 1]?.end ?? token.end) : token.text;
    return kind === undefined ? [] : [{ kind, offset: token.start, text }];
  });
}

function forbiddenKind({ tokens, text }: Scan, i: number, attributes: Attributes): ViolationKind | undefined {
  const token = tokens[i]!;
  const next = tokens[i + 1];
  if (token.text === "#" && next?.start === token.end && next.kind === "identifier" && isHashCommand(text, token, next)) return next.text === "exit" ? "terminal" : "program";
  if (token.kind !== "identifier") return undefined;
  if (token.text === "set_option") return HARMLESS_OPTION.test(next?.text ?? "") ? undefined : "option";
  const isPart = tokens[i - 1]?.text === "." && tokens[i - 1]!.end === token.start;
  const keyword = isPart ? undefined : KEYWORDS.get(token.text);
  if (keyword !== undefined) return keyword;
  if (attributes.inside.has(i) && (ATTRIBUTES.has(token.text) || ATTRIBUTE_ENDINGS.test(token.text))) return ATTRIBUTES.get(token.text) ?? "program";
  if (attributes.names.has(i) && !HARMLESS_ATTRIBUTES.has(token.text)) return "attribute";
  if (token.text === "native" && (tokens[i - 1]?.text === "+" || next?.text === ":=")) return "compiled";
  if (token.text === "open" && next?.text === "private") return "context";
  return forbiddenName(token.text.replace(/[«»]/g, "").split("."), isPart);
}

function forbiddenName(parts: readonly string[], isPart: boolean): ViolationKind | undefined {
  const last = parts.at(-1)!;
  const beginning = NAME_BEGINNINGS.find(([start]) => last.startsWith(start));
  if (NAMES.has(last) || beginning) return NAMES.get(last) ?? beginning![1];
  const root = parts[0] === "_root_" ? parts[1] : parts[0];
  return !isPart && PROGRAM_ROOTS.has(root ?? "") ? "program" : undefined;
}

/** A command that begins with `#`: one of those that are known, or any word of several letters at the beginning of a line; `#s` may be the size of s. */
function isHashCommand(text: string, { start }: Token, word: Token): boolean {
  return HASH_COMMANDS.has(word.text) || (word.text.length > 2 && text.slice(text.lastIndexOf("\n", start - 1) + 1, start).trim() === "");
}

/** Indices of the tokens inside `@[…]`, and of those that name an attribute. */
interface Attributes {
  readonly inside: ReadonlySet<number>;
  readonly names: ReadonlySet<number>;
}

function attributeTokens({ tokens, partner }: Scan): Attributes {
  const inside = new Set<number>();
  const names = new Set<number>();
  for (let i = 0; i < tokens.length - 1; i++) {
    if (tokens[i]!.text !== "@" || tokens[i + 1]!.text !== "[" || tokens[i + 1]!.start !== tokens[i]!.end) continue;
    const close = partner[i + 1]!;
    let expected = true;
    for (let at = i + 2; at < close; at++) {
      inside.add(at);
      const { text, depth, kind } = tokens[at]!;
      if (depth > tokens[i]!.depth + 1) continue;
      if (text === ",") expected = true;
      else if (expected && kind === "identifier" && text !== "local" && text !== "scoped") {
        names.add(at);
        expected = false;
      }
    }
    if (close > i) i = close;
  }
  return { inside, names };
}
