/** Asking a model for a perturbation: anything that answers messages will do, and answers that do not fit are asked for again. */
import type { CompletionCall, Message } from "../llm/call";
import type { ModelClient } from "../llm/client";

/** Answers a chat with a text. */
export type Ask = (messages: readonly Message[]) => Promise<string>;

/** A model behind a client, asked with the same settings each time. */
export function asker(client: Pick<ModelClient, "complete">, settings: Omit<CompletionCall, "messages" | "prompt" | "n">): Ask {
  return async (messages) => (await client.complete({ ...settings, messages })).replies[0]!.text;
}

/** What a question came to; `attempts` counts how often it was asked. */
export type Answered<Value> = { readonly attempts: number } & ({ readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: string });

/**
 * Asks until the answer can be read, at most so many times; from the second time on the model sees its last answer and what was wrong with it.
 * @param read the value of a reply, or the reason why it has none
 */
export async function askUntil<Value>(ask: Ask, question: readonly Message[], attempts: number, read: (reply: string) => { readonly value: Value } | { readonly reason: string }): Promise<Answered<Value>> {
  let messages = question;
  for (let attempt = 1; ; attempt++) {
    const reply = await ask(messages);
    const found = read(reply);
    if ("value" in found) return { ok: true, value: found.value, attempts: attempt };
    if (attempt >= attempts) return { ok: false, reason: found.reason, attempts: attempt };
    messages = [...question, { role: "assistant", content: reply || "(no answer)" }, { role: "user", content: `This answer cannot be used: ${found.reason}. Please answer again, in the form asked for and with nothing else.` }];
  }
}
