/** The eight autoformalisers of Method A: four fine-tuned ones, four general models. Facts: A, appendix F; model cards; spec of the systems, sections 1 and 2. */
import type { Decoding, System } from "./types";

const GREEDY: Decoding = { temperature: 0, max_tokens: 16_384, source: "A, F.1: greedy, up to 16,384 new tokens" };
const PROMPT_LIMIT = 4_000;

const FINE_TUNED = { tasks: ["formalise"], papers: ["A"], provider: "own", licence: "Apache-2.0", endpoint: "chat", header: "replace", extractor: "strict", promptLimit: PROMPT_LIMIT, needs: "one GPU with 24 GB, vLLM" } as const;

export const FINE_TUNED_FORMALISERS: readonly System[] = [
  {
    ...FINE_TUNED,
    id: "goedel-formalizer-v2-8b",
    name: "Goedel-Formalizer-V2-8B",
    model: "Goedel-LM/Goedel-Formalizer-V2-8B",
    template: "chatml",
    context: 40_960,
    thinking: "tags",
    prompts: { formalise: "formalise-goedel" },
    decoding: { paper: GREEDY, card: { temperature: 0.9, top_p: 0.95, top_k: 20, max_tokens: 16_384, source: "model card" } },
    quirks: ["drafts in fences inside its thinking (3)", "about 1 % of its theorems have no name (14)", "several theorems or a helper definition in 1 to 4 % (16)", "its prompt has no line end between statement and instruction to think"],
  },
  {
    ...FINE_TUNED,
    id: "herald-translator",
    name: "Herald translator",
    model: "FrenzyMath/Herald_translator",
    template: "herald-repo",
    context: 4_096,
    thinking: "none",
    prompts: { formalise: "formalise-herald" },
    decoding: { paper: { temperature: 0, max_tokens: 2_048, source: "A, F.1: greedy, 2,048 new tokens of a window of 4,096" }, card: { temperature: 0.99, max_tokens: 1_024, source: "its repository, with n = 128" } },
    quirks: ["no fence (8)", "a stray `open … in` (11)", "an import twice (10)", "ends in `:= sorry` (12) and picks its own name", "its repository writes the chat without the beginning-of-sequence token, its template on the hub with it"],
  },
  {
    ...FINE_TUNED,
    id: "kimina-autoformalizer-7b",
    name: "Kimina-Autoformalizer-7B",
    model: "AI-MO/Kimina-Autoformalizer-7B",
    template: "chatml",
    context: null,
    thinking: "none",
    prompts: { formalise: "formalise-kimina" },
    decoding: { paper: GREEDY, card: { temperature: 0.6, top_p: 0.95, max_tokens: 2_048, source: "model card" } },
    quirks: ["fenced or bare (8)", "sometimes ends at `:= by` (12)"],
  },
  {
    ...FINE_TUNED,
    id: "stepfun-formalizer-7b",
    name: "StepFun-Formalizer-7B",
    model: "stepfun-ai/StepFun-Formalizer-7B",
    endpoint: "completions",
    template: "deepseek-think",
    context: 131_072,
    thinking: "close_only",
    prompts: { formalise: "formalise-stepfun" },
    decoding: { paper: GREEDY, card: { temperature: 0.6, top_p: 0.95, max_tokens: 16_384, source: "model card" } },
    quirks: ["closes a think block that the prompt opened (1); a reply without any thinking is legal", "fence tagged Lean4 (5)", "on a chat route its template may open the think block or not, depending on the revision; on /completions the kit opens it, once"],
  },
];

const UNSTATED = "A does not state temperature, effort or limit for general models (spec of the systems, section 8); 16,384 tokens is ours, as for the others";
const GENERAL = { tasks: ["formalise", "perturb", "parse_dag", "judge"], licence: "proprietary terms", endpoint: "chat", context: null, header: "replace", extractor: "strict", prompts: { formalise: "formalise-few-shot", perturb: "perturb", parse_dag: "dag", judge: "perturbation-validity" } } as const;
const GENERAL_QUIRKS = ["single backticks copied from the examples, a comment about falseness, a proof in place of sorry (13), prose or a refusal on false steps (31)"];

