/** How much memory a process and its children hold. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

/**
 * Resident memory of a process and all that it has started, in bytes. Read from /proc on Linux, asked of `ps` elsewhere; undefined if neither knows the process.
 * Pages that several processes share, such as Mathlib's mapped files, count for each.
 */
export async function residentBytes(pid: number): Promise<number | undefined> {
  return process.platform === "linux" ? treeBytes(pid) : groupBytes(pid);
}

/** Files of /proc are made when they are read, in microseconds; asking for them in the background would cost more than reading them. */
function treeBytes(pid: number): number | undefined {
  const status = read(`/proc/${pid}/status`);
  if (status === undefined) return undefined;
  const own = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  const children = (read(`/proc/${pid}/task/${pid}/children`) ?? "").trim().split(" ").filter(Boolean);
  return children.reduce((sum, child) => sum + (treeBytes(Number(child)) ?? 0), own);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // the process has ended
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
