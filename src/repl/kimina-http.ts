/** One request to a Kimina server, with patience: a full server is asked again later, a broken connection too. */

/** The server's answer, or why there is none. `status` 0 is no answer at all. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly words: string;
}

export interface HttpOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  /** Further tries after a full server or a broken connection. */
  readonly retries: number;
  /** Before the first of them, milliseconds; twice as long each time, 30 s at the most. A server's own Retry-After comes first. */
  readonly pauseMs: number;
}

const LONGEST_PAUSE_MS = 30_000;

/** Statuses that say "later": too many requests, and what gateways say of a server that is starting or full. */
const LATER = new Set([0, 429, 502, 503, 504]);

/** @throws the signal's reason if it is aborted */
export async function request(method: "GET" | "POST", path: string, body: object | undefined, limitMs: number, { url, apiKey, retries, pauseMs }: HttpOptions, signal?: AbortSignal): Promise<HttpAnswer> {
  for (let tries = 0; ; tries++) {
    const { answer, wait } = await once(method, `${url.replace(/\/+$/, "")}${path}`, body, limitMs, apiKey, signal);
    signal?.throwIfAborted();
    if (!LATER.has(answer.status) || tries >= retries) return answer;
    await pause(wait ?? pauseBefore(tries, pauseMs), signal);
  }
}

/** Milliseconds before the next try, after so many: twice as long each time. */
export function pauseBefore(tries: number, pauseMs: number): number {
  return Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** tries);
}

async function once(method: string, url: string, body: object | undefined, limitMs: number, apiKey: string | undefined, signal: AbortSignal | undefined): Promise<{ answer: HttpAnswer; wait?: number }> {
  const limit = AbortSignal.timeout(limitMs);
  const headers = { ...(body && { "content-type": "application/json" }), ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) };
  try {
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }), signal: signal ? AbortSignal.any([limit, signal]) : limit });
    const text = await response.text();
    const after = Number(response.headers.get("retry-after"));
    return { answer: { status: response.status, body: parsed(text), words: text.slice(0, 300) }, ...(after > 0 && { wait: Math.min(LONGEST_PAUSE_MS, after * 1000) }) };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    return { answer: { status: 0, body: undefined, words: limit.aborted ? `no answer within ${limitMs} ms` : (cause?.code ?? cause?.message ?? message) } };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Waits, or throws the signal's reason. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => (clearTimeout(timer), reject(signal!.reason));
    const timer = setTimeout(() => (signal?.removeEventListener("abort", stop), resolve()), ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
