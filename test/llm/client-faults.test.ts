import { describe, expect, test } from "vitest";
import { FAULTS, PASSING_FAULTS, type Fault } from "../fakes/model-faults";
import { FakeModelServer } from "../fakes/model-server";
import { ask, clientOf, failure, pair } from "../support/model-pair";

describe("a fault that may pass", () => {
  test.each(PASSING_FAULTS.map((fault) => [JSON.stringify(fault).slice(0, 90), fault] as const))("%s: the request is sent again", async (_name, fault) => {
    const { client, server, clock } = await pair();
    server.queue.push(fault, fault);
    const { replies, attempts } = await client.complete(ask("x"));
    expect([replies[0]?.text, attempts, server.requests.length]).toEqual(["x", 3, 3]);
    expect(clock.slept.length).toBeGreaterThanOrEqual(2);
  });

  test("Retry-After is kept to, in seconds, milliseconds and as a date", async () => {
    const { client, server, clock } = await pair();
    const date = "Sun, 01 Mar 2026 12:00:00 GMT";
    server.queue.push(
      { ...FAULTS.rateLimit, headers: { "retry-after": "7" } },
      { ...FAULTS.rateLimit, headers: { "retry-after-ms": "1234" } },
      { ...FAULTS.rateLimit, headers: { date, "retry-after": "Sun, 01 Mar 2026 12:00:20 GMT" } },
    );
    const before = clock.now();
    await client.complete(ask("x"));
    expect(clock.slept).toEqual(expect.arrayContaining([7_000, 1_234, 20_000]));
    expect(clock.now() - before).toBe(28_234);
  });

  test("without Retry-After the wait grows", async () => {
    const { client, server, clock } = await pair();
    server.queue.push(FAULTS.serverError, FAULTS.serverError, FAULTS.serverError);
    await client.complete(ask("x"));
    const [first = 0, second = 0, third = 0] = clock.slept;
    expect(clock.slept).toHaveLength(3);
    expect([first <= 500, second > 499 && second <= 1_000, third > 999 && third <= 2_000]).toEqual([true, true, true]);
  });

  test("that never passes ends after eight attempts in its own class", async () => {
    const { client, server } = await pair({ faultOf: () => FAULTS.overloaded });
    const error = await failure(client.complete(ask("x")));
    expect(error).toMatchObject({ name: "ModelError", kind: "retryable", status: 529, attempts: 8, model: "fake" });
    expect(error.message).toBe("fake: 529 overloaded_error: Overloaded (sent 8 times)");
    expect(server.requests).toHaveLength(8);
  });

  test("a wait of a day is not waited for", async () => {
    const { client, clock } = await pair({ faultOf: () => ({ ...FAULTS.rateLimit, headers: { "retry-after": "86400" } }) });
    expect(await failure(client.complete(ask("x")))).toMatchObject({ kind: "retryable", attempts: 1, retryAfterMs: 86_400_000 });
    expect(clock.slept).toEqual([]);
  });

  test("one choice that broke off sends the request again", async () => {
    const { client, server } = await pair();
    server.queue.push({ fault: "choice-error" });
    expect((await client.complete(ask("x"))).attempts).toBe(2);
  });
});

