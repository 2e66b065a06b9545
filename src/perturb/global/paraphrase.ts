/** Method B's global perturbations: the same theorem and proof in another style. B, section 3.1. */
import { InputError } from "../../core/errors";
import type { Style } from "../../data/configs";
import { unwrapped, wrapped, type Problem } from "../../data/problems";
import { answerOf } from "../../lean/reply";
import { fillPrompt, promptSet, type PromptSet } from "../../systems/prompts";
import { askUntil, type Ask } from "../ask";
import { rewritePhrases } from "./rewritePhrases";
import { rewriteSteps } from "./rewriteSteps";
import { checkParaphrase, type ParaphraseCheck } from "./tokens";

/** The four styles that are made; `Orig` is what they are made from. G and Q are the paper's two models, here two wordings of one rewriter. */
export const PARAPHRASES = ["G-FF", "Q-FF", "G-Step", "Q-Step"] as const satisfies readonly Style[];
export type Paraphrase = (typeof PARAPHRASES)[number];

/** How often a model is asked for a paraphrase at most, as in the released code. */
const ATTEMPTS = 5;

/** The embedded rewriters by the names that rows carry. */
export const REWRITERS = { free: "phrase table (embedded)", steps: "step numbering (embedded)" } as const;

function formOf(style: Paraphrase): "free" | "steps" {
  return style.endsWith("FF") ? "free" : "steps";
}

/**
 * Paraphrases by an embedded rewriter: free-form styles exchange phrases of a table, step styles number the proof's sentences. Both keep every
 * numeric and symbolic token. Rows say which rewriter made them; one that found nothing to change keeps its original and says so.
 * @throws InputError for a style that is none of the four
 * @example paraphraseByRule(problem, "G-Step").informal_proof // "1. **Computation:** The fence …"
 */
export function paraphraseByRule(problem: Problem, style: Paraphrase): Problem {
  if (!PARAPHRASES.includes(style)) throw new InputError(`a style is one of ${PARAPHRASES.join(", ")}, got ${style}`);
  const form = formOf(style);
  const statement = unwrapped(problem.informal_statement);
  const rewritten = (text: string, part: string) => (form === "free" ? rewritePhrases(text, `${style}:${problem.name}:${part}`) : part === "proof" ? rewriteSteps(text, style === "G-Step" ? 0 : 1) : text);
  const texts = { statement: rewritten(statement, "statement"), proof: rewritten(problem.informal_proof, "proof") };
  const engine = REWRITERS[form];
  if (texts.statement === statement && texts.proof === problem.informal_proof) return kept(problem, style, engine, problem.informal_proof === "" ? "there is no proof" : "no phrase of the table occurs");
  return withTexts(problem, texts, style, engine, 1);
}

/**
 * Paraphrases by a model: asked for two tagged blocks, again if they are not there. A problem for which they never come keeps its original text
 * and is marked so; so is one without a proof, for which nothing is asked.
 * @param engine the model's name, kept in the row with the version of the prompt
 */
export async function paraphraseByModel(ask: Ask, problem: Problem, style: Paraphrase, { engine, attempts = ATTEMPTS, prompts = promptSet() }: { engine: string; attempts?: number; prompts?: PromptSet }): Promise<Problem> {
  if (problem.informal_proof.trim() === "") return kept(problem, style, engine, "there is no proof");
  const prompt = prompts.get(`paraphrase-${formOf(style)}`);
  const question = fillPrompt(prompt, { statement: unwrapped(problem.informal_statement), proof: problem.informal_proof.trim() });
  const answer = await askUntil<Texts>(ask, question, attempts, (reply) => {
    const value = taggedTexts(reply);
    return value ? { value } : { reason: "it lacks one of the blocks <informal_statement> and <informal_proof>, or one is empty or not closed" };
  });
  const row = answer.ok ? withTexts(problem, answer.value, style, engine, answer.attempts) : kept(problem, style, engine, `no answer with both blocks in ${answer.attempts} attempts`, answer.attempts);
  return { ...row, paraphrase_prompt: prompt.version };
}

interface Texts {
  readonly statement: string;
  readonly proof: string;
}

/**
 * The two texts of a tagged answer; of several blocks the last counts.
 * @returns undefined if one is missing, empty or not closed
 * @example taggedTexts("<informal_statement>a</informal_statement><informal_proof>b</informal_proof>") // { statement: "a", proof: "b" }
 */
export function taggedTexts(reply: string): Texts | undefined {
  const answer = answerOf(reply);
  if (!answer.ok) return undefined;
  const block = (tag: string) => [...answer.text.matchAll(new RegExp(`<${tag}>((?:(?!<${tag}>)[^])*?)</${tag}>`, "g"))].at(-1)?.[1]!.trim();
  const [statement, proof] = [block("informal_statement"), block("informal_proof")];
  return statement && proof ? { statement: unwrapped(statement), proof } : undefined;
}

function withTexts(problem: Problem, { statement, proof }: Texts, style: Paraphrase, engine: string, attempts: number): Problem {
  return { ...problem, informal_statement: wrapped(statement), informal_proof: proof, paraphrase_style: style, paraphrase_engine: engine, paraphrase_attempts: attempts, paraphrase_kept_original: false };
}

function kept(problem: Problem, style: Paraphrase, engine: string, reason: string, attempts = 0): Problem {
  return { ...problem, paraphrase_style: style, paraphrase_engine: engine, paraphrase_attempts: attempts, paraphrase_kept_original: true, paraphrase_reason: reason };
}

/** How many paraphrases keep every token, and what differs in the others: the paper's 96.4 % of 2,976. */
export interface ParaphraseReport {
  readonly kept: number;
  readonly paraphrases: number;
  /** Problems that stand in their original words, which keep their tokens for that reason. */
  readonly originals: number;
  readonly differing: readonly ParaphraseCheck[];
}

/**
 * Checks paraphrases against their originals, joined by name.
 * @throws InputError if there is none, or one has no original
 */
export function checkParaphrases(originals: readonly Problem[], paraphrases: readonly Problem[]): ParaphraseReport {
  if (paraphrases.length === 0) throw new InputError("checkParaphrases requires at least one paraphrase");
  const byName = new Map(originals.map((problem) => [problem.name, problem]));
  const checks = paraphrases.map((paraphrase) => {
    const original = byName.get(paraphrase.name);
    if (!original) throw new InputError(`the paraphrase "${paraphrase.name}" has no original of that name`);
    return { check: checkParaphrase(original, paraphrase), same: original.informal_statement === paraphrase.informal_statement && original.informal_proof === paraphrase.informal_proof };
  });
  const differing = checks.map(({ check }) => check).filter(({ kept: all }) => !all);
  return { kept: checks.length - differing.length, paraphrases: checks.length, originals: checks.filter(({ same }) => same).length, differing };
}
