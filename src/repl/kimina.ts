/** A Kimina Lean Server: for those whose statements outgrow one machine. */
import { InputError } from "../core/errors";
import { Breaker } from "./breaker";
import type { CheckOptions, LeanEngine, LeanResult, LeanStatus, LeanVersions } from "./engine";
import { LEAN_HEADER, probeOf } from "./headers";
import { pause, pauseBefore, request, type HttpAnswer, type HttpOptions } from "./kimina-http";
import { answersOf, isFull, requestFor, type KiminaGeneration, type Told } from "./kimina-wire";
import { inOrder } from "../core/order";
import { hasLoneSurrogate } from "./protocol";
import { TIMEOUT_MS } from "./repl";
import { dealOut, snippetOf, type CountsFrom, type Snippet } from "./snippet";
import { leanVersionOf, VERSION_COMMAND } from "./version";

export interface KiminaOptions {
  /** Such as "http://localhost:8000". */
  readonly url: string;
  readonly apiKey?: string;
  /** Imports and options for texts that bring no imports of their own, or only such as these bring. Default `LEAN_HEADER`. */
  readonly header?: string;
  /** For one text, milliseconds; the server counts whole seconds, and gives the header as much again. Default 60 000. */
  readonly timeoutMs?: number;
  /** Requests at once. Default 4: modest, since servers that are asked for too much answer with time-outs. */
  readonly concurrency?: number;
  /** Texts in one request at the most. Default 8. */
  readonly batchSize?: number;
  /** How long the server may let a request wait for a free REPL, milliseconds: its MAX_WAIT. Default 60 000. */
  readonly maxWaitMs?: number;
  /** Further tries after 429, a gateway's "later", or a broken connection. Default 6. */
  readonly retries?: number;
  /** Before the first of them, milliseconds; doubled each time. Default 1000. */
  readonly pauseMs?: number;
}

interface Waiting {
  readonly code: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (told: Told) => void;
  readonly reject: (reason: unknown) => void;
}

/** Why nothing works under some imports, as the failure of the machinery that it may be, and what the trial of them came to. */
interface Trouble {
  readonly result: LeanResult;
  readonly cause: LeanStatus;
}

interface Manners {
  readonly generation: KiminaGeneration;
  readonly countsFrom: CountsFrom;
}

/**
 * A client for both generations of the Kimina Lean Server; which one answers is found out on first use, and so is how it counts lines.
 *
 * Texts that are asked at the same time share requests. A request that the server answers with 500 as a whole is cut in half until the text that does it stands
 * alone: that text is `crashed`, the others have their results. A full server (429) is asked again with growing pauses. What cannot be reached, or refuses the
 * key, is `infra`. Each header is tried once, since a failed import is silent; a text's own imports that fail where the engine's do not are Lean's
 * answer to the text.
 * @throws InputError for a URL that is none, or an option outside its range
 * @example await new KiminaServer({ url: "http://localhost:8000" }).check("example : (2 : ℝ) + 2 = 4 := by norm_num") // { status: "ok", reply: { … } }
 */
export class KiminaServer implements LeanEngine {
  readonly engine = "kimina";
  readonly header: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  private readonly http: HttpOptions;
  private readonly timeoutMs: number;
  private readonly maxWaitMs: number;
  private readonly concurrency: number;
  private readonly batchSize: number;
  private readonly queue: Waiting[] = [];
  private active = 0;
  private planned = false;
  private closed = false;
  private manners: Promise<Manners | LeanResult> | undefined;
  private readonly headers = new Map<string, Promise<Trouble | undefined>>();
  private readonly breaker = new Breaker(1);
  private asked: Promise<LeanVersions> | undefined;

  constructor({ url, apiKey, header = LEAN_HEADER, timeoutMs = TIMEOUT_MS, concurrency = 4, batchSize = 8, maxWaitMs = 60_000, retries = 6, pauseMs = 1000 }: KiminaOptions) {
    if (!URL.canParse(url) || !/^https?:/.test(url)) throw new InputError(`url is the address of a Kimina server, such as http://localhost:8000, got ${JSON.stringify(url)}`);
    for (const [name, value] of Object.entries({ concurrency, batchSize })) if (!Number.isSafeInteger(value) || value < 1) throw new InputError(`${name} is a whole number from 1, got ${value}`);
    for (const [name, value] of Object.entries({ timeoutMs, maxWaitMs, pauseMs })) if (!(value > 0)) throw new InputError(`${name} is a positive number of milliseconds, got ${value}`);
    this.header = header;
    this.http = { url, apiKey, retries, pauseMs };
    this.timeoutMs = timeoutMs;
    this.maxWaitMs = maxWaitMs;
    this.concurrency = concurrency;
    this.batchSize = batchSize;
    this.configuration = { url, header, timeoutMs };
  }

