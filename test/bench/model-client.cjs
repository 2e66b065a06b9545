/**
 * CPU time of one request with 256 in flight: ModelClient with and without its cache, the openai package alone, and, where a
 * Python with the `openai` package is named, its AsyncOpenAI. The server is a process of its own, so its time is not counted.
 *
 *   node test/bench/model-client.cjs [--requests 6000] [--python /path/to/python]
 *
 * Prints one JSON line for each: µs of user and system time per request, and the share of Python's. Each contender runs in
 * a process of its own after 500 requests that are not counted. Needs dist/.
 */
const { spawn, spawnSync } = require("node:child_process");
const { mkdtempSync, rmSync } = require("node:fs");
const http = require("node:http");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { parseArgs } = require("node:util");
const { pythonWith, report } = require("./ratios.cjs");

const IN_FLIGHT = 256;
const WARM_UP = 500;
const REPLY_MS = 20;
const PROMPT = "Formalise the following statement in Lean 4. ".repeat(45); // about 2,000 characters
const REPLY = "theorem t : 1 = 1 := by sorry\n".repeat(40);

function serve() {
  const body = JSON.stringify({
    id: "bench", object: "chat.completion", created: 0, model: "bench",
    choices: [{ index: 0, message: { role: "assistant", content: REPLY }, finish_reason: "stop" }],
    usage: { prompt_tokens: 400, completion_tokens: 400, total_tokens: 800 },
  });
  const answer = (response) => response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
  const server = http.createServer((request, response) => request.resume().on("end", () => setTimeout(answer, REPLY_MS, response)));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
}

async function measure(name, requests, one) {
  let spent;
  for (const count of [WARM_UP, requests]) {
    let next = 0;
    const before = process.cpuUsage();
    const worker = async () => {
      while (next < count) await one(`${PROMPT}${count} ${next++}`);
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    spent = process.cpuUsage(before);
  }
  const peakMB = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify({ name, requests, cpuMicroseconds: Math.round((spent.user + spent.system) / requests), peakMB }));
}

const messages = (content) => [{ role: "user", content }];

async function contend(name, baseUrl, requests) {
  if (name === "openai (npm)") {
    const { OpenAI } = require("openai");
    const client = new OpenAI({ baseURL: baseUrl, apiKey: "none", maxRetries: 0, logLevel: "off" });
    await measure(name, requests, (content) => client.chat.completions.create({ model: "bench", messages: messages(content), temperature: 0 }));
    process.exit();
  }
  const { ModelClient } = require("../../dist/llm/client.js");
  const cache = name.endsWith("cache") ? mkdtempSync(join(tmpdir(), "faithlab-bench-")) : undefined;
  const client = new ModelClient({ baseUrl, concurrency: IN_FLIGHT, server: "standard", cache, env: {} });
  await measure(name, requests, (content) => client.complete({ model: "bench", messages: messages(content), temperature: 0 }));
  await client.close();
  if (cache) rmSync(cache, { recursive: true });
}

async function main() {
  const { values } = parseArgs({ options: { requests: { type: "string", default: "6000" }, python: { type: "string" }, role: { type: "string" }, url: { type: "string" } } });
  if (values.role === "server") return serve();
  if (values.role) return contend(values.role, values.url, Number(values.requests));
  const server = spawn(process.execPath, [__filename, "--role", "server"], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise((resolve) => server.stdout.once("data", (text) => resolve(Number(text))));
  const url = `http://127.0.0.1:${port}/v1`;
  const run = (command, args) => JSON.parse(spawnSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).stdout);
  const peer = pythonWith("openai");
  const python = peer.python && run(peer.python, [join(__dirname, "async_openai.py"), url, values.requests, PROMPT]);
  if (python) console.log(JSON.stringify(python));
  for (const role of ["openai (npm)", "ModelClient", "ModelClient with cache"]) {
    const result = run(process.execPath, [__filename, "--role", role, "--url", url, "--requests", values.requests]);
    console.log(JSON.stringify(result));
    const most = { ModelClient: 1, "ModelClient with cache": 1 }[role];
    const how = python && `${result.cpuMicroseconds} µs of processor time a request with ${IN_FLIGHT} in flight; ${python.name} ${python.cpuMicroseconds} µs`;
    if (most) report({ what: `${role}: processor time a request, of AsyncOpenAI's`, most, ...(python ? { value: result.cpuMicroseconds / python.cpuMicroseconds, how } : { missing: peer.missing }) });
  }
  server.kill();
}

main();
