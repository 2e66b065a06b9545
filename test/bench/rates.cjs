/**
 * `faithlab rates` on a made-up benchmark C of 153,408 rows (335 MB), as a process from start to end, against a loop over JSON.parse, pandas and polars on the
 * same file; its memory; and its time on a tenth and on three times the rows. Each three times in turn, the best of each. Needs dist/ and 2 GB of disk.
 *
 *   node test/bench/rates.cjs [--python /path/to/python]      (or FAITHLAB_PYTHON; without pandas or polars that ratio is not measured)
 */
const { closeSync, createReadStream, createWriteStream, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");
const { pipeline } = require("node:stream/promises");
const { createGzip } = require("node:zlib");
const { ROWS, writeBenchmarkFile } = require("./benchmarkFile.cjs");
const { bestOf, pythonWith, report, run } = require("./ratios.cjs");

const CLI = resolve(__dirname, "../../dist/cli.js");
const TURNS = 3;

/** Three times the rows: the file and two copies of it with other problems. */
function writeThreefold(from, to) {
  const [source, target, block] = [openSync(from, "r"), openSync(to, "w"), Buffer.alloc(1 << 22)];
  for (const mark of ["", "1000", "2000"]) {
    let [at, rest] = [0, ""];
    for (let count = readSync(source, block, 0, block.length, at); count > 0; count = readSync(source, block, 0, block.length, at)) {
      at += count;
      const text = rest + block.toString("latin1", 0, count);
      const end = text.lastIndexOf("\n") + 1;
      rest = text.slice(end);
      writeSync(target, text.slice(0, end).replace(/"problem_id":"[a-z0-9]+-/g, (found) => found + mark), null, "latin1");
    }
  }
  closeSync(source);
  closeSync(target);
}

const counts = (stdout) =>
  stdout.trim().split("\n").map((line) => JSON.parse(line)).map(({ model, dataset, perturbation, n, fnr, fpr, affr, uflb }) => [model, dataset, perturbation, n, ...[fnr, fpr, affr, uflb].map((rate) => rate.k ?? rate)].join(" ")).sort().join("\n");

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "faithlab-bench-"));
  try {
    const path = (name) => join(folder, `${name}.jsonl`);
    const bytes = writeBenchmarkFile(path("whole"));
    writeBenchmarkFile(path("tenth"), Math.floor(ROWS / 120) * 12); // whole steps: 4 formalisers, 3 kinds of each
    writeThreefold(path("whole"), path("threefold"));
    const rates = (file) => () => run(process.execPath, [CLI, "rates", path(file)]);
    const [pandas, polars] = [pythonWith("pandas"), pythonWith("polars")];
    const peer = ({ python }, script) => python && { [script]: () => run(python, [join(__dirname, `rates_${script}.py`), path("whole")]) };
    const best = await bestOf(TURNS, {
      tenth: rates("tenth"), whole: rates("whole"), threefold: rates("threefold"), loop: () => run(process.execPath, [join(__dirname, "parse_loop.cjs"), path("whole")]),
      ...peer(polars, "polars"), ...peer(pandas, "pandas"),
    });
    for (const name of ["pandas", "polars"]) if (best[name] && counts(best[name].stdout) !== counts(best.whole.stdout)) throw new Error(`${name} counts otherwise than faithlab rates`);
    const seconds = (name) => `${best[name].seconds.toFixed(2)} s`;
    const mine = `${ROWS} rows, ${Math.round(bytes / 1e6)} MB: ${seconds("whole")}`;
    const against = (name, { missing }, most) => report({ what: `faithlab rates: time, of ${name}'s`, most, ...(missing ? { missing } : { value: best.whole.seconds / best[name].seconds, how: `${mine}; ${name} ${seconds(name)}` }) });
    against("pandas", pandas, 0.05);
    against("polars", polars, 1);
    report({ what: "faithlab rates: time, of a loop over JSON.parse", most: 0.6, value: best.whole.seconds / best.loop.seconds, how: `${mine}; the loop ${seconds("loop")}` });
    report({ what: "faithlab rates: resident memory, of 150 MB", most: 1, value: best.threefold.peakMB / 150, how: `${best.tenth.peakMB}, ${best.whole.peakMB}, ${best.threefold.peakMB} MB for 10, 100, 300 % of the rows` });
    report({ what: "faithlab rates: memory for 300 % of the rows, of that for 100 %", most: 1.2, value: best.threefold.peakMB / best.whole.peakMB, how: `${best.whole.peakMB} MB, ${best.threefold.peakMB} MB` });
    // The threefold rows packed: by gzip, and by polars as Parquet in a single row group, whose columns are as long as the file.
    const packed = { gzip: path("threefold") + ".gz", ...(polars.python && { Parquet: join(folder, "threefold.parquet") }) };
    await pipeline(createReadStream(path("threefold")), createGzip({ level: 1 }), createWriteStream(packed.gzip));
    if (packed.Parquet) run(polars.python, ["-c", `import polars, sys\npolars.read_ndjson(sys.argv[1]).write_parquet(sys.argv[2], row_group_size=10**7)`, path("threefold"), packed.Parquet]);
    for (const name of ["gzip", "Parquet"]) {
      const what = `faithlab rates from ${name}: resident memory, of 150 MB`;
      if (!packed[name]) {
        report({ what, most: 1, missing: polars.missing });
        continue;
      }
      const { stdout, seconds: took, peakMB } = run(process.execPath, [CLI, "rates", packed[name]]);
      if (stdout !== best.threefold.stdout) throw new Error(`${name} gives other rates`);
      report({ what, most: 1, value: peakMB / 150, how: `300 % of the rows, ${Math.round(statSync(packed[name]).size / 1e6)} MB: ${peakMB} MB, ${took.toFixed(2)} s` });
    }
    const perRow = (from, to, rows) => (best[to].seconds - best[from].seconds) / rows;
    report({ what: "faithlab rates: seconds a row from 100 to 300 %, of those from 10 to 100 %", most: 1.3, value: perRow("whole", "threefold", 2) / perRow("tenth", "whole", 0.9), how: `${seconds("tenth")}, ${seconds("whole")}, ${seconds("threefold")}` });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main();
