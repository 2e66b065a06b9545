/** What a server says of itself in its list of models. */
import { countIn, isObject, textIn } from "./json";
import type { ServerKind } from "./servers";

/** One model that a server offers, in the protocol's words. */
export interface ModelCard {
  readonly id: string;
  /** Most tokens of prompt and answer together; vLLM says it. */
  readonly max_model_len?: number;
  readonly owned_by?: string;
  /** The model that an adapter sits on (vLLM with LoRA). */
  readonly parent?: string;
}

/** What is known of a server with regard to one model. */
export interface ServerCard {
  readonly kind: ServerKind;
  readonly window?: number;
}

/** The list in the body of `GET /v1/models`, or undefined if it is none. */
export function readModels(body: unknown): ModelCard[] | undefined {
  if (!isObject(body) || !Array.isArray(body.data)) return undefined;
  return body.data.filter(isObject).flatMap((model) => {
    const id = textIn(model.id);
    return id ? [{ id, max_model_len: countIn(model.max_model_len), owned_by: textIn(model.owned_by), parent: textIn(model.parent) }] : [];
  });
}

/**
 * What kind of server gave a list, and the window of one of its models. vLLM signs its models; a list that says
 * `max_model_len` and does not sign them is taken for vLLM's.
 * @example serverCard([{ id: "m", owned_by: "vllm", max_model_len: 4096 }], "m") // { kind: "vllm", window: 4096 }
 */
export function serverCard(models: readonly ModelCard[], model: string): ServerCard {
  const isVllm = models.some((each) => each.owned_by === "vllm" || (each.owned_by === undefined && each.max_model_len !== undefined));
  const card = models.find(({ id }) => id === model);
  const parent = models.find(({ id }) => id === card?.parent);
  return { kind: isVllm ? "vllm" : "unknown", window: isVllm ? card?.max_model_len ?? parent?.max_model_len : undefined };
}

/** How many tokens a prompt has, by the server's own tokenizer. */
export interface Tokenized {
  readonly count: number;
  readonly max_model_len?: number;
  /** Token ids; the first two tell a doubled beginning-of-sequence token. */
  readonly tokens: readonly number[];
}

/** The body of vLLM's `/tokenize`, or undefined if it is none. */
export function readTokenized(body: unknown): Tokenized | undefined {
  const count = isObject(body) ? countIn(body.count) : undefined;
  if (!isObject(body) || count === undefined) return undefined;
  const tokens = Array.isArray(body.tokens) ? body.tokens.filter((token): token is number => typeof token === "number") : [];
  return { count, max_model_len: countIn(body.max_model_len), tokens };
}
