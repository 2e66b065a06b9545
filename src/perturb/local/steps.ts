/** Splitting a proof into steps by rule, each with the reasoning that could be left out and the outcome that would stay. */
import { formulas, sentences, within } from "../latex";

/** One step of a proof, with the released names. B, section 3.2. */
export interface ProofStep {
  /** From 0. */
  readonly step_idx: number;
  /** The step as it stands in the proof. */
  readonly full_text: string;
  /** Why the outcome holds; empty where the step is not divided. */
  readonly reasoning_text: string;
  /** What the step says. */
  readonly outcome_text: string;
  /** Whether whoever split the proof would leave the reasoning out; the checks come afterwards. */
  readonly deletable: boolean;
  readonly is_last: boolean;
}

/** A sentence that draws a conclusion from the one before. */
const CONCLUDES = /^(?:therefore|hence|thus|so|consequently|accordingly|it follows(?: that)?|as a result)\b[\s,]/i;
/** A sentence that begins with why or how; a condition ("if", "when") is none. */
const REASONS =
  /^(?:by|since|because|as|using|with|from|noting|applying|substituting|plugging|putting|adding|subtracting|multiplying|dividing|expanding|factoring|squaring|cubing|taking|setting|solving|simplifying|combining|rearranging|collecting|comparing|computing|evaluating|rewriting|equating|cancelling|canceling|isolating|moving|completing|cross-multiplying|integrating|differentiating|clearing|summing)\b/i;
/** Words within a sentence behind which its outcome begins. */
const CUE = /(?:,\s+|\s+)(?:and\s+)?(?:so\s+)?(?:then\s+)?(?:we\s+(?:get|obtain|find|have|see|conclude|know|deduce)|it\s+follows|(?:which\s+|this\s+)?(?:gives|yields|implies|shows))(?:\s+us)?(?:\s+that)?,?\s+/gi;
/** A comma before a conclusion. */
const TURN = /,\s+(?:and\s+)?(?=(?:so|hence|thus|therefore)\b)/gi;

/**
 * The steps of a proof: a sentence, or two where the second draws a conclusion from the first. Within a sentence that begins with why or how, the
 * outcome is what stands behind "we get" and the like, or behind the comma. The same proof gives the same steps everywhere.
 * @example splitSteps("Since $x > 2$, $x - 1$ is positive.")[0].outcome_text // "$x - 1$ is positive."
 */
export function splitSteps(proof: string): ProofStep[] {
  const found = sentences(proof);
  const steps: Omit<ProofStep, "step_idx" | "is_last">[] = [];
  for (let i = 0; i < found.length; i++) {
    const [here, next] = [found[i]!, found[i + 1]];
    const text = proof.slice(here.start, here.end);
    const conclusion = next && proof.slice(next.start, next.end);
    // A blank line between two sentences parts them.
    if (conclusion && CONCLUDES.test(conclusion) && !CONCLUDES.test(text) && !/\n\s*\n/.test(proof.slice(here.end, next.start))) {
      steps.push({ full_text: proof.slice(here.start, next.end), reasoning_text: text, outcome_text: conclusion, deletable: true });
      i += 1;
    } else steps.push({ full_text: text, ...divided(text) });
  }
  return steps.map((step, step_idx) => ({ step_idx, ...step, is_last: step_idx === steps.length - 1 }));
}

function divided(sentence: string): Pick<ProofStep, "reasoning_text" | "outcome_text" | "deletable"> {
  const inside = formulas(sentence);
  const outside = (pattern: RegExp) => [...sentence.matchAll(pattern)].filter(({ index }) => index > 0 && !within(inside, index)).map(({ 0: cue, index }) => index + cue.length);
  const cuts = REASONS.test(sentence) ? [...outside(CUE), ...outside(/,\s+/g)] : outside(TURN);
  for (const cut of cuts) {
    const [reasoning, outcome] = [sentence.slice(0, cut).trimEnd(), sentence.slice(cut)];
    if (claims(outcome) && balanced(reasoning)) return { reasoning_text: reasoning, outcome_text: outcome, deletable: true };
  }
  return { reasoning_text: "", outcome_text: sentence, deletable: false };
}

/** Whether a part of a sentence says something by itself: a relation in a formula, or a verb among words. */
function claims(text: string): boolean {
  if (/^(?:and|or|but|where|which|that|this|these|those)\b/i.test(text)) return false;
  if (formulas(text).some(({ start, end }) => /[=<>≤≥]|\\(?:leq?|geq?|neq?|equiv|mid|in)\b/.test(text.slice(start, end)))) return true;
  return /\b(?:is|are|has|have|equals?|must|divides?|holds?|becomes?|factors?|follows|measures?)\b/i.test(text) && text.split(/\s+/).length >= 4;
}

function balanced(text: string): boolean {
  return (text.match(/\(/g) ?? []).length === (text.match(/\)/g) ?? []).length;
}
