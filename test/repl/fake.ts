/** Starting the fake REPL. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { descendants } from "../support/processes";

export const FAKE = join(import.meta.dirname, "..", "fakes", "repl.cjs");

export interface Fake {
  readonly command: string[];
  /** The requests so far, those of all processes in the order in which they came. */
  requests(): ({ pid: number } & Record<string, unknown>)[];
}

/** The command of a fake REPL with a log and a folder for marks, which are gone after the test. */
export function fake(...options: string[]): Fake {
  const folder = mkdtempSync(join(tmpdir(), "faithlab-fake-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = join(folder, "log.jsonl");
  return {
    command: [process.execPath, FAKE, "--log", log, "--marks", folder, ...options],
    requests: () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line) as { pid: number }) : []),
  };
}

/** Fake REPLs that this process has started and that still run. */
export function leftBehind(): number[] {
  return descendants(process.pid).filter((pid) => commandLine(pid).includes("repl.cjs"));
}

/** Empty for a process that has ended, also while it waits to be fetched by its parent. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
