/** A chat written as one text, for servers asked on /completions, as FaithformBench asked them. */
import type { Message } from "../llm/call";

/**
 * `chatml`: Qwen's. `deepseek`: DeepSeek's, with its beginning-of-sequence token. `deepseek-think`: the same, ending inside a think block, as R1's children
 * want it. `herald-repo`: what Herald's own script writes, without any special token; `herald-hub`: its chat template on the hub.
 */
export type ChatTemplate = "chatml" | "deepseek" | "deepseek-think" | "herald-repo" | "herald-hub";

/** A prompt as text, and whether it begins with the model's own beginning-of-sequence token. */
export interface Templated {
  readonly text: string;
  /** A server that puts that token in front again doubles it (vLLM issue 9519): send `add_special_tokens: false`. */
  readonly hasBos: boolean;
}

const DEEPSEEK_BOS = "<｜begin▁of▁sentence｜>";

/**
 * Writes a chat as one text that the model goes on with.
 * @example templated("chatml", [{ role: "user", content: "hi" }]).text // "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n"
 */
export function templated(template: ChatTemplate, messages: readonly Message[]): Templated {
  const of = (role: Message["role"]) => messages.filter((message) => message.role === role).map(({ content }) => content);
  switch (template) {
    case "chatml":
      return { text: `${messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`).join("")}<|im_start|>assistant\n`, hasBos: false };
    case "deepseek":
    case "deepseek-think": {
      const turns = messages.filter(({ role }) => role !== "system").map(({ role, content }) => (role === "user" ? `<｜User｜>${content}` : `<｜Assistant｜>${content}<｜end▁of▁sentence｜>`));
      return { text: `${DEEPSEEK_BOS}${of("system").join("\n\n")}${turns.join("")}<｜Assistant｜>${template === "deepseek-think" ? "<think>" : ""}`, hasBos: true };
    }
    case "herald-repo":
      return { text: `${[...of("system"), ...of("user").map((content) => `User:${content}`)].join("\n\n")}\n\nAssistant:`, hasBos: false };
    case "herald-hub":
      return { text: `${DEEPSEEK_BOS}${[...of("system"), ...of("user").map((content) => `User: ${content}`)].join("\n\n")}\n\nAssistant:`, hasBos: true };
  }
}
