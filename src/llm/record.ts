/** What is kept of each sample, and a result put together from what was kept. */
import { countIn, type JsonObject } from "./json";
import type { Dropped } from "./plan";
import { readChoice, sumUsage, type Reply, type Usage } from "./reply";

/** One sample as it lies in the cache: the server's choice untouched, so that reading it anew costs nothing. */
export interface ReplyRecord {
  readonly kind: "reply";
  readonly requestHash: string;
  readonly promptHash: string;
  /** The server's name and the route below it. */
  readonly server: string;
  readonly path: string;
  /** The model asked for, and the one that the server says has answered. */
  readonly model: string;
  readonly servedModel?: string;
  /** The server's names for the build that answered and for its answer, where it gives them. */
  readonly fingerprint?: string;
  readonly responseId?: string;
  /** The number of this sample, from 0. */
  readonly sample: number;
  /** The request but for its prompt, as sent. */
  readonly sent: JsonObject;
  readonly dropped: readonly Dropped[];
  /** The choice as the server sent it. */
  readonly choice: unknown;
  /** Tokens of the whole call that this sample came with, and the name of that call. */
  readonly usage?: Usage;
  readonly call: string;
  readonly status: number;
  readonly attempts: number;
  readonly faults: readonly string[];
  /** ISO 8601. */
  readonly startedAt: string;
  /** Time from request to reply, in milliseconds, waits and failed attempts not counted. */
  readonly ms: number;
  readonly warnings: readonly string[];
}

/** One sample with where it came from. */
export interface KeptReply extends Reply {
  readonly sample: number;
  /** It was read from the cache: nothing was sent for it. */
  readonly cached: boolean;
  readonly startedAt: string;
  readonly ms: number;
}

/** What a call brought. */
export interface Completion {
  /** The samples in order; as many as were asked for. */
  readonly replies: readonly KeptReply[];
  /** Tokens of the calls that the replies came with, whether now or when they were put into the cache. */
  readonly usage: Usage;
  /** The request but for its prompt, as sent for the first sample. */
  readonly sent: JsonObject;
  /** Parameters that were asked for and not sent, each with the reason. */
  readonly dropped: readonly Dropped[];
  /** The model that the server says has answered. */
  readonly servedModel?: string;
  readonly requestHash: string;
  readonly promptHash: string;
  /** Most times that one of its requests was sent; 0 when all came from the cache. */
  readonly attempts: number;
  /** What a reader of the results should know, in sentences. */
  readonly warnings: readonly string[];
}

/** The key of one sample. */
export function replyKey(requestHash: string, sample: number): string {
  return `${requestHash}/${sample}`;
}

/** A record read from the cache, or undefined if it is not one of a reply. */
export function replyRecord(value: JsonObject | undefined): ReplyRecord | undefined {
  return value?.kind === "reply" && countIn(value.sample) !== undefined ? (value as unknown as ReplyRecord) : undefined;
}

/**
 * Puts records of one request together, in the order of their samples.
 * @param records at least one
 * @param fresh the records that were fetched now
 */
export function completionOf(records: readonly ReplyRecord[], fresh: ReadonlySet<ReplyRecord>, thinkOpen: boolean): Completion {
  const sorted = [...records].sort((a, b) => a.sample - b.sample);
  const first = sorted[0]!;
  const calls = new Map(sorted.map((record) => [record.call, record.usage]));
  const replies = sorted.map((record) => ({
    ...readChoice(record.choice, thinkOpen),
    sample: record.sample,
    cached: !fresh.has(record),
    startedAt: record.startedAt,
    ms: record.ms,
  }));
  return {
    replies,
    usage: sumUsage([...calls.values()]),
    sent: first.sent,
    dropped: first.dropped,
    servedModel: first.servedModel,
    requestHash: first.requestHash,
    promptHash: first.promptHash,
    attempts: Math.max(0, ...[...fresh].map((record) => record.attempts)),
    warnings: [...new Set(sorted.flatMap((record) => record.warnings)), ...repeated(replies, first.sent.temperature)],
  };
}

/** Identical samples at a temperature are a sign that the server does not sample (vLLM issues 16449 and 1595). */
function repeated(replies: readonly Reply[], temperature: unknown): string[] {
  const distinct = new Set(replies.map(({ text, reasoning }) => `${reasoning}</think>${text}`)).size;
  return distinct === replies.length || temperature === 0 ? [] : [`only ${distinct} of ${replies.length} samples differ`];
}
