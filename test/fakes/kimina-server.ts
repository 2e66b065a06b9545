/**
 * A stand-in for the Kimina Lean Server, of either generation, that plays every fault on request. Texts are answered by a tiny rule: `FAIL` is an error on its
 * line, `sorry` a gap, `#print axioms` is answered, all else is fine.
 *
 * It does not prove that the real server answers so; test/repl/kimina-live.test.ts runs the same client against the real one.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeKiminaOptions {
  readonly generation?: "check" | "verify";
  /** Whether lines count from the first of the text, or from the first behind the header. */
  readonly countsFrom?: "text" | "body";
  readonly apiKey?: string;
  /** So many requests are answered 429 before the first is taken. */
  readonly full?: number;
}

export interface FakeKimina {
  readonly url: string;
  /** The texts of each request, in the order in which they came. */
  readonly batches: string[][];
  close(): Promise<void>;
}

interface Row {
  readonly id?: string;
  readonly custom_id?: string;
  readonly code: string;
}

const isHeader = (line: string) => line.trim() === "" || line.startsWith("import ");

function replyTo(code: string, countsFrom: "text" | "body") {
  const lines = code.split("\n");
  const headerLines = lines.findIndex((line) => !isHeader(line));
  const by = countsFrom === "body" ? headerLines : 0;
  const isDead = /^import Bogus$/m.test(code);
  const at = (i: number, column: number) => ({ line: i + 1 - by, column });
  const messages = lines.flatMap((line, i) => {
    const say = (severity: string, data: string) => [{ severity, pos: at(i, 0), endPos: at(i, line.length), data }];
    if (isDead && !isHeader(line)) return say("error", "unknown identifier");
    if (/FAIL|kit_no_such_name/.test(line)) return say("error", "unsolved goals");
    if (/sorry/.test(line)) return say("warning", "declaration uses `sorry`");
    const [, name] = /^#print axioms (?:_root_\.)?(\S+)/.exec(line) ?? [];
    if (name !== undefined) return say("info", `'${name}' does not depend on any axioms`);
    return /versionString/.test(line) ? say("info", '"4.26.0"') : [];
  });
  const sorries = lines.flatMap((line, i) => (/sorry/.test(line) ? [{ goal: "⊢ ?", proofState: 0, pos: at(i, 0), endPos: at(i, 5) }] : []));
  return { env: 1, ...(messages.length > 0 && { messages }), ...(sorries.length > 0 && { sorries }) };
}

export async function startKimina({ generation = "check", countsFrom = "text", apiKey, full = 0 }: FakeKiminaOptions = {}): Promise<FakeKimina> {
  const batches: string[][] = [];
  let busy = full;
  const answer = (response: ServerResponse, status: number, body: unknown) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

  const verdict = ({ id, custom_id, code }: Row) => {
    const label = generation === "check" ? { id: id! } : { custom_id: custom_id! };
    const fault = /fault:(\w+)/.exec(code)?.[1];
    const old = generation === "verify";
    if (fault === "timeout") return { ...label, time: 1, error: old ? "Lean process timed out" : "Lean REPL command timed out in 1.0 seconds" };
    if (fault === "header_timeout") return { ...label, time: 1, error: "Lean REPL header command timed out in 1.0 seconds" };
    if (fault === "pipe") return { ...label, error: "Lean process broken pipe error" };
    if (fault === "decode") return { ...label, ...(old && { error: null }), response: { messages: [{ severity: "error", data: "error decoding json response in leanrepl" }] } };
    if (fault === "message") return { ...label, response: { message: "Lean error:\nno" } };
    return { ...label, time: 0.1, ...(old && { error: null }), response: { ...replyTo(code, countsFrom), ...(old && { time: 0.1 }) } };
  };

  const serve = (request: IncomingMessage, response: ServerResponse, body: string) => {
    if (request.url === "/health") return answer(response, 200, generation === "check" ? { status: "ok" } : { status: "healthy", version: "1", cpu_usage: 1, memory_usage: 1 });
    if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) return answer(response, 401, { detail: "Invalid API key" });
    if (request.url !== (generation === "check" ? "/api/check" : "/verify")) return answer(response, 404, { detail: "Not Found" });
    if (busy-- > 0) return answer(response, 429, { detail: "No available REPLs" });
    const parsed = JSON.parse(body) as { snippets?: Row[]; codes?: Row[] };
    const rows = parsed.snippets ?? parsed.codes ?? [];
    batches.push(rows.map(({ code }) => code));
    if (rows.length === 0) return answer(response, 422, { detail: [] });
    if (rows.some(({ code }) => code.includes("fault:broken"))) return answer(response, 500, { detail: "REPL crashed" });
    if (rows.some(({ code }) => code.includes("fault:slow"))) return; // never
    return answer(response, 200, { results: rows.filter(({ code }) => !code.includes("fault:lost")).map(verdict) });
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8"))).on("end", () => void serve(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
