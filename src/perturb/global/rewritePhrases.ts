/** The embedded paraphraser: stock phrases of proofs exchanged for others of the same meaning, formulas untouched. */
import { seeded } from "../../core/random";
import { formulas } from "../latex";

/** Phrases that mean the same and take the same words around them; each may stand for any other of its line. */
const SAME: readonly (readonly string[])[] = [
  ["Therefore", "Hence", "Thus", "Consequently"], ["therefore", "hence", "thus"],
  ["we get", "we obtain"], ["We get", "We obtain"], ["we find", "we see"], ["We find", "We see"],
  ["Note that", "Observe that", "Notice that"], ["note that", "observe that", "notice that"],
  ["Show that", "Prove that"], ["show that", "prove that"], ["for every", "for each"], ["For every", "For each"],
  ["Find the", "Determine the"], ["Compute the", "Calculate the"], ["Suppose that", "Assume that"], ["Suppose", "Assume"],
  ["Because", "Since"], ["gives us", "yields for us"], ["gives", "yields"], ["It follows that", "We conclude that"],
  ["First,", "To begin with,"], ["Finally,", "Lastly,"], ["Also,", "In addition,"], ["Similarly,", "In the same way,"], ["Clearly,", "Evidently,"],
  ["as desired", "as required"], ["in other words", "that is to say"], ["which was to be shown", "which was to be proved"],
  ["On the other hand,", "In contrast,"], ["equals", "is equal to"], ["as well", "too"],
];
/** Phrases that may be exchanged in this direction only; the other way they may mean something else. */
const ONE_WAY: readonly (readonly [string, string])[] = [["because", "since"], ["Adding up", "Summing"], ["In all", "Altogether"]];

const OTHERS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([...SAME.flatMap((group) => group.map((phrase) => [phrase, group.filter((other) => other !== phrase)] as const)), ...ONE_WAY.map(([from, to]) => [from, [to]] as const)]);
/** Longest first, so that a phrase is not taken for the beginning of another. */
const PHRASE = new RegExp(`(?<![\\p{L}\\\\{])(?:${[...OTHERS.keys()].sort((a, b) => b.length - a.length).join("|")})(?![\\p{L}}])`, "gu");

/**
 * A text with every phrase of the table exchanged for another of the same meaning. Quantifiers, numbers and all words that carry mathematics
 * stay, and so does everything in formulas. Which of several phrases is taken depends on the seed and the phrase's place alone.
 * @returns the text as it was if no phrase of the table occurs in it
 * @example rewritePhrases("Therefore we get $x = 2$.", "a") // "Thus we obtain $x = 2$."
 */
export function rewritePhrases(text: string, seed: string): string {
  const random = seeded(seed);
  const words = (part: string) =>
    part.replace(PHRASE, (phrase: string) => {
      const others = OTHERS.get(phrase)!;
      return others[Math.floor(random() * others.length)]!;
    });
  let result = "";
  let from = 0;
  for (const { start, end } of formulas(text)) {
    result += words(text.slice(from, start)) + text.slice(start, end);
    from = end;
  }
  return result + words(text.slice(from));
}
