import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Budget } from "../../src/llm/budget";

describe("Budget", () => {
  test("reckons money from the prices of a million tokens", () => {
    const budget = new Budget({ prices: { m: { input: 2, output: 8 } } });
    // 300,000 × 2 / 10⁶ + 50,000 × 8 / 10⁶ = 0.6 + 0.4
    expect(budget.cost("m", 300_000, 50_000)).toEqual({ tokens: 350_000, money: 1 });
  });

  test("refuses what can never fit, and says so with undefined", async () => {
    const budget = new Budget({ tokens: 100 });
    expect(await budget.reserve({ tokens: 101, money: 0 })).toBeUndefined();
    expect(await budget.reserve({ tokens: 100, money: 0 })).toBeDefined();
  });

  test("a request waits for those under way, which may take less than they hold", async () => {
    const budget = new Budget({ tokens: 100 });
    const first = await budget.reserve({ tokens: 80, money: 0 });
    let entered = false;
    const second = budget.reserve({ tokens: 80, money: 0 }).then((reservation) => ((entered = true), reservation));
    await new Promise((resolve) => setImmediate(resolve));
    expect(entered).toBe(false);
    first?.settle({ tokens: 10, money: 0 });
    expect(await second).toBeDefined();
    expect(budget.spent).toEqual({ tokens: 10, money: 0 });
  });

  test("lets go of who is cancelled while waiting", async () => {
    const budget = new Budget({ tokens: 100 });
    await budget.reserve({ tokens: 80, money: 0 });
    const controller = new AbortController();
    const waiting = budget.reserve({ tokens: 80, money: 0 }, controller.signal);
    controller.abort();
    expect(await waiting).toBeUndefined();
  });

  test("settling twice counts once", async () => {
    const budget = new Budget();
    const reservation = await budget.reserve({ tokens: 5, money: 0 });
    reservation?.settle({ tokens: 3, money: 0 });
    reservation?.settle({ tokens: 3, money: 0 });
    expect(budget.spent.tokens).toBe(3);
  });

  test("is never passed, whatever is asked for and however many are under way", async () => {
    const requests = fc.array(fc.record({ most: fc.nat(60), share: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(requests, fc.nat(200), async (asked, limit) => {
        const budget = new Budget({ tokens: limit });
        await Promise.all(
          asked.map(async ({ most, share }) => {
            const reservation = await budget.reserve({ tokens: most, money: 0 });
            await null;
            reservation?.settle({ tokens: Math.floor(most * share), money: 0 });
          }),
        );
        expect(budget.spent.tokens).toBeLessThanOrEqual(limit);
      }),
    );
  });

  test("a limit on money needs a price for every model", () => {
    expect(() => new Budget({ money: 5 }).cost("m", 1, 1)).toThrow('set budget.prices["m"]');
    expect(() => new Budget({ tokens: -1 })).toThrow("budget.tokens is a number from 0, got -1");
    expect(() => new Budget({ prices: { m: { input: NaN, output: 1 } } })).toThrow("price of m, input");
  });
});
