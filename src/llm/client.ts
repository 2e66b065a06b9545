/** The one way to a language model: any server that speaks OpenAI's protocol, with every reply kept and nothing asked twice. */
import { isDeepStrictEqual } from "node:util";
import { InputError } from "../core/errors";
import { unlessAborted } from "./abort";
import type { Answerer } from "./answerer";
import { Budget, type BudgetOptions, type Spending } from "./budget";
import { ReplyCache, type CacheProblem } from "./cache";
import { checkCall, samplesOf, type CompletionCall, type Message } from "./call";
import { capabilityOf, type CapabilityRow } from "./capabilities";
import { systemClock, type Clock } from "./clock";
import { ModelError } from "./errors";
import { Fetcher } from "./fetcher";
import { ServerIdentity } from "./identity";
import { Limiter } from "./limiter";
import { planRequest, type Plan } from "./plan";
import { completionOf, replyKey, replyRecord, type Completion, type ReplyRecord } from "./record";
import { ATTEMPTS } from "./retry";
import { findKey, redaction } from "./secrets";
import { cancelled, Sender } from "./sender";
import { readModels, type ModelCard, type ServerCard, type Tokenized } from "./server-card";
import { knownServer, type ServerKind } from "./servers";
import { Wire } from "./wire";

/** 16,384 tokens at 10 a second, a busy GPU's pace for one of many sequences, take 27 minutes. */
const TIMEOUT_MS = 1_800_000;
/** Paid providers bear some 16 requests at once on an ordinary account; a vLLM server of one's own bears 256. */
const CONCURRENCY = 16;
/** Longer than 24.8 days a timer of Node cannot run. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface ModelClientOptions {
  /** Where the API is, up to and with `/v1`: "http://localhost:8000/v1". */
  readonly baseUrl: string;
  /** The key itself. Better left to the environment or a file `.env`: see `apiKeyEnv`. */
  readonly apiKey?: string;
  /** The variable that holds the key; the provider's usual one unless told, FAITHLAB_API_KEY for a server of one's own. */
  readonly apiKeyEnv?: string;
  /** Most requests at once, 16 unless told. */
  readonly concurrency?: number;
  /** Time for one request, in milliseconds, 30 minutes unless told. */
  readonly timeoutMs?: number;
  /** How often one request is sent at most, 8 unless told. */
  readonly attempts?: number;
  readonly budget?: BudgetOptions;
  /** A folder where every reply is kept and looked up. Without it nothing is kept. */
  readonly cache?: string;
  /** The name under which the cache knows the server, the base URL unless told: for a model that moves from host to host. */
  readonly cacheName?: string;
  /** What kind of server it is, where the client cannot tell: "standard" for one that takes the ordinary parameters. */
  readonly server?: ServerKind;
  /** What models of one's own take, looked at before the built-in table. */
  readonly capabilities?: readonly CapabilityRow[];
  readonly clock?: Clock;
  /** The environment, for the key; that of the process unless told. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A prompt whose tokens are asked for: a chat or a text. */
export interface TokenizeCall {
  readonly model: string;
  readonly messages?: readonly Message[];
  readonly prompt?: string;
  /** Whether the tokenizer puts its beginning-of-sequence token in front of a text, as it does for a completion unless told. */
  readonly add_special_tokens?: boolean;
}

/** How far a client is. */
export interface ClientState {
  /** Requests under way, requests that wait, and how many may be under way now. */
  readonly active: number;
  readonly waiting: number;
  readonly limit: number;
  /** Requests that went out, failed attempts among them. */
  readonly requests: number;
  readonly failures: number;
  /** Samples that were handed out, and those of them that came from the cache. */
  readonly replies: number;
  readonly cached: number;
  readonly spent: Spending;
}

/**
 * A client for one server and all its models. Make one and use it for everything: its limits hold across all calls.
 *
 * A call is checked, its parameters are sorted into those that the model takes and those that are dropped and recorded, its
 * samples are looked up in the cache, and what is missing is fetched: as many requests at once as the server bears, within
 * the budget, again where that may help. On vLLM every sampler is sent and `max_tokens` is cut to what the window leaves.
 * @throws InputError for options that cannot work, without a request
 * @example
 * const client = new ModelClient({ baseUrl: "http://localhost:8000/v1", cache: "replies" });
 * const { replies } = await client.complete({ model: "Goedel-LM/Goedel-Formalizer-V2-8B", messages, temperature: 0, max_tokens: 16384 });
 * replies[0].text // "```lean4\nimport Mathlib…"
 */
