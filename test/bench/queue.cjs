/**
 * 25,568 requests (one for each statement of the paper's) asked of one ModelClient at once, each prompt of 2,000 characters: its largest resident memory
 * against that for a tenth of them. The server is a process of its own. Needs dist/.
 *
 *   node test/bench/queue.cjs [--rows 25568]
 */
const { spawn } = require("node:child_process");
const { join } = require("node:path");
const { parseArgs } = require("node:util");
const { report, run } = require("./ratios.cjs");

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
    report({ what: `ModelClient: memory for ${rows} queued requests, of that for a tenth`, most: 1.3, value: all.peakMB / few.peakMB, how: `${few.peakMB} MB, ${all.peakMB} MB; ${all.seconds.toFixed(1)} s` });
  } finally {
    server.kill();
  }
}

if (values.role) queue();
else main();
