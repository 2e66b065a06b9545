/** What is known of a system under test, or of a model that helps to test it. Facts: the papers and the model cards, as collected in the spec of the systems. */
import type { Parameters } from "../llm/call";
import type { ChatTemplate } from "./chatTemplates";
import type { PromptName } from "./prompts";

/** What a system can be asked for. `formalise_proof` is Method B's task: statement and proof in, a Lean file out. */
export const TASKS = ["formalise", "prove", "formalise_proof", "perturb", "parse_dag", "judge"] as const;
export type Task = (typeof TASKS)[number];

/** How answers are sampled. Fields that are absent are left to the server, and the record says so. */
export interface Decoding extends Readonly<Pick<Parameters, "temperature" | "top_p" | "top_k" | "max_tokens" | "reasoning_effort" | "enable_thinking">> {
  /** Where the values stand, and what they leave open. */
  readonly source: string;
}

/** `paper` is Method A's setting, `robustness` Method B's, `card` the model card's own. */
export const DECODINGS = ["paper", "robustness", "card"] as const;
export type DecodingName = (typeof DECODINGS)[number];

/**
 * How a system thinks aloud: not at all; between tags; after a `<think>` that the prompt ends with, so that the reply has only the closing tag;
 * or in a field of its own, which the provider may keep to itself.
 */
export type Thinking = "none" | "tags" | "close_only" | "field";

export interface System {
  /** The kit's name for it, in small letters. */
  readonly id: string;
  /** As the papers write it. */
  readonly name: string;
  readonly tasks: readonly Task[];
  /** The methods that test it: A is FaithformBench, B the robustness paper; empty for models that only help. */
  readonly papers: readonly ("A" | "B")[];
  /** The model's id at its server; the hub's id for open weights. */
  readonly model: string;
  /** Whose server: "own" is a vLLM server of one's own. */
  readonly provider: "own" | "openai" | "anthropic" | "gemini" | "dashscope";
  readonly licence: string;
  /** What one has to know of the licence before using it. */
  readonly licenceNote?: string;
  /** Which route is asked unless told. */
  readonly endpoint: "chat" | "completions";
  /** How a chat is written as one text for /completions; absent where there is only a chat route. */
  readonly template?: ChatTemplate;
  /** Tokens of prompt and answer together; null where only the server knows. */
  readonly context: number | null;
  readonly thinking: Thinking;
  readonly prompts: Readonly<Partial<Record<Task, PromptName>>>;
  readonly decoding: Readonly<Partial<Record<DecodingName, Decoding>>>;
  /** A prompt of more characters is a failure that is never sent (A, appendix F). */
  readonly promptLimit?: number;
  /** What the header of its Lean is replaced by; A always replaces it. */
  readonly header: "replace" | "keep";
  /** How its replies are read unless a run says otherwise. */
  readonly extractor: "strict" | "paper";
  /** What its replies are known for, in sentences; numbers are those of the kit's list of quirks (test/lean/quirks). */
  readonly quirks: readonly string[];
  /** What is needed to run it. */
  readonly needs: string;
  /** A pipeline of several models is not called like a model. */
  readonly pipeline?: true;
}
