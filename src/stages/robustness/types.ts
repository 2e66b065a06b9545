/** What passes between the stages of Method B: inputs, a system's answers, what a checker says of the code. */
import type { EditVerdict, LocalEdit } from "../../judges/edits";
import type { ScoreVerdict } from "../../judges/judge";
import type { Condition } from "../../robustness/records";
import type { FormaliserReply } from "../types";

/** One input: a problem in a style, or with one local edit. */
export interface Instance {
  readonly dataset: string;
  /** The problem's name, the same in all its conditions. */
  readonly problem: string;
  readonly condition: Condition;
  /** Statement and proof in words, as the system gets them. */
  readonly statement: string;
  readonly proof: string;
  /** Words of the original proof. */
  readonly proofWords: number;
  /** For edited inputs. */
  readonly edit?: LocalEdit;
}

/** What a proof autoformaliser gets. */
export interface ProofInput {
  readonly name: string;
  readonly statement: string;
  readonly proof: string;
}

/** A proof autoformaliser: a control without a model, or a model behind the same interface. */
export interface ProofSystem {
  /** Named in every record and table. */
  readonly name: string;
  /** Everything that decides its answers, for the key of a journal entry. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** So many samples for one input, in order; an empty answer is an answer too. */
  translate(input: ProofInput, samples: number): Promise<readonly FormaliserReply[]>;
}

/** What a checker says of a whole output: accepted, sorry being a warning only, or not, with the reason. */
export interface Checked {
  readonly ok: boolean;
  readonly reason?: string;
}

/** Whatever decides TC. It throws only if it is broken itself: a failure of the machinery is never one of the model. */
export interface CodeChecker {
  /** Named in every table. */
  readonly engine: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  check(code: string): Promise<Checked>;
}

/** What one judge said of one output. */
export interface JudgeDetail {
  readonly statement: Pick<ScoreVerdict, "score" | "reason">;
  readonly proof: Pick<ScoreVerdict, "score" | "reason">;
  /** For edited inputs, with what the judge quoted from the code, where it quoted anything. */
  readonly edit?: Omit<EditVerdict, "reply"> & { readonly quoted?: string };
}

/** A line of outputs.jsonl: an output with all that one needs to read it. */
export interface OutputDetail {
  /** SYSTEM/DATASET/PROBLEM/CONDITION#SAMPLE */
  readonly id: string;
  readonly system: string;
  readonly sample: number;
  readonly instance: Instance;
  /** Empty where the answer held none. */
  readonly code: string;
  readonly checked: Checked;
  /** By the judge's name; empty where the output was not judged. */
  readonly judges: Readonly<Record<string, JudgeDetail>>;
}
