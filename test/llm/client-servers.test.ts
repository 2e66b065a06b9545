import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { ModelClient } from "../../src/llm/client";
import { ask, clientOf, failure, pair } from "../support/model-pair";

describe("vLLM", () => {
  test("is recognised, gets every sampler, and the answer is cut to what the window leaves", async () => {
    const { client, server } = await pair({ vllm: { window: 4_096 } }, { server: undefined });
    const result = await client.complete(ask("word ".repeat(1_000), { max_tokens: 16_384, temperature: 0 }));
    // 1,000 tokens and four for the turn: 4,096 − 1,004 = 3,092 are left.
    expect(result.sent).toEqual({ model: "fake", temperature: 0, top_p: 1, top_k: -1, min_p: 0, repetition_penalty: 1, max_tokens: 3_092 });
    expect(result.warnings).toEqual(["max_tokens cut from 16384 to 3092: the prompt has 1004 tokens, the window 4096"]);
    expect(server.paths).toEqual(["GET /v1/models", "POST /tokenize", "POST /v1/chat/completions"]);
    expect((await client.complete(ask("word ".repeat(1_000), { max_tokens: 3_092 }))).warnings).toEqual([]);
    server.paths.splice(3);
    await client.complete(ask("short", { max_tokens: 1_000 }));
    expect(server.paths.slice(3)).toEqual(["POST /v1/chat/completions"]); // no doubt, no question
  });

  test("a prompt without room for an answer is not sent", async () => {
    const { client, server } = await pair({ vllm: { window: 50 } }, { server: undefined });
    expect(await failure(client.complete({ model: "fake", prompt: "word ".repeat(60), max_tokens: 5 }))).toMatchObject({ kind: "request", code: "context_length_exceeded", attempts: 0 });
    expect(server.requests).toEqual([]);
  });

  test("a model that is not there is answered with those that are", async () => {
    const { client } = await pair({ vllm: { window: 4_096, models: ["goedel", "kimina"] } }, { server: undefined });
    const error = await failure(client.complete({ ...ask("x"), model: "goedl" }));
    expect(error).toMatchObject({ kind: "request", status: 404 });
    expect(error.message).toContain("does not exist.; the server offers goedel, kimina");
  });

  test("models() lists what is offered, tokenize() counts", async () => {
    const { client } = await pair({ vllm: { window: 4_096, models: ["goedel", "kimina"] } }, { server: undefined });
    expect(await client.models()).toMatchObject([{ id: "goedel", max_model_len: 4_096, owned_by: "vllm" }, { id: "kimina" }]);
    expect(await client.tokenize({ model: "goedel", prompt: "theorem t : 1 = 1" })).toMatchObject({ count: 6, max_model_len: 4_096 });
  });
});

describe("a server that is not known", () => {
  test("gets nothing optional, and the record says what to do", async () => {
    const { client, server } = await pair({ refuses: ["temperature", "max_tokens"] }, { server: undefined });
    const { dropped } = await client.complete(ask("x", { temperature: 0, max_tokens: 5 }));
    expect(server.requests[0]?.body).toEqual({ model: "fake", messages: [{ role: "user", content: "x" }] });
    expect(dropped.map(({ name }) => name)).toEqual(["temperature", "max_tokens"]);
  });

  test("is not asked what it is when the model's name tells", async () => {
    const { client, server } = await pair({ refuses: ["temperature"] }, { server: undefined });
    await client.complete({ ...ask("x", { temperature: 0 }), model: "anthropic/claude-opus-4-7" });
    expect(server.paths).toEqual(["POST /v1/chat/completions"]);
  });

  test("asked at an address without /v1 is answered with where it may be", async () => {
    const { server } = await pair();
    const { client } = clientOf({ baseUrl: server.baseUrl.replace("/v1", "") });
    expect((await failure(client.complete(ask("x")))).message).toBe('fake: 404 "Not Found"; does baseUrl lack a /v1 at its end?');
  });

  test("has no list of models to show", async () => {
    const { client } = await pair();
    expect(await failure(client.models())).toMatchObject({ kind: "request", status: 404 });
    expect(await client.tokenize({ model: "m", prompt: "x" })).toBeUndefined();
  });
});

describe("the key", () => {
  const apiKey = "sk-very-secret-0123456789";

  test("opens the door, and appears in no error, no record and no picture of the client", async () => {
    const { client, server } = await pair({ apiKey: "another" }, { apiKey });
    const error = await failure(client.complete(ask("x")));
    expect(error).toMatchObject({ kind: "request", status: 401 });
    expect(error.message).toContain("Incorrect API key provided: Bearer [key]");
    for (const text of [error.message, error.stack, inspect(error, { depth: 9 }), JSON.stringify(error), inspect(client, { depth: 9, showHidden: true })]) expect(text).not.toContain(apiKey);
    server.set({ apiKey, answer: ({ headers }) => `you sent ${headers.authorization}` });
    const { replies } = await client.complete(ask("y"));
    expect(replies[0]?.text).toBe("you sent Bearer [key]"); // a server that repeats it does not get it into a file
  });

  test("is the only credential that goes out, whatever the environment holds", async () => {
    const before = { ...process.env };
    Object.assign(process.env, { OPENAI_API_KEY: "sk-openai-of-the-environment", OPENAI_ORG_ID: "org-secret", OPENAI_PROJECT_ID: "proj-secret", OPENAI_ADMIN_KEY: "admin-secret", OPENAI_CUSTOM_HEADERS: "X-Secret: custom-secret", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" });
    try {
      const { client, server } = await pair();
      await client.complete(ask("x"));
      expect(JSON.stringify(server.requests[0]?.headers)).not.toContain("secret");
      expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    }
  });

  test("is not repeated when it stands in the address", () => {
    for (const baseUrl of [`http://user:${apiKey}@localhost/v1`, `http://localhost/v1?key=${apiKey}`, `ftp://${apiKey}`]) {
      expect(() => new ModelClient({ baseUrl, env: {} })).toThrow(/^(?!.*very-secret)baseUrl /);
    }
  });
});
