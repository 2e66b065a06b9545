import { afterEach, describe, expect, test } from "vitest";
import { checkProof } from "../../src/repl/checkProof";
import { KiminaServer, type KiminaOptions } from "../../src/repl/kimina";
import { snippetOf } from "../../src/repl/snippet";
import { startKimina, type FakeKimina, type FakeKiminaOptions } from "../fakes/kimina-server";

const running: FakeKimina[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()));
});

async function open(how: FakeKiminaOptions = {}, options: Partial<KiminaOptions> = {}) {
  const fake = await startKimina(how);
  running.push(fake);
  return { fake, server: new KiminaServer({ url: fake.url, header: "import Mathlib\nset_option autoImplicit false", pauseMs: 10, ...options }) };
}

const KINDS: FakeKiminaOptions[] = [{ generation: "check", countsFrom: "text" }, { generation: "check", countsFrom: "body" }, { generation: "verify", countsFrom: "body" }];

describe.each(KINDS)("a server of generation %j", (how) => {
  test("says yes and no, at the right places", async () => {
    const { server } = await open(how);
    expect(await server.check("theorem t : 1 = 1 := rfl")).toMatchObject({ status: "ok" });
    const wrong = await server.check("import Mathlib\n\ntheorem t : 1 = 1 := by\n  FAIL");
    expect(wrong).toMatchObject({ status: "lean_error", detail: "unsolved goals" });
    expect(wrong.reply!.messages![0]).toMatchObject({ pos: { line: 4, column: 0 }, endPos: { line: 4, column: 6 } });
    const gap = await server.check("theorem t : 1 = 1 := by\n  sorry");
    expect(gap).toMatchObject({ status: "ok", reply: { sorries: [{ pos: { line: 2 } }], messages: [{ severity: "warning", pos: { line: 2 } }] } });
  });

  test("tells time-outs and crashes from failures", async () => {
    const { server } = await open(how);
    const status = async (fault: string) => (await server.check(`-- fault:${fault}`)).status;
    expect(await Promise.all(["timeout", "header_timeout", "pipe", "decode", "message", "lost"].map(status))).toEqual(["timeout", "infra", "crashed", "crashed", "lean_error", "infra"]);
  });

  test("finds out that a header has failed in silence: a text's own is an answer to the text, the engine's is nobody's", async () => {
    const { server } = await open(how);
    expect(await server.check("import Bogus\ntheorem t : 1 = 1 := rfl")).toMatchObject({ status: "lean_error", detail: /nothing works under the header "import Bogus"/ });
    expect(await server.check("theorem t : 1 = 1 := rfl")).toMatchObject({ status: "ok" });
    const { server: broken } = await open(how, { header: "import Bogus" });
    for (const code of ["import Bogus\ntheorem t : 1 = 1 := rfl", "import Bogus\nimport Aesop\ntheorem t : 1 = 1 := rfl", "theorem t : 1 = 1 := rfl"]) expect(await broken.check(code)).toMatchObject({ status: "infra", detail: /nothing works under the header "import Bogus"/ });
  });

  test("a request that fails as a whole is cut until the text that does it stands alone", async () => {
    const { server, fake } = await open(how, { concurrency: 1, batchSize: 16 });
    await server.check("theorem first : 1 = 1 := rfl");
    const results = await Promise.all(Array.from({ length: 16 }, (_, i) => server.check(i === 5 ? "-- fault:broken" : `theorem t${i} : 1 = 1 := ${i === 9 ? "FAIL" : "rfl"}`)));
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, (_, i) => (i === 5 ? "crashed" : i === 9 ? "lean_error" : "ok")));
    expect(fake.batches.filter((batch) => batch.some((code) => code.includes("fault:broken"))).map(({ length }) => length)).toEqual([16, 8, 4, 2, 1, 1]);
  });

  test("a proof is checked in one text", async () => {
    const { server, fake } = await open(how);
    const result = await checkProof(server, { statement: "theorem t (x : ℝ) : x = x := by sorry", candidate: "theorem t (x : ℝ) : x = x := by\nrfl", nonce: "n1" });
    expect(result).toMatchObject({ accepted: true, level: "statement_and_axioms", axioms: [], engine: "kimina", versions: { lean: "4.26.0" } });
    const [[code]] = fake.batches.filter((batch) => batch[0]!.includes("_kit_chk_n1")) as [[string]];
    expect(code.split("\n")).toEqual([
      "import Mathlib", "", "set_option autoImplicit false", "section", "end",
      "set_option autoImplicit false", "open BigOperators Real Nat Topology Rat", "section", "end",
      "theorem _root_._kit_ref_n1 (x : ℝ) : x = x := by sorry", "section", "end",
      "theorem t (x : ℝ) : x = x := by", "rfl", "section", "end",
      "set_option debug.skipKernelTC false in", "theorem _root_._kit_chk_n1 : type_of% @_root_._kit_ref_n1 := @_root_.t", "section", "end",
      "example : (type_of% @_root_._kit_chk_n1) = (type_of% @_root_._kit_ref_n1) := rfl", "section", "end",
      "#print axioms _root_._kit_chk_n1", "section", "end", "",
    ]);
    const failed = await checkProof(server, { statement: "theorem t (x : ℝ) : x = x := by sorry", candidate: "theorem t (x : ℝ) : x = x := by\n  FAIL" });
    expect(failed).toMatchObject({ accepted: false, verdict: "rejected", level: "none", reasons: ["Lean rejects it: unsolved goals"] });
  });
});

