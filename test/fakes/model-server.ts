/**
 * An OpenAI-compatible model server inside the test's own process, over true HTTP: chat and text completions with n choices,
 * finish reasons and usage, the list of models, vLLM's /tokenize and its refusal of what runs over the window, keys, and
 * every fault of model-faults.ts on command.
 *
 * What it does not prove:
 * - that a real model says what the tests let it say; texts come from the test.
 * - that a real server behaves so: error bodies are written after documentation and bug reports, and servers change.
 * - token counts: a token here is a run of letters or digits, or any other visible character.
 * - anything about TLS, proxies, HTTP/2, name resolution, or a network that loses packets.
 * - how long things take: a reply is there at once unless a fault delays it; nothing here is a measure of a GPU.
 * - streaming, which the client does not use.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { commit, errorBody, sendJson, type Fault } from "./model-faults";

/** A request as it arrived. */
export interface FakeRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** The prompt, or the last message of a chat. */
  readonly prompt: string;
  /** Requests for an answer that arrived before this one. */
  readonly number: number;
}

/** One answer: a text, or a message with whatever fields it should have. */
export type FakeAnswer = string | { readonly message: Readonly<Record<string, unknown>>; readonly finish?: string | null; readonly choice?: Readonly<Record<string, unknown>> };

export interface FakeServerOptions {
  /** The answer to a request, for each of its samples. An echo of the prompt unless told. */
  readonly answer?: (request: FakeRequest, sample: number) => FakeAnswer;
  /** The fault of a request, if it is to have one. Faults in the queue come first. */
  readonly faultOf?: (request: FakeRequest) => Fault | undefined;
  /** Behave as vLLM with this window, in tokens. */
  readonly vllm?: { readonly window: number; readonly models?: readonly string[] };
  /** Answer only requests with this key, and tell a wrong one to its sender. */
  readonly apiKey?: string;
  /** Refuse requests that hold one of these fields, as strict providers do. */
  readonly refuses?: readonly string[];
  /** Leave out the usage. */
  readonly withoutUsage?: boolean;
  /** Give one choice whatever n is. */
  readonly oneChoice?: boolean;
}

