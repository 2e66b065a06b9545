import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { LeanPool, type LeanPoolOptions } from "../../src/repl/pool";
import { poolSize } from "../../src/repl/size";
import { fake, leftBehind } from "./fake";

const HEADER = "import Mathlib";
const open: LeanPool[] = [];
function pool(options: LeanPoolOptions): LeanPool {
  const opened = new LeanPool({ size: 2, header: HEADER, timeoutMs: 10_000, ...options });
  open.push(opened);
  return opened;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  expect(leftBehind()).toEqual([]);
});

/** The class that each fault has in a pool. */
const FAULTS = {
  no_answer: "timeout", half_reply: "timeout", late: "timeout", half_exit: "crashed", exit1: "crashed", killed: "crashed", closed: "crashed", garbage: "crashed", stray: "crashed", twice: "crashed",
  other_json: "crashed", silent_header: "crashed", slow_header: "crashed", split: "ok", unflushed: "ok", windows: "ok", errors: "ok", huge: "ok", grow: "ok",
} as const;
type Fault = keyof typeof FAULTS;

/** A thousand statements with faulty ones among them: each has its class, all others theirs. */
async function thousand(faults: readonly Fault[]): Promise<LeanPool> {
  const many = pool({ command: fake().command, maxResidentBytes: 150 * 2 ** 20 });
  const place = new Map(faults.map((fault, i) => [Math.floor(((i + 1) * 1000) / (faults.length + 1)), fault]));
  const isWrong = (i: number) => i % 10 === 3;
  const codes = Array.from({ length: 1000 }, (_, i) => `${place.has(i) ? `-- fault:${place.get(i)}\n` : ""}theorem t${i} : 1 = 1 := ${isWrong(i) && !place.has(i) ? "FAIL" : "rfl"}`);
  const limits = new Set<Fault>(["no_answer", "half_reply", "late"]);
  const results = await Promise.all(codes.map((code, i) => many.check(code, limits.has(place.get(i)!) ? { timeoutMs: 700 } : {})));
  const expected = codes.map((_, i) => (place.has(i) ? FAULTS[place.get(i)!] : isWrong(i) ? "lean_error" : "ok"));
  expect(results.map(({ status }) => status)).toEqual(expected);
  expect(leftBehind().length).toBeLessThanOrEqual(2);
  return many;
}

describe("a thousand statements", () => {
  test("with every fault among them", async () => {
    await thousand(Object.keys(FAULTS) as Fault[]);
  });

  // The same one by one takes half a minute: FAITHLAB_EACH_FAULT=1 npm test -- pool
  test.skipIf(!process.env["FAITHLAB_EACH_FAULT"]).each(Object.keys(FAULTS) as Fault[])("with %s among them", async (fault) => {
    await thousand([fault]);
  });
});

