/** A Lean text read as one theorem: what it is called, what it assumes, what it states, and everything around it. */
import { commands, type Command } from "./commands";
import { sliceWithoutComments } from "./comments";
import { lean3Sign } from "./lean3";
import { placed, positions } from "./position";
import { scan, type Scan } from "./scan";
import { signature, type Signature } from "./signature";

/** A stretch of text: UTF-16 offsets, `end` not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The parts of a text in their order; each begins where the one before ends, so that together they are the whole text. */
export const PARTS = ["header", "modifiers", "keyword", "name", "universes", "binders", "colon", "body", "proof", "trailer"] as const;
export type Part = (typeof PARTS)[number];

/** A command that stands beside the theorem in the same text: an import, an `open`, a `variable`, a helper definition. */
export interface ContextCommand extends Span {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
  /** It ends in `in`, and so holds for the next command only. */
  readonly chained: boolean;
}

/**
 * One theorem. Texts are as in the source, trimmed, without comments; what is absent is `""`.
 * - `binders`, `body`: `(x : ℝ) (h : 0 < x)` and `x ≠ 0` of `theorem t (x : ℝ) (h : 0 < x) : x ≠ 0 := by sorry`.
 * - `header`: everything before the declaration, `open … in` included. `proof` begins with its `:=`, `|` or `where`,
 *   and is `""` for a bare statement.
 * - `context`: the commands before it, `after`: those behind it, each as in `commands`.
 * - `theorems`: how many theorems and lemmas (or, without any, examples) the text holds; this is the last.
 * - `spans`: where each part stands in `source`, white space and comments behind a part belonging to it. See `partTexts`.
 */
export interface Theorem {
  readonly kind: "theorem" | "lemma" | "example";
  readonly name: string;
  readonly universes: readonly string[];
  readonly binders: string;
  readonly body: string;
  readonly header: string;
  readonly modifiers: string;
  readonly docstring: string;
  readonly proof: string;
  readonly context: readonly ContextCommand[];
  readonly after: readonly ContextCommand[];
  readonly theorems: number;
  readonly source: string;
  readonly spans: Readonly<Record<Part, Span>>;
}

/** A theorem, or why there is none, with its place as `line:column` where it has one. */
export type ParsedTheorem = { readonly ok: true; readonly theorem: Theorem } | { readonly ok: false; readonly reason: string };

/**
 * Reads the theorem of a Lean text. Of several theorems or lemmas the last is meant, as both papers do; an `example` counts only where there is neither.
 * A reason is given for text without a theorem, with unclosed brackets or comments, without name or statement, and for Lean 3. A bare statement without `:=` is read too.
 * @example parseTheorem("theorem t (x : ℝ) : x = x := by sorry") // { ok: true, theorem: { name: "t", binders: "(x : ℝ)", body: "x = x", … } }
 */
export function parseTheorem(code: string): ParsedTheorem {
  const parsed = splitTheorem(code);
  const lean3 = parsed.ok ? lean3Sign(code) : undefined;
  return lean3 === undefined ? parsed : { ok: false, reason: `this is Lean 3, not Lean 4: ${lean3}` };
}

/** As `parseTheorem`, for texts that may be Lean 3: their theorems have the same outer form. */
export function splitTheorem(code: string): ParsedTheorem {
  const scanned = scan(code);
  const at = positions(code);
  const failed = (reason: string, offset?: number): ParsedTheorem => ({ ok: false, reason: offset === undefined ? reason : `${reason} (at ${placed(at(offset))})` });

  const all = commands(scanned);
  const candidates = theoremsAmong(all);
  const chosen = candidates.at(-1);
  if (chosen === undefined) {
    const broken = scanned.problems[0];
    return broken ? failed(`no theorem: ${broken.message}`, broken.offset) : failed(noTheorem(all));
  }
  const stop = all.find((command, n) => command.end <= chosen.start && stopsLean(command, all[n - 1]));
  if (stop) return failed(`Lean reads nothing after this \`${stop.kind}\`, so never the ${chosen.kind} ${chosen.name}`.trimEnd(), stop.start);

  const parts = signature(scanned, chosen);
  const proofStart = "reason" in parts || parts.proof > chosen.last ? chosen.end : scanned.tokens[parts.proof]!.start;
  const broken = scanned.problems.find(({ offset }) => offset < proofStart);
  if (broken) return failed(broken.message, broken.offset);
  if ("reason" in parts) return failed(parts.reason, parts.offset);
  return { ok: true, theorem: assemble(scanned, all, chosen, parts, candidates.length) };
}

