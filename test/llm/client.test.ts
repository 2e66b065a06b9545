import { describe, expect, test } from "vitest";
import { ModelClient } from "../../src/llm/client";
import type { ModelError } from "../../src/llm/errors";
import { FAULTS, PASSING_FAULTS } from "../fakes/model-faults";
import { ask, failure, pair } from "../support/model-pair";

describe("a reply", () => {
  test("of a chat carries text, finish, usage and what was sent", async () => {
    const { client, server } = await pair();
    const result = await client.complete(ask("1 + 1 = 2", { temperature: 0, max_tokens: 50, top_k: 5 }));
    expect(result.replies).toMatchObject([{ text: "1 + 1 = 2", reasoning: "", finish: "stop", flags: [], sample: 0, cached: false }]);
    // Five tokens and four for the turn in, five out.
    expect(result.usage).toEqual({ prompt_tokens: 9, completion_tokens: 5, total_tokens: 14, reasoning_tokens: 0, uncounted: 0 });
    expect(result.sent).toEqual({ model: "fake", temperature: 0, max_tokens: 50 });
    expect(result.dropped).toEqual([{ name: "top_k", value: 5, reason: "not known to be taken here" }]);
    expect(server.requests[0]?.body).toEqual({ ...result.sent, messages: [{ role: "user", content: "1 + 1 = 2" }] });
  });

  test("of a completion, cut by its limit, is handed on as it is", async () => {
    const { client, server } = await pair();
    const result = await client.complete({ model: "fake", prompt: "theorem t : 1 = 1", max_tokens: 2 });
    expect(server.requests[0]?.path).toBe("/v1/completions");
    expect(result.replies).toMatchObject([{ text: "theorem t ", finish: "length", flags: ["truncated"] }]);
  });

  test("n samples come in one request, each with its own finish reason", async () => {
    const answers = [{ message: { content: "a" } }, { message: { content: "<think>b" }, finish: "length" }, { message: { content: null }, finish: "content_filter" }];
    const { client, server } = await pair({ answer: (_request, sample) => answers[sample]! });
    const { replies } = await client.complete(ask("x", { n: 3 }));
    expect(replies.map(({ text, finish }) => [text, finish])).toEqual([["a", "stop"], ["", "length"], ["", "content_filter"]]);
    expect(replies.map(({ flags }) => flags)).toEqual([[], ["truncated", "think_unclosed", "empty_length"], ["empty", "filtered"]]);
    expect(server.requests).toHaveLength(1);
  });

  test("is asked for again where a server gives fewer samples than it should", async () => {
    const { client, server } = await pair({ oneChoice: true });
    const { replies } = await client.complete(ask("x", { n: 3 }));
    expect(replies.map(({ sample }) => sample)).toEqual([0, 1, 2]);
    expect(server.requests.map(({ body }) => body.n)).toEqual([3, 2, undefined]);
  });

  test("with a seed comes from a request of its own with the next seed", async () => {
    const { client, server } = await pair();
    await client.complete(ask("x", { n: 3, seed: 40 }));
    expect(server.requests.map(({ body }) => [body.seed, body.n])).toEqual([[40, undefined], [41, undefined], [42, undefined]]);
  });

  test("without usage has an uncounted call instead of a wrong count", async () => {
    const { client } = await pair({ withoutUsage: true });
    expect((await client.complete(ask("x"))).usage).toMatchObject({ total_tokens: 0, uncounted: 1 });
  });

  test("keeps text of every script whole, wherever the network cuts it", async () => {
    const text = "∀ ε > 0, ∃ δ : ℝ, 𝔸 ⟶ 日本\r\n\u2028".repeat(5_000);
    const { client } = await pair();
    expect((await client.complete(ask(text))).replies[0]?.text).toBe(text);
  });

  test("samples that are all alike are reported unless the model is greedy", async () => {
    const { client } = await pair();
    expect((await client.complete(ask("x", { n: 3, temperature: 1 }))).warnings).toEqual(["only 1 of 3 samples differ"]);
    expect((await client.complete(ask("x", { n: 3, temperature: 0 }))).warnings).toEqual([]);
  });
});

