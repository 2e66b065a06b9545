/**
 * The client against the real Kimina server of PyPI, with the fake REPL behind it. Opt in:
 *
 *   python3 -m venv VENV && VENV/bin/pip install kimina-ast-server==2.1.3 fastapi==0.115.14
 *   FAITHLAB_KIMINA_PYTHON=VENV/bin/python npm test -- kimina-live
 *
 * The older FastAPI is what that version of the server was written for. This proves the client against the server's HTTP interface and its handling of REPLs, not
 * against Lean: for that, name a server that has one in FAITHLAB_KIMINA_URL, and run the same command.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkProof } from "../../src/repl/checkProof";
import { KiminaServer } from "../../src/repl/kimina";
import { until } from "../support/processes";
import { FAKE } from "./fake";

const python = process.env["FAITHLAB_KIMINA_PYTHON"];
const PORT = "18731";
const url = `http://127.0.0.1:${PORT}`;

describe.skipIf(!python)("the real server, the fake REPL", () => {
  let child: ChildProcess;
  let folder: string;
  let server: KiminaServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "faithlab-kimina-"));
    const repl = join(folder, "repl");
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin", "lake"), '#!/bin/sh\nshift\nexec "$@"\n', { mode: 0o755 });
    writeFileSync(repl, `#!/bin/sh\nexec "${process.execPath}" "${FAKE}"\n`, { mode: 0o755 });
    const settings = { REPL_PATH: repl, PROJECT_DIR: folder, SKIP_VALIDATION: "1", HOST: "127.0.0.1", PORT, MAX_REPLS: "2", MAX_REPL_MEM: "64G", MAX_WAIT: "20", API_KEY: "secret" };
    const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`LEAN_SERVER_${name}`, value]));
    child = spawn(python!, [join(import.meta.dirname, "kimina_without_database.py")], { cwd: folder, stdio: "ignore", detached: true, env: { ...process.env, ...env, PATH: `${join(folder, "bin")}:${process.env["PATH"]}` } });
    await until("the server answers", async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok === true, 60);
    server = new KiminaServer({ url, apiKey: "secret", timeoutMs: 3000, pauseMs: 100 });
  }, 90_000);
  afterAll(() => {
    process.kill(-child.pid!, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  test("yes, no, and where", async () => {
    expect(await server.check("theorem t : 1 = 1 := rfl")).toMatchObject({ status: "ok" });
    const wrong = await server.check("import Mathlib\n\ntheorem t : 1 = 1 := by\n  FAIL");
    expect(wrong).toMatchObject({ status: "lean_error", reply: { messages: [{ pos: { line: 3, column: 2 } }] } }); // the fake reports the theorem's line
  });

  test("a crash, a time-out, a header that fails in silence, and nobody else hurt", async () => {
    const texts = Array.from({ length: 20 }, (_, i) => ({ 4: "-- fault:killed", 9: "-- fault:no_answer", 13: "theorem t : 1 = 1 := FAIL" })[i] ?? `theorem t${i} : 1 = 1 := rfl`);
    const results = await Promise.all(texts.map((text) => server.check(text)));
    expect(results.map(({ status }) => status)).toEqual(texts.map((_, i) => ({ 4: "crashed", 9: "timeout", 13: "lean_error" })[i] ?? "ok"));
    expect((await server.check("import Bogus\ntheorem t : 1 = 1 := rfl")).status).toBe("lean_error");
  }, 60_000);

  test("proofs", async () => {
    const statement = "theorem t : 1 + 1 = 2 := by sorry";
    expect(await checkProof(server, { statement, candidate: "theorem t : 1 + 1 = 2 := by norm_num" })).toMatchObject({ accepted: true, level: "statement_and_axioms", versions: { lean: "4.15.0" } });
    expect(await checkProof(server, { statement, candidate: "theorem t : 1 + 1 = 2 := by native_decide", mode: "lenient" })).toMatchObject({ accepted: false, reasons: ["axioms: the proof rests on Lean.ofReduceBool"] });
  });

  test("a wrong key", async () => {
    expect(await new KiminaServer({ url, apiKey: "wrong" }).check("theorem t : 1 = 1 := rfl")).toMatchObject({ status: "infra", detail: /HTTP 401/ });
  });
});

const real = process.env["FAITHLAB_KIMINA_URL"];
test.skipIf(!real)("a server with Lean behind it proves what is true and nothing else", async () => {
  const server = new KiminaServer({ url: real!, ...(process.env["FAITHLAB_KIMINA_KEY"] && { apiKey: process.env["FAITHLAB_KIMINA_KEY"] }) });
  const check = (statement: string, candidate: string) => checkProof(server, { statement, candidate, form: "body" });
  expect(await check("theorem t : (2 : ℝ) + 2 = 4 := by sorry", "norm_num")).toMatchObject({ accepted: true });
  expect(await check("theorem t : (2 : ℝ) + 2 = 5 := by sorry", "norm_num")).toMatchObject({ accepted: false, verdict: "rejected" });
}, 600_000);
