import type { Clock } from "../../src/llm/clock";

/** A clock whose sleepers wake at once, with the time moved on as if they had slept. */
export class FakeClock implements Clock {
  /** Every sleep that was asked for, in milliseconds. */
  readonly slept: number[] = [];
  #time = Date.parse("2026-01-01T00:00:00Z");

  now(): number {
    return this.#time;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.slept.push(ms);
    const wake = this.#time + ms;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    this.#time = Math.max(this.#time, wake);
  }
}
