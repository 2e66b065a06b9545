import { spawn } from "node:child_process";
import { inProject } from "../core/files";
import { tell } from "./run";

/**
 * Type-checks the tests and, beside that, runs them all; what the type check finds is said at the end.
 * @param args passed on to vitest, such as a part of a file's name
 * @returns 0 if the types agree and all tests passed, else the exit code of what failed
 */
export async function test(args: readonly string[]): Promise<number> {
  tell("test", "type-checking src and test, and running the tests");
  let found = "";
  const types = node([inProject("node_modules", "typescript", "bin", "tsc"), "--project", inProject("test")], (text) => (found += text));
  const tests = await node([inProject("node_modules", "vitest", "vitest.mjs"), "run", "--config", inProject("test", "vitest.config.mts"), ...args]);
  const compiled = await types;
  if (compiled !== 0) process.stdout.write(`${found}\n[test] the types do not agree, see above\n`);
  return tests || compiled;
}

function node(args: readonly string[], onOutput?: (text: string) => void): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: inProject(), stdio: onOutput ? ["ignore", "pipe", "pipe"] : "inherit" });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text: string) => onOutput?.(text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