  async check(code: string, options: CheckOptions = {}): Promise<LeanResult> {
    const results = await this.runSteps([code], options);
    return results[0]!;
  }

  /** Many texts, from any source, with their results in the order of the texts; see `LeanPool.checkAll`. */
  checkAll(codes: Iterable<string> | AsyncIterable<string>, options: CheckOptions = {}): AsyncGenerator<LeanResult, void> {
    return inOrder(codes, (code) => this.check(code, options), 2 * this.concurrency * this.batchSize);
  }

  async runSteps(steps: readonly string[], { timeoutMs = this.timeoutMs, signal }: CheckOptions = {}): Promise<LeanResult[]> {
    if (steps.length === 0) throw new InputError("runSteps needs at least one step");
    signal?.throwIfAborted();
    if (steps.some(hasLoneSurrogate)) return [{ status: "lean_error", detail: "the text holds half of a surrogate pair, which no Lean source can hold" }];
    const manners = await this.ready();
    if ("status" in manners) return [manners];
    const snippet = snippetOf(steps.map((step) => step.replace(/\r\n?/g, "\n")), this.header);
    const trouble = await this.tried(snippet.imports);
    if (trouble) return [await this.blamed(trouble, snippet.imports)];
    return resultsOf(await this.ask(snippet.code, timeoutMs, signal), snippet, manners.countsFrom);
  }

  versions(): Promise<LeanVersions> {
    this.asked ??= this.check(VERSION_COMMAND).then((result) => {
      const lean = leanVersionOf(result);
      if (lean === undefined) this.asked = undefined;
      return lean === undefined ? {} : { lean };
    });
    return this.asked;
  }

  /** Nothing more is sent; what still waits is answered `infra`. */
  close(): Promise<void> {
    this.closed = true;
    this.send();
    return Promise.resolve();
  }

  /** Generation and manner of counting, found out once; a failure is forgotten, so that the next call tries again. */
  private async ready(): Promise<Manners | LeanResult> {
    const trouble = this.breaker.open;
    if (trouble !== undefined) return { status: "infra", detail: trouble };
    this.manners ??= this.findOut().then((found) => {
      if ("status" in found) this.breaker.failed(found.detail!);
      else this.breaker.succeeded();
      return found;
    });
    const found = await this.manners;
    if ("status" in found) this.manners = undefined;
    return found;
  }

  private async findOut(): Promise<Manners | LeanResult> {
    const health = await request("GET", "/health", undefined, 30_000, this.http);
    const status = (health.body as { status?: unknown } | undefined)?.status;
    const generation = status === "ok" ? "check" : status === "healthy" || health.status === 503 ? "verify" : undefined;
    if (generation === undefined) return { status: "infra", detail: `${this.http.url} does not answer as a Kimina server (${said(health)})` };
    // A line that both would report, but not under the same number.
    const [told] = await this.post(generation, ["import Init\n\n#check kit_no_such_name"], Math.max(this.timeoutMs, 30_000));
    if (!told || "status" in told) return told ?? { status: "infra", detail: "no answer" };
    const line = told.reply.messages?.find(({ severity }) => severity === "error")?.pos.line;
    if (line === undefined) return { status: "infra", detail: `${this.http.url} finds no error in a text that has one` };
    return { generation, countsFrom: line >= 3 ? "text" : "body" };
  }

  /** A text's own imports that do not load where the engine's header does are the server's answer to the text; anything else says nothing about it. */
  private async blamed({ result, cause }: Trouble, imports: string): Promise<LeanResult> {
    if (cause === "infra" || this.header === "") return result;
    const common = snippetOf([""], this.header).imports;
    if (common === imports) return result;
    return (await this.tried(common))?.result ?? { ...result, status: cause };
  }

  /** Tries a header once; undefined if it works. */
  private async tried(imports: string): Promise<Trouble | undefined> {
    const known = this.headers.get(imports) ?? this.probe(imports);
    this.headers.set(imports, known);
    const trouble = await known;
    if (trouble) this.headers.delete(imports);
    return trouble;
  }

  private async probe(imports: string): Promise<Trouble | undefined> {
    const manners = await this.ready();
    if ("status" in manners) return { result: manners, cause: manners.status };
    const snippet = snippetOf([`${imports}\n${probeOf(imports)}`], "");
    const [result] = resultsOf(await this.ask(snippet.code, Math.max(this.timeoutMs, 60_000), undefined), snippet, manners.countsFrom);
    if (result!.status === "ok") return undefined;
    // With a reply, it was Lean that refused the imports.
    const cause = result!.reply ? "lean_error" : result!.status;
    return { cause, result: { ...result!, status: "infra", detail: `nothing works under the header ${JSON.stringify(imports)} on this server: ${result!.detail}` } };
  }

