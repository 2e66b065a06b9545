/*
 * Starts tslab as a Jupyter kernel and ends it when whoever started it is gone. tslab alone would live on, at full memory, after its
 * notebook runner was killed.
 */
"use strict";

const path = require("path");

const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(0);
}, 500).unref();

const tslab = path.resolve(__dirname, "..", "..", "node_modules", "tslab");
process.argv[1] = path.join(tslab, "bin", "tslab");
require(path.join(tslab, "dist", "main.js")).main();
