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
var TASKS = ["build", "reproduce", "test", "lab", "lean"];
var LOCK = path.join(ROOT, ".cache", "set-up.lock");
var PACKAGES_STAMP = path.join(ROOT, "node_modules", ".faithlab");
var SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

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

/** What the compiler reads; an editor's own files, such as .#wilson.ts, may not even be readable. */
function isSource(file) {
  return /^[^.].*\.ts$/.test(path.basename(file));
}

function stamped(stamp, hash) {
  try {
    return fs.readFileSync(stamp, "utf8") === hash;
  } catch (error) {
    return false;
  }
}

/** One set-up at a time in one folder: the lock holds the process id, and a lock whose process is gone is taken over. */
function takeLock(then) {
  try {
    writeLock();
  } catch (error) {
    if (error.syscall !== "link" || error.code !== "EEXIST") stop("cannot write to " + path.dirname(LOCK) + " (" + error.code + "). Make the project's folder writable, then run the same command again.");
    var owner = lockOwner();
    if (isRunning(owner)) stop("process " + owner + " is setting this folder up already; wait for it, or end it, then run the same command again.");
    if (lockOwner() === owner) fs.rmSync(LOCK, { force: true });
    // What a killed set-up had started is ended by its guard a moment later.
    setTimeout(takeLock, 600, then);
    return;
  }
  process.on("exit", releaseLock);
  then();
}

/** Written aside and linked, so that nobody sees a lock without its number. */
function writeLock() {
  var written = LOCK + "." + process.pid;
  fs.mkdirSync(path.dirname(LOCK), { recursive: true });
  fs.writeFileSync(written, String(process.pid));
  try {
    fs.linkSync(written, LOCK);
  } finally {
    fs.rmSync(written, { force: true });
  }
}

function lockOwner() {
  try {
    return Number(fs.readFileSync(LOCK, "utf8"));
  } catch (error) {
    return 0; // given up a moment ago
  }
}

function releaseLock() {
  if (lockOwner() === process.pid) fs.rmSync(LOCK, { force: true });
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
  return ps.status !== 0 || /bootstrap\.cjs/.test(ps.stdout);
}

/** Runs a program, passing its output on, with a sign of life every 15 seconds; gives its exit code and its error output. */
function run(command, args, then) {
  var guarded = [path.join(__dirname, "guard.cjs"), String(process.pid), command].concat(args);
  var child = childProcess.spawn(process.execPath, guarded, { cwd: ROOT, stdio: ["ignore", "inherit", "pipe"], detached: true });
  var started = Date.now();
  var beat = setInterval(function () {
    process.stdout.write("  … " + Math.round((Date.now() - started) / 1000) + " s\n");
  }, 15000);
  var errors = "";
  child.stderr.on("data", function (chunk) {
    errors += chunk;
  });
  // Gone at once; the guard ends the program and its children.
  function interrupt() {
    process.stderr.write("\nfaithlab: interrupted; the same command goes on from here.\n");
    process.exit(130);
  }
  SIGNALS.forEach(function (signal) {
    process.on(signal, interrupt);
  });
  child.on("close", function (code) {
    clearInterval(beat);
    SIGNALS.forEach(function (signal) {
      process.removeListener(signal, interrupt);
    });
    then(code, errors);
  });
}

/** Whether a folder, or what of its path there is, can be written: a home directory may be read-only. */
function isWritable(folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch (error) {
    return error.code === "ENOENT" && isWritable(path.dirname(folder));
  }
}

/** What node_modules is made from. */
function packagesHash() {
  var manifest = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
  var wanted = [manifest.dependencies, manifest.devDependencies, manifest.overrides];
  return hashOf([path.join(ROOT, "package-lock.json")], JSON.stringify([wanted, process.platform, process.arch, process.versions.modules]));
}

function installPackages(then) {
  var hash = packagesHash();
  if (stamped(PACKAGES_STAMP, hash)) return then();
  process.stdout.write("[packages] installing the node packages of package-lock.json (about 310, 560 MB; one to three minutes)\n");
  fs.rmSync(PACKAGES_STAMP, { force: true });
  // The npm that runs this script, unless another package manager does.
  var npm = /npm-cli\.js$/.test(process.env.npm_execpath || "") && process.env.npm_execpath;
  var args = ["ci", "--include=dev", "--include=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
  var cache = process.env.npm_config_cache;
  if (cache && !isWritable(cache)) args.push("--cache=" + path.join(ROOT, ".cache", "npm"));
  run(npm ? process.execPath : "npm", npm ? [npm].concat(args) : args, function (code, errors) {
    if (code !== 0) {
      process.stderr.write(errors);
      if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i.test(errors)) {
        stop("the npm registry cannot be reached. Connect to the network (behind a mirror: npm config set registry URL), then run the same command again.");
      }
      stop("npm ci failed, its words are above. If they mean nothing to you: delete node_modules and run the same command again.");
    }
    fs.writeFileSync(PACKAGES_STAMP, hash);
    then();
  });
}

function build(then) {
  var dist = path.join(ROOT, "dist");
  var stamp = path.join(dist, ".faithlab");
  var compiler = path.join(ROOT, "node_modules", "typescript");
  if (!fs.existsSync(compiler)) stop("the TypeScript compiler is not installed. Run: npm ci");
  var hash = hashOf([path.join(ROOT, "tsconfig.json"), path.join(compiler, "package.json")].concat(filesUnder(path.join(ROOT, "src")).filter(isSource)));
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
  // npm runs "prepare" at the end of npm ci, when all packages are there.
  if (task === "build") {
    build(function () {
      if (process.env.npm_lifecycle_event === "prepare" && process.env.npm_command === "ci") fs.writeFileSync(PACKAGES_STAMP, packagesHash());
    });
    return;
  }
  // A reader that has seen enough, such as head, changes nothing in what is done.
  process.stdout.on("error", function () {});
  takeLock(function () {
    installPackages(function () {
      build(function () {
        require(path.join(ROOT, "dist", "setup", "main.js")).main(task, process.argv.slice(3), releaseLock);
      });
    });
  });
}

main();
