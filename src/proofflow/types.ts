/** What passes between ProofFlow's stages, and the parts that a run is put together from: models, recorded answers, or rules that need none. */
import type { FormaliserReply } from "../stages/types";
import type { FlowGraph, FlowNode } from "./graph";
import type { FlowError, Grade } from "./score";

/** A theorem and its proof in words. */
export interface FlowInput {
  readonly name: string;
  readonly statement: string;
  readonly proof: string;
}

/** One attempt and what came of it: the answer, the Lean in it, and why it was not accepted. */
export interface Attempt {
  readonly reply: string;
  readonly finish: string;
  readonly failure?: string;
  /** The Lean that was found in the answer. */
  readonly code?: string;
  /** What was put to the model again; absent for the attempt that passed. */
  readonly errors?: string;
  /** Rules of the released code that would have judged otherwise, by their letter in the list of its defects. */
  readonly otherwise?: readonly Defect[];
}

/** What a stage is asked about one node. */
export interface NodeRequest {
  readonly input: FlowInput;
  readonly node: FlowNode;
  /** The nodes that it rests on, with their Lean where it passed. */
  readonly dependencies: readonly { readonly node: FlowNode; readonly code?: string }[];
}

/** What the prover is asked: the lemma, and what Lean said of it if it did not pass. `negated`: the lemma is the negation of the node's statement. */
export interface ProveRequest extends NodeRequest {
  readonly code: string;
  readonly formalised: boolean;
  readonly errors?: string;
  readonly negated?: true;
}

/** A part that answers, knowing the attempts before. A model is told their errors; a rule says the same again. */
export interface FlowPart<Request> {
  /** Named in every result. */
  readonly name: string;
  /** Everything that decides its answers, for the key of a journal entry. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /**
   * @param earlier the attempts that failed, oldest first
   * @param draw the number of the sample: a run of the same input once more is a draw of its own
   */
  attempt(request: Request, earlier: readonly Attempt[], draw: number): Promise<FormaliserReply>;
}

export type GraphPart = FlowPart<FlowInput>;
export type FormaliserPart = FlowPart<NodeRequest>;
export type ProverPart = FlowPart<ProveRequest>;

/** Judges each part of a node's statement against its Lean. */
export interface ScorerPart {
  readonly name: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  score(request: ScoreRequest): Promise<Judged>;
  /** Whether the lemma's hypotheses are what the step rests on, where the part can tell. */
  dependencies?(request: ScoreRequest): Promise<DependencyCheck | undefined>;
}

/** What is judged: the proved Lean where there is any, else the statement's. */
export interface ScoreRequest {
  readonly input: FlowInput;
  readonly node: FlowNode;
  readonly dependencies: readonly FlowNode[];
  readonly code: string;
}

/** A judgement, one grade for each part; where `ok` is false there is none, and `reason` says why. */
export interface Judged {
  readonly ok: boolean;
  readonly grades: readonly Grade[];
  readonly feedback: readonly string[];
  readonly reason?: string;
}

/** What was said of a lemma's hypotheses; `unknown` if no answer could be read, and `reasoning` then says why. */
export interface DependencyCheck {
  readonly status: "complete" | "incomplete" | "unknown";
  readonly missing_dependencies: readonly string[];
  readonly extra_dependencies: readonly string[];
  readonly reasoning: string;
}

/** What a checker says of a whole Lean text. `text`: errors first, then warnings, as Lean words them. */
export interface Compiled {
  readonly status: "ok" | "lean_error" | "timeout" | "crashed";
  readonly sorry: boolean;
  readonly text: string;
}

/** Lean, or what stands in for it. It throws only if it is broken itself. */
export interface FlowChecker {
  readonly engine: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  compile(code: string, options?: { readonly timeoutMs?: number }): Promise<Compiled>;
  /** Whether `candidate` proves `statement`, that very statement, without a gap or an axiom of its own. */
  prove(request: { readonly statement: string; readonly candidate: string }): Promise<{ readonly accepted: boolean; readonly reasons: readonly string[] }>;
}

/**
 * Faults of the released code that change scores: `timeout_passes` a time-out of its server mode counts as accepted and verified; `failed_word` the word "failed" in any
 * message rejects a proof; `proofs_not_audited` a proof counts if it compiles without a gap, whatever axioms it adds and however it was made to compile, and declarations may have gaps; `sixty_seconds` every check ends after 60 s; `thoughts_resent` earlier thinking is sent again; `ten_parts` of more than ten parts C vanish;
 * `calls_swapped` steps are judged in one call, conditions in two.
 */
export const DEFECTS = ["timeout_passes", "failed_word", "proofs_not_audited", "sixty_seconds", "thoughts_resent", "ten_parts", "calls_swapped"] as const;
export type Defect = (typeof DEFECTS)[number];

/** What a stage came to for one node: the Lean of its last attempt, and whether it passed. */
export interface StageResult {
  /** Empty if no attempt held any. */
  readonly code: string;
  readonly pass: boolean;
  /** Attempts made, from 1. */
  readonly tries: number;
  readonly attempts: readonly Attempt[];
}

/** Tactics for a node. `adapted`: they prove a statement that is not, word for word, the one that was formalised. */
export interface ProofResult extends StageResult {
  readonly adapted: boolean;
}

/** What became of one node. */
export interface NodeResult {
  readonly node: FlowNode;
  readonly formalisation: StageResult;
  /** For steps and the theorem's result that had any Lean. */
  readonly proof?: ProofResult;
  /** Asked where the statement was not proved. */
  readonly negation?: ProofResult;
  readonly judged?: Judged;
  readonly dependencyCheck?: DependencyCheck;
  /** Dependencies that are no hypotheses of the lemma, by name. */
  readonly withoutHypothesis: readonly string[];
  /** Of the node by itself, 0 to 1; absent if it was not judged. */
  readonly score?: number;
  readonly error?: FlowError;
}

/** Whether the composed theorem was accepted; its code where one could be written; `assumes` names what it assumes beyond conditions and definitions. */
export interface ComposedResult {
  readonly ok: boolean;
  readonly reason?: string;
  readonly code?: string;
  readonly assumes?: readonly string[];
}

/** One proof through all stages. */
export interface FlowResult {
  readonly input: FlowInput;
  /** The number of the draw, from 0. */
  readonly draw: number;
  /** Absent where no attempt gave a graph; `reason` says why. */
  readonly graph?: FlowGraph;
  readonly reason?: string;
  readonly graphAttempts: number;
  readonly nodes: readonly NodeResult[];
  /** The assembled file: in its order, each step's proof where there is one, else its statement with sorry. */
  readonly code: string;
  /** Whether the theorem's result is proved: from hypotheses, never from the lemmas. */
  readonly theoremVerified: boolean;
  /** Ours: the theorem from its conditions alone, citing the proved lemmas; or why it cannot be written or is not accepted. */
  readonly composed?: ComposedResult;
  /** ProofScore, 0 to 1; absent if the nodes were not judged. 0 without a graph. */
  readonly proofScore?: number;
}
