/* What is missing on a machine, or in the way, is said in one line with its remedy: exit code 1, no stack trace. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { until } from "../support/processes";
import { canCopy, cleanEnvironment, ended, projectCopy, realPython, removeCopy, runTask, script, startTask, type Ended, type ProjectCopy } from "../support/projectCopy";

const copies: ProjectCopy[] = [];

function fresh(options: Parameters<typeof projectCopy>[0] = {}): ProjectCopy & { programs: string } {
  const copy = projectCopy(options);
  copies.push(copy);
  return { ...copy, programs: join(copy.folder, "..", "programs") };
}

/** One line from faithlab on standard error, and it says all that it should. */
function expectLine({ code, err }: Ended, ...parts: (string | RegExp)[]): void {
  expect(code, err).toBe(1);
  const own = err.split("\n").filter((line) => line.startsWith("faithlab: "));
  expect(own, err).toHaveLength(1);
  for (const part of parts) expect(own[0]).toMatch(part);
  expect(own[0]).toContain("run the same command again");
  expect(err).not.toMatch(/^\s+at /m);
}

describe.skipIf(!canCopy)("set-up says what is missing", { timeout: 60_000 }, () => {
  afterEach(() => copies.splice(0).forEach(removeCopy));

  test("a Node that is too old", async () => {
    const copy = fresh({ packages: false });
    const older = join(copy.folder, "older.cjs");
    writeFileSync(older, 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.18.3" } });\n');
    const end = await runTask({ ...copy, env: { ...copy.env, NODE_OPTIONS: `--require "${older}"` } }, "reproduce");
    expectLine(end, "needs Node 20.19 or newer, this is 20.18.3", "https://nodejs.org");
    expect(existsSync(join(copy.folder, ".cache"))).toBe(false);
  });

  test("no Python", async () => {
    const copy = fresh();
    rmSync(join(copy.programs, "python3"));
    expectLine(await runTask({ ...copy, env: { ...copy.env, PATH: copy.programs } }, "reproduce"), "needs Python 3.9 or newer", "python3 is not there", "apt install python3 python3-venv");
  });

  test("a Python that is too old, and one named by the user that is not there", async () => {
    const copy = fresh();
    script(copy.programs, "python3", "echo 3.8");
    expectLine(await runTask({ ...copy, env: { ...copy.env, PATH: copy.programs } }, "reproduce"), "needs Python 3.9 or newer", "python3 is 3.8", "FAITHLAB_PYTHON");
    expectLine(await runTask({ ...copy, env: { ...copy.env, FAITHLAB_PYTHON: "/nowhere/python3" } }, "reproduce"), "/nowhere/python3 is not there");
  });

  // The words are those of Debian's python3 without python3-venv, whose exit code is 1.
  test("a Python without venv, as Debian ships it", async () => {
    const copy = fresh();
    script(copy.programs, "python3", `if [ "$1" = -c ]; then echo 3.11; exit; fi
echo "The virtual environment was not created successfully because ensurepip is not available.  On Debian/Ubuntu systems, you need to install the python3-venv package."
exit 1`);
    expectLine(await runTask(copy, "reproduce"), "no venv module", "apt install python3-venv");
  });

  test("a Python whose venv fails for another reason is quoted", async () => {
    const copy = fresh();
    script(copy.programs, "python3", `if [ "$1" = -c ]; then echo 3.11; exit; fi; echo "Error: [Errno 28] No space left on device" >&2; exit 1`);
    const { code, err } = await runTask(copy, "reproduce");
    expect(code).toBe(1);
    expect(err).toContain("faithlab: python3 -m venv failed: Error: [Errno 28] No space left on device (all of it: .cache/logs/venv.log)");
  });

  test("an npm registry that cannot be reached", async () => {
    const copy = fresh({ packages: false });
    // The real npm; port 9 is "discard", where nobody listens.
    const env = { ...cleanEnvironment(), npm_config_registry: "http://127.0.0.1:9", npm_config_cache: join(copy.folder, "cache"), npm_config_fetch_retries: "0" };
    expectLine(await runTask({ ...copy, env }, "reproduce"), "npm registry cannot be reached", "npm config set registry");
  });

  test("an npm that fails for another reason is quoted", async () => {
    const copy = fresh({ packages: false });
    const end = await runTask(copy, "reproduce");
    expectLine(end, "npm ci failed");
    expect(end.err).toContain("there is no npm in this test");
  });

  test.skipIf(!realPython)("a Python package index that cannot be reached, and then what was begun does not count", async () => {
    const copy = fresh();
    const env = { ...copy.env, PATH: cleanEnvironment()["PATH"], PIP_INDEX_URL: "http://127.0.0.1:9/simple", PIP_CONFIG_FILE: "/dev/null", PIP_RETRIES: "1" };
    expectLine(await runTask({ ...copy, env }, "reproduce"), "Python package index cannot be reached", "PIP_INDEX_URL");
    expect(existsSync(join(copy.folder, ".venv", ".faithlab"))).toBe(false);
  });

  test("a folder that cannot be written", async () => {
    const copy = fresh({ packages: false });
    // Nothing is forbidden to root, so the task then runs as somebody else.
    const isRoot = process.getuid?.() === 0;
    chmodSync(dirname(copy.folder), 0o755);
    chmodSync(copy.folder, 0o555);
    const end = await runTask(copy, "reproduce", isRoot ? { uid: 65534, gid: 65534 } : {});
    chmodSync(copy.folder, 0o755);
    expectLine(end, `cannot write to ${join(copy.folder, ".cache")} (EACCES)`, "Make the project's folder writable");
  });

  test("another set-up in the same folder; and when that is over, nothing is in the way", async () => {
    const copy = fresh();
    script(copy.programs, "python3", `touch "${copy.folder}/reached"; sleep 30`);
    const first = startTask(copy, "reproduce");
    const firstEnd = ended(first);
    await until("the first set-up is at work", () => existsSync(join(copy.folder, "reached")));
    expectLine(await runTask(copy, "reproduce"), `process ${first.pid} is setting this folder up already`);
    first.kill("SIGTERM");
    expect(await firstEnd).toMatchObject({ code: 130, err: "\nfaithlab: interrupted; the same command goes on from here.\n" });
    expect(existsSync(join(copy.folder, ".cache", "set-up.lock"))).toBe(false);
  });

  test("a lock left by a dead process, by another program with its number, or half-written, is taken over", async () => {
    const copy = fresh({ packages: false });
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    const lock = join(copy.folder, ".cache", "set-up.lock");
    mkdirSync(dirname(lock));
    for (const owner of [dead, process.pid, ""]) {
      writeFileSync(lock, String(owner));
      expectLine(await runTask(copy, "reproduce"), "npm ci failed"); // which comes after the lock
      expect(existsSync(lock)).toBe(false);
    }
  });

  test("a task that there is not", async () => {
    const { code, err } = await runTask(fresh({ packages: false }), "reprodcue");
    expect({ code, err }).toEqual({ code: 1, err: "\nfaithlab: bootstrap.cjs takes one of build, reproduce, test, lab, lean; use it through npm run.\n" });
  });
});

describe.skipIf(!canCopy)("set-up does nothing twice", { timeout: 60_000 }, () => {
  afterEach(() => copies.splice(0).forEach(removeCopy));
  const steps = ({ out }: Ended) => [...out.matchAll(/^\[(packages|build|python)\]/gm)].map(([, step]) => step);

  test("the second call only runs the notebooks; a changed source is compiled, a changed requirement installed, neither the other", async () => {
    const copy = fresh();
    expect(steps(await runTask(copy, "reproduce"))).toEqual(["build", "python"]);
    expect(steps(await runTask(copy, "reproduce"))).toEqual([]);

    writeFileSync(join(copy.folder, "src", "core", "new.ts"), "export {};\n");
    expect(steps(await runTask(copy, "reproduce"))).toEqual(["build"]);
    writeFileSync(join(copy.folder, "src", "core", ".#new.ts"), "an editor's own");
    writeFileSync(join(copy.folder, "requirements.txt"), "jupyterlab\n");
    expect(steps(await runTask(copy, "reproduce"))).toEqual(["python"]);
  });

  test("a .venv whose Python no longer finds its packages is made anew", async () => {
    const copy = fresh();
    await runTask(copy, "reproduce");
    rmSync(join(copy.folder, ".venv", "bin", "jupyter")); // the stand-in's sign of packages
    expect(steps(await runTask(copy, "reproduce"))).toEqual(["python"]);
  });

  test("other words in package.json, such as its description, ask for no new packages; another dependency does", async () => {
    const copy = fresh();
    const path = join(copy.folder, "package.json");
    const manifest = JSON.parse(readFileSync(path, "utf8")) as { description: string; dependencies: Record<string, string> };
    writeFileSync(path, JSON.stringify({ ...manifest, description: "other words" }));
    expect(steps(await runTask(copy, "reproduce"))).not.toContain("packages");
    writeFileSync(path, JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, "left-pad": "1.3.0" } }));
    expect(steps(await runTask(copy, "reproduce"))).toContain("packages");
  });
});
