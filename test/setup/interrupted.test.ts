/*
 * Set-up is killed outright (SIGKILL to the whole process group, as when a machine is switched off) at seeded random moments, again and again;
 * the next call must go on and end well.
 *
 * Real here: bootstrap.cjs, guard.cjs, the stamps, the lock, the writing of notebooks and figures, the report. Stand-ins: the compiler, Python,
 * pip and Jupyter (test/support/stand-ins.cjs). So this does not prove that npm ci, pip and a real kernel bear being killed; npm ci and pip are
 * begun anew from an empty folder, and a kernel writes only through writeIfChanged.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { seeded } from "../../src/core/random";
import { descendants, stillRunning, until } from "../support/processes";
import { canCopy, ended, projectCopy, removeCopy, runTask, script, startTask, type ProjectCopy } from "../support/projectCopy";

const ROUNDS = 4;
const KILLS_PER_ROUND = 5;

type Files = ReadonlyMap<string, string>;

describe.skipIf(!canCopy)("a set-up that is killed", { timeout: 180_000 }, () => {
  const copies: ProjectCopy[] = [];
  afterEach(() => copies.splice(0).forEach(removeCopy));

  test("goes on with the next call, ends with the same bytes, and never leaves a half-written file in sight", async () => {
    const copy = projectCopy();
    copies.push(copy);
    copy.env["STAND_IN_PAUSE"] = "10";
    const unrun = new Map([...products(copy)].filter(([path]) => path.endsWith(".ipynb")).map(([path, text]) => [path, withoutOutputs(text)]));

    reset(copy, unrun);
    const started = Date.now();
    expect((await runTask(copy, "reproduce")).code).toBe(0);
    const whole = Date.now() - started;
    const wanted = products(copy);
    for (const [path, text] of unrun) expect(wanted.get(path)).not.toBe(text);

    const random = seeded("interrupted");
    const reached = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      reset(copy, unrun);
      for (let kill = 0; kill < KILLS_PER_ROUND; kill++) {
        for (const line of await killAfter(copy, random() * whole)) reached.add(line);
        for (const [path, text] of products(copy)) expect([wanted.get(path), unrun.get(path)], `${path} after kill ${kill + 1} of round ${round + 1}`).toContain(text);
      }
      const last = await runTask(copy, "reproduce");
      expect(last, last.err).toMatchObject({ code: 0, err: "" });
      expect(last.out).toMatch(/reproduced\n$/);
      expect(products(copy)).toEqual(wanted);
      expect(readdirSync(join(copy.folder, ".cache"))).toEqual(["logs"]);
    }
    // The kills fell into each of the steps.
    expect([...reached].sort()).toEqual(["build", "notebooks", "python"]);
  });

  test.for(["SIGKILL", "SIGINT", "SIGTERM", "SIGHUP"] as const)("with %s takes what it has started with it, at once", async (signal) => {
    const copy = projectCopy();
    copies.push(copy);
    // A pip that would go on for ten minutes, with a child of its own.
    const mark = join(copy.folder, "reached");
    script(join(copy.folder, "..", "programs"), "python3", `if [ "$1" = -c ]; then echo 3.11; exit; fi; sleep 600 & touch "${mark}"; sleep 601`);
    const child = startTask(copy, "reproduce");
    const end = ended(child);
    await until("pip is at work", () => existsSync(mark));
    const started = descendants(child.pid!);
    expect(started.length).toBeGreaterThanOrEqual(4); // guard, shell, two sleeps

    const before = Date.now();
    process.kill(-child.pid!, signal);
    expect((await end).code).toBe(signal === "SIGKILL" ? null : 130);
    await until("all have ended", () => stillRunning(started).length === 0, 5);
    expect(Date.now() - before).toBeLessThan(2000);
  });
});

/** Starts a set-up, kills it after some time, and waits until nothing of it runs. @returns the steps it had begun */
async function killAfter(copy: ProjectCopy, milliseconds: number): Promise<string[]> {
  const child = startTask(copy, "reproduce");
  const end = ended(child);
  await Promise.race([end, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
  const started = descendants(child.pid!);
  if (child.exitCode === null) process.kill(-child.pid!, "SIGKILL");
  const { out } = await end;
  await until("what it had started has ended", () => stillRunning(started).length === 0, 10);
  return [...out.matchAll(/^\[(build|python|notebooks)\]/gm)].map(([, step]) => step!);
}

/** Notebooks and figures, whatever else lies beside them. */
function products({ folder }: ProjectCopy): Files {
  const files = ["notebooks", "figures"].flatMap((part) => readdirSync(join(folder, part)).map((name) => join(part, name)));
  return new Map(files.filter((path) => /\.(ipynb|svg|png|json|md)$/.test(path)).map((path) => [path, readFileSync(join(folder, path), "base64")]));
}

function withoutOutputs(base64: string): string {
  const notebook = JSON.parse(Buffer.from(base64, "base64").toString("utf8")) as { cells: { outputs?: unknown[] }[] };
  for (const cell of notebook.cells) if (cell.outputs) cell.outputs = [];
  return Buffer.from(JSON.stringify(notebook)).toString("base64");
}

/** A fresh clone: nothing built, no figures, notebooks never run. */
function reset({ folder }: ProjectCopy, unrun: Files): void {
  for (const part of ["dist", ".venv", ".cache"]) rmSync(join(folder, part), { recursive: true, force: true, maxRetries: 5 });
  for (const name of readdirSync(join(folder, "figures"))) if (!name.endsWith(".md")) rmSync(join(folder, "figures", name));
  for (const [path, base64] of unrun) writeFileSync(join(folder, path), Buffer.from(base64, "base64"));
}
