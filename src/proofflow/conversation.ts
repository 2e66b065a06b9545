/** What a model is told after an attempt that failed, kept within what it can read. */
import { answerOf } from "../lean/reply";
import type { Message } from "../llm/call";
import { fillPrompt, type PromptSet } from "../systems/prompts";
import type { Model } from "../stages/models/ask";
import type { Attempt } from "./types";

/** Tokens are estimated at two characters each: Lean and LaTeX are dense. */
const CHARACTERS_PER_TOKEN = 2;
/** Tokens that a model is taken to read where its window is not known: what providers' models have had at least since 2024. */
const USUAL_CONTEXT = 128_000;
/** So much of an error is quoted. */
const MOST_ERROR = 4_000;

/**
 * The first question, then each failed answer and its errors. If that is more than the model's window leaves beside the answer, the oldest pairs go first and the
 * question stays; if even the last pair is too much, its errors alone are put under the question, with the number of attempts, so that no two questions are the same: a
 * repeated one would get the answer that is kept.
 * @param thoughts send the thinking of earlier answers again, as the released code does
 */
export function conversation(model: Pick<Model, "system" | "decoding"> & { readonly prompts: PromptSet }, first: readonly Message[], earlier: readonly Attempt[], { thoughts = false }: { readonly thoughts?: boolean } = {}): Message[] {
  const room = roomOf(model);
  const size = (messages: readonly Message[]) => messages.reduce((sum, { content }) => sum + content.length, 0);
  const pairs = earlier.map((attempt) => pairOf(model.prompts, attempt, thoughts));
  let from = 0;
  while (from < pairs.length && size([...first, ...pairs.slice(from).flat()]) > room) from += 1;
  if (from < pairs.length || pairs.length === 0) return [...first, ...pairs.slice(from).flat()];
  const [last] = pairs.at(-1)!.slice(-1);
  const question = first.at(-1)!;
  return [...first.slice(0, -1), { ...question, content: `${question.content}\n\n(Attempt ${earlier.length} was not accepted.)\n\n${last!.content.slice(0, MOST_ERROR)}` }];
}

function roomOf({ system, decoding }: Pick<Model, "system" | "decoding">): number {
  const context = system.context ?? USUAL_CONTEXT;
  return Math.max(0, context - (decoding.max_tokens ?? context / 2)) * CHARACTERS_PER_TOKEN;
}

function pairOf(prompts: PromptSet, { reply, errors = "" }: Attempt, thoughts: boolean): Message[] {
  const answer = answerOf(reply);
  const said = thoughts ? reply : answer.ok ? answer.text.trim() : "";
  return [{ role: "assistant", content: said.trim() === "" ? "(no answer)" : said }, ...fillPrompt(prompts.get("flow-repair"), { faults: errors.length > MOST_ERROR ? `${errors.slice(0, MOST_ERROR)} …` : errors })];
}