describe("processes", () => {
  test("share the work, all under one header that each loads once", async () => {
    const { command, requests } = fake();
    const many = pool({ command });
    await Promise.all(Array.from({ length: 40 }, (_, i) => many.check(`theorem t${i} : 1 = 1 := rfl`)));
    const pids = [...new Set(requests().map(({ pid }) => pid))];
    expect(pids).toHaveLength(2);
    for (const pid of pids) {
      const own = requests().filter((request) => request.pid === pid);
      expect(own.filter(({ cmd }) => cmd === HEADER)).toHaveLength(1);
      expect(own.slice(1).every(({ env }) => env === 0)).toBe(true);
    }
  });

  test("are replaced after so many uses", async () => {
    const { command, requests } = fake();
    const many = pool({ command, size: 1, maxUses: 10 });
    for (let i = 0; i < 30; i++) await many.check(`theorem t${i} : 1 = 1 := rfl`);
    expect(new Set(requests().map(({ pid }) => pid)).size).toBe(4); // 8 of 10 uses are statements, the header and its trial the others
  });

  test("are replaced when they have grown", async () => {
    const { command, requests } = fake();
    const many = pool({ command, size: 1, maxResidentBytes: 140 * 2 ** 20 });
    for (let i = 0; i < 12; i++) await many.check(i < 2 ? "-- fault:grow" : `theorem t${i} : 1 = 1 := rfl`);
    expect(new Set(requests().map(({ pid }) => pid)).size).toBeGreaterThan(1);
  });

  test("a chain stays in one process, each step on top of the one before, and ends at the first error", async () => {
    const { command, requests } = fake();
    const many = pool({ command });
    const [chain] = await Promise.all([many.runSteps(["theorem a : 1 = 1 := rfl", "theorem b : 1 = 1 := FAIL", "theorem c : 1 = 1 := rfl"]), many.check("theorem d : 1 = 1 := rfl")]);
    expect(chain.map(({ status }) => status)).toEqual(["ok", "lean_error"]);
    const a = requests().find(({ cmd }) => cmd === "theorem a : 1 = 1 := rfl")!;
    const b = requests().find(({ cmd }) => cmd === "theorem b : 1 = 1 := FAIL")!;
    expect([a.env, b.env, b.pid]).toEqual([0, 2, a.pid]); // 0 is the header, 1 its trial
    expect(requests().some(({ cmd }) => cmd === "theorem c : 1 = 1 := rfl")).toBe(false);
  });
});

describe("texts that bring trouble", () => {
  test("one that kills its process is tried twice and then reported, and hurts nobody else", async () => {
    const { command, requests } = fake();
    const many = pool({ command });
    const results = await Promise.all(["theorem a : 1 = 1 := rfl", "-- fault:killed", "theorem b : 1 = 1 := rfl", "theorem c : 1 = 1 := rfl"].map((code) => many.check(code)));
    expect(results.map(({ status }) => status)).toEqual(["ok", "crashed", "ok", "ok"]);
    expect(results[1]!.detail).toMatch(/^twice, in two processes: the process was killed by SIGKILL/);
    expect(requests().filter(({ cmd }) => cmd === "-- fault:killed")).toHaveLength(2);
  });

  test.each(["garbage", "stray", "twice", "other_json"])("one over which working processes write what is no reply, as %s, is to blame itself", async (fault) => {
    const { command, requests } = fake();
    const [bad, good] = await Promise.all([pool({ command, size: 1 }).check(`import Mathlib\n-- fault:${fault}`), pool({ command }).check("theorem a : 1 = 1 := rfl")]);
    expect([bad, good.status]).toEqual([{ status: "crashed", detail: expect.stringMatching(/^twice, in two processes: (?:the REPL wrote something that is no reply|what the REPL wrote is no reply)/) as unknown }, "ok"]);
    expect(requests().filter(({ cmd }) => String(cmd).includes(fault))).toHaveLength(2);
  });

  test("where no header has shown that the processes work, what is no reply is the machinery's fault", async () => {
    expect((await new LeanPool({ command: fake().command, size: 1 }).check("-- fault:garbage")).status).toBe("infra");
    expect(await pool({ command: ["/bin/sh", "-c", "echo hello; cat"], size: 1 }).check("theorem a : 1 = 1 := rfl")).toMatchObject({ status: "infra", detail: /the header "import Mathlib" does not load/ });
  });

  test("one that runs out of time is not tried again", async () => {
    const { command, requests } = fake();
    expect((await pool({ command }).check("-- fault:no_answer", { timeoutMs: 300 })).status).toBe("timeout");
    expect(requests().filter(({ cmd }) => cmd === "-- fault:no_answer")).toHaveLength(1);
  });

  test("imports that the header brings are dropped, others are loaded for themselves", async () => {
    const { command, requests } = fake();
    const many = pool({ command, size: 1 });
    expect((await many.check("import Mathlib.Tactic\nimport Aesop\ntheorem t : 1 = 1 := rfl")).status).toBe("ok");
    expect(await many.check("import Bogus\ntheorem t : 1 = 1 := rfl")).toMatchObject({ status: "lean_error", detail: /^the header "import Bogus" loads without a message, but nothing works under it/ });
    expect((await many.check("theorem t : 1 = 1 := rfl\nimport Mathlib")).status).toBe("lean_error");
    expect(requests().filter(({ cmd }) => String(cmd).startsWith("import")).map(({ cmd }) => cmd)).toEqual([HEADER, "import Bogus", HEADER]);
  });

  test("imports that fail where the header fails too are the machinery's fault", async () => {
    expect(await pool({ command: fake().command, size: 1, header: "import Bogus" }).check("import Bogus.Other\ntheorem t : 1 = 1 := rfl")).toMatchObject({ status: "infra", detail: /the header "import Bogus" loads without a message/ });
  });
});