export const GENERAL_MODELS: readonly System[] = [
  {
    ...GENERAL,
    id: "claude-opus-4.7",
    name: "Claude Opus 4.7",
    papers: ["A"],
    model: "claude-opus-4-7",
    provider: "anthropic",
    thinking: "field",
    decoding: { paper: { max_tokens: 16_384, source: `${UNSTATED}; it takes no sampler` } },
    quirks: [...GENERAL_QUIRKS, "temperature, top_p and top_k are refused with status 400, so they are dropped and recorded", "its tokenizer makes up to 1.35 times as many tokens"],
    needs: "an Anthropic key (ANTHROPIC_API_KEY)",
  },
  {
    ...GENERAL,
    id: "gpt-5.2",
    name: "GPT 5.2",
    papers: ["A"],
    model: "gpt-5.2",
    provider: "openai",
    thinking: "field",
    decoding: { paper: { max_tokens: 16_384, source: UNSTATED } },
    quirks: [...GENERAL_QUIRKS, "samplers are taken only at reasoning effort none", "A's perturber (at medium effort), graph parser and one of its judges"],
    needs: "an OpenAI key (OPENAI_API_KEY)",
  },
  {
    ...GENERAL,
    id: "gemini-3.1-pro",
    name: "Gemini 3.1 Pro",
    tasks: [...GENERAL.tasks, "formalise_proof"],
    papers: ["A", "B"],
    model: "gemini-3.1-pro-preview",
    provider: "gemini",
    thinking: "field",
    prompts: { ...GENERAL.prompts, formalise_proof: "formalise-proof" },
    decoding: { paper: { max_tokens: 16_384, source: UNSTATED }, robustness: { temperature: 0.6, top_p: 0.95, max_tokens: 8_192, source: "B, decoding; its code: 8,192 tokens" } },
    quirks: [...GENERAL_QUIRKS, "thinking cannot be switched off and counts against the limit: an empty answer with finish reason length", "the provider advises temperature 1 and warns of loops below it"],
    needs: "a Gemini key (GEMINI_API_KEY or GOOGLE_API_KEY)",
  },
  {
    ...GENERAL,
    id: "qwen-plus",
    name: "Qwen Plus",
    papers: ["A"],
    model: "qwen-plus",
    provider: "dashscope",
    thinking: "field",
    decoding: { paper: { max_tokens: 16_384, source: UNSTATED } },
    quirks: [...GENERAL_QUIRKS, "the name moves from snapshot to snapshot; pin a dated one where it is offered"],
    needs: "a DashScope key (DASHSCOPE_API_KEY)",
  },
];

/** Models that neither paper tests but that B uses as judges or perturbers. */
export const HELPERS: readonly System[] = [
  {
    ...GENERAL,
    id: "gpt-5.4-mini",
    name: "GPT 5.4 mini",
    tasks: ["judge", "perturb", "parse_dag"],
    papers: [],
    model: "gpt-5.4-mini",
    provider: "openai",
    thinking: "field",
    decoding: { robustness: { temperature: 0, max_tokens: 8_192, source: "B: judges at temperature 0; the limit is ours" } },
    quirks: ["whether it takes a temperature is not known here: it is dropped and recorded until a capability row says otherwise"],
    needs: "an OpenAI key (OPENAI_API_KEY)",
  },
  {
    ...GENERAL,
    id: "gemini-2.5-flash",
    name: "Gemini 2.5 Flash",
    tasks: ["judge", "perturb", "parse_dag"],
    papers: [],
    model: "gemini-2.5-flash",
    provider: "gemini",
    thinking: "field",
    decoding: { robustness: { temperature: 0, max_tokens: 8_192, source: "B: judges at temperature 0; the limit is ours" } },
    quirks: ["one of B's judges and paraphrasers, and the graph parser of ProofFlow as B ran it"],
    needs: "a Gemini key (GEMINI_API_KEY or GOOGLE_API_KEY)",
  },
];
