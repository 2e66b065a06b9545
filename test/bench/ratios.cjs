/** What the measurements share: a Python with the packages of a peer, the best of several turns, and the form in which a ratio is reported. */
const { spawnSync } = require("node:child_process");
const { join } = require("node:path");
const { parseArgs } = require("node:util");

/** The Python named by --python or FAITHLAB_PYTHON, if it has these packages. */
function pythonWith(...packages) {
  const { values } = parseArgs({ strict: false, options: { python: { type: "string" } } });
  const python = values.python ?? process.env.FAITHLAB_PYTHON;
  if (!python) return { missing: `no Python named (--python or FAITHLAB_PYTHON) with ${packages.join(", ") || "nothing but itself"}` };
  const { status, stdout } = spawnSync(python, ["-c", `import sys\n${packages.map((name) => `import ${name}`).join("\n")}\nprint(sys.version.split()[0])`], { encoding: "utf8" });
  return status === 0 ? { python, version: stdout.trim() } : { missing: `the Python named has no ${packages.join(", ")}` };
}

/** Reports a ratio, as a line of JSON which run.cjs collects. `most` or `least` is what it has to keep to; `missing` says why it was not measured. */
function report({ what, value, most, least, how, missing }) {
  console.log(JSON.stringify({ ratio: what, ...(missing ? { missing } : { value: Number(value.toPrecision(3)), how }), ...(most !== undefined ? { most } : { least }) }));
}

/** Runs the contenders in turn, several times. @returns for each the turn with the least seconds */
async function bestOf(turns, contenders) {
  const best = {};
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, contender] of Object.entries(contenders)) {
      const result = await contender();
      if (!best[name] || result.seconds < best[name].seconds) best[name] = result;
    }
  }
  return best;
}

/** Runs a program to its end. @returns its seconds from start to end, its standard output, and for Node its largest resident memory in MB */
function run(program, args) {
  const node = program === process.execPath;
  const started = performance.now();
  const { status, stdout, output, error } = spawnSync(program, [...(node ? ["-r", join(__dirname, "peak.cjs")] : []), ...args], { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe", "pipe"] });
  const seconds = (performance.now() - started) / 1000;
  if (error || status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error?.message ?? `exit ${status}\n${output[2]}`}`);
  return { seconds, stdout, peakMB: node ? Number(output[3]) : undefined };
}

module.exports = { pythonWith, report, bestOf, run };
