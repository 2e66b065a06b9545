import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { LeanRepl, type LeanReplOptions } from "../../src/repl/repl";
import type { ReplRequest } from "../../src/repl/protocol";
import { temporaryFile } from "../support/files";
import { stillRunning, until } from "../support/processes";
import { hasShared } from "../support/shared";
import { FAKE, fake, leftBehind } from "./fake";
import { TRANSCRIPTS } from "./transcripts";

const open: LeanRepl[] = [];
function repl(options: LeanReplOptions): LeanRepl {
  const opened = new LeanRepl({ timeoutMs: 10_000, ...options });
  open.push(opened);
  return opened;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  expect(leftBehind()).toEqual([]);
});

describe.skipIf(!hasShared)("recorded dialogues with the real REPL", () => {
  // One process has them all, one after another: starting it costs more than all the rest.
  test("what is sent and what is given back, of 27 and 5 dialogues", async () => {
    const all = temporaryFile("all.expected.out", TRANSCRIPTS.map(({ bytes }) => `${bytes.toString("utf8").trim()}\n\n`).join(""));
    const { command, requests: sent } = fake("--transcript", "all.in", all);
    const one = repl({ command });
    for (const { name, requests, replies } of TRANSCRIPTS) {
      for (const [i, request] of requests.entries()) {
        const result = await one.run(request as ReplRequest);
        expect(result.reply, name).toEqual(replies[i]);
        const text = JSON.stringify(replies[i]);
        const isError = /"severity":"error"/.test(text) || "message" in replies[i]! || /"proofStatus":"Error/.test(text);
        expect(result.status, name).toBe(isError ? "lean_error" : "ok");
      }
    }
    expect(TRANSCRIPTS).toHaveLength(32);
    expect(sent().map(({ pid, ...request }) => (expect(pid).toBeGreaterThan(0), request))).toEqual(TRANSCRIPTS.flatMap(({ requests }) => requests));
  });
});

describe("faults", () => {
  test.each([
    ["no_answer", "timeout", /no answer within 500 ms/],
    ["half_reply", "timeout", /no answer within 500 ms/],
    ["half_exit", "crashed", /exit code 0, \d+ bytes into a reply/],
    ["split", "ok", undefined],
    ["unflushed", "ok", undefined],
    ["windows", "ok", undefined],
    ["errors", "ok", undefined],
    ["garbage", "infra", /PANIC at Lean/],
    ["stray", "infra", /hello from a program/],
    ["twice", "infra", /no reply/],
    ["other_json", "infra", /names no environment/],
    ["exit1", "crashed", /exit code 1; its last words: uncaught exception: something went wrong/],
    ["killed", "crashed", /killed by SIGKILL/],
    ["closed", "crashed", /closed its output/],
    ["late", "timeout", /no answer/],
  ])("%s is %s, and the next command is answered", async (fault, status, detail) => {
    const one = repl({ command: fake().command });
    expect((await one.run({ cmd: "theorem before : 1 = 1 := rfl" })).status).toBe("ok");
    const result = await one.run({ cmd: `-- fault:${fault}\ntheorem t : 1 = 1 := rfl` }, { timeoutMs: status === "timeout" ? 500 : 10_000 });
    expect(result.status).toBe(status);
    if (detail) expect(result.detail).toMatch(detail);
    if (fault === "split") expect(result.reply!.messages![0]!.data).toBe("𝔽 : Type");
    expect(await one.run({ cmd: "theorem after : 1 = 1 := rfl" })).toMatchObject({ status: "ok" });
    expect(one.generation).toBe(status === "ok" ? 1 : 2);
  });

  test("a reply of 50 MB is read whole", async () => {
    const result = await repl({ command: fake().command, timeoutMs: 30_000 }).run({ cmd: "-- fault:huge" });
    expect(result.status).toBe("ok");
    expect(Buffer.byteLength(result.reply!.messages![0]!.data)).toBe(50 * 2 ** 20);
  });

  test("output while nobody asks ends the process, and the next command finds a fresh one", async () => {
    const { command } = fake();
    const one = repl({ command: ["/bin/sh", "-c", 'printf "boo\\n"; exec "$0" "$@"', ...command] });
    await one.run({ cmd: "theorem a : 1 = 1 := rfl" });
    await wait(50);
    expect(["ok", "infra"]).toContain((await one.run({ cmd: "theorem b : 1 = 1 := rfl" })).status);
  });

  test("a program that is not there", async () => {
    expect(await repl({ command: ["no-such-repl"] }).run({ cmd: "#check Nat" })).toEqual({ status: "infra", detail: "no-such-repl cannot be started (ENOENT); name the REPL's program in `command`" });
  });
});

