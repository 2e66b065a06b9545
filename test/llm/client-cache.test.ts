import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FAULTS, PASSING_FAULTS } from "../fakes/model-faults";
import { ask, clientOf, failure, pair } from "../support/model-pair";

let cache: string;
beforeEach(() => void (cache = mkdtempSync(join(tmpdir(), "faithlab-replies-"))));
afterEach(() => rmSync(cache, { recursive: true }));

const files = () => readdirSync(cache).map((name) => readFileSync(join(cache, name), "utf8"));
const records = () => files().flatMap((text) => text.trim().split("\n")).map((line) => JSON.parse(line) as Record<string, unknown>);

describe("the cache", () => {
  test("makes a second run send nothing, with the same replies", async () => {
    const thinking = { answer: () => "<think>hm</think>theorem t" };
    const { server, client } = await pair({ ...thinking, vllm: { window: 4_096 } }, { cache, server: undefined });
    const calls = ["a", "b", "c"].map((text) => ask(text, { n: 2, temperature: 0.6, max_tokens: 16_384 }));
    const first = await Promise.all(calls.map((call) => client.complete(call)));
    const sent = server.paths.length;
    const again = clientOf(server, { cache, server: undefined }).client;
    const second = await Promise.all(calls.map((call) => again.complete(call)));
    expect(server.paths).toHaveLength(sent); // not even the list of models
    expect(again.state).toMatchObject({ requests: 0, replies: 6, cached: 6, spent: { tokens: 0 } });
    for (const [i, { replies, attempts, ...rest }] of second.entries()) {
      expect([attempts, replies.every((reply) => reply.cached)]).toEqual([0, true]);
      const { attempts: _one, replies: before, ...same } = first[i]!;
      expect(rest).toEqual(same);
      expect(replies.map((reply) => ({ ...reply, cached: false }))).toEqual(before);
    }
  });

  test("keeps the choice as it came, with everything that was sent and how it went", async () => {
    const { server, client } = await pair({}, { cache });
    server.queue.push(FAULTS.rateLimit);
    const { requestHash, promptHash } = await client.complete(ask("<think>a</think>b", { temperature: 0, top_k: 3 }));
    const [record] = records();
    expect(record).toMatchObject({
      key: `${requestHash}/0`, kind: "reply", requestHash, promptHash, server: server.baseUrl, path: "/chat/completions", model: "fake", servedModel: "fake", responseId: "fake-1",
      sample: 0, sent: { model: "fake", temperature: 0 }, dropped: [{ name: "top_k", value: 3 }], status: 200, attempts: 2,
      choice: { index: 0, message: { role: "assistant", content: "<think>a</think>b" }, finish_reason: "stop" },
      usage: { prompt_tokens: 13 }, // 9 words and signs, and 4 for the turn
    });
    expect(record?.faults).toEqual([expect.stringMatching(/^429 rate_limit_exceeded, waited \d+ ms$/)]);
    expect(new Date(record?.startedAt as string).toISOString()).toBe(record?.startedAt);
    expect(JSON.stringify(Object.keys(record ?? {}))).toMatch(/^\["key"/);
  });

  test("pays only for samples that are missing", async () => {
    const { server, client } = await pair({}, { cache });
    await client.complete(ask("x", { n: 2 }));
    const { replies, usage } = await client.complete(ask("x", { n: 5 }));
    expect(server.requests.map(({ body }) => body.n)).toEqual([2, 3]);
    expect(replies.map(({ cached }) => cached)).toEqual([true, true, false, false, false]);
    expect(usage.prompt_tokens).toBe(10); // two calls of five each
  });

  test("asks anew whenever anything differs that reaches the wire, or the server's name", async () => {
    const { server, client } = await pair({}, { cache });
    await client.complete(ask("x"));
    for (const more of [{ temperature: 0 }, { max_tokens: 5 }, { model: "other" }, { seed: 1 }, { extra: { user: "u" } }]) {
      const before = server.requests.length;
      await client.complete(ask("x", more));
      expect(server.requests.length).toBe(before + 1);
    }
    const moved = clientOf(server, { cache, cacheName: "elsewhere" }).client;
    expect((await moved.complete(ask("x"))).replies[0]?.cached).toBe(false);
    const movedAgain = clientOf({ baseUrl: "http://127.0.0.1:9/v1" }, { cache, cacheName: "elsewhere" }).client;
    expect((await movedAgain.complete(ask("x"))).replies[0]?.cached).toBe(true);
  });

  test("two calls alike at one time are asked once", async () => {
    const { server, client } = await pair({ faultOf: () => ({ fault: "slow", ms: 20 }) }, { cache });
    const results = await Promise.all(Array.from({ length: 6 }, () => client.complete(ask("x", { n: 2 }))));
    expect(server.requests).toHaveLength(1);
    expect(results.map(({ replies }) => replies[0]?.cached)).toEqual([false, true, true, true, true, true]);
  });

  test("a failure of one does not fail the other that waited for it", async () => {
    const { server, client } = await pair({ faultOf: ({ number }) => (number === 0 ? FAULTS.badRequest : undefined) }, { cache });
    const outcomes = await Promise.allSettled([client.complete(ask("x")), client.complete(ask("x"))]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(server.requests).toHaveLength(2);
  });

  test("keeps the samples that arrived when another of the same call failed", async () => {
    const { server, client } = await pair({ faultOf: ({ body }) => (body.seed === 11 ? FAULTS.badRequest : undefined) }, { cache });
    expect((await failure(client.complete(ask("x", { n: 3, seed: 10 })))).kind).toBe("request");
    server.set({ faultOf: () => undefined });
    const { replies } = await client.complete(ask("x", { n: 3, seed: 10 }));
    expect(replies.map(({ cached }) => cached)).toEqual([true, false, true]);
  });

  test("never holds an error in the place of a reply", async () => {
    const { client } = await pair({ faultOf: () => FAULTS.serverError }, { cache });
    await failure(client.complete(ask("x")));
    expect(readdirSync(cache)).toEqual([]);
  });

  test("a window that changed between two runs makes new requests", async () => {
    const { server, client } = await pair({ vllm: { window: 4_096 } }, { cache, server: undefined });
    await client.complete(ask("x", { max_tokens: 100 }));
    server.set({ vllm: { window: 2_048 } });
    const next = clientOf(server, { cache, server: undefined }).client;
    expect((await next.complete(ask("x", { max_tokens: 100 }))).replies[0]?.cached).toBe(true); // nothing is sent, so nothing is asked
    const { sent } = await next.complete(ask("y", { max_tokens: 4_000 })); // the first that must be sent asks what the server is now
    expect(sent.max_tokens).toBe(2_048 - 5);
    expect((await next.complete(ask("x", { max_tokens: 100 }))).replies[0]?.cached).toBe(false);
  });

  test("a torn file costs the torn reply alone, and is reported", async () => {
    const { server, client } = await pair({}, { cache });
    for (const text of ["a", "b"]) await client.complete(ask(text));
    await client.close();
    const file = join(cache, "replies-0001.jsonl");
    truncateSync(file, statSync(file).size - 10);
    const next = clientOf(server, { cache }).client;
    expect((await next.complete(ask("a"))).replies[0]?.cached).toBe(true);
    expect((await next.complete(ask("b"))).replies[0]?.cached).toBe(false);
    expect(await next.cacheProblems()).toMatchObject([{ line: 2, reason: expect.stringContaining("torn") as unknown }]);
  });

  test("a byte flipped inside a kept reply is never read as a reply: it is asked for again, and reported", async () => {
    const { server, client } = await pair({}, { cache });
    for (const text of ["2 + 2 = 4", "b"]) await client.complete(ask(text));
    await client.close();
    const file = join(cache, "replies-0001.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").replace('"content":"2 + 2 = 4"', '"content":"2 + 2 = 5"'));
    const next = clientOf(server, { cache }).client;
    const again = await next.complete(ask("2 + 2 = 4"));
    expect([again.replies[0]?.text, again.replies[0]?.cached]).toEqual(["2 + 2 = 4", false]);
    expect((await next.complete(ask("b"))).replies[0]?.cached).toBe(true);
    expect(await next.cacheProblems()).toEqual([{ file: expect.stringContaining("replies-0001.jsonl") as unknown, line: 1, reason: "damaged: it is no longer what was written; its reply will be asked for again" }]);
    await next.close();
  });

  test("a run under faults, broken off again and again, ends with the replies of a clean one", async () => {
    const texts = Array.from({ length: 120 }, (_, i) => `theorem t${i} : ${i} = ${i}`);
    const faultOf = ({ number }: { number: number }) => (number % 10 === 3 ? PASSING_FAULTS[number % PASSING_FAULTS.length] : undefined);
    const { server } = await pair({ faultOf, answer: ({ prompt }) => `<think>about ${prompt}</think>${prompt} := by sorry` });
    for (let run = 0; run < 20; run++) {
      const { client } = clientOf(server, { cache, concurrency: 4 });
      const controller = new AbortController();
      const calls = texts.map((text) => client.complete(ask(text, { signal: controller.signal })).catch(() => undefined));
      while (client.state.replies < 5 * (run + 1)) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      await Promise.all(calls);
    }
    const before = server.requests.length;
    const { client } = clientOf(server, { cache });
    const results = await Promise.all(texts.map((text) => client.complete(ask(text))));
    expect(results.map(({ replies }) => replies[0]?.text)).toEqual(texts.map((text) => `${text} := by sorry`));
    expect(before).toBeGreaterThan(100);
    const keys = records().map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length); // no reply was kept, and so paid for, twice
  });

  test("holds no key, not even of a server that repeats it", async () => {
    const apiKey = "sk-very-secret-0123456789";
    const { client, server } = await pair({ apiKey, answer: ({ headers }) => `you sent ${headers.authorization}` }, { cache, apiKey });
    server.queue.push(FAULTS.rateLimit);
    await client.complete(ask("x"));
    expect(files().join("")).toContain("you sent Bearer [key]");
    expect(files().join("")).not.toContain("very-secret");
  });
});