describe("manners", () => {
  test("a full server is asked again", async () => {
    const { server } = await open({ full: 3 });
    expect(await server.check("theorem t : 1 = 1 := rfl")).toMatchObject({ status: "ok" });
  });

  test("and given up in the end", async () => {
    const { server } = await open({ full: 1e6 }, { retries: 2 });
    expect(await server.check("theorem t : 1 = 1 := rfl")).toMatchObject({ status: "infra", detail: /HTTP 429/ });
  });

  test("a wrong key is told with its remedy, and never shown", async () => {
    const { server } = await open({ apiKey: "right" }, { apiKey: "wrong-key" });
    const result = await server.check("theorem t : 1 = 1 := rfl");
    expect(result).toMatchObject({ status: "infra", detail: /HTTP 401.*give the server's key as apiKey/ });
    expect(JSON.stringify([result, server.configuration])).not.toContain("wrong-key");
    const { server: good } = await open({ apiKey: "right" }, { apiKey: "right" });
    expect(await good.check("theorem t : 1 = 1 := rfl")).toMatchObject({ status: "ok" });
  });

  test("nobody there", async () => {
    const server = new KiminaServer({ url: "http://127.0.0.1:9", retries: 1, pauseMs: 1 });
    expect(await server.check("theorem t : 1 = 1 := rfl")).toMatchObject({ status: "infra", detail: /does not answer as a Kimina server \(not reached: / });
  });

  test("giving up", async () => {
    const { server } = await open();
    await server.check("theorem t : 1 = 1 := rfl");
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("enough")), 100);
    await expect(server.check("-- fault:slow", { signal: stop.signal })).rejects.toThrow("enough");
    expect(await server.check("theorem t : 1 = 1 := rfl")).toMatchObject({ status: "ok" });
  });

  test("results in order, requests shared", async () => {
    const { server, fake } = await open({}, { concurrency: 2, batchSize: 5 });
    let i = 0;
    for await (const { status } of server.checkAll(Array.from({ length: 40 }, (_, n) => `theorem t${n} : 1 = 1 := ${n % 4 === 0 ? "FAIL" : "rfl"}`))) expect(status).toBe(i++ % 4 === 0 ? "lean_error" : "ok");
    expect(fake.batches.length).toBeLessThan(30);
    expect(Math.max(...fake.batches.map(({ length }) => length))).toBeLessThanOrEqual(5);
  });

  test.each([["ftp://x", {}], ["", {}], ["http://x", { concurrency: 0 }], ["http://x", { timeoutMs: -1 }]])("%j %j is refused", (url, options) => {
    expect(() => new KiminaServer({ url, ...options })).toThrow(/is (?:the address|a whole number|a positive number)/);
  });
});

describe("snippets", () => {
  test("imports come first, in one spelling, each once", () => {
    expect(snippetOf(["import Aesop\nimport Mathlib.Tactic\nimport Mathlib.Data.Real.Basic\ntheorem t : 1 = 1 := rfl"], "").imports).toBe("import Mathlib\nimport Aesop");
    expect(snippetOf(["theorem t : 1 = 1 := rfl"], "").imports).toBe("import Init");
    expect(snippetOf(["import Mathlib.Tactic\ntheorem t : 1 = 1 := rfl"], "import Mathlib\nimport Aesop\nopen Real").code).toMatch(/^import Mathlib\nimport Aesop\n\nopen Real\n/);
  });
});
