import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inProject } from "../core/files";

/** What is written aside before it takes its place carries the number of its process: figure-3.svg.4711.tmp, executed-4711-aBcDeF. */
const LEFT_BY = /\.(\d+)\.tmp$|^executed-(\d+)-/;

/** Removes what killed runs have left aside: files and folders whose process is gone. */
export function sweep(): void {
  for (const folder of [inProject("figures"), inProject("notebooks"), inProject(".cache")]) {
    for (const name of readdirSync(folder)) {
      const [, file, executed] = LEFT_BY.exec(name) ?? [];
      const pid = Number(file ?? executed);
      if (pid > 0 && !isThere(pid)) rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
