import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { findLean, openLean } from "../../src/repl/find";
import { fake } from "./fake";

describe("findLean", () => {
  test.each([
    [{}, { ok: false, reason: expect.stringMatching(/^no Lean: .*is not built \(npm run lean\), and neither FAITHLAB_REPL nor FAITHLAB_KIMINA_URL is set$/) }],
    [{ FAITHLAB_REPL: "lake env '/my project/repl'" }, { ok: true, kind: "repl", command: ["lake", "env", "/my project/repl"], cwd: "/nowhere" }],
    [{ FAITHLAB_REPL: '["lake", "env", "repl"]' }, { ok: true, command: ["lake", "env", "repl"] }],
    [{ FAITHLAB_KIMINA_URL: "http://x:8000", LEAN_SERVER_API_KEY: "k", FAITHLAB_REPL: "repl" }, { ok: true, kind: "kimina", url: "http://x:8000", apiKey: "k", where: "the Kimina server at http://x:8000" }],
  ])("%j", (env, expected) => {
    expect(findLean({ env, project: "/nowhere" })).toMatchObject(expected);
  });

  test("a command line that is none", () => {
    expect(() => findLean({ env: { FAITHLAB_REPL: "[1]" } })).toThrow("FAITHLAB_REPL is a command line or a JSON list of words, got [1]");
  });

  test("what was found can be opened", async () => {
    const { command, requests } = fake();
    const found = findLean({ env: { FAITHLAB_REPL: JSON.stringify(command) }, project: "/nowhere" });
    if (!found.ok) throw new Error(found.reason);
    const engine = openLean(found, { size: 1, timeoutMs: 10_000 });
    expect(await engine.check("theorem t : 1 = 1 := rfl")).toMatchObject({ status: "ok" });
    await engine.close();
    expect(String(requests()[0]!.cmd)).toMatch(/^import Mathlib\n/);
  });
});

/** The command line on the fake REPL, as a user with FAITHLAB_REPL has it. */
function faithlab(args: readonly string[], rows: readonly object[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inProject("dist", "cli.js"), ...args], { input: rows.map((row) => JSON.stringify(row)).join("\n"), encoding: "utf8", env: { ...process.env, FAITHLAB_LEAN_PROJECT: "/nowhere", ...env } });
  return { status, stderr, rows: stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe("faithlab check", () => {
  test("statements and proofs, rows in order, bad rows told", () => {
    const { status, rows } = faithlab(["check"], [
      { id: 1, statement: "theorem t : 1 = 1 := by sorry", candidate: "theorem t : 1 = 1 := by rfl" },
      { id: 2, statement: "theorem t : 1 = 1 := by sorry", candidate: "theorem t : 1 = 1 := by FAIL" },
      { id: 3, statement: "theorem t : 1 = 1" },
      { id: 4 },
      { id: 5, statement: "nothing", candidate: "nothing" },
    ], { FAITHLAB_REPL: JSON.stringify(fake().command) });
    expect(status).toBe(1);
    expect(rows.map(({ id, accepted, verdict, error }) => [id, accepted, verdict, error])).toEqual([[1, true, "accepted", undefined], [2, false, "rejected", undefined], [3, true, "accepted", undefined], [4, undefined, undefined, 'no field "statement"'], [5, false, "rejected", undefined]]);
  });

  test("without Lean it says what to do", () => {
    expect(faithlab(["check"], [], { FAITHLAB_REPL: "", FAITHLAB_KIMINA_URL: "" })).toMatchObject({ status: 2, stderr: expect.stringMatching(/^faithlab: no Lean: .*npm run lean/) });
  });
});

test("faithlab decide --engine lean", () => {
  const { status, rows } = faithlab(["decide", "--engine", "lean"], [{ id: 1, code: "theorem t : 1 = 1 := by sorry" }, { id: 2, code: "theorem t : FAIL = 1" }], { FAITHLAB_REPL: JSON.stringify(fake().command) });
  expect(status).toBe(0);
  expect(rows).toMatchObject([{ id: 1, outcome: "proved", engine: "lean-repl+tactics" }, { id: 2, outcome: "af_fail", reason: expect.stringMatching(/^type_check/) }]);
});
