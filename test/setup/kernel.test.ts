/* The kernel as Jupyter starts it, but with a Node program in Jupyter's place, and code in the kernel by way of --require in a cell's place. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stillRunning, until } from "../support/processes";
import { PROJECT } from "../support/project";

let folder: string;
let starter: ChildProcess | undefined;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "kernel-"))));
afterEach(() => {
  starter?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a kernel in which `code` runs as well; gives the kernel's process id. The ports are never used. */
async function kernelWith(code: string): Promise<number> {
  const connection = join(folder, "connection.json");
  writeFileSync(connection, JSON.stringify({ transport: "ipc", ip: join(folder, "socket"), key: "k", signature_scheme: "hmac-sha256", shell_port: 1, iopub_port: 2, stdin_port: 3, control_port: 4, hb_port: 5 }));
  const inKernel = join(folder, "in-kernel.cjs");
  writeFileSync(inKernel, `if (require("node:worker_threads").isMainThread) { ${code} }\n`);
  const argv = ["--require", inKernel, join(PROJECT, "src", "setup", "kernel.cjs"), "kernel", "--config-path", connection];
  const jupyter = `const { spawn } = require("node:child_process");
    const kernel = spawn(process.execPath, ${JSON.stringify(argv)}, { stdio: "inherit", detached: true, env: { ...process.env, JPY_PARENT_PID: String(process.pid) } });
    require("node:fs").writeFileSync(${JSON.stringify(join(folder, "pid"))}, String(kernel.pid));`;
  starter = spawn(process.execPath, ["-e", jupyter], { stdio: ["ignore", "pipe", "pipe"] });
  await until("the kernel listens", () => existsSync(join(folder, "socket:5")) || existsSync(join(folder, "socket-5")), 30);
  return Number(readFileSync(join(folder, "pid"), "utf8"));
}

describe("the kernel", { timeout: 60_000 }, () => {
  test("ends when whoever started it is killed", async () => {
    const kernel = await kernelWith("");
    expect(stillRunning([kernel])).toEqual([kernel]);
    starter!.kill("SIGKILL");
    await until("the kernel has ended", () => stillRunning([kernel]).length === 0, 5);
  });

  test("ends then also while a cell runs for ever", async () => {
    const busy = join(folder, "busy");
    const kernel = await kernelWith(`setTimeout(() => { require("node:fs").writeFileSync(${JSON.stringify(busy)}, ""); for (;;); }, 2000)`);
    await until("the cell runs", () => existsSync(busy));
    starter!.kill("SIGKILL");
    await until("the kernel has ended", () => stillRunning([kernel]).length === 0, 5);
  });

  test("reports what a cell's timer throws, but not that it could not report it, when its terminal is closed", async () => {
    const thrown = join(folder, "thrown");
    const unreported = join(folder, "unreported");
    await kernelWith(`const { writeFileSync } = require("node:fs");
      process.on("uncaughtException", (error) => writeFileSync(error.code === "EPIPE" ? ${JSON.stringify(unreported)} : ${JSON.stringify(thrown)}, ""));
      setInterval(() => { throw new Error("in a timer"); }, 50);`);
    starter!.stdout!.destroy();
    starter!.stderr!.destroy();
    await new Promise((resolve) => setTimeout(resolve, 500));
    rmSync(thrown);
    await until("the timer has thrown again", () => existsSync(thrown), 5);
    expect(existsSync(unreported)).toBe(false);
  });
});
