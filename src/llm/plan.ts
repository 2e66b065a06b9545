/** From a call to the request that will be sent, with what is left out of it and why. Pure: no network, no clock. */
import { PARAMETERS, type CompletionCall, type Parameter, type Parameters } from "./call";
import type { Capability } from "./capabilities";
import { canonicalJson, sha256 } from "./hash";
import { isObject, type JsonObject } from "./json";

/** A parameter that the caller asked for and the request does not hold. */
export interface Dropped {
  readonly name: Parameter;
  readonly value: unknown;
  readonly reason: string;
}

/** What is known of the place where a request goes. */
export interface Target {
  /** The name under which its replies are kept: the base URL unless told. */
  readonly name: string;
  readonly capability: Capability;
  /** Most tokens of prompt and answer together, where the server says so and refuses more. */
  readonly window?: number;
}

/** A request ready to be sent, for any number of samples. */
export interface Plan {
  readonly path: "/chat/completions" | "/completions";
  /** Everything of the request but `n`; a seed in it is that of sample 0. */
  readonly body: JsonObject;
  /** The body without the prompt: what a record shows. */
  readonly sent: JsonObject;
  readonly dropped: readonly Dropped[];
  /** Whether several samples may be asked for at once. With a seed they never are: servers differ in what seed sample 2 gets. */
  readonly severalAtOnce: boolean;
  readonly maxTokensField: Capability["maxTokensField"];
  readonly window?: number;
  readonly thinkOpen: boolean;
  /**
   * SHA-256 of all that decides the answer but the number of the sample: the server's name, the route, the parameters, the
   * hash of the prompt and the window to which the answer is cut. With the sample's number it is the key of the cache. `n` is not in it: asking for
   * four more samples pays for four more.
   */
  readonly requestHash: string;
  /** SHA-256 of the messages or the prompt alone. */
  readonly promptHash: string;
}

/**
 * Plans the request of a call that `checkCall` has let through.
 * @example planRequest({ model: "claude-opus-4-7", messages, temperature: 0 }, target).dropped[0].name // "temperature"
 */
export function planRequest(call: CompletionCall, target: Target): Plan {
  const { capability, window } = target;
  const { kept, dropped } = sortOut(call, capability);
  const { max_tokens: limit, ...rest } = kept;
  const sent: JsonObject = {
    model: call.model,
    ...rest,
    ...(limit === undefined ? {} : { [capability.maxTokensField]: limit }),
    ...merged(capability.extra ?? {}, call.extra ?? {}),
  };
  const prompt = call.messages ? { messages: call.messages } : { prompt: call.prompt };
  const path = call.messages ? "/chat/completions" : "/completions";
  const promptHash = sha256(canonicalJson(prompt));
  return {
    path,
    body: { ...sent, ...prompt },
    sent,
    dropped,
    severalAtOnce: capability.severalAtOnce && kept.seed === undefined,
    maxTokensField: capability.maxTokensField,
    window,
    thinkOpen: call.thinkOpen ?? lastText(call).trimEnd().endsWith("<think>"),
    requestHash: sha256(canonicalJson({ server: target.name, path, sent, promptHash, window })),
    promptHash,
  };
}

/** The parameters that are sent, what the server would choose for itself among them, and those that are not. */
function sortOut(call: CompletionCall, capability: Capability): { kept: Parameters; dropped: Dropped[] } {
  const kept: Partial<Record<Parameter, unknown>> = { ...capability.always };
  const dropped: Dropped[] = [];
  for (const name of PARAMETERS) {
    const value = call[name];
    if (value === undefined) continue;
    const reason = whyNot(name, call, capability);
    if (reason) dropped.push({ name, value, reason });
    else kept[name] = value;
  }
  return { kept: kept as Parameters, dropped };
}

function whyNot(name: Parameter, call: CompletionCall, capability: Capability): string | undefined {
  if (name === "max_tokens" && call.prompt !== undefined) return undefined; // every implementation of completions takes it
  const unknown = `not known to be taken here${capability.remedy ? `; ${capability.remedy}` : ""}`;
  if (!capability.accepts.includes(name)) return capability.refuses?.[name] ?? unknown;
  const thinks = (call.reasoning_effort ?? "none") !== "none";
  return thinks && capability.onlyWithoutEffort?.includes(name) ? "taken only with reasoning_effort none" : undefined;
}

/** The caller's fields over the table's; where both are objects, their fields are put together. */
function merged(table: JsonObject, caller: JsonObject): JsonObject {
  const result: Record<string, unknown> = { ...table, ...caller };
  for (const [name, value] of Object.entries(table)) {
    const own = caller[name];
    if (isObject(value) && isObject(own)) result[name] = { ...value, ...own };
  }
  return result;
}

function lastText(call: CompletionCall): string {
  return call.prompt ?? call.messages?.at(-1)?.content ?? "";
}

/** The body for some of the samples of a plan: with `n` where they come at once, else with the seed of the one sample. */
export function bodyFor(plan: Plan, samples: readonly number[]): JsonObject {
  const { seed } = plan.body;
  if (typeof seed === "number") return { ...plan.body, seed: seed + (samples[0] ?? 0) };
  return samples.length > 1 ? { ...plan.body, n: samples.length } : plan.body;
}

/**
 * An upper bound on the tokens of a prompt: no tokenizer in use makes more tokens than bytes, and a chat template adds some.
 * @example promptBound({ prompt: "theorem" }) // 1031
 */
export function promptBound(body: JsonObject): number {
  const messages = Array.isArray(body.messages) ? body.messages : [{ content: body.prompt }];
  const texts = messages.map((message: JsonObject) => String(message.content));
  return texts.reduce((total, text) => total + Buffer.byteLength(text) + TURN_TOKENS, TEMPLATE_TOKENS);
}

const TURN_TOKENS = 16;
/** Room for a system text that a chat template brings along by itself. */
const TEMPLATE_TOKENS = 1_008;