describe("many requests", () => {
  test("are never more at once than they may be", async () => {
    const { client, server } = await pair({ faultOf: () => ({ fault: "slow", ms: 20 }) }, { concurrency: 5 });
    await Promise.all(Array.from({ length: 60 }, (_, i) => client.complete(ask(`x${i}`))));
    expect(server.peak).toBeLessThanOrEqual(5);
    expect(server.peak).toBeGreaterThan(2);
    expect(client.state).toMatchObject({ active: 0, waiting: 0, requests: 60, failures: 0, replies: 60, cached: 0 });
  });

  test("are fewer at once after the server was overloaded, and more again later", async () => {
    const { client, server } = await pair({}, { concurrency: 8 });
    server.queue.push(...Array.from({ length: 8 }, () => FAULTS.overloaded));
    await Promise.all(Array.from({ length: 8 }, (_, i) => client.complete(ask(`x${i}`))));
    expect(client.state.limit).toBeLessThan(8);
    await Promise.all(Array.from({ length: 80 }, (_, i) => client.complete(ask(`y${i}`))));
    expect(client.state.limit).toBe(8);
  });

  test("25,568 of them take less than 3 KB each while they wait, and are let go at once", async () => {
    const { client, server } = await pair({ faultOf: () => FAULTS.hang }, { concurrency: 8 });
    const controller = new AbortController();
    const call = ask("x", { signal: controller.signal });
    const before = process.memoryUsage().heapUsed;
    const calls = Array.from({ length: 25_568 }, () => failure(client.complete(call)));
    while (server.requests.length < 8) await new Promise((resolve) => setImmediate(resolve));
    expect(client.state).toMatchObject({ active: 8, waiting: 25_560 });
    expect((process.memoryUsage().heapUsed - before) / calls.length).toBeLessThan(3_000);
    controller.abort();
    expect(new Set((await Promise.all(calls)).map(({ kind }) => kind))).toEqual(new Set(["cancelled"]));
  });

  test("come out right with a fault in every third answer", async () => {
    const { client } = await pair({ faultOf: ({ number }) => (number % 3 === 0 ? PASSING_FAULTS[number % PASSING_FAULTS.length] : undefined) }, { concurrency: 16 });
    const texts = Array.from({ length: 150 }, (_, i) => `theorem t${i}`);
    const results = await Promise.all(texts.map((text) => client.complete(ask(text))));
    expect(results.map(({ replies }) => replies[0]?.text)).toEqual(texts);
  });
});

describe("cancellation", () => {
  test("ends requests under way, waiting for their turn, and between two attempts", async () => {
    const { client, server } = await pair({ faultOf: ({ number }) => (number === 0 ? FAULTS.hang : undefined) }, { concurrency: 1 });
    const controller = new AbortController();
    const calls = ["a", "b", "c", "d", "e"].map((text) => failure(client.complete(ask(text, { signal: controller.signal }))));
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(Array(5).fill("cancelled"));
    expect(server.requests).toHaveLength(1);
    expect((await client.complete(ask("after"))).replies[0]?.text).toBe("after");

    const waiting = new AbortController();
    server.queue.push({ ...FAULTS.rateLimit, headers: { "retry-after": "5" } });
    const late = failure(client.complete(ask("late", { signal: waiting.signal })));
    while (client.state.failures < 2) await new Promise((resolve) => setImmediate(resolve));
    waiting.abort();
    expect((await late).kind).toBe("cancelled");
  });

  test("with a signal that is aborted already sends nothing", async () => {
    const { client, server } = await pair();
    expect((await failure(client.complete(ask("x", { signal: AbortSignal.abort() })))).kind).toBe("cancelled");
    expect(server.paths).toEqual([]);
  });
});

describe("the budget", () => {
  test("in tokens ends a run before it is passed, and says where it stands", async () => {
    const { client } = await pair({}, { budget: { tokens: 2_000 }, concurrency: 3 });
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, i) => client.complete(ask(`x ${i}`, { max_tokens: 20 })).then(() => "ok", (error: ModelError) => error)));
    const stops = outcomes.filter((outcome) => outcome !== "ok") as ModelError[];
    expect(stops.length).toBeGreaterThan(50);
    expect(new Set(stops.map(({ kind }) => kind))).toEqual(new Set(["budget"]));
    expect(stops[0]?.message).toMatch(/^fake: the budget ends here: \d+ of 2000 tokens spent, and this request may take \d+ tokens; raise the budget/);
    expect(client.state.spent.tokens).toBeLessThanOrEqual(2_000);
    expect(client.state.spent.tokens).toBeGreaterThan(900);
  });

  test("in money needs prices, and counts what may have been paid for nothing", async () => {
    const prices = { fake: { input: 1, output: 1 } };
    const { client, server } = await pair({}, { budget: { money: 1, prices } });
    await expect(client.complete({ ...ask("x"), model: "other" })).rejects.toThrow('set budget.prices["other"]');
    server.queue.push(FAULTS.serverError, FAULTS.resetInBody);
    await client.complete(ask("x", { max_tokens: 100 }));
    // The lost reply counts in full: 1,008 + 16 + 1 for the prompt and 100; the one that came: 5 + 1. The refused one is free.
    expect(client.state.spent.tokens).toBe(1_125 + 6);
    expect(client.state.spent.money).toBeCloseTo(0.001131, 12);
  });
});

test("options out of their range are refused before anything is sent", () => {
  const make = (options: object) => () => new ModelClient({ baseUrl: "http://localhost:8000/v1", env: {}, ...options });
  expect(make({ concurrency: 0 })).toThrow("concurrency is a whole number from 1, got 0");
  expect(make({ timeoutMs: 2 ** 31 })).toThrow("timeoutMs is a whole number from 1 to 2147483647");
  expect(make({ attempts: 0 })).toThrow("attempts is a whole number from 1, got 0");
  expect(make({ baseUrl: "localhost:8000" })).toThrow("baseUrl is an address that begins with http:// or https://");
});
