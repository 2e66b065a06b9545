import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
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

/**
 * Starts a program in a process group of its own, under a guard that ends it once this process is gone. One that cannot be started says so on
 * standard error and ends with code 127.
 */
export function start(command: string, args: readonly string[], options: Pick<SpawnOptions, "env" | "stdio" | "cwd">): ChildProcess {
  const guarded = [inProject("src", "setup", "guard.cjs"), String(process.pid), command, ...args];
  const child = spawn(process.execPath, guarded, { ...options, cwd: options.cwd ?? inProject(), detached: true });
  running.add(child);
  child.on("exit", () => running.delete(child));
  return child;
}

/** Asks every program that is still running to end, with all its children. */
export function stopAll(): void {
  for (const child of running) {
    try {
      process.kill(-child.pid!, "SIGTERM");
    } catch {
      // It ended in this moment.
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
  readonly env: NodeJS.ProcessEnv;
  /** Where it runs; the project's folder unless told. */
  readonly cwd?: string;
  /** Sees what the program says while it says it. */
  readonly onOutput?: (text: string) => void;
}

/**
 * Runs a program to its end, keeping all it says in .cache/logs/LOG.log, with a sign of life every 15 seconds.
 * @returns its exit code and output; a program that cannot be started has code 127
 */
export function run(command: string, args: readonly string[], { step, log, env, cwd, onOutput }: RunOptions): Promise<Finished> {
  const path = inProject(".cache", "logs", `${log}.log`);
  mkdirSync(dirname(path), { recursive: true });
  const file = createWriteStream(path).on("error", () => {}); // a log that cannot be written stops nothing
  const started = Date.now();
  const beat = setInterval(() => tell(step, `  … ${log}: ${Math.round((Date.now() - started) / 1000)} s`), 15_000);
  const child = start(command, args, { env, ...(cwd !== undefined && { cwd }), stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      file.write(chunk);
      onOutput?.(chunk.toString("utf8"));
    });
  }
  return new Promise((resolve) => {
    const finish = (code: number | null) => {
      clearInterval(beat);
      file.end();
      child.stdout!.destroy();
      child.stderr!.destroy();
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString("utf8") });
    };
    child.on("close", finish);
    // A grandchild may hold the pipes open after its parent was killed; a second is enough for what was still on its way.
    child.on("exit", (code) => setTimeout(finish, 1000, code).unref());
  });
}

/** Where the output of a run lies, for messages. */
export function logOf(log: string): string {
  return shown(inProject(".cache", "logs", `${log}.log`));
}
