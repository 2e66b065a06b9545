import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PARAMETERS, type CompletionCall, type Parameters } from "../../src/llm/call";
import { capabilityOf } from "../../src/llm/capabilities";
import { bodyFor, planRequest, promptBound, type Target } from "../../src/llm/plan";
import type { ServerKind } from "../../src/llm/servers";
import { countTokens } from "../fakes/model-server";

const messages = [{ role: "user", content: "Formalise: 1 + 1 = 2." }] as const;
const target = (kind: ServerKind, model = "m", window?: number): Target => ({ name: "http://here/v1", capability: capabilityOf(kind, model), window });
const plan = (kind: ServerKind, call: Partial<CompletionCall>, window?: number) =>
  planRequest({ model: "m", messages, ...call }, target(kind, call.model, window));

describe("planRequest", () => {
  test("Claude Opus 4.7: the temperature is left out and the record says why", () => {
    const { body, dropped } = plan("anthropic", { model: "claude-opus-4-7", temperature: 0, seed: 1, max_tokens: 100 });
    expect(body).toEqual({ model: "claude-opus-4-7", messages, max_tokens: 100 });
    expect(dropped).toEqual([
      { name: "temperature", value: 0, reason: "refused by this model with status 400" },
      { name: "seed", value: 1, reason: "ignored by this server" },
    ]);
  });

  test("GPT 5.2: the temperature is taken without effort and dropped with it", () => {
    expect(plan("openai", { model: "gpt-5.2", temperature: 0, max_tokens: 9 }).sent).toEqual({ model: "gpt-5.2", temperature: 0, max_completion_tokens: 9 });
    const { sent, dropped } = plan("openai", { model: "gpt-5.2", temperature: 0, reasoning_effort: "medium" });
    expect(sent).toEqual({ model: "gpt-5.2", reasoning_effort: "medium" });
    expect(dropped[0]).toMatchObject({ name: "temperature", reason: "taken only with reasoning_effort none" });
  });

  test("vLLM: every sampler is sent, those of the caller as they are", () => {
    expect(plan("vllm", { temperature: 0, top_k: 20 }).sent).toEqual({ model: "m", temperature: 0, top_p: 1, top_k: 20, min_p: 0, repetition_penalty: 1 });
  });

  test("an unknown server gets nothing optional in a chat, and of a completion the limit alone", () => {
    expect(plan("unknown", { temperature: 0, max_tokens: 9 }).body).toEqual({ model: "m", messages });
    expect(plan("unknown", { messages: undefined, prompt: "theorem", temperature: 0, max_tokens: 9 })).toMatchObject({ path: "/completions", body: { model: "m", prompt: "theorem", max_tokens: 9 } });
    expect(plan("unknown", { temperature: 0 }).dropped[0]?.reason).toContain("option server");
  });

  test("further fields are sent as they are, and put together with the table's", () => {
    const { sent } = plan("openrouter", { extra: { provider: { only: ["DeepInfra"] }, reasoning: { effort: "low" } } });
    expect(sent).toEqual({ model: "m", provider: { require_parameters: true, only: ["DeepInfra"] }, reasoning: { effort: "low" } });
  });

  test("whatever the server, a parameter is sent or dropped, never neither and never both", () => {
    const values: Required<Parameters> = {
      temperature: 0.5, top_p: 0.9, top_k: 5, min_p: 0.1, repetition_penalty: 1.1, presence_penalty: 1, frequency_penalty: 1, seed: 3, stop: "x", max_tokens: 7,
      reasoning_effort: "low", enable_thinking: true, thinking_budget: 5, response_format: { type: "json_object" },
    };
    const kinds = fc.constantFrom<ServerKind>("openai", "anthropic", "gemini", "dashscope", "openrouter", "vllm", "standard", "unknown");
    const models = fc.constantFrom("gpt-5.2", "claude-opus-4-7", "claude-x", "gemini-3.1-pro-preview", "qwen-plus", "any/model");
    fc.assert(
      fc.property(kinds, models, fc.subarray([...PARAMETERS]), (kind, model, names) => {
        const { sent, dropped } = plan(kind, { model, ...Object.fromEntries(names.map((name) => [name, values[name]])) });
        for (const name of names) {
          const value = name === "max_tokens" ? sent.max_tokens ?? sent.max_completion_tokens : sent[name];
          expect([value !== undefined, dropped.some((drop) => drop.name === name)].filter(Boolean)).toHaveLength(1);
        }
      }),
    );
  });

  test("the hash changes with everything that decides the answer, and with nothing else", () => {
    const hash = (call: Partial<CompletionCall>, window?: number) => plan("vllm", call, window).requestHash;
    const same = hash({});
    expect([hash({ n: 4 }), hash({ signal: new AbortController().signal }), hash({ temperature: 1 })]).toEqual([same, same, same]);
    const others = [
      hash({ temperature: 0 }), hash({ model: "other" }), hash({ max_tokens: 5 }), hash({ seed: 1 }), hash({ extra: { a: 1 } }), hash({}, 4096),
      hash({ messages: [{ role: "system", content: messages[0].content }] }),
      planRequest({ model: "m", messages }, { ...target("vllm"), name: "http://there/v1" }).requestHash,
      planRequest({ model: "m", messages }, target("unknown")).requestHash,
    ];
    expect(new Set([same, ...others]).size).toBe(others.length + 1);
  });

  test("sees that the prompt's own text leaves a think block open", () => {
    expect(plan("vllm", {}).thinkOpen).toBe(false);
    expect(plan("vllm", { messages: undefined, prompt: "…<think>\n", max_tokens: 5 }).thinkOpen).toBe(true);
    expect(plan("vllm", { thinkOpen: true }).thinkOpen).toBe(true);
  });
});

describe("bodyFor", () => {
  test("asks for several samples at once, and with a seed for each by itself with the next seed", () => {
    expect(bodyFor(plan("vllm", {}), [0, 1, 2])).toMatchObject({ n: 3 });
    expect(bodyFor(plan("vllm", {}), [5])).not.toHaveProperty("n");
    const seeded = plan("vllm", { seed: 100 });
    expect(seeded.severalAtOnce).toBe(false);
    expect(bodyFor(seeded, [2])).toMatchObject({ seed: 102 });
  });

  test("a seed that the server ignores keeps nobody from asking at once", () => {
    const { severalAtOnce, dropped } = plan("unknown", { seed: 100 });
    expect(severalAtOnce).toBe(true);
    expect(dropped[0]?.name).toBe("seed");
  });
});

test("promptBound is never below the tokens of a prompt, one byte being the least a token has", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), (texts) => {
      const body = { messages: texts.map((content) => ({ role: "user", content })) };
      expect(promptBound(body)).toBeGreaterThan(countTokens(body));
      expect(promptBound(body)).toBeGreaterThan(Buffer.byteLength(texts.join("")));
    }),
  );
});
