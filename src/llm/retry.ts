/** When to send a request again: the server's own word, else a growing wait. */
import { seeded } from "../core/random";

/** How often one request is sent at most: at one fault in ten, one call in a hundred million meets eight in a row. */
export const ATTEMPTS = 8;
/** A request that ran into its time limit is sent this often at most: each of these costs a whole generation. */
export const TIMED_OUT_ATTEMPTS = 3;
/** A server that asks for a longer wait than 15 minutes is not waited for. */
export const LONGEST_WAIT_MS = 900_000;

const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
/** Limits on requests are reckoned by the minute: the seven waits of a busy server come to 32 to 64 s. */
const LONGEST_BUSY_BACKOFF_MS = 32_000;

/**
 * The wait that a reply's headers ask for, in milliseconds: `retry-after-ms`, or `Retry-After` as seconds or as an HTTP date
 * (RFC 9110, 10.2.3). A date is read against the reply's own Date header, so that a wrong clock here does no harm.
 * @param now milliseconds since 1970, for a date without a Date header
 * @returns undefined where the headers say nothing that can be read
 * @example retryAfterMs(new Headers({ "retry-after": "2" }), 0) // 2000
 */
export function retryAfterMs(headers: { get(name: string): string | null }, now: number): number | undefined {
  const exact = numberOf(headers.get("retry-after-ms"));
  if (exact !== undefined) return exact;
  const after = headers.get("retry-after");
  const seconds = numberOf(after);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(after ?? "");
  if (!/\D{3}/.test(after ?? "") || Number.isNaN(date)) return undefined; // Date.parse reads "-1" as a date in 2001
  const sent = Date.parse(headers.get("date") ?? "");
  return Math.max(0, date - (Number.isNaN(sent) ? now : sent));
}

/**
 * The wait before attempt k + 1 where the server names none: 0.5 s doubled each time up to 8 s, or 32 s where the server is
 * busy, of which a share between one half and all, so that requests which failed together do not come back together.
 * @param attempt how often the request was sent, from 1
 * @param request names the request; the same request waits the same time in every run
 */
export function backoffMs(attempt: number, request: string, busy = false): number {
  const full = Math.min(busy ? LONGEST_BUSY_BACKOFF_MS : LONGEST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + 0.5 * seeded(`${request} ${attempt}`)()));
}

function numberOf(value: string | null): number | undefined {
  return value !== null && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
