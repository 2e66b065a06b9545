/** From one choice of a server's answer to a reply with text, thinking and the reason why it ended. */
import { countIn, isObject, textIn, type JsonObject } from "./json";
import { hasEncryptedReasoning, reasoningField, splitThinking } from "./reasoning";

/**
 * What a reader of a reply must know before it is used:
 * - `truncated`: the token limit cut it (finish reason length). It is never repaired.
 * - `think_unclosed`: it never came out of its thinking; the text is no answer.
 * - `empty`, `empty_length`: there is no text; in the second case the limit was used up by thinking.
 * - `filtered`: the server's filter ended it. `refusal`: the model declined, in a field of its own.
 * - `tool_calls`: it calls a tool instead of answering.
 * - `finish_unknown`: the server gave no finish reason, or one that the protocol does not have.
 * - `reasoning_encrypted`: part of the thinking cannot be read.
 */
export type ReplyFlag =
  | "truncated" | "think_unclosed" | "empty" | "empty_length" | "filtered"
  | "refusal" | "tool_calls" | "finish_unknown" | "reasoning_encrypted";

/** One sample of a model's answer. */
export interface Reply {
  /** The answer without its thinking; "" where there is none. */
  readonly text: string;
  /** The thinking; "" where there is none. */
  readonly reasoning: string;
  /** The content as the server sent it, think tags and all; "" where there is none. */
  readonly raw: string;
  /** The server's word for why it ended: stop, length, content_filter, …; "unknown" where it gave none. */
  readonly finish: string;
  readonly flags: readonly ReplyFlag[];
  /** The model's words of refusal, where the server keeps them apart. */
  readonly refusal?: string;
  /** The finish reason of the provider behind OpenRouter. */
  readonly nativeFinish?: string;
}

/** Tokens that the calls behind a result took, by the server's count. */
export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  /** Part of completion_tokens, where the server tells. */
  readonly reasoning_tokens: number;
  /** Calls of which the server gave no count. */
  readonly uncounted: number;
}

/**
 * Reads one choice of a chat or of a completion. Nothing in it throws: what is missing becomes a flag.
 * @param choice as the server sent it
 * @param thinkOpen the prompt ended inside a think block
 * @example readChoice({ message: { content: "<think>a</think>b" }, finish_reason: "stop" }, false).reasoning // "a"
 */
export function readChoice(choice: unknown, thinkOpen: boolean): Reply {
  const whole = isObject(choice) ? choice : {};
  const message = isObject(whole.message) ? whole.message : whole;
  const finish = textIn(whole.finish_reason) ?? "unknown";
  const content = contentOf(message);
  const apart = [reasoningField(message), content.thinking].filter(Boolean).join("\n\n");
  const split = splitThinking(content.text, thinkOpen && apart === "", finish !== "stop");
  const refusal = textIn(message.refusal);
  const reply = {
    text: split.text,
    reasoning: [apart, split.reasoning].filter(Boolean).join("\n\n"),
    raw: content.text,
    finish,
    refusal,
    nativeFinish: textIn(whole.native_finish_reason),
  };
  return { ...reply, flags: flagsOf(reply, split.unclosed, message) };
}

const FINISH_REASONS: readonly string[] = ["stop", "length", "content_filter", "tool_calls", "function_call"];

function flagsOf(reply: Omit<Reply, "flags">, unclosed: boolean, message: JsonObject): ReplyFlag[] {
  const { finish, text, refusal } = reply;
  const hasCalls = Array.isArray(message.tool_calls) && message.tool_calls.length > 0;
  const flags: [ReplyFlag, boolean][] = [
    ["truncated", finish === "length"],
    ["think_unclosed", unclosed],
    ["empty_length", text.trim() === "" && finish === "length"],
    ["empty", text.trim() === "" && finish !== "length"],
    ["filtered", finish === "content_filter"],
    ["refusal", refusal !== undefined],
    ["tool_calls", hasCalls || finish === "tool_calls" || finish === "function_call"],
    ["finish_unknown", !FINISH_REASONS.includes(finish)],
    ["reasoning_encrypted", hasEncryptedReasoning(message)],
  ];
  return flags.filter(([, holds]) => holds).map(([flag]) => flag);
}

/** The text of a message or completion; a list of parts (Mistral) is taken apart into text and thinking. */
function contentOf(message: JsonObject): { text: string; thinking: string } {
  const content = message.content ?? message.text;
  if (!Array.isArray(content)) return { text: textIn(content) ?? "", thinking: "" };
  const thoughts = content.flatMap((part) => (isObject(part) && Array.isArray(part.thinking) ? part.thinking : []));
  return { text: textsOf(content), thinking: textsOf(thoughts) };
}

function textsOf(parts: readonly unknown[]): string {
  return parts.map((part) => (isObject(part) ? textIn(part.text) ?? "" : "")).join("");
}

/** The token counts of an answer's body, or undefined where the server gives none. */
export function readUsage(body: unknown): Usage | undefined {
  const usage = isObject(body) && isObject(body.usage) ? body.usage : {};
  const prompt = countIn(usage.prompt_tokens);
  const completion = countIn(usage.completion_tokens) ?? 0;
  if (prompt === undefined) return undefined;
  const details = isObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: countIn(usage.total_tokens) ?? prompt + completion,
    reasoning_tokens: countIn(details.reasoning_tokens) ?? 0,
    uncounted: 0,
  };
}

/** The counts of several calls together; undefined stands for a call without a count. */
export function sumUsage(calls: readonly (Usage | undefined)[]): Usage {
  const sum = (field: keyof Usage) => calls.reduce((total, usage) => total + (usage?.[field] ?? 0), 0);
  return {
    prompt_tokens: sum("prompt_tokens"),
    completion_tokens: sum("completion_tokens"),
    total_tokens: sum("total_tokens"),
    reasoning_tokens: sum("reasoning_tokens"),
    uncounted: sum("uncounted") + calls.filter((usage) => usage === undefined).length,
  };
}
