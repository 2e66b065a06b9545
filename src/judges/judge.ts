/** Judges of outputs: one interface for a model and for the embedded rules. */
import { InputError } from "../core/errors";
import type { CompletionCall, Message } from "../llm/call";
import type { Completion } from "../llm/record";
import { withoutComments } from "../lean/comments";
import { regionsOf, type Regions } from "../lean/regions";
import type { EditVerdict, LocalEdit } from "./edits";
import { deletionPrompt, JUDGE_PROMPTS, proofPrompt, statementPrompt, valueEditPrompt } from "./prompts";
import { readScore } from "./replies";
import { RULE_JUDGE, ruleJudge } from "./rule";
import { numbersKept } from "./numbersKept";
import { deletionVerdict, valueVerdict } from "./verdicts";

/** A yes, a no, or a recorded failure, with the reason; `reply` where a model was asked. */
export interface ScoreVerdict {
  readonly score: boolean | null;
  readonly reason: string;
  readonly reply?: string;
}

/** What is judged: an output's code and the texts that it was made from. */
export interface JudgedOutput {
  readonly statement: string;
  readonly proof: string;
  readonly code: string;
}

/** Judges outputs. What it says is a value, a failure to say anything too; only a broken tool throws. */
export interface Judge {
  /** Named in every record and table. */
  readonly name: string;
  /** Everything that decides its verdicts, for the key of a journal entry. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Same proposition? */
  statement(output: JudgedOutput): Promise<ScoreVerdict>;
  /** Same steps? */
  proof(output: JudgedOutput): Promise<ScoreVerdict>;
  /** What became of the edit? */
  edit(edit: LocalEdit, region: "statement" | "proof", code: string): Promise<EditVerdict>;
}

/** Whatever answers calls: `ModelClient` is one. */
export interface Answering {
  complete(call: CompletionCall): Promise<Pick<Completion, "replies">>;
}

export interface ModelJudgeOptions {
  readonly client: Answering;
  readonly model: string;
  /** Most tokens of one answer, thinking included. */
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
}

/**
 * A model as judge, with the kit's prompts, at temperature 0 (B, section 4.1), and the deterministic checks after each call.
 * No call is made where there is nothing to judge: no declaration is no statement, an empty proof, sorry, admit or comments alone are no proof, and
 * an edit whose region is missing is unclear.
 * @example modelJudge({ client, model: "gemini-3.1-pro" }).name // "gemini-3.1-pro"
 */
export function modelJudge({ client, model, maxTokens = 8_192, signal }: ModelJudgeOptions): Judge {
  const ask = async (messages: readonly Message[]): Promise<string> => {
    const { replies } = await client.complete({ model, messages, temperature: 0, max_tokens: maxTokens, ...(signal && { signal }) });
    return replies[0]!.text;
  };
  return {
    name: model,
    configuration: { prompts: JUDGE_PROMPTS, temperature: 0, max_tokens: maxTokens },
    async statement({ statement, code }) {
      const found = regionsOf(code);
      return found.ok ? scored(await ask(statementPrompt(statement, withoutComments(found.regions.signature.text)))) : { score: false, reason: `no statement: ${found.reason}` };
    },
    async proof({ proof, code }) {
      const tactics = provedBy(regionsOf(code));
      return tactics.ok ? scored(await ask(proofPrompt(proof, tactics.text))) : { score: false, reason: tactics.reason };
    },
    async edit(edit, region, code) {
      if (edit.kind === "step_deletion") {
        const clean = withoutComments(code);
        return clean.trim() === "" ? MISSING : deletionVerdict(edit, clean, await ask(deletionPrompt(edit, clean)));
      }
      const judged = editedRegion(region, code);
      return judged === undefined ? MISSING : valueVerdict(edit, judged, await ask(valueEditPrompt(edit, region, judged)));
    },
  };
}

/** The edited region is not there. */
const MISSING: EditVerdict = { label: "unclear", because: "no_region" };

/** What is said of a deleted step without a model. */
const NOT_BY_RULE: EditVerdict = { label: "unjudged", because: "needs_a_model" };

/**
 * The judge that needs no model: edits by rule (see `ruleJudge`); the two scores by whether Lean keeps the numbers of the text, which is a proxy and
 * called so; deleted steps are not judged.
 */
export const ruleBasedJudge: Judge = {
  name: RULE_JUDGE,
  configuration: { version: 1 },
  async statement({ statement, code }) {
    const found = regionsOf(code);
    return found.ok ? numbersKept(statement, found.regions.signature.text) : { score: false, reason: `no statement: ${found.reason}` };
  },
  async proof({ proof, code }) {
    const tactics = provedBy(regionsOf(code));
    return tactics.ok ? numbersKept(proof, tactics.text) : { score: false, reason: tactics.reason };
  },
  async edit(edit, region, code) {
    if (edit.kind === "step_deletion") return NOT_BY_RULE;
    const judged = editedRegion(region, code);
    return judged === undefined ? MISSING : ruleJudge(edit, judged);
  },
};

/** Signature for edits of the statement, proof body for edits of the proof, without comments; undefined if the output has no such region. */
export function editedRegion(region: "statement" | "proof", code: string): string | undefined {
  const found = regionsOf(code);
  if (!found.ok) return undefined;
  const text = withoutComments(found.regions[region === "statement" ? "signature" : "proof"].text);
  return text.trim() === "" ? undefined : text;
}

function provedBy(found: ReturnType<typeof regionsOf>): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string } {
  if (!found.ok) return { ok: false, reason: `no proof: ${found.reason}` };
  const { degenerate, proof }: Regions = found.regions;
  return degenerate === undefined ? { ok: true, text: withoutComments(proof.text) } : { ok: false, reason: `no proof: ${degenerate}` };
}

function scored(reply: string): ScoreVerdict {
  const read = readScore(reply);
  return read.ok ? { score: read.value.score, reason: read.value.justification, reply } : { score: null, reason: read.reason, reply };
}

/** @throws InputError unless the judges of a run have names of their own: records keep verdicts by name */
export function requireDifferentNames(judges: readonly Judge[]): void {
  const names = judges.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new InputError(`two judges are called "${twice}"; give each a name of its own`);
}
