/** `faithlab run` killed, crowded, starved of disk, and its journals damaged: nothing is lost or doubled, damage is told with file and line, the end is that of a calm run. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { seeded } from "../../src/core/random";
import type { CacheProblem } from "../../src/llm/cache";
import { ModelClient } from "../../src/llm/client";
import { control } from "../../src/stages/controls";
import { embeddedProver, type EmbeddedProver } from "../../src/stages/embedded";
import { loadSteps, SAMPLE } from "../../src/stages/load";
import { runMethodA } from "../../src/stages/methodA";
import { modelFormaliser } from "../../src/stages/models/formaliser";
import { systemOf } from "../../src/systems/registry";
import { FakeModelServer } from "../fakes/model-server";
import { runs, SEED } from "./settings";
import { tally } from "./tally";

const cli = inProject("dist", "cli.js");
const folder = mkdtempSync(join(tmpdir(), "torture-interrupted-"));
const calm = join(folder, "calm");
const contents = (path: string): Record<string, string> => Object.fromEntries(readdirSync(path).sort().map((name) => [name, readFileSync(join(path, name), "utf8")]));
let seconds = 0;
let prover: EmbeddedProver;

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

function faithlab(out: string, { kill, shell }: { kill?: number; shell?: string } = {}): Promise<Ended> {
  const args = [cli, "run", "--out", out, "--formaliser", "corrector", "--limit", "60"];
  const child = shell === undefined ? spawn(process.execPath, args) : spawn("sh", ["-c", `${shell}; exec "$@"`, "sh", process.execPath, ...args]);
  let said = "";
  child.stdout.resume();
  child.stderr.on("data", (chunk: Buffer) => (said += chunk));
  const timer = kill === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), kill);
  return new Promise((resolve) =>
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, said });
    }),
  );
}

beforeAll(async () => {
  const began = performance.now();
  expect(await faithlab(calm)).toMatchObject({ code: 0 });
  seconds = (performance.now() - began) / 1000;
  prover = embeddedProver();
});
afterAll(async () => {
  await prover.close();
  rmSync(folder, { recursive: true, force: true });
});

test("killed at random moments", async () => {
  const KILLS = runs(100);
  const count = tally("kill -9");
  const random = seeded(`kill ${SEED}`);
  let out = join(folder, "killed-0");
  for (let killed = 0, attempt = 1; killed < KILLS; attempt++) {
    // Mostly early, so that one folder is killed in many times before it is done.
    const { code, said } = await faithlab(out, { kill: 1000 * seconds * (0.15 + 0.85 * random() ** 2) });
    if (code === null) {
      killed += 1;
      count("kills");
    } else {
      expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
      expect(contents(out)).toEqual(contents(calm));
      count("folders done in spite of them");
      out = join(folder, `killed-${attempt}`);
    }
  }
  expect(await faithlab(out)).toMatchObject({ code: 0 });
  expect(contents(out)).toEqual(contents(calm));
});

test("several processes on one folder, with the lock of a dead one in it", async () => {
  const TIMES = runs(25);
  const count = tally("processes on one folder");
  const gone = spawnSync(process.execPath, ["-e", ""]).pid;
  for (let i = 0; i < TIMES; i++) {
    const out = join(folder, `crowd-${i}`);
    mkdirSync(out);
    writeFileSync(join(out, "run.lock"), JSON.stringify({ pid: gone, host: hostname() }));
    const all = await Promise.all([1, 2, 3].map(() => faithlab(out)));
    expect(all.some(({ code }) => code === 0), JSON.stringify(all)).toBe(true);
    for (const { code, said } of all) {
      if (code === 0) count("runs done");
      else {
        expect({ code, told: /is in use by process \d+/.test(said) }, said).toEqual({ code: 2, told: true });
        count("refused by name");
      }
    }
    expect(contents(out)).toEqual(contents(calm));
  }
});

/** A file system of so many kilobytes, where this process may make one. */
function smallDisk(kilobytes: number): { path: string; grow(): void; readOnly(): void; remove(): void } | undefined {
  const path = mkdtempSync(join(tmpdir(), "torture-disk-"));
  const mount = (options: string): boolean => spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", path]).status === 0;
  if (process.platform !== "linux" || !mount(`size=${kilobytes}k`)) return rmSync(path, { recursive: true, force: true }), undefined;
  const again = (options: string): void => expect(spawnSync("mount", ["-o", `remount,${options}`, path]).status).toBe(0);
  return {
    path,
    grow: () => again("rw,size=64m"),
    readOnly: () => again("ro"),
    remove: () => {
      spawnSync("umount", ["-l", path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

const SIZE = () => readdirSync(calm).reduce((sum, name) => sum + readFileSync(join(calm, name)).length, 0) / 1024;

test("a disk that is full, then has room again", async ({ skip }) => {
  const TIMES = runs(20);
  const count = tally("full disk");
  const random = seeded(`disk ${SEED}`);
  for (let i = 0; i < TIMES; i++) {
    const disk = smallDisk(Math.ceil((8 + SIZE() * random()) / 4) * 4);
    if (!disk) skip("no file system can be mounted here; see the limit on files below");
    try {
      const out = join(disk!.path, "run");
      const { code, said } = await faithlab(out);
      if (code !== 0) {
        expect({ code, told: /^faithlab: \S+: the disk is full; make room and run again \(ENOSPC\)$/m.test(said) }, said).toEqual({ code: 2, told: true });
        count("told");
      }
      disk!.grow();
      expect(await faithlab(out)).toMatchObject({ code: 0 });
      expect(contents(out)).toEqual(contents(calm));
      count("ended as the calm run");
      disk!.readOnly();
      // Nothing is to be written, but the lock cannot be taken.
      const refused = await faithlab(out);
      expect({ code: refused.code, told: /is not writable; make it so and run again \(EROFS\)/.test(refused.said) }, refused.said).toEqual({ code: 2, told: true });
      count("read-only folders told");
    } finally {
      disk!.remove();
    }
  }
});

test("a limit on the length of files, which stands in for a full disk everywhere", async () => {
  const TIMES = runs(20);
  const count = tally("files that may not grow");
  const random = seeded(`limit ${SEED}`);
  for (let i = 0; i < TIMES; i++) {
    const out = join(folder, `limit-${i}`);
    // In blocks of 512 bytes; node turns the signal into the error EFBIG.
    const { code, said } = await faithlab(out, { shell: `trap '' XFSZ; ulimit -f ${1 + Math.floor(random() * SIZE() * 0.5)}` });
    if (code !== 0) {
      expect({ code, told: /^faithlab: \S+: .*run again.* \(EFBIG\)$/m.test(said) }, said).toEqual({ code: 2, told: true });
      count("told");
    }
    expect(await faithlab(out)).toMatchObject({ code: 0 });
    expect(contents(out)).toEqual(contents(calm));
    count("ended as the calm run");
  }
});

test("bytes of the journals flipped at random", async () => {
  const TIMES = runs(300);
  const count = tally("damaged journals");
  const random = seeded(`flip ${SEED}`);
  const draw = (n: number): number => Math.floor(random() * n);
  const steps = (await loadSteps(SAMPLE)).steps.slice(0, 60);
  const journals = readdirSync(calm).filter((name) => name.endsWith(".journal.jsonl"));
  const out = join(folder, "flipped");
  for (let i = 0; i < TIMES; i++) {
    rmSync(out, { recursive: true, force: true });
    cpSync(calm, out, { recursive: true });
    const damagedLines = new Map<string, Set<number>>();
    for (let flip = 0; flip <= draw(4); flip++) {
      const name = journals[draw(journals.length)]!;
      const bytes = readFileSync(join(out, name));
      if (bytes.length === 0) continue;
      const at = draw(bytes.length);
      bytes[at] = (bytes[at]! + 1 + draw(255)) % 256;
      writeFileSync(join(out, name), bytes);
      count("bytes flipped");
      const before = readFileSync(join(calm, name), "utf8").split("\n");
      damagedLines.set(name, new Set(readFileSync(join(out, name), "utf8").split("\n").flatMap((line, n) => (line === before[n] ? [] : [n + 1])).slice(0, 1)));
    }
    const { problems } = await runMethodA({ steps, seed: 42, formaliser: control("corrector"), prover, folder: out });
    for (const [name, lines] of damagedLines) for (const line of lines) expect(problems, `${name}:${line}`).toContainEqual({ file: expect.stringMatching(new RegExp(`${name.replaceAll(".", "\\.")}$`)) as unknown, line, what: expect.stringContaining("made again") as unknown });
    expect(contents(out)).toEqual(contents(calm));
    count("ended as the calm run");
  }
});

/** Runs with a model in the place of the control, whose replies are kept. */
async function repliesOf(use: (run: (out: string, cache: string) => Promise<readonly CacheProblem[]>, server: FakeModelServer, whole: string, kept: string) => Promise<void>): Promise<void> {
  const steps = (await loadSteps(SAMPLE)).steps.slice(0, 60);
  const server = await FakeModelServer.start({ answer: ({ prompt }) => `\`\`\`lean4\ntheorem t : ${/\d+/.exec(prompt)?.[0] ?? 0} = ${prompt.length} := by sorry\n\`\`\`` });
  const run = async (out: string, cache: string): Promise<readonly CacheProblem[]> => {
    const client = new ModelClient({ baseUrl: server.baseUrl, cacheName: "fake", server: "standard", env: {}, cache });
    try {
      await runMethodA({ steps, seed: 42, formaliser: modelFormaliser({ system: systemOf("kimina-autoformalizer-7b"), client }), prover, folder: out });
      return await client.cacheProblems();
    } finally {
      await client.close();
    }
  };
  const own = mkdtempSync(join(folder, "with-replies-"));
  try {
    const [whole, kept] = [join(own, "whole"), join(own, "kept")];
    expect(await run(whole, kept)).toEqual([]);
    await use(run, server, whole, kept);
  } finally {
    await server.close();
    rmSync(own, { recursive: true, force: true });
  }
}

test("bytes of kept replies flipped at random", async () => {
  const TIMES = runs(300);
  const count = tally("damaged replies");
  const random = seeded(`replies ${SEED}`);
  const draw = (n: number): number => Math.floor(random() * n);
  await repliesOf(async (run, server, whole, kept) => {
    const [name] = readdirSync(kept);
    const before = readFileSync(join(kept, name!));
    const lineOf = (at: number): number => 1 + before.subarray(0, at).filter((byte) => byte === 0x0a).length;
    const [out, cache] = [join(folder, "flipped-out"), join(folder, "flipped-replies")];
    for (let i = 0; i < TIMES; i++) {
      for (const path of [out, cache]) rmSync(path, { recursive: true, force: true });
      mkdirSync(cache);
      const bytes = Buffer.from(before);
      const places = Array.from({ length: 1 + draw(4) }, () => draw(bytes.length));
      for (const at of places) bytes[at] = (bytes[at]! + 1 + draw(255)) % 256;
      writeFileSync(join(cache, name!), bytes);
      count("bytes flipped", places.length);
      const sent = server.requests.length;
      const problems = await run(out, cache);
      // A byte that became a line end, or was one, moves the numbers of the lines behind it; the first damage has the number that it had.
      const first = Math.min(...places.filter((at) => bytes[at] !== before[at]).map(lineOf));
      if (Number.isFinite(first)) expect(Math.min(...problems.map(({ line }) => line)), JSON.stringify(problems)).toBe(first);
      count("replies asked for again", server.requests.length - sent);
      expect(server.requests.length - sent).toBeLessThanOrEqual(2 * places.length);
      expect(contents(out)).toEqual(contents(whole));
      count("ended as the calm run");
    }
  });
});

test("a disk that is full under the replies, then has room, then is read-only", async ({ skip }) => {
  const TIMES = runs(20);
  const count = tally("full disk under the replies");
  const random = seeded(`replies on a disk ${SEED}`);
  await repliesOf(async (run, _server, whole, kept) => {
    const size = readFileSync(join(kept, readdirSync(kept)[0]!)).length / 1024;
    for (let i = 0; i < TIMES; i++) {
      const disk = smallDisk(Math.ceil((8 + size * random()) / 4) * 4);
      if (!disk) skip("no file system can be mounted here");
      const out = mkdtempSync(join(folder, "disk-out-"));
      const cache = join(disk!.path, "replies");
      try {
        const error = await run(out, cache).then(() => undefined, (reason: Error) => reason);
        if (error) {
          expect(error).toMatchObject({ name: "ToolError", message: expect.stringMatching(/^the cache \S+ cannot be written: ENOSPC.*; free some space and run again$/) as unknown });
          count("told");
        }
        disk!.grow();
        expect(await run(out, cache)).toEqual([]);
        expect(contents(out)).toEqual(contents(whole));
        const keys = readdirSync(cache).flatMap((name) => readFileSync(join(cache, name), "utf8").trim().split("\n")).filter(Boolean).map((line) => (JSON.parse(line) as { key: string }).key);
        expect(new Set(keys).size).toBe(keys.length);
        count("ended as the calm run");
        disk!.readOnly();
        rmSync(out, { recursive: true, force: true });
        expect(await run(out, cache)).toEqual([]); // all is there already
        expect(contents(out)).toEqual(contents(whole));
        count("read from a read-only folder");
      } finally {
        disk!.remove();
      }
    }
  });
});

test("settings and results damaged: told or made again", async () => {
  const TIMES = runs(40);
  const count = tally("damaged settings and results");
  const random = seeded(`settings ${SEED}`);
  const steps = (await loadSteps(SAMPLE)).steps.slice(0, 60);
  const out = join(folder, "settings");
  for (let i = 0; i < TIMES; i++) {
    rmSync(out, { recursive: true, force: true });
    cpSync(calm, out, { recursive: true });
    const name = ["run.json", "steps.jsonl", "formalisations.jsonl", "summary.json"][Math.floor(random() * 4)]!;
    const bytes = readFileSync(join(out, name));
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at]! + 1 + Math.floor(random() * 255)) % 256;
    writeFileSync(join(out, name), bytes);
    const again = runMethodA({ steps, seed: 42, formaliser: control("corrector"), prover, folder: out });
    const error = await again.then(() => undefined, (reason: Error) => reason);
    if (error) {
      expect(error.name).toBe("DataError");
      expect(error.message).toMatch(/run\.json: damaged|holds a run with another/);
      count("told");
      rmSync(join(out, "run.json"));
      await runMethodA({ steps, seed: 42, formaliser: control("corrector"), prover, folder: out });
    } else count("made again");
    expect(contents(out)).toEqual(contents(calm));
  }
});
