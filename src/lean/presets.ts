/** What the two ways of reading replies make of the same replies. */
import { extractTheorem } from "./extract";
import type { Flag } from "./flags";
import { sameStatement } from "./statement";

/** How the presets compare on one reply: both find the same statement, different ones, only one finds any, or neither. */
export type Comparison = "same" | "different" | "only_strict" | "only_paper" | "neither";

/** One reply read both ways. */
export interface ComparedReply {
  readonly comparison: Comparison;
  readonly strict: { readonly ok: boolean; readonly reason?: string; readonly flags: readonly Flag[] };
  readonly paper: { readonly ok: boolean; readonly reason?: string; readonly flags: readonly Flag[] };
}

/** Counts over replies. `strict` and `paper` are how many gave a theorem; the comparisons add up to `n`, and all but "same" and "neither" are disagreements. */
export interface PresetComparison {
  readonly n: number;
  readonly strict: number;
  readonly paper: number;
  readonly comparisons: Readonly<Record<Comparison, number>>;
  readonly disagreements: number;
}

/**
 * Reads one reply by both presets.
 * @example compareReply("```lean4\nlemma t : 1 = 1 := by sorry\n```").comparison // "only_strict": the paper's rule knows `theorem` alone
 */
export function compareReply(reply: string, finish = "unknown"): ComparedReply {
  const strict = extractTheorem(reply, { preset: "strict", finish });
  const paper = extractTheorem(reply, { preset: "paper", finish });
  const both = strict.ok && paper.ok;
  const comparison = both ? (sameStatement(strict.theorem, paper.theorem) ? "same" : "different") : strict.ok ? "only_strict" : paper.ok ? "only_paper" : "neither";
  return { comparison, strict, paper };
}

/** Reads many replies by both presets and counts. @example comparePresets([]).n // 0 */
export function comparePresets(replies: Iterable<{ readonly reply: string; readonly finish?: string }>): PresetComparison {
  const comparisons: Record<Comparison, number> = { same: 0, different: 0, only_strict: 0, only_paper: 0, neither: 0 };
  let [n, strict, paper] = [0, 0, 0];
  for (const { reply, finish } of replies) {
    const compared = compareReply(reply, finish);
    comparisons[compared.comparison] += 1;
    n += 1;
    strict += Number(compared.strict.ok);
    paper += Number(compared.paper.ok);
  }
  return { n, strict, paper, comparisons, disagreements: n - comparisons.same - comparisons.neither };
}
