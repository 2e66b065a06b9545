/** Time as the client sees it. A test hands in a clock of its own and waits an hour in no time. */
import { setTimeout as delay } from "node:timers/promises";

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after so many milliseconds; rejects at once when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The time at which the process started, and how long it has run: a machine's clock that is set anew meanwhile moves no pause and no duration. */
export const systemClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal });
  },
};
