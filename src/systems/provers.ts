/** Provers of Method A and systems of Method B. Facts: A, appendix F; B, "Systems and decoding"; model cards; spec of the systems, sections 2 and 4. */
import type { Decoding, System } from "./types";

/** A's code asks at T 0.6, top_p 0.95 and for 8,192 tokens at most, two samples for a statement and two for its negation. */
const PROVING: Decoding = { temperature: 0.6, top_p: 0.95, max_tokens: 8_192, source: "A's code: T 0.6, top_p 0.95, 8,192 tokens, two samples a direction" };
const ROBUSTNESS: Decoding = { temperature: 0.6, top_p: 0.95, max_tokens: 12_000, source: "B: T 0.6, top_p 0.95; 12,000 tokens in its code" };

const PROVER = { tasks: ["prove", "formalise_proof"], provider: "own", endpoint: "chat", header: "replace", extractor: "strict", needs: "one GPU with 24 GB, vLLM; Lean with Mathlib to check its proofs" } as const;

export const PROVERS: readonly System[] = [
  {
    ...PROVER,
    id: "deepseek-prover-v2-7b",
    name: "DeepSeek-Prover-V2-7B",
    papers: ["A", "B"],
    model: "deepseek-ai/DeepSeek-Prover-V2-7B",
    licence: "DeepSeek Model License",
    licenceNote: "not an open-source licence: it limits what the model may be used for; read it first",
    template: "deepseek",
    context: 65_536,
    thinking: "none",
    prompts: { prove: "prove", formalise_proof: "formalise-proof" },
    decoding: { paper: PROVING, robustness: ROBUSTNESS, card: { max_tokens: 8_192, source: "model card; it ships no sampling of its own" } },
    quirks: ["a plan in prose, a sketch in a fence full of sorry, then the last fence, which usually starts at `theorem` (4, 9)", "about 4,500 tokens a proof on average, so 8,192 cut a part of them (2)"],
  },
  {
    ...PROVER,
    id: "goedel-prover-v2-8b",
    name: "Goedel-Prover-V2-8B",
    papers: ["B"],
    model: "Goedel-LM/Goedel-Prover-V2-8B",
    licence: "Apache-2.0",
    template: "chatml",
    context: 40_960,
    thinking: "none",
    prompts: { prove: "prove", formalise_proof: "formalise-proof" },
    decoding: { paper: PROVING, robustness: ROBUSTNESS, card: { temperature: 0.6, top_p: 0.95, top_k: 20, max_tokens: 32_768, source: "its generation configuration; the card's limit" } },
    quirks: ["one to three fences and more, the last one counts (4)", "no header in 99 % (9)", "sorry left in 6 to 9 % (22)", "`apply?` and `exact?` in its proofs (22)"],
  },
  ...(["RL-1.7B", "Distill-8B"] as const).map((variant): System => ({
    ...PROVER,
    id: `kimina-prover-${variant.toLowerCase()}`,
    name: `Kimina-Prover-${variant}`,
    papers: ["B"],
    model: `AI-MO/Kimina-Prover-${variant}`,
    licence: "Apache-2.0",
    template: "chatml",
    context: 40_960,
    thinking: "tags",
    prompts: { prove: "prove-kimina", formalise_proof: "formalise-proof" },
    decoding: { paper: PROVING, robustness: ROBUSTNESS, card: { temperature: 0.6, top_p: 0.95, top_k: 20, max_tokens: 8_096, source: "model card" } },
    quirks: ["fences tagged tactics inside its thinking, never the answer (5, 6)", "the formal statement it is given ends in `:= by`, without sorry"],
  })),
];

export const PROOF_SYSTEMS: readonly System[] = [
  {
    ...PROVER,
    id: "proofbridge-sft",
    name: "ProofBridge (SFT only)",
    tasks: ["formalise_proof"],
    papers: ["B"],
    model: "ucr-rai/ProofBridge-SFT-only",
    licence: "code MIT; look at the weights' own page",
    template: "chatml",
    context: 40_960,
    thinking: "tags",
    prompts: { formalise_proof: "formalise-proof" },
    decoding: { robustness: ROBUSTNESS },
    quirks: ["fine-tuned from Kimina-Prover-RL-1.7B, so thinking and tactics fences leak (5, 6), and bare files occur (8)", "the full system adds retrieval and repair, which are not released: results are of the fine-tuned model alone"],
  },
  {
    ...PROVER,
    id: "proofflow",
    name: "ProofFlow",
    tasks: ["formalise_proof"],
    papers: ["B"],
    pipeline: true,
    model: "gemini-2.5-flash + Goedel-LM/Goedel-Formalizer-V2-8B + Goedel-LM/Goedel-Prover-V2-8B",
    licence: "MIT (code); each model has its own",
    context: null,
    thinking: "none",
    prompts: {},
    decoding: { robustness: { temperature: 0.9, top_p: 0.95, source: "B: T 0.9, top_p 0.95, three attempts a stage" } },
    quirks: ["dependency graph, formalisation of each lemma, tactics: three models and a checker", "lemmas take what they rest on as hypotheses, so its file compiles without being one composed proof"],
    needs: "its three models and Lean",
  },
];
