/** A fake model server and a client that talks to it, for tests; both are closed after each of them. */
import { afterEach } from "vitest";
import type { CompletionCall } from "../../src/llm/call";
import { ModelClient, type ModelClientOptions } from "../../src/llm/client";
import type { ModelError } from "../../src/llm/errors";
import { FakeClock } from "../fakes/clock";
import { FakeModelServer, type FakeServerOptions } from "../fakes/model-server";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.close()))));

/** A server, and a client with a clock that does not wait, no environment, and the ordinary parameters allowed. */
export async function pair(fake: FakeServerOptions = {}, options: Partial<ModelClientOptions> = {}) {
  const server = await FakeModelServer.start(fake);
  open.push(server);
  return { server, ...clientOf(server, options) };
}

/** One more client for a server. */
export function clientOf(server: { baseUrl: string }, options: Partial<ModelClientOptions> = {}) {
  const clock = new FakeClock();
  const client = new ModelClient({ baseUrl: server.baseUrl, server: "standard", clock, env: {}, ...options });
  open.push(client);
  return { clock, client };
}

/** A chat of one message with a model called "fake". */
export function ask(content: string, more: Partial<CompletionCall> = {}): CompletionCall {
  return { model: "fake", messages: [{ role: "user", content }], ...more };
}

/** The error that a call ends with. */
export async function failure(call: Promise<unknown>): Promise<ModelError> {
  const outcome = await call.then(() => undefined, (error: ModelError) => error);
  if (!outcome) throw new Error("the call was answered");
  return outcome;
}
