import { expect, test } from "vitest";
import { lastStartingBy, liesIn, occurrences } from "../../src/lean/spans";

test("the last item that starts by an offset", () => {
  const items = [{ start: 2 }, { start: 5 }, { start: 9 }];
  expect([0, 2, 4, 5, 8, 9, 99].map((offset) => lastStartingBy(items, offset))).toEqual([-1, 0, 0, 1, 1, 2, 2]);
  expect(lastStartingBy([], 3)).toBe(-1);
});

test("an offset lies in a span from its start up to before its end", () => {
  const spans = [{ start: 2, end: 4 }, { start: 4, end: 5 }];
  expect([1, 2, 3, 4, 5].map((offset) => liesIn(spans, offset))).toEqual([false, true, true, true, false]);
});

test("every occurrence of a pattern, with its place", () => {
  expect(occurrences("a1b22", /\d+/g).map(({ index, 0: found }) => [index, found])).toEqual([[1, "1"], [3, "22"]]);
});
