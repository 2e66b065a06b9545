/** Several Lean REPLs behind one queue. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "../core/errors";
import { readText } from "../core/files";
import { Breaker } from "./breaker";
import type { CheckOptions, LeanEngine, LeanResult, LeanVersions } from "./engine";
import { covers, splitImports } from "./imports";
import { HEADER_TIMEOUT_MS, LeanRepl, TIMEOUT_MS, type LeanReplOptions } from "./repl";
import { poolSize } from "./size";
import { inOrder } from "../core/order";
import { leanVersionOf, VERSION_COMMAND } from "./version";

export interface LeanPoolOptions extends LeanReplOptions {
  /** Processes at once; as many as cores and memory allow unless told. See `poolSize`. */
  readonly size?: number;
  /** Imports, options and opens under which texts are elaborated, loaded once a process. Without it a text brings its own imports. See `LEAN_HEADER`. */
  readonly header?: string;
  /** A process is replaced after so many commands. Default 1000, since environments are never given back. */
  readonly maxUses?: number;
  /** A process is replaced when it and its children hold more, in bytes. Default 8 GiB. */
  readonly maxResidentBytes?: number;
}

interface Job {
  readonly steps: readonly string[];
  readonly options: CheckOptions;
  readonly resolve: (results: LeanResult[]) => void;
  readonly reject: (reason: unknown) => void;
  tries: number;
}

/** What the steps of a job came to, and whether the process had shown before that it works. */
interface Chained {
  readonly results: LeanResult[];
  readonly works: boolean;
}

interface Worker {
  readonly repl: LeanRepl;
  busy: boolean;
  looked: number;
}

/** A text that ends two processes is not given to a third. */
const MOST_TRIES = 2;

/** Without a header every command imports anew and nothing is given back: some 560 such commands have ended a REPL. */
const USES_WITHOUT_HEADER = 400;
const LOOK_EVERY_MS = 1000;
const LOOK_EVERY_USES = 8;

/**
 * A pool of Lean REPLs. Texts are taken in the order in which they were given, one at a time for each process, all on top of the same header; a process is
 * started when it is needed, replaced when it was lost or has grown, and ended by `close`, by the end of this process, whatever ends it, and by signals.
 *
 * A text whose process crashed, or wrote what is no reply, is tried once more in a fresh process; a text that timed out is not. Where both processes had loaded
 * a header before, the text is to blame and its answer is `crashed`. A text's own imports that do not load where the pool's header does are Lean's answer to
 * the text. When no process can be started, or the header does not load, three times in a row, everything that waits is answered `infra` at once, with the
 * reason.
 * @throws InputError for a size below 1 or an empty command
 * @example await new LeanPool({ command, size: 2, header: LEAN_HEADER }).check("example : (2 : ℝ) + 2 = 4 := by norm_num") // { status: "ok", reply: { env: 1 } }
 */
export class LeanPool implements LeanEngine {
  readonly engine = "lean-repl";
  readonly header: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  private readonly options: LeanPoolOptions;
  private readonly workers: Worker[];
  private readonly queue: Job[] = [];
  private readonly breaker = new Breaker(3);
  private readonly maxUses: number;
  private asked: Promise<LeanVersions> | undefined;
  private closed = false;

  constructor(options: LeanPoolOptions) {
    const { size = poolSize(), header, timeoutMs = TIMEOUT_MS, headerTimeoutMs = HEADER_TIMEOUT_MS, maxUses = 1000, maxResidentBytes = 8 * 2 ** 30 } = options;
    for (const [name, value] of Object.entries({ size, maxUses })) if (!Number.isSafeInteger(value) || value < 1) throw new InputError(`${name} is a whole number from 1, got ${value}`);
    if (!(maxResidentBytes > 0)) throw new InputError(`maxResidentBytes is a positive number, got ${maxResidentBytes}`);
    this.options = { ...options, maxResidentBytes };
    this.header = header ?? "";
    this.maxUses = header === undefined ? Math.min(maxUses, USES_WITHOUT_HEADER) : maxUses;
    this.workers = Array.from({ length: size }, () => ({ repl: new LeanRepl(options), busy: false, looked: 0 }));
    this.configuration = { command: options.command, ...(header !== undefined && { header }), timeoutMs, headerTimeoutMs };
  }

  /** Processes of this pool at the most. */
  get size(): number {
    return this.workers.length;
  }

  async check(code: string, options: CheckOptions = {}): Promise<LeanResult> {
    const results = await this.runSteps([code], options);
    return results[0]!;
  }

  /**
   * Many texts, from any source, with their results in the order of the texts. No more are taken from the source than can be worked on soon, so it may be endless.
   * @example for await (const { status } of pool.checkAll(codes)) …
   */
  checkAll(codes: Iterable<string> | AsyncIterable<string>, options: CheckOptions = {}): AsyncGenerator<LeanResult, void> {
    return inOrder(codes, (code) => this.check(code, options), 2 * this.size);
  }

