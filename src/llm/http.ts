/**
 * `fetch` as the openai package needs it, on Node's own HTTP client. Node's built-in fetch gives up on a reply whose headers
 * take longer than 300 s, which a long generation without streaming does, and offers no way to say otherwise.
 */
import http from "node:http";
import https from "node:https";

/** A server that does not take the connection within 30 s will not take it later. */
const CONNECT_MS = 30_000;
/** A connection is silent while a model thinks; probes keep routers from forgetting it. */
const KEEPALIVE_MS = 30_000;
/** 128 samples of 16,384 tokens are below 16 MiB; more than 64 MiB is no answer. */
export const LARGEST_REPLY = 64 * 1024 * 1024;

/** A connection that did not bring a whole reply. Its code is the system's, e.g. ECONNREFUSED. */
export class ConnectionFault extends Error {
  constructor(readonly code: string) {
    super("the connection broke"); // no more: the openai package reads "timed out" in a message as its own time limit
  }
}

export interface Connections {
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Closes connections that are idle or in use. */
  close(): void;
}

/**
 * Connections that are kept open and used again. What goes out is what is listed here: headers that the openai package or
 * its environment variables would add are left out, so a key meant for one server never reaches another. Redirections are
 * not followed, and proxies that the environment names are not used. A promise resolves when the whole body is there.
 * @param apiKey sent as a bearer token
 */
export function connections(apiKey: string | undefined): Connections {
  const agents = { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) };
  const headers: Record<string, string> = { accept: "application/json", "user-agent": "faithlab" };
  if (apiKey) headers.authorization = `Bearer ${apiKey}`;
  return {
    fetch: (input, init = {}) => {
      const url = input instanceof URL ? input : new URL(typeof input === "string" ? input : input.url);
      const agent = url.protocol === "https:" ? agents["https:"] : agents["http:"];
      return exchange(url, agent, headers, init);
    },
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}

function exchange(url: URL, agent: http.Agent, headers: Record<string, string>, init: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const body = typeof init.body === "string" ? Buffer.from(init.body, "utf8") : undefined;
    const more = body ? { "content-type": "application/json", "content-length": body.length } : {};
    const client = url.protocol === "https:" ? https : http;
    const request = client.request(url, { method: init.method, agent, headers: { ...headers, ...more } });
    const abort = () => request.destroy(new DOMException("aborted", "AbortError"));
    const fail = (error: Error & { code?: string }) => {
      init.signal?.removeEventListener("abort", abort);
      reject(error.name === "AbortError" || error instanceof ConnectionFault ? error : new ConnectionFault(error.code ?? error.message));
    };
    if (init.signal?.aborted) abort();
    else init.signal?.addEventListener("abort", abort, { once: true });
    request.on("error", fail);
    request.on("socket", (socket) => {
      if (!socket.connecting) return;
      socket.setKeepAlive(true, KEEPALIVE_MS);
      const timer = setTimeout(() => request.destroy(new ConnectionFault("no connection within 30 s")), CONNECT_MS);
      socket.once("connect", () => clearTimeout(timer));
      socket.once("close", () => clearTimeout(timer));
    });
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > LARGEST_REPLY) request.destroy(new ConnectionFault("reply above 64 MiB"));
        else chunks.push(chunk);
      });
      response.on("error", fail);
      response.on("end", () => {
        init.signal?.removeEventListener("abort", abort);
        resolve(responseOf(response, Buffer.concat(chunks)));
      });
    });
    request.end(body);
  });
}

function responseOf(message: http.IncomingMessage, body: ReturnType<typeof Buffer.concat>): Response {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const bodiless = status === 204 || status === 205 || status === 304;
  return new Response(bodiless ? null : body, { status, headers });
}
