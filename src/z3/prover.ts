/** The embedded engine: decides statements of elementary arithmetic with Lean's meaning, without Lean. It is no Lean kernel, and says so in every result. */
import { InputError } from "../core/errors";
import type { TheoremText } from "./read/header";
import { readStatement } from "./read/statement";
import { Unreadable } from "./read/syntax";
import { decideStatement, type Decision } from "./solve/decide-problem";
import { Z3Engine } from "./solve/engine";

export interface Z3ProverOptions {
  /** After so many milliseconds Z3 is stopped and the statement is inconclusive. Default 10 000. */
  readonly timeoutMs?: number;
}

/** Long enough for nearly everything that Z3 decides at all; most statements take a few milliseconds. */
const DEFAULT_TIMEOUT = 10_000;

/**
 * A verdict on one statement. `reason` says why it is inconclusive, or on what a verdict rests; `counterexample` gives values in Lean notation.
 * `vacuous` is true if the premises alone are contradictory, false if they are not, and absent if there are none or that was not found out. Premises are the
 * hypotheses of the signature and, since Lean makes no difference, those before the arrows and under the `∀`s with which the goal begins.
 */
export interface Z3Verdict extends Decision {
  readonly engine: "z3";
}

/**
 * Decides theorems by exact evaluation and Z3. What it does not understand is inconclusive, with the construct named; it never guesses.
 * Statements are decided one after another; `close` ends Z3's thread, which also ends by itself with the process.
 * @throws InputError if `timeoutMs` is not a positive number
 * @example await new Z3Prover().decide(parseTheorem("theorem t (n : ℕ) : n - 1 + 1 = n").theorem) // { outcome: "refuted", engine: "z3", counterexample: "n = 0", … }
 */
export class Z3Prover {
  private readonly engine = new Z3Engine();
  private readonly timeoutMs: number;

  constructor({ timeoutMs = DEFAULT_TIMEOUT }: Z3ProverOptions = {}) {
    if (!(timeoutMs > 0)) throw new InputError(`timeoutMs is a positive number of milliseconds, got ${timeoutMs}`);
    this.timeoutMs = timeoutMs;
  }

  /** @throws ToolError if Z3 cannot be started */
  async decide(theorem: TheoremText): Promise<Z3Verdict> {
    const deadline = performance.now() + this.timeoutMs;
    try {
      return { ...(await decideStatement(readStatement(theorem, deadline), this.engine, deadline)), engine: "z3" };
    } catch (error) {
      if (error instanceof Unreadable) return { outcome: "inconclusive", reason: error.message, engine: "z3" };
      if (error instanceof RangeError) return { outcome: "inconclusive", reason: "the statement is nested too deeply or holds numbers that are too large", engine: "z3" };
      throw error;
    }
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}
