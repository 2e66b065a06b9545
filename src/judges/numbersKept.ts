/** A proxy for "says the same" that needs no model: whether Lean has the numbers of the text. */
import { equal } from "../z3/exact/rational";
import type { ScoreVerdict } from "./judge";
import { leanTokens, leanValues, naturalTokens } from "./tokens";

/**
 * Yes if every number of the text stands in the Lean region in some form of the same value. It finds a changed or lost number and nothing else: a
 * wrong quantifier passes, and a text that writes a number which Lean has no use for fails. A proxy, not a judgement of meaning.
 * @example numbersKept("Show that $x + 3 = 9$.", "theorem t (x : ℝ) : x + 2 = 9").reason // "numbers kept (proxy): without 3"
 */
export function numbersKept(text: string, code: string): ScoreVerdict {
  const there = leanValues(leanTokens(code)).map(({ value }) => value);
  const lost = naturalTokens(text).filter(({ value }) => value !== undefined && !there.some((each) => equal(each, value)));
  const names = [...new Set(lost.map((token) => token.text))];
  return { score: names.length === 0, reason: `numbers kept (proxy): ${names.length === 0 ? "all" : `without ${names.join(", ")}`}` };
}
