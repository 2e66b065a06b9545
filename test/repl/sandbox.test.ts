import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tmpdir } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseTheorem } from "../../src/lean/theorem";
import { externalCheck } from "../../src/repl/external";
import { LeanPool } from "../../src/repl/pool";
import { sandboxed } from "../../src/repl/sandbox";
import { FAKE, leftBehind } from "./fake";

/** bubblewrap, where it is installed and this kernel lets it work; else named in FAITHLAB_BWRAP. */
const bwrap = process.env["FAITHLAB_BWRAP"] ?? "bwrap";
const works = spawnSync(bwrap, ["--unshare-all", "--ro-bind", "/", "/", "true"]).status === 0;

describe("sandboxed", () => {
  test("no network, an empty environment, everything read-only, limits", () => {
    const words = sandboxed(["lake", "env", "repl"], { project: "/tmp", memoryBytes: 10, cpuSeconds: 20, env: { HOME: "/nowhere", SECRET: "x" } });
    expect(words.slice(0, 5)).toEqual(["prlimit", "--as=10", "--cpu=20", "--core=0", "--"]);
    expect(words).toEqual(expect.arrayContaining(["--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]));
    expect(words).not.toContain("--bind");
    expect(words.join(" ")).not.toContain("SECRET");
    expect(words.slice(-4)).toEqual(["--", "lake", "env", "repl"]);
    expect(words[words.indexOf("--chdir") + 1]).toBe("/tmp");
  });

  test.each([[[], {}], [["x"], { memoryBytes: -1 }], [["x"], { cpuSeconds: 0.5 }]])("%j %j is refused", (command, options) => {
    expect(() => sandboxed(command, { project: "/tmp", ...options })).toThrow(/command is|is a whole number from 0/);
  });

  test.skipIf(!works)("a REPL answers from inside, sees no secret, no network and no file of the user, and cannot write", async () => {
    const project = dirname(FAKE);
    const words = (command: string[]) => sandboxed(command, { project, readable: [dirname(dirname(process.execPath))], memoryBytes: 0 }).map((word) => (word === "bwrap" ? bwrap : word));
    const pool = new LeanPool({ command: words([process.execPath, FAKE]), size: 1, header: "import Mathlib", timeoutMs: 10_000 });
    expect(await pool.check("theorem t : 1 = 1 := rfl")).toMatchObject({ status: "ok" });
    await pool.close();
    expect(leftBehind()).toEqual([]);
    const look = `const fs = require("fs"); const tried = (f) => { try { f(); return true } catch { return false } };
      console.log(JSON.stringify({ env: process.env.FAITHLAB_TEST_SECRET ?? null, write: tried(() => fs.writeFileSync(${JSON.stringify(join(project, "x"))}, "")), home: fs.existsSync("/root/.bashrc"), net: Object.values(require("os").networkInterfaces()).flat().filter((i) => !i.internal).length, tmp: fs.readdirSync("/tmp").filter((name) => name.startsWith("faithlab")).length }))`;
    const [program, ...args] = words([process.execPath, "-e", look]);
    const { stdout } = spawnSync(program!, args, { encoding: "utf8", env: { ...process.env, FAITHLAB_TEST_SECRET: "x" } });
    expect(JSON.parse(stdout)).toEqual({ env: null, write: false, home: false, net: 0, tmp: 0 });
  });
});

describe("externalCheck", () => {
  /** A project with a lake that "compiles" by copying, unless the text holds FAIL, and a checker. */
  function project(checker: string) {
    const folder = mkdtempSync(join(tmpdir(), "faithlab-external-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const bin = join(folder, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "lake"), '#!/bin/sh\n# lake env lean -o OUT IN\ngrep -q FAIL "$5" && { echo "error: no"; exit 1; }\ncp "$5" "$4"\n');
    writeFileSync(join(bin, "checker"), `#!/bin/sh\n${checker}\n`);
    for (const name of ["lake", "checker"]) chmodSync(join(bin, name), 0o755);
    const path = process.env["PATH"];
    process.env["PATH"] = `${bin}:${path}`;
    onTestFinished(() => void (process.env["PATH"] = path));
    return folder;
  }
  const parsed = parseTheorem("theorem t (n : ℕ) : n = n");
  const given = (candidate: string) => ({ statement: parsed.ok ? parsed.theorem : (undefined as never), preamble: "open Nat", candidate, name: "t" });
  const check = (folder: string, candidate = "theorem t (n : ℕ) : n = n := rfl", timeoutMs = 10_000) => externalCheck({ name: "checker", project: folder, timeoutMs, command: ({ reference, proof }) => ["checker", reference, proof] }).check(given(candidate));

  test("hands both compiled files over, and takes exit code 0 for a yes", async () => {
    expect(await check(project('grep -q "theorem t  *(n : ℕ) : n = n := by sorry" "$1" && grep -q ":= rfl" "$2" && head -1 "$2" | grep -q "import Mathlib"'))).toEqual({ ok: true });
  });

  test("a no, a proof that does not compile, and no answer are three things", async () => {
    expect(await check(project("echo 'forged'; exit 1"))).toEqual({ ok: false, detail: "forged" });
    expect(await check(project("true"), "theorem t (n : ℕ) : n = n := FAIL")).toMatchObject({ ok: false, detail: /^proof does not compile: error: no/ });
    expect(await check(project("sleep 60"), undefined, 500)).toMatchObject({ ok: undefined, detail: /no answer within 500 ms/ });
  });
});
