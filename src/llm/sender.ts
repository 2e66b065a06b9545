/** Sends a request until it is answered: leave from the limiter, room in the budget, one retry layer around one attempt. */
import type { Budget, Spending } from "./budget";
import type { Clock } from "./clock";
import { ModelError, type WireReply } from "./errors";
import type { Limiter } from "./limiter";
import { backoffMs, LONGEST_WAIT_MS, TIMED_OUT_ATTEMPTS } from "./retry";
import { TIMEOUT, type SendOptions, type Wire } from "./wire";

/** A request and what is to be known of it. */
export interface Errand extends SendOptions {
  readonly path: string;
  /** Undefined for a GET. */
  readonly body?: object;
  /** Names the request: the same request waits the same times in every run. */
  readonly hash: string;
  /** The most it can take of the budget. */
  readonly most: Spending;
  /** What a reply took; throws a ModelError if the reply is of no use. */
  readonly spent: (reply: WireReply) => Spending;
}

export interface Answer {
  readonly reply: WireReply;
  /** How often it was sent, this time included. */
  readonly attempts: number;
  /** What went wrong before, e.g. "429 rate_limit_exceeded, waited 2000 ms". */
  readonly faults: readonly string[];
  /** When the attempt that was answered began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** How long that attempt took. */
  readonly ms: number;
}

export const NOTHING: Spending = { tokens: 0, money: 0 };

/** How many requests went out, and how many of them were answered with a failure. */
export interface Traffic {
  requests: number;
  failures: number;
}

export class Sender {
  readonly traffic: Traffic = { requests: 0, failures: 0 };

  /**
   * @param door where calls wait that are not requests yet
   * @param attempts how often one request is sent at most
   */
  constructor(
    private readonly wire: Wire,
    private readonly limiter: Limiter,
    private readonly door: Limiter,
    private readonly budget: Budget,
    private readonly clock: Clock,
    private readonly attempts: number,
  ) {}

  /**
   * Sends a request, again while there is hope.
   * @throws ModelError; after a `quota` error whoever waits is turned away too
   */
  async send(errand: Errand): Promise<Answer> {
    const faults: string[] = [];
    const tally = { sent: 0 };
    for (;;) {
      try {
        return { ...(await this.#once(errand, tally)), attempts: tally.sent, faults };
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        const { sent } = tally;
        const wait = error.retryAfterMs ?? backoffMs(sent, errand.hash, isOverload(error));
        const last = sent >= (error.code === TIMEOUT ? Math.min(this.attempts, TIMED_OUT_ATTEMPTS) : this.attempts);
        if (!error.again || last || wait > LONGEST_WAIT_MS) throw error.with({ attempts: sent }, error.message + ending(error, sent, wait));
        faults.push(`${[error.status, error.code].filter(Boolean).join(" ")}, waited ${Math.round(wait)} ms`);
        await this.#rest(wait, errand.signal);
      }
    }
  }

  /** Sends it once, when there is leave and room. */
  async #once(errand: Errand, tally: { sent: number }): Promise<{ reply: WireReply; startedAt: number; ms: number }> {
    const slot = await this.limiter.acquire(errand.signal, cancelled, tally.sent > 0);
    let verdict: "ok" | "overloaded" | "failed" = "failed";
    let wait = 0;
    try {
      const reservation = await this.budget.reserve(errand.most, errand.signal);
      if (!reservation) throw errand.signal?.aborted ? cancelled() : this.#overBudget(errand.most);
      let taken = NOTHING;
      tally.sent += 1;
      this.traffic.requests += 1;
      try {
        const startedAt = this.clock.now();
        const reply = await this.wire.send(errand.path, errand.body, errand);
        taken = errand.spent(reply);
        verdict = "ok";
        return { reply, startedAt, ms: this.clock.now() - startedAt };
      } catch (error) {
        this.traffic.failures += 1;
        if (error instanceof ModelError) {
          if (error.maybePaid) taken = errand.most;
          if (isOverload(error)) verdict = "overloaded";
          if (error.kind === "quota") this.#refuseWaiting(error); // before the slot is free for the next
          wait = Math.min(error.retryAfterMs ?? 0, LONGEST_WAIT_MS);
        }
        throw error;
      } finally {
        reservation.settle(taken);
      }
    } finally {
      this.limiter.release(slot, verdict, wait);
    }
  }

  /** No waiting helps against a spent account: 25,000 queued calls would each ask once more. */
  #refuseWaiting(error: ModelError): void {
    const refusal = error.with({ attempts: 0 }, `${error.message}; this request was not sent`);
    this.limiter.refuseWaiting(refusal);
    this.door.refuseWaiting(refusal);
  }

  #overBudget(most: Spending): ModelError {
    const taken = `${most.tokens} tokens${most.money > 0 ? ` and ${most.money.toFixed(4)} in money` : ""}`;
    return new ModelError("budget", `the budget ends here: ${this.budget} spent, and this request may take ${taken}; raise the budget to go on`);
  }

  async #rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.clock.sleep(ms, signal);
    } catch (error) {
      throw signal?.aborted ? cancelled() : error;
    }
  }
}

export function cancelled(): ModelError {
  return new ModelError("cancelled", "cancelled by the caller");
}

function isOverload(error: ModelError): boolean {
  return error.kind === "retryable" && [429, 503, 529].includes(error.status ?? 0);
}

/** What a message says of the attempts behind it. */
function ending(error: ModelError, sent: number, wait: number): string {
  if (error.again && wait > LONGEST_WAIT_MS) return `; it asks for a wait of ${Math.round(wait / 1000)} s: run again then`;
  return sent > 1 ? ` (sent ${sent} times)` : "";
}