describe("what is sent", () => {
  test("one line and one blank line, line ends as Lean reads them", async () => {
    const { command, requests } = fake();
    const one = repl({ command });
    await one.run({ cmd: "theorem t :\r\n  1 = 1 := rfl" });
    await one.run({ cmd: "--\n" });
    expect(requests().map(({ cmd }) => cmd)).toEqual(["theorem t :\n  1 = 1 := rfl", "--\n"]);
  });

  test.each([
    [{ cmd: 7 }, '"cmd" of a REPL request is a text, got 7'],
    [{ cmd: "x", env: -1 }, '"env" of a REPL request is a whole number from 0, got -1'],
    [{ cmd: "x", env: "0" }, '"env" of a REPL request is a whole number from 0, got "0"'],
    [{ tactic: "rfl" }, 'a tactic needs its "proofState"'],
    [{ env: 0 }, "a REPL request has one of the fields"],
  ])("%j would end the process, so it is refused", (request, message) => {
    expect(() => repl({ command: ["x"] }).run(request as unknown as ReplRequest)).toThrow(message);
  });

  test("half a surrogate pair is no Lean source", async () => {
    expect(await repl({ command: fake().command }).run({ cmd: "theorem t : '\ud835' = '\ud835' := rfl" })).toMatchObject({ status: "lean_error", detail: /half of a surrogate pair/ });
  });

  test("commands wait in line", async () => {
    const { command, requests } = fake();
    const one = repl({ command });
    const results = await Promise.all(Array.from({ length: 50 }, (_, i) => one.run({ cmd: `theorem t${i} : 1 = 1 := ${i % 7 === 3 ? "FAIL" : "rfl"}` })));
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, (_, i) => (i % 7 === 3 ? "lean_error" : "ok")));
    expect(results.map(({ reply }) => reply!.env)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(requests().map(({ cmd }) => cmd)).toEqual(Array.from({ length: 50 }, (_, i) => `theorem t${i} : 1 = 1 := ${i % 7 === 3 ? "FAIL" : "rfl"}`));
  });

  test("an environment of a process that is gone is not taken for one of its successor", async () => {
    const one = repl({ command: fake().command });
    await one.run({ cmd: "def f := 1" });
    const { generation } = one;
    await one.run({ cmd: "-- fault:exit1" });
    await one.run({ cmd: "def g := 1" });
    expect(await one.run({ cmd: "#check f", env: 0 }, { generation })).toMatchObject({ status: "infra", detail: /is gone/ });
  });
});

