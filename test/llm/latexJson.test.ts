import { describe, expect, test } from "vitest";
import { latexJson } from "../../src/llm/latexJson";

describe("latexJson", () => {
  test.each([
    // B, section 3.2: every backslash inside a string is doubled unless it escapes a quotation mark.
    ['{"a": "\\frac12"}', { a: "\\frac12" }],
    ['{"a": "\\\\frac12"}', { a: "\\\\frac12" }],
    ['{"a": "he said \\"\\beta\\""}', { a: 'he said "\\beta"' }],
    ['{"a": "ends in \\\\"}', { a: "ends in \\\\" }],
    ['{"a": "\\nu \\neq \\rho"}', { a: "\\nu \\neq \\rho" }],
    ['```json\n{"a": [1]}\n```', { a: [1] }],
    ['Here it is: [{"a": 1}] and no more.', [{ a: 1 }]],
    ['<think>{"a": 0}</think>{"a": 1}', { a: 1 }],
    ['```json\n{"a": 0}\n```\nbetter:\n```json\n{"a": 1}\n```', { a: 1 }],
  ])("%j", (reply, value) => expect(latexJson(reply)).toEqual(value));

  test.each(["", "no JSON", '{"a": ', "<think>{}", "{a: 1}"])("%j holds none", (reply) => expect(latexJson(reply)).toBeUndefined());
});
