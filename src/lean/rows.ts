/** The commands `extract`, `parse` and `audit` as functions of one row. They never throw over what a row holds: a row that is no good is answered as such. */
import { auditProof, type Violation } from "./audit";
import { extractTheorem, type Preset } from "./extract";
import type { Flag } from "./flags";
import { negation } from "./negation";
import { parseTheorem, splitTheorem } from "./theorem";

/** An input row's id, handed through as it is. */
export type RowId = string | number;

export interface ExtractRow {
  readonly id: RowId;
  readonly ok: boolean;
  readonly code?: string;
  readonly name?: string;
  readonly reason?: string;
  readonly flags: readonly Flag[];
}

/**
 * One row of `faithlab extract`: the theorem of a model's reply.
 * @param row `reply` may be null, as providers send it for a reply without content; `finish` is why the model stopped ("stop", "length", …), unknown when absent
 * @example extractRow({ id: 1, reply: "no" }) // { id: 1, ok: false, reason: "no_code: …", flags: ["no_code"] }
 */
export function extractRow({ id, reply, finish }: { id: RowId; reply: string | null; finish?: string }, preset: Preset = "strict"): ExtractRow {
  const found = extractTheorem(reply ?? "", { preset, finish: finish ?? "unknown" });
  return found.ok ? { id, ok: true, code: found.code, name: found.theorem.name, flags: found.flags } : { id, ok: false, reason: found.reason, flags: found.flags };
}

export interface ParseRow {
  readonly id: RowId;
  readonly ok: boolean;
  readonly name?: string;
  readonly binders?: string;
  readonly body?: string;
  readonly negation?: string;
  /** How many theorems the text holds, where there is more than the one that was read. */
  readonly theorems?: number;
  /** What the negation does not carry over as it stood. */
  readonly notes?: readonly string[];
  readonly reason?: string;
}

/**
 * One row of `faithlab parse`: the parts of a theorem and its negation.
 * @example parseRow({ id: 1, code: "theorem t (n : ℕ) : n = n := rfl" }).negation // "set_option autoImplicit false in\ntheorem t_neg : ¬ (∀ (n : ℕ), n = n) := by sorry"
 */
export function parseRow({ id, code }: { id: RowId; code: string }): ParseRow {
  const parsed = parseTheorem(code);
  if (!parsed.ok) return { id, ok: false, reason: parsed.reason };
  const { name, binders, body, theorems } = parsed.theorem;
  const negated = negation(parsed.theorem);
  return {
    ...{ id, ok: true, name, binders, body, negation: negated.code },
    ...(theorems > 1 ? { theorems } : {}),
    ...(negated.notes.length > 0 ? { notes: negated.notes } : {}),
  };
}

export interface AuditRow {
  readonly id: RowId;
  readonly ok: boolean;
  readonly violations: readonly Violation[];
  /** Set where the row's statement is itself no theorem, so that there is nothing to audit against. */
  readonly reason?: string;
}

/**
 * One row of `faithlab audit`: the static part of a proof audit.
 * @example auditRow({ id: 1, code: "theorem t : 1 = 1 := rfl", statement: "theorem t : 1 = 1 := by sorry" }) // { id: 1, ok: true, violations: [] }
 */
export function auditRow({ id, code, statement }: { id: RowId; code: string; statement: string }, mode: "strict" | "lenient" = "strict"): AuditRow {
  const asked = splitTheorem(statement);
  if (!asked.ok) return { id, ok: false, violations: [], reason: `the statement is no theorem: ${asked.reason}` };
  return { id, ...auditProof(code, statement, { mode }) };
}
