/** A prover that is a model: it writes proofs of a statement and of its negation, and a checker says which of them hold. A, section 3 and appendix F. */
import { InputError } from "../../core/errors";
import { Pending } from "../../llm/answerer";
import { extractTheorem } from "../../lean/extract";
import { hoistImports, PAPER_HEADER, withHeader } from "../../lean/header";
import { negate } from "../../lean/negation";
import { asStatement } from "../../lean/statement";
import { parseTheorem, type Theorem } from "../../lean/theorem";
import { fillPrompt } from "../../systems/prompts";
import type { Decision, FormaliserReply, ProofChecker, ProofCounts, StatementProver } from "../types";
import { ask, configurationOf, modelOf, type Model, type ModelOptions } from "./ask";

/**
 * What a statement counts as when both directions have an accepted proof. `proved_first`: proved, as A's code has it. `exclusive`: inconclusive, as A's
 * appendix reads ("this one and not the other"). It is an alarm under both.
 */
export type BothProved = "proved_first" | "exclusive";

export interface ModelProverOptions extends ModelOptions {
  readonly checker: ProofChecker;
  /** Proofs asked for in each direction, 2 unless told (A: pass@2). A statement counts as proved if any of them is accepted. */
  readonly k?: number;
  /** By the policy unless told: `proved_first` under `paper`, `exclusive` under `strict`. */
  readonly bothProved?: BothProved;
  /** What the statement is checked under: A's header in place of its own (`replace`), or its own with missing imports put in (`keep`). */
  readonly header?: "replace" | "keep";
}

/** One direction: the Lean source of the claim, ending in `:= by sorry`, and what is said about it in words. */
interface Direction {
  readonly code: string;
  readonly informal: string;
}

/**
 * A model and a checker as a prover of the pipeline.
 *
 * The statement is checked first: if Lean does not accept it, it is a formalisation failure. Then k proofs are asked for of the statement and k of its
 * negation, all of them whatever comes first, so that a statement of which both directions are "proved" is seen and alarmed, never counted silently.
 * A proof counts only if the checker accepts it for exactly the given statement. A cut or unreadable reply is a rejected proof with its reason.
 * @throws InputError if the system proves nothing, or k is not a whole number from 1
 * @example modelProver({ system: systemOf("deepseek-prover-v2-7b"), client, checker }).decide(theorem, "2 + 2 = 4")
 */
export function modelProver({ checker, k = 2, bothProved, header, ...options }: ModelProverOptions): StatementProver {
  const model = modelOf(options, "paper");
  const { system } = model;
  const name = system.prompts.prove;
  if (name !== "prove" && name !== "prove-kimina") throw new InputError(`${system.id} writes no proofs of given statements; its tasks are ${system.tasks.join(", ")}`);
  if (!Number.isSafeInteger(k) || k < 1) throw new InputError(`k is a whole number of proofs from 1, got ${k}`);
  const rule = bothProved ?? (model.policy === "paper" ? "proved_first" : "exclusive");
  const replaceHeader = (header ?? system.header) === "replace";
  const versions = [model.prompts.get(name)];
  return {
    engine: `${system.name}, checked by ${checker.engine}`,
    configuration: { ...configurationOf(model, versions), k, bothProved: rule, header: replaceHeader ? "replace" : "keep", checker: checker.engine, checkerConfiguration: checker.configuration },
    readsStep: true,
    async decide(theorem, step = "") {
      const code = underHeader(theorem, replaceHeader);
      const stated = await checker.checkStatement(code);
      if (stated.status === "error" || stated.status === "timeout") return { outcome: "af_fail", reason: `${stated.status === "error" ? "type_check" : "type_check_timeout"}: ${(stated.reason ?? "no reason given").replace(/^type_check: /, "")}` };
      if (stated.status === "crashed") return { outcome: "inconclusive", reason: `checker_crashed: ${stated.reason ?? "no reason given"}` };
      const parsed = parseTheorem(code);
      if (!parsed.ok) return { outcome: "inconclusive", reason: `unreadable: ${parsed.reason}` };
      const negated = negate(parsed.theorem);
      const deniable = (await checker.checkStatement(negated)).status === "ok";
      const directions: Direction[] = [{ code, informal: step }, ...(deniable ? [{ code: negated, informal: `The negation of: ${step}` }] : [])];
      const tried = await together(directions.map((direction) => tryProofs(direction, { model, checker, k, name })));
      return decisionOf(tried[0]!, tried[1], rule);
    },
  };
}

interface Tried {
  readonly counts: ProofCounts;
  readonly text?: string;
}

