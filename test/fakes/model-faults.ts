/** Everything that can go wrong between a model server and its client, each on command. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The shapes in which servers write an error. */
export type ErrorShape = "openai" | "openrouter" | "anthropic" | "vllm" | "gemini" | "plain";

export interface FaultError {
  readonly message: string;
  readonly type?: string;
  readonly code?: string;
}

/** What the fake does instead of answering, or to its answer. */
export type Fault =
  /** An error with its status and headers; status 200 is an error that came while the answer was being made. */
  | { readonly fault: "error"; readonly status: number; readonly shape?: ErrorShape; readonly error?: FaultError; readonly headers?: Readonly<Record<string, string>> }
  /** The right answer after so many milliseconds. */
  | { readonly fault: "slow"; readonly ms: number }
  /** Nothing at all, with the connection open. */
  | { readonly fault: "hang" }
  /** Headers, half a body, then nothing. */
  | { readonly fault: "hang-in-body" }
  /** The connection is reset before any byte. */
  | { readonly fault: "reset" }
  /** Headers, half a body, then a reset. */
  | { readonly fault: "reset-in-body" }
  /** Any bytes under status 200: no JSON, another content type, too much. */
  | { readonly fault: "body"; readonly body: string | Buffer; readonly type?: string }
  /** A body that never ends. */
  | { readonly fault: "endless" }
  /** An answer with an empty list of choices. */
  | { readonly fault: "no-choices" }
  /** One choice fewer than was asked for. */
  | { readonly fault: "too-few" }
  /** A choice that reports that its making broke off (OpenRouter). */
  | { readonly fault: "choice-error" };

/** The usual suspects by name, as they look in the wild. */
export const FAULTS = {
  rateLimit: { fault: "error", status: 429, error: { message: "Rate limit reached", type: "requests", code: "rate_limit_exceeded" } },
  quota: { fault: "error", status: 429, error: { message: "You exceeded your current quota, please check your plan and billing details.", type: "insufficient_quota", code: "insufficient_quota" } },
  serverError: { fault: "error", status: 500, error: { message: "The server had an error", type: "server_error" } },
  overloaded: { fault: "error", status: 529, shape: "anthropic", error: { message: "Overloaded", type: "overloaded_error" } },
  brokenOff: { fault: "error", status: 200, shape: "openrouter", error: { message: "Provider returned error", code: "502" } },
  badRequest: { fault: "error", status: 400, shape: "vllm", error: { message: "temperature must be non-negative", type: "BadRequestError" } },
  filtered: { fault: "error", status: 400, error: { message: "Input data may contain inappropriate content.", type: "data_inspection_failed", code: "data_inspection_failed" } },
  reset: { fault: "reset" },
  resetInBody: { fault: "reset-in-body" },
  hang: { fault: "hang" },
  hangInBody: { fault: "hang-in-body" },
  malformed: { fault: "body", body: '{"choices": [{"message": {"content": "cut of', type: "application/json" },
  page: { fault: "body", body: "<html><body>502 Bad Gateway</body></html>", type: "text/html" },
  empty: { fault: "body", body: "", type: "application/json" },
  endless: { fault: "endless" },
} as const satisfies Record<string, Fault>;

/** The faults after which the same request is worth sending again, for runs that must come out right in spite of them. */
export const PASSING_FAULTS: readonly Fault[] = [
  FAULTS.rateLimit, FAULTS.serverError, FAULTS.overloaded, FAULTS.brokenOff, FAULTS.reset, FAULTS.resetInBody, FAULTS.malformed, FAULTS.page, FAULTS.empty,
];

/** An error in one of the shapes. */
export function errorBody(shape: ErrorShape, status: number, { message, type, code }: FaultError): unknown {
  switch (shape) {
    case "openai":
      return { error: { message, type: type ?? "invalid_request_error", param: null, code: code ?? null } };
    case "openrouter":
      return { error: { code: Number(code ?? status), message, metadata: { provider_name: "Fake" } } };
    case "anthropic":
      return { type: "error", error: { type: type ?? "api_error", message } };
    case "vllm":
      return { object: "error", message, type: type ?? "BadRequestError", param: null, code: status };
    case "gemini":
      return [{ error: { code: status, message, status: type ?? "INVALID_ARGUMENT" } }];
    case "plain":
      return { detail: message };
  }
}

/** Commits a fault that needs no answer. @returns false if the answer has to be made after all */
export function commit(fault: Fault, response: ServerResponse, answer: () => unknown): boolean {
  switch (fault.fault) {
    case "error": {
      const body = errorBody(fault.shape ?? "openai", fault.status, fault.error ?? { message: "fake fault" });
      sendJson(response, fault.status, body, fault.headers);
      return true;
    }
    case "hang":
      return true;
    case "reset":
      reset(response.socket);
      return true;
    case "hang-in-body":
    case "reset-in-body": {
      const whole = Buffer.from(JSON.stringify(answer()));
      response.writeHead(200, { "content-type": "application/json", "content-length": whole.length });
      response.write(whole.subarray(0, whole.length / 2), () => {
        if (fault.fault === "reset-in-body") reset(response.socket);
      });
      return true;
    }
    case "body":
      response.writeHead(200, { "content-type": fault.type ?? "application/json" });
      response.end(fault.body);
      return true;
    case "endless":
      response.writeHead(200, { "content-type": "application/json" });
      pour(response);
      return true;
    case "no-choices":
      sendJson(response, 200, { id: "fake", object: "chat.completion", choices: [] });
      return true;
    case "choice-error":
      sendJson(response, 200, { id: "fake", choices: [{ index: 0, message: { content: "" }, finish_reason: "error", error: { code: 502, message: "Upstream broke off" } }] });
      return true;
    case "slow":
    case "too-few":
      return false;
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { "content-type": "application/json", "content-length": bytes.length, ...headers });
  response.end(bytes);
}

function reset(socket: Socket | null): void {
  socket?.resetAndDestroy();
}

function pour(response: ServerResponse): void {
  const megabyte = Buffer.alloc(1 << 20, " ");
  const more = () => {
    while (!response.destroyed && response.write(megabyte));
  };
  response.on("drain", more);
  more();
}