export class ModelClient implements Answerer {
  readonly baseUrl: string;
  readonly #name: string;
  readonly #rows: readonly CapabilityRow[];
  readonly #budget: Budget;
  readonly #limiter: Limiter;
  /** Calls beyond twice the concurrency wait here, before anything is made of them: 25,568 of them take little memory. */
  readonly #door: Limiter;
  readonly #sender: Sender;
  readonly #wire: Wire;
  readonly #fetcher: Fetcher;
  readonly #identity: ServerIdentity;
  readonly #cacheFolder: string | undefined;
  #cache: Promise<ReplyCache> | undefined;
  /** Requests under way, by hash: a second one like it waits and finds its reply in the cache. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  #replies = 0;
  #cached = 0;

  constructor(options: ModelClientOptions) {
    const { timeoutMs = TIMEOUT_MS, attempts = ATTEMPTS, clock = systemClock } = options;
    this.baseUrl = checkedUrl(options.baseUrl);
    checkWhole("timeoutMs", timeoutMs, LONGEST_TIMER_MS);
    checkWhole("attempts", attempts, Infinity);
    const apiKey = findKey({ baseUrl: this.baseUrl, apiKey: options.apiKey, apiKeyEnv: options.apiKeyEnv, env: options.env });
    const kind = options.server ?? knownServer(this.baseUrl)?.kind;
    this.#name = options.cacheName ?? this.baseUrl;
    this.#rows = options.capabilities ?? [];
    this.#budget = new Budget(options.budget);
    this.#limiter = new Limiter(options.concurrency ?? CONCURRENCY, clock);
    this.#door = new Limiter(2 * (options.concurrency ?? CONCURRENCY), clock);
    this.#wire = new Wire({ baseUrl: this.baseUrl, apiKey, timeoutMs, clock, redaction: redaction(apiKey) });
    this.#sender = new Sender(this.#wire, this.#limiter, this.#door, this.#budget, clock, attempts);
    this.#fetcher = new Fetcher(this.#sender, this.#budget, this.baseUrl, { name: this.#name, kind: kind ?? "unknown" });
    this.#identity = new ServerIdentity(this.#fetcher, this.#name, kind, this.#rows);
    this.#cacheFolder = options.cache;
  }

  /**
   * Asks a model for n samples.
   * @returns as many replies as were asked for, in order; a refusal, a filtered or a cut answer is a reply with a flag
   * @throws InputError if the call makes no sense; ModelError if it came to nothing, with every sample that did arrive kept
   */
  async complete(call: CompletionCall): Promise<Completion> {
    checkCall(call);
    const place = await this.#door.acquire(call.signal, cancelled);
    try {
      const found = await this.#find(call);
      this.#replies += found.known.length + found.fresh.length;
      this.#cached += found.known.length;
      return completionOf([...found.known, ...found.fresh], new Set(found.fresh), found.plan.thinkOpen);
    } finally {
      this.#door.release(place, "ok");
    }
  }

  /** The models that the server offers, with their window where it says so. @throws ModelError if there is no such list */
  async models(signal?: AbortSignal): Promise<readonly ModelCard[]> {
    const reply = await this.#fetcher.models(signal);
    const models = readModels(reply.body);
    if (!models) throw new ModelError("transport", `${this.baseUrl}/models is no list of models`, { status: reply.status, attempts: 1 });
    return models;
  }

  /**
   * The tokens of a chat or a prompt by the server's own tokenizer (vLLM), e.g. to see that a template brings no second
   * beginning-of-sequence token. @returns undefined if the server has none
   */
  async tokenize(prompt: TokenizeCall, signal?: AbortSignal): Promise<Tokenized | undefined> {
    return this.#fetcher.tokenize({ ...prompt }, signal);
  }

  /** How far the client is; cheap enough to be asked for ten times a second. */
  get state(): ClientState {
    return {
      active: this.#limiter.active,
      waiting: this.#limiter.waiting + this.#door.waiting,
      limit: this.#limiter.limit,
      ...this.#sender.traffic,
      replies: this.#replies,
      cached: this.#cached,
      spent: this.#budget.spent,
    };
  }

