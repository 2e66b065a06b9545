import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backoffMs, retryAfterMs } from "../../src/llm/retry";

const NOON = Date.parse("2026-03-01T12:00:00Z");

describe("retryAfterMs", () => {
  test("reads seconds, milliseconds and an HTTP date", () => {
    expect(retryAfterMs(new Headers({ "retry-after": "2" }), NOON)).toBe(2_000);
    expect(retryAfterMs(new Headers({ "retry-after": "0.5" }), NOON)).toBe(500);
    expect(retryAfterMs(new Headers({ "retry-after-ms": "250" }), NOON)).toBe(250);
    // 12:00:30 is 30 s after noon.
    expect(retryAfterMs(new Headers({ "retry-after": "Sun, 01 Mar 2026 12:00:30 GMT" }), NOON)).toBe(30_000);
  });

  test("prefers the milliseconds, which are exact", () => {
    expect(retryAfterMs(new Headers({ "retry-after": "1", "retry-after-ms": "120" }), NOON)).toBe(120);
  });

  test("reads a date against the reply's own clock, so that a wrong one here does no harm", () => {
    const headers = new Headers({ date: "Sun, 01 Mar 2026 12:00:00 GMT", "retry-after": "Sun, 01 Mar 2026 12:00:05 GMT" });
    const anHourFast = NOON + 3_600_000;
    expect(retryAfterMs(headers, anHourFast)).toBe(5_000);
  });

  test("takes a date in the past for no wait", () => {
    expect(retryAfterMs(new Headers({ "retry-after": "Sun, 01 Mar 2026 11:00:00 GMT" }), NOON)).toBe(0);
  });

  test.each(["soon", "", "-1", "1e9x", "NaN", "12 s"])("says nothing of %o", (value) => {
    expect(retryAfterMs(new Headers({ "retry-after": value }), NOON)).toBeUndefined();
  });

  test("says nothing without headers", () => {
    expect(retryAfterMs(new Headers(), NOON)).toBeUndefined();
  });
});

describe("backoffMs", () => {
  test("lies between half and all of 0.5 s doubled, up to 8 s, or 32 s where the server is busy", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.string(), fc.boolean(), (attempt, request, busy) => {
        const full = Math.min(busy ? 32_000 : 8_000, 500 * 2 ** (attempt - 1));
        const wait = backoffMs(attempt, request, busy);
        return wait >= full / 2 && wait <= full;
      }),
    );
  });

  test("waits of eight attempts at a busy server come to 32 to 64 s", () => {
    const total = (request: string) => [1, 2, 3, 4, 5, 6, 7].reduce((sum, attempt) => sum + backoffMs(attempt, request, true), 0);
    const totals = Array.from({ length: 200 }, (_, i) => total(`request ${i}`));
    expect([Math.min(...totals) >= 31_750, Math.max(...totals) <= 63_500]).toEqual([true, true]);
  });

  test("is the same in every run and differs between requests", () => {
    expect(backoffMs(3, "a")).toBe(backoffMs(3, "a"));
    expect(new Set(["a", "b", "c", "d"].map((request) => backoffMs(3, request))).size).toBe(4);
  });
});