  runSteps(steps: readonly string[], options: CheckOptions = {}): Promise<LeanResult[]> {
    if (steps.length === 0) throw new InputError("runSteps needs at least one step");
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (signal?.aborted) return reject(signal.reason);
      const give = () => {
        const at = this.queue.indexOf(job);
        if (at !== -1) this.queue.splice(at, 1);
        reject(signal!.reason);
      };
      const done = () => signal?.removeEventListener("abort", give);
      const job: Job = { steps, options, tries: 0, resolve: (results) => (done(), resolve(results)), reject: (reason) => (done(), reject(reason)) };
      signal?.addEventListener("abort", give, { once: true });
      this.queue.push(job);
      this.deal();
    });
  }

  versions(): Promise<LeanVersions> {
    this.asked ??= this.check(VERSION_COMMAND).then((result) => {
      const lean = leanVersionOf(result);
      const mathlib = mathlibVersion(this.options.cwd);
      if (lean === undefined) this.asked = undefined; // perhaps it answers another time
      return { ...(lean !== undefined && { lean }), ...(mathlib !== undefined && { mathlib }) };
    });
    return this.asked;
  }

  /** Ends every process. What still waits is answered `infra`. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.workers.map(({ repl }) => repl.close()));
    this.deal();
  }

  /** Gives waiting jobs to idle workers. */
  private deal(): void {
    const trouble = this.closed ? "the pool was closed" : this.breaker.open;
    if (trouble !== undefined) {
      for (const { resolve } of this.queue.splice(0)) resolve([{ status: "infra", detail: trouble }]);
      return;
    }
    for (const worker of this.workers) {
      if (worker.busy) continue;
      const job = this.queue.shift();
      if (!job) return;
      worker.busy = true;
      void this.work(worker, job).finally(() => {
        worker.busy = false;
        this.deal();
      });
    }
  }

  private async work(worker: Worker, job: Job): Promise<void> {
    try {
      const chained = await this.chain(worker, job);
      const last = chained?.results.at(-1);
      if (last?.status === "infra" && /cannot be started/.test(last.detail!)) this.breaker.failed(last.detail!);
      if (!chained || ((last!.status === "crashed" || last!.status === "infra") && ++job.tries < MOST_TRIES && !this.closed)) this.queue.unshift(job);
      else if (job.tries < MOST_TRIES || this.closed) job.resolve(chained.results);
      else {
        const status = chained.works ? "crashed" : last!.status;
        job.resolve([...chained.results.slice(0, -1), { ...last!, status, detail: `twice, in two processes: ${last!.detail}` }]);
      }
      await this.replaceIfGrown(worker);
    } catch (error) {
      job.reject(error);
    }
  }

  /** The steps in one process, or undefined if the job is to be tried again because no process was ready for it. */
  private async chain({ repl }: Worker, { steps, options }: Job): Promise<Chained | undefined> {
    const { header: own, body } = splitImports(steps[0]!);
    const { header: common } = this.options;
    const isCovered = common !== undefined && covers(common, own);
    const header = isCovered ? common : own;
    const loaded = header === "" ? undefined : await repl.header(header, options);
    if (loaded && !loaded.ok) {
      // A text's own imports are its own affair, once the common header has shown that all else works; that is everybody's.
      const shared = isCovered ? loaded : common === undefined ? undefined : await repl.header(common, options);
      if (shared === undefined) return { results: [loaded.result], works: false };
      if (shared.ok) {
        this.breaker.succeeded();
        return { results: [{ ...loaded.result, status: loaded.cause }], works: true };
      }
      this.breaker.failed(shared.result.detail!);
      return this.breaker.open === undefined ? undefined : { results: [shared.result], works: false };
    }
    if (loaded) this.breaker.succeeded();
    const results: LeanResult[] = [];
    let env = loaded?.env;
    let generation = loaded?.generation;
    for (const [i, step] of steps.entries()) {
      const result = await repl.run({ cmd: i === 0 ? body : step, ...(env !== undefined && { env }) }, { ...options, ...(generation !== undefined && { generation }) });
      results.push(result);
      if (result.status !== "ok") break;
      env = result.reply!.env!;
      generation ??= repl.generation;
    }
    return { results, works: loaded !== undefined };
  }

  private async replaceIfGrown(worker: Worker): Promise<void> {
    const { repl } = worker;
    const { uses } = repl;
    if (uses >= this.maxUses) return repl.restart();
    const now = performance.now();
    if (uses % LOOK_EVERY_USES !== 0 && now - worker.looked < LOOK_EVERY_MS) return;
    worker.looked = now;
    const bytes = await repl.memory();
    if (bytes !== undefined && bytes > this.options.maxResidentBytes!) await repl.restart();
  }
}

/** The revision of Mathlib that the Lake project has; undefined without a manifest or without Mathlib. */
function mathlibVersion(project: string | undefined): string | undefined {
  const path = project === undefined ? undefined : join(project, "lake-manifest.json");
  if (path === undefined || !existsSync(path)) return undefined;
  try {
    const { packages } = JSON.parse(readText(path)) as { packages?: { name?: string; inputRev?: string; rev?: string }[] };
    const mathlib = packages?.find(({ name }) => name === "mathlib");
    return mathlib?.inputRev ?? mathlib?.rev;
  } catch {
    return undefined; // a manifest that cannot be read names no version
  }
}
