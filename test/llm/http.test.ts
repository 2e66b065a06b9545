import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { ConnectionFault, connections } from "../../src/llm/http";

const close: (() => void)[] = [];
afterEach(() => close.splice(0).forEach((each) => each()));

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  let accepted = 0;
  server.on("connection", () => (accepted += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { fetch, close: disconnect } = connections("the-key");
  close.push(disconnect, () => server.close(), () => server.closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, fetch, accepted: () => accepted };
}

describe("connections", () => {
  test("are used again, one request after another", async () => {
    const { url, fetch, accepted } = await serve((request, response) => request.resume().on("end", () => response.end("{}")));
    for (let i = 0; i < 20; i++) expect(await (await fetch(url, { method: "POST", body: "{}" })).text()).toBe("{}");
    expect(accepted()).toBe(1);
  });

  test("send the headers that are listed and no others", async () => {
    const { url, fetch } = await serve((request, response) => response.end(JSON.stringify(request.rawHeaders)));
    const response = await fetch(url, { method: "POST", body: "ℝ", headers: { "openai-organization": "org", authorization: "Bearer other" } });
    const headers = (await response.json()) as string[];
    expect(headers.map((text) => text.toLowerCase()).filter((_, i) => i % 2 === 0).sort()).toEqual(["accept", "authorization", "connection", "content-length", "content-type", "host", "user-agent"]);
    expect(headers[headers.indexOf("authorization") + 1]).toBe("Bearer the-key");
    expect(headers[headers.indexOf("content-length") + 1]).toBe("3");
  });

  test("hand on status and headers, and do not follow a redirection", async () => {
    const { url, fetch } = await serve((_request, response) => response.writeHead(307, { location: "http://127.0.0.1:9/", "x-many": ["a", "b"] }).end());
    const response = await fetch(url, { method: "GET" });
    expect([response.status, response.headers.get("location"), response.headers.get("x-many")]).toEqual([307, "http://127.0.0.1:9/", "a, b"]);
  });

  test("take a body that ends before its length for a fault, whether closed or reset", async () => {
    for (const end of ["end", "resetAndDestroy"] as const) {
      const { url, fetch } = await serve((_request, response) => {
        response.writeHead(200, { "content-length": 100 });
        response.write("half", () => response.socket?.[end]());
      });
      await expect(fetch(url, { method: "GET" })).rejects.toMatchObject({ code: "ECONNRESET" });
      await expect(fetch(url, { method: "GET" })).rejects.toBeInstanceOf(ConnectionFault);
    }
  });

  test("are let go when the signal is aborted, before and during the reply", async () => {
    const { url, fetch } = await serve((_request, response) => void response.writeHead(200).write("half"));
    await expect(fetch(url, { method: "GET", signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
    const controller = new AbortController();
    const reply = fetch(url, { method: "GET", signal: controller.signal });
    setTimeout(() => controller.abort(), 30);
    await expect(reply).rejects.toMatchObject({ name: "AbortError" });
  });
});
