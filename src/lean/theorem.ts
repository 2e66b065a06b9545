/** A Lean text read as one theorem: what it is called, what it assumes, what it states, and everything around it. */
import { commands, strayBracket, type Command } from "./commands";
import { sliceWithoutComments } from "./comments";
import { lean3Sign } from "./lean3";
import { placed, positions } from "./position";
import { scan, type Scan } from "./scan";
import { inForce } from "./scope";
import { signature, type Signature } from "./signature";
import type { Span } from "./spans";

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

/**
 * What is in the way of reading a theorem: there is none; a bracket, comment or string is not closed; it has no name; nothing follows its `:` or there is no `:`;
 * something stands where it should not; Lean stops reading before it; it is Lean 3.
 */
export type Obstacle = "no_theorem" | "unbalanced" | "nameless" | "no_statement" | "malformed" | "unreachable" | "lean3_like";

/** A theorem, or why there is none: in words, with the place as `line:column` where there is one, and as a kind to count by. */
export type ParsedTheorem = { readonly ok: true; readonly theorem: Theorem } | { readonly ok: false; readonly reason: string; readonly obstacle: Obstacle };

/**
 * Reads the theorem of a Lean text. Of several theorems or lemmas the last is meant, as both papers do; an `example` counts only where there is neither.
 * A reason is given for text without a theorem, with unclosed brackets or comments, without name or statement, and for Lean 3. A bare statement without `:=` is read too.
 * @example parseTheorem("theorem t (x : ℝ) : x = x := by sorry") // { ok: true, theorem: { name: "t", binders: "(x : ℝ)", body: "x = x", … } }
 */
export function parseTheorem(code: string): ParsedTheorem {
  const parsed = splitTheorem(code);
  const lean3 = parsed.ok ? lean3Sign(code) : undefined;
  return lean3 === undefined ? parsed : { ok: false, obstacle: "lean3_like", reason: `this is Lean 3, not Lean 4: ${lean3}` };
}

/** As `parseTheorem`, for texts that may be Lean 3: their theorems have the same outer form. */
export function splitTheorem(code: string): ParsedTheorem {
  const scanned = scan(code);
  const all = commands(scanned);
  const chosen = theoremsAmong(all).at(-1);
  if (chosen) return theoremAt(scanned, all, chosen);
  const broken = scanned.problems[0];
  const reason = broken ? `no theorem: ${broken.message} (at ${placed(positions(code)(broken.offset))})` : noTheorem(all);
  return { ok: false, obstacle: "no_theorem", reason };
}

/** Reads the one theorem among the commands of a text that is `chosen`. */
export function theoremAt(scanned: Scan, all: readonly Command[], chosen: Command): ParsedTheorem {
  const failed = (obstacle: Obstacle, reason: string, offset: number): ParsedTheorem => ({
    ok: false,
    obstacle,
    reason: `${reason} (at ${placed(positions(scanned.text)(offset))})`,
  });
  const stop = all.find((command, n) => command.end <= chosen.start && stopsLean(command, all[n - 1]));
  if (stop) return failed("unreachable", `Lean reads nothing after this \`${stop.kind}\`, so never the ${chosen.kind} ${chosen.name}`.trimEnd(), stop.start);
  const parts = signature(scanned, chosen);
  const proofStart = "reason" in parts ? chosen.end : offsetOf(scanned, chosen, parts.proof);
  const limit = "reason" in parts ? chosen.last + 1 : parts.proof;
  const broken = scanned.problems.find(({ offset }) => offset < proofStart) ?? strayBracket(scanned, all, limit);
  if (broken) return failed("unbalanced", broken.message, broken.offset);
  if ("reason" in parts) return failed(parts.obstacle, parts.reason, parts.offset);
  const theorem = assemble(scanned, all, chosen, parts);
  const mutual = inForce(theorem.context).find(({ kind }) => kind === "mutual");
  return mutual ? failed("malformed", `the ${chosen.kind} stands in a \`mutual\` block, not by itself`, mutual.start) : { ok: true, theorem };
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
export function stopsLean(command: Command, previous: Command | undefined): boolean {
  return command.kind === "#exit" || (command.kind === "import" && previous !== undefined && !["import", "prelude", "module"].includes(previous.kind));
}

function noTheorem(all: readonly Command[]): string {
  if (all.length === 0) return "no theorem: the text is empty or holds only comments";
  const kinds = [...new Set(all.map(({ kind }) => (kind === "unknown" ? "text that is no Lean command" : `\`${kind}\``)))];
  return `no theorem, only ${kinds.slice(0, 5).join(", ")}${kinds.length > 5 ? ", …" : ""}`;
}

/** Where a part of a declaration begins; its end for a part that is not there. */
function offsetOf({ tokens }: Scan, { last, end }: Command, token: number): number {
  return token > last ? end : tokens[token]!.start;
}

function assemble(scanned: Scan, all: readonly Command[], chosen: Command, parts: Signature): Theorem {
  const { text, tokens, comments } = scanned;
  const offset = (token: number): number => offsetOf(scanned, chosen, token);
  const starts = [
    0,
    chosen.start,
    offset(chosen.keyword),
    offset(parts.name),
    offset(parts.universes),
    offset(parts.binders),
    offset(parts.colon),
    offset(parts.body),
    offset(parts.proof),
    chosen.end,
    text.length,
  ];
  const spans = Object.fromEntries(PARTS.map((part, n) => [part, { start: starts[n], end: starts[n + 1] }])) as Record<Part, Span>;
  const plain = (part: Part): string => sliceWithoutComments(scanned, spans[part].start, spans[part].end).trim();
  const beside = all.map(({ kind, name, start, end, chained }) => ({ kind, name, start, end, chained, text: text.slice(start, end) }));
  const doc = comments.find(({ kind, start, end }) => kind === "doc" && start >= chosen.start && end <= spans.keyword.start);
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
    theorems: theoremsAmong(all).length,
    source: text,
    spans,
  };
}
