/** One request sent once, through the openai package: what came back, or why nothing did. */
import { onAbort } from "./abort";
import type { Clock } from "./clock";
import { classify, isFailure, ModelError, type WireReply } from "./errors";
import { connections, ConnectionFault, type Connections } from "./http";
import type { Packaged } from "./packaged";
import type { Redaction } from "./secrets";
import type { ServerKind } from "./servers";

/** The code of a request that ran into its time limit. */
export const TIMEOUT = "timeout";

export interface SendOptions {
  readonly server: ServerKind;
  readonly signal?: AbortSignal;
  /** A shorter time limit than that of the client. */
  readonly timeoutMs?: number;
  /** A reply that is not JSON is handed on as its text instead of being a failure. */
  readonly anyText?: boolean;
}

export interface WireOptions {
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** For one request, from its beginning to the last byte of its reply. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly redaction: Redaction;
}

/** What to look at when a connection fails, by the system's code. Those of the second list fail in the same way every time. */
const HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there: is the server up, and the port right?",
  ENOTFOUND: "no such host: look at the name in baseUrl",
  EPROTO: "no TLS there: is it http:// rather than https://?",
  HPE_INVALID_CONSTANT: "what answers does not speak HTTP: is it https:// rather than http://?",
};
const FINAL_CODES = /^(ENOTFOUND|EPROTO|HPE_INVALID_CONSTANT|CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_SSL_|ERR_INVALID_)/;
/** Failures before anything was sent. */
const UNSENT_CODES = /^(ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|no connection)/;

type PackagedErrors = typeof import("./packaged");

export class Wire {
  readonly #connections: Connections;
  readonly #options: WireOptions;
  #packaged: Promise<{ readonly api: Packaged; readonly errors: PackagedErrors }> | undefined;

  constructor(options: WireOptions) {
    this.#options = options;
    this.#connections = connections(options.apiKey);
  }

  async #load(): Promise<{ readonly api: Packaged; readonly errors: PackagedErrors }> {
    const errors = await import("./packaged.js");
    const api = new errors.Packaged({
      baseURL: this.#options.baseUrl,
      apiKey: "kept in http.ts", // not the key: the package offers its own as a public property
      fetch: this.#connections.fetch,
      maxRetries: 0,
      timeout: this.#options.timeoutMs,
      logLevel: "off",
    });
    return { api, errors };
  }

  /**
   * Sends one request and waits for its reply.
   * @param path below the base URL, or a whole URL
   * @param body undefined for a GET
   * @throws ModelError of the class the failure belongs to
   */
  async send(path: string, body: object | undefined, { server, signal, timeoutMs = Infinity, anyText = false }: SendOptions): Promise<WireReply> {
    const { api, errors } = await (this.#packaged ??= this.#load());
    let reply: WireReply;
    const timeout = Math.min(timeoutMs, this.#options.timeoutMs);
    const own = signal && new AbortController(); // the package would leave a listener on the caller's signal for ever
    const off = onAbort(signal, () => own?.abort());
    try {
      const options = { signal: own?.signal, timeout };
      const request = body ? api.post(path, { body, ...options }) : api.get(path, options);
      const response = await request.asResponse();
      reply = { status: response.status, headers: response.headers, body: this.#parse(response.status, await response.text(), anyText) };
    } catch (error) {
      if (error instanceof ModelError) throw error;
      if (!errors.isReplied(error)) throw this.#failure(error, timeout, errors);
      reply = error.reply;
    } finally {
      off();
    }
    if (isFailure(reply)) throw this.#redacted(classify(reply, server, this.#options.clock.now()));
    return reply;
  }

  close(): void {
    this.#connections.close();
  }

  #parse(status: number, text: string, anyText: boolean): unknown {
    try {
      return JSON.parse(this.#options.redaction.reply(text));
    } catch {
      if (anyText) return text;
      const start = text.slice(0, 80).replace(/\s+/g, " ").trim();
      throw this.#redacted(new ModelError("transport", `the reply is not JSON: ${start ? `it begins "${start}"` : "it is empty"}`, {
        status,
        code: "not_json",
        again: true,
        maybePaid: true,
      }));
    }
  }

  /** The class of an error that came instead of a reply. */
  #failure(error: unknown, timeout: number, { APIConnectionError, APIConnectionTimeoutError, APIUserAbortError }: PackagedErrors): Error {
    if (error instanceof APIUserAbortError) return new ModelError("cancelled", "cancelled by the caller", { maybePaid: true });
    if (error instanceof APIConnectionTimeoutError) {
      const message = `no whole reply within ${timeout / 1000} s; raise timeoutMs if the model needs longer`;
      return new ModelError("transport", message, { code: TIMEOUT, again: true, maybePaid: true });
    }
    if (error instanceof APIConnectionError && error.cause instanceof ConnectionFault) {
      const { code } = error.cause;
      const message = `the connection to ${this.#options.baseUrl} failed: ${code}${HINTS[code] ? `, ${HINTS[code]}` : ""}`;
      const final = FINAL_CODES.test(code);
      return this.#redacted(new ModelError("transport", message, { code, again: !final, maybePaid: !final && !UNSENT_CODES.test(code) }));
    }
    return error as Error;
  }

  #redacted(error: ModelError): ModelError {
    const { message } = this.#options.redaction;
    return new ModelError(error.kind, message(error.message), { ...error.toJSON(), code: error.code && message(error.code) });
  }
}
