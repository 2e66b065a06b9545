/*
 * Starts tslab as a Jupyter kernel, with three of its habits mended:
 * - it lives on, at full memory, after its notebook runner was killed: this one ends when whoever started it is gone;
 * - when the terminal that Jupyter writes to is closed, it reports the failed write by another write, without end: here failed writes end;
 * - its compiler watches every imported file, and dies of a change at the wrong moment ("Unexpected pending rebuildTimer"): this one does not
 *   watch. A rebuilt dist needs a new kernel in any case, since Node keeps modules once loaded.
 */
"use strict";

const path = require("path");
const { createRequire } = require("module");
const { Worker } = require("worker_threads");

// Jupyter says which process it is; by now that process may be gone already.
const starter = Number(process.env.JPY_PARENT_PID) || process.ppid;
// In a thread of its own: a cell with an endless loop keeps this one busy for ever.
new Worker(`setInterval(() => { if (process.ppid !== ${starter}) process.kill(process.pid, "SIGKILL"); }, 500)`, { eval: true, execArgv: [] }).unref();

// What a cell prints is the same text wherever it is run.
delete process.env.FORCE_COLOR;
process.env.NO_COLOR = "1";

for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const tslab = path.resolve(__dirname, "..", "..", "node_modules", "tslab");
const compiler = createRequire(path.join(tslab, "dist", "main.js"))("@tslab/typescript-for-tslab");
compiler.sys.watchFile = compiler.sys.watchDirectory = () => ({ close() {} });

process.argv[1] = path.join(tslab, "bin", "tslab");
require(path.join(tslab, "dist", "main.js")).main();
