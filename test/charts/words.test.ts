import { describe, expect, test } from "vitest";
import { claim, count, percent, points, range } from "../../src/charts/words";
import { wilson } from "../../src/stats/wilson";

describe("numbers as prose", () => {
  test.each([[0, "0"], [999, "999"], [1000, "1,000"], [12784, "12,784"], [1234567, "1,234,567"]])("count(%d) is %s", (n, text) => expect(count(n)).toBe(text));
  test.each([[0, "0.0 %"], [0.2317, "23.2 %"], [1, "100.0 %"]])("percent(%d) is %s", (share, text) => expect(percent(share)).toBe(text));
  test.each([[0.1076, "+10.8 pp"], [-0.0203, "−2.0 pp"], [0, "+0.0 pp"], [-0.0001, "+0.0 pp"]])("points(%d) is %s", (difference, text) => expect(points(difference)).toBe(text));
  test("an interval", () => expect(range({ lo: 0.2094, hi: 0.2555 })).toBe("20.9–25.6 %"));
  test("a rate carries its counts and interval", () => expect(claim("silent correction", wilson(297, 1282))).toBe("silent correction: 23.2 % (297 of 1,282; 95 % CI 20.9–25.6 %)"));
});
