/** What models are told when they mark, split or paraphrase. The wording is the kit's own; the rules are those of B, sections 3.1 and 3.2. */

/** A problem's two texts, fenced by tags that the prompts name. */
function texts(statement: string, proof: string): string {
  return `<statement>\n${statement}\n</statement>\n\n<proof>\n${proof}\n</proof>`;
}

const JSON_ONLY = "Answer with the JSON object alone, without a code fence. Copy LaTeX as it stands, with single backslashes.";

/** Marks numbers. */
export function numberPrompt(statement: string, proof: string): string {
  return `Below are a theorem and its proof. We want to change one number so that the text stays readable but says something else. List all numbers for which that would work.

Take a number if it is written in digits and is a quantity of its own: a whole number, a decimal, a fraction such as 3/4, or a percentage.
Leave out: numbers in subscripts, exponents and indices; numbers that are arguments of a LaTeX command such as \\sqrt; number words; numbers that only belong to a definition or label something; parts of a longer number.
A number that occurs several times is listed once for each place that qualifies, in the order of the text, statement before proof.

Form: {"numbers": [{"value": the number exactly as written, "source": "statement" or "proof", "char_offset_start": first position in that text counted from 0, "char_offset_end": position after the last character, "context": some twenty words around it, copied}]}
${JSON_ONLY}

${texts(statement, proof)}`;
}

/** Marks symbols. */
export function symbolPrompt(statement: string, proof: string): string {
  return `Below are a theorem and its proof. We want to exchange one symbol of comparison or calculation for its opposite, so that the text stays readable but says something else. List all symbols for which that would work.

Take only these: < > \\lt \\gt \\le \\ge \\leq \\geq ≤ ≥ (family "relation"), and + - \\times \\cdot \\div × · ÷ (family "operator").
Leave out: = and \\neq; symbols in subscripts, exponents and arguments of LaTeX commands; a minus that is the sign of a number; symbols that only belong to a definition.
List every place separately, in the order of the text, statement before proof.

Form: {"symbols": [{"symbol": exactly as written, "family": "relation" or "operator", "source": "statement" or "proof", "char_offset_start": first position in that text counted from 0, "char_offset_end": position after the last character, "context": some twenty words around it, copied}]}
${JSON_ONLY}

${texts(statement, proof)}`;
}

/** Splits a proof into steps. */
export function stepsPrompt(proof: string): string {
  return `Below is a proof. Divide all of it into steps, in order. In each step tell apart the reasoning (what justifies it) and the outcome (what it establishes), both copied from the proof; one after the other they make up the step.

Set "deletable" to true only if both hold:
- the reasoning does some work: it uses a theorem, computes, transforms or derives; words such as "thus" or "we see that" alone do not count;
- the outcome is one piece of the step, can be read by itself as a claim, does not begin with "which", "thereby" or "this gives", and is more than a single number or symbol.
When in doubt, set it to false. In a proof of a single step nothing is deletable.

Form: {"steps": [{"step_idx": from 0, "full_text": the step, "reasoning_text": …, "outcome_text": …, "deletable": true or false, "is_last": true or false}]}
${JSON_ONLY}

<proof>
${proof}
</proof>`;
}

const KEEP = `The mathematics must not change at all:
- keep every number, variable, function, set, quantifier and direction of an inequality;
- claim neither more nor less than the original, and assume neither more nor less;
- add nothing and leave nothing out; keep the order of the argument and do not join its steps;
- if something is wrong or incomplete, leave it wrong or incomplete;
- stay within 30 % of the original's length.
Write LaTeX as in the original, with single backslashes. No JSON, no code fence.

Answer with two blocks and nothing around them:
<informal_statement>
the statement
</informal_statement>
<informal_proof>
the proof
</informal_proof>`;

/** Paraphrases freely, or as numbered steps. */
export function paraphrasePrompt(form: "free" | "steps", statement: string, proof: string): string {
  const task =
    form === "free"
      ? "Say the theorem and the proof below in other words: other sentences, other connecting words, the same content."
      : "Lay out the theorem and the proof below as numbered steps. Each line of the proof begins with a number and a short bold title, as in `1. **Title:** …`, followed by the content of that step from the original. The statement may stay one paragraph.";
  return `${task}\n\n${KEEP}\n\n${texts(statement, proof)}`;
}
