/*
 * Runs a program and ends it, with all its children, once whoever started it is gone: node guard.cjs STARTER PROGRAM ARGUMENT…
 *
 * A set-up that is killed with no chance to clean up would otherwise leave npm, pip or Jupyter at work in the folder, and the next set-up
 * would write there at the same time. The guard is started as the head of a process group of its own, so that whatever kills the starter's
 * group does not reach it. A program that cannot be started gives exit code 127, as in a shell.
 */
"use strict";

var os = require("os");
var childProcess = require("child_process");

var starter = Number(process.argv[2]);
var child = childProcess.spawn(process.argv[3], process.argv.slice(4), { stdio: "inherit" });

// Signals go to the whole group; the guard stays until the program has answered.
["SIGINT", "SIGTERM", "SIGHUP"].forEach(function (signal) {
  process.on(signal, function () {});
});

setInterval(function () {
  // A negative number means the group, this process included.
  if (process.ppid !== starter) process.kill(-process.pid, "SIGKILL");
}, 200);

child.on("error", function (error) {
  process.stderr.write(error.message + "\n");
  process.exit(127);
});
child.on("exit", function (code, signal) {
  process.exit(signal ? 128 + os.constants.signals[signal] : code);
});
