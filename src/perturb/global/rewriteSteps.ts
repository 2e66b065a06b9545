/** The embedded reformatter: a proof as numbered steps with short bold titles, its sentences untouched. */
import { sentences } from "../latex";

/** Words for what a sentence does, in two wordings so that two styles differ. */
const TITLES = [
  { begin: "Set-up", reason: "Reason", compute: "Computation", conclude: "Conclusion", other: "Argument" },
  { begin: "Given", reason: "Grounds", compute: "Working", conclude: "Result", other: "Remark" },
] as const;

/**
 * A proof with each sentence on a line of its own, behind a number and a title. Nothing of it is changed, left out, joined or moved.
 * @param wording 0 or 1: which of two sets of titles
 * @example rewriteSteps("Let $n = 2$. Then $n^2 = 4$.", 0) // "1. **Set-up:** Let $n = 2$.\n2. **Computation:** Then $n^2 = 4$."
 */
export function rewriteSteps(proof: string, wording: 0 | 1): string {
  const found = sentences(proof);
  return found
    .map(({ start, end }, i) => {
      const sentence = proof.slice(start, end);
      // A blank line stays one: it may be what keeps a stray $ from opening a formula.
      const before = i === 0 ? "" : /\n\s*\n/.test(proof.slice(found[i - 1]!.end, start)) ? "\n\n" : "\n";
      return `${before}${i + 1}. **${TITLES[wording][roleOf(sentence)]}:** ${sentence}`;
    })
    .join("");
}

function roleOf(sentence: string): keyof (typeof TITLES)[number] {
  if (/^(?:let|suppose|assume|define|denote|consider|set)\b/i.test(sentence)) return "begin";
  if (/^(?:therefore|hence|thus|so|consequently|it follows|finally|we conclude)\b/i.test(sentence)) return "conclude";
  if (/^(?:since|because|as|by|from)\b/i.test(sentence)) return "reason";
  return sentence.includes("=") ? "compute" : "other";
}