export class FakeModelServer {
  /** Every request for an answer, in the order of arrival. */
  readonly requests: FakeRequest[] = [];
  /** Every path that was asked for, with its method. */
  readonly paths: string[] = [];
  /** Faults for the next requests for an answer, one each; undefined lets one pass. */
  readonly queue: (Fault | undefined)[] = [];
  /** Most requests for an answer at one time. */
  peak = 0;
  #active = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(private options: FakeServerOptions) {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  static async start(options: FakeServerOptions = {}): Promise<FakeModelServer> {
    const fake = new FakeModelServer(options);
    await new Promise<void>((resolve) => fake.#server.listen(0, "127.0.0.1", resolve));
    return fake;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Changes what it does from now on. */
  set(options: FakeServerOptions): void {
    this.options = { ...this.options, ...options };
  }

  async close(): Promise<void> {
    this.#sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = message.url ?? "";
    this.paths.push(`${message.method} ${path}`);
    response.on("error", () => {});
    const text = await read(message);
    const { apiKey, vllm } = this.options;
    if (apiKey !== undefined && message.headers.authorization !== `Bearer ${apiKey}`) {
      const error = { message: `Incorrect API key provided: ${message.headers.authorization}`, code: "invalid_api_key" };
      sendJson(response, 401, errorBody("openai", 401, error));
    } else if (path === "/v1/models" && vllm) {
      const data = (vllm.models ?? ["fake"]).map((id) => ({ id, object: "model", owned_by: "vllm", max_model_len: vllm.window }));
      sendJson(response, 200, { object: "list", data });
    } else if (path === "/tokenize" && vllm) {
      const count = countTokens(JSON.parse(text) as Record<string, unknown>);
      sendJson(response, 200, { count, max_model_len: vllm.window, tokens: Array.from({ length: count }, (_, i) => i) });
    } else if (path === "/v1/chat/completions" || path === "/v1/completions") {
      await this.#answer(path, message.headers, JSON.parse(text) as Record<string, unknown>, response);
    } else sendJson(response, 404, errorBody("plain", 404, { message: "Not Found" }));
  }

  async #answer(path: string, headers: IncomingHttpHeaders, body: Record<string, unknown>, response: ServerResponse): Promise<void> {
    const messages = Array.isArray(body.messages) ? (body.messages as { content: string }[]) : [];
    const request: FakeRequest = { path, headers, body, prompt: messages.at(-1)?.content ?? String(body.prompt), number: this.requests.length };
    this.requests.push(request);
    this.#active += 1;
    this.peak = Math.max(this.peak, this.#active);
    response.on("close", () => (this.#active -= 1));
    const fault = this.queue.length > 0 ? this.queue.shift() : this.options.faultOf?.(request);
    if (fault && commit(fault, response, () => this.#completion(request, fault))) return;
    if (fault?.fault === "slow") await new Promise((resolve) => setTimeout(resolve, fault.ms));
    const refusal = this.#refusal(body);
    if (refusal) sendJson(response, refusal.status, refusal.body);
    else sendJson(response, 200, this.#completion(request, fault));
  }

  /** What a server refuses of its own accord. */
  #refusal(body: Record<string, unknown>): { status: number; body: unknown } | undefined {
    const { refuses, vllm } = this.options;
    const refused = refuses?.find((field) => body[field] !== undefined);
    if (refused) {
      const error = { message: `Unsupported parameter: '${refused}' is not supported with this model.`, code: "unsupported_parameter" };
      return { status: 400, body: errorBody("openai", 400, error) };
    }
    if (vllm && !(vllm.models ?? ["fake"]).includes(String(body.model))) {
      return { status: 404, body: errorBody("vllm", 404, { message: `The model \`${body.model}\` does not exist.`, type: "NotFoundError" }) };
    }
    const prompt = countTokens(body);
    const asked = Number(body.max_tokens ?? 0);
    if (vllm && prompt + asked > vllm.window) {
      const message = `This model's maximum context length is ${vllm.window} tokens. However, you requested ${prompt + asked} tokens.`;
      return { status: 400, body: errorBody("vllm", 400, { message }) };
    }
    return undefined;
  }

  #completion(request: FakeRequest, fault: Fault | undefined): unknown {
    const { answer = (asked: FakeRequest) => asked.prompt, withoutUsage, oneChoice } = this.options;
    const n = Math.max(1, (oneChoice ? 1 : Number(request.body.n ?? 1)) - (fault?.fault === "too-few" ? 1 : 0));
    const limit = Number(request.body.max_tokens ?? request.body.max_completion_tokens ?? Infinity);
    const isChat = request.path.endsWith("/chat/completions");
    let completion = 0;
    const choices = Array.from({ length: n }, (_, index) => {
      const given = answer(request, index);
      const { text, count, cut } = typeof given === "string" ? cutTo(given, limit) : { text: "", count: 1, cut: false };
      completion += count;
      if (typeof given !== "string") return { index, message: { role: "assistant", ...given.message }, finish_reason: given.finish === undefined ? "stop" : given.finish, ...given.choice };
      const finish_reason = cut ? "length" : "stop";
      return isChat ? { index, message: { role: "assistant", content: text }, finish_reason } : { index, text, finish_reason };
    });
    const prompt = countTokens(request.body);
    const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
    return {
      id: `fake-${request.number}`, object: isChat ? "chat.completion" : "text_completion", created: 0, model: request.body.model, choices, ...(withoutUsage ? {} : { usage }),
    };
  }
}

const TOKEN = /[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu;

/** Tokens of a request's prompt: its words and signs, and four for each turn of a chat. */
export function countTokens(body: Record<string, unknown>): number {
  const messages = Array.isArray(body.messages) ? (body.messages as { content: string }[]) : undefined;
  const texts = messages ? messages.map(({ content }) => content) : [String(body.prompt)];
  return texts.reduce((count, text) => count + (text.match(TOKEN)?.length ?? 0) + (messages ? 4 : 0), 0);
}

function cutTo(text: string, limit: number): { text: string; count: number; cut: boolean } {
  const tokens = [...text.matchAll(TOKEN)];
  if (tokens.length <= limit) return { text, count: tokens.length, cut: false };
  return { text: text.slice(0, tokens[limit]!.index), count: limit, cut: true };
}

async function read(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
