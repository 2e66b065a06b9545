/** One file over HTTP: resumable, with retries, seen under its name only when it is whole and right. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { ToolError } from "../core/errors";
import { shown } from "../core/files";
import type { Transfer } from "./progress";

/** Why a file did not come: no way to the server, not there, not given, given but wrong, or broken off too often. */
export type DownloadFailure = "unreachable" | "missing" | "refused" | "differs" | "broken";

export class DownloadError extends ToolError {
  override readonly name: string = "DownloadError";
  constructor(
    readonly kind: DownloadFailure,
    message: string,
  ) {
    super(message);
  }
}

/** Time, which a test may run faster. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const CLOCK: Clock = { now: Date.now, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

export interface DownloadOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the whole file in bytes, where it is known. */
  readonly size?: number;
  /** Looks at the whole file under its provisional name; says what is wrong with it, or nothing. */
  readonly verify?: (part: string) => Promise<string | undefined>;
  readonly onProgress?: (transfer: Transfer) => void;
  /** Told in words why and how long the download waits before it tries again. */
  readonly onRetry?: (message: string) => void;
  readonly clock?: Clock;
  /** Milliseconds without a byte after which a connection counts as dead. */
  readonly stallMs?: number;
}

/** Tries per call; what has come stays for the next call. */
const ATTEMPTS = 6;
const FIRST_WAIT_MS = 1000;
/** A server that asks for a longer pause is asked again in another call. */
const LONGEST_WAIT_MS = 120_000;
const UNREACHABLE = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|.*CERT.*|.*VERIFY.*)$/;

/** A try that failed but may succeed when repeated. */
class Again extends Error {
  constructor(
    message: string,
    readonly waitMs?: number,
  ) {
    super(message);
  }
}

/** What a started file is a part of; lies beside it. */
interface Started {
  readonly url: string;
  readonly etag?: string;
  readonly total?: number;
}

/**
 * Brings the file at `url` to `path`. Until it is whole and verified it lies at `path.part`; a call after an interruption goes on from there
 * if the server can (HTTP Range with If-Range on a strong ETag), and from the start if not.
 * @throws DownloadError with its kind; ToolError if the disk fails
 */
export async function download(url: string, path: string, options: DownloadOptions = {}): Promise<void> {
  const { verify, onRetry, clock = CLOCK } = options;
  const part = `${path}.part`;
  mkdirSync(dirname(path), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    try {
      const pieced = await fetchOnce(url, part, options);
      const wrong = await verify?.(part);
      if (wrong === undefined) break;
      dropPart(part);
      if (!pieced) throw new DownloadError("differs", `${url}: ${wrong}`);
      throw new Again(`${wrong}; put together from two answers, so from the start`, 0);
    } catch (error) {
      if (!(error instanceof Again)) throw error;
      const waitMs = error.waitMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
      if (attempt === ATTEMPTS || waitMs > LONGEST_WAIT_MS) {
        const asked = waitMs > LONGEST_WAIT_MS ? `; the server asks for a pause of ${Math.ceil(waitMs / 1000)} s` : ` (${attempt} attempts)`;
        throw new DownloadError("broken", `${url}: ${error.message}${asked}. What has come is kept: the same command goes on from there`);
      }
      onRetry?.(`${shown(path)}: ${error.message}; again in ${Math.ceil(waitMs / 1000)} s`);
      if (waitMs > 0) await clock.sleep(waitMs);
    }
  }
  renameSync(part, path);
  rmSync(`${part}.json`, { force: true });
}

/** @returns whether the file was put together from this answer and an earlier one */
async function fetchOnce(url: string, part: string, options: DownloadOptions): Promise<boolean> {
  const { headers, size, stallMs = 30_000 } = options;
  const started = startedOf(part, url);
  const have = started ? sizeOf(part) : 0;
  if (started && have > 0 && have === started.total) return true;
  const stalled = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(new Again(`no byte for ${stallMs / 1000} s`)), stallMs);
  };
  alive();
  try {
    // No compression: offsets and lengths then speak of the file itself.
    const range: Record<string, string> = have > 0 ? { Range: `bytes=${have}-`, "If-Range": started!.etag! } : {};
    const response = await fetch(url, { headers: { ...headers, "Accept-Encoding": "identity", ...range }, signal: stalled.signal });
    const from = startOf(response, url, part, have, started);
    const coded = isCoded(response);
    const length = Number(response.headers.get("content-length") ?? NaN);
    const total = coded || Number.isNaN(length) ? size : from + length;
    if (size !== undefined && total !== size) throw new DownloadError("differs", `${url}: the server's file has ${total} bytes, the known one ${size}`);
    const etag = coded ? undefined : strong(response.headers.get("etag"));
    if (from === 0) writeFileSync(`${part}.json`, JSON.stringify({ url, etag, total } satisfies Started));
    await append(response, part, from, total, alive, options);
    return from > 0;
  } catch (error) {
    throw sorted(error, url);
  } finally {
    clearTimeout(timer);
    // Ends what is left of an answer that is not wanted; without effect on one that is through.
    stalled.abort();
  }
}

