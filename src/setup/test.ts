import { spawn } from "node:child_process";
import { inProject } from "../core/files";
import { tell } from "./run";

/** Type-checks the tests and runs them all. @param args passed on to vitest, such as a part of a file's name */
export async function test(args: readonly string[]): Promise<number> {
  tell("test", "type-checking src and test");
  const compiled = await node([inProject("node_modules", "typescript", "bin", "tsc"), "--project", inProject("test")]);
  if (compiled !== 0) return compiled;
  return node([inProject("node_modules", "vitest", "vitest.mjs"), "run", "--config", inProject("test", "vitest.config.mts"), ...args]);
}

function node(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: inProject(), stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
