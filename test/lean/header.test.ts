import { describe, expect, test } from "vitest";
import { hoistImports, PAPER_HEADER, withHeader } from "../../src/lean/header";
import { parseTheorem } from "../../src/lean/theorem";

describe("hoistImports", () => {
  test.each([
    ["import Mathlib\nopen Real", "import Mathlib\nopen Real", []],
    ["open Real\nimport Mathlib", "import Mathlib\nopen Real", ["imports_hoisted"]],
    ["import A\nimport A\nx", "import A\nx", ["imports_repeated"]],
    ["import A\nopen B\nimport A\nimport C\ny", "import A\nimport C\nopen B\ny", ["imports_hoisted", "imports_repeated"]],
    ["-- import A\nopen B", "-- import A\nopen B", []],
    ["no Lean at all", "no Lean at all", []],
  ])("%j", (code, expected, flags) => {
    expect(hoistImports(code)).toEqual({ code: expected, flags });
  });
});

test("another header takes the place of all that stands before the theorem; docstring and attributes belong to the theorem", () => {
  const parsed = parseTheorem("import Foo\ndef f := 1\n/-- d -/ @[simp] theorem t : f = 1 := rfl\n#check t");
  if (!parsed.ok) throw new Error(parsed.reason);
  expect(withHeader(parsed.theorem, PAPER_HEADER)).toEqual({
    code: `${PAPER_HEADER}\n\n/-- d -/ @[simp] theorem t : f = 1 := rfl`,
    flags: ["header_dropped", "helpers_dropped"],
  });
});
