import { expect, test } from "vitest";
import { inForce } from "../../src/lean/scope";
import { parseTheorem } from "../../src/lean/theorem";

test.each([
  ["section\nopen Nat\nend\nopen Real", ["open Real"]],
  ["namespace A.B\nopen Nat\nend B\nopen Real", ["namespace A.B", "open Real"]],
  ["namespace A.B\nopen Nat\nend A.B\nopen Real", ["open Real"]],
  ["namespace A\nmutual\ndef f := 1\nend\nopen Nat", ["namespace A", "open Nat"]],
  ["open Nat in\nset_option maxRecDepth 9 in", ["open Nat in", "set_option maxRecDepth 9 in"]],
  ["open Nat in\ndef f := 1", ["def f := 1"]],
  ["end\nend\nopen Nat", ["open Nat"]], // one `end` too many is Lean's to report
])("before a theorem, %j", (header, expected) => {
  const parsed = parseTheorem(`${header}\ntheorem t : 1 = 1 := rfl`);
  if (!parsed.ok) throw new Error(parsed.reason);
  expect(inForce(parsed.theorem.context).map(({ text }) => text)).toEqual(expected);
});
