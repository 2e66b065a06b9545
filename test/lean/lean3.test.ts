import { expect, test } from "vitest";
import { lean3Sign } from "../../src/lean/lean3";

test.each([
  ["import data.real.basic\nlemma a : 1 = 1 := rfl", "`import data.real.basic` names a Lean 3 module"],
  ["theorem t : 1 = 1 := begin refl end", "a proof opens with `begin`"],
  ["open_locale big_operators\ntheorem t : 1 = 1 := rfl", "`open_locale` is not a Lean 4 command"],
  ["variables (n : ℕ)\ntheorem t : n = n := rfl", "`variables` is not a Lean 4 command"],
  ["import Mathlib\n-- import data.real.basic\ntheorem t (begin : ℕ) : begin = begin := rfl", undefined],
])("%j", (code, sign) => {
  expect(lean3Sign(code)).toBe(sign);
});
