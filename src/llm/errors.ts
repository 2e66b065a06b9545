/** The one error of the model client, and how a failure is put into its class. */
import { ToolError } from "../core/errors";
import { faultBehind, readFault, type ServerFault } from "./error-body";
import { retryAfterMs } from "./retry";
import type { ServerKind } from "./servers";

/**
 * Why a call came to nothing, and so what to do about it:
 * - `retryable`: the server was busy or broken each time it was tried; run again later.
 * - `quota`: the account has no credit or has met its cap; no waiting helps.
 * - `request`: the server refuses this request, its key or its length; change it.
 * - `content`: a filter refuses this prompt or its answer; the row stays without an answer.
 * - `transport`: no reply arrived, or one that is not the protocol's; look at the address and the network.
 * - `budget`: the client's own limit on tokens or money is reached.
 * - `cancelled`: the caller's signal was aborted.
 */
export type ErrorKind = "retryable" | "quota" | "request" | "content" | "transport" | "budget" | "cancelled";

export interface ErrorFacts {
  /** HTTP status, where a reply came. */
  readonly status?: number;
  /** The server's or the system's own word, e.g. context_length_exceeded or ECONNRESET. */
  readonly code?: string;
  /** The wait the server asked for. */
  readonly retryAfterMs?: number;
  /** Whether the same request may succeed when it is sent again. */
  readonly again?: boolean;
  /** Whether the server may have worked for it, and count it, although no reply was to be had. */
  readonly maybePaid?: boolean;
  /** How many times it was sent. */
  readonly attempts?: number;
  readonly model?: string;
  readonly requestHash?: string;
  readonly promptHash?: string;
}

/** A call that came to nothing. Its message holds no key: every text in it went through the client's redaction. */
export class ModelError extends ToolError implements ErrorFacts {
  override readonly name = "ModelError";
  readonly status?: number;
  readonly code?: string;
  readonly retryAfterMs?: number;
  readonly again: boolean;
  readonly maybePaid: boolean;
  readonly attempts: number;
  readonly model?: string;
  readonly requestHash?: string;
  readonly promptHash?: string;

  constructor(readonly kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(message);
    this.status = facts.status;
    this.code = facts.code;
    this.retryAfterMs = facts.retryAfterMs;
    this.again = facts.again ?? false;
    this.maybePaid = facts.maybePaid ?? false;
    this.attempts = facts.attempts ?? 0;
    this.model = facts.model;
    this.requestHash = facts.requestHash;
    this.promptHash = facts.promptHash;
  }

  /** The same failure with what the client knows of its call. */
  with(facts: ErrorFacts, message = this.message): ModelError {
    return new ModelError(this.kind, message, { ...this.toJSON(), ...facts });
  }

  /** A record of the failure for a journal. */
  toJSON(): ErrorFacts & { kind: ErrorKind; message: string } {
    const { kind, message, status, code, retryAfterMs, again, maybePaid, attempts, model, requestHash, promptHash } = this;
    return { kind, message, status, code, retryAfterMs, again, maybePaid, attempts, model, requestHash, promptHash };
  }
}

/** A reply as it came off the wire. */
export interface WireReply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
}

/** Words of a code or type. A message may quote the prompt, so of it only phrases count that no exercise in mathematics holds. */
const QUOTA_CODE = /insufficient.?(quota|balance|credit|funds)|billing|payment.?required|spend|arrearage/i;
const QUOTA_PHRASE = /insufficient (quota|balance|credit|funds)|credit balance is too low|out of credits/i;
const QUOTA_PHRASE_429 = /exceeded your current quota|spend(ing)?[ _-]?(limit|cap)/i;
const CONTENT_CODE = /content.?(filter|policy)|data.?inspection|moderation|prohibited_content|invalid_prompt|safety/i;
const CONTENT_PHRASE = /content (filter|policy|management policy)|safety system|inappropriate content|blocked by.{0,40}(filter|policy|safety)/i;
const CONTEXT = /context.?length|maximum context|max_model_len|too many tokens|input is too long|prompt is too long/i;

/** A message longer than this is cut: some proxies answer with a whole page. */
const LONGEST_MESSAGE = 600;

/**
 * The class of a reply that reports a failure.
 * @param reply status 300 or more, or any status with a body that names an error
 * @param server whose reply it is: at Anthropic a 429 without Retry-After is a spend cap
 * @param now milliseconds since 1970, against which a Retry-After date without a Date header is read
 * @example classify({ status: 402, headers: new Headers(), body: "no credit" }, "unknown", 0).kind // "quota"
 */
export function classify(reply: WireReply, server: ServerKind, now: number): ModelError {
  const target = reply.status < 400 ? reply.headers.get("location") : null;
  const fault = target === null ? faultBehind(reply.status, reply.body) : redirection(target);
  // Under HTTP 200 the status is the one that the body names; a fault without one broke off while the answer was being made.
  const status = reply.status >= 300 ? reply.status : fault.status ?? statusOfWords(fault) ?? 500;
  const wait = retryAfterMs(reply.headers, now) ?? fault.retryMs;
  const kind = kindOf(status, fault, wait !== undefined, server);
  const mayRepeat = reply.headers.get("x-should-retry") !== "false";
  const overflow = kind === "request" && CONTEXT.test(`${fault.code} ${fault.message}`);
  const word = fault.code ?? fault.type;
  return new ModelError(kind, `${status} ${word ? `${word}: ` : ""}${shortened(fault.message)}`, {
    status,
    code: overflow ? "context_length_exceeded" : word,
    retryAfterMs: wait,
    again: kind === "retryable" && mayRepeat,
  });
}

function redirection(target: string): ServerFault {
  return { message: `the server sends on to ${target}; set baseUrl to where the API is`, flagged: false };
}

/** Whether a reply is a failure, under whatever status. */
export function isFailure(reply: WireReply): boolean {
  return reply.status >= 300 || readFault(reply.body) !== undefined;
}

function kindOf(status: number, fault: ServerFault, hasWait: boolean, server: ServerKind): ErrorKind {
  if (status === 402 || isQuota(status, fault, hasWait, server)) return "quota";
  const words = `${fault.code} ${fault.type}`;
  const filtered = fault.flagged || CONTENT_CODE.test(words) || CONTENT_PHRASE.test(fault.message);
  if (status < 500 && status !== 429 && filtered) return "content";
  if (status === 408 || status === 409 || status === 425 || status === 429) return "retryable";
  return status >= 500 && status !== 501 && status !== 505 ? "retryable" : "request";
}

function isQuota(status: number, fault: ServerFault, hasWait: boolean, server: ServerKind): boolean {
  if (QUOTA_CODE.test(`${fault.code} ${fault.type}`) || QUOTA_PHRASE.test(fault.message)) return true;
  // Gemini says "exceeded your current quota" of its limit a minute too, and then how long to wait; Anthropic's limit a minute always says it.
  return status === 429 && !hasWait && (server === "anthropic" || QUOTA_PHRASE_429.test(fault.message));
}

/** The status that a fault under HTTP 200 amounts to when it names none but speaks of one. */
function statusOfWords(fault: ServerFault): number | undefined {
  const words = `${fault.code} ${fault.type}`;
  if (/rate.?limit/i.test(words)) return 429;
  if (/overloaded/i.test(words)) return 529;
  if (/authentication|invalid_api_key|permission/i.test(words)) return 401;
  if (/invalid.?request|bad.?request|not.?found/i.test(words) || CONTEXT.test(`${fault.code} ${fault.message}`)) return 400;
  return CONTENT_CODE.test(words) ? 400 : undefined;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}… (${line.length} characters)` : line;
}
