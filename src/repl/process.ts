/** One REPL process: bytes in and out, one question at a time, and nothing left behind. */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { ReplyReader, type Frame } from "./frames";
import { endGroup, watchGroup } from "./groups";

/** What came of a question: a reply, something that is none, the end of the process, no answer in time, or the caller gave up. */
export type Answer =
  | Frame
  | { readonly kind: "ended"; readonly how: string; readonly started: boolean }
  | { readonly kind: "timeout" }
  | { readonly kind: "aborted" };

/** So much of the error output is kept for messages; all of it is read, or the process would block. */
const ERRORS_KEPT = 4000;

/** After its exit a process's last words may still be on their way; a child of its own may hold the pipes open for ever. */
const LAST_WORDS_MS = 200;

interface Handle {
  ref(): void;
  unref(): void;
}

/** While it waits for a question it does not keep Node alive. */
export class ReplProcess {
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  private readonly reader = new ReplyReader();
  private readonly handles: readonly Handle[];
  private errors = "";
  private settle: ((answer: Answer) => void) | undefined;
  private ended: Promise<void> | undefined;
  private answers = 0;
  /** Why no further question can be asked; undefined while one can. */
  private fault: string | undefined;

  constructor([program, ...args]: readonly string[], { cwd, env }: { readonly cwd?: string | undefined; readonly env?: NodeJS.ProcessEnv | undefined }) {
    this.child = spawn(program!, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
    const { stdin, stdout, stderr, pid } = this.child;
    this.handles = [this.child, stdin, stdout, stderr] as unknown as Handle[];
    if (pid !== undefined) watchGroup(pid);
    for (const stream of [stdin, stdout, stderr]) stream.on("error", () => {}); // a broken pipe shows as the end of the process
    stderr.on("data", (chunk: Buffer) => (this.errors = (this.errors + chunk.toString("utf8")).slice(-ERRORS_KEPT)));
    stdout.on("data", (chunk: Buffer) => this.read(chunk));
    stdout.on("end", () => void setTimeout(() => this.over("the process closed its output"), LAST_WORDS_MS).unref());
    this.child.on("error", (error: NodeJS.ErrnoException) => this.over(`${program} cannot be started${cwd === undefined ? "" : ` in ${cwd}`} (${error.code ?? error.message})`));
    this.child.on("close", (code, signal) => this.over(this.farewell(code, signal)));
    this.child.on("exit", (code, signal) => void setTimeout(() => this.over(this.farewell(code, signal)), LAST_WORDS_MS).unref());
    this.idle();
  }

  /** Whether another question can be asked. */
  get usable(): boolean {
    return this.fault === undefined;
  }

  /** The first process of the group; undefined if none could be started. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Asks, and waits for the one answer. After anything but a reply the process is ended. */
  async ask(line: string, { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined }): Promise<Answer> {
    if (this.fault !== undefined) return { kind: "ended", how: this.fault, started: this.answers > 0 };
    for (const handle of this.handles) handle.ref();
    const answer = await new Promise<Answer>((resolve) => {
      const timer = setTimeout(() => this.settle?.({ kind: "timeout" }), timeoutMs);
      const abort = () => this.settle?.({ kind: "aborted" });
      signal?.addEventListener("abort", abort);
      this.settle = (given) => {
        this.settle = undefined;
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        resolve(given);
      };
      this.child.stdin.write(line);
    });
    if (answer.kind === "reply") {
      this.answers += 1;
      this.idle();
    } else await this.end();
    return answer;
  }

  /** Kills the process with its children; resolves when nothing of it is left to wait for. */
  end(): Promise<void> {
    this.fault ??= "it was closed";
    this.ended ??= this.finish();
    return this.ended;
  }

  private async finish(): Promise<void> {
    if (this.child.pid === undefined) return;
    for (const handle of this.handles) handle.ref();
    const gone = this.child.exitCode !== null || this.child.signalCode !== null ? Promise.resolve() : new Promise<void>((resolve) => this.child.once("exit", () => resolve()));
    await endGroup(this.child.pid);
    await gone;
    for (const stream of [this.child.stdin, this.child.stdout, this.child.stderr]) stream.destroy();
  }

  private read(chunk: Buffer): void {
    const frames = this.reader.push(chunk);
    if (frames.length === 0) return;
    const [first] = frames;
    const unasked = frames.length > 1 || !this.settle;
    if (unasked) this.fault ??= "it wrote something that nobody had asked for";
    if (!this.settle) return void this.end();
    this.settle(unasked ? { kind: "stray", text: frames.map((frame) => (frame.kind === "reply" ? JSON.stringify(frame.value).slice(0, 100) : frame.text)).join(" ") } : first!);
  }

  private over(how: string): void {
    this.fault ??= how;
    this.settle?.({ kind: "ended", how, started: this.answers > 0 });
    void this.end();
  }

  private farewell(code: number | null, signal: NodeJS.Signals | null): string {
    const end = signal ? `was killed by ${signal}` : `ended with exit code ${code}`;
    const cut = this.reader.pending > 0 ? `, ${this.reader.pending} bytes into a reply` : "";
    const words = this.errors.trim();
    return `the process ${end}${cut}${words === "" ? "" : `; its last words: ${words.slice(-600)}`}`;
  }

  private idle(): void {
    for (const handle of this.handles) handle.unref();
  }
}