async function tryProofs({ code, informal }: Direction, { model, checker, k, name }: { model: Model; checker: ProofChecker; k: number; name: "prove" | "prove-kimina" }): Promise<Tried> {
  const shown = withDocstring(code, informal);
  const messages = name === "prove" ? fillPrompt(model.prompts.get(name), { code: shown }) : fillPrompt(model.prompts.get(name), { informal, code: shown.replace(/\s*sorry\s*$/, "") });
  const replies = await ask(model, messages, [model.prompts.get(name)], k);
  const rejected: Record<string, number> = {};
  let accepted = 0;
  let text: string | undefined;
  for (const reply of replies) {
    const candidate = candidateOf(reply);
    const checked = candidate.ok ? await checker.checkProof({ statement: code, candidate: candidate.code }) : { accepted: false, reasons: [candidate.reason] };
    if (checked.accepted && candidate.ok) {
      accepted += 1;
      text ??= candidate.code;
    } else {
      const word = /^[^:]*?(?=:| at \d|$)/.exec(checked.reasons[0] ?? "not_accepted")![0];
      rejected[word] = (rejected[word] ?? 0) + 1;
    }
  }
  return { counts: { asked: replies.length, accepted, rejected }, ...(text !== undefined && { text }) };
}

const NOT_ASKED: Tried = { counts: { asked: 0, accepted: 0, rejected: {} } };

/** @param negation undefined if the negation does not type-check, so that nothing was asked about it */
function decisionOf(direct: Tried, negation: Tried = NOT_ASKED, rule: BothProved): Decision {
  const [proved, refuted] = [direct.counts.accepted > 0, negation.counts.accepted > 0];
  const proofs = (text: string | undefined) => ({ proofs: { direct: direct.counts, negation: negation.counts, ...(text !== undefined && { text }) } });
  if (proved && refuted) {
    const alarm = { alarm: "both_proved", reason: "both_proved: proofs of the statement and of its negation were both accepted; the checker or the extraction is broken" } as const;
    return rule === "proved_first" ? { outcome: "proved", ...alarm, ...proofs(direct.text) } : { outcome: "inconclusive", ...alarm, ...proofs(undefined) };
  }
  if (proved) return { outcome: "proved", ...proofs(direct.text) };
  if (refuted) return { outcome: "refuted", ...proofs(negation.text) };
  const reason = negation.counts.asked === 0 ? "no_proof: no proof of the statement was accepted, and its negation does not type-check" : "no_proof: no proof of the statement or of its negation was accepted";
  return { outcome: "inconclusive", reason, ...proofs(undefined) };
}

/** The statement as it is checked, ending in `:= by sorry`. */
function underHeader(theorem: Theorem, replace: boolean): string {
  const code = replace ? withHeader(theorem, PAPER_HEADER).code : theorem.context.some(({ kind }) => kind === "import") ? theorem.source : `${PAPER_HEADER}\n\n${theorem.source}`;
  const parsed = parseTheorem(code);
  return parsed.ok ? asStatement(parsed.theorem) : code;
}

/** The code with the step's words above its theorem, as A's prompt has them. */
function withDocstring(code: string, informal: string): string {
  if (informal.trim() === "") return code;
  const parsed = parseTheorem(code);
  if (!parsed.ok || parsed.theorem.docstring !== "") return code;
  // `set_option … in` belongs to the declaration, and a docstring stands after it.
  const at = parsed.theorem.spans.modifiers.start;
  return `${code.slice(0, at)}/-- ${informal.trim().replaceAll("-/", "- /").replaceAll("/-", "/ -")} -/\n${code.slice(at)}`;
}

/** The Lean file that a reply holds: its imports and A's at the beginning, each once, everything else as it stands. */
function candidateOf({ reply, finish, failure }: FormaliserReply): { ok: true; code: string } | { ok: false; reason: string } {
  if (failure !== undefined) return { ok: false, reason: failure };
  const extracted = extractTheorem(reply, { preset: "strict", finish });
  return extracted.ok ? { ok: true, code: hoistImports(`${PAPER_HEADER}\n\n${extracted.code}`).code } : { ok: false, reason: extracted.reason };
}

/** Waits for all; what is pending in any is pending in the whole, but only after the others were asked too. */
async function together<Value>(all: readonly Promise<Value>[]): Promise<Value[]> {
  const results = await Promise.allSettled(all);
  const failed = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  const pending = failed.filter((error): error is Pending => error instanceof Pending);
  const broken = failed.find((error) => !(error instanceof Pending));
  if (broken !== undefined) throw broken;
  if (pending.length > 0) throw new Pending(pending.reduce((total, { requests }) => total + requests, 0));
  return results.map((result) => (result as PromiseFulfilledResult<Value>).value);
}
