import { spawn, type ChildProcess } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { inProject, shown } from "../core/files";

/** A failure that the user can mend: one line that says what is missing and how to get it. */
export class SetupError extends Error {
  override readonly name: string = "SetupError";
}

/** Prints one line of progress: "[notebooks] 3 of 5 …". */
export function tell(step: string, line: string): void {
  process.stdout.write(`[${step}] ${line}\n`);
}

const running = new Set<ChildProcess>();

/** Ends every program that is still running, with all its children; called when the user interrupts. */
export function stopAll(): void {
  for (const child of running) {
    try {
      process.kill(-child.pid!, "SIGTERM");
    } catch {
      child.kill("SIGTERM");
    }
  }
}

/** What a program said and how it ended. */
export interface Finished {
  readonly code: number;
  readonly output: string;
}

export interface RunOptions {
  /** Step under which progress is told. */
  readonly step: string;
  /** Name of the log file. */
  readonly log: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Sees what the program says while it says it. */
  readonly onOutput?: (text: string) => void;
}

/**
 * Runs a program to its end, keeping all it says in .cache/logs/LOG.log, with a sign of life every 15 seconds.
 * @returns its exit code and output; a program that cannot be started has code 127
 */
export function run(command: string, args: readonly string[], { step, log, env = {}, onOutput }: RunOptions): Promise<Finished> {
  const path = inProject(".cache", "logs", `${log}.log`);
  mkdirSync(dirname(path), { recursive: true });
  const file = createWriteStream(path);
  const started = Date.now();
  const beat = setInterval(() => tell(step, `  … ${log}: ${Math.round((Date.now() - started) / 1000)} s`), 15_000);
  // A group of its own, so that an interrupt reaches its children too.
  const child = spawn(command, args, { cwd: inProject(), env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"], detached: true });
  running.add(child);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      file.write(chunk);
      onOutput?.(chunk.toString("utf8"));
    });
  }
  return new Promise((resolve) => {
    const finish = (code: number, last = "") => {
      if (!running.delete(child)) return;
      clearInterval(beat);
      file.end(last);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ code, output: Buffer.concat(chunks).toString("utf8") + last });
    };
    child.on("error", (error) => finish(127, error.message));
    child.on("close", (code) => finish(code ?? 1));
    // A grandchild may hold the pipes open after its parent was killed; a second is enough for what was still on its way.
    child.on("exit", (code) => setTimeout(() => finish(code ?? 1), 1000).unref());
  });
}

/** Where the output of a run lies, for messages. */
export function logOf(log: string): string {
  return shown(inProject(".cache", "logs", `${log}.log`));
}
