/** Z3 in a thread of its own, so that a limit on time really holds: a thread that does not answer is ended and replaced. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { ToolError } from "../../core/errors";

/** A question to Z3: SMT-LIB 2 commands, and the terms whose values are wanted if they can be satisfied. */
export interface Question {
  readonly script: string;
  readonly values: readonly string[];
}

/** What Z3 said. `values` is its reply to `get-value`, for `sat` only. */
export type Answer =
  | { readonly status: "sat"; readonly values: string }
  | { readonly status: "unsat" }
  | { readonly status: "unknown"; readonly reason: string };

/** Starting Z3 takes this long at most, in milliseconds. */
const START_LIMIT = 30_000;

/** The compiled Z3 of the package alone, without its classes for building terms, which take a while to load and are not needed. */
const Z3_MODULE = "z3-solver/build/z3-built.js";

/** Its WebAssembly, compiled once in a process: all threads share it, so that one that replaces a stopped one is ready in a tenth of a second and not in one. */
let compiled: Promise<WebAssembly.Module> | undefined;

function compiledOnce(file: string): Promise<WebAssembly.Module> {
  compiled ??= readFile(file)
    .then((bytes) => WebAssembly.compile(bytes))
    .catch((error: Error) => {
      compiled = undefined; // a file that comes back is read again
      throw notStarted(error.message);
    });
  return compiled;
}

function notStarted(reason: string): ToolError {
  return new ToolError(`Z3 did not start: ${reason}; run \`npm install\` again, and see that z3-solver is there`);
}

/**
 * The thread's program, as text so that it is the same from the compiled files and from the tests.
 * It calls Z3 synchronously, with a context for each question: what was asked before changes nothing, and memory is given back.
 */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const instantiateWasm = (imports, done) => {
  WebAssembly.instantiate(workerData.module, imports).then((instance) => done(instance, workerData.module));
  return {};
};
require(workerData.path)({ instantiateWasm }).then((z3) => {
  const run = (context, text) => z3.ccall("Z3_eval_smtlib2_string", "string", ["number", "string"], [context, text]);
  parentPort.on("message", ({ script, values }) => {
    const config = z3.ccall("Z3_mk_config", "number", [], []);
    const context = z3.ccall("Z3_mk_context", "number", ["number"], [config]);
    z3.ccall("Z3_del_config", null, ["number"], [config]);
    let reply;
    try {
      const text = run(context, script).trim();
      const status = text.split("\\n").at(-1);
      const more = status === "sat" ? (values.length > 0 ? run(context, "(get-value (" + values.join(" ") + "))") : "") : status === "unknown" ? run(context, "(get-info :reason-unknown)") : "";
      reply = { text, status, more };
    } catch (error) {
      reply = { text: String(error), status: "failed", more: "" };
    }
    try { z3.ccall("Z3_del_context", null, ["number"], [context]); } catch {}
    parentPort.postMessage(reply);
  });
  parentPort.postMessage("ready");
});
`;

interface Reply {
  readonly text: string;
  readonly status: string;
  readonly more: string;
}

/** One Z3, started when it is first asked. Questions are answered one after another. */
export class Z3Engine {
  private worker: Promise<Worker> | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  private closed = false;

  /**
   * Asks Z3.
   * @param timeoutMs after so many milliseconds Z3 is stopped, whatever it is doing; where it is still starting, it goes on doing so for the next question
   * @throws ToolError if Z3 cannot be started
   */
  ask(question: Question, timeoutMs: number): Promise<Answer> {
    const answer = this.queue.then(() => this.exchange(question, timeoutMs));
    this.queue = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the thread. Nothing can be asked afterwards. */
  async close(): Promise<void> {
    this.closed = true;
    await this.queue;
    await this.stop();
  }

  private async stop(): Promise<void> {
    const worker = this.worker;
    this.worker = undefined;
    await (await worker?.catch(() => undefined))?.terminate();
  }

  private async start(): Promise<Worker> {
    const path = createRequire(__filename).resolve(Z3_MODULE);
    const module = await compiledOnce(path.replace(/js$/, "wasm"));
    const worker = new Worker(PROGRAM, { eval: true, workerData: { path, module }, stdout: true, stderr: true });
    const message = await within(worker, START_LIMIT, () => undefined);
    if (message === "ready") {
      worker.unref(); // an idle engine keeps no process alive
      return worker;
    }
    void worker.terminate();
    throw notStarted(message === undefined ? "no answer" : String(message));
  }

  /** The thread, started where need be, or `undefined` if it was not ready in time. */
  private async ready(timeoutMs: number): Promise<Worker | undefined> {
    this.worker ??= this.start();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, undefined);
    });
    try {
      return await Promise.race([this.worker, late]);
    } catch (error) {
      this.worker = undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private async exchange(question: Question, timeoutMs: number): Promise<Answer> {
    if (this.closed) throw new ToolError("Z3 was closed; make a new prover");
    const deadline = performance.now() + timeoutMs;
    const worker = await this.ready(timeoutMs);
    if (!worker) return { status: "unknown", reason: `timeout: Z3 was still starting after ${timeoutMs} ms` };
    const reply = await within(worker, deadline - performance.now(), () => worker.postMessage(question));
    if (reply === undefined || reply instanceof Error || (reply as Reply).status === "failed") {
      await this.stop(); // after a trap of the WebAssembly code its memory cannot be trusted
      return { status: "unknown", reason: reply === undefined ? `timeout after ${timeoutMs} ms` : "Z3 broke off" };
    }
    return interpreted(reply as Reply);
  }
}

/** The next message of a thread, an Error if the thread ended, or `undefined` after the time limit; the process stays alive meanwhile. */
function within(worker: Worker, limitMs: number, send: () => void): Promise<unknown> {
  return new Promise((resolve) => {
    const done = (result: unknown): void => {
      clearTimeout(timer);
      worker.off("message", done);
      worker.off("error", failed);
      worker.off("exit", ended);
      resolve(result);
    };
    const failed = (error: unknown): void => done(error instanceof Error ? error : new Error(String(error)));
    const ended = (code: number): void => done(new Error(`the thread ended with code ${code}`));
    const timer = setTimeout(() => done(undefined), limitMs);
    worker.on("message", done);
    worker.on("error", failed);
    worker.on("exit", ended);
    send();
  });
}

function interpreted({ text, status, more }: Reply): Answer {
  if (/\(error/.test(text)) return { status: "unknown", reason: `Z3 refused its input: ${text.slice(0, 200)}` };
  if (status === "sat") return { status, values: more };
  if (status === "unsat") return { status };
  return { status: "unknown", reason: /:reason-unknown "?([^")]*)"?/.exec(more)?.[1] ?? "no reason given" };
}
