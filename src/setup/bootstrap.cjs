#!/usr/bin/env node
/*
 * The first step of every npm script, before any package is there: checks Node, installs the packages that package-lock.json names, compiles
 * src to dist, and hands over to dist/setup/main.js. Written so that an old Node can at least read it and say what is missing.
 *
 * Each step leaves a stamp when it is done, holding a hash of what it was made from. A step whose stamp fits is skipped; a step that was
 * interrupted has no stamp and is done again from its beginning.
 */
"use strict";

var fs = require("fs");
var path = require("path");
var crypto = require("crypto");
var childProcess = require("child_process");

var ROOT = path.resolve(__dirname, "..", "..");
var LEAST_NODE = [20, 19];
var TASKS = ["build", "reproduce", "test", "lab"];

function stop(message) {
  process.stderr.write("\nfaithlab: " + message + "\n");
  process.exit(1);
}

function checkNode() {
  var have = process.versions.node.split(".").map(Number);
  if (have[0] > LEAST_NODE[0] || (have[0] === LEAST_NODE[0] && have[1] >= LEAST_NODE[1])) return;
  stop("needs Node " + LEAST_NODE.join(".") + " or newer, this is " + process.versions.node + ". Get it from https://nodejs.org (or: nvm install 20), then run the same command again.");
}

function hashOf(files, extra) {
  var hash = crypto.createHash("sha256").update(extra || "");
  files.forEach(function (file) {
    hash.update(path.relative(ROOT, file) + "\0").update(fs.readFileSync(file)).update("\0");
  });
  return hash.digest("hex");
}

function filesUnder(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .map(function (entry) {
      var full = path.join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(full) : [full];
    })
    .reduce(function (all, some) {
      return all.concat(some);
    }, [])
    .sort();
}

function stamped(stamp, hash) {
  try {
    return fs.readFileSync(stamp, "utf8") === hash;
  } catch (error) {
    return false;
  }
}

/** One set-up at a time in one folder: the lock holds the process id, and a lock whose process is gone is taken over. */
function takeLock() {
  var lock = path.join(ROOT, ".cache", "set-up.lock");
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  for (;;) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") stop("cannot write to " + path.dirname(lock) + " (" + error.code + "). Make the project's folder writable, then run the same command again.");
      var owner = Number(fs.readFileSync(lock, "utf8"));
      if (isRunning(owner)) stop("process " + owner + " is setting this folder up already; wait for it, or end it, then run the same command again.");
      fs.rmSync(lock, { force: true });
    }
  }
  var release = function () {
    if (stamped(lock, String(process.pid))) fs.rmSync(lock, { force: true });
  };
  process.on("exit", release);
  return release;
}

function isRunning(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
  // After a restart of the machine the number may belong to another program. Where ps can tell, ask it.
  var ps = childProcess.spawnSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" });
  return ps.status !== 0 || ps.error !== undefined || /bootstrap\.cjs/.test(ps.stdout);
}

/** Runs a program, passing its output on, with a sign of life every 15 seconds; gives its exit code and its error output. */
function run(command, args, then) {
  var child = childProcess.spawn(command, args, { cwd: ROOT, stdio: ["ignore", "inherit", "pipe"] });
  var started = Date.now();
  var beat = setInterval(function () {
    process.stdout.write("  … " + Math.round((Date.now() - started) / 1000) + " s\n");
  }, 15000);
  var errors = "";
  child.stderr.on("data", function (chunk) {
    errors += chunk;
  });
  function end(signal) {
    child.kill(signal);
  }
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  child.on("error", function (error) {
    clearInterval(beat);
    then(1, error.message);
  });
  child.on("close", function (code, signal) {
    clearInterval(beat);
    process.removeListener("SIGINT", end);
    process.removeListener("SIGTERM", end);
    if (signal) process.exit(130);
    then(code, errors);
  });
}

function installPackages(then) {
  var stamp = path.join(ROOT, "node_modules", ".faithlab");
  var hash = hashOf([path.join(ROOT, "package.json"), path.join(ROOT, "package-lock.json")], process.version);
  if (stamped(stamp, hash)) return then();
  process.stdout.write("[packages] installing the node packages of package-lock.json (about 310, 560 MB; one to three minutes)\n");
  fs.rmSync(stamp, { force: true });
  var npm = process.env.npm_execpath;
  var args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  run(npm ? process.execPath : "npm", npm ? [npm].concat(args) : args, function (code, errors) {
    if (code !== 0) {
      process.stderr.write(errors);
      if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i.test(errors)) {
        stop("the npm registry cannot be reached. Connect to the network (behind a mirror: npm config set registry URL), then run the same command again.");
      }
      stop("npm ci failed, its words are above. If they mean nothing to you: delete node_modules and run the same command again.");
    }
    fs.writeFileSync(stamp, hash);
    then();
  });
}

function build(then) {
  var dist = path.join(ROOT, "dist");
  var stamp = path.join(dist, ".faithlab");
  var compiler = path.join(ROOT, "node_modules", "typescript");
  if (!fs.existsSync(compiler)) stop("the TypeScript compiler is not installed. Run: npm ci");
  var hash = hashOf([path.join(ROOT, "tsconfig.json"), path.join(compiler, "package.json")].concat(filesUnder(path.join(ROOT, "src"))));
  if (stamped(stamp, hash)) return then();
  process.stdout.write("[build] compiling src to dist\n");
  fs.rmSync(dist, { recursive: true, force: true });
  // By its path: node_modules/.bin/tsc is the older compiler that tslab brings.
  run(process.execPath, [path.join(compiler, "bin", "tsc"), "--project", ROOT], function (code, errors) {
    if (code !== 0) {
      process.stderr.write(errors);
      stop("src does not compile; the compiler's words are above.");
    }
    fs.chmodSync(path.join(dist, "cli.js"), 493); // 0o755, so that npx finds a program
    fs.writeFileSync(stamp, hash);
    then();
  });
}

function main() {
  var task = process.argv[2];
  if (TASKS.indexOf(task) < 0) stop("bootstrap.cjs takes one of " + TASKS.join(", ") + "; use it through npm run.");
  checkNode();
  // npm runs "prepare" inside npm ci; there the packages are npm's business.
  if (task === "build") {
    build(function () {});
    return;
  }
  var release = takeLock();
  installPackages(function () {
    build(function () {
      require(path.join(ROOT, "dist", "setup", "main.js")).main(task, process.argv.slice(3), release);
    });
  });
}

main();
