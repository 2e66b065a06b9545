/** Fetches what the cache does not hold: samples of a plan, the list of models, the tokens of a prompt. */
import type { Budget } from "./budget";
import type { CompletionCall } from "./call";
import { choicesOf, recordsOf } from "./choices";
import { ModelError, type WireReply } from "./errors";
import type { JsonObject } from "./json";
import { bodyFor, promptBound, type Plan } from "./plan";
import type { ReplyRecord } from "./record";
import { readUsage } from "./reply";
import { NOTHING, type Sender } from "./sender";
import { readModels, readTokenized, type ModelCard, type Tokenized } from "./server-card";
import type { ServerKind } from "./servers";

/** Side questions take no generation: a server that has not answered in a minute will not. */
const SIDE_TIMEOUT_MS = 60_000;
/** What an answer may take of the budget where the call sets no limit: paper A's limit (F.1). */
const ASSUMED_ANSWER = 16_384;
/** Fields of a request that change how many tokens its prompt has. */
const TEMPLATE_FIELDS = [
  "model", "messages", "prompt", "add_special_tokens", "add_generation_prompt", "continue_final_message", "chat_template", "chat_template_kwargs", "tools",
];
/** What side questions take of the budget, and so what they may take. */
const FREE = { most: NOTHING, spent: () => NOTHING };

/** The token limit that is sent, and what happened to the one that was asked for. */
interface Fitted {
  readonly limit: number | undefined;
  readonly warnings: readonly string[];
}

/** Takes a record as soon as it is there. */
export type Keep = (record: ReplyRecord) => void;

export class Fetcher {
  constructor(
    private readonly sender: Sender,
    private readonly budget: Budget,
    private readonly baseUrl: string,
    private readonly server: { readonly name: string; readonly kind: ServerKind },
  ) {}

  /**
   * Fetches samples, in one request where the server gives several, else each in its own.
   * @throws ModelError of the first request that failed, after the others have ended and been kept
   */
  async fetch(plan: Plan, call: CompletionCall, samples: readonly number[], keep: Keep): Promise<ReplyRecord[]> {
    try {
      const fitted = await this.#fit(plan, call.signal);
      const batches = plan.severalAtOnce ? [samples] : samples.map((sample) => [sample]);
      const results = await Promise.allSettled(batches.map((batch) => this.#batch(plan, fitted, call, batch, keep)));
      const failed = results.find((result): result is PromiseRejectedResult => result.status === "rejected");
      if (failed) throw failed.reason;
      return results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      throw error.with({ model: call.model, requestHash: plan.requestHash, promptHash: plan.promptHash }, `${call.model}: ${error.message}`);
    }
  }

  /** The reply to `GET /models`. @throws ModelError if it is a failure */
  async models(signal?: AbortSignal): Promise<WireReply> {
    return this.#aside("/models", undefined, signal);
  }

  /** The list of models, empty where the server has none to show. @throws ModelError if it could not be asked */
  async modelsIfAny(): Promise<ModelCard[]> {
    try {
      return readModels((await this.models()).body) ?? [];
    } catch (error) {
      if (error instanceof ModelError && error.kind === "request") return []; // no such route, or none for this key
      throw error;
    }
  }

  /** vLLM's `/tokenize`, which lies beside `/v1`. @returns undefined if the server has none */
  async tokenize(body: JsonObject, signal?: AbortSignal): Promise<Tokenized | undefined> {
    const path = new URL(`${this.baseUrl.replace(/\/v1$/, "")}/tokenize`).href;
    try {
      return readTokenized((await this.#aside(path, body, signal)).body);
    } catch (error) {
      if (error instanceof ModelError && error.kind === "request") return undefined;
      throw error;
    }
  }

  /** A question that takes no generation. */
  async #aside(path: string, body: JsonObject | undefined, signal: AbortSignal | undefined): Promise<WireReply> {
    const { kind } = this.server;
    const errand = { path, body, hash: path, server: kind, signal, timeoutMs: SIDE_TIMEOUT_MS, anyText: true, ...FREE };
    return (await this.sender.send(errand)).reply;
  }

  /** Cuts the token limit to what the window leaves: vLLM refuses a request that could run over it (issue 42474). */
  async #fit(plan: Plan, signal: AbortSignal | undefined): Promise<Fitted> {
    const limit = plan.body[plan.maxTokensField];
    if (typeof limit !== "number") return { limit: undefined, warnings: [] };
    if (plan.window === undefined || promptBound(plan.body) + limit <= plan.window) return { limit, warnings: [] };
    const fields = Object.entries(plan.body).filter(([name]) => TEMPLATE_FIELDS.includes(name));
    const tokenized = await this.tokenize(Object.fromEntries(fields), signal);
    if (!tokenized) return { limit, warnings: ["the server has no /tokenize: max_tokens may run over its window"] };
    const room = plan.window - tokenized.count;
    if (room < 1) {
      const message = `the prompt has ${tokenized.count} tokens and the window ${plan.window}: no room for an answer; not sent`;
      throw new ModelError("request", message, { code: "context_length_exceeded" });
    }
    if (limit <= room) return { limit, warnings: [] };
    const cut = `max_tokens cut from ${limit} to ${room}: the prompt has ${tokenized.count} tokens, the window ${plan.window}`;
    return { limit: room, warnings: [cut] };
  }

  async #batch(plan: Plan, fitted: Fitted, call: CompletionCall, samples: readonly number[], keep: Keep): Promise<ReplyRecord[]> {
    const limited = fitted.limit === undefined ? {} : { [plan.maxTokensField]: fitted.limit };
    const body: JsonObject = { ...bodyFor(plan, samples), ...limited };
    const longest = fitted.limit ?? call.max_tokens ?? ASSUMED_ANSWER;
    const most = this.budget.cost(call.model, promptBound(plan.body), longest * samples.length);
    const answer = await this.sender.send({
      path: plan.path,
      body,
      hash: `${plan.requestHash}/${samples[0]}`,
      server: this.server.kind,
      signal: call.signal,
      most,
      spent: (reply) => {
        choicesOf(reply, this.server.kind); // throws where there is none, so that it may be asked for again
        const usage = readUsage(reply.body);
        return usage ? this.budget.cost(call.model, usage.prompt_tokens, usage.completion_tokens) : most;
      },
    });
    const records = recordsOf({ plan, body, answer, samples, server: this.server, warnings: fitted.warnings });
    records.forEach(keep);
    const rest = samples.slice(records.length);
    return rest.length === 0 ? records : [...records, ...(await this.#batch(plan, fitted, call, rest, keep))];
  }
}
