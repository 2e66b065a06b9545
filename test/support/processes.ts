import { spawnSync } from "node:child_process";

interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
}

function processes(): Row[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,state="], { encoding: "utf8" });
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state]) => ({ pid: Number(pid), parent: Number(parent), state: state! }));
}

/** The processes that a process started, and those that they started, whichever group or session they are in. */
export function descendants(pid: number): number[] {
  const all = processes();
  const below = (parent: number): number[] => all.filter((row) => row.parent === parent).flatMap((row) => [row.pid, ...below(row.pid)]);
  return below(pid);
}

/** Those of the processes that still run; one that has ended and waits to be fetched by its parent does not. */
export function stillRunning(pids: readonly number[]): number[] {
  const alive = new Set(processes().filter(({ state }) => !state.startsWith("Z")).map(({ pid }) => pid));
  return pids.filter((pid) => alive.has(pid));
}

/** Waits until a condition holds. @throws after `seconds` with the condition's name */
export async function until(what: string, condition: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (await condition()) return;
  }
  throw new Error(`waited ${seconds} s in vain: ${what}`);
}
