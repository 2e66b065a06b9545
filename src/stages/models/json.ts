/** Answers that should be JSON: found in the reply, read in spite of LaTeX's backslashes, checked, and asked for again if they are not fit. */
import { DataError } from "../../core/errors";
import { answerOf, fences } from "../../lean/reply";
import type { Message } from "../../llm/call";
import type { Prompt } from "../../systems/prompts";
import { fillPrompt } from "../../systems/prompts";
import type { FormaliserReply } from "../types";
import { ask, type Model } from "./ask";

/** What a question for JSON came to. `attempts` counts what was asked, the repetitions included. */
export type JsonAnswer<Value> = { readonly ok: true; readonly value: Value; readonly attempts: number } | { readonly ok: false; readonly reason: string; readonly attempts: number };

/**
 * The readings of a reply as JSON, likeliest first: as it stands, and with every backslash inside a string doubled unless it escapes a quote, since
 * models write "\frac", which JSON reads as a form feed and "rac". Which of the two is meant only the reader's checks can tell.
 * @returns none if the reply holds no JSON
 * @example jsonReadings('```json\n{"a": "\\frac12"}\n```') // [{ a: "\frac12" with a form feed }, { a: "\\frac12" }]
 */
export function jsonReadings(reply: string): unknown[] {
  const text = jsonText(reply);
  if (text === undefined) return [];
  const other = doubled(text);
  return (other === text ? [text] : [text, other]).flatMap((each) => {
    try {
      return [JSON.parse(each) as unknown];
    } catch {
      return [];
    }
  });
}

/** The part of a reply that should be JSON: its last fence that begins with a bracket, else from the likeliest bracket to its partner; undefined if there is none. */
export function jsonText(reply: string): string | undefined {
  const answer = answerOf(reply);
  if (!answer.ok) return undefined;
  const fenced = fences(answer.text).filter(({ tag, code }) => ["json", "json5", ""].includes(tag) && /^\s*[[{]/.test(code)).map(({ code }) => code);
  return fenced.at(-1) ?? balanced(answer.text);
}

/** Every backslash inside a string twice, unless it escapes a quote. Walked by hand: a regular expression overflows on texts of megabytes. */
export function doubled(json: string): string {
  if (!json.includes("\\")) return json;
  const parts: string[] = [];
  let [from, quoted] = [0, false];
  for (let i = 0; i < json.length; i++) {
    if (json[i] === '"') quoted = !quoted;
    else if (quoted && json[i] === "\\") {
      if (json[i + 1] !== '"') {
        parts.push(json.slice(from, i), "\\\\");
        from = i + 1;
      } else i += 1;
    }
  }
  return parts.join("") + json.slice(from);
}

/** From the first bracket that begins an object or a list of some to the one that closes it, failing that from the first of all: prose before it may have brackets, as in [l1]. */
function balanced(text: string): string | undefined {
  const likely = text.search(/\[\s*\{\s*["']|\{\s*["']/);
  const start = likely < 0 ? text.search(/[[{]/) : likely;
  if (start < 0) return undefined;
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const sign = text[i]!;
    if (quoted && sign === "\\") i += 1;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && "[{".includes(sign)) depth += 1;
    else if (!quoted && "]}".includes(sign) && --depth === 0) return text.slice(start, i + 1);
  }
  return undefined;
}

/**
 * Asks for JSON until it is fit, at most so many times in all; each repetition shows the model its own answer, without its thinking, and the faults.
 * @param read gives the value, or throws a DataError that says what is wrong
 */
export async function askJson<Value>(model: Model, messages: readonly Message[], prompts: readonly Prompt[], { attempts, read }: { readonly attempts: number; readonly read: (json: unknown) => Value }): Promise<JsonAnswer<Value>> {
  const repair = model.prompts.get("repair-json");
  let conversation = messages;
  for (let attempt = 1; ; attempt++) {
    const [reply] = await ask(model, conversation, [...prompts, repair]);
    const outcome = readReply(reply!, read);
    if (outcome.ok) return { ok: true, value: outcome.value, attempts: attempt };
    if (attempt === attempts || reply!.failure !== undefined) return { ok: false, reason: outcome.reason, attempts: attempt };
    const answer = answerOf(reply!.reply);
    conversation = [...messages, { role: "assistant", content: (answer.ok && answer.text.trim()) || "(no answer)" }, ...fillPrompt(repair, { faults: outcome.reason })];
  }
}

function readReply<Value>({ reply, failure, finish }: FormaliserReply, read: (json: unknown) => Value): { ok: true; value: Value } | { ok: false; reason: string } {
  if (failure !== undefined) return { ok: false, reason: failure };
  const readings = jsonReadings(reply);
  if (readings.length === 0) return { ok: false, reason: finish === "length" ? "truncated: the answer was cut before its JSON was complete" : "no_json: the answer holds no JSON that can be read" };
  let first: string | undefined;
  for (const json of readings) {
    try {
      return { ok: true, value: read(json) };
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      first ??= error.message;
    }
  }
  return { ok: false, reason: first! };
}
