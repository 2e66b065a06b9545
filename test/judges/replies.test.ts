import { describe, expect, test } from "vitest";
import { readObject, readScore } from "../../src/judges/replies";

describe("the score of a reply", () => {
  const score = (reply: string) => {
    const read = readScore(reply);
    return read.ok ? read.value.score : read.reason;
  };
  test.each([
    ["<justification>yes</justification><score>1</score>", true],
    ["<score>-1</score>", false],
    ["<score>−1</score>", false],
    ["<SCORE> **1** </SCORE>", true],
    ["<score>+1.0</score>", true],
    ["At first <score>1</score>, but no: <score>-1</score>", false],
    ["<think><score>-1</score></think><score>1</score>", true],
    ["<score>\n1\n</score>\n", true],
  ])("%j", (reply, expected) => expect(score(reply)).toBe(expected));

  test.each([
    ["It is the same proposition.", "no_score_tag"],
    ["<score>1", "no_score_tag"],
    ["", "empty"],
    ["<think>never ends <score>1</score>", "think_unclosed"],
    ["<score>1</score> <score>unsure</score>", "score_is_neither_1_nor_-1: unsure"],
    ["<score>0.5</score>", "score_is_neither_1_nor_-1: 0.5"],
    ["<score>10</score>", "score_is_neither_1_nor_-1: 10"],
  ])("%j is a recorded failure: %s", (reply, reason) => expect(score(reply)).toBe(reason));

  test("the justification is the last one", () => expect(readScore("<justification> a < b </justification>\n<score>1</score>")).toEqual({ ok: true, value: { score: true, justification: "a < b" } }));
});

describe("the object of a reply", () => {
  const object = (reply: string) => {
    const read = readObject(reply, "judgment");
    return read.ok ? read.value : read.reason;
  };
  test("LaTeX stays what it is: \\frac is no form feed, \\times no tab, \\neq no line break", () =>
    expect(object(String.raw`{"judgment": "other", "a": "\frac12 \times \neq \beta \right)"}`)).toMatchObject({ a: String.raw`\frac12 \times \neq \beta \right)` }));
  test("an escaped quotation mark is one", () => expect(object(String.raw`{"judgment": "other", "a": "\"x\""}`)).toMatchObject({ a: '"x"' }));
  test("two backslashes stay two: whoever compares values undoes them", () => expect(object(String.raw`{"judgment": "other", "a": "x \\"}`)).toMatchObject({ a: String.raw`x \\` + "" }));
  test("line breaks inside strings", () => expect(object('{"judgment": "other", "a": "have h :\n  x = 2"}')).toMatchObject({ a: "have h :\n  x = 2" }));
  test("the last object with the field counts, in a fence or not, braces of prose and strings aside", () =>
    expect(object('The set {1, 2} … {"judgment": "faithful"} no:\n```json\n{"judgment": "reverted", "context_in_fl": "{x | x < 2}"}\n```\nSee {"other": 1} and {')).toMatchObject({ judgment: "reverted", context_in_fl: "{x | x < 2}" }));
  test.each([
    ["no braces here", "no_json_object"],
    ['{"verdict": "faithful"}', "no_json_object_with_judgment"],
    ['{"judgment": "faithful"', "no_json_object"],
    ["[1, 2]", "no_json_object"],
    ["<think>{\"judgment\": \"faithful\"}", "think_unclosed"],
  ])("%j: %s", (reply, reason) => expect(object(reply)).toBe(reason));
  test("a reply of nothing but braces is given up in time", () => {
    const started = process.cpuUsage();
    expect(object("{".repeat(200_000))).toBe("no_json_object");
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(2);
  });
});
