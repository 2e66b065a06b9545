/** A Lean REPL as something to ask: one command at a time, each with a time limit, each answered by a value. */
import { InputError } from "../core/errors";
import type { CheckOptions, LeanResult } from "./engine";
import { Headers, type LoadedHeader } from "./headers";
import { splitImports } from "./imports";
import { residentBytes } from "./memory";
import { ReplProcess, type Answer } from "./process";
import { encodeRequest, hasLoneSurrogate, misfit, resultOf, type ReplReply, type ReplRequest } from "./protocol";

export interface LeanReplOptions {
  /** Program and arguments of a REPL process, such as ["lake", "env", "/…/.lake/build/bin/repl"]. */
  readonly command: readonly string[];
  /** Folder in which it runs: a Lake project of the same toolchain. */
  readonly cwd?: string;
  /** Its environment; this process's own unless told. */
  readonly env?: NodeJS.ProcessEnv;
  /** Wall clock for a command, milliseconds. Default 60 000. */
  readonly timeoutMs?: number;
  /** The same for a command that imports: loading Mathlib from a cold disk takes minutes. Default 600 000. */
  readonly headerTimeoutMs?: number;
}

export interface RunOptions extends CheckOptions {
  /** Refuses, as `infra`, if the process that `env` and `proofState` belong to has been replaced. See `LeanRepl.generation`. */
  readonly generation?: number;
}

export const TIMEOUT_MS = 60_000;
export const HEADER_TIMEOUT_MS = 600_000;

/**
 * One REPL process, started when it is first needed and again after it was lost. Commands wait in line, so that one is in flight at any time.
 *
 * What Lean says is a value, and so is a failure of the process: see `LeanStatus`. After `timeout`, `crashed` and `infra` the process and all its environments
 * are gone, and the next command finds a new one. REPL protocol: leanprover-community/repl, v4.9 to v4.33.
 * @throws InputError for a request of no known shape, an empty `command`, or a limit that is not positive
 * @example await new LeanRepl({ command: ["lake", "env", "repl"] }).run({ cmd: "example : 1 = 1 := rfl" }) // { status: "ok", reply: { env: 0 } }
 */
export class LeanRepl {
  private readonly options: Required<Pick<LeanReplOptions, "command" | "timeoutMs" | "headerTimeoutMs">> & LeanReplOptions;
  private process: ReplProcess | undefined;
  private headers = new Headers();
  private line: Promise<unknown> = Promise.resolve();
  private closed = false;
  private lives = 0;
  private commands = 0;

  constructor(options: LeanReplOptions) {
    const { command, timeoutMs = TIMEOUT_MS, headerTimeoutMs = HEADER_TIMEOUT_MS } = options;
    if (!Array.isArray(command) || command.length === 0 || command.some((word) => typeof word !== "string")) throw new InputError(`command is a program and its arguments, such as ["lake", "env", "repl"], got ${JSON.stringify(command)}`);
    for (const [name, value] of Object.entries({ timeoutMs, headerTimeoutMs })) if (!(value > 0 && value < 2 ** 31)) throw new InputError(`${name} is a number of milliseconds between 1 and 2147483647, got ${value}`);
    this.options = { ...options, command, timeoutMs, headerTimeoutMs };
  }

  /** Counts the processes so far: environments and proof states live and die with one. */
  get generation(): number {
    return this.lives;
  }

  /** Commands that the present process has answered. */
  get uses(): number {
    return this.process?.usable ? this.commands : 0;
  }

  /** Sends one request. `reply` is the REPL's JSON, unchanged. */
  run(request: ReplRequest, options: RunOptions = {}): Promise<LeanResult> {
    const text = encodeRequest(request);
    return this.inLine(options.signal, () => this.send(request, text, options));
  }

  /**
   * One text with its imports. The imports are loaded once for each process and tried, since a failed import is silent; the rest is elaborated on top of them,
   * in place, so that positions count in `code`.
   */
  check(code: string, options: CheckOptions = {}): Promise<LeanResult> {
    return this.inLine(options.signal, async () => {
      const { header, body } = splitImports(code);
      const loaded = header === "" ? undefined : await this.loaded(header, options);
      if (loaded && !loaded.ok) return loaded.result;
      const request = loaded ? { cmd: body, env: loaded.env } : { cmd: body };
      return this.send(request, encodeRequest(request), options);
    });
  }

