/**
 * The bootstraps of method B, 10,000 resamples of 744 problems in five styles: the range over styles, and within- against across-style disagreement from
 * eight samples an input. Processor time, the least of seven turns, against numpy without a loop. Needs dist/.
 *
 *   node test/bench/bootstrap.cjs [--python /path/to/python]
 */
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");
const { pythonWith, report, run } = require("./ratios.cjs");
const { seeded } = require(join(resolve(__dirname, "../.."), "dist/core/random.js"));
const { styleRangeBootstrap } = require("../../dist/stats/styles.js");
const { disagreement, disagreementOver } = require("../../dist/stats/disagreement.js");

const [PROBLEMS, STYLES, SAMPLES, RESAMPLES, TURNS] = [744, 5, 8, 10_000, 7];
const random = seeded("bootstrap");
const difficulty = Array.from({ length: PROBLEMS }, () => random());
const correct = difficulty.map((p) => Array.from({ length: STYLES }, (_, style) => random() < p - 0.04 * style));
const hits = difficulty.map((p) => Array.from({ length: STYLES }, () => Array.from({ length: SAMPLES }, () => random() < p).filter(Boolean).length));

function least(work) {
  let best = { seconds: Infinity };
  for (let turn = 0; turn < TURNS; turn++) {
    const before = process.cpuUsage();
    const { lo, hi } = work(turn);
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1e6 < best.seconds) best = { seconds: (user + system) / 1e6, interval: [lo, hi] };
  }
  return best;
}

const tasks = {
  range: ["bootstrap of the range over styles: time, of numpy's", least((seed) => styleRangeBootstrap(correct, { seed, resamples: RESAMPLES }))],
  sampling: ["bootstrap of eight samples an input: time, of numpy's", least((seed) => disagreementOver(hits.map((row) => disagreement(row.map((right) => ({ correct: right, samples: SAMPLES })))), { seed, resamples: RESAMPLES }).difference)],
};
const { python, missing } = pythonWith("numpy");
const folder = mkdtempSync(join(tmpdir(), "faithlab-bench-"));
try {
  writeFileSync(join(folder, "work.json"), JSON.stringify({ correct, hits, samples: SAMPLES }));
  const theirs = python ? run(python, [join(__dirname, "bootstrap_numpy.py"), join(folder, "work.json")]).stdout.trim().split("\n").map((line) => JSON.parse(line)) : [];
  for (const [name, [what, mine]] of Object.entries(tasks)) {
    const other = theirs.find((each) => each.name === name);
    // Other draws of the same bootstrap: the ends agree to a few hundredths of the width.
    if (other && mine.interval.some((end, i) => Math.abs(end - other.interval[i]) > 0.1 * (mine.interval[1] - mine.interval[0]))) throw new Error(`numpy's interval ${other.interval} is not ${mine.interval}`);
    report({ what, most: 1, ...(other ? { value: mine.seconds / other.seconds, how: `${mine.seconds.toFixed(3)} s of processor time, numpy ${other.numpy} ${other.seconds.toFixed(3)} s` } : { missing }) });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
