/** Whether a statement means anything to Lean: it type-checks, with `sorry` for its proof. */
import { randomBytes } from "node:crypto";
import { InputError } from "../core/errors";
import { splitTheorem } from "../lean/theorem";
import type { CheckOptions, LeanEngine, LeanResult, LeanStatus, LeanVersions } from "./engine";
import { referenceOf } from "./recipe";

/**
 * - `accepted`: yes, by Lean.
 * - `rejected`: no, by Lean, or by what the text shows without asking Lean.
 * - `undecided`: no answer: time ran out, the process crashed, the machinery failed. Never to be counted as a failure of whoever wrote the text.
 */
export type CheckVerdict = "accepted" | "rejected" | "undecided";

export interface StatementCheck {
  readonly accepted: boolean;
  readonly verdict: CheckVerdict;
  /** Of the last command; `not_asked` if Lean was not needed for the answer. */
  readonly status: LeanStatus | "not_asked";
  /** Why it is not accepted, the first reason first. */
  readonly reasons: readonly string[];
  /** Lean's own words for what is to be proved, where it type-checks. */
  readonly goal?: string;
  readonly engine: string;
  readonly versions: LeanVersions;
}

export interface StatementOptions extends CheckOptions {
  /** Lean text of one theorem, with or without header and proof. The proof is not looked at. */
  readonly statement: string;
  /** Part of the names that are given in Lean; a fresh random one unless told. */
  readonly nonce?: string;
}

/** Names in Lean that no candidate can foresee. */
export function freshNonce(): string {
  return randomBytes(8).toString("hex");
}

export function checkedNonce(nonce: string): string {
  if (!/^[A-Za-z0-9]{1,64}$/.test(nonce)) throw new InputError(`a nonce is 1 to 64 letters and digits, got "${nonce}"`);
  return nonce;
}

/**
 * Type-checks a statement: its context and then the statement itself, with `autoImplicit` off, so that a misspelt name is an error and not a new parameter.
 * Lean must answer without an error and with exactly one gap.
 * @throws ToolError or InputError only for a faulty call; a text that is no theorem is `rejected`
 * @example await checkStatement(engine, { statement: "theorem t (x : ℝ) : x + y = y" }) // { accepted: false, verdict: "rejected", reasons: ["type_check: unknown identifier 'y'"], … }
 */
export async function checkStatement(engine: LeanEngine, { statement, nonce = freshNonce(), ...options }: StatementOptions): Promise<StatementCheck> {
  checkedNonce(nonce);
  const asked = splitTheorem(statement);
  const none = { accepted: false, engine: engine.engine } as const;
  if (!asked.ok) return { ...none, verdict: "rejected", status: "not_asked", reasons: [`no theorem: ${asked.reason}`], versions: {} };
  const { preamble, statement: reference } = referenceOf(asked.theorem, nonce, engine.header);
  const results = await engine.runSteps([preamble, reference], options);
  const { status } = results.at(-1)!;
  const problem = referenceProblem(results, nonce);
  const versions = await versionsOf(engine, results);
  if (problem) return { ...none, verdict: problem.verdict, status, reasons: [problem.reason], versions };
  const goal = results[1]!.reply!.sorries![0]!.goal;
  return { accepted: true, verdict: "accepted", status, reasons: [], goal, engine: engine.engine, versions };
}

/** What is wrong with the results of preamble and reference; undefined if nothing is. */
export function referenceProblem(results: readonly LeanResult[], nonce: string): { readonly verdict: CheckVerdict; readonly reason: string } | undefined {
  const part = results.length === 1 ? "context of the statement" : "statement";
  const { status, detail, reply } = results[Math.min(1, results.length - 1)]!;
  if (status === "lean_error") return { verdict: "rejected", reason: `type_check: ${results.length === 1 ? "in the context of the statement: " : ""}${readable(detail!, nonce)}` };
  if (status !== "ok") return { verdict: "undecided", reason: `${status}, while Lean read the ${part}: ${readable(detail!, nonce)}` };
  if (reply!.sorries?.length !== 1) return { verdict: "rejected", reason: `type_check: Lean did not read the statement as one theorem (${reply!.sorries?.length ?? 0} gaps, not 1)` };
  return undefined;
}

/** A message without the random part of our names: the same check, the same words. */
export function readable(text: string, nonce: string): string {
  return text.replaceAll(`_${nonce}`, "");
}

/** Asked only of an engine that has just answered. */
export async function versionsOf(engine: LeanEngine, results: readonly LeanResult[]): Promise<LeanVersions> {
  return results.some(({ status }) => status === "ok" || status === "lean_error") ? engine.versions() : {};
}
