/** One question to a model: prompt filled, sent, and the reply in the form that stages keep. */
import { InputError } from "../../core/errors";
import type { Answerer } from "../../llm/answerer";
import { finalRefusal } from "../../llm/batch";
import type { Message } from "../../llm/call";
import { ModelError } from "../../llm/errors";
import type { Completion } from "../../llm/record";
import type { Prompt } from "../../systems/prompts";
import { promptSet, type PromptSet } from "../../systems/prompts";
import { decodingOf } from "../../systems/registry";
import { endpointOf, promptLength, replyText, requestOf, type Policy } from "../../systems/request";
import type { Decoding, DecodingName, System, Task } from "../../systems/types";
import type { Asked, FormaliserReply } from "../types";

/** A system at a server, ready to be asked. */
export interface ModelOptions {
  readonly system: System;
  /** A client, or a batch book. */
  readonly client: Answerer;
  /** A preset of the system, or values of one's own; each stage says its default. */
  readonly decoding?: DecodingName | Decoding;
  /** `strict` unless told. */
  readonly policy?: Policy;
  /** The kit's prompts unless told. */
  readonly prompts?: PromptSet;
  readonly endpoint?: System["endpoint"];
  /** The model's name at the server, where it goes by another. */
  readonly model?: string;
  readonly signal?: AbortSignal;
}

/** The options with everything in its place. */
export interface Model extends ModelOptions {
  readonly decoding: Decoding;
  readonly policy: Policy;
  readonly prompts: PromptSet;
  readonly endpoint: System["endpoint"];
}

/** @throws InputError if the system has no such decoding */
export function modelOf(options: ModelOptions, decoding: DecodingName): Model {
  const { system, policy = "strict", prompts = promptSet(), endpoint = endpointOf(system, policy) } = options;
  const chosen = options.decoding ?? decoding;
  return { ...options, policy, prompts, endpoint, decoding: typeof chosen === "string" ? decodingOf(system, chosen) : chosen };
}

/** @throws InputError that names the system's tasks if this is none of them */
export function requireTask({ id, tasks }: System, task: Task, what: string): void {
  if (!tasks.includes(task)) throw new InputError(`${id} ${what}; its tasks are ${tasks.join(", ")}`);
}

/** The preset of a system that perturbs, judges or draws graphs: those that A does not test have B's alone. */
export function helperDecoding({ decoding }: System): DecodingName {
  return decoding.paper ? "paper" : "robustness";
}

/** What decides a model's answers, for journals: the system, the sampling, the route and the wording; not where the server stands. */
export function configurationOf({ system, model, decoding, policy, endpoint }: Model, prompts: readonly Prompt[]): Record<string, unknown> {
  return { system: system.id, model: model ?? system.model, decoding, policy, endpoint, prompts: prompts.map(versionOf) };
}

/** @example versionOf(promptSet().get("perturb")) // "perturb@" and 16 hex digits */
export function versionOf({ name, version }: Prompt): string {
  return `${name}@${version}`;
}

/**
 * Asks for n samples. What a filter or the window refuses is an answer with a failure, one that no repetition changes; every other failure is thrown.
 * @param firstSample the number of the first of them: whoever asks the same once more for a draw of its own counts on from those before it
 * @throws Pending, ModelError
 */
export async function ask(model: Model, messages: readonly Message[], prompts: readonly Prompt[], n = 1, firstSample = 0): Promise<FormaliserReply[]> {
  const versions = prompts.map(versionOf);
  const call = requestOf({ ...model, messages, n, firstSample });
  const limit = model.system.promptLimit;
  const length = promptLength(call);
  if (limit !== undefined && length > limit) {
    const failure = `prompt_too_long: ${length} characters, the limit is ${limit}; not sent`;
    return Array.from({ length: n }, () => ({ reply: "", finish: "not_sent", failure, asked: { prompts: versions } }));
  }
  try {
    return repliesOf(await model.client.complete(call), versions);
  } catch (error) {
    const finish = error instanceof ModelError ? finalRefusal(error) : undefined;
    if (!finish) throw error;
    return Array.from({ length: n }, () => refused(finish, { prompts: versions, ...((error as ModelError).promptHash && { promptHash: (error as ModelError).promptHash }) }));
  }
}

function repliesOf({ replies, promptHash, dropped }: Completion, prompts: readonly string[]): FormaliserReply[] {
  const asked: Asked = { prompts, promptHash, ...(dropped.length > 0 && { dropped: dropped.map(({ name }) => name) }) };
  return replies.map((reply) => {
    const text = replyText(reply);
    if (text.trim() === "" && reply.finish in REFUSALS) return refused(reply.finish as keyof typeof REFUSALS, asked);
    if (reply.refusal !== undefined) return { reply: reply.refusal, finish: reply.finish, failure: "refusal: the model declined", asked };
    return { reply: text, finish: reply.finish, asked };
  });
}

const REFUSALS = { content_filter: "filtered: the server's filter refused the prompt or its answer", context_length_exceeded: "context_overflow: the prompt leaves no room for an answer" } as const;

function refused(finish: keyof typeof REFUSALS, asked: Asked): FormaliserReply {
  return { reply: "", finish, failure: REFUSALS[finish], asked };
}
