import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one plain line, "tests: 12 passed, 0 failed, 1 skipped", whatever the terminal can show. A file that could not be loaded counts as failed. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter((module) => module.state() === "failed" && module.errors().length > 0).length + unhandledErrors.length;
    console.log(`\ntests: ${count("passed")} passed, ${count("failed") + broken} failed, ${count("skipped")} skipped`);
  }
}
