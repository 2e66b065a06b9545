import { describe, expect, test } from "vitest";
import { readChoice, readUsage, sumUsage, type ReplyFlag } from "../../src/llm/reply";

const flags = (choice: unknown, thinkOpen = false) => readChoice(choice, thinkOpen).flags;
const said = (content: unknown, finish_reason: string | null = "stop", more: object = {}) => ({ message: { content, ...more }, finish_reason });

describe("readChoice", () => {
  test("reads a chat and a completion", () => {
    expect(readChoice(said("theorem t"), false)).toMatchObject({ text: "theorem t", reasoning: "", finish: "stop", flags: [] });
    expect(readChoice({ text: "theorem t", finish_reason: "stop" }, false)).toMatchObject({ text: "theorem t", flags: [] });
  });

  const cases: [ReplyFlag[], string, unknown][] = [
    [["truncated"], "a cut answer", said("theorem t", "length")],
    [["truncated", "think_unclosed", "empty_length"], "a think block that was cut", said("<think>let me", "length")],
    [["truncated", "empty_length"], "an empty answer whose limit went into thinking", said("", "length", { reasoning_content: "long" })],
    [["empty"], "an answer that is null", said(null)],
    [["empty"], "an answer of white space", said(" \n")],
    [["empty", "filtered"], "a filtered answer", said(null, "content_filter")],
    [["empty", "refusal"], "a refusal in a field of its own", said(null, "stop", { refusal: "I cannot." })],
    [["empty", "tool_calls"], "a tool call", said(null, "tool_calls", { tool_calls: [{ id: "1" }] })],
    [["finish_unknown"], "no finish reason", said("theorem t", null)],
    [["finish_unknown"], "a finish reason of vLLM's own", said("theorem t", "abort")],
    [["reasoning_encrypted"], "encrypted thinking", said("t", "stop", { reasoning_details: [{ type: "reasoning.encrypted", data: "…" }] })],
    [["empty", "finish_unknown"], "something that is no choice", "nonsense"],
  ];
  test.each(cases)("%j: %s", (expected, _what, choice) => {
    expect(flags(choice)).toEqual(expected);
  });

  test("keeps the field's thinking and the text's apart from the answer, in this order", () => {
    expect(readChoice(said("<think>b</think>c", "stop", { reasoning: "a" }), false)).toMatchObject({ text: "c", reasoning: "a\n\nb" });
  });

  test("a server that keeps thinking in a field has closed the block that the prompt opened", () => {
    expect(readChoice(said("theorem t", "length", { reasoning_content: "a" }), true)).toMatchObject({ text: "theorem t", flags: ["truncated"] });
    expect(readChoice(said("theorem t", "length"), true)).toMatchObject({ text: "", flags: ["truncated", "think_unclosed", "empty_length"] });
  });

  test("takes a list of parts apart (Mistral)", () => {
    const parts = [{ type: "thinking", thinking: [{ type: "text", text: "hm" }] }, { type: "text", text: "theorem " }, { type: "text", text: "t" }];
    expect(readChoice(said(parts), false)).toMatchObject({ text: "theorem t", reasoning: "hm" });
  });

  test("keeps the refusal's words and the native finish reason", () => {
    expect(readChoice({ ...said(null, "stop", { refusal: "I cannot." }), native_finish_reason: "SAFETY" }, false)).toMatchObject({ refusal: "I cannot.", nativeFinish: "SAFETY" });
  });
});

describe("usage", () => {
  test("is read, with the thinking's part", () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, completion_tokens_details: { reasoning_tokens: 3 } };
    expect(readUsage({ usage })).toEqual({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, reasoning_tokens: 3, uncounted: 0 });
  });

  test("is unknown rather than 0 where the server gives none", () => {
    expect(readUsage({ usage: null })).toBeUndefined();
    expect(sumUsage([undefined, readUsage({ usage: { prompt_tokens: 2 } })])).toMatchObject({ total_tokens: 2, uncounted: 1 });
  });
});
