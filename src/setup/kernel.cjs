/*
 * Starts tslab as a Jupyter kernel, with two of its habits mended:
 * - it lives on, at full memory, after its notebook runner was killed: this one ends when whoever started it is gone;
 * - its compiler watches every imported file, and dies of a change at the wrong moment ("Unexpected pending rebuildTimer"): this one does not
 *   watch. A rebuilt dist needs a new kernel in any case, since Node keeps modules once loaded.
 */
"use strict";

const path = require("path");
const { createRequire } = require("module");

const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(0);
}, 500).unref();

const tslab = path.resolve(__dirname, "..", "..", "node_modules", "tslab");
const compiler = createRequire(path.join(tslab, "dist", "main.js"))("@tslab/typescript-for-tslab");
compiler.sys.watchFile = compiler.sys.watchDirectory = () => ({ close() {} });

process.argv[1] = path.join(tslab, "bin", "tslab");
require(path.join(tslab, "dist", "main.js")).main();
