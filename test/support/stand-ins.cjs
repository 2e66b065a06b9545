/*
 * Stand-ins for the slow programs that set-up calls, for tests that call it many times: the compiler (copies a finished dist) and the program
 * that runs notebooks (copies finished ones, draws finished figures); for Python see stand-in-python.sh. They do their work in small pieces with pauses of STAND_IN_PAUSE
 * milliseconds, so that there is a half-done state to be interrupted in. The finished things come from the folder STAND_IN_FROM.
 *
 * node stand-ins.cjs ROLE ARGUMENT…
 */
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const from = process.env.STAND_IN_FROM;
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.env.STAND_IN_PAUSE ?? 0));
const [role, ...args] = process.argv.slice(2);

function writeInHalves(file, bytes) {
  fs.writeFileSync(file, bytes.subarray(0, bytes.length / 2));
  pause();
  fs.appendFileSync(file, bytes.subarray(bytes.length / 2));
}

function compile() {
  const root = args[args.indexOf("--project") + 1];
  for (const name of fs.readdirSync(path.join(from, "dist"), { recursive: true }).sort()) {
    const source = path.join(from, "dist", name);
    if (name.includes(".faithlab") || !name.endsWith(".js")) continue;
    if (fs.statSync(source).size > 8000) pause();
    fs.mkdirSync(path.dirname(path.join(root, "dist", name)), { recursive: true });
    if (name === path.join("setup", "cells.js")) fs.writeFileSync(path.join(root, "dist", name), `process.argv.splice(2, 0, "cells");\nrequire(${JSON.stringify(__filename)});\n`);
    else fs.copyFileSync(source, path.join(root, "dist", name));
  }
}

/** As in reality, the figures are written by the project's own code, into place, and the notebooks by other people's, half by half. */
function cells() {
  const { writeIfChanged } = require(path.resolve("dist", "core", "files.js"));
  const [folder, ...notebooks] = args;
  const figures = fs.readdirSync(path.join(from, "figures"));
  for (const notebook of notebooks) {
    for (const name of figures.splice(0, Math.ceil(figures.length / 3))) writeIfChanged(path.resolve("figures", name), fs.readFileSync(path.join(from, "figures", name)));
    pause();
    writeInHalves(path.join(folder, path.basename(notebook)), fs.readFileSync(path.join(from, "notebooks", path.basename(notebook))));
    console.log(`Writing 1 bytes to ${path.join(folder, path.basename(notebook))}`);
  }
  for (const name of figures) writeIfChanged(path.resolve("figures", name), fs.readFileSync(path.join(from, "figures", name)));
}

({ compile, cells })[role]();