  /**
   * The environment of a header in the present process: loaded and tried on first use, then remembered. A header that fails is `infra`.
   * @example await repl.header("import Mathlib") // { ok: true, env: 0, generation: 1 }
   */
  header(header: string, options: CheckOptions = {}): Promise<LoadedHeader> {
    return this.inLine(options.signal, () => this.loaded(header, options));
  }

  /** Resident memory of the process and its children in bytes; undefined where it cannot be found out. */
  memory(): Promise<number | undefined> {
    return this.process?.usable && this.process.pid !== undefined ? residentBytes(this.process.pid) : Promise.resolve(undefined);
  }

  /** Ends the present process; the next command starts another. */
  async restart(): Promise<void> {
    const ending = this.process;
    this.process = undefined;
    await ending?.end();
  }

  /** Ends the process at once; commands that still wait are answered `infra`. */
  async close(): Promise<void> {
    this.closed = true;
    await this.restart();
    await this.line.catch(() => {});
  }

  /** One after another, in the order asked; a call that was given up while it waited never runs. */
  private inLine<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const turn = this.line.then(() => {
      signal?.throwIfAborted();
      return work();
    });
    this.line = turn.catch(() => {});
    return turn;
  }

  private async loaded(header: string, options: CheckOptions): Promise<LoadedHeader> {
    // Started first, so that the environment belongs to the generation that is asked.
    const fault = this.start();
    if (fault) return { ok: false, result: fault, cause: fault.status };
    const ask = (request: ReplRequest) => this.send(request, encodeRequest(request), { ...options, timeoutMs: this.options.headerTimeoutMs });
    const loaded = await this.headers.load(header, this.lives, ask);
    if (!loaded.ok) await this.restart();
    return loaded;
  }

  private start(): LeanResult | undefined {
    if (this.closed) return { status: "infra", detail: "the REPL was closed" };
    if (this.process?.usable) return undefined;
    this.process = new ReplProcess(this.options.command, this.options);
    this.headers = new Headers();
    this.lives += 1;
    this.commands = 0;
    return undefined;
  }

  private async send(request: ReplRequest, text: string, { timeoutMs, signal, generation }: RunOptions): Promise<LeanResult> {
    if (Object.values(request).some((value) => typeof value === "string" && hasLoneSurrogate(value))) return { status: "lean_error", detail: "the text holds half of a surrogate pair, which no Lean source can hold" };
    if (generation !== undefined && (generation !== this.lives || !this.process?.usable)) return { status: "infra", detail: `the process that the environment belonged to is gone (it was number ${generation}, ${this.lives} so far)` };
    const fault = this.start();
    if (fault) return fault;
    const limit = timeoutMs ?? (imports(request) ? this.options.headerTimeoutMs : this.options.timeoutMs);
    const answer = await this.process!.ask(text, { timeoutMs: limit, signal });
    if (answer.kind === "aborted") signal!.throwIfAborted();
    const result = resultFor(request, answer, limit);
    if (answer.kind === "reply") this.commands += 1;
    if (answer.kind === "reply" && result.status === "infra") await this.restart();
    return this.closed && answer.kind !== "reply" ? { status: "infra", detail: "the REPL was closed" } : result;
  }
}

/** Whether a request loads modules, which takes its own time. */
function imports(request: ReplRequest): boolean {
  if ("unpickleEnvFrom" in request) return true;
  return typeof request.cmd === "string" && typeof request.env !== "number" && splitImports(request.cmd).header !== "";
}

function resultFor(request: ReplRequest, answer: Answer, limit: number): LeanResult {
  switch (answer.kind) {
    case "reply": {
      const problem = misfit(request, answer.value);
      return problem === undefined ? resultOf(answer.value as ReplReply) : { status: "infra", detail: `what the REPL wrote is no reply to the command: ${problem}` };
    }
    case "stray":
      return { status: "infra", detail: `the REPL wrote something that is no reply, and was ended: ${JSON.stringify(answer.text)}` };
    case "timeout":
      return { status: "timeout", detail: `no answer within ${limit} ms; the process was killed` };
    case "ended":
      return /cannot be started/.test(answer.how) ? { status: "infra", detail: `${answer.how}; name the REPL's program in \`command\`` } : { status: "crashed", detail: answer.how };
    case "aborted":
      return { status: "infra", detail: "given up" };
  }
}
