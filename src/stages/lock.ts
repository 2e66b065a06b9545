import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { ToolError } from "../core/errors";
import { shown, unwritable } from "../core/files";

interface Owner {
  readonly pid: number;
  readonly host: string;
}

/**
 * Takes a folder for this process alone. The lock is a file that names its owner and appears whole; one whose owner is gone is taken over.
 * @returns a function that gives the folder up
 * @throws ToolError naming the process that has it, or saying that the folder cannot be written
 */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, "run.lock");
  const mine = `${lock}.${process.pid}`;
  const owner: Owner = { pid: process.pid, host: hostname() };
  try {
    writeFileSync(mine, JSON.stringify(owner));
  } catch (error) {
    rmSync(mine, { force: true });
    throw unwritable(folder, error);
  }
  try {
    for (let attempt = 0; !linked(mine, lock); attempt++) {
      const other = ownerOf(lock);
      if (other && (other.host !== hostname() || isRunning(other.pid))) {
        throw new ToolError(`${shown(folder)} is in use by process ${other.pid} on ${other.host}; wait for it, or end it, or delete ${shown(lock)} if it is long gone`);
      }
      if (attempt > 100) throw new ToolError(`${shown(lock)} comes back whenever it is removed; end whatever writes it`);
      // Moved aside before it is deleted, so that of two processes only one removes the dead one's lock.
      const aside = `${lock}.${process.pid}.gone`;
      try {
        renameSync(lock, aside);
        // Another process may have taken the dead one's place just before: then its lock was moved, and goes back.
        const moved = ownerOf(aside);
        if (moved && moved.pid !== other?.pid) linked(aside, lock);
        rmSync(aside, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
  removeLeftOver(folder);
  return () => {
    if (ownerOf(lock)?.pid === process.pid) rmSync(lock, { force: true });
  };
}

/** Takes away what processes that were killed while they took the folder left beside the lock. */
function removeLeftOver(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^run\.lock\.(\d+)(?:\.gone)?$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function ownerOf(lock: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(lock, "utf8")) as Owner;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
