import { describe, expect, test } from "vitest";
import { faultBehind, readFault } from "../../src/llm/error-body";
import { classify, isFailure, ModelError, type ErrorKind } from "../../src/llm/errors";
import type { ServerKind } from "../../src/llm/servers";
import { errorBody, type ErrorShape } from "../fakes/model-faults";

const kindOf = (status: number, body: unknown, headers: Record<string, string> = {}, server: ServerKind = "unknown") =>
  classify({ status, headers: new Headers(headers), body }, server, 0);

describe("readFault", () => {
  test("reads the message out of every shape", () => {
    const shapes: ErrorShape[] = ["openai", "openrouter", "anthropic", "vllm", "gemini"];
    for (const shape of shapes) expect(readFault(errorBody(shape, 400, { message: "too long" }))?.message, shape).toBe("too long");
    expect(readFault({ error: "model not found", error_type: "validation" })).toMatchObject({ message: "model not found", type: "validation" });
  });

  test("tells a code that is a word from one that is a status", () => {
    expect(readFault({ error: { message: "m", code: "insufficient_quota" } })).toMatchObject({ code: "insufficient_quota", status: undefined });
    expect(readFault({ error: { message: "m", code: 429 } })).toMatchObject({ code: undefined, status: 429 });
  });

  test("adds what the provider behind OpenRouter said", () => {
    expect(readFault({ error: { code: 502, message: "Provider returned error", metadata: { raw: "upstream timed out" } } })?.message).toBe("Provider returned error: upstream timed out");
  });

  test("sees no fault in an answer", () => {
    for (const body of [{ choices: [] }, { error: null, choices: [] }, "text", null, 7, [], { object: "list", data: [] }]) expect(readFault(body)).toBeUndefined();
  });

  test("finds words behind a bare status", () => {
    expect(faultBehind(404, { detail: "Not Found" }).message).toBe('"Not Found"');
    expect(faultBehind(502, "Bad Gateway").message).toBe("Bad Gateway");
    expect(faultBehind(500, undefined).message).toBe("no body");
  });
});

