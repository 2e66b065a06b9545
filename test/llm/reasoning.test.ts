import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reasoningField, splitThinking } from "../../src/llm/reasoning";
import { hasShared, sharedRows } from "../support/shared";

describe("splitThinking", () => {
  test("takes a closed block apart", () => {
    expect(splitThinking("<think>\nn is real\n</think>\n\ntheorem t : 1 = 1", false, false)).toEqual({ text: "theorem t : 1 = 1", reasoning: "n is real", unclosed: false });
  });

  test("takes all before a close tag for thinking when no tag opens it (StepFun, R1 templates)", () => {
    expect(splitThinking("so n is real\n</think>\ntheorem t", false, false)).toEqual({ text: "theorem t", reasoning: "so n is real", unclosed: false });
  });

  test("the last close tag counts, so that a draft between two of them stays thinking", () => {
    const { text, reasoning } = splitThinking("<think>a</think>```lean4\ntheorem draft```<think>b</think>final", false, false);
    expect(text).toBe("final");
    expect(reasoning).toContain("theorem draft");
  });

  test("an unclosed block leaves no answer", () => {
    expect(splitThinking("<think>try 2, try 2, try 2,", false, true)).toEqual({ text: "", reasoning: "try 2, try 2, try 2,", unclosed: true });
  });

  test("a block that opens again after the answer is cut off it and reported", () => {
    expect(splitThinking("<think>a</think>answer<think>but wait", false, true)).toEqual({ text: "answer", reasoning: "a\n\nbut wait", unclosed: true });
  });

  test("a text without tags is the answer, to the last space", () => {
    expect(splitThinking("  theorem t \n", false, true)).toEqual({ text: "  theorem t \n", reasoning: "", unclosed: false });
  });

  test("where the prompt opened the block, a cut text without a close tag is thinking; one that ended by itself is the answer", () => {
    expect(splitThinking("```lean4\ntheorem draft", true, true)).toEqual({ text: "", reasoning: "```lean4\ntheorem draft", unclosed: true });
    expect(splitThinking("theorem t", true, false)).toEqual({ text: "theorem t", reasoning: "", unclosed: false });
  });

  test("no tag survives in either part, and no other character is lost", () => {
    const piece = fc.oneof(fc.constantFrom("<think>", "</think>"), fc.string());
    fc.assert(
      fc.property(fc.array(piece), fc.boolean(), fc.boolean(), (pieces, open, cut) => {
        const whole = pieces.join("");
        const { text, reasoning } = splitThinking(whole, open, cut);
        const visible = (part: string) => [...part.replace(/<\/?think>|\s/g, "")].sort().join("");
        expect(text).not.toMatch(/<\/?think>/);
        expect(visible(text + reasoning)).toBe(visible(whole));
      }),
    );
  });
});

describe("reasoningField", () => {
  test("reads each of the three fields", () => {
    expect(reasoningField({ reasoning_content: "a" })).toBe("a");
    expect(reasoningField({ reasoning: "b" })).toBe("b");
    expect(reasoningField({ reasoning_details: [{ type: "reasoning.text", text: "c" }, { type: "reasoning.summary", summary: "d" }, { type: "reasoning.encrypted", data: "…" }] })).toBe("cd");
  });

  test("counts the same thinking in two fields once", () => {
    expect(reasoningField({ reasoning: "b", reasoning_details: [{ text: "b" }] })).toBe("b");
  });

  test("is empty where a field is null, empty or of another type", () => {
    expect(reasoningField({ reasoning_content: null, reasoning: "", reasoning_details: "none" })).toBe("");
  });
});

// grep -c '<think>' of the file gives 159, with decoy fences inside according to its index; 13 of these blocks hold white space alone.
test.skipIf(!hasShared)("real formaliser replies: no answer holds thinking, and every think block is kept", () => {
  const replies = sharedRows<{ reply: string }>("replies/formaliser.jsonl").map(({ reply }) => ({ reply, split: splitThinking(reply, false, false) }));
  const tagged = replies.filter(({ reply }) => reply.includes("<think>"));
  expect([replies.length, tagged.length]).toEqual([300, 159]);
  expect(tagged.filter(({ reply, split }) => split.reasoning === "" && /<think>\s*<\/think>/.test(reply))).toHaveLength(13);
  expect(replies.filter(({ split }) => split.reasoning !== "")).toHaveLength(146);
  for (const { reply, split } of replies) {
    expect(split.unclosed).toBe(false);
    expect(split.text).not.toContain("think>");
    expect(reply.endsWith(split.text)).toBe(true);
  }
});
