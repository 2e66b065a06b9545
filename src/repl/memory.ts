/** How much memory a process and its children hold. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/**
 * Resident memory of a process and all that it has started, in bytes. Read from /proc on Linux, asked of `ps` elsewhere; undefined if neither knows the process.
 * Pages that several processes share, such as Mathlib's mapped files, count for each.
 */
export async function residentBytes(pid: number): Promise<number | undefined> {
  return process.platform === "linux" ? treeBytes(pid) : groupBytes(pid);
}

async function treeBytes(pid: number): Promise<number | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")).trim().split(" ").filter(Boolean);
    const below = await Promise.all(children.map((child) => treeBytes(Number(child))));
    return below.reduce<number>((sum, bytes) => sum + (bytes ?? 0), kilobytes * 1024);
  } catch {
    return undefined;
  }
}

async function groupBytes(group: number): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pgid=,rss="]);
    const rows = stdout.trim().split("\n").map((line) => line.trim().split(/\s+/).map(Number));
    const own = rows.filter(([pgid]) => pgid === group);
    return own.length === 0 ? undefined : own.reduce((sum, [, kilobytes = 0]) => sum + kilobytes * 1024, 0);
  } catch {
    return undefined;
  }
}
