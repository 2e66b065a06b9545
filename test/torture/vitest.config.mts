import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const folder = mkdtempSync(join(tmpdir(), "faithlab-torture-"));
const counts = join(folder, "counts");
writeFileSync(counts, "");

/** What the tests counted, at the very end, with the seed that gives the same run again. */
const closing = {
  onTestRunEnd(): void {
    console.log(`\ntorture, seed ${process.env["FAITHLAB_TORTURE_SEED"] ?? 1}, scale ${process.env["FAITHLAB_TORTURE_RUNS"] ?? 1}\n${readFileSync(counts, "utf8")}`);
    rmSync(folder, { recursive: true, force: true });
  },
};

/** The long tests of `npm run torture`; one file at a time, so that a time limit means what it says. */
export default defineConfig({
  root: join(import.meta.dirname, "..", ".."),
  cacheDir: ".cache/vite",
  test: {
    include: ["test/torture/**/*.torture.ts"],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    env: { FAITHLAB_TORTURE_COUNTS: counts },
    reporters: ["default", closing],
  },
});
