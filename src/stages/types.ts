/** What passes between the stages of Method A: steps in, replies and verdicts out. */
import type { Outcome } from "../core/types";

/** A reasoning step with what it rests on (A, section 4). */
export interface Step {
  /** Unique over all datasets: problem and node, such as "gsm8k-0/step_2". */
  readonly id: string;
  readonly problemId: string;
  /** "step_1" is the first step of its chain. */
  readonly nodeId: string;
  /** From the problem's id: "gsm8k-0" is of gsm8k. */
  readonly dataset: string;
  readonly content: string;
  /** The contents of the nodes it depends on, in their order; of all earlier steps where no graph is known. */
  readonly context: readonly string[];
  /** Whether `context` comes from a dependency graph, or is simply all that came before. */
  readonly contextFrom: "graph" | "all_earlier_steps";
  /** One of the seven of the paper, where a graph says so. */
  readonly statementType?: string;
}

/** What a formaliser gets. The context is never perturbed. */
export interface FormaliserInput {
  readonly content: string;
  readonly context: readonly string[];
}

/** A formaliser's raw answer, before anything is extracted from it. An empty reply is an answer too. */
export interface FormaliserReply {
  readonly reply: string;
  /** Why the answer ended: stop, length, content_filter, …; unknown where nobody says. */
  readonly finish: string;
}

/** A system that turns a step into Lean: a control without a model, or a model behind the same interface. */
export interface Formaliser {
  /** Named in every result. */
  readonly name: string;
  /** Everything that decides its answers, for the key of a journal entry. */
  readonly configuration: Readonly<Record<string, unknown>>;
  formalise(input: FormaliserInput): Promise<FormaliserReply>;
}

/** What became of one statement, and by which engine. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly engine: string;
  readonly reason?: string;
  readonly counterexample?: string;
  readonly vacuous?: boolean;
}
