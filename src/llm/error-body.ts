/**
 * What a server wrote about its own failure. There are four shapes in use (spec of the systems, section 6), and two plain ones:
 *
 *   OpenAI      {"error": {"message", "type", "param", "code"}}
 *   OpenRouter  {"error": {"code": 429, "message", "metadata"}}, also under HTTP 200; Gemini puts the like into a list of one
 *   Anthropic   {"type": "error", "error": {"type", "message"}}
 *   older vLLM  {"object": "error", "message", "type", "param", "code": 400}
 *   others      {"error": "text"}, {"detail": …} of FastAPI
 */
import { isObject, textIn, type JsonObject } from "./json";

export interface ServerFault {
  readonly message: string;
  readonly type?: string;
  /** A word such as insufficient_quota. */
  readonly code?: string;
  /** The HTTP status that the body itself names, where it does. */
  readonly status?: number;
  /** How long Google's RetryInfo asks to wait. */
  readonly retryMs?: number;
  /** OpenRouter's metadata says that a moderation flagged the input. */
  readonly flagged: boolean;
}

/**
 * The failure that a body reports, or undefined when it reports none: an answer's body is no failure.
 * @example readFault({ error: { message: "no credit", code: "insufficient_quota" } })?.code // "insufficient_quota"
 */
export function readFault(body: unknown): ServerFault | undefined {
  const outer = Array.isArray(body) ? body[0] : body;
  if (!isObject(outer)) return undefined;
  if (isObject(outer.error)) return faultOf(outer.error, outer);
  const plain = textIn(outer.error);
  if (plain) return { message: plain, type: textIn(outer.error_type), flagged: false };
  return outer.object === "error" || outer.type === "error" ? faultOf(outer, outer) : undefined;
}

/** The failure behind a status that says there is one, whatever its body: text, FastAPI's detail, or nothing at all. */
export function faultBehind(status: number, body: unknown): ServerFault {
  const fault = readFault(body);
  if (fault) return fault;
  const message = isObject(body) ? textIn(body.message) ?? JSON.stringify(body.detail ?? body) : textIn(body) ?? "no body";
  return { message, status, flagged: false };
}

function faultOf(error: JsonObject, outer: JsonObject): ServerFault {
  const metadata = isObject(error.metadata) ? error.metadata : {};
  const code = error.code ?? error.status;
  const number = Number(code);
  const message = textIn(error.message) ?? textIn(outer.message) ?? JSON.stringify(error);
  const raw = textIn(metadata.raw);
  return {
    message: raw ? `${message}: ${raw}` : message,
    type: textIn(error.type) ?? textIn(error.status),
    code: Number.isInteger(number) ? undefined : textIn(code),
    status: Number.isInteger(number) && number >= 100 && number < 600 ? number : undefined,
    retryMs: retryInfo(error.details),
    flagged: Array.isArray(metadata.reasons),
  };
}

/** google.rpc.RetryInfo among the details: {"@type": "…RetryInfo", "retryDelay": "37s"}. */
function retryInfo(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  for (const detail of details) {
    const seconds = isObject(detail) ? /^(\d+(?:\.\d+)?)s$/.exec(String(detail.retryDelay))?.[1] : undefined;
    if (seconds) return Number(seconds) * 1000;
  }
  return undefined;
}
