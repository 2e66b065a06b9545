import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { inProject, shown, writeIfChanged } from "../../src/core/files";
import { until } from "../support/processes";

const folder = mkdtempSync(join(tmpdir(), "files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("writeIfChanged", () => {
  test("writes what is new, makes its folder, leaves what is the same alone", () => {
    const path = join(folder, "a", "b.txt");
    expect(writeIfChanged(path, "ℝ")).toBe(true);
    expect(readFileSync(path, "utf8")).toBe("ℝ");
    expect(writeIfChanged(path, new Uint8Array([0xe2, 0x84, 0x9d]))).toBe(false); // the same three bytes
    expect(readdirSync(join(folder, "a"))).toEqual(["b.txt"]);
  });

  test("a reader never sees half of it, and killing the writer leaves all of it", { timeout: 60_000 }, async () => {
    const path = join(folder, "big.txt");
    const writer = `const { writeIfChanged } = require(${JSON.stringify(inProject("dist", "core", "files.js"))});
      for (let i = 0; ; i++) writeIfChanged(${JSON.stringify(path)}, "ab"[i % 2].repeat(2_000_000));`;
    const child = spawn(process.execPath, ["-e", writer]);
    const [a, b] = [Buffer.alloc(2_000_000, "a"), Buffer.alloc(2_000_000, "b")];
    const isWhole = () => {
      const seen = readFileSync(path);
      return seen.equals(a) || seen.equals(b);
    };
    await until("it has written", () => existsSync(path));
    for (let i = 0; i < 100; i++) expect(isWhole()).toBe(true);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.on("exit", resolve));
    expect(isWhole()).toBe(true);
  });
});

test("paths are shown relative to the project where they lie inside", () => {
  expect(shown(inProject("data", "published"))).toBe(join("data", "published"));
  expect(shown("/elsewhere/file")).toBe("/elsewhere/file");
});