describe("headers", () => {
  test("are loaded and tried once; the rest is elaborated on top, in place", async () => {
    const { command, requests } = fake();
    const one = repl({ command });
    const code = "import Mathlib\ntheorem t : 1 = 1 := by\n  FAIL";
    const first = await one.check(code);
    expect(first.reply!.messages![0]!.pos).toEqual({ line: 2, column: 2 });
    await one.check("import Mathlib\ntheorem u : 1 = 1 := rfl");
    expect(requests().map(({ cmd, env }) => [cmd, env])).toEqual([
      ["import Mathlib", undefined],
      ["example : (1 : Nat) = 1 := rfl\nexample : (1 : _root_.Real) = 1 := rfl", 0],
      ["              \ntheorem t : 1 = 1 := by\n  FAIL", 0],
      ["              \ntheorem u : 1 = 1 := rfl", 0],
    ]);
  });

  test("a failed import, which is silent, is found out", async () => {
    expect(await repl({ command: fake().command }).check("import Bogus\ntheorem t : 1 = 1 := rfl")).toMatchObject({ status: "infra", detail: /the header "import Bogus" loads without a message, but nothing works under it/ });
  });

  test("have a time limit of their own", async () => {
    const { command } = fake("--header-delay", "700");
    expect((await repl({ command, timeoutMs: 300, headerTimeoutMs: 10_000 }).check("import Mathlib\ntheorem t : 1 = 1 := rfl")).status).toBe("ok");
    expect(await repl({ command, timeoutMs: 300, headerTimeoutMs: 300 }).check("import Mathlib\ntheorem t : 1 = 1 := rfl")).toMatchObject({ status: "infra", detail: /does not load \(timeout: no answer within 300 ms/ });
  });
});

describe("its end", () => {
  test("giving up ends the process and throws the reason", async () => {
    const one = repl({ command: fake().command });
    const stop = new AbortController();
    const running = one.run({ cmd: "-- fault:no_answer" }, { signal: stop.signal });
    const waiting = one.run({ cmd: "theorem t : 1 = 1 := rfl" }, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("enough")), 200);
    await expect(running).rejects.toThrow("enough");
    await expect(waiting).rejects.toThrow("enough");
    expect((await one.run({ cmd: "theorem t : 1 = 1 := rfl" })).status).toBe("ok");
  });

  test("closing answers what is under way and what waits", async () => {
    const one = repl({ command: fake().command });
    const results = [one.run({ cmd: "-- fault:no_answer" }), one.run({ cmd: "theorem t : 1 = 1 := rfl" })];
    await wait(150);
    await one.close();
    expect((await Promise.all(results)).map(({ status }) => status)).toEqual(["infra", "infra"]);
  });

  test("children of the process go with it", async () => {
    const { command } = fake();
    const one = repl({ command: ["/bin/sh", "-c", '"$0" "$@"; true', ...command] });
    await one.run({ cmd: "theorem t : 1 = 1 := rfl" });
    expect(leftBehind().length).toBeGreaterThanOrEqual(1);
    expect((await one.run({ cmd: "-- fault:no_answer" }, { timeoutMs: 300 })).status).toBe("timeout");
    expect(leftBehind()).toEqual([]);
  });

  test.each([["SIGTERM"], ["SIGINT"], ["SIGKILL"], ["an exception"]])("%s of the program leaves no REPL behind", async (how) => {
    const script = `const { LeanRepl } = require(${JSON.stringify(inProject("dist", "repl", "repl.js"))});
      const one = new LeanRepl({ command: [process.execPath, ${JSON.stringify(FAKE)}], timeoutMs: 60000 });
      one.run({ cmd: "def f := 1" }).then(() => {
        one.run({ cmd: "-- fault:no_answer" });
        setTimeout(() => { console.log(one["process"].pid); ${how === "an exception" ? 'setTimeout(() => { throw new Error("oh"); }, 50);' : ""} }, 200);
      });`;
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
    const pid = await new Promise<number>((resolve) => child.stdout.once("data", (text: Buffer) => resolve(Number(text))));
    if (how.startsWith("SIG")) child.kill(how as NodeJS.Signals);
    await until("the REPL is gone", () => stillRunning([pid]).length === 0 && (child.exitCode !== null || child.signalCode !== null), 10);
    if (how === "SIGTERM") expect(child.signalCode).toBe("SIGTERM");
  });

  test("a REPL that waits does not keep the program alive", async () => {
    const script = `const { LeanRepl } = require(${JSON.stringify(inProject("dist", "repl", "repl.js"))});
      new LeanRepl({ command: [process.execPath, ${JSON.stringify(FAKE)}] }).run({ cmd: "def f := 1" }).then(({ status }) => console.log(status));`;
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
  });
});
