/**
 * The messages of the community REPL (leanprover-community/repl), from v4.9 to the newest: fields that a version lacks are absent, fields that are new pass
 * through. Requests are validated before they are written, since one of a wrong type ends the process without an answer.
 */
import { InputError } from "../core/errors";
import type { Position } from "../lean/position";
import type { LeanResult } from "./engine";

/** One command, as the REPL takes it; further fields, for forks, are passed on. */
export type ReplRequest = { readonly [field: string]: unknown } & (
  | { readonly cmd: string; readonly env?: number | null; readonly allTactics?: boolean; readonly rootGoals?: boolean; readonly infotree?: string }
  | { readonly path: string; readonly env?: number | null; readonly allTactics?: boolean; readonly rootGoals?: boolean; readonly infotree?: string }
  | { readonly tactic: string; readonly proofState: number }
  | { readonly pickleTo: string; readonly env?: number; readonly proofState?: number }
  | { readonly unpickleEnvFrom: string }
  | { readonly unpickleProofStateFrom: string; readonly env?: number | null }
);

export interface ReplMessage {
  readonly severity: string;
  readonly pos: Position;
  readonly endPos?: Position | null;
  readonly data: string;
}

/** A literal `sorry`; without positions in tactic mode. */
export interface ReplSorry {
  readonly goal: string;
  readonly proofState?: number | null;
  readonly pos?: Position;
  readonly endPos?: Position;
}

/** A reply. Lists are absent where they would be empty; lines count from 1, columns from 0 in code points. */
export interface ReplReply {
  readonly env?: number;
  readonly messages?: readonly ReplMessage[];
  readonly sorries?: readonly ReplSorry[];
  readonly tactics?: readonly unknown[];
  readonly infotree?: unknown;
  readonly proofState?: number;
  readonly goals?: readonly string[];
  readonly traces?: readonly string[];
  readonly proofStatus?: string;
  /** Alone where the command could not be carried out at all. */
  readonly message?: string;
  readonly [field: string]: unknown;
}

const TEXTS = ["cmd", "path", "tactic", "pickleTo", "unpickleEnvFrom", "unpickleProofStateFrom", "infotree"];
const NUMBERS = ["env", "proofState"];
const FLAGS = ["allTactics", "rootGoals"];
const KINDS = ["cmd", "path", "tactic", "pickleTo", "unpickleEnvFrom", "unpickleProofStateFrom"];

/**
 * The line that carries a request, its blank line included. Line ends of the text become plain line feeds: Lean reads no others.
 * @throws InputError for a request of no known shape, or with a field of a wrong type
 * @example encodeRequest({ cmd: "example : 1 = 1 := rfl", env: 0 }) // '{"cmd":"example : 1 = 1 := rfl","env":0}\n\n'
 */
export function encodeRequest(request: ReplRequest): string {
  const fields = request as Record<string, unknown>;
  if (typeof request !== "object" || request === null || !KINDS.some((name) => name in fields)) throw new InputError(`a REPL request has one of the fields ${KINDS.join(", ")}`);
  const wrong = (names: readonly string[], fits: (value: unknown) => boolean, what: string) => {
    const bad = names.find((name) => fields[name] !== undefined && !fits(fields[name]));
    if (bad !== undefined) throw new InputError(`"${bad}" of a REPL request is ${what}, got ${JSON.stringify(fields[bad])}`);
  };
  wrong(TEXTS, (value) => typeof value === "string", "a text");
  wrong(NUMBERS, (value) => value === null || (Number.isSafeInteger(value) && (value as number) >= 0), "a whole number from 0");
  wrong(FLAGS, (value) => typeof value === "boolean", "true or false");
  if ("tactic" in fields && typeof fields.proofState !== "number") throw new InputError('a tactic needs its "proofState"');
  if ("pickleTo" in fields && typeof fields.env !== "number" && typeof fields.proofState !== "number") throw new InputError('"pickleTo" needs an "env" or a "proofState"');
  return `${JSON.stringify(request, (_, value: unknown) => (typeof value === "string" ? value.replace(/\r\n?/g, "\n") : value))}\n\n`;
}

/** Whether a text holds half of a surrogate pair: no file can hold it, and older Lean reads it as the character 0. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** The error messages of a reply, in order. */
export function errorsOf(reply: ReplReply): string[] {
  return [
    ...(reply.message === undefined ? [] : [reply.message]),
    ...(reply.messages ?? []).filter(({ severity }) => severity === "error").map(({ data }) => data),
    ...(reply.proofStatus?.startsWith("Error") ? [reply.proofStatus] : []),
  ];
}

/** Whether the reply shows a gap: the list of literal `sorry`s, or Lean's warning in either quotation style. */
export function usesSorry({ sorries = [], messages = [] }: ReplReply): boolean {
  return sorries.length > 0 || messages.some(({ data }) => /declaration uses .sorry./.test(data));
}

/** A reply as a result: an error, of whatever kind, is `lean_error`. */
export function resultOf(reply: ReplReply): LeanResult {
  const [first, ...others] = errorsOf(reply);
  if (first === undefined) return { status: "ok", reply };
  return { status: "lean_error", reply, detail: others.length === 0 ? first : `${first} (and ${others.length} more)` };
}

/** Why a JSON object is no reply to this request; undefined if it is one. A fork that was told not to keep the state may leave out `env`. */
export function misfit(request: ReplRequest, reply: object): string | undefined {
  const { env, proofState, message, messages, sorries } = reply as Record<string, unknown>;
  const isList = (value: unknown, fields: readonly string[]) => value === undefined || (Array.isArray(value) && value.every((each: unknown) => typeof each === "object" && each !== null && fields.every((name) => typeof (each as Record<string, unknown>)[name] === "string")));
  if (!isList(messages, ["severity", "data"]) || !isList(sorries, ["goal"])) return "its messages have another form";
  if (typeof message === "string") return undefined;
  const wantsState = "tactic" in request || "unpickleProofStateFrom" in request || ("pickleTo" in request && typeof request.proofState === "number");
  if (wantsState) return typeof proofState === "number" ? undefined : "it names no proof state";
  return typeof env === "number" || request.gc === true ? undefined : "it names no environment";
}
