/** What a server is, found out with as few questions as can be. */
import { unlessAborted } from "./abort";
import type { ReplyCache } from "./cache";
import type { CompletionCall } from "./call";
import { isKnownModel, type CapabilityRow } from "./capabilities";
import type { Fetcher } from "./fetcher";
import { sha256 } from "./hash";
import { cancelled } from "./sender";
import { readModels, serverCard, type ModelCard, type ServerCard } from "./server-card";
import type { ServerKind } from "./servers";

/** A server is asked for its models unless its address, the caller or the model's name tells what it is. What it said stays in the cache. */
export class ServerIdentity {
  readonly #key: string;
  #models: Promise<ModelCard[]> | undefined;

  /**
   * @param name the server's name in the cache
   * @param kind what its address or the caller says
   */
  constructor(
    private readonly fetcher: Fetcher,
    private readonly name: string,
    private readonly kind: ServerKind | undefined,
    private readonly rows: readonly CapabilityRow[],
  ) {
    this.#key = `server/${sha256(name)}`;
  }

  /** What an earlier run was told; where there was none, or this run has asked, what the server says now. */
  async remembered(cache: ReplyCache | undefined, call: CompletionCall): Promise<ServerCard> {
    const models = this.#models ? undefined : readModels(cache?.get(this.#key));
    return models ? this.#card(models, call.model) : this.asked(cache, call);
  }

  /** What the server says now: asked once, and again after a failure. */
  async asked(cache: ReplyCache | undefined, call: CompletionCall): Promise<ServerCard> {
    if (!this.#mustAsk(call.model)) return this.#card([], call.model);
    const models = (this.#models ??= this.#ask(cache));
    models.catch(() => {
      if (this.#models === models) this.#models = undefined;
    });
    return this.#card(await unlessAborted(models, call.signal, cancelled), call.model);
  }

  /** The models that it said to offer, empty where it was not asked. */
  async offered(): Promise<string[]> {
    return ((await this.#models) ?? []).map(({ id }) => id);
  }

  #mustAsk(model: string): boolean {
    return this.kind === undefined ? !isKnownModel(model, this.rows) : this.kind === "vllm";
  }

  #card(models: readonly ModelCard[], model: string): ServerCard {
    const card = serverCard(models, model);
    return this.kind === undefined ? card : { kind: this.kind, window: this.kind === "vllm" ? card.window : undefined };
  }

  async #ask(cache: ReplyCache | undefined): Promise<ModelCard[]> {
    const models = await this.fetcher.modelsIfAny();
    const kept = JSON.stringify(readModels(cache?.get(this.#key)));
    if (cache && kept !== JSON.stringify(models)) cache.put(this.#key, { kind: "server", server: this.name, data: models });
    return models;
  }
}