/**
 * The text of each part, comments and white space included; joined in the order of `PARTS` they are the source, character by character.
 * @example Object.values(partTexts(theorem)).join("") === theorem.source // true
 */
export function partTexts({ source, spans }: Theorem): Record<Part, string> {
  return Object.fromEntries(PARTS.map((part) => [part, source.slice(spans[part].start, spans[part].end)])) as Record<Part, string>;
}

/** The theorems and lemmas among commands, or the examples if there are none. */
export function theoremsAmong(all: readonly Command[]): Command[] {
  const proper = all.filter(({ kind }) => kind === "theorem" || kind === "lemma");
  return proper.length > 0 ? proper : all.filter(({ kind }) => kind === "example");
}

/** Lean stops at `#exit`, and at an import that is not at the very beginning. */
function stopsLean(command: Command, previous: Command | undefined): boolean {
  return command.kind === "#exit" || (command.kind === "import" && previous !== undefined && previous.kind !== "import" && previous.kind !== "prelude");
}

function noTheorem(all: readonly Command[]): string {
  if (all.length === 0) return "no theorem: the text is empty or holds only comments";
  const kinds = [...new Set(all.map(({ kind }) => (kind === "unknown" ? "text that is no Lean command" : `\`${kind}\``)))];
  return `no theorem, only ${kinds.slice(0, 5).join(", ")}${kinds.length > 5 ? ", …" : ""}`;
}

function assemble(scanned: Scan, all: readonly Command[], chosen: Command, parts: Signature, theorems: number): Theorem {
  const { text, tokens, comments } = scanned;
  const offset = (token: number): number => tokens[token]!.start;
  const starts: Record<Part, number> = {
    header: 0,
    modifiers: chosen.start,
    keyword: offset(chosen.keyword),
    name: offset(parts.name),
    universes: offset(parts.universes),
    binders: offset(parts.binders),
    colon: offset(parts.colon),
    body: offset(parts.body),
    proof: parts.proof > chosen.last ? chosen.end : offset(parts.proof),
    trailer: chosen.end,
  };
  const spans = Object.fromEntries(PARTS.map((part, n) => [part, { start: starts[part], end: starts[PARTS[n + 1] ?? "header"] }])) as Record<Part, Span>;
  spans.trailer = { start: chosen.end, end: text.length };
  const plain = (part: Part): string => sliceWithoutComments(scanned, spans[part].start, spans[part].end).trim();
  const beside = all.map(({ kind, name, start, end, chained }) => ({ kind, name, start, end, chained, text: text.slice(start, end) }));
  const doc = comments.find(({ kind, start, end }) => kind === "doc" && start >= chosen.start && end <= starts.keyword);
  return {
    kind: chosen.kind as Theorem["kind"],
    name: plain("name"),
    universes: tokens.slice(parts.universes, parts.binders).flatMap(({ kind, text: name }) => (kind === "identifier" ? [name] : [])),
    binders: plain("binders"),
    body: plain("body"),
    header: plain("header"),
    modifiers: plain("modifiers"),
    docstring: doc ? text.slice(doc.start + 3, doc.end - 2).trim() : "",
    proof: plain("proof"),
    context: beside.filter(({ end }) => end <= chosen.start),
    after: beside.filter(({ start }) => start >= chosen.end),
    theorems,
    source: text,
    spans,
  };
}
