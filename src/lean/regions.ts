/** The two parts of a whole-proof output that the robustness paper (B) has judged apart: the signature without the proof, and the proof without the signature. */
import { commands } from "./commands";
import { scan, type Token } from "./scan";
import { theoremAt, type Span, type Theorem } from "./theorem";

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
  let reason = "no theorem, lemma or example";
  for (const chosen of candidates.reverse()) {
    const parsed = theoremAt(scanned, all, chosen);
    if (!parsed.ok) {
      reason = parsed.reason;
      continue;
    }
    const { theorem } = parsed;
    const assignment = scanned.tokens.findIndex(({ start }) => start === theorem.spans.proof.start);
    const [sign, by] = scanned.tokens.slice(assignment, assignment + 2);
    if (sign?.text === ":=" && by?.text === "by") {
      const tactics = scanned.tokens.slice(assignment + 2, chosen.last + 1);
      return { ok: true, regions: cut(theorem, by, tactics, all.find(({ start }) => start > chosen.start)?.start ?? code.length) };
    }
    reason = `the ${chosen.kind} ${chosen.name} is not proved by \`:= by\``;
  }
  return { ok: false, reason };
}

function cut(theorem: Theorem, by: Token, tactics: readonly Token[], next: number): Regions {
  const { source, spans } = theorem;
  const region = (start: number, end: number): Region => {
    const text = source.slice(start, end).trimEnd();
    return { start, end: start + text.length, text };
  };
  const proof = region(by.end, next);
  return { theorem, signature: region(spans.keyword.start, spans.proof.start), proof, degenerate: degenerate(tactics, proof.text) };
}

function degenerate(tactics: readonly Token[], text: string): Degenerate | undefined {
  if (tactics.length === 0) return text.trim() === "" ? "empty" : "comments";
  const first = tactics[0]!.text;
  const onlyGaps = tactics.every((token) => token.text === "sorry" || token.text === "admit");
  return onlyGaps ? (first as "sorry" | "admit") : undefined;
}
