/** From a server's answer to records of its samples, whether it came over the wire or in the results of a batch. */
import { classify, ModelError, type WireReply } from "./errors";
import { isObject, textIn, type JsonObject } from "./json";
import type { Plan } from "./plan";
import type { ReplyRecord } from "./record";
import { readUsage } from "./reply";
import type { ServerKind } from "./servers";

/** What is known of an answer when its samples are put on record. */
export interface Answered {
  readonly plan: Plan;
  /** The request as it was sent, prompt included. */
  readonly body: JsonObject;
  readonly answer: { readonly reply: WireReply; readonly attempts: number; readonly faults: readonly string[]; readonly startedAt: number; readonly ms: number };
  /** The numbers of the samples that were asked for. */
  readonly samples: readonly number[];
  readonly server: { readonly name: string; readonly kind: ServerKind };
  readonly warnings: readonly string[];
}

/**
 * A record for each sample that the answer holds: as many as were asked for, or fewer.
 * @throws ModelError if there is no choice, or one of them broke off
 */
export function recordsOf({ plan, body, answer, samples, server, warnings }: Answered): ReplyRecord[] {
  const choices = choicesOf(answer.reply, server.kind);
  const whole = isObject(answer.reply.body) ? answer.reply.body : {};
  const { messages, prompt, ...sent } = body;
  const extra = `the server gave ${choices.length} samples for ${samples.length}; the first were taken`;
  return samples.slice(0, choices.length).map((sample, i) => ({
    kind: "reply",
    requestHash: plan.requestHash,
    promptHash: plan.promptHash,
    server: server.name,
    path: plan.path,
    model: String(body.model),
    servedModel: textIn(whole.model),
    fingerprint: textIn(whole.system_fingerprint),
    responseId: textIn(whole.id),
    sample,
    sent,
    dropped: plan.dropped,
    choice: choices[i],
    usage: readUsage(whole),
    call: `${plan.requestHash}/${samples[0]}`,
    status: answer.reply.status,
    attempts: answer.attempts,
    faults: answer.faults,
    startedAt: new Date(answer.startedAt).toISOString(),
    ms: answer.ms,
    warnings: choices.length > samples.length ? [...warnings, extra] : warnings,
  }));
}

/**
 * The choices of an answer, by their index.
 * @throws ModelError if there is none, or one of them reports that it broke off (OpenRouter)
 */
export function choicesOf(reply: WireReply, server: ServerKind): readonly unknown[] {
  const choices = isObject(reply.body) ? reply.body.choices : undefined;
  if (!Array.isArray(choices)) {
    const message = "the reply has no list of choices: is baseUrl that of an OpenAI-compatible API?";
    throw new ModelError("transport", message, { status: reply.status, code: "no_choices" });
  }
  if (choices.length === 0) {
    const message = "the server answered without a single choice, as filters do";
    throw new ModelError("content", message, { status: reply.status, code: "no_choices", maybePaid: true });
  }
  const broken = choices.find((choice) => isObject(choice) && (isObject(choice.error) || choice.finish_reason === "error"));
  if (isObject(broken)) {
    const error = broken.error ?? { message: "the answer broke off (finish reason error)" };
    throw classify({ status: reply.status, headers: reply.headers, body: { error } }, server, 0);
  }
  const index = (choice: unknown) => (isObject(choice) && typeof choice.index === "number" ? choice.index : 0);
  return [...choices].sort((a, b) => index(a) - index(b));
}
