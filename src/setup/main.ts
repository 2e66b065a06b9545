/** What the npm scripts do once packages and build are there. */
import { ensureJupyter } from "./jupyter";
import { lab } from "./lab";
import { lean } from "./lean";
import { reproduce } from "./reproduce";
import { SetupError, stopAll } from "./run";
import { test } from "./test";

/**
 * Carries out one task and sets the exit code.
 * @param release gives up the lock on the project's folder; a task that stays open for long calls it once set-up is done
 */
export async function main(task: "reproduce" | "test" | "lab" | "lean", args: readonly string[], release: () => void): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      stopAll();
      process.stderr.write("\nfaithlab: interrupted; the same command goes on from here.\n");
      process.exit(130);
    });
  }
  try {
    if (task === "lean") return void (process.exitCode = await lean(args));
    await ensureJupyter();
    if (task === "reproduce") process.exitCode = await reproduce();
    else {
      release();
      process.exitCode = task === "lab" ? await lab(args) : await test(args);
    }
  } catch (error) {
    stopAll();
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`\nfaithlab: ${error.message}\n`);
    process.exitCode = 1;
  }
}
