import { InputError } from "../../core/errors";
import type { Message } from "../../llm/call";
import { fillPrompt, type Prompt, type PromptSet } from "../../systems/prompts";
import type { Formaliser, FormaliserInput, FormaliserReply } from "../types";
import { ask, configurationOf, modelOf, type ModelOptions } from "./ask";

/** The name that every theorem is asked to have (A, appendix F). */
export const THEOREM_NAME = "my_favorite_theorem";

export interface ModelFormaliserOptions extends ModelOptions {
  /** Named in every result, the system's name unless told. */
  readonly name?: string;
}

/**
 * A formaliser that is a model (A, appendix F): one sample, greedy where it has a say, at most 16,384 tokens, and for fine-tuned systems no prompt of more
 * than 4,000 characters; a longer one is a failure that is never sent. Parents come as context, never perturbed.
 * @throws InputError if the system formalises no statements
 * @example modelFormaliser({ system: systemOf("kimina-autoformalizer-7b"), client: new ModelClient({ baseUrl: "http://localhost:8000/v1" }) })
 */
export function modelFormaliser({ name, ...options }: ModelFormaliserOptions): Formaliser {
  const model = modelOf(options, "paper");
  const { system, prompts } = model;
  const promptName = system.prompts.formalise;
  if (promptName === undefined) throw new InputError(`${system.id} formalises no statements; its tasks are ${system.tasks.join(", ")}`);
  const messagesOf = promptName === "formalise-few-shot" ? fewShot(prompts) : fineTuned(prompts, promptName as FineTunedPrompt);
  return {
    name: name ?? system.name,
    configuration: configurationOf(model, messagesOf.templates),
    async formalise(input: FormaliserInput): Promise<FormaliserReply> {
      const [reply] = await ask(model, messagesOf.fill(input), messagesOf.templates);
      return reply!;
    },
  };
}

/** From an input to messages, and the templates that have a part in them. */
interface Wording {
  readonly templates: readonly Prompt[];
  fill(input: FormaliserInput): Message[];
}

type FineTunedPrompt = "formalise-goedel" | "formalise-herald" | "formalise-kimina" | "formalise-stepfun";

/** The few-shot prompt has a place of its own for the context. */
function fewShot(prompts: PromptSet): Wording {
  const prompt = prompts.get("formalise-few-shot");
  return { templates: [prompt], fill: ({ content, context }) => fillPrompt(prompt, { context: context.join("\n") || "None.", statement: content }) };
}

/** The fine-tuned systems get context and step as one text; a step without parents stands alone. */
function fineTuned(prompts: PromptSet, name: FineTunedPrompt): Wording {
  const [prompt, inContext] = [prompts.get(name), prompts.get("step-in-context")];
  return {
    templates: [prompt, inContext],
    fill: ({ content, context }) => {
      const statement = context.length === 0 ? content : fillPrompt(inContext, { context: context.join("\n"), step: content }).at(-1)!.content;
      return fillPrompt(prompt, { name: THEOREM_NAME, statement });
    },
  };
}
