/** Marking what can be edited with a language model. B, section 3.2; prompts of our own. */
import type { Problem } from "../../data/problems";
import { latexJson } from "../../llm/latexJson";
import { fillPrompt, promptSet, type PromptSet } from "../../systems/prompts";
import { askUntil, type Answered, type Ask } from "../ask";
import { MARK_FIELDS, marksIn, type Mark, type Substitution } from "./marks";
import type { ProofStep } from "./steps";

/** How often a model is asked for marks at most, as in the released code. */
const ATTEMPTS = 3;

/** How a model is asked: how often at most, and with which prompts; the kit's unless told. */
export interface AskOptions {
  readonly attempts?: number;
  readonly prompts?: PromptSet;
}

/** The prompt for each kind of mark. */
export const MARK_PROMPTS = { number: "mark-numbers", symbol: "mark-symbols" } as const satisfies Record<Substitution, string>;

/** A model's marks, and how many entries of its list were none. */
export interface ModelMarks {
  readonly marks: readonly Mark[];
  readonly unusable: number;
}

/**
 * The places of a problem that a model would edit. Offsets are what the model reports, to be repaired when an edit is made.
 * @returns the marks, or why there are none after so many attempts
 */
export function markByModel(ask: Ask, problem: Problem, kind: Substitution, { attempts = ATTEMPTS, prompts = promptSet() }: AskOptions = {}): Promise<Answered<ModelMarks>> {
  const question = fillPrompt(prompts.get(MARK_PROMPTS[kind]), { statement: problem.informal_statement, proof: problem.informal_proof });
  return askUntil<ModelMarks>(ask, question, attempts, (reply) => {
    const json = latexJson(reply);
    if (json === undefined) return { reason: "it holds no JSON that can be read" };
    const value = marksIn(json, kind, problem);
    return value ? { value } : { reason: `its JSON has no list "${MARK_FIELDS[kind].list}"` };
  });
}

/** The steps of a problem's proof as a model divides it. */
export function splitByModel(ask: Ask, problem: Problem, { attempts = ATTEMPTS, prompts = promptSet() }: AskOptions = {}): Promise<Answered<readonly ProofStep[]>> {
  return askUntil<readonly ProofStep[]>(ask, fillPrompt(prompts.get("split-steps"), { proof: problem.informal_proof }), attempts, (reply) => {
    const json = latexJson(reply);
    if (json === undefined) return { reason: "it holds no JSON that can be read" };
    const value = stepsIn(json);
    return value ? { value } : { reason: 'its JSON has no list "steps"' };
  });
}

/** The steps in a row or a reply; a step that lacks a text has it empty, and is then not deletable by the checks. Undefined if there is no list. */
export function stepsIn(holder: unknown): ProofStep[] | undefined {
  const list = (holder as { steps?: unknown } | null | undefined)?.steps;
  if (!Array.isArray(list)) return undefined;
  return list.map((entry: unknown, index): ProofStep => {
    const step = (typeof entry === "object" && entry !== null ? entry : {}) as Record<string, unknown>;
    const text = (name: string) => (typeof step[name] === "string" ? step[name] : "");
    return {
      step_idx: Number.isSafeInteger(step["step_idx"]) ? (step["step_idx"] as number) : index,
      full_text: text("full_text"),
      reasoning_text: text("reasoning_text"),
      outcome_text: text("outcome_text"),
      deletable: step["deletable"] === true,
      is_last: step["is_last"] === true,
    };
  });
}
