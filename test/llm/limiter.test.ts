import { describe, expect, test } from "vitest";
import { Limiter, type Slot } from "../../src/llm/limiter";
import { FakeClock } from "../fakes/clock";

const cancelled = () => new Error("cancelled");
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("Limiter", () => {
  test("lets so many in at once, in the order in which they came", async () => {
    const limiter = new Limiter(2, new FakeClock());
    const entered: number[] = [];
    const slots = [0, 1, 2, 3].map((i) => limiter.acquire(undefined, cancelled).then((slot) => (entered.push(i), slot)));
    await settle();
    expect(entered).toEqual([0, 1]);
    limiter.release(await slots[0]!, "ok");
    await settle();
    expect(entered).toEqual([0, 1, 2]);
    expect([limiter.active, limiter.waiting]).toEqual([2, 1]);
  });

  test("what was begun goes before what is new", async () => {
    const limiter = new Limiter(1, new FakeClock());
    const slot = await limiter.acquire(undefined, cancelled);
    const entered: string[] = [];
    void limiter.acquire(undefined, cancelled).then(() => entered.push("new"));
    void limiter.acquire(undefined, cancelled, true).then(() => entered.push("begun"));
    limiter.release(slot, "failed");
    await settle();
    expect(entered).toEqual(["begun"]);
  });

  test("halves the limit once for a burst of refusals, and grows back by one for each round of successes", async () => {
    const limiter = new Limiter(16, new FakeClock());
    const burst = await Promise.all(Array.from({ length: 16 }, () => limiter.acquire(undefined, cancelled)));
    burst.forEach((slot) => limiter.release(slot, "overloaded"));
    expect(limiter.limit).toBe(8);
    const succeed = async (times: number) => {
      for (let i = 0; i < times; i++) limiter.release(await limiter.acquire(undefined, cancelled), "ok");
    };
    await succeed(9); // 8 + 1/8 + 1/8.125 + … passes 9 with the ninth
    expect(limiter.limit).toBe(9);
    await succeed(300);
    expect(limiter.limit).toBe(16);
  });

  test("never falls below one, and a failure of another sort changes nothing", async () => {
    const limiter = new Limiter(2, new FakeClock());
    for (let i = 0; i < 5; i++) limiter.release(await limiter.acquire(undefined, cancelled), "overloaded");
    expect(limiter.limit).toBe(1);
    limiter.release(await limiter.acquire(undefined, cancelled), "failed");
    expect(limiter.limit).toBe(1);
  });

  test("nobody sends while the server asked to wait", async () => {
    const clock = new FakeClock();
    const limiter = new Limiter(4, clock);
    const before = clock.now();
    limiter.release(await limiter.acquire(undefined, cancelled), "overloaded", 20_000);
    await Promise.all([1, 2].map(async () => limiter.release(await limiter.acquire(undefined, cancelled), "ok")));
    expect(clock.slept).toEqual([20_000]);
    expect(clock.now() - before).toBe(20_000);
  });

  test("lets go of who is cancelled, and of all when told", async () => {
    const limiter = new Limiter(1, new FakeClock());
    await limiter.acquire(undefined, cancelled);
    const controller = new AbortController();
    const impatient = limiter.acquire(controller.signal, cancelled);
    const refused = limiter.acquire(undefined, cancelled);
    controller.abort();
    await expect(impatient).rejects.toThrow("cancelled");
    await expect(limiter.acquire(AbortSignal.abort(), cancelled)).rejects.toThrow("cancelled");
    limiter.refuseWaiting(new Error("no credit"));
    await expect(refused).rejects.toThrow("no credit");
    expect(limiter.waiting).toBe(0);
  });

  test("bears 25,568 waiting requests with one signal, in little time and memory", async () => {
    const limiter = new Limiter(256, new FakeClock());
    const { signal } = new AbortController();
    const heap = process.memoryUsage().heapUsed;
    const started = performance.now();
    let done = 0;
    const one = async () => {
      const slot: Slot = await limiter.acquire(signal, cancelled);
      await null;
      limiter.release(slot, "ok");
      done += 1;
    };
    const all = Array.from({ length: 25_568 }, one);
    expect(limiter.waiting).toBe(25_568 - 256);
    const perRequest = (process.memoryUsage().heapUsed - heap) / 25_568;
    await Promise.all(all);
    expect(done).toBe(25_568);
    expect(perRequest).toBeLessThan(4_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("refuses a limit below one", () => {
    expect(() => new Limiter(0, new FakeClock())).toThrow("concurrency is a whole number from 1, got 0");
  });
});
