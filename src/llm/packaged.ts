/** The openai package as the wire uses it. Loaded with the first request: its hundred and fifty files cost every command that might ask a model more than its own. */
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import type { WireReply } from "./errors";

export { APIConnectionError, APIConnectionTimeoutError, APIUserAbortError };

/** The package keeps only `error.error` of a failed reply, which two of the four shapes do not have: this keeps the whole body. */
export class Packaged extends OpenAI {
  protected override makeStatusError(status: number, body: object | undefined, text: string | undefined, headers: Headers): APIError {
    const error = super.makeStatusError(status, body ?? {}, text, headers);
    return Object.assign(error, { reply: { status, headers, body: body ?? text } });
  }
}

/** Whether an error is a reply of the server. */
export function isReplied(error: unknown): error is APIError & { reply: WireReply } {
  return error instanceof APIError && "reply" in error;
}
