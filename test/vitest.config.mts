import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The order: what takes longest; what is not named; what reads or copies figures/, which the notebooks, drawing a few of them anew, have long left alone by then;
 * and short files of mere calculation, which keep all cores busy while what came before them waits for the programs that it starts.
 */
const ORDER: readonly (readonly string[])[] = [
  ["notebooks.test.ts", "z3/truth.test.ts", "proofflow/run.test.ts", "browser/", "stages/"],
  [],
  ["setup/interrupted.test.ts", "setup/messages.test.ts", "charts/figures.test.ts", "setup/reproduce.test.ts"],
  ["data/", "lean/", "robustness/", "papers/", "llm/", "cases/", "perturb/", "judges/", "stats/", "core/", "export/", "systems/"],
];
const UNNAMED = 1;

class ByWeight extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const group = ORDER.findIndex((parts) => parts.some((part) => moduleId.includes(`/test/${part}`)));
      return group < 0 ? [UNNAMED, 0] : [group, ORDER[group]!.findIndex((part) => moduleId.includes(`/test/${part}`))];
    };
    const ranked = (await super.sort(files)).map((file, i) => ({ file, place: [...rank(file), i] as number[] }));
    return ranked.sort((a, b) => a.place[0]! - b.place[0]! || a.place[1]! - b.place[1]! || a.place[2]! - b.place[2]!).map(({ file }) => file);
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
    // Two more than there are cores: a third of all files' time is waiting for programs, servers, browsers and time limits.
    maxWorkers: Math.min(4, availableParallelism() + 2),
    sequence: { sequencer: ByWeight },
    reporters: ["default", join(import.meta.dirname, "support", "closing-line.ts")],
  },
});
