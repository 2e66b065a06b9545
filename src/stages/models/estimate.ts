/** What a run would ask and cost, before anything is sent. */
import { Pending, type Answerer } from "../../llm/answerer";
import type { Price } from "../../llm/budget";
import type { CompletionCall } from "../../llm/call";
import { parseTheorem } from "../../lean/theorem";
import type { Perturber } from "../../perturb/perturber";
import type { Connections, Role } from "../../systems/role";
import type { Formaliser, Step, StatementProver } from "../types";
import type { PerturbationJudge } from "./judge";

/** One stage of a run that asks a model. Tokens are estimated at three bytes each; answers are counted at their limit, which most do not reach. */
export interface StageEstimate {
  readonly stage: "perturb" | "formalise" | "prove" | "validity";
  readonly model: string;
  readonly requests: number;
  readonly samples: number;
  readonly promptTokens: number;
  /** Tokens of all answers if each reaches its limit; undefined where there is no limit. */
  readonly mostAnswerTokens?: number;
  /** Money at most, where the model has a price. */
  readonly mostMoney?: number;
  /** One of the prompts, as it would be sent. */
  readonly example?: string;
}

/** Notes calls, answers none. */
class Counting implements Answerer {
  readonly calls: CompletionCall[] = [];

  complete(call: CompletionCall): Promise<never> {
    this.calls.push(call);
    return Promise.reject(new Pending(1));
  }
}

/** Connections that lead nowhere: whatever is asked is counted, by the model that was asked. */
export class DryConnections implements Connections {
  readonly #counting = new Map<string, Counting>();

  answererOf({ model, system }: Role): Answerer {
    const name = model ?? system.model;
    const counting = this.#counting.get(name) ?? new Counting();
    this.#counting.set(name, counting);
    return counting;
  }

  /** The calls since the last time, and forgets them. */
  take(): CompletionCall[] {
    return [...this.#counting.values()].flatMap(({ calls }) => calls.splice(0));
  }

  async close(): Promise<void> {}
}

/** The parts of a run that ask a model, made with `DryConnections`; those that do not are left out. */
export interface DryRun {
  readonly steps: readonly Step[];
  readonly connections: DryConnections;
  readonly perturber?: Perturber;
  readonly judges?: readonly PerturbationJudge[];
  readonly formaliser?: Formaliser;
  readonly prover?: StatementProver;
  /** By the model's name at its server. */
  readonly prices?: Readonly<Record<string, Price>>;
}

/** Stands in for statements that are not there yet. */
const STAND_IN = "theorem my_favorite_theorem (a b : ℝ) (h : a = 12 * b) : a / 12 = b := by sorry";

/**
 * Estimates a run by filling every prompt that can be filled: perturbed steps are counted with the original's text, statements with a stand-in of ordinary
 * length, and every question that may be repeated is counted once. Nothing is sent.
 * @returns one estimate a stage and model, in the order of the stages
 */
export async function estimateRun({ steps, connections, perturber, judges = [], formaliser, prover, prices = {} }: DryRun): Promise<StageEstimate[]> {
  const theorem = parseTheorem(STAND_IN);
  if (!theorem.ok) throw new Error(theorem.reason);
  const twice = steps.flatMap((step) => [step, step]);
  const counted = async (stage: StageEstimate["stage"], questions: readonly (() => Promise<unknown>)[]) => {
    for (const question of questions) await question().catch((error: unknown) => {
      if (!(error instanceof Pending)) throw error;
    });
    return summed(stage, connections.take(), prices);
  };
  return [
    ...(perturber ? await counted("perturb", steps.map((step) => () => perturber.perturb(step))) : []),
    ...(formaliser ? await counted("formalise", twice.map((step) => () => formaliser.formalise(step))) : []),
    ...(prover ? await counted("prove", twice.map(({ content }) => () => prover.decide(theorem.theorem, content))) : []),
    ...(await counted("validity", judges.flatMap((judge) => steps.map(({ content, context }) => () => judge.judge({ context, original: content, perturbed: content }))))),
  ];
}

const BYTES_A_TOKEN = 3;

function summed(stage: StageEstimate["stage"], calls: readonly CompletionCall[], prices: Readonly<Record<string, Price>>): StageEstimate[] {
  return [...new Set(calls.map(({ model }) => model))].map((model) => {
    const own = calls.filter((call) => call.model === model);
    const total = (of: (call: CompletionCall) => number) => own.reduce((sum, call) => sum + of(call), 0);
    const promptTokens = Math.ceil(total((call) => Buffer.byteLength(promptOf(call))) / BYTES_A_TOKEN);
    const limited = own.every(({ max_tokens }) => max_tokens !== undefined);
    const mostAnswerTokens = total(({ max_tokens = 0, n = 1 }) => max_tokens * n);
    const price = prices[model];
    return {
      stage, model, requests: own.length, samples: total(({ n = 1 }) => n), promptTokens,
      ...(limited && { mostAnswerTokens, ...(price && { mostMoney: (promptTokens * price.input + mostAnswerTokens * price.output) / 1_000_000 }) }),
      example: promptOf(own[0]!),
    };
  });
}

function promptOf({ messages, prompt }: CompletionCall): string {
  return prompt ?? (messages ?? []).map(({ role, content }) => `[${role}]\n${content}`).join("\n\n");
}
