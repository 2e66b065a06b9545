/** Any model as a proof autoformaliser, with the kit's own prompt. */
import type { Answering } from "../../judges/judge";
import type { Message } from "../../llm/call";
import type { ProofInput, ProofSystem } from "./types";

/** Part of the journal's key: a changed prompt is another system. */
const PROMPT = "prove-1";

/** The decoding of B, section 4: one output, or eight for selection. */
const DECODING = { temperature: 0.6, top_p: 0.95 } as const;

export interface ModelSystemOptions {
  readonly client: Answering;
  readonly model: string;
  /** As tables name it; the model's id unless told. */
  readonly name?: string;
  /** Named in the prompt. */
  readonly lean?: string;
  readonly temperature?: number;
  readonly topP?: number;
  /** Most tokens of one answer, thinking included. */
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
}

/**
 * A model as a system of Method B: statement and proof in tags, the Lean version named, the answer asked for between `<formal_proof>` tags in a lean4
 * fence (B, section 4). A model that was trained on a wording of its own is better served by its entry of the registry.
 * @example modelSystem({ client, model: "Goedel-LM/Goedel-Prover-V2-8B" }).name // "Goedel-LM/Goedel-Prover-V2-8B"
 */
export function modelSystem({ client, model, name = model, lean = "Lean 4.15.0 with Mathlib v4.15.0", temperature = DECODING.temperature, topP = DECODING.top_p, maxTokens = 16_384, signal }: ModelSystemOptions): ProofSystem {
  return {
    name,
    configuration: { model, prompt: PROMPT, lean, temperature, top_p: topP, max_tokens: maxTokens },
    async translate(input, samples) {
      const { replies } = await client.complete({ model, messages: proofRequest(input, lean), n: samples, temperature, top_p: topP, max_tokens: maxTokens, ...(signal && { signal }) });
      return replies.map(({ text, finish }) => ({ reply: text, finish }));
    },
  };
}

/** The request, as messages. */
export function proofRequest({ name, statement, proof }: ProofInput, lean: string): Message[] {
  return [
    {
      role: "system",
      content: `You translate mathematics into ${lean}. You are given a theorem and its proof in words, and write both as one Lean theorem with a tactic proof.
State what the words state and prove it by the steps of the given proof, in their order, each as a \`have\` or an equivalent tactic. Translate what is there, even where you think that it is wrong: change no number, no sign and no assumption, and add no step of your own. Where a step cannot be proved as it is given, leave it with \`sorry\`.
Give the complete file, imports included, in one lean4 code block between <formal_proof> and </formal_proof>.`,
    },
    { role: "user", content: `Name of the theorem: ${name}\n\n<informal_statement>\n${statement.trim()}\n</informal_statement>\n<informal_proof>\n${proof.trim()}\n</informal_proof>` },
  ];
}