describe("classify", () => {
  const cases: [ErrorKind, string, number, unknown, Record<string, string>?, ServerKind?][] = [
    ["retryable", "a rate limit", 429, errorBody("openai", 429, { message: "Rate limit reached", code: "rate_limit_exceeded" })],
    ["retryable", "a server error", 500, errorBody("openai", 500, { message: "error" })],
    ["retryable", "Anthropic's overload", 529, errorBody("anthropic", 529, { message: "Overloaded", type: "overloaded_error" })],
    ["retryable", "a bad gateway's page", 502, "<html>Bad Gateway</html>"],
    ["retryable", "a request time-out", 408, undefined],
    ["retryable", "Gemini's limit a minute, which says how long to wait", 429, [{ error: { code: 429, message: "You exceeded your current quota", status: "RESOURCE_EXHAUSTED", details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "37s" }] } }]],
    ["retryable", "Anthropic's limit a minute, which says how long to wait", 429, errorBody("anthropic", 429, { message: "limit", type: "rate_limit_error" }), { "retry-after": "9" }, "anthropic"],
    ["quota", "spent credit at OpenAI", 429, errorBody("openai", 429, { message: "You exceeded your current quota", type: "insufficient_quota", code: "insufficient_quota" })],
    ["quota", "spent credit although a wait is named", 429, errorBody("openai", 429, { message: "m", code: "insufficient_quota" }), { "retry-after": "1" }],
    ["quota", "spent credit at OpenRouter", 402, errorBody("openrouter", 402, { message: "Insufficient credits" })],
    ["quota", "spent credit at Anthropic", 400, errorBody("anthropic", 400, { message: "Your credit balance is too low to access the API", type: "invalid_request_error" })],
    ["quota", "a spend cap at Anthropic, which names no wait", 429, errorBody("anthropic", 429, { message: "limit", type: "rate_limit_error" }), {}, "anthropic"],
    ["quota", "arrears at DashScope", 400, errorBody("openai", 400, { message: "Access denied", type: "Arrearage", code: "Arrearage" })],
    ["request", "a refused parameter in vLLM's flat shape", 400, errorBody("vllm", 400, { message: "temperature must be non-negative" })],
    ["request", "a wrong key", 401, errorBody("openai", 401, { message: "Incorrect API key", code: "invalid_api_key" })],
    ["request", "a model that is not there", 404, errorBody("vllm", 404, { message: "does not exist", type: "NotFoundError" })],
    ["request", "a body that FastAPI refuses", 422, { detail: [{ loc: ["body"], msg: "field required" }] }],
    ["request", "a route that is not there", 501, undefined],
    ["content", "Azure's filter", 400, errorBody("openai", 400, { message: "filtered", code: "content_filter" })],
    ["content", "DashScope's inspection", 400, errorBody("openai", 400, { message: "Input data may contain inappropriate content.", code: "data_inspection_failed" })],
    ["content", "OpenRouter's moderation", 403, { error: { code: 403, message: "flagged", metadata: { reasons: ["violence"], flagged_input: "…" } } }],
    ["retryable", "status 200 with a 502 inside", 200, errorBody("openrouter", 502, { message: "Provider returned error", code: "502" })],
    ["quota", "status 200 with a 402 inside", 200, errorBody("openrouter", 402, { message: "Insufficient credits", code: "402" })],
    ["request", "status 200 with a too long prompt inside", 200, { error: { message: "m", code: "context_length_exceeded" } }],
    ["retryable", "status 200 with an overload inside", 200, errorBody("anthropic", 200, { message: "Overloaded", type: "overloaded_error" })],
    ["retryable", "status 200 with an error that says nothing", 200, { error: { message: "something" } }],
  ];
  test.each(cases)("%s: %s", (kind, _what, status, body, headers, server) => {
    expect(kindOf(status, body, headers, server).kind).toBe(kind);
  });

  test("a prompt that the message quotes does not decide the class", () => {
    // pydantic repeats its input; a word problem may well speak of a spending limit.
    const error = kindOf(400, errorBody("vllm", 400, { message: "Invalid input: 'Ann has a spending limit of $5 and insufficient apples'" }));
    expect(error.kind).toBe("request");
  });

  test("calls a prompt that is too long by one name everywhere", () => {
    const message = "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.";
    expect(kindOf(400, errorBody("vllm", 400, { message })).code).toBe("context_length_exceeded");
    expect(kindOf(400, errorBody("openai", 400, { message, code: "context_length_exceeded" })).code).toBe("context_length_exceeded");
  });

  test("hands on the wait, and whether the same request may succeed", () => {
    expect(kindOf(429, undefined, { "retry-after": "7" })).toMatchObject({ retryAfterMs: 7_000, again: true });
    expect(kindOf(500, undefined, { "x-should-retry": "false" })).toMatchObject({ kind: "retryable", again: false });
    expect(kindOf(400, undefined)).toMatchObject({ again: false });
    const gemini = [{ error: { code: 429, message: "m", details: [{ retryDelay: "37s" }] } }];
    expect(kindOf(429, gemini).retryAfterMs).toBe(37_000);
  });

  test("says where a redirection leads instead of following it with the key", () => {
    expect(kindOf(308, "", { location: "https://elsewhere.example/v1" })).toMatchObject({ kind: "request", message: expect.stringContaining("https://elsewhere.example/v1; set baseUrl") as unknown });
  });

  test("cuts a message of a whole page", () => {
    expect(kindOf(500, "x".repeat(100_000)).message.length).toBeLessThan(700);
  });
});

test("isFailure looks at the status and into the body", () => {
  const headers = new Headers();
  expect(isFailure({ status: 200, headers, body: { choices: [] } })).toBe(false);
  expect(isFailure({ status: 200, headers, body: { error: { message: "m" } } })).toBe(true);
  expect(isFailure({ status: 302, headers, body: undefined })).toBe(true);
});

test("a ModelError is an error with a record for the journal", () => {
  const error = new ModelError("quota", "no credit", { status: 402 }).with({ model: "m", attempts: 1 });
  expect(error).toBeInstanceOf(Error);
  expect(error.name).toBe("ModelError");
  expect(JSON.parse(JSON.stringify(error))).toEqual({ kind: "quota", message: "no credit", status: 402, again: false, maybePaid: false, attempts: 1, model: "m" });
});
