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
  ...words("search", "apply? exact? rw?"),
  ...words("compiled", "native_decide bv_decide"),
  ...words("unsafe", "unsafe partial"),
  ...words("program", "run_cmd run_elab run_tac run_meta initialize builtin_initialize elab elab_rules by_elab simproc dsimproc declare_syntax_cat"),
  ...words("notation", "macro macro_rules syntax notation notation3 infix infixl infixr prefix postfix unif_hint"),
  ...words("instance", "instance"),
  ...words("attribute", "attribute"),
]);

/** Names of declarations and options: found as the last part of a name, with or without `«»`. */
const NAMES: ReadonlyMap<string, ViolationKind> = new Map([
  ...words("placeholder", "sorryAx byAsSorry proofAsSorry"),
  ...words("compiled", "reduceBool reduceNat ofReduceBool ofReduceNat trustCompiler skipKernelTC"),
  ...words("unsafe", "unsafeCast unsafeIO unsafeBaseIO unsafeEIO lcProof lcAny lcUnreachable"),
]);
const NAME_BEGINNINGS: readonly [string, ViolationKind][] = [["addDecl", "program"], ["ofReduce", "compiled"]];

/** Namespaces whose functions reach the environment or the machine. */
const PROGRAM_ROOTS = new Set(["IO", "Lean", "System", "Elab"]);

/** Attributes inside `@[…]`. */
const ATTRIBUTES: ReadonlyMap<string, ViolationKind> = new Map([
  ...words("compiled", "implemented_by extern export csimp"),
  ...words("program", "init builtin_init"),
]);
const ATTRIBUTE_ENDINGS = /_(?:elab|parser|unexpander|delab|simproc)$/;

/** Options that change limits and warnings, never meaning. */
const HARMLESS_OPTION = /^(?:(?:synthInstance\.)?maxHeartbeats|maxRecDepth|linter\.[\w.]+)$/;

/** Every forbidden word of a text, in order. */
export function forbiddenWords(scanned: Scan): ForbiddenWord[] {
  const { tokens } = scanned;
  const inAttribute = attributeTokens(scanned);
  return tokens.flatMap((token, i) => {
    const kind = forbiddenKind(tokens, i, inAttribute);
    const withNext = token.text === "#" || token.text === "set_option" || token.text === "open";
    const text = withNext ? scanned.text.slice(token.start, tokens[i + 1]?.end ?? token.end) : token.text;
    return kind === undefined ? [] : [{ kind, offset: token.start, text }];
  });
}

function forbiddenKind(tokens: readonly Token[], i: number, inAttribute: ReadonlySet<number>): ViolationKind | undefined {
  const token = tokens[i]!;
  const next = tokens[i + 1];
  if (token.text === "#" && next?.start === token.end && next.kind === "identifier" && HASH_COMMANDS.has(next.text)) return next.text === "exit" ? "terminal" : "program";
  if (token.kind !== "identifier") return undefined;
  if (token.text === "set_option") return HARMLESS_OPTION.test(next?.text ?? "") ? undefined : "option";
  const isPart = tokens[i - 1]?.text === "." && tokens[i - 1]!.end === token.start;
  const keyword = isPart ? undefined : KEYWORDS.get(token.text);
  if (keyword !== undefined && !(keyword === "instance" && tokens[i - 1]?.text === "deriving")) return keyword;
  if (inAttribute.has(i) && (ATTRIBUTES.has(token.text) || ATTRIBUTE_ENDINGS.test(token.text))) return ATTRIBUTES.get(token.text) ?? "program";
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

/** Indices of the tokens inside `@[…]`. */
function attributeTokens({ tokens, partner }: Scan): ReadonlySet<number> {
  const inside = new Set<number>();
  for (let i = 0; i < tokens.length - 1; i++) {
    if (tokens[i]!.text !== "@" || tokens[i + 1]!.text !== "[" || tokens[i + 1]!.start !== tokens[i]!.end) continue;
    const close = partner[i + 1]!;
    for (let at = i + 2; at < close; at++) inside.add(at);
    if (close > i) i = close;
  }
  return inside;
}
