import { describe, expect, test } from "vitest";
import { answerOf, fences, taggedAnswer } from "../../src/lean/reply";

describe("thinking", () => {
  test.each([
    ["x", "x", []],
    ["<think>a</think>b", "b", ["think"]],
    ["a</think>b", "b", ["think", "think_close_only"]],
    ["<think>a</think>b</think>c", "c", ["think"]],
    ["<thinking>a</thinking>b", "b", ["think"]],
    ["<THINK>a</Think>b", "b", ["think"]],
    ["<think>İİİ</think>b", "b", ["think"]], // letters whose lower case is longer move no offset
  ])("%j", (reply, text, flags) => {
    expect(answerOf(reply)).toEqual({ ok: true, text, flags });
  });

  test.each([["<think>a"], ["a</think>b<think>c"]])("%j has no answer", (reply) => {
    expect(answerOf(reply)).toMatchObject({ ok: false, failure: "think_unclosed" });
  });
});

describe("fences", () => {
  const seen = (text: string): unknown[] => fences(text).map(({ tag, code, closed }) => [tag, code, closed]);

  test.each([
    ["a\n```Lean4 \nx\ny\n```\nb", [["lean4", "x\ny", true]]],
    ["```\nx\n```\n```tactics\ny\n```", [["", "x", true], ["tactics", "y", true]]],
    ["````lean\n```\nx\n```\n````", [["lean", "```\nx\n```", true]]],
    ["~~~lean\nx\n~~~", [["lean", "x", true]]],
    ["  ```lean\n  x\n  ```", [["lean", "  x", true]]],
    ["</think>```lean4\nx\n```", [["lean4", "x", true]]],
    ["```lean4\nx by sorry```\nb", [["lean4", "x by sorry", true]]],
    ["```lean4\nx", [["lean4", "x", false]]],
    ["```lean4\n```", [["lean4", "", true]]],
    ["inline `x` and ``y``", []],
  ])("%j", (text, expected) => {
    expect(seen(text)).toEqual(expected);
  });
});

test("the last answer tag counts, closed or not", () => {
  expect(taggedAnswer("<formal_proof>a</formal_proof> <Formal_Theorem>b</formal_theorem> c")).toEqual({ text: "b", closed: true });
  expect(taggedAnswer("<formal_proof>a")).toEqual({ text: "a", closed: false });
  expect(taggedAnswer("a")).toBeUndefined();
});
