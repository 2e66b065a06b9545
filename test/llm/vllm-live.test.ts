/**
 * The client against a real vLLM, any model. Runs where FAITHLAB_VLLM_URL names one, e.g. http://127.0.0.1:8000/v1; skipped elsewhere.
 * What the fake server only claims is seen here: the list of models, /tokenize, n samples, the window, refusals, time limits.
 * The model may be random: nothing here depends on what it says.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ModelClient, type ModelClientOptions } from "../../src/llm/client";
import { ask as askFake, failure } from "../support/model-pair";

const baseUrl = process.env["FAITHLAB_VLLM_URL"] ?? "";
const cache = mkdtempSync(join(tmpdir(), "faithlab-vllm-"));
afterAll(() => rmSync(cache, { recursive: true }));

// On a CPU the first sample that is not greedy compiles its sampler, which took 60 s.
describe.skipIf(!baseUrl)("a real vLLM", { timeout: 180_000 }, () => {
  const client = (options: Partial<ModelClientOptions> = {}) => new ModelClient({ baseUrl, attempts: 2, ...options });
  const card = async () => (await client().models())[0]!;
  const ask = async (content: string, more: object = {}) => askFake(content, { model: (await card()).id, ...more });

  test("signs its models and tells their window", async () => {
    expect(await card()).toMatchObject({ owned_by: "vllm", max_model_len: expect.any(Number) as unknown });
  });

  test("answers a chat with every sampler sent, and a cached run sends nothing", async () => {
    const call = await ask("1 + 1 =", { temperature: 0, max_tokens: 8 });
    const first = await client({ cache }).complete(call);
    expect(first.sent).toMatchObject({ temperature: 0, top_p: 1, top_k: -1, min_p: 0, repetition_penalty: 1, max_tokens: 8 });
    expect(first.replies).toMatchObject([{ finish: expect.stringMatching(/^(stop|length)$/) as unknown, cached: false }]);
    expect(first.usage.completion_tokens).toBeGreaterThan(0);
    const second = client({ cache });
    expect((await second.complete(call)).replies[0]).toMatchObject({ text: first.replies[0]?.text, cached: true });
    expect(second.state.requests).toBe(0);
  });

  test("answers a completion, cut by its limit", async () => {
    const { replies, usage } = await client().complete({ model: (await card()).id, prompt: "theorem t :", max_tokens: 4, temperature: 0, extra: { ignore_eos: true } });
    expect(replies).toMatchObject([{ finish: "length", flags: expect.arrayContaining(["truncated"]) as unknown }]);
    expect(usage.completion_tokens).toBe(4);
  });

  test("gives n samples in one request, and with a seed the same ones again", async () => {
    const one = client();
    const { replies, usage, sent } = await one.complete(await ask("Once", { n: 3, temperature: 1, max_tokens: 12 }));
    expect([replies.length, usage.uncounted, sent.n]).toEqual([3, 0, 3]);
    const seeded = await ask("Once", { n: 3, temperature: 1, max_tokens: 12, seed: 7 });
    const texts = async () => (await client().complete(seeded)).replies.map(({ text }) => text);
    const [before, again] = [await texts(), await texts()];
    expect(again).toEqual(before);
    expect(new Set(before).size).toBeGreaterThan(1);
  });

  test("counts tokens, cuts the answer to the window, and a prompt beyond it is not sent", async () => {
    const { id, max_model_len: window = 0 } = await card();
    const tokens = await client().tokenize({ model: id, prompt: "theorem t : 1 = 1" });
    expect(tokens).toMatchObject({ count: tokens?.tokens.length, max_model_len: window });
    const { sent, warnings } = await client().complete(await ask("theorem ", { max_tokens: window, temperature: 0, stop: [" ", "e", "a"] }));
    expect(sent.max_tokens).toBeLessThan(window);
    expect(warnings[0]).toContain(`max_tokens cut from ${window}`);
    const long = await failure(client().complete(await ask("∀ x : ℝ, ".repeat(window), { max_tokens: 5 })));
    expect(long).toMatchObject({ kind: "request", code: "context_length_exceeded", attempts: 0 });
  });

  test("refuses what runs over the window in a shape and with a word that are understood", async () => {
    const { max_model_len: window = 0 } = await card();
    const error = await failure(client({ server: "standard" }).complete(await ask("theorem", { max_tokens: window })));
    expect(error).toMatchObject({ kind: "request", status: 400, code: "context_length_exceeded", attempts: 1 });
  });

  test("says which models there are when asked for another", async () => {
    const error = await failure(client().complete({ ...(await ask("x")), model: "no-such-model" }));
    expect(error).toMatchObject({ kind: "request", status: 404 });
    expect(error.message).toContain(`the server offers ${(await card()).id}`);
  });

  test("is given up after the time limit", async () => {
    const { max_model_len: window = 0 } = await card();
    const call = await ask("x", { max_tokens: Math.floor(window / 2), extra: { ignore_eos: true } });
    expect(await failure(client({ timeoutMs: 300, server: "standard" }).complete(call))).toMatchObject({ kind: "transport", code: "timeout", attempts: 2 });
  });
});
