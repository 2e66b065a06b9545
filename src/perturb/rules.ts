/** Perturbing a step by rule: no model, no dependence on the machine. A, section 4 (regex_perturbed). */
import { InputError } from "../core/errors";
import { requireSeed, seeded, type Random } from "../core/random";
import { lastNumber, shiftNumber } from "./numbers";
import { operators } from "./operators";

/** Which rule made an edit. */
export const RULES = ["number", "operator", "remove_not", "insert_not", "prefix"] as const;
export type Rule = (typeof RULES)[number];

/** One replaced span. `start` is where it began in the text that the rule was given, in UTF-16 units; `from` and `to` are what stood and what stands there. */
export interface RuleEdit {
  readonly rule: Rule;
  readonly start: number;
  readonly from: string;
  readonly to: string;
}

export interface RulePerturbation {
  /** The perturbed step; never equal to the step. */
  readonly text: string;
  /** The edits in the order in which they were made, each on the text that the one before it left. */
  readonly edits: readonly RuleEdit[];
}

/** How often the operator rule takes the last operator rather than any. */
const LAST_OPERATOR = 0.7;

/**
 * Makes a step false, or at least different, by rule.
 *
 * Two edits are tried, and both may apply: the last number that stands alone moves by up to half its size, never by nothing; and one
 * operator of arithmetic or comparison is swapped, mostly the last one. Only if neither finds a place, the sentence is negated: a "not" is
 * taken out, or put in after the first verb that takes one; and if there is no such verb, "It is false that" is put before the sentence.
 * The result may still happen to be true; a perturbation is judged afterwards.
 * @param step the step's text, at least one character that is no white space
 * @param options seed: a whole number or a text. The draws depend on the seed and the step alone, not on what was perturbed before.
 * @throws InputError for an empty step
 * @example perturbByRule("7 boxes of 12 pencils hold 7 * 12 = 84 pencils.", { seed: 42 }) // { text: "7 boxes of 12 pencils hold 7 / 12 = 72 pencils.", edits: […] }
 */
export function perturbByRule(step: string, { seed }: { seed: number | string }): RulePerturbation {
  if (step.trim() === "") throw new InputError("perturbByRule requires a step with text, got an empty one");
  requireSeed(seed);
  let generator: Random | undefined; // made when it is first drawn from, which not every step needs
  const random = () => (generator ??= seeded(`${seed}\n${step}`))();
  const edits: RuleEdit[] = [];
  let text = step;
  for (const rule of [moveNumber, swapOperator]) {
    const edit = rule(text, random);
    if (!edit) continue;
    text = applied(text, edit);
    edits.push(edit);
  }
  if (edits.length > 0) return { text, edits };
  const edit = removeNot(step) ?? insertNot(step) ?? prefix(step);
  return { text: applied(step, edit), edits: [edit] };
}

function applied(text: string, { start, from, to }: RuleEdit): string {
  return text.slice(0, start) + to + text.slice(start + from.length);
}

function moveNumber(text: string, random: Random): RuleEdit | undefined {
  const number = lastNumber(text);
  return number && { rule: "number", start: number.start, from: number.text, to: shiftNumber(number.text, random) };
}

function swapOperator(text: string, random: Random): RuleEdit | undefined {
  const places = operators(text);
  if (places.length === 0) return undefined;
  const { start, from, to } = random() < LAST_OPERATOR ? places.at(-1)! : places[Math.floor(random() * places.length)]!;
  return { rule: "operator", start, from, to };
}

/** "is not larger" → "is larger", "cannot" → "can", "isn't" → "is"; the space that went with the word goes too. */
function removeNot(text: string): RuleEdit | undefined {
  const match = /(?<=[a-z])n['’]t\b|(?<=\bcan)not\b|\s+not\b(?! only\b)|\bnot\s+(?!only\b)/i.exec(text);
  if (!match) return undefined;
  const irregular = /\b(wo|ca|sha)n['’]t\b/i.exec(text);
  if (irregular && match.index > irregular.index && match.index < irregular.index + irregular[0].length) {
    return { rule: "remove_not", start: irregular.index, from: irregular[0], to: { wo: "will", ca: "can", sha: "shall" }[irregular[1]!.toLowerCase()]! };
  }
  return { rule: "remove_not", start: match.index, from: match[0], to: "" };
}

function insertNot(text: string): RuleEdit | undefined {
  const match = /\b(?:is|are|was|were|am|can|could|will|would|shall|should|may|might|must)\b/i.exec(text);
  return match ? { rule: "insert_not", start: match.index + match[0].length, from: "", to: " not" } : undefined;
}

function prefix(text: string): RuleEdit {
  return { rule: "prefix", start: /\S/.exec(text)!.index, from: "", to: "It is false that " };
}
