/**
 * Processor time of one command through `LeanPool` and `LeanRepl`, and, where a Python with the `lean-interact` package is named, through that library, all on
 * the same fake REPL.
 *
 *   node test/bench/lean-pool.cjs [--commands 3000] [--size 2] [--python /path/to/python]
 *
 * Prints one JSON line for each: µs of user and system time of the client per command (the REPL's own time is not counted), µs of wall clock, and the share of
 * LeanInteract's pool. Each contender runs in a process of its own after 300 commands that are not counted. Needs dist/.
 */
const { spawnSync } = require("node:child_process");
const { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");
const { parseArgs } = require("node:util");
const { pythonWith, report } = require("./ratios.cjs");

const WARM_UP = 300;
const FAKE = resolve(__dirname, "../fakes/repl.cjs");

async function measure(name, commands, work) {
  let spent;
  let wall;
  for (const count of [WARM_UP, commands]) {
    const before = process.cpuUsage();
    const started = performance.now();
    await work(Array.from({ length: count }, (_, i) => `theorem t${i} : 1 = 1 := rfl`));
    spent = process.cpuUsage(before);
    wall = performance.now() - started;
  }
  console.log(JSON.stringify({ name, commands, cpuMicroseconds: Math.round((spent.user + spent.system) / commands), wallMicroseconds: Math.round((wall * 1000) / commands) }));
}

async function contend(role, size, commands) {
  const { LeanPool, LeanRepl } = require("../../dist/index.js");
  const command = [process.execPath, FAKE];
  if (role === "one") {
    const repl = new LeanRepl({ command });
    await repl.header("import Mathlib");
    await measure("LeanRepl, one by one", commands, async (texts) => {
      for (const cmd of texts) if ((await repl.run({ cmd, env: 0 })).status !== "ok") throw new Error("not ok");
    });
    return repl.close();
  }
  const pool = new LeanPool({ command, size, header: "import Mathlib", maxUses: 1e6 });
  await measure(`LeanPool of ${size}`, commands, async (texts) => {
    const results = await Promise.all(texts.map((text) => pool.check(text)));
    if (results.some(({ status }) => status !== "ok")) throw new Error("not ok");
  });
  return pool.close();
}

function main() {
  const { values } = parseArgs({ options: { commands: { type: "string", default: "3000" }, size: { type: "string", default: "2" }, python: { type: "string" }, role: { type: "string" } } });
  const [size, commands] = [Number(values.size), Number(values.commands)];
  if (values.role) return contend(values.role, size, commands);
  const run = (program, args) => spawnSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const folder = mkdtempSync(join(tmpdir(), "faithlab-bench-"));
  try {
    // LeanInteract starts `lake env REPL`; here a script that does what that does.
    const lake = join(folder, "lake");
    const repl = join(folder, ".lake", "build", "bin", "repl");
    mkdirSync(resolve(repl, ".."), { recursive: true });
    writeFileSync(lake, '#!/bin/sh\nshift\nexec "$@"\n');
    writeFileSync(repl, `#!/bin/sh\nexec "${process.execPath}" "${FAKE}"\n`);
    for (const file of [lake, repl]) chmodSync(file, 0o755);
    const peer = pythonWith("lean_interact");
    const theirs = peer.python ? run(peer.python, [join(__dirname, "lean_interact_pool.py"), lake, folder, values.size, values.commands]) : [];
    for (const line of theirs) console.log(JSON.stringify(line));
    for (const [i, role] of ["one", "pool"].entries()) {
      const [result] = run(process.execPath, [__filename, "--role", role, "--size", values.size, "--commands", values.commands]);
      console.log(JSON.stringify(result));
      const how = theirs[i] && `${result.cpuMicroseconds} µs of processor time a command; ${theirs[i].name} ${theirs[i].cpuMicroseconds} µs`;
      report({ what: `${result.name}: processor time a command, of LeanInteract's`, most: 1, ...(theirs[i] ? { value: result.cpuMicroseconds / theirs[i].cpuMicroseconds, how } : { missing: peer.missing }) });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main();
