/** From a system, a filled prompt and a decoding to the call that a client takes, and from its reply to the text that is read. */
import { InputError } from "../core/errors";
import type { CompletionCall, Message } from "../llm/call";
import type { Reply } from "../llm/reply";
import { templated } from "./chatTemplates";
import type { Decoding, System } from "./types";

/**
 * How a system is asked. `paper`: as A's code did, on /completions with the chat template applied here, the server's beginning-of-sequence token in
 * front even where the template has one. `strict`: the system's own route, and that token once.
 */
export type Policy = "paper" | "strict";

export interface RequestOptions {
  readonly system: System;
  readonly messages: readonly Message[];
  readonly decoding: Decoding;
  readonly policy?: Policy;
  /** The route, over what system and policy say. */
  readonly endpoint?: System["endpoint"];
  /** Samples, 1 unless told. */
  readonly n?: number;
  /** The number of the first sample, 0 unless told. */
  readonly firstSample?: number;
  /** The model's name at the server, where it goes by another. */
  readonly model?: string;
  readonly signal?: AbortSignal;
}

/** The route by which a system is asked under a policy. Providers have a chat route only. */
export function endpointOf(system: System, policy: Policy): System["endpoint"] {
  return policy === "paper" && system.template && system.provider === "own" ? "completions" : system.endpoint;
}

/**
 * The call for one prompt.
 * @throws InputError if /completions is asked for and the system has no chat template
 * @example requestOf({ system, messages, decoding: decodingOf(system, "paper") }).temperature // 0
 */
export function requestOf({ system, messages, decoding, policy = "strict", endpoint = endpointOf(system, policy), n = 1, firstSample = 0, model = system.model, signal }: RequestOptions): CompletionCall {
  const { source, ...sampling } = decoding;
  const shared = { model, ...sampling, ...(n > 1 && { n }), ...(firstSample > 0 && { firstSample }), ...(signal && { signal }) };
  if (endpoint === "chat") return { ...shared, messages };
  if (!system.template) throw new InputError(`${system.id} has no chat template, so it can only be asked on the chat route`);
  const { text, hasBos } = templated(system.template, messages);
  return { ...shared, prompt: text, ...(hasBos && policy === "strict" && { extra: { add_special_tokens: false } }) };
}

/** Characters of a prompt as they count against a limit: code points, of the templated text where there is one. */
export function promptLength({ messages, prompt }: CompletionCall): number {
  return prompt === undefined ? (messages ?? []).reduce((total, { content }) => total + [...content].length, 0) : [...prompt].length;
}

/**
 * A reply as it is kept and read: the server's text, its think tags in place. Where the prompt had opened the thinking and the answer was cut inside
 * it, the tag is put in front, since a draft in there must never pass for the answer.
 */
export function replyText({ raw, flags }: Pick<Reply, "raw" | "flags">): string {
  return flags.includes("think_unclosed") && !/<think/i.test(raw) ? `<think>${raw}` : raw;
}
