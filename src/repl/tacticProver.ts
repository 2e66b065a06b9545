/** Decides statements by Lean's own automation, without a model. */
import { InputError, ToolError } from "../core/errors";
import { negation } from "../lean/negation";
import { parseTheorem, type Theorem } from "../lean/theorem";
import { Z3Prover } from "../z3/prover";
import { checkProof } from "./checkProof";
import { checkedNonce, checkStatement, freshNonce } from "./checkStatement";
import type { LeanEngine, LeanResult, LeanVersions } from "./engine";
import { checkedPortfolio, instantiation, portfolio } from "./portfolio";
import { usesSorry } from "./protocol";
import { bodyStep, referenceOf } from "./recipe";

export interface TacticProverOptions {
  readonly engine: LeanEngine;
  /** Decides the order within groups of equal cost. Default 42. */
  readonly seed?: number | string;
  /** For each attempt, milliseconds. Default 10 000. */
  readonly attemptMs?: number;
  /** Tried instead of the built-in portfolio: what comes after `:= by`, for the statement and for its negation. */
  readonly proofs?: readonly string[];
  readonly refutations?: readonly string[];
  /** Whether Z3 is asked first, for a counterexample to turn into a proof and for which side to begin with. Default true. It never decides. */
  readonly counterexamples?: boolean;
  /** After a proof of one side, tries the other too, and raises the alarm if that is proved as well: then Lean or a check is broken. Default false. */
  readonly bothSides?: boolean;
}

/** A verdict of Lean's. `af_fail`: the statement does not type-check. `proof` is the Lean text that was accepted, of the statement or of its negation. */
export interface TacticVerdict {
  readonly outcome: "proved" | "refuted" | "inconclusive" | "af_fail";
  readonly reason?: string;
  readonly proof?: string;
  readonly counterexample?: string;
  readonly versions: LeanVersions;
}

interface Tried {
  readonly proof?: string;
  readonly timeouts: number;
  readonly attempts: number;
}

/**
 * Tries short proofs of a statement and of its negation: rfl, decide, norm_num, omega, simp, ring, linarith, positivity, field_simp, nlinarith and combinations,
 * each with a short time limit; and, where Z3 finds a counterexample, a proof of the negation at those values. Whatever compiles then goes through `checkProof`
 * in full, and nothing else counts: a weak prover makes verdicts rarer, never wrong.
 * @throws ToolError if the engine cannot be used, or, with `bothSides`, if a statement and its negation were both proved; InputError for a faulty option
 * @example await new TacticProver({ engine }).decide(parseTheorem("theorem t : 2 + 2 = 5").theorem) // { outcome: "refuted", proof: "decide", … }
 */
export class TacticProver {
  private readonly engine: LeanEngine;
  private readonly attemptMs: number;
  private readonly proofs: readonly string[];
  private readonly refutations: readonly string[];
  private readonly guide: Z3Prover | undefined;
  private readonly bothSides: boolean;
  /** Everything that decides its verdicts. */
  readonly configuration: Readonly<Record<string, unknown>>;

  constructor({ engine, seed = 42, attemptMs = 10_000, proofs, refutations, counterexamples = true, bothSides = false }: TacticProverOptions) {
    if (!(attemptMs > 0)) throw new InputError(`attemptMs is a positive number of milliseconds, got ${attemptMs}`);
    this.engine = engine;
    this.attemptMs = attemptMs;
    this.proofs = checkedPortfolio(proofs ?? portfolio("proof", seed));
    this.refutations = checkedPortfolio(refutations ?? portfolio("refutation", seed));
    this.bothSides = bothSides;
    this.guide = counterexamples ? new Z3Prover({ timeoutMs: Math.min(attemptMs, 5000) }) : undefined;
    this.configuration = { engine: engine.engine, ...engine.configuration, prover: "tactics", attemptMs, proofs: this.proofs, refutations: this.refutations, counterexamples, bothSides };
  }

  async decide(theorem: Theorem): Promise<TacticVerdict> {
    const stated = await checkStatement(this.engine, { statement: theorem.source });
    const { versions } = stated;
    if (stated.status === "infra") throw unusable(stated.reasons[0]!);
    if (stated.verdict === "rejected") return { outcome: "af_fail", reason: stated.reasons[0]!, versions };
    if (stated.verdict === "undecided") return { outcome: "inconclusive", reason: stated.reasons[0]!, versions };

    const hint = await this.guide?.decide(theorem);
    const direct = { side: "proof", statement: theorem.source, bodies: this.proofs } as const;
    const against = negation(theorem).code;
    const atValues = hint?.counterexample === undefined ? undefined : instantiation(theorem, hint.counterexample);
    const negated = { side: "refutation", statement: against, bodies: [...(atValues === undefined ? [] : [atValues]), ...this.refutations] } as const;
    let attempts = 0;
    let timeouts = 0;
    for (const { side, statement, bodies } of hint?.outcome === "refuted" ? [negated, direct] : [direct, negated]) {
      const tried = await this.attempt(statement, bodies);
      attempts += tried.attempts;
      timeouts += tried.timeouts;
      if (tried.proof === undefined) continue;
      if (this.bothSides) {
        const other = side === "proof" ? negated : direct;
        const again = await this.attempt(other.statement, other.bodies);
        if (again.proof !== undefined) throw new ToolError(`both ${theorem.name || "a statement"} and its negation were proved, by ${JSON.stringify(tried.proof)} and ${JSON.stringify(again.proof)}: Lean or a check is broken; no verdict counts until that is understood`);
      }
      const shown = side === "refutation" && tried.proof === atValues ? { counterexample: hint!.counterexample! } : {};
      return { outcome: side === "proof" ? "proved" : "refuted", proof: tried.proof, ...shown, versions };
    }
    const late = timeouts > 0 ? `, ${timeouts} of them out of time (${this.attemptMs} ms each)` : "";
    return { outcome: "inconclusive", reason: `none of ${attempts} attempts is a proof, of the statement or of its negation${late}`, versions };
  }

  /** Ends Z3's thread; the engine belongs to whoever opened it. */
  async close(): Promise<void> {
    await this.guide?.close();
  }

  /** The first body that Lean compiles without a gap and `checkProof` then accepts. */
  private async attempt(statement: string, bodies: readonly string[]): Promise<Tried> {
    const parsed = parseTheorem(statement);
    let timeouts = 0;
    if (!parsed.ok) return { timeouts, attempts: 0 };
    for (const [i, body] of bodies.entries()) {
      const { status, reply, detail } = await this.compile(parsed.theorem, body);
      if (status === "infra") throw unusable(detail!);
      if (status === "timeout") timeouts += 1;
      if (status !== "ok" || usesSorry(reply!)) continue;
      const { accepted } = await checkProof(this.engine, { statement, candidate: body, form: "body", timeoutMs: 2 * this.attemptMs });
      if (accepted) return { proof: body, timeouts, attempts: i + 1 };
    }
    return { timeouts, attempts: bodies.length };
  }

  /** One quick look, before the full check. */
  private async compile(theorem: Theorem, body: string): Promise<LeanResult> {
    const nonce = checkedNonce(freshNonce());
    const reference = referenceOf(theorem, nonce, this.engine.header);
    const { code } = bodyStep(body, theorem, reference, nonce);
    return (await this.engine.runSteps([reference.preamble, code], { timeoutMs: this.attemptMs })).at(-1)!;
  }
}

function unusable(why: string): ToolError {
  return new ToolError(`Lean cannot be used: ${why}`);
}