/** The byte at which the answer's body begins. */
function startOf(response: Response, url: string, part: string, have: number, started: Started | undefined): number {
  const { status } = response;
  if (status === 200) {
    if (/^text\/html/i.test(response.headers.get("content-type") ?? "")) throw new DownloadError("refused", `${url}: a web page came in place of the file; a proxy or a login may stand between`);
    return 0;
  }
  if (status === 206 || status === 416) {
    const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get("content-range") ?? "") ?? [];
    const etag = response.headers.get("etag");
    const same = status === 206 && have > 0 && Number(first) === have && (started?.total === undefined || Number(total) === started.total) && (etag === null || etag === started?.etag);
    if (same && !isCoded(response)) return have;
    dropPart(part);
    throw new Again("the file has changed since it was begun, so from the start", 0);
  }
  if (status === 404 || status === 410) throw new DownloadError("missing", `${url}: the server has no such file (${status})`);
  if (status === 408 || status === 425 || status === 429 || status >= 500) throw new Again(`the server answers ${status}`, retryAfterMs(response));
  const remedy = status === 401 || status === 403 ? "; a file that asks for consent needs a token in HF_TOKEN" : "";
  throw new DownloadError("refused", `${url}: the server answers ${status}${remedy}`);
}

async function append(response: Response, part: string, from: number, total: number | undefined, alive: () => void, { onProgress, clock = CLOCK }: DownloadOptions): Promise<void> {
  const file = await open(part, from > 0 ? "a" : "w");
  const begun = clock.now();
  let bytes = from;
  try {
    for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      alive();
      await file.writeFile(chunk);
      bytes += chunk.length;
      if (total !== undefined && bytes > total) break;
      onProgress?.({ file: part.replace(/^.*[\\/]|\.part$/g, ""), bytes, ...(total !== undefined && { total }), came: bytes - from, ms: clock.now() - begun });
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (total !== undefined && bytes > total) dropPart(part);
  if (total !== undefined && bytes !== total) throw new Again(`the answer holds ${bytes > total ? "more than the" : `${bytes} of`} ${total} bytes`);
}

/** A part that can be gone on with: of the same address, and with a strong ETag to hold the server to. */
function startedOf(part: string, url: string): Started | undefined {
  try {
    const started = JSON.parse(readFileSync(`${part}.json`, "utf8")) as Started;
    return started.url === url && typeof started.etag === "string" && sizeOf(part) <= (started.total ?? Infinity) ? started : undefined;
  } catch {
    return undefined; // Nothing was begun, or its note was cut off: from the start.
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function dropPart(part: string): void {
  rmSync(part, { force: true });
  rmSync(`${part}.json`, { force: true });
}

function isCoded(response: Response): boolean {
  return !/^(identity)?$/i.test(response.headers.get("content-encoding") ?? "");
}

/** A weak ETag, W/"…", promises the same meaning, not the same bytes. */
function strong(etag: string | null): string | undefined {
  return etag?.startsWith('"') ? etag : undefined;
}

/** Retry-After in milliseconds: seconds, or a date. */
function retryAfterMs(response: Response): number | undefined {
  const value = response.headers.get("retry-after");
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Errors of the network as what they mean here; all others as they are. */
function sorted(error: unknown, url: string): unknown {
  if (error instanceof Again || error instanceof DownloadError || !(error instanceof Error)) return error;
  const cause = error.cause as (Error & { code?: string }) | undefined;
  const code = cause?.code ?? (error as { code?: string }).code ?? "";
  if (/^(ENOSPC|EACCES|EROFS|EDQUOT|EISDIR|EPERM)$/.test(code)) return new ToolError(`the file cannot be written: ${error.message}`);
  if (!(error instanceof TypeError)) return error;
  if (UNREACHABLE.test(code)) return new DownloadError("unreachable", `${new URL(url).origin} cannot be reached (${code})`);
  // Without a code it is fetch's own refusal, such as a port it never asks or redirects without end: the same another time.
  return code ? new Again(`the connection broke (${code})`) : new DownloadError("refused", `${url}: ${cause?.message ?? error.message}`);
}
