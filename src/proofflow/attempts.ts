/** ProofFlow's stages on one proof or one node: attempt, check, tell the faults, attempt again, N times in all. */
import { DataError } from "../core/errors";
import { codeOf } from "../lean/code";
import { extractTheorem } from "../lean/extract";
import { forbiddenWords, type ViolationKind } from "../lean/forbidden";
import { negate } from "../lean/negation";
import { scan } from "../lean/scan";
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
    const found = isProved(request.node) ? lemmaIn(answer, request.node.id, drive.compat) : declarationsIn(answer, drive.compat);
    if (!found.ok) return { errors: found.reason };
    const said = await compiled(checker, found.code, drive.compat);
    return { code: found.code, ...verdictOn(said, said.status === "ok", drive.compat) };
  });
}

/**
 * Writes tactics for one lemma, under the name that the lemma has. Accepted is what compiles without a gap and proves its own statement from Lean's axioms; where that
 * statement is not the one that was formalised, the result says `adapted`. A negation is to be proved as it stands: another statement says nothing about the node.
 */
export async function proveNode(request: ProveRequest, part: ProverPart, checker: FlowChecker, drive: Drive): Promise<ProofResult> {
  const asked = splitTheorem(request.code);
  const result = await loop(drive, (made) => part.attempt(request, made, drive.draw), async (answer) => {
    const extracted = failureOf(answer) ?? extractTheorem(answer.reply, { preset: "strict", finish: answer.finish });
    if (!extracted.ok) return { errors: extracted.reason };
    const code = withFlowHeader(extracted.code);
    const { theorem } = extracted;
    if (asked.ok && theorem.name !== asked.theorem.name) return { code, errors: misnamed(asked.theorem.name, theorem.name) };
    if (request.negated && isAdapted(request.code, code)) return { code, errors: "statement: it is not the one that was asked for; prove it as it stands" };
    const cut = foulPlay(code, ["terminal"]);
    if (cut) return { code, errors: cut };
    const said = await compiled(checker, code, drive.compat);
    if (said.sorry) return { code, errors: "a gap is left: the proof uses sorry" };
    if (said.status !== "ok") return { code, ...verdictOn(said, false, drive.compat) };
    const axiom = foulPlay(code, ["axiom"]);
    if (axiom) return { code, ...verdictOn(said, true, drive.compat, axiom) };
    const { accepted, reasons } = await checker.prove({ statement: request.negated ? request.code : asStatement(theorem), candidate: code });
    return { code, ...verdictOn(said, true, drive.compat, accepted ? undefined : reasons.join("; ") || "not accepted") };
  });
  return { ...result, adapted: result.code !== "" && isAdapted(request.code, result.code) };
}

function misnamed(asked: string, found: string): string {
  return `name: the lemma is to be named ${asked}, and is named ${found || "nothing"}`;
}

/** The first word in a text by which more would count as said or proved than is; undefined if there is none. */
function foulPlay(code: string, kinds: readonly ViolationKind[]): string | undefined {
  const found = forbiddenWords(scan(code)).find(({ kind }) => kinds.includes(kind));
  if (!found) return undefined;
  return { axiom: `axiom: ${found.text} adds an axiom, from which anything might follow; state hypotheses instead`, terminal: `terminal: Lean reads nothing after ${found.text}` }[found.kind as "axiom" | "terminal"] ?? `placeholder: ${found.text} leaves a gap; a condition is declared by variable, a definition by def, neither is proved`;
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

function lemmaIn(answer: FormaliserReply, id: string, compat: readonly Defect[]): Found {
  const extracted = failureOf(answer) ?? extractTheorem(answer.reply, { preset: "strict", finish: answer.finish });
  if (!extracted.ok) return extracted;
  if (extracted.theorem.name !== id) return { ok: false, reason: misnamed(id, extracted.theorem.name) };
  const code = withFlowHeader(asStatement(extracted.theorem));
  const foul = foulPlay(code, compat.includes("proofs_not_audited") ? ["terminal"] : ["axiom", "terminal"]);
  return foul === undefined ? { ok: true, code } : { ok: false, reason: foul };
}

function declarationsIn(answer: FormaliserReply, compat: readonly Defect[]): Found {
  const found = failureOf(answer) ?? codeOf(answer.reply, answer.finish);
  if (!found.ok) return { ok: false, reason: "failure" in found ? `${found.failure}${found.detail === undefined ? "" : `: ${found.detail}`}` : found.reason };
  // In the assembled file what stands here stands above the lemmas.
  const foul = foulPlay(found.code, compat.includes("proofs_not_audited") ? ["terminal"] : ["axiom", "terminal", "placeholder"]);
  return foul === undefined ? { ok: true, code: withFlowHeader(found.code) } : { ok: false, reason: foul };
}

function compiled(checker: FlowChecker, code: string, compat: readonly Defect[]): Promise<Compiled> {
  return checker.compile(code, compat.includes("sixty_seconds") ? { timeoutMs: SIXTY_SECONDS } : {});
}

/** By our rules, or by those of the released code, and where the two part. @param objection what the audit of a proof that compiles has against it */
function verdictOn({ status, text }: Compiled, compiles: boolean, compat: readonly Defect[], objection?: string): Pick<Attempt, "errors" | "otherwise"> {
  const accepted = compiles && objection === undefined;
  const otherwise: Defect[] = [];
  if (status === "timeout") otherwise.push("timeout_passes");
  if (objection !== undefined) otherwise.push("proofs_not_audited");
  // Where the audit objects as well, the word alone changes nothing.
  if (compiles && (accepted || compat.includes("proofs_not_audited")) && text.includes("failed")) otherwise.push("failed_word");
  const believed = accepted || (status === "timeout" && compat.includes("timeout_passes")) || (objection !== undefined && compat.includes("proofs_not_audited"));
  const passes = believed && !(compiles && text.includes("failed") && compat.includes("failed_word"));
  return { ...(!passes && { errors: objection ?? (text.trim() === "" ? status : text) }), ...(otherwise.length > 0 && { otherwise }) };
}

function isAdapted(asked: string, found: string): boolean {
  const [one, other] = [splitTheorem(asked), splitTheorem(found)];
  return !(one.ok && other.ok && sameStatement(one.theorem, other.theorem));
}
