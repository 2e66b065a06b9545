/** The two parts of a whole-proof output that the robustness paper (B) has judged apart: the signature without the proof, and the proof without the signature. */
import { commands, type Command } from "./commands";
import { scan, type Scan, type Token } from "./scan";
import { signature } from "./signature";
import type { Span } from "./spans";
import { theoremAt, type Theorem } from "./theorem";

/** A stretch of the output with its text, comments included. */
export interface Region extends Span {
  readonly text: string;
}

/** Why a proof says nothing: there is none, only comments, or only gaps. */
export type Degenerate = "empty" | "comments" | "sorry" | "admit";

/**
 * The judged declaration. `signature` runs from its keyword up to before `:= by`, `proof` from after `by` up to before the next command, without white space at its end.
 * `degenerate` is set where the proof is to be scored −1 without asking a judge.
 */
export interface Regions {
  readonly theorem: Theorem;
  readonly signature: Region;
  readonly proof: Region;
  readonly degenerate: Degenerate | undefined;
}

/**
 * Finds signature and proof of the last theorem, lemma or example that has a `:= by` (robustness paper, judged declaration).
 * A declaration that is proved by a term has no such region; a model's output without any is "unclear" there, without a call.
 * @example regionsOf("theorem t : 1 = 1 := by\n  sorry") // { ok: true, regions: { signature: { text: "theorem t : 1 = 1" }, proof: { text: "\n  sorry" }, degenerate: "sorry" } }
 */
export function regionsOf(code: string): { readonly ok: true; readonly regions: Regions } | { readonly ok: false; readonly reason: string } {
  const scanned = scan(code);
  const all = commands(scanned);
  const candidates = all.filter(({ kind }) => kind === "theorem" || kind === "lemma" || kind === "example");
  const last = candidates.at(-1);
  if (!last) return { ok: false, reason: "no theorem, lemma or example" };
  const chosen = candidates.findLast((command) => tacticsOf(scanned, command) !== undefined);
  const parsed = theoremAt(scanned, all, chosen ?? last);
  if (!parsed.ok) return { ok: false, reason: parsed.reason };
  if (!chosen) return { ok: false, reason: `the ${last.kind} ${last.name} is not proved by \`:= by\`` };
  const next = all[all.indexOf(chosen) + 1]?.start ?? code.length;
  return { ok: true, regions: cut(parsed.theorem, tacticsOf(scanned, chosen)!, next) };
}

/** The tokens after the `:= by` of a declaration, `by` first; undefined if it has none. */
function tacticsOf(scanned: Scan, command: Command): readonly Token[] | undefined {
  const parts = signature(scanned, command);
  if ("reason" in parts || scanned.tokens[parts.proof]?.text !== ":=" || scanned.tokens[parts.proof + 1]?.text !== "by") return undefined;
  return scanned.tokens.slice(parts.proof + 1, command.last + 1);
}

function cut(theorem: Theorem, [by, ...tactics]: readonly Token[], next: number): Regions {
  const { source, spans } = theorem;
  const region = (start: number, end: number): Region => {
    const text = source.slice(start, end).trimEnd();
    return { start, end: start + text.length, text };
  };
  const proof = region(by!.end, next);
  return { theorem, signature: region(spans.keyword.start, spans.proof.start), proof, degenerate: degenerate(tactics, proof.text) };
}

function degenerate(tactics: readonly Token[], text: string): Degenerate | undefined {
  if (tactics.length === 0) return text.trim() === "" ? "empty" : "comments";
  const first = tactics[0]!.text;
  const onlyGaps = tactics.every((token) => token.text === "sorry" || token.text === "admit");
  return onlyGaps ? (first as "sorry" | "admit") : undefined;
}
