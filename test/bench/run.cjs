/**
 * Every measurement in turn, as `npm run bench` does it: prints their lines, then a table of the ratios with pass or fail, and writes it to RESULTS.md here
 * unless only some were named.
 * Exit code 0 if no measured ratio fails. What needs a Python with other packages, or data that are not there, is "not measured", with the reason.
 *
 *   node test/bench/run.cjs [--python /path/to/python] [--only rates,edits,…]      (or FAITHLAB_PYTHON; FAITHLAB_SHARED for the data)
 */
const { spawnSync } = require("node:child_process");
const { writeFileSync } = require("node:fs");
const os = require("node:os");
const { join } = require("node:path");
const { parseArgs } = require("node:util");

const LIMIT_MS = 400_000;
const BENCHES = { rates: [], edits: [], bootstrap: [], "embedded-engine": ["z3"], "model-client": [], queue: [], "lean-pool": [], report: [] };
const { values } = parseArgs({ options: { python: { type: "string" }, only: { type: "string" } } });
const names = values.only ? values.only.split(",") : Object.keys(BENCHES);
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) throw new Error(`no such measurement: ${unknown.join(", ")}; choose from ${Object.keys(BENCHES).join(", ")}`);
const env = { ...process.env, ...(values.python && { FAITHLAB_PYTHON: values.python }) };

const rows = [];
for (const name of names) {
  console.log(`\n${name}`);
  const started = performance.now();
  const { stdout, status, error } = spawnSync(process.execPath, [join(__dirname, `${name}.cjs`), ...BENCHES[name]], { env, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"], timeout: LIMIT_MS });
  for (const line of stdout.split("\n").filter(Boolean)) {
    if (!line.startsWith('{"ratio"')) console.log(line);
    else rows.push({ bench: name, ...JSON.parse(line) });
  }
  if (status !== 0) rows.push({ bench: name, ratio: name, missing: error?.code === "ETIMEDOUT" ? `longer than ${LIMIT_MS / 1000} s` : `ended with code ${status}`, failed: true });
  console.log(`(${((performance.now() - started) / 1000).toFixed(0)} s)`);
}

const limit = ({ most, least }) => (most !== undefined ? `≤ ${most}` : least !== undefined ? `≥ ${least}` : "");
const verdict = ({ value, most, least, failed }) => (failed ? "FAIL" : value === undefined ? "not measured" : (most === undefined || value <= most) && (least === undefined || value >= least) ? "pass" : "FAIL");
const table = rows.map((row) => [row.ratio, row.value === undefined ? "" : String(row.value), limit(row), verdict(row), row.how ?? row.missing ?? ""]);
const [load] = os.loadavg();
const machine = `${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB of memory, Node ${process.versions.node}, ${{ linux: "Linux", darwin: "macOS", win32: "Windows" }[os.platform()] ?? os.platform()}`;
const busy = `At its end ${load.toFixed(1)} programs were waiting or running on ${os.cpus().length} cores${load > os.cpus().length ? ": the machine was busy with other work as well, which wall-clock times, and ratios that need two cores, suffer from" : ""}.`;
const markdown = `# Results of \`npm run bench\`

Written by that command. Both sides of a ratio are measured in one run: for rates and the embedded engine three turns each, one after the other in turn, the best of each; for edits and bootstraps the least of several turns, first one side, then the other; for model client, queue and Lean pool one turn each. The limits on growth and on memory for more rows, and those for model client, queue and Lean pool, are this measurement's own. Machine: ${machine}. ${busy}

| ratio | measured | asked | | how |
|---|---|---|---|---|
${table.map((cells) => `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`).join("\n")}
`;
if (!values.only) writeFileSync(join(__dirname, "RESULTS.md"), markdown);
console.log("");
console.table(Object.fromEntries(table.map(([what, measured, asked, passed]) => [what, { measured, asked, passed }])));
process.exitCode = table.some(([, , , passed]) => passed === "FAIL") ? 1 : 0;
