/** ProofFlow's stages on one proof or one node: attempt, check, tell the faults, attempt again, N times in all. */
import { DataError } from "../core/errors";
import { codeOf } from "../lean/code";
import { extractTheorem } from "../lean/extract";
import { negate } from "../lean/negation";
import { asStatement, sameStatement } from "../lean/statement";
import { splitTheorem } from "../lean/theorem";
import type { FormaliserReply } from "../stages/types";
import { textOf } from "./models";
import { graphInReply, isProved, type FlowGraph } from "./graph";
import { withFlowHeader } from "./header";
import type { Attempt, Compiled, Defect, FlowChecker, FlowInput, FormaliserPart, GraphPart, NodeRequest, ProofResult, ProverPart, ProveRequest, StageResult } from "./types";

/** How a stage is driven. */
export interface Drive {
  /** Attempts in all, from 1. */
  readonly attempts: number;
  readonly draw: number;
  readonly compat: readonly Defect[];
}

/** A graph with the attempts it took, or why there is none. */
export type Drawn = { readonly ok: true; readonly graph: FlowGraph; readonly attempts: readonly Attempt[] } | { readonly ok: false; readonly reason: string; readonly attempts: readonly Attempt[] };

/** The released code's fixed limit. */
const SIXTY_SECONDS = 60_000;

/** Draws the graph of a proof. */
export async function drawGraph(input: FlowInput, part: GraphPart, { attempts, draw }: Drive, followDag: boolean): Promise<Drawn> {
  const made: Attempt[] = [];
  while (made.length < attempts) {
    const answer = await part.attempt(input, made, draw);
    const attempt = base(answer);
    try {
      if (answer.failure !== undefined) throw new DataError(answer.failure);
      if (answer.finish === "length" && !/[\]}]\s*(?:```)?\s*$/.test(answer.reply.trimEnd())) throw new DataError("truncated: the answer was cut before its JSON was complete");
      const graph = graphInReply(answer.reply, { source: textOf(input), followDag });
      return { ok: true, graph, attempts: [...made, attempt] };
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      made.push({ ...attempt, errors: error.message });
    }
  }
  return { ok: false, reason: made.at(-1)!.errors!, attempts: made };
}

/** Formalises one node. A lemma bears the node's id as its name and ends in `:= by sorry`, whatever proof came with it. */
export async function formaliseNode(request: NodeRequest, part: FormaliserPart, checker: FlowChecker, drive: Drive): Promise<StageResult> {
  return loop(drive, (made) => part.attempt(request, made, drive.draw), async (answer) => {
    const found = isProved(request.node) ? lemmaIn(answer, request.node.id) : declarationsIn(answer);
    if (!found.ok) return { errors: found.reason };
    const said = await compiled(checker, found.code, drive.compat);
    return { code: found.code, ...verdictOn(said, said.status === "ok", drive.compat) };
  });
}

/**
 * Writes tactics for one lemma. Accepted is what compiles without a gap and proves its own statement from Lean's axioms; where that statement is not the one that was
 * formalised, the result says `adapted`.
 */
export async function proveNode(request: ProveRequest, part: ProverPart, checker: FlowChecker, drive: Drive): Promise<ProofResult> {
  const result = await loop(drive, (made) => part.attempt(request, made, drive.draw), async (answer) => {
    const extracted = failureOf(answer) ?? extractTheorem(answer.reply, { preset: "strict", finish: answer.finish });
    if (!extracted.ok) return { errors: extracted.reason };
    const code = withFlowHeader(extracted.code);
    const said = await compiled(checker, code, drive.compat);
    if (said.sorry) return { code, errors: "a gap is left: the proof uses sorry" };
    const compat = drive.compat.length > 0;
    if (said.status !== "ok" || compat) return { code, ...verdictOn(said, said.status === "ok", drive.compat) };
    const { accepted, reasons } = await checker.prove({ statement: asStatement(extracted.theorem), candidate: code });
    return { code, ...(accepted ? verdictOn(said, true, drive.compat) : { errors: reasons.join("; ") || "not accepted" }) };
  });
  return { ...result, adapted: result.code !== "" && isAdapted(request.code, result.code) };
}

/** What is asked about the negation of a lemma; undefined where it cannot be negated. @example of "lemma l1 : 1 = 2 := by sorry": "… ¬ (1 = 2) := by sorry" */
export function negationOf(request: ProveRequest): ProveRequest | undefined {
  const parsed = splitTheorem(request.code);
  return parsed.ok ? { ...request, code: negate(parsed.theorem), negated: true } : undefined;
}

async function loop(drive: Drive, ask: (made: readonly Attempt[]) => Promise<FormaliserReply>, judge: (answer: FormaliserReply) => Promise<Pick<Attempt, "code" | "errors" | "otherwise">>): Promise<StageResult> {
  const made: Attempt[] = [];
  while (made.length < drive.attempts) {
    const answer = await ask(made);
    made.push({ ...base(answer), ...(await judge(answer)) });
    if (made.at(-1)!.errors === undefined) break;
  }
  const last = made.at(-1)!;
  return { code: last.code ?? "", pass: last.errors === undefined, tries: made.length, attempts: made };
}

function base({ reply, finish, failure }: FormaliserReply): Attempt {
  return { reply, finish, ...(failure !== undefined && { failure }) };
}

function failureOf({ failure }: FormaliserReply): { readonly ok: false; readonly reason: string } | undefined {
  return failure === undefined ? undefined : { ok: false, reason: failure };
}

type Found = { readonly ok: true; readonly code: string } | { readonly ok: false; readonly reason: string };

function lemmaIn(answer: FormaliserReply, id: string): Found {
  const extracted = failureOf(answer) ?? extractTheorem(answer.reply, { preset: "strict", finish: answer.finish });
  if (!extracted.ok) return extracted;
  if (extracted.theorem.name !== id) return { ok: false, reason: `name: the lemma is to be named ${id}, and is named ${extracted.theorem.name || "nothing"}` };
  return { ok: true, code: withFlowHeader(asStatement(extracted.theorem)) };
}

function declarationsIn(answer: FormaliserReply): Found {
  const found = failureOf(answer) ?? codeOf(answer.reply, answer.finish);
  if (!found.ok) return { ok: false, reason: "failure" in found ? `${found.failure}${found.detail === undefined ? "" : `: ${found.detail}`}` : found.reason };
  return { ok: true, code: withFlowHeader(found.code) };
}

function compiled(checker: FlowChecker, code: string, compat: readonly Defect[]): Promise<Compiled> {
  return checker.compile(code, compat.includes("sixty_seconds") ? { timeoutMs: SIXTY_SECONDS } : {});
}

/** By our rules, or by those of the released code, and where the two part. */
function verdictOn({ status, text }: Compiled, accepted: boolean, compat: readonly Defect[]): Pick<Attempt, "errors" | "otherwise"> {
  const otherwise: Defect[] = [...(status === "timeout" ? ["timeout_passes" as const] : []), ...(accepted && text.includes("failed") ? ["failed_word" as const] : [])];
  const flipped = otherwise.some((defect) => compat.includes(defect));
  const passes = flipped ? !accepted : accepted;
  return { ...(!passes && { errors: text.trim() === "" ? status : text }), ...(otherwise.length > 0 && { otherwise }) };
}

function isAdapted(asked: string, found: string): boolean {
  const [one, other] = [splitTheorem(asked), splitTheorem(found)];
  return !(one.ok && other.ok && sameStatement(one.theorem, other.theorem));
}