describe("the queue", () => {
  test("results come in the order of the texts, and no more are taken than can be worked on", async () => {
    const many = pool({ command: fake().command });
    let taken = 0;
    const codes = function* () {
      for (let i = 0; i < 60; i++) {
        taken += 1;
        yield `theorem t${i} : 1 = 1 := ${i % 5 === 0 ? "FAIL" : "rfl"}`;
      }
    };
    let seen = 0;
    for await (const { status } of many.checkAll(codes())) {
      expect(status).toBe(seen % 5 === 0 ? "lean_error" : "ok");
      seen += 1;
      expect(taken - seen).toBeLessThanOrEqual(4);
    }
    expect(seen).toBe(60);
  });

  test("what is given up while it waits is never sent; what is under way ends its process", async () => {
    const { command, requests } = fake();
    const many = pool({ command, size: 1 });
    const stop = new AbortController();
    const both = [many.check("-- fault:no_answer", { signal: stop.signal }), many.check("theorem never : 1 = 1 := rfl", { signal: stop.signal })];
    const after = many.check("theorem after : 1 = 1 := rfl");
    setTimeout(() => stop.abort(new Error("enough")), 500);
    for (const each of both) await expect(each).rejects.toThrow("enough");
    expect((await after).status).toBe("ok");
    expect(requests().some(({ cmd }) => String(cmd).includes("never"))).toBe(false);
  });

  test("where nothing can be started, everything that waits is told so soon", async () => {
    const started = Date.now();
    const many = pool({ command: ["no-such-repl"] });
    const all = await Promise.all(Array.from({ length: 500 }, (_, i) => many.check(`theorem t${i} : 1 = 1 := rfl`)));
    expect(all.every(({ status, detail }) => status === "infra" && /no-such-repl cannot be started/.test(detail!))).toBe(true);
    expect(Date.now() - started).toBeLessThan(5000);
  });

  test("closing answers what waits", async () => {
    const many = pool({ command: fake().command, size: 1 });
    const results = [many.check("-- fault:no_answer"), many.check("theorem t : 1 = 1 := rfl")];
    await wait(300);
    await many.close();
    expect((await Promise.all(results)).map(({ status }) => status)).toEqual(["infra", "infra"]);
    expect((await many.check("theorem t : 1 = 1 := rfl")).status).toBe("infra");
  });
});

test("the versions are asked once", async () => {
  const { command, requests } = fake("--version", "4.9.0");
  const many = pool({ command });
  expect([await many.versions(), await many.versions()]).toEqual([{ lean: "4.9.0" }, { lean: "4.9.0" }]);
  expect(requests().filter(({ cmd }) => String(cmd).startsWith("#eval"))).toHaveLength(1);
});

test("a pool is no larger than memory allows, and never empty", () => {
  expect(poolSize({ cores: 16, freeBytes: 64 * 2 ** 30 })).toBe(10);
  expect(poolSize({ cores: 2, freeBytes: 64 * 2 ** 30 })).toBe(2);
  expect(poolSize({ cores: 8, freeBytes: 2 ** 30 })).toBe(1);
});
