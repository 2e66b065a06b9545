/** The servers that the client knows by their address, and the names of the keys that they take. */

/**
 * What answers at a base URL. `vllm` is recognised by its list of models; `standard` is for a server of one's own that takes
 * the protocol's ordinary parameters; `unknown` is everything else.
 */
export type ServerKind = "openai" | "anthropic" | "gemini" | "dashscope" | "openrouter" | "vllm" | "standard" | "unknown";

export interface KnownServer {
  readonly kind: ServerKind;
  /** Host names, whole. */
  readonly hosts: readonly string[];
  /** Environment variables with its key, first found first taken. */
  readonly keys: readonly string[];
}

/** Providers' documentation, as collected in the spec of the systems, section 6. */
export const KNOWN_SERVERS: readonly KnownServer[] = [
  { kind: "openai", hosts: ["api.openai.com"], keys: ["OPENAI_API_KEY"] },
  { kind: "anthropic", hosts: ["api.anthropic.com"], keys: ["ANTHROPIC_API_KEY"] },
  { kind: "gemini", hosts: ["generativelanguage.googleapis.com"], keys: ["GEMINI_API_KEY", "GOOGLE_API_KEY"] },
  { kind: "dashscope", hosts: ["dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com"], keys: ["DASHSCOPE_API_KEY"] },
  { kind: "openrouter", hosts: ["openrouter.ai"], keys: ["OPENROUTER_API_KEY"] },
];

/**
 * The provider at a base URL, or undefined for a server of somebody's own.
 * @example knownServer("https://openrouter.ai/api/v1")?.kind // "openrouter"
 */
export function knownServer(baseUrl: string): KnownServer | undefined {
  const { hostname } = new URL(baseUrl);
  return KNOWN_SERVERS.find(({ hosts }) => hosts.includes(hostname));
}
