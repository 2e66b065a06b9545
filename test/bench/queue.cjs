/**
 * 25,568 requests (one for each statement of the paper's) asked of one ModelClient at once, each prompt of 2,000 characters: its largest resident memory
 * against that of Python's AsyncOpenAI with the same queue, and against its own for a tenth of them. What waits is some 1.5 kB a request, the caller's promise
 * included; the rest of the growth is what the collector leaves lying in a larger heap. The server is a process of its own. Needs dist/.
 *
 *   node test/bench/queue.cjs [--rows 25568] [--python /path/to/python]
 */
const { spawn } = require("node:child_process");
const { join } = require("node:path");
const { parseArgs } = require("node:util");
const { pythonWith, report, run } = require("./ratios.cjs");

const { values } = parseArgs({ strict: false, options: { rows: { type: "string", default: "25568" }, role: { type: "string" }, url: { type: "string" } } });
const rows = Number(values.rows);

async function queue() {
  const { ModelClient } = require("../../dist/llm/client.js");
  const client = new ModelClient({ baseUrl: values.url, concurrency: 256, server: "standard", env: {} });
  const prompt = "Formalise the following statement in Lean 4. ".repeat(45);
  let answered = 0;
  const ask = async (i) => {
    const { replies } = await client.complete({ model: "bench", messages: [{ role: "user", content: `${prompt}${i}` }], temperature: 0 });
    answered += replies.length;
  };
  await Promise.all(Array.from({ length: rows }, (_, i) => ask(i)));
  await client.close();
  if (answered !== rows) throw new Error(`${answered} of ${rows} answered`);
}

async function main() {
  const server = spawn(process.execPath, [join(__dirname, "model-client.cjs"), "--role", "server"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const port = await new Promise((resolve) => server.stdout.once("data", (text) => resolve(Number(text))));
    const ask = (count) => run(process.execPath, [__filename, "--role", "client", "--url", `http://127.0.0.1:${port}/v1`, "--rows", String(count)]);
    const [few, all] = [ask(Math.round(rows / 10)), ask(rows)];
    const { python, missing } = pythonWith("openai");
    const theirs = python && Number(run(python, [join(__dirname, "async_openai_queue.py"), `http://127.0.0.1:${port}/v1`, String(rows)]).stdout);
    report({ what: `ModelClient: memory for ${rows} queued requests, of AsyncOpenAI's`, most: 1, ...(python ? { value: all.peakMB / theirs, how: `${all.peakMB} MB; AsyncOpenAI ${theirs} MB` } : { missing }) });
    report({ what: `ModelClient: memory for ${rows} queued requests, of that for a tenth`, most: 1.3, value: all.peakMB / few.peakMB, how: `${few.peakMB} MB, ${all.peakMB} MB; ${all.seconds.toFixed(1)} s` });
  } finally {
    server.kill();
  }
}

if (values.role) queue();
else main();
