/** Several embedded engines side by side, each with a thread for its Z3. */
import { InputError } from "../core/errors";
import type { TheoremText } from "./read/header";
import { Z3Prover, type Z3ProverOptions, type Z3Verdict } from "./prover";

export interface Z3PoolOptions extends Z3ProverOptions {
  /** Engines, each with a Z3 in a thread of its own, from 1 to 64; 1 unless told. More than the machine has cores gain nothing. */
  readonly workers?: number;
}

/**
 * As `Z3Prover`, with so many statements under way at once; the others wait, and their time begins when their turn comes. Verdicts are those of one engine:
 * every question has a Z3 context of its own, and effort is counted in Z3's steps first. Engines start when they are first needed.
 * @throws InputError if `workers` is not a whole number from 1 to 64
 * @example
 * const pool = new Z3Pool({ workers: 2 });
 * await Promise.all(theorems.map((theorem) => pool.decide(theorem))); // verdicts in the order of the theorems
 */
export class Z3Pool {
  private readonly idle: Z3Prover[];
  private readonly all: readonly Z3Prover[];
  private readonly waiting: ((prover: Z3Prover) => void)[] = [];

  constructor({ workers = 1, ...options }: Z3PoolOptions = {}) {
    if (!Number.isSafeInteger(workers) || workers < 1 || workers > 64) throw new InputError(`workers is a whole number from 1 to 64, got ${workers}`);
    this.all = Array.from({ length: workers }, () => new Z3Prover(options));
    this.idle = [...this.all].reverse();
  }

  /** @throws ToolError if Z3 cannot be started */
  async decide(theorem: TheoremText): Promise<Z3Verdict> {
    const prover = this.idle.pop() ?? (await new Promise<Z3Prover>((resolve) => this.waiting.push(resolve)));
    try {
      return await prover.decide(theorem);
    } finally {
      const next = this.waiting.shift();
      if (next) next(prover);
      else this.idle.push(prover);
    }
  }

  /** Ends the threads, once their present questions are answered. */
  async close(): Promise<void> {
    await Promise.all(this.all.map((prover) => prover.close()));
  }
}
