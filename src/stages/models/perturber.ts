import { answerOf, fences } from "../../lean/reply";
import type { Perturbation, Perturber } from "../../perturb/perturber";
import { fillPrompt } from "../../systems/prompts";
import type { FormaliserReply } from "../types";
import { ask, configurationOf, modelOf, type ModelOptions } from "./ask";

/**
 * A model that makes a step false (A, section 4, brokenmath-style_llm). A step without a claim ("Not applicable"), a refusal, an answer equal to the step,
 * an empty one and one that is no single step leave the step unperturbed, each counted by its name; none of them is a pair.
 * @example modelPerturber({ system: systemOf("gpt-5.2"), client, decoding: { reasoning_effort: "medium", max_tokens: 16384, source: "A: medium effort" } })
 */
export function modelPerturber(options: ModelOptions): Perturber {
  const model = modelOf(options, "paper");
  const prompt = model.prompts.get("perturb");
  return {
    type: "brokenmath-style_llm",
    configuration: configurationOf(model, [prompt]),
    readsContext: true,
    async perturb({ content, context }) {
      const [reply] = await ask(model, fillPrompt(prompt, { context: context.join("\n") || "None.", step: content }), [prompt]);
      return perturbationOf(content, reply!);
    },
  };
}

/** How much longer than the step an answer can be and still be the step with a small change. */
const LONGEST = { factor: 2, margin: 200 };
const REFUSES = /^(?:i['’]?m sorry|i am sorry|sorry,|i can(?:no|['’])t|i cannot|i won['’]?t|i['’]?m unable|as an ai)/i;

/**
 * Reads a model's answer as a perturbed step.
 * @example perturbationOf("2 + 2 = 4", { reply: "Not applicable.", finish: "stop" }).unchanged // "not_applicable"
 */
export function perturbationOf(step: string, { reply, finish, failure }: FormaliserReply): Perturbation {
  const left = (unchanged: NonNullable<Perturbation["unchanged"]>, answer?: string): Perturbation => ({ text: step, edits: [], unchanged, ...(answer !== undefined && { answer: answer.slice(0, 500) }) });
  if (failure !== undefined) return left("refusal", failure);
  const answer = answerOf(reply);
  if (!answer.ok) return left(answer.failure === "empty" ? "empty" : "malformed", answer.failure);
  const text = unfenced(answer.text.trim());
  if (text === "") return left("empty");
  if (/^["'(]?not applicable\b/i.test(text) && text.length < 200) return left("not_applicable");
  if (REFUSES.test(text)) return left("refusal", text);
  if (finish === "length" || [...text].length > LONGEST.factor * [...step].length + LONGEST.margin) return left("malformed", text);
  if (plain(text) === plain(step)) return left("identical");
  return { text, edits: [] };
}

/** An answer that is one fence and nothing else is what stands in the fence. */
function unfenced(text: string): string {
  const [only, ...more] = fences(text);
  return only && more.length === 0 && only.closed && /^(?:```|~~~)[^]*(?:```|~~~)$/.test(text) ? only.code.trim() : text;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
