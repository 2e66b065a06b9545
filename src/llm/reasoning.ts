/**
 * A model's thinking, kept apart from its answer. It comes in four forms (spec of the systems, section 6): a field
 * `reasoning_content` (DashScope, DeepSeek, older vLLM), a field `reasoning` (newer vLLM, OpenRouter), a list
 * `reasoning_details` (OpenRouter), or inline between think tags, of which either may be missing.
 */
import { isObject, textIn, type JsonObject } from "./json";

export interface Separated {
  /** The answer alone. */
  readonly text: string;
  /** The thinking, without tags; "" where there is none. */
  readonly reasoning: string;
  /** The thinking never ended, so what follows its beginning is no answer. */
  readonly unclosed: boolean;
}

const OPEN = "<think>";
const CLOSE = "</think>";

/**
 * Splits a text at its think tags. What stands before the last `</think>` is thinking, whether or not a `<think>` opens it;
 * what stands after a `<think>` that no `</think>` closes is thinking too. A text without tags is all answer, or, where
 * the prompt left a think block open and the text was cut, all thinking: a draft inside it must never pass for an answer.
 * @param open the prompt ended inside a think block
 * @param cut the text did not end by itself (finish reason other than stop)
 * @example splitThinking("so n is real</think>\ntheorem t : 1 = 1", false, false).text // "theorem t : 1 = 1"
 */
export function splitThinking(text: string, open: boolean, cut: boolean): Separated {
  const close = text.lastIndexOf(CLOSE);
  const before = close < 0 ? "" : text.slice(0, close);
  const after = close < 0 ? text : text.slice(close + CLOSE.length);
  const reopened = after.indexOf(OPEN);
  if (reopened >= 0) {
    const thinking = joined([before, after.slice(reopened)]);
    return { text: after.slice(0, reopened).trim(), reasoning: thinking, unclosed: true };
  }
  if (close >= 0) return { text: after.trimStart(), reasoning: joined([before]), unclosed: false };
  return open && cut ? { text: "", reasoning: text.trim(), unclosed: true } : { text, reasoning: "", unclosed: false };
}

/** The pieces of thinking as one text, without tags. */
function joined(pieces: readonly string[]): string {
  return pieces.map((piece) => piece.replaceAll(OPEN, "").replaceAll(CLOSE, "").trim()).filter(Boolean).join("\n\n");
}

/** The thinking that a message carries in a field of its own, "" where it carries none. The same text in two fields counts once. */
export function reasoningField(message: JsonObject): string {
  return textIn(message.reasoning_content) ?? textIn(message.reasoning) ?? detailsText(message.reasoning_details);
}

/** Whether part of the thinking is encrypted, and so not to be read. */
export function hasEncryptedReasoning(message: JsonObject): boolean {
  const details = message.reasoning_details;
  return Array.isArray(details) && details.some((detail) => isObject(detail) && detail.type === "reasoning.encrypted");
}

function detailsText(details: unknown): string {
  if (!Array.isArray(details)) return "";
  return details.flatMap((detail) => (isObject(detail) ? textIn(detail.text) ?? textIn(detail.summary) ?? [] : [])).join("");
}
