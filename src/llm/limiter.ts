/** How many requests are under way at once: up to a limit that shrinks when the server is overloaded and grows back. */
import { InputError } from "../core/errors";
import { onAbort } from "./abort";
import type { Clock } from "./clock";
import { Line } from "./line";

/** Leave to send one request, to be handed back when its reply is there. */
export interface Slot {
  /** How often the limit had been cut when it was given. */
  readonly cuts: number;
}

interface Waiter {
  readonly grant: (slot: Slot) => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * Additive increase, multiplicative decrease, as TCP does it (RFC 5681): an overloaded server (429, 503, 529) halves the
 * limit, one success in each of `limit` requests adds one to it. A burst of refusals of requests that were sent before the
 * limit was cut counts once.
 */
export class Limiter {
  readonly #max: number;
  readonly #clock: Clock;
  /** Requests that were sent before and come back after a failure go first: what was begun is finished. */
  readonly #returning = new Line<Waiter>();
  readonly #fresh = new Line<Waiter>();
  #limit: number;
  #cuts = 0;
  #active = 0;
  #pausedUntil = 0;
  #waking = false;

  /** @param max most requests at once, a whole number from 1 */
  constructor(max: number, clock: Clock) {
    if (!Number.isSafeInteger(max) || max < 1) throw new InputError(`concurrency is a whole number from 1, got ${max}`);
    this.#max = max;
    this.#limit = max;
    this.#clock = clock;
  }

  /** How many requests may be under way now, in 1..max. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  get active(): number {
    return this.#active;
  }

  get waiting(): number {
    return this.#returning.size + this.#fresh.size;
  }

  /**
   * Waits for leave to send.
   * @param returning whether the request was sent before
   * @throws whatever `cancelled` makes, when the signal is aborted before there is leave
   */
  acquire(signal: AbortSignal | undefined, cancelled: () => Error, returning = false): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const line = returning ? this.#returning : this.#fresh;
      const place = line.join({
        grant: (slot) => {
          off();
          resolve(slot);
        },
        refuse: (reason) => {
          off();
          reject(reason);
        },
      });
      const off = onAbort(signal, () => {
        if (line.leave(place)) reject(cancelled());
      });
      this.#grant();
    });
  }

  /**
   * Hands leave back.
   * @param verdict what the server made of the request; a failure of another sort leaves the limit as it is
   * @param waitMs for how long nobody may send, where the server said so
   */
  release(slot: Slot, verdict: "ok" | "overloaded" | "failed", waitMs = 0): void {
    this.#active -= 1;
    if (verdict === "ok") this.#limit = Math.min(this.#max, this.#limit + 1 / this.#limit);
    if (verdict === "overloaded") {
      if (slot.cuts === this.#cuts) {
        this.#cuts += 1;
        this.#limit = Math.max(1, this.#limit / 2);
      }
      this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + waitMs);
    }
    this.#grant();
  }

  /** Turns away everybody who waits. */
  refuseWaiting(reason: Error): void {
    for (const line of [this.#returning, this.#fresh]) {
      for (let left = line.size; left > 0; left--) line.call()?.refuse(reason);
    }
  }

  #grant(): void {
    const pause = this.#pausedUntil - this.#clock.now();
    if (pause > 0) {
      this.#wakeAfter(pause);
      return;
    }
    while (this.#active < this.limit) {
      const next = this.#returning.call() ?? this.#fresh.call();
      if (!next) return;
      this.#active += 1;
      next.grant({ cuts: this.#cuts });
    }
  }

  #wakeAfter(ms: number): void {
    if (this.#waking || this.waiting === 0) return;
    this.#waking = true;
    void this.#clock.sleep(ms).then(() => {
      this.#waking = false;
      this.#grant();
    });
  }
}
