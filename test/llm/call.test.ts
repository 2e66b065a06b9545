import { describe, expect, test } from "vitest";
import { checkCall, type CompletionCall } from "../../src/llm/call";

const chat = { model: "m", messages: [{ role: "user", content: "hello" }] } as const;

describe("checkCall", () => {
  test("lets through what makes sense", () => {
    checkCall({ ...chat, n: 4, temperature: 0, top_p: 1, top_k: -1, min_p: 0, repetition_penalty: 1, seed: 0, stop: ["```"], max_tokens: 16_384, extra: { chat_template_kwargs: {} } });
    checkCall({ model: "m", prompt: "theorem", max_tokens: 10 });
  });

  const wrong: [unknown, string][] = [
    [undefined, "a call is an object"],
    [{ model: "" }, "a call names its model"],
    [{ model: "m" }, "either messages (a chat) or prompt"],
    [{ ...chat, prompt: "x" }, "either messages (a chat) or prompt"],
    [{ model: "m", messages: [] }, "at least one message"],
    [{ model: "m", messages: [{ role: "user", content: null }] }, "messages[0] has a role"],
    [{ model: "m", messages: [{ role: "robot", content: "x" }] }, "messages[0] has a role"],
    [{ model: "m", prompt: "x" }, "says max_tokens"],
    [{ model: "m", prompt: "", max_tokens: 1 }, "a text that is not empty"],
    [{ ...chat, n: 0 }, "n is a whole number from 1, got 0"],
    [{ ...chat, n: 1.5 }, "n is a whole number from 1, got 1.5"],
    [{ ...chat, temperature: -1 }, "temperature is a number from 0, got -1"],
    [{ ...chat, temperature: NaN }, "temperature is a number from 0"],
    [{ ...chat, top_p: 0 }, "top_p is a number above 0 and up to 1, got 0"],
    [{ ...chat, top_k: 0 }, "top_k is a whole number from 1, or −1 for off, got 0"],
    [{ ...chat, max_tokens: "16" }, 'max_tokens is a whole number from 1, got "16"'],
    [{ ...chat, maxTokens: 5 }, "unknown field of a call: maxTokens"],
    [{ ...chat, stream: true }, "unknown field of a call: stream"],
    [{ ...chat, extra: { stream: true } }, "extra may not hold stream"],
    [{ ...chat, extra: { temperature: 0 } }, "extra may not hold temperature"],
  ];
  test.each(wrong)("refuses %j", (call, message) => {
    expect(() => checkCall(call as CompletionCall)).toThrow(message);
  });
});
