/** The parts of method B's released benchmark (hub dataset ucr-rai/RobustPABench): ten configs, each with two splits. */

/** The splits with their number of problems. A style holds all of them, an edit those in which there was a place for it. B, section 4. */
export const SPLITS = { miniF2F: 244, MATH500: 500 } as const;
export type Split = keyof typeof SPLITS;

/** The five styles of a problem by their names in the paper, with the config that holds each. B, section 3.1. */
export const STYLE_CONFIGS = {
  Orig: "global_original",
  "G-FF": "global_gemini_rephrase",
  "G-Step": "global_gemini_step",
  "Q-FF": "global_qwen3_rephrase",
  "Q-Step": "global_qwen3_step",
} as const;
export type Style = keyof typeof STYLE_CONFIGS;

/** The five kinds of local edit with the config that holds each. B, section 3.2. */
export const EDIT_CONFIGS = {
  number_statement: "local_number_edit_statement",
  number_proof: "local_number_edit_proof",
  symbol_statement: "local_symbol_edit_statement",
  symbol_proof: "local_symbol_edit_proof",
  step_deletion: "local_step_delete",
} as const;
export type LocalEdit = keyof typeof EDIT_CONFIGS;

export type Config = (typeof STYLE_CONFIGS)[Style] | (typeof EDIT_CONFIGS)[LocalEdit];
export const CONFIGS: readonly Config[] = [...Object.values(STYLE_CONFIGS), ...Object.values(EDIT_CONFIGS)];
