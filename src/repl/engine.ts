/**
 * What anything that runs Lean offers, be it a pool of local processes or a server: one interface, so that checks and provers need not know which.
 * Failures of the machinery are told apart from what Lean says, and nothing but `ok` can ever pass.
 */
import type { ReplReply } from "./protocol";

/**
 * - `ok`: Lean answered, without an error message. Warnings, `sorry` among them, may be there.
 * - `lean_error`: Lean answered with an error. This, and only this, says something about the text.
 * - `timeout`: the wall clock ran out; the process was killed. Says nothing about truth, and the same text is never tried again.
 * - `crashed`: the process ended before it answered; for a pool, two processes that work did, or wrote what is no reply, on this text.
 * - `infra`: the machinery failed: not started, header not loaded, output that is no reply, server not reached. It says nothing about this text or any other.
 */
export type LeanStatus = "ok" | "lean_error" | "timeout" | "crashed" | "infra";

/** The answer to one command. `reply` is the REPL's own JSON, positions as Lean counts them; `detail` says in words what went wrong. */
export interface LeanResult {
  readonly status: LeanStatus;
  readonly reply?: ReplReply;
  readonly detail?: string;
}

export interface CheckOptions {
  /** Wall clock for each command, milliseconds; the engine's own unless told. */
  readonly timeoutMs?: number;
  /** Aborting kills the command under way; the call then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Versions that a verdict depends on; absent where the engine cannot tell. */
export interface LeanVersions {
  readonly lean?: string;
  readonly mathlib?: string;
}

/** Whatever runs Lean. `LeanPool` and `KiminaServer` are two. */
export interface LeanEngine {
  /** Named in every result: "lean-repl" or "kimina". */
  readonly engine: string;
  /** Everything that can change its answers, for the key of a journal entry. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Imports and options under which texts without imports are elaborated; `""` if there are none. */
  readonly header: string;
  /** One text, from its own imports or under the engine's header. */
  check(code: string, options?: CheckOptions): Promise<LeanResult>;
  /**
   * Texts one after another, each in the environment that the one before has left; ends after the first that is not `ok`, so the answer can be shorter than
   * `steps`. Positions count within each step. A pool sends a command for each step; a server that chains no environments gets one text, and its messages are
   * dealt out by line.
   */
  runSteps(steps: readonly string[], options?: CheckOptions): Promise<LeanResult[]>;
  /** Asked of Lean once, then remembered. */
  versions(): Promise<LeanVersions>;
  close(): Promise<void>;
}
