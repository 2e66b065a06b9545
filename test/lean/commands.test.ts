import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { commands } from "../../src/lean/commands";
import { scan } from "../../src/lean/scan";

const kinds = (text: string): string[] => commands(scan(text)).map(({ kind, name, chained }) => kind + (name && ` ${name}`) + (chained ? " in" : ""));

describe("commands", () => {
  test.each([
    ["module\nimport Mathlib\ndef module := 1", ["module", "import", "def module"]],
    ["import Mathlib import Aesop", ["import", "import"]],
    ["import Mathlib\nThe claim is\ntheorem t : 1 = 1 := rfl", ["import", "unknown", "theorem t"]],
    ["open Real Nat\nopen scoped BigOperators", ["open", "open"]],
    ["noncomputable section\nprivate noncomputable def f := 1\nend", ["section", "def f", "end"]],
    ["@[simp] @[norm_cast] protected theorem a.b : 1 = 1 := rfl", ["theorem a.b"]],
    ["namespace A.B\ntheorem t : 1 = 1 := rfl\nend A.B", ["namespace A.B", "theorem t", "end A.B"]],
    ["open Nat in\nset_option maxHeartbeats 400000 in\n/-- doc -/\nlemma t : 1 = 1 := rfl", ["open in", "set_option in", "lemma t"]],
    ["theorem t : 1 = 1 := by\n  open Nat in\n  simp\nopen Nat", ["theorem t", "open"]],
    ["attribute [local instance] Classical.propDecidable\nlocal notation \"π\" => Real.pi", ["attribute", "notation"]],
    ["structure S where\n  open' : ℕ\n  x : ℕ\nderiving Repr\n#eval 1", ["structure S", "deriving", "#eval"]],
    ["theorem t : x.end = .open := by simp [a.theorem]", ["theorem t"]],
    ["theorem t : #s = 3 ∧ #[1].size = 1 := by simp", ["theorem t"]], // `#s` is a notation for the number of elements
    ["Here it is:\ntheorem t : 1 = 1 := rfl", ["unknown", "theorem t"]],
    ["theorem t : (1 = 1 := rfl\ntheorem u : 1 = 1 := rfl", ["theorem t", "theorem u"]], // an unclosed bracket does not swallow the next
    ["def f (h : theorem) := 1", ["def f"]],
  ])("%j", (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test("a docstring belongs to the command that it precedes", () => {
    const text = "def f := 1\n/-- about t -/\ntheorem t : 1 = 1 := rfl";
    expect(commands(scan(text)).map(({ start, end }) => text.slice(start, end))).toEqual(["def f := 1", "/-- about t -/\ntheorem t : 1 = 1 := rfl"]);
  });

  test("together the commands hold every token once", () => {
    const words = fc.array(fc.constantFrom("theorem", "open", "@[", "]", "private", "def", "in", "x", "\n", "(", ")", "#eval", "import", "/-- d -/", ":=", "."), { maxLength: 40 });
    fc.assert(fc.property(words, (parts) => {
      const scanned = scan(parts.join(" "));
      let next = 0;
      for (const { first, keyword, last } of commands(scanned)) {
        expect(first).toBe(next);
        expect(keyword >= first && keyword <= last).toBe(true);
        next = last + 1;
      }
      expect(next).toBe(scanned.tokens.length);
    }));
  });
});
