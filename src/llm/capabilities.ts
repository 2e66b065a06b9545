/**
 * Which parameters which model takes, as data. A parameter that is not known to be taken is not sent, and the record says so:
 * a refused request costs a run, and a parameter that is quietly ignored costs the truth of its record.
 * Facts: providers' documentation, as collected in the spec of the systems, sections 2 and 6; to be looked at again with each new model.
 */
import type { Parameter, Parameters } from "./call";
import type { ServerKind } from "./servers";

export interface Capability {
  /** Parameters that are taken and do something. */
  readonly accepts: readonly Parameter[];
  /** Why some of the others are not sent; the rest are simply not known to be taken. */
  readonly refuses?: Readonly<Partial<Record<Parameter, string>>>;
  /** What to do about those that are not known. */
  readonly remedy?: string;
  /** Taken only while the reasoning effort is "none", which is also what holds when none is asked for. */
  readonly onlyWithoutEffort?: readonly Parameter[];
  /** What the token limit is called. */
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  /** Whether one request can bring several samples; otherwise each is asked for by itself. */
  readonly severalAtOnce: boolean;
  /** Sent where the caller does not say, since the server would otherwise choose for itself. */
  readonly always?: Readonly<Parameters>;
  /** Further fields of every request. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A line of the table: it holds where both its server and its model match, and one that is left out matches all. */
export interface CapabilityRow {
  readonly server?: ServerKind;
  /** Matched against the model's id without a vendor in front: "anthropic/claude-opus-4.7" counts as "claude-opus-4.7". */
  readonly model?: RegExp;
  readonly capability: Capability;
}

/** The protocol's ordinary parameters, which implementations of one's own take as a rule. */
const COMMON: readonly Parameter[] = [
  "temperature", "top_p", "max_tokens", "seed", "stop", "presence_penalty", "frequency_penalty", "response_format",
];

/** Nothing is known. The one limit that every implementation of completions takes is sent there by plan.ts. */
export const UNKNOWN: Capability = {
  accepts: [],
  remedy: 'if they are, say so with the option server ("standard" or "vllm") or capabilities',
  maxTokensField: "max_tokens",
  severalAtOnce: true,
};

const IGNORED = "ignored by this server";
const SAMPLING_400 = "refused by this model with status 400";

const CLAUDE: Capability = {
  accepts: ["max_tokens", "stop"],
  refuses: {
    seed: IGNORED, response_format: IGNORED, presence_penalty: IGNORED, frequency_penalty: IGNORED, reasoning_effort: IGNORED,
  },
  maxTokensField: "max_tokens",
  severalAtOnce: false,
};

export const CAPABILITIES: readonly CapabilityRow[] = [
  {
    model: /^claude-opus-4[-.]7/,
    capability: { ...CLAUDE, refuses: { ...CLAUDE.refuses, temperature: SAMPLING_400, top_p: SAMPLING_400, top_k: SAMPLING_400 } },
  },
  { model: /^claude/, capability: CLAUDE },
  {
    model: /^gpt-5\.2/,
    capability: {
      accepts: ["temperature", "top_p", "max_tokens", "seed", "response_format", "reasoning_effort"],
      onlyWithoutEffort: ["temperature", "top_p"],
      maxTokensField: "max_completion_tokens",
      severalAtOnce: true,
    },
  },
  { server: "openai", capability: { accepts: ["max_tokens"], maxTokensField: "max_completion_tokens", severalAtOnce: true } },
  {
    model: /^gemini-3\.1-pro/,
    capability: {
      accepts: ["temperature", "top_p", "max_tokens", "stop", "response_format", "reasoning_effort"],
      maxTokensField: "max_tokens",
      severalAtOnce: false,
    },
  },
  { server: "gemini", capability: { accepts: ["max_tokens"], maxTokensField: "max_tokens", severalAtOnce: false } },
  {
    model: /^qwen-plus/,
    capability: {
      accepts: [
        "temperature", "top_p", "top_k", "max_tokens", "seed", "stop", "presence_penalty", "response_format", "enable_thinking", "thinking_budget",
      ],
      maxTokensField: "max_tokens",
      severalAtOnce: false,
    },
  },
  { server: "dashscope", capability: { accepts: ["max_tokens"], maxTokensField: "max_tokens", severalAtOnce: false } },
  {
    server: "vllm",
    capability: {
      accepts: [...COMMON, "top_k", "min_p", "repetition_penalty"],
      maxTokensField: "max_tokens",
      severalAtOnce: true,
      // A model's generation_config.json would fill in what is left out (vLLM issue 15241). These are the values of "off".
      always: { temperature: 1, top_p: 1, top_k: -1, min_p: 0, repetition_penalty: 1 },
    },
  },
  { server: "openrouter", capability: { accepts: ["max_tokens"], maxTokensField: "max_tokens", severalAtOnce: false } },
  { server: "standard", capability: { accepts: COMMON, maxTokensField: "max_tokens", severalAtOnce: true } },
];

/** OpenRouter has its own name for the limit; without the flag it drops what the provider it picks does not take, and says nothing. */
const THROUGH_OPENROUTER = { maxTokensField: "max_tokens", extra: { provider: { require_parameters: true } } } as const;

/**
 * What a model takes at a server: the first of the caller's rows that matches, else the first of the table's, else nothing.
 * @example capabilityOf("anthropic", "claude-opus-4-7").accepts // ["max_tokens", "stop"]
 */
export function capabilityOf(server: ServerKind, model: string, own: readonly CapabilityRow[] = []): Capability {
  const name = model.slice(model.lastIndexOf("/") + 1);
  const row = [...own, ...CAPABILITIES].find((row) => (row.server ?? server) === server && (row.model?.test(name) ?? true));
  const capability = row?.capability ?? UNKNOWN;
  return server === "openrouter" ? { ...capability, ...THROUGH_OPENROUTER } : capability;
}

/** Whether the table knows a model by its name alone, so that the server need not be asked what it is. */
export function isKnownModel(model: string, own: readonly CapabilityRow[] = []): boolean {
  const name = model.slice(model.lastIndexOf("/") + 1);
  return [...own, ...CAPABILITIES].some((row) => row.server === undefined && (row.model?.test(name) ?? true));
}
