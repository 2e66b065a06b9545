import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * What takes longest begins first. What reads or copies figures/ comes last, when the notebooks, which draw a few of them anew, have long ended; among it is what
 * starts many programs and waits for them, so that several of these run beside one another.
 */
const FIRST = ["notebooks.test.ts", "z3/truth.test.ts", "proofflow/run.test.ts", "browser/", "stages/"];
const LAST = ["setup/interrupted.test.ts", "setup/messages.test.ts", "charts/figures.test.ts", "setup/reproduce.test.ts"];

class ByWeight extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification, names: readonly string[]) => names.findIndex((part) => moduleId.includes(`/test/${part}`));
    const rank = (file: TestSpecification) => {
      const [first, last] = [place(file, FIRST), place(file, LAST)];
      return first >= 0 ? first : FIRST.length + 1 + last;
    };
    return (await super.sort(files)).map((file, i) => ({ file, i })).sort((a, b) => rank(a.file) - rank(b.file) || a.i - b.i).map(({ file }) => file);
  }
}

/**
 * Files that need a process of their own: they change its environment or its clock, start and stop what others would share, or draw into figures/. All others
 * share the processes, one file after another, so that each loads what it tests once and not a hundred times.
 */
const ALONE = ["test/notebooks.test.ts", "test/setup/**/*.test.ts", "test/browser/**/*.test.ts", "test/repl/sandbox.test.ts", "test/z3/process.test.ts", "test/data/get.test.ts", "test/charts/figures.test.ts"];

export default defineConfig({
  root: join(import.meta.dirname, ".."),
  cacheDir: ".cache/vite",
  test: {
    projects: [
      { extends: true, test: { name: "shared", include: ["test/**/*.test.ts"], exclude: ALONE, isolate: false } },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 30_000,
    // One more than there are cores: a third of all files' time is waiting for programs, servers, browsers and time limits.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    sequence: { sequencer: ByWeight },
    reporters: ["default", join(import.meta.dirname, "support", "closing-line.ts")],
  },
});