  private ask(code: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<Told> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        const at = this.queue.indexOf(waiting);
        if (at !== -1) this.queue.splice(at, 1);
        reject(signal!.reason);
      };
      const done = () => signal?.removeEventListener("abort", stop);
      const waiting: Waiting = { code, timeoutMs, signal, resolve: (told) => (done(), resolve(told)), reject: (reason) => (done(), reject(reason)) };
      signal?.addEventListener("abort", stop, { once: true });
      this.queue.push(waiting);
      this.plan();
    });
  }

  /** Waits for what is asked in the same moment. */
  private plan(): void {
    if (this.planned) return;
    this.planned = true;
    setImmediate(() => {
      this.planned = false;
      this.send();
    });
  }

  private send(): void {
    if (this.closed) for (const { resolve } of this.queue.splice(0)) resolve({ status: "infra", detail: "the client was closed" });
    while (this.queue.length > 0 && this.active < this.concurrency) {
      const { timeoutMs } = this.queue[0]!;
      const share = Math.min(this.batchSize, Math.ceil(this.queue.length / (this.concurrency - this.active)));
      const other = this.queue.findIndex((each) => each.timeoutMs !== timeoutMs);
      const batch = this.queue.splice(0, Math.min(share, other === -1 ? share : other));
      this.active += 1;
      void this.batch(batch, timeoutMs).finally(() => {
        this.active -= 1;
        this.send();
      });
    }
  }

  private async batch(batch: readonly Waiting[], timeoutMs: number): Promise<void> {
    // The server ends its REPLs when the connection is dropped; that is done when nobody waits any more.
    const stop = new AbortController();
    const check = () => batch.every(({ signal }) => signal?.aborted) && stop.abort(batch[0]!.signal!.reason);
    for (const { signal } of batch) signal?.addEventListener("abort", check);
    try {
      const manners = await this.ready();
      const told = "status" in manners ? batch.map(() => manners) : await this.post(manners.generation, batch.map(({ code }) => code), timeoutMs, stop.signal);
      batch.forEach(({ resolve }, i) => resolve(told[i]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      for (const { signal } of batch) signal?.removeEventListener("abort", check);
    }
  }

  /** The answers to some texts; a request that fails as a whole is cut in half, and a single text that fails is tried once more. */
  private async post(generation: KiminaGeneration, codes: readonly string[], timeoutMs: number, signal?: AbortSignal, tries = 0, again = true): Promise<Told[]> {
    const { path, body } = requestFor(generation, codes, timeoutMs);
    const answer = await request("POST", path, body, this.maxWaitMs + 2 * timeoutMs * codes.length + 30_000, this.http, signal);
    if (answer.status === 200) return this.withoutFull(answersOf(answer.body, codes.length), generation, codes, timeoutMs, signal, tries);
    if (answer.status !== 500) return codes.map(() => ({ status: "infra", detail: `${this.http.url}${path}: ${said(answer)}` }));
    if (codes.length > 1) {
      const middle = Math.ceil(codes.length / 2);
      const halves = [codes.slice(0, middle), codes.slice(middle)];
      return (await Promise.all(halves.map((half) => this.post(generation, half, timeoutMs, signal, tries)))).flat();
    }
    if (again) return this.post(generation, codes, timeoutMs, signal, tries, false);
    return [{ status: "crashed", detail: `twice, the server could not finish this text: ${said(answer)}` }];
  }

  /** Asks again, later, for the texts for which no REPL was free. */
  private async withoutFull(told: Told[], generation: KiminaGeneration, codes: readonly string[], timeoutMs: number, signal: AbortSignal | undefined, tries: number): Promise<Told[]> {
    const full = told.flatMap((each, i) => (isFull(each) ? [i] : []));
    if (full.length === 0 || tries >= this.http.retries) return told;
    await pause(pauseBefore(tries, this.http.pauseMs), signal);
    const later = await this.post(generation, full.map((i) => codes[i]!), timeoutMs, signal, tries + 1);
    full.forEach((i, at) => (told[i] = later[at]!));
    return told;
  }
}

function resultsOf(told: Told, snippet: Snippet, countsFrom: CountsFrom): LeanResult[] {
  return "status" in told ? [told as LeanResult] : dealOut(snippet, (told as { reply: LeanResult["reply"] & object }).reply, countsFrom);
}

/** What a failed request says, with the remedy where there is one. */
function said({ status, words }: HttpAnswer): string {
  if (status === 401 || status === 403) return `HTTP ${status}, ${words}: give the server's key as apiKey`;
  if (status === 0) return `not reached: ${words}`;
  return `HTTP ${status}, ${words}`;
}