describe("a fault that will not pass", () => {
  const cases: [string, Fault, object][] = [
    ["spent credit", FAULTS.quota, { kind: "quota", status: 429, code: "insufficient_quota" }],
    ["a refused request in vLLM's flat shape", FAULTS.badRequest, { kind: "request", status: 400, message: "fake: 400 BadRequestError: temperature must be non-negative" }],
    ["a refused request in a list of one", { fault: "error", status: 400, shape: "gemini" }, { kind: "request", message: "fake: 400 INVALID_ARGUMENT: fake fault" }],
    ["a refused request in Anthropic's shape", { fault: "error", status: 400, shape: "anthropic" }, { kind: "request", message: "fake: 400 api_error: fake fault" }],
    ["a refused request in OpenRouter's shape", { fault: "error", status: 400, shape: "openrouter" }, { kind: "request", message: "fake: 400 fake fault" }],
    ["a filter", FAULTS.filtered, { kind: "content", code: "data_inspection_failed" }],
    ["no choice at all", { fault: "no-choices" }, { kind: "content" }],
    ["JSON that is no completion", { fault: "body", body: '{"status":"ok"}' }, { kind: "transport", code: "no_choices" }],
    ["a redirection", { fault: "error", status: 307, headers: { location: "http://127.0.0.1:9/v1" } }, { kind: "request", status: 307 }],
  ];
  test.each(cases)("%s is reported after one attempt", async (_name, fault, expected) => {
    const { client, server } = await pair({ faultOf: () => fault });
    expect(await failure(client.complete(ask("x")))).toMatchObject({ attempts: 1, ...expected });
    expect(server.requests).toHaveLength(1);
  });

  test("a reply without end is cut off at 64 MiB", async () => {
    const { client } = await pair({ faultOf: () => FAULTS.endless }, { attempts: 1 });
    expect(await failure(client.complete(ask("x")))).toMatchObject({ kind: "transport", code: "reply above 64 MiB" });
  });

  test("a reply of 20 MB is an answer like any other", async () => {
    const content = "x".repeat(20_000_000);
    const body = JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] });
    const { client } = await pair({ faultOf: () => ({ fault: "body", body, type: "text/plain" }) });
    expect((await client.complete(ask("x"))).replies[0]?.text.length).toBe(20_000_000);
  });

  test("a hanging server is given up three times over", async () => {
    for (const fault of [FAULTS.hang, FAULTS.hangInBody]) {
      const { client, server } = await pair({ faultOf: () => fault }, { timeoutMs: 60 });
      const error = await failure(client.complete(ask("x")));
      expect(error).toMatchObject({ kind: "transport", code: "timeout", attempts: 3 });
      expect(error.message).toContain("no whole reply within 0.06 s; raise timeoutMs");
      expect(server.requests).toHaveLength(3);
    }
  });

  test("a slow server within the limit is waited for", async () => {
    const { client, server } = await pair({}, { timeoutMs: 5_000 });
    server.queue.push({ fault: "slow", ms: 120 });
    expect((await client.complete(ask("x"))).replies[0]?.text).toBe("x");
  });

  test("nobody at the address, and no such host, are told apart", async () => {
    const server = await FakeModelServer.start();
    const { baseUrl } = server;
    await server.close();
    expect(await failure(clientOf({ baseUrl }).client.complete(ask("x")))).toMatchObject({ kind: "transport", code: "ECONNREFUSED", attempts: 8 });
    const nowhere = await failure(clientOf({ baseUrl: "http://no-such-host.invalid/v1" }).client.complete(ask("x")));
    expect(nowhere.kind).toBe("transport");
    expect(nowhere.message).toContain("no-such-host.invalid");
  });

  test("https where there is only http is said after one attempt", async () => {
    const { server } = await pair();
    const { client } = clientOf({ baseUrl: server.baseUrl.replace("http:", "https:") });
    const error = await failure(client.complete(ask("x")));
    expect(error).toMatchObject({ kind: "transport", attempts: 1 });
    expect(error.message).toContain("is it http:// rather than https://?");
  });

  test("spent credit turns away whoever waits, unsent, and not who comes later", async () => {
    const { client, server } = await pair({ faultOf: ({ number }) => (number < 2 ? FAULTS.quota : undefined) }, { concurrency: 2 });
    const errors = await Promise.all(Array.from({ length: 40 }, (_, i) => failure(client.complete(ask(`x${i}`)))));
    expect(new Set(errors.map(({ kind }) => kind))).toEqual(new Set(["quota"]));
    expect(errors.filter(({ attempts }) => attempts === 0)).toHaveLength(38);
    expect(server.requests).toHaveLength(2);
    expect((await client.complete(ask("later"))).replies[0]?.text).toBe("later");
  });
});
