import { describe, expect, test } from "vitest";
import type { Deletion, ValueEdit } from "../../src/judges/edits";
import { deletionVerdict, valueFits, valueVerdict } from "../../src/judges/verdicts";

const TEXT = "Suppose that $h = 7$ and $a < b$. Show that it is $65$.";
const number = (oldValue: string, newValue: string): ValueEdit => ({ kind: "number", text: TEXT, start: TEXT.indexOf("7"), end: TEXT.indexOf("7") + 1, oldValue, newValue });
const symbol: ValueEdit = { kind: "symbol", text: TEXT, start: TEXT.indexOf("<"), end: TEXT.indexOf("<") + 1, oldValue: ">", newValue: "<" };

describe("value and verdict", () => {
  test.each([
    ["faithful", "7", true], ["faithful", "(7 : ℝ)", true], ["faithful", "h = 7", true], ["faithful", "13/2", false], ["faithful", "", false],
    ["reverted", "6.5", true], ["reverted", "13 / 2", true], ["reverted", "(13 : ℝ) / 2", true], ["reverted", "\\frac{13}{2}", true], ["reverted", "7", false],
    ["other", "8", true], ["other", "7", false], ["other", "6.5", false], ["other", "none", undefined], ["other", "", undefined],
  ] as const)("%s with %j: %s", (judgment, value, fits) => expect(valueFits(judgment, number("6.5", "7"), value, "")).toBe(fits));

  test.each([
    ["faithful", "<", "a < b", true],
    ["faithful", ">", "b > a", true], // the sides are exchanged
    ["reverted", "<", "b < a", true],
    ["faithful", "<", "b < a", false],
    ["faithful", "b > a", "", true],
    ["reverted", "a > b", "", true],
    ["other", "≤", "a ≤ b", true],
    ["faithful", "<", "", true],
  ] as const)("%s with %j in %j: %s", (judgment, value, context, fits) => expect(valueFits(judgment, symbol, value, context)).toBe(fits));
});

describe("the label of a number edit", () => {
  const code = "theorem t (h : ℝ) (h₀ : h = 13 / 2) -- h = 7\n  : v = 65";
  const reply = (judgment: string, value: string, context: string) => JSON.stringify({ found_in_fl: true, value_in_fl: value, context_in_fl: context, judgment, reason: "" });
  const label = (text: string) => {
    const { reply: _, ...verdict } = valueVerdict(number("6.5", "7"), code, text);
    return verdict;
  };
  test("evidence in the code", () => expect(label(reply("reverted", "13 / 2", "(h₀ : h = 13 / 2)"))).toEqual({ label: "reverted", evidenceFound: true, consistent: true }));
  test("evidence that stands in a comment only makes it unclear", () => expect(label(reply("faithful", "7", "h = 7"))).toEqual({ label: "unclear", because: "evidence_not_found", before: "faithful", evidenceFound: false, consistent: true }));
  test("a value that does not fit is told, and changes nothing", () => expect(label(reply("faithful", "13/2", "h = 13 / 2"))).toEqual({ label: "faithful", evidenceFound: true, consistent: false }));
  test("other is unclear, and needs no evidence", () => expect(label(reply("other", "", ""))).toEqual({ label: "unclear", because: "other" }));
  test("a reply that cannot be read is unjudged", () => {
    expect(label("faithful")).toEqual({ label: "unjudged", because: "no_json_object" });
    expect(label(reply("perhaps", "", ""))).toEqual({ label: "unjudged", because: "judgment_is_none_of_faithful_reverted_other: perhaps" });
  });
  test("properly escaped JSON is read as well", () => expect(label(String.raw`{"judgment": "reverted", "value_in_fl": "\\frac{13}{2}", "context_in_fl": "h = 13 / 2"}`)).toMatchObject({ label: "reverted", consistent: true }));
});

describe("the label of a deleted step", () => {
  const deletion: Deletion = { kind: "step_deletion", text: "So x = 2.", reasoning: "Dividing by 3,", outcome: "x = 2" };
  const code = "theorem t (x : ℝ) (h : 3 * x = 6) (h' : x = 2) : x = 2 := by\n  have k : x = 2 := by sorry\n  have l : x = 2 := by linarith -- sorry\n  exact l";
  const label = (handling: string, evidence: string) => {
    const { reply: _, ...verdict } = deletionVerdict(deletion, code, JSON.stringify({ found_in_fl: true, handling, evidence, reason: "" }));
    return verdict;
  };
  test.each([
    ["unproved", "have k : x = 2 := by sorry", { label: "faithful", evidenceFound: true }],
    ["assumed", "(h' : x = 2)", { label: "faithful", evidenceFound: true }],
    ["derived", "have l : x = 2 := by linarith", { label: "reverted", evidenceFound: true }],
    ["absent", "", { label: "unclear", because: "other" }],
    ["unproved", "have l : x = 2 := by linarith", { label: "reverted", because: "no_placeholder_quoted", before: "unproved", evidenceFound: true }],
    ["unproved", "have l : x = 2 := by", { label: "reverted", because: "no_placeholder_quoted", before: "unproved", evidenceFound: true }],
    ["unproved", "have m : x = 2 := by sorry", { label: "unclear", because: "evidence_not_found", before: "unproved", evidenceFound: false }],
    ["left alone", "x", { label: "unjudged", because: "handling_is_none_of_unproved_assumed_derived_absent: left alone" }],
  ])("%s, %j", (handling, evidence, expected) => expect(label(handling, evidence)).toEqual(expected));
});
