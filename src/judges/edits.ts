/** What a judge of edits is given, and what it says. B, section 4.1. */

/** A number or symbol edit. */
export interface ValueEdit {
  readonly kind: "number" | "symbol";
  /** The edited text of the region: statement or proof in words. */
  readonly text: string;
  /** Where the new value stands in it. */
  readonly start: number;
  readonly end: number;
  readonly oldValue: string;
  readonly newValue: string;
}

/** A deleted step. */
export interface Deletion {
  readonly kind: "step_deletion";
  /** The proof in words that was given, without the step's reasoning. */
  readonly text: string;
  readonly reasoning: string;
  readonly outcome: string;
}

export type LocalEdit = ValueEdit | Deletion;

/** What became of an edit, as `EditLabel` of the run records, with what the checks found. */
export interface EditVerdict {
  readonly label: "faithful" | "reverted" | "unclear" | "unjudged";
  /** Why it is unclear or unjudged. */
  readonly because?: string;
  readonly evidenceFound?: boolean;
  readonly consistent?: boolean;
  /** What the model said, where one was asked. */
  readonly reply?: string;
  /** The verdict before the checks, where they changed it. */
  readonly before?: string;
}

