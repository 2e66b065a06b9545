/** What judges are asked, in the kit's own words. The facts they rest on are B's, section 4.1 and appendix E. */
import type { Message } from "../llm/call";
import type { Deletion, ValueEdit } from "./edits";

/** Part of every journal key: a changed prompt is another judge. */
export const JUDGE_PROMPTS = "judges-1";

const SCORE_FORM = `Write your reasons first, then the score, in exactly this form and with nothing after it:
<justification>your reasons, in a few sentences</justification>
<score>1</score>
The score is 1 for yes and -1 for no. There is no other score.`;

/** Same proposition? The proof is hidden. */
export function statementPrompt(statement: string, signature: string): Message[] {
  return [
    {
      role: "system",
      content: `You compare a theorem in words with a Lean 4 signature and say whether the two state the same proposition.
Go through the words piece by piece: the objects and their domains, every assumption, every quantifier and its order, every number, every relation and its direction, and the conclusion. Then do the same from the Lean side, so that an assumption which only Lean has is noticed too.
Judge the translation, not the mathematics: if the words say something false, the right translation says the same false thing, and a signature that has been put right is a different proposition.
Names, notation, the order of assumptions, and forms that mean the same (13/2 and 6.5, a > b and b < a) make no difference. An assumption that follows from the domain anyway makes no difference. A missing or additional assumption of substance, a narrower or wider domain, another number, or a weaker or stronger conclusion makes it a different proposition.
The proof is not shown and does not matter.

${SCORE_FORM}`,
    },
    { role: "user", content: `<informal_statement>\n${statement.trim()}\n</informal_statement>\n<lean_signature>\n${signature.trim()}\n</lean_signature>\n\nDo they state the same proposition?` },
  ];
}

/** Same steps? The signature is hidden. */
export function proofPrompt(proof: string, tactics: string): Message[] {
  return [
    {
      role: "system",
      content: `You compare a proof in words with the tactics of a Lean 4 proof and say whether the Lean proof takes the same steps.
List the steps of the words, each with what it claims and how it gets there. For each, find the place in the tactics that does it. Then see whether the tactics rest on anything that the words do not.
A step is taken if its claim is established in the same way: a tactic that carries out the calculation or the principle that the words name (such as linarith for adding two inequalities, or nlinarith with the square that the words use) counts as that step. Splitting one step into several, or doing small steps together, is fine.
It is not the same if an essential step is missing, if another argument replaces it, if one powerful tactic skips the argument altogether, or if a claim of the words appears in another form that changes its content. Judge the translation, not the mathematics: a wrong step has to be there as it was given.
The statement is not shown and does not matter.

${SCORE_FORM}`,
    },
    { role: "user", content: `<informal_proof>\n${proof.trim()}\n</informal_proof>\n<lean_tactics>\n${tactics.trim()}\n</lean_tactics>\n\nDoes the Lean proof take the same steps?` },
  ];
}

/** How much of the text around an edit is shown beside the whole. */
const CONTEXT = 80;

/** Which value stands at the place of a number or symbol edit? Only the judged region is shown. */
export function valueEditPrompt(edit: ValueEdit, region: "statement" | "proof", code: string): Message[] {
  const { text, start, end, oldValue, newValue, kind } = edit;
  const here = `${text.slice(Math.max(0, start - CONTEXT), start)}⟦${text.slice(start, end)}⟧${text.slice(end, end + CONTEXT)}`;
  return [
    {
      role: "system",
      content: `One ${kind} in a mathematical text was changed, perhaps so that the text became false, and a system translated the changed text into Lean 4. You find out which value the translation has at that place.
First find the place in Lean that corresponds to the marked place of the text: same objects, same role, same neighbours. The same value somewhere else in the text or in Lean is not the place.
Then say which value stands there:
- "faithful": the value of the changed text
- "reverted": the original value from before the change
- "other": neither of them, or there is no corresponding place
Forms that mean the same are the same value: 13/2 and 6.5, \`(65 : ℝ)\` and 65, a > b and b < a, a number with a cast. Do not judge whether the mathematics is right.

Answer with one JSON object and nothing else:
{"found_in_fl": true or false, "value_in_fl": "the value in Lean, as it is written there", "context_in_fl": "the piece of Lean around it, copied character by character", "judgment": "faithful" or "reverted" or "other", "reason": "one sentence"}`,
    },
    {
      role: "user",
      content: `<text_region>${region}</text_region>\n<changed_text>\n${text.trim()}\n</changed_text>\n<place>\n${here}\n</place>\n<original_value>${oldValue}</original_value>\n<changed_value>${newValue}</changed_value>\n<lean>\n${code.trim()}\n</lean>`,
    },
  ];
}

/** What became of a claim whose reasoning was deleted? The whole output is shown. */
export function deletionPrompt({ text, reasoning, outcome }: Deletion, code: string): Message[] {
  return [
    {
      role: "system",
      content: `From a proof in words the reasoning of one step was deleted; its claim was left standing without support. A system translated the shortened proof into Lean 4. You find out what the translation does with that claim.
Find the claim in Lean, then say how it is handled:
- "unproved": it is left open with sorry, admit or ?_, or its \`:= by\` is empty
- "assumed": it is taken as a hypothesis
- "derived": any tactic proves it, however short
- "absent": the claim does not appear
Comments in Lean count for nothing. Do not judge whether the claim is true.

Answer with one JSON object and nothing else:
{"found_in_fl": true or false, "handling": "unproved" or "assumed" or "derived" or "absent", "evidence": "the piece of Lean that shows it, copied character by character, with the placeholder or tactic in it", "reason": "one sentence"}`,
    },
    { role: "user", content: `<shortened_proof>\n${text.trim()}\n</shortened_proof>\n<deleted_reasoning>\n${reasoning.trim()}\n</deleted_reasoning>\n<claim>\n${outcome.trim()}\n</claim>\n<lean>\n${code.trim()}\n</lean>` },
  ];
}
