/** Which model plays which part, and where it is: a line of configuration made into something that can be asked. */
import { InputError } from "../core/errors";
import type { Answerer } from "../llm/answerer";
import { BatchBook } from "../llm/batch";
import type { Price } from "../llm/budget";
import { ModelClient, type ModelClientOptions } from "../llm/client";
import { knownServer, type ServerKind } from "../llm/servers";
import { systemOf, type OwnSystem } from "./registry";
import { DECODINGS, type Decoding, type DecodingName, type System } from "./types";

/**
 * A part played by a model. Either a system of the registry (`system`) or one's own (`model`, `like`); and its server.
 * @example { "model": "me/my-formaliser-7b", "like": "kimina-autoformalizer-7b", "baseUrl": "http://localhost:8000/v1" }
 */
export interface RoleConfig extends Partial<Omit<OwnSystem, "decoding" | "name">> {
  readonly system?: string;
  /** Named in results, told apart in a panel. */
  readonly name?: string;
  /** The provider's own address for commercial models; for others FAITHLAB_BASE_URL unless told. */
  readonly baseUrl?: string;
  /** The variable that holds the key; a key itself has no place in a configuration. */
  readonly apiKeyEnv?: string;
  /** What the server is, where it does not say: "vllm" for batch files, "standard". */
  readonly server?: ServerKind;
  /** A preset, or values. */
  readonly decoding?: DecodingName | Omit<Decoding, "source">;
  /** The model's name at the server, where a system goes by another there. */
  readonly served?: string;
  /** Money for a million tokens. */
  readonly price?: Price;
}

export interface Role {
  readonly system: System;
  readonly name?: string;
  readonly baseUrl: string;
  readonly apiKeyEnv?: string;
  readonly server?: ServerKind;
  readonly decoding?: DecodingName | Decoding;
  readonly endpoint?: System["endpoint"];
  readonly model?: string;
  readonly price?: Price;
}

/** Addresses of the providers whose models are in the registry (spec of the systems, section 6). */
const PROVIDERS: Readonly<Record<Exclude<System["provider"], "own">, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  gemini: "https://generativelanguage.googleapis.com/v1beta/openai",
  dashscope: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
};

const ROLE_FIELDS: readonly string[] = ["system", "name", "baseUrl", "apiKeyEnv", "server", "decoding", "served", "price", "model", "like", "id", "endpoint", "template", "context", "thinking", "promptLimit", "header", "extractor", "licence"];

/**
 * Reads a line of configuration.
 * @param baseUrl for models that have no address of their own
 * @throws InputError for an unknown field, a key in it, a system that there is not, or no address
 */
export function roleOf(config: string | RoleConfig, baseUrl?: string): Role {
  const line = typeof config === "string" ? { system: config } : config;
  if (typeof line !== "object" || line === null || Array.isArray(line)) throw new InputError(`a model is a name of the registry or an object, got ${JSON.stringify(config)}`);
  if ("apiKey" in line) throw new InputError("a configuration holds no key: name the variable that holds it as apiKeyEnv, or set FAITHLAB_API_KEY");
  const unknown = Object.keys(line).find((field) => !ROLE_FIELDS.includes(field));
  if (unknown) throw new InputError(`unknown field "${unknown}"; a model has ${ROLE_FIELDS.join(", ")}`);
  const { system: named, name, baseUrl: own, apiKeyEnv, server, decoding, served, price, ...rest } = line as RoleConfig;
  if ((named === undefined) === (rest.model === undefined)) throw new InputError(`a model is either "system", one of the registry, or "model", one of your own, got ${JSON.stringify(config)}`);
  const idle = named === undefined ? undefined : Object.keys(rest).find((field) => field !== "endpoint");
  if (idle) throw new InputError(`"${idle}" belongs to a model of your own; a system of the registry has its own (say "model" and "like" in place of "system")`);
  const system = named === undefined ? systemOf(rest as OwnSystem) : systemOf(named);
  if (typeof decoding === "string" && !DECODINGS.includes(decoding)) throw new InputError(`decoding is ${DECODINGS.join(", ")} or an object with values, got "${decoding}"`);
  const address = own ?? (system.provider === "own" ? baseUrl : PROVIDERS[system.provider]);
  if (address === undefined) throw new InputError(`${system.id} needs the address of its server: "baseUrl", --base-url or FAITHLAB_BASE_URL, e.g. http://localhost:8000/v1`);
  return {
    system, baseUrl: address,
    ...(name !== undefined && { name }), ...(apiKeyEnv !== undefined && { apiKeyEnv }), ...(server !== undefined && { server }), ...(price && { price }),
    ...(decoding !== undefined && { decoding: typeof decoding === "string" ? decoding : { ...decoding, source: "set by the user" } }),
    ...(named !== undefined && rest.endpoint !== undefined && { endpoint: rest.endpoint }),
    ...(served !== undefined && { model: served }),
  };
}

const OWN_CONCURRENCY = 256;

/** Where roles get their answers. */
export interface Connections {
  answererOf(role: Role): Answerer;
  close(): Promise<void>;
}

/** One client for each server, so that its limits hold across the roles that share it. */
export class LiveConnections implements Connections {
  readonly #clients = new Map<string, ModelClient>();
  readonly #options: Omit<ModelClientOptions, "baseUrl" | "server" | "apiKeyEnv">;

  /** @param options of every client; the budget holds for each server by itself */
  constructor(options: Omit<ModelClientOptions, "baseUrl" | "server" | "apiKeyEnv"> = {}, private readonly roles: readonly Role[] = []) {
    this.#options = options;
  }

  answererOf({ baseUrl, server, apiKeyEnv }: Role): ModelClient {
    const key = `${baseUrl} ${apiKeyEnv ?? ""}`;
    const known = this.#clients.get(key);
    if (known) return known;
    const priced = this.roles.filter((role) => role.baseUrl === baseUrl && role.price).map(({ model, system, price }) => [model ?? system.model, price!] as const);
    const budget = this.#options.budget && { ...this.#options.budget, prices: { ...this.#options.budget.prices, ...Object.fromEntries(priced) } };
    // A server of one's own bears hundreds of requests at once; a provider's account does not, and has the client's own limit.
    const concurrency = this.#options.concurrency ?? (knownServer(baseUrl) ? undefined : OWN_CONCURRENCY);
    const client = new ModelClient({ ...this.#options, baseUrl, ...(concurrency !== undefined && { concurrency }), ...(server && { server }), ...(apiKeyEnv !== undefined && { apiKeyEnv }), ...(budget && { budget }) });
    this.#clients.set(key, client);
    return client;
  }

  /** The clients, for their state. */
  get clients(): readonly ModelClient[] {
    return [...this.#clients.values()];
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
  }
}

/** No server at all: answers come from the cache, and what is not there is noted for batch files. */
export class BatchConnections implements Connections {
  readonly #books = new Map<string, BatchBook>();

  /** @param cache the folder that answers are read from and imported to */
  constructor(private readonly cache: string) {}

  answererOf({ baseUrl, server }: Role): BatchBook {
    const kind = server ?? knownServer(baseUrl)?.kind ?? "vllm";
    const book = this.#books.get(baseUrl) ?? new BatchBook({ cache: this.cache, name: baseUrl, server: kind });
    this.#books.set(baseUrl, book);
    return book;
  }

  get books(): readonly BatchBook[] {
    return [...this.#books.values()];
  }

  async close(): Promise<void> {
    await Promise.all(this.books.map((book) => book.close()));
  }
}
