/** What passes between the stages of Method A: steps in, replies and verdicts out. */
import type { Outcome } from "../core/types";
import type { Theorem } from "../lean/theorem";

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
  /** Ids of the nodes whose contents are the context. */
  readonly dependencies: readonly string[];
  /** computation, logical, declarative, general knowledge, simplification, substitution or verification, where a graph says so. */
  readonly statementType?: string;
  /** axiom, assumption or deduction, where a graph says so. */
  readonly proofType?: string;
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
  /** Why there is no answer at all, as "flag: sentence": the prompt was too long to be sent, a filter refused it. */
  readonly failure?: string;
  /** What was asked, where a model was. */
  readonly asked?: Asked;
}

/** Which wording a model was asked with, and what its server was not told. */
export interface Asked {
  /** Name and version of each template that has a part in the prompt, such as "formalise-kimina@0123456789abcdef". */
  readonly prompts: readonly string[];
  /** SHA-256 of the prompt; with the cache it leads to the whole record. Absent if nothing was sent. */
  readonly promptHash?: string;
  /** Parameters that the model does not take, and that were dropped. */
  readonly dropped?: readonly string[];
}

/** A system that turns a step into Lean: a control without a model, or a model behind the same interface. */
export interface Formaliser {
  /** Named in every result. */
  readonly name: string;
  /** Everything that decides its answers, for the key of a journal entry. */
  readonly configuration: Readonly<Record<string, unknown>>;
  formalise(input: FormaliserInput): Promise<FormaliserReply>;
}

/** What came of the proofs that a model wrote for one direction. */
export interface ProofCounts {
  /** Proofs asked for, and those that the checker accepted. */
  readonly asked: number;
  readonly accepted: number;
  /** Why the others were not: a word, and how many. */
  readonly rejected: Readonly<Record<string, number>>;
}

/** Both directions of one statement. */
export interface Proofs {
  readonly direct: ProofCounts;
  readonly negation: ProofCounts;
  /** The Lean text that was accepted for the direction that decided; absent if none was. */
  readonly text?: string;
}

/** What became of one formaliser's answer: what was extracted, and what the prover said. */
export interface Verdict {
  readonly outcome: Outcome;
  /** Which prover decided; absent if nothing reached one. */
  readonly engine?: string;
  /** Why there is no statement, or no decision. */
  readonly reason?: string;
  /** The Lean source of the statement as it was extracted, and of its negation. */
  readonly code?: string;
  readonly negation?: string;
  readonly flags: readonly string[];
  readonly counterexample?: string;
  /** The proof that was accepted, of the statement or of its negation, where the prover makes one. */
  readonly proof?: string;
  /** True if the hypotheses alone contradict each other. */
  readonly vacuous?: boolean;
  /** What a prover that writes proofs wrote, and what was accepted. */
  readonly proofs?: Proofs;
  /** A proof of the statement and one of its negation were both accepted: something is broken. */
  readonly alarm?: "both_proved";
}

/** What a prover says of a theorem. "inconclusive" carries the reason; "af_fail" can only come from Lean itself: the statement does not type-check. */
export interface Decision {
  readonly outcome: Outcome;
  readonly reason?: string;
  /** The proof that was accepted, of the statement or of its negation, where the prover makes one. */
  readonly proof?: string;
  readonly counterexample?: string;
  readonly vacuous?: boolean;
  readonly proofs?: Proofs;
  readonly alarm?: "both_proved";
}

/** Whatever decides statements: the embedded engine, or Lean behind the same interface. */
export interface StatementProver {
  /** Named in every result. */
  readonly engine: string;
  /** Everything that decides its verdicts, for the key of a journal entry. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Its verdict may depend on the step's own words, which `decide` then gets. */
  readonly readsStep?: boolean;
  decide(theorem: Theorem, step?: string): Promise<Decision>;
}

/** Lean, or whatever stands in for it: accepts statements and proofs, or says why not. */
export interface ProofChecker {
  /** Named in every result. */
  readonly engine: string;
  /** Everything that decides what it accepts. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /**
   * Whether a statement, ending in `:= by sorry`, type-checks. "crashed" says that the checker ended over it, and nothing about the statement.
   * @throws ToolError if the checker itself is broken, so that a run stops instead of counting that as anybody's failure
   */
  checkStatement(code: string): Promise<{ readonly status: "ok" | "error" | "timeout" | "crashed"; readonly reason?: string }>;
  /** Whether `candidate` proves `statement`, that very statement, without a gap; each reason begins with a word to count by. @throws as `checkStatement` */
  checkProof(request: { readonly statement: string; readonly candidate: string }): Promise<{ readonly accepted: boolean; readonly reasons: readonly string[] }>;
}
