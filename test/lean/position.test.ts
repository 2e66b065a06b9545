import { expect, test } from "vitest";
import { placed, positions } from "../../src/lean/position";

test("lines from 1, columns from 0, counted in code points as Lean does", () => {
  const at = positions("ab\n𝓝 b\n");
  expect([0, 2, 3, 5, 6, 8].map((offset) => placed(at(offset)))).toEqual(["1:0", "1:2", "2:0", "2:1", "2:2", "3:0"]);
  expect(placed(at(5))).toBe("2:1"); // questions may also come out of order
});
