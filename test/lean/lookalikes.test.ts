import { expect, test } from "vitest";
import { lookalikes } from "../../src/lean/lookalikes";
import { scan } from "../../src/lean/scan";

test.each([
  ["def Νat := 1", ["4 Ν (U+039D)"]], // Greek
  ["theorem tеst : 1 = 1", ["9 е (U+0435)"]], // Cyrillic
  ["x\u200By", ["1 \u200B (U+200B)"]],
  ["x −y", ["2 − (U+2212)"]],
  ["(hα : σ_X ≤ Δ) (ν : Measure Ω)", []], // Greek that looks like Greek
  ['-- Кириллица\n"Кириллица" x', []],
  ["-- a \u202E b", ["5 \u202E (U+202E)"]], // a direction mark turns the code around a comment too
])("%j", (text, expected) => {
  expect(lookalikes(scan(text)).map((found) => `${found.offset} ${found.text}`)).toEqual(expected);
});
