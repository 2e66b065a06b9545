/** A limit on what a client may spend, in tokens and in money, which is not passed. */
import { InputError } from "../core/errors";
import { onAbort } from "./abort";

/** What a million tokens cost, in any one currency. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

export interface BudgetOptions {
  /** Most tokens, prompts and answers together. */
  readonly tokens?: number;
  /** Most money, in the currency of the prices. */
  readonly money?: number;
  /** Price of each model, by its id. Needed for every model that is called when there is a limit on money. */
  readonly prices?: Readonly<Record<string, Price>>;
}

/** What was or may be spent. */
export interface Spending {
  readonly tokens: number;
  readonly money: number;
}

/** What a request holds of the budget until it is known what it took. */
export interface Reservation {
  /** Puts what it took in the place of what was set aside. Only the first call counts. */
  settle(spent: Spending): void;
}

/**
 * Sets aside the most that a request can take before it is sent, and puts the true amount in its place afterwards, so that
 * the limit holds with any number of requests under way. A request that does not fit beside those under way waits for them.
 */
export class Budget {
  readonly #options: BudgetOptions;
  #spent: Spending = { tokens: 0, money: 0 };
  #held: Spending = { tokens: 0, money: 0 };
  #reservations = 0;
  readonly #waiting = new Set<() => void>();

  /** @throws InputError if a limit or a price is not a number from 0 */
  constructor(options: BudgetOptions = {}) {
    checkAmount("budget.tokens", options.tokens);
    checkAmount("budget.money", options.money);
    for (const [model, { input, output }] of Object.entries(options.prices ?? {})) {
      checkAmount(`price of ${model}, input`, input);
      checkAmount(`price of ${model}, output`, output);
    }
    this.#options = options;
  }

  /** What was spent so far. Money is 0 for models without a price. */
  get spent(): Spending {
    return this.#spent;
  }

  /**
   * What so many tokens of a model cost.
   * @throws InputError if there is a limit on money and the model has no price
   * @example new Budget({ prices: { m: { input: 2, output: 8 } } }).cost("m", 1_000_000, 500_000) // { tokens: 1500000, money: 6 }
   */
  cost(model: string, input: number, output: number): Spending {
    const price = this.#options.prices?.[model];
    if (!price && this.#options.money !== undefined) {
      const remedy = `set budget.prices["${model}"] to {input, output} per million tokens`;
      throw new InputError(`a limit on money needs the price of ${model}: ${remedy}`);
    }
    const money = price ? (input * price.input + output * price.output) / 1_000_000 : 0;
    return { tokens: input + output, money };
  }

  /**
   * Sets aside the most a request can take, as soon as it fits.
   * @returns undefined when it will never fit beside what was spent, or the signal is aborted first
   */
  async reserve(most: Spending, signal?: AbortSignal): Promise<Reservation | undefined> {
    while (!this.#fits(most)) {
      if (this.#reservations === 0 || signal?.aborted) return undefined;
      await this.#change(signal);
    }
    this.#hold(most, 1);
    let open = true;
    return {
      settle: (spent) => {
        if (!open) return;
        open = false;
        this.#hold({ tokens: -most.tokens, money: -most.money }, -1);
        this.#spent = added(this.#spent, spent);
        const waiting = [...this.#waiting];
        this.#waiting.clear();
        waiting.forEach((wake) => wake());
      },
    };
  }

  /** The state of the limits as a sentence. */
  toString(): string {
    const { tokens, money } = this.#options;
    const parts = [
      tokens === undefined ? "" : `${this.#spent.tokens} of ${tokens} tokens`,
      money === undefined ? "" : `${this.#spent.money.toFixed(4)} of ${money} in money`,
    ];
    return parts.filter(Boolean).join(" and ");
  }

  /** Resolves when something was settled. */
  #change(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        off();
        this.#waiting.delete(wake);
        resolve();
      };
      this.#waiting.add(wake);
      const off = onAbort(signal, wake);
    });
  }

  #fits(most: Spending): boolean {
    const total = added(added(this.#spent, this.#held), most);
    return total.tokens <= (this.#options.tokens ?? Infinity) && total.money <= (this.#options.money ?? Infinity);
  }

  #hold(amount: Spending, reservations: 1 | -1): void {
    this.#reservations += reservations;
    // Sums of fractions drift; with nothing held the truth is known.
    this.#held = this.#reservations === 0 ? { tokens: 0, money: 0 } : added(this.#held, amount);
  }
}

function added(a: Spending, b: Spending): Spending {
  return { tokens: a.tokens + b.tokens, money: a.money + b.money };
}

function checkAmount(name: string, amount: number | undefined): void {
  if (amount !== undefined && !(amount >= 0)) throw new InputError(`${name} is a number from 0, got ${amount}`);
}