  /** Lines of the cache that could not be read. */
  async cacheProblems(): Promise<readonly CacheProblem[]> {
    return (await this.#openCache())?.problems ?? [];
  }

  /** Closes connections and files, once no call is under way. */
  async close(): Promise<void> {
    this.#wire.close();
    (await this.#cache)?.close();
  }

  #openCache(): Promise<ReplyCache> | undefined {
    if (this.#cacheFolder !== undefined) this.#cache ??= ReplyCache.open(this.#cacheFolder);
    return this.#cache;
  }

  #plan(call: CompletionCall, card: ServerCard): Plan {
    return planRequest(call, { name: this.#name, capability: capabilityOf(card.kind, call.model, this.#rows), window: card.window });
  }

  /** The samples of a call from the cache, and from the server what is not there. */
  async #find(call: CompletionCall): Promise<Found> {
    const cache = await this.#openCache();
    const card = await this.#identity.remembered(cache, call);
    const plan = this.#plan(call, card);
    const { records, missing } = lookUp(cache, plan, call);
    return missing.length === 0 ? { plan, known: records, fresh: [] } : this.#fetchMissing(cache, call, plan, card);
  }

  /**
   * Fetches what is missing, once no other request like it is under way.
   * @param looked the plan by what the server said in an earlier run, which may no longer hold
   * @param card what it said then
   */
  async #fetchMissing(cache: ReplyCache | undefined, call: CompletionCall, looked: Plan, card: ServerCard): Promise<Found> {
    const current = await this.#identity.asked(cache, call);
    const plan = isDeepStrictEqual(current, card) ? looked : this.#plan(call, current);
    const { requestHash } = plan;
    for (let other = this.#underWay.get(requestHash); other; other = this.#underWay.get(requestHash)) {
      await unlessAborted(other, call.signal, cancelled);
    }
    const { records, missing } = lookUp(cache, plan, call); // nothing may wait between here and the note that it is under way
    if (missing.length === 0) return { plan, known: records, fresh: [] };
    const keep = (record: ReplyRecord) => cache?.put(replyKey(requestHash, record.sample), { ...record });
    const work = this.#fetcher.fetch(plan, call, missing, keep);
    if (cache) this.#underWay.set(requestHash, work.then(() => {}, () => {}).finally(() => this.#underWay.delete(requestHash)));
    try {
      return { plan, known: records, fresh: await work };
    } catch (error) {
      throw await this.#explained(error, call.model);
    }
  }

  /** A model that is not there is most often a name that is nearly right: says which ones are. So is a route. */
  async #explained(error: unknown, model: string): Promise<unknown> {
    if (!(error instanceof ModelError) || error.status !== 404) return error;
    if (!/\/v\d/.test(this.baseUrl)) return error.with({}, `${error.message}; does baseUrl lack a /v1 at its end?`);
    const offered = await this.#identity.offered();
    if (offered.length === 0 || offered.includes(model)) return error;
    return error.with({}, `${error.message}; the server offers ${offered.slice(0, 20).join(", ")}`);
  }
}

/** A request with the samples that were in the cache and those that were fetched. */
interface Found {
  readonly plan: Plan;
  readonly known: readonly ReplyRecord[];
  readonly fresh: readonly ReplyRecord[];
}

/** The samples of a call that the cache holds, and the numbers of those that it does not. */
function lookUp(cache: ReplyCache | undefined, plan: Plan, call: CompletionCall): { records: ReplyRecord[]; missing: number[] } {
  const samples = samplesOf(call);
  const found = samples.map((sample) => replyRecord(cache?.get(replyKey(plan.requestHash, sample))));
  const missing = samples.filter((_, at) => !found[at]);
  return { records: found.flatMap((record) => record ?? []), missing };
}

function checkWhole(name: string, value: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return;
  throw new InputError(`${name} is a whole number from 1${most === Infinity ? "" : ` to ${most}`}, got ${value}`);
}

/** @throws InputError that does not repeat what it was given: an address may hold a password */
function checkedUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new InputError("baseUrl is an address that begins with http:// or https://, e.g. http://localhost:8000/v1");
  }
  const url = new URL(baseUrl);
  if (url.username || url.password || url.search || url.hash) {
    throw new InputError("baseUrl holds no user, password, ? or #; a key belongs in the environment or in a file .env");
  }
  return url.href.replace(/\/+$/, "");
}
