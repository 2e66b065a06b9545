import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";

const folder = mkdtempSync(join(tmpdir(), "robustness-command-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const faithlab = (...args: string[]) => spawnSync(process.execPath, [inProject("dist", "cli.js"), "robustness", ...args], { encoding: "utf8" });

describe("faithlab robustness", () => {
  test("run with the defaults, then its tables", () => {
    const run = faithlab("run", "--out", join(folder, "run"), "--limit", "4");
    expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining("judge edit: ") });
    expect(run.stdout).toContain("judge rule, checker scan (not Lean)");
    expect(run.stdout).toMatch(/sample, repairer\n[^]*number_statement: faithful: 0\.0 %/);
    const tables = faithlab("tables", join(folder, "run", "study.jsonl"), "--json");
    expect(tables.status).toBe(0);
    const numbers = tables.stdout.trim().split("\n").map((line) => (JSON.parse(line) as { number: number; title: string }).number);
    expect(numbers).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    expect(tables.stderr).toContain("nothing for Table 11");
  });

  test("the run as one page; with a run of the other method it is refused, and what is no run says so", () => {
    const page = join(folder, "report.html");
    const report = (...args: string[]) => spawnSync(process.execPath, [inProject("dist", "cli.js"), "report", ...args, "-o", page], { encoding: "utf8" });
    expect(report(join(folder, "run"), "--title", "A title")).toMatchObject({ status: 0, stderr: expect.stringMatching(/report\.html: \d+ outputs, \d\.\d MB/) });
    expect(readFileSync(page, "utf8")).toContain("<h1>A title</h1>");
    expect(spawnSync(process.execPath, [inProject("dist", "cli.js"), "run", "--out", join(folder, "a"), "--limit", "2"], { encoding: "utf8" }).status).toBe(0);
    expect(report(join(folder, "run"), join(folder, "a"))).toMatchObject({ status: 2, stderr: expect.stringMatching(/of one method: .*a is of Method A, .*run of Method B/) });
    mkdirSync(join(folder, "torn"));
    writeFileSync(join(folder, "torn", "run.json"), "{");
    expect(report(join(folder, "torn"))).toMatchObject({ status: 2, stderr: expect.stringContaining("run.json is no JSON") });
    writeFileSync(join(folder, "torn", "run.json"), '{"method": "B"}');
    expect(report(join(folder, "torn"))).toMatchObject({ status: 2, stderr: expect.stringContaining("holds no finished run of Method B") });
  });

  test("simulate makes the sample's very bytes", () => {
    const path = join(folder, "simulated.jsonl");
    expect(faithlab("simulate", "--out", path, "--problems", "14", "--samples", "2", "--seed", "42").status).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(readFileSync(inProject("data", "sample", "robustness-simulated.jsonl"), "utf8"));
    writeFileSync(path, `${readFileSync(path, "utf8")}{"torn": \n`);
    const tables = faithlab("tables", path, "--table", "2");
    expect(tables).toMatchObject({ status: 1, stdout: expect.stringContaining("Table 2. Simulated: Local edits"), stderr: expect.stringContaining("not JSON") });
  });

  test.each([
    [["fly"], 'run, tables or simulate, got "fly"'],
    [["run"], "needs --out FOLDER"],
    [["run", "--out", "x", "--system", "some/model"], "--system some/model is a model, so it needs --base-url"],
    [["run", "--out", "x", "none"], "holds none of the benchmark's configs"],
  ])("%j: exit 2 and one line", (args, message) => {
    const { status, stdout, stderr } = faithlab(...args.map((arg) => (arg === "x" || arg === "none" ? join(folder, arg) : arg)));
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
  });
});
