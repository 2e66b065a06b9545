/** The two generations of the Kimina Lean Server's HTTP interface, and what their answers mean. */
import type { LeanResult } from "./engine";
import type { ReplReply } from "./protocol";

/** "check": since July 2025, `/api/check`. "verify": before, `/verify` only. */
export type KiminaGeneration = "check" | "verify";

export interface WireRequest {
  readonly path: string;
  readonly body: object;
}

/** One request for several texts; they are told apart by their places in the list. `timeout` is in whole seconds there. */
export function requestFor(generation: KiminaGeneration, codes: readonly string[], timeoutMs: number): WireRequest {
  const timeout = Math.ceil(timeoutMs / 1000);
  if (generation === "check") return { path: "/api/check", body: { snippets: codes.map((code, i) => ({ id: String(i), code })), timeout, debug: false, reuse: true } };
  return { path: "/verify", body: { codes: codes.map((code, i) => ({ custom_id: String(i), code })), timeout, infotree_type: null, disable_cache: false } };
}

/** What a server says of one text: the REPL's reply, or a failure. */
export type Told = { readonly reply: ReplReply } | LeanResult;

/** The answers of a body in the order of the texts; one that the server has left out is `infra`. */
export function answersOf(body: unknown, count: number): Told[] {
  const { results } = (body ?? {}) as { results?: unknown };
  const rows = (Array.isArray(results) ? results : []) as { id?: unknown; custom_id?: unknown; error?: unknown; response?: unknown }[];
  const byId = new Map(rows.map((row) => [String(row.id ?? row.custom_id), row]));
  return Array.from({ length: count }, (_, i): Told => {
    const row = byId.get(String(i));
    if (!row) return { status: "infra", detail: "the server's answer leaves this text out" };
    if (typeof row.error === "string") return failureOf(row.error);
    if (typeof row.response !== "object" || row.response === null) return { status: "infra", detail: "the server's answer holds neither an error nor a reply" };
    const { time, ...reply } = row.response as ReplReply & { time?: unknown };
    void time; // differs from run to run
    if (/error decoding json response in leanrepl/.test(JSON.stringify(reply.messages ?? reply.message ?? ""))) return { status: "crashed", detail: "the server could not read its REPL's output" };
    return { reply };
  });
}

/** Whether the server had no REPL free for a text; some versions say so for each text, and not by status 429. */
export function isFull(told: Told): boolean {
  return "status" in told && /No available REPL/i.test(String(told.detail));
}

/** A server's own words for a failure, as a class. A header that takes too long is not the text's doing. */
export function failureOf(error: string): LeanResult {
  if (/timed out/i.test(error)) return { status: /header/i.test(error) ? "infra" : "timeout", detail: `the server says: ${error}` };
  const isCrash = /broken pipe|encountered an error|JSON decode|execution failed|crash|exited|terminated|killed|EOF/i.test(error);
  return { status: isCrash ? "crashed" : "infra", detail: `the server says: ${error}` };
}
