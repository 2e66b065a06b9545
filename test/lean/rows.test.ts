import { describe, expect, test } from "vitest";
import { auditRow, extractRow, parseRow } from "../../src/lean/rows";

describe("extractRow", () => {
  test("gives code, name and flags, or a reason and flags", () => {
    expect(extractRow({ id: "a", reply: "```lean4\ntheorem t : 1 = 1 := by sorry\n```" })).toEqual({
      id: "a", ok: true, code: "theorem t : 1 = 1 := by sorry", name: "t", flags: ["header_missing"],
    });
    expect(extractRow({ id: 7, reply: "The answer is 45." })).toEqual({ id: 7, ok: false, reason: "no_code: the reply holds no Lean code", flags: ["no_code"] });
    expect(extractRow({ id: 7, reply: null })).toMatchObject({ ok: false, flags: ["empty"] });
  });

  test("takes preset and finish", () => {
    const reply = "```lean4\nlemma t : 1 = 1 := by sorry";
    expect(extractRow({ id: 1, reply, finish: "stop" })).toMatchObject({ ok: true });
    expect(extractRow({ id: 1, reply, finish: "length" })).toMatchObject({ ok: false });
    expect(extractRow({ id: 1, reply, finish: "stop" }, "paper")).toMatchObject({ ok: false });
  });
});

describe("parseRow", () => {
  test("gives the parts and the negation", () => {
    expect(parseRow({ id: 1, code: "theorem t (n : ℕ) : n = n := rfl" })).toEqual({
      id: 1, ok: true, name: "t", binders: "(n : ℕ)", body: "n = n",
      negation: "set_option autoImplicit false in\ntheorem t_neg : ¬ (∀ (n : ℕ), n = n) := by sorry",
    });
  });

  test("says when the text holds more theorems, and what the negation changes", () => {
    expect(parseRow({ id: 1, code: "theorem a : 1 = 1 := rfl\ntheorem b (n : ℕ := 2) : n = n := rfl" })).toMatchObject({
      name: "b", theorems: 2, notes: ["a default is dropped: (n : ℕ := 2) became (n : ℕ)"],
    });
  });

  test("gives a reason where there is no theorem", () => {
    expect(parseRow({ id: 1, code: "def f := 1" })).toEqual({ id: 1, ok: false, reason: "no theorem, only `def`" });
  });
});

describe("auditRow", () => {
  const statement = "theorem t : 1 = 1 := by sorry";

  test("gives the violations", () => {
    expect(auditRow({ id: 1, code: "theorem t : 1 = 1 := rfl", statement })).toEqual({ id: 1, ok: true, violations: [] });
    expect(auditRow({ id: 1, code: statement, statement })).toEqual({ id: 1, ok: false, violations: [{ kind: "placeholder", line: 1, column: 24, text: "sorry" }] });
  });

  test("does not throw over a statement that is none", () => {
    expect(auditRow({ id: 1, code: statement, statement: "1 = 1" })).toEqual({
      id: 1, ok: false, violations: [], reason: "the statement is no theorem: no theorem, only text that is no Lean command",
    });
  });
});
