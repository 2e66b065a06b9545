/** What one asks of a model, in the protocol's own words, and the check that a call makes sense before it costs anything. */
import { InputError } from "../core/errors";
import { isObject, textIn } from "./json";

/** One turn of a chat. */
export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** What a caller may set about the answer. Names and meanings are the protocol's; which of them a model takes is in capabilities.ts. */
export interface Parameters {
  /** 0 is greedy. */
  readonly temperature?: number;
  /** Nucleus sampling, above 0 and up to 1; 1 is off. */
  readonly top_p?: number;
  /** So many likeliest tokens; −1 is off. */
  readonly top_k?: number;
  /** Tokens below this share of the likeliest are left out, 0 to 1; 0 is off. */
  readonly min_p?: number;
  /** Above 0; 1 is off. */
  readonly repetition_penalty?: number;
  readonly presence_penalty?: number;
  readonly frequency_penalty?: number;
  /** With n samples, sample i is asked for in a call of its own with seed + i. */
  readonly seed?: number;
  readonly stop?: string | readonly string[];
  /** Most tokens of one answer, thinking included. */
  readonly max_tokens?: number;
  readonly reasoning_effort?: string;
  readonly enable_thinking?: boolean;
  readonly thinking_budget?: number;
  readonly response_format?: Readonly<Record<string, unknown>>;
}

export type Parameter = keyof Parameters;

/** One call: a chat (`messages`) or a text to go on with (`prompt`), and how to answer. */
export interface CompletionCall extends Parameters {
  readonly model: string;
  readonly messages?: readonly Message[];
  readonly prompt?: string;
  /** How many samples, 1 unless told. */
  readonly n?: number;
  /** The number of the first sample, 0 unless told: the same question asked once more, as a draw of its own, without paying for those before it. */
  readonly firstSample?: number;
  /** Further fields of the request, sent as they are and never dropped, e.g. vLLM's `chat_template_kwargs`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /**
   * The chat template ends inside a think block (R1 templates), so an answer cut before `</think>` is thinking and nothing else.
   * Seen by itself where the prompt's own text ends with `<think>`.
   */
  readonly thinkOpen?: boolean;
  readonly signal?: AbortSignal;
}

/** Each parameter with the sentence that a wrong value meets and the test for a right one. */
const RULES: Record<Parameter, [must: string, holds: (value: unknown) => boolean]> = {
  temperature: ["a number from 0", (v) => isNumber(v) && v >= 0],
  top_p: ["a number above 0 and up to 1", (v) => isNumber(v) && v > 0 && v <= 1],
  top_k: ["a whole number from 1, or −1 for off", (v) => isWhole(v) && (v >= 1 || v === -1)],
  min_p: ["a number from 0 to 1", (v) => isNumber(v) && v >= 0 && v <= 1],
  repetition_penalty: ["a number above 0", (v) => isNumber(v) && v > 0],
  presence_penalty: ["a number from −2 to 2", (v) => isNumber(v) && Math.abs(v) <= 2],
  frequency_penalty: ["a number from −2 to 2", (v) => isNumber(v) && Math.abs(v) <= 2],
  seed: ["a whole number", isWhole],
  stop: ["a text or a list of texts", (v) => typeof v === "string" || (Array.isArray(v) && v.every((item) => typeof item === "string"))],
  max_tokens: ["a whole number from 1", (v) => isWhole(v) && v >= 1],
  reasoning_effort: ["a text such as \"low\"", (v) => typeof v === "string" && v !== ""],
  enable_thinking: ["true or false", (v) => typeof v === "boolean"],
  thinking_budget: ["a whole number from 0", (v) => isWhole(v) && v >= 0],
  response_format: ["an object", isObject],
};

export const PARAMETERS = Object.keys(RULES) as readonly Parameter[];

const ROLES: readonly unknown[] = ["system", "user", "assistant"];
const OTHER_FIELDS: readonly string[] = ["model", "messages", "prompt", "n", "firstSample", "extra", "thinkOpen", "signal"];
const KNOWN_FIELDS: readonly string[] = [...PARAMETERS, ...OTHER_FIELDS];
/** Fields of a request that the client writes itself: under `extra` they would say one thing and the record another. */
const NOT_EXTRA: readonly string[] = [...PARAMETERS, "model", "messages", "prompt", "n", "stream", "max_completion_tokens"];

/**
 * Refuses a call that no server could make sense of, or that would not do what its caller thinks.
 * @throws InputError that names the field, its value and what it must be
 */
export function checkCall(call: CompletionCall): void {
  if (!isObject(call)) throw new InputError("a call is an object with model and messages, or model and prompt");
  const unknown = Object.keys(call).find((field) => !KNOWN_FIELDS.includes(field));
  if (unknown) throw new InputError(`unknown field of a call: ${unknown}; the fields are ${KNOWN_FIELDS.join(", ")}`);
  if (!textIn(call.model)) throw new InputError(`a call names its model, got ${JSON.stringify(call.model)}`);
  if ((call.messages === undefined) === (call.prompt === undefined)) {
    throw new InputError("a call has either messages (a chat) or prompt (a text to go on with)");
  }
  if (call.messages) checkMessages(call.messages);
  else checkPrompt(call);
  const n = call.n ?? 1;
  if (!isWhole(n) || n < 1) throw new InputError(`n is a whole number from 1, got ${JSON.stringify(n)}`);
  const first = call.firstSample ?? 0;
  if (!isWhole(first) || first < 0) throw new InputError(`firstSample is a whole number from 0, got ${JSON.stringify(first)}`);
  for (const name of PARAMETERS) {
    const [must, holds] = RULES[name];
    if (call[name] !== undefined && !holds(call[name])) throw new InputError(`${name} is ${must}, got ${JSON.stringify(call[name])}`);
  }
  const taken = Object.keys(call.extra ?? {}).find((field) => NOT_EXTRA.includes(field));
  if (taken) throw new InputError(`extra may not hold ${taken}: set it as a field of the call itself, and never stream`);
}

/** The numbers of the samples that a call asks for. */
export function samplesOf({ n = 1, firstSample = 0 }: Pick<CompletionCall, "n" | "firstSample">): number[] {
  return Array.from({ length: n }, (_, i) => firstSample + i);
}

function checkMessages(messages: readonly Message[]): void {
  if (!Array.isArray(messages) || messages.length === 0) throw new InputError("messages is a list with at least one message");
  messages.forEach((message, i) => {
    if (!isObject(message) || !ROLES.includes(message.role) || typeof message.content !== "string") {
      throw new InputError(`messages[${i}] has a role (system, user or assistant) and a content that is a text`);
    }
  });
}

function checkPrompt(call: CompletionCall): void {
  if (!textIn(call.prompt)) throw new InputError("prompt is a text that is not empty");
  if (call.max_tokens === undefined) {
    throw new InputError("a call with prompt says max_tokens: left to the protocol, an answer ends after 16 tokens");
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
