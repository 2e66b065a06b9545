import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest begins first, so that no core waits for it in the end. */
const LONGEST = ["notebooks.test.ts", "setup/interrupted.test.ts", "z3/truth.test.ts", "setup/messages.test.ts", "proofflow/run.test.ts", "browser/", "stages/"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((part) => moduleId.includes(`/test/${part}`));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).map((file, i) => ({ file, i })).sort((a, b) => rank(a.file) - rank(b.file) || a.i - b.i).map(({ file }) => file);
  }
}

// import.meta.dirname, since the pathname of a URL has %20 for a blank.
export default defineConfig({
  root: join(import.meta.dirname, ".."),
  cacheDir: ".cache/vite",
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    maxWorkers: Math.min(4, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    reporters: ["default", join(import.meta.dirname, "support", "closing-line.ts")],
  },
});
