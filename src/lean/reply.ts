/** A model's reply as text: what is thinking, what is answer, and which code fences the answer holds. */
import type { Flag } from "./flags";
import { occurrences } from "./spans";

/** Why the model stopped: "stop" by itself, "length" at a limit; other words of a provider are kept, and "unknown" says nothing. */
export type Finish = "stop" | "length" | "content_filter" | "unknown" | (string & {});

/** The answer of a reply, thinking removed, or the flag that says why there is none. */
export type Answer = { readonly ok: true; readonly text: string; readonly flags: Flag[] } | { readonly ok: false; readonly failure: Flag; readonly flags: Flag[] };

/**
 * Removes what is no part of the answer: byte order mark, carriage returns, no-break spaces, thinking.
 * Text before the last `</think>` is thinking, opened or not. A `<think>` that is never closed leaves no answer.
 * @example answerOf("so n is real\n</think>\nx") // { ok: true, text: "\nx", flags: ["think", "think_close_only"] }
 */
export function answerOf(reply: string): Answer {
  const flags: Flag[] = [];
  const replaced = (text: string, pattern: RegExp, by: string, flag: Flag): string => {
    const result = text.replace(pattern, by);
    if (result !== text) flags.push(flag);
    return result;
  };
  let text = replaced(reply, /^\uFEFF+/, "", "bom");
  text = replaced(text, /\r\n?/g, "\n", "crlf");
  text = replaced(text, /[\u00A0\u202F]/g, " ", "nbsp");
  if (text.trim() === "") return { ok: false, failure: "empty", flags };

  const close = lastEnd(text, /<\/think(?:ing)?>/gi);
  const answer = text.slice(close);
  if (close > 0) flags.push("think");
  if (close > 0 && !THINK_OPENS.test(text.slice(0, close))) flags.push("think_close_only");
  if (THINK_OPENS.test(answer)) return { ok: false, failure: "think_unclosed", flags };
  return { ok: true, text: answer, flags };
}

const THINK_OPENS = /<think(?:ing)?>/i;

/** The offset after the last match of a pattern, 0 if there is none. */
function lastEnd(text: string, pattern: RegExp): number {
  const last = occurrences(text, pattern).at(-1);
  return last ? last.index + last[0].length : 0;
}

/** A code fence: its tag in lower case ("lean4", "tactics", ""), its content, and whether it is closed. */
export interface Fence {
  readonly tag: string;
  readonly code: string;
  readonly closed: boolean;
}

/**
 * The code fences of a text: ``` or ~~~, three signs or more, opened at the start of a line, or anywhere if a Lean tag follows.
 * A fence is closed by as many signs at the start of a line, or at the end of a line of code.
 * @example fences("```Lean4 \nx\n```") // [{ tag: "lean4", code: "x", closed: true }]
 */
export function fences(text: string): Fence[] {
  const result: Fence[] = [];
  const opening = /(?:^[ \t]*(`{3,}|~{3,})|(?<!`)(`{3,})(?=lean))[ \t]*([^\s`]*)[^\n`]*(?:\n|$)/gim;
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const signs = open[1] ?? open[2]!;
    const start = opening.lastIndex;
    const closing = new RegExp(`^[ \\t]*${signs}|${signs}[ \\t]*$`, "gm");
    closing.lastIndex = start;
    const close = closing.exec(text);
    const tag = open[3]!.toLowerCase();
    result.push({ tag, code: text.slice(start, close?.index ?? text.length).replace(/\n$/, ""), closed: close !== null });
    if (!close) break;
    opening.lastIndex = closing.lastIndex;
  }
  return result;
}

/** What stands in the last `<formal_proof>`, `<formal_theorem>` or `<formal_statement>` of a text, and whether it is closed; undefined without such a tag. */
export function taggedAnswer(text: string): { readonly text: string; readonly closed: boolean } | undefined {
  const start = lastEnd(text, /<formal_(?:proof|theorem|statement)>/gi);
  if (start === 0) return undefined;
  const close = text.slice(start).search(/<\/formal_(?:proof|theorem|statement)>/i);
  return { text: text.slice(start, close === -1 ? text.length : start + close), closed: close !== -1 };
}
