/** API keys: where they come from, and how they are kept out of every text that is shown or stored. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { InputError } from "../core/errors";
import { inProject, readText } from "../core/files";
import { knownServer } from "./servers";

/** The key for a server that is not one of the known providers. Theirs are never sent anywhere but to them. */
export const OWN_KEY = "FAITHLAB_API_KEY";

export interface KeySource {
  readonly baseUrl: string;
  /** The key itself. Better left in the environment: a notebook keeps what is typed into it. */
  readonly apiKey?: string;
  /** The name of the environment variable that holds the key. */
  readonly apiKeyEnv?: string;
  /** The environment, that of the process unless told. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Files that say NAME=value, read after the environment: `.env` here and in the project unless told. */
  readonly envFiles?: readonly string[];
}

/**
 * The key for a server: what the caller gave, else the named variable, else the provider's own variables; for a server of
 * one's own FAITHLAB_API_KEY, or none. A variable of the environment comes before one in a `.env` file.
 * @throws InputError if a provider or a named variable has no key, or the key cannot stand in an HTTP header; no message holds the key
 */
export function findKey(source: KeySource): string | undefined {
  const known = knownServer(source.baseUrl);
  const names = source.apiKeyEnv ? [source.apiKeyEnv] : known?.keys ?? [OWN_KEY];
  const key = (source.apiKey ?? lookUp(names, source))?.trim();
  if (!key) {
    if (!source.apiKeyEnv && !known) return undefined;
    const host = new URL(source.baseUrl).hostname;
    throw new InputError(`no API key for ${host}: set ${names.join(" or ")} in the environment or in a file .env`);
  }
  const wrong = /[^\x21-\x7e]/.exec(key);
  if (wrong) throw new InputError(`the API key cannot be sent: its character ${wrong.index + 1} is no visible ASCII character`);
  return key;
}

function lookUp(names: readonly string[], { env = process.env, envFiles }: KeySource): string | undefined {
  const inEnvironment = names.map((name) => env[name]?.trim()).find(Boolean);
  if (inEnvironment) return inEnvironment;
  for (const file of envFiles ?? [join(process.cwd(), ".env"), inProject(".env")]) {
    const values = existsSync(file) ? parseEnv(readText(file)) as Record<string, string> : {};
    const found = names.map((name) => values[name]?.trim()).find(Boolean);
    if (found) return found;
  }
  return undefined;
}

/** What stands in place of a key. */
const HIDDEN = "[key]";
/** A key shorter than this may be an ordinary word, as in vLLM's "EMPTY": it is not looked for in a model's answer. */
const LONG_KEY = 12;

/** Takes a key out of texts. */
export interface Redaction {
  /** For messages: the key in any length and encoding, and whatever looks like somebody's key. */
  message(text: string): string;
  /** For what a server sent: the very key only, since an answer may not be changed otherwise. */
  reply(text: string): string;
}

/** @example redaction("sk-secret").message("Bearer sk-secret refused") // "Bearer [key] refused" */
export function redaction(key: string | undefined): Redaction {
  const forms = key ? [key, encodeURIComponent(key), Buffer.from(key).toString("base64")] : [];
  return {
    message: (text) => forms
      .reduce((rest, form) => rest.replaceAll(form, HIDDEN), text)
      .replace(/\b(Bearer|Basic)\s+(?!\[key\])[\w.~+/=-]{4,}/gi, `$1 ${HIDDEN}`)
      .replace(/\b(sk|hf|AIza)[-_]?[A-Za-z0-9_-]{16,}/g, HIDDEN),
    reply: (text) => (key && key.length >= LONG_KEY && text.includes(key) ? text.replaceAll(key, HIDDEN) : text),
  };
}
