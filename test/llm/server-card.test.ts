import { describe, expect, test } from "vitest";
import { readModels, readTokenized, serverCard } from "../../src/llm/server-card";
import { knownServer } from "../../src/llm/servers";

describe("serverCard", () => {
  test("knows vLLM by its signature, with the window of the model", () => {
    expect(serverCard([{ id: "m", owned_by: "vllm", max_model_len: 16_384 }], "m")).toEqual({ kind: "vllm", window: 16_384 });
    expect(serverCard([{ id: "m", max_model_len: 16_384 }], "m")).toEqual({ kind: "vllm", window: 16_384 });
  });

  test("takes an adapter's window from the model it sits on", () => {
    const models = [{ id: "base", owned_by: "vllm", max_model_len: 8_192 }, { id: "adapter", owned_by: "vllm", parent: "base" }];
    expect(serverCard(models, "adapter")).toEqual({ kind: "vllm", window: 8_192 });
  });

  test("takes no other server for vLLM", () => {
    expect(serverCard([{ id: "m", owned_by: "library" }], "m")).toEqual({ kind: "unknown", window: undefined });
    expect(serverCard([{ id: "m", owned_by: "sglang", max_model_len: 16_384 }], "m")).toEqual({ kind: "unknown", window: undefined });
    expect(serverCard([], "m")).toEqual({ kind: "unknown", window: undefined });
  });
});

test("readModels reads a list and nothing else", () => {
  expect(readModels({ data: [{ id: "m", max_model_len: 5, owned_by: "vllm" }, { name: "no id" }, null] })).toEqual([{ id: "m", max_model_len: 5, owned_by: "vllm", parent: undefined }]);
  for (const body of ["<html>", { choices: [] }, null, []]) expect(readModels(body)).toBeUndefined();
});

test("readTokenized reads a count and nothing else", () => {
  expect(readTokenized({ count: 3, max_model_len: 9, tokens: [1, 2, 3] })).toEqual({ count: 3, max_model_len: 9, tokens: [1, 2, 3] });
  for (const body of [{ tokens: [1] }, "3", null]) expect(readTokenized(body)).toBeUndefined();
});

test("knownServer goes by the whole host name", () => {
  expect(knownServer("https://api.openai.com/v1")?.kind).toBe("openai");
  expect(knownServer("https://dashscope-intl.aliyuncs.com/compatible-mode/v1")?.keys).toEqual(["DASHSCOPE_API_KEY"]);
  expect(knownServer("https://api.openai.com.evil.example/v1")).toBeUndefined();
  expect(knownServer("http://localhost:8000/v1")).toBeUndefined();
});
