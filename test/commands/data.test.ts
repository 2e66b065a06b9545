import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { fileServer, type FileServer } from "../fakes/file-server";
import { sharedFile } from "../support/shared";

/** Runs the compiled command as the program faithlab does, with its exit code. */
const PROGRAM = `const { data } = require(${JSON.stringify(inProject("dist", "commands", "data.js"))});
data.run(process.argv.slice(1)).then((code) => { process.exitCode = code; }, (error) => { console.error(error.message); process.exitCode = 2; });`;

const SHA = "0123456789abcdef0123456789abcdef01234567";
const ROW = `${JSON.stringify({ problem_id: "gsm8k-1", node_id: 1, type_of_perturbation: "unperturbed", autoformaliser_model: "m".repeat(900), proof_result: "Proved" })}\n`;
const FILE = ROW.repeat(2000);
const AT = `/Ighina/FaithformBench/${SHA}/c.jsonl`;

let root: string;
let server: FileServer;
const folder = () => join(root, "faithformbench");
const env = () => ({ ...process.env, FAITHLAB_DATA: root, HF_TOKEN: "hf_secret" });
const sync = (...args: string[]) => spawnSync(process.execPath, ["-e", PROGRAM, "--", ...args], { encoding: "utf8", env: env() });
/** Not spawnSync where the server must answer: it lives in this process. */
function start(...args: string[]) {
  const child = spawn(process.execPath, ["-e", PROGRAM, "--", ...args], { env: env() });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => child.on("close", (code) => resolve({ code, output })));
  return { child, ended };
}
const get = () => start("get", "faithformbench", "--mirror", server.url);
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "data-command-"));
  server = await fileServer({
    "/repos/Ighina/FaithformBench/commits/HEAD": JSON.stringify({ sha: SHA }),
    [`/repos/Ighina/FaithformBench/git/trees/${SHA}?recursive=1`]: JSON.stringify({ tree: [{ path: "c.jsonl", type: "blob", size: FILE.length }] }),
    [AT]: FILE,
  });
});
afterEach(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

describe("faithlab data get", () => {
  test("brings it, exit 0; again asks nobody", async () => {
    expect(await get().ended).toMatchObject({ code: 0, output: expect.stringMatching(/c\.jsonl: fetched, .* 2000 rows\n[^]*faithformbench: 1 files, verified/) });
    expect(readdirSync(folder()).sort()).toEqual(["c.jsonl", "fetched.json"]);
    const asked = server.seen.length;
    expect(await get().ended).toMatchObject({ code: 0, output: expect.stringContaining("here already") });
    expect(server.seen).toHaveLength(asked);
  });

  test("kill -9 in the middle, at three places: the next call goes on from there, the file is whole", async () => {
    const part = join(folder(), "c.jsonl.part");
    let before = 0;
    for (const after of [100_000, 300_000, 600_000]) {
      server.faults = [...(before === 0 ? [{ kind: "ok" } as const, { kind: "ok" } as const] : []), { kind: "stall", after }];
      const { child, ended } = get();
      await until(() => existsSync(part) && statSync(part).size === before + after);
      child.kill("SIGKILL");
      await ended;
      before += after;
      expect(existsSync(join(folder(), "c.jsonl"))).toBe(false);
    }
    expect(await get().ended).toMatchObject({ code: 0 });
    expect(server.seen.filter(({ path }) => path === AT).map(({ headers }) => headers.range)).toEqual([undefined, "bytes=100000-", "bytes=400000-", "bytes=1000000-"]);
    expect(readFileSync(join(folder(), "c.jsonl"), "utf8") === FILE).toBe(true);
    expect(readdirSync(folder()).sort()).toEqual(["c.jsonl", "fetched.json"]);
  });

  test("two at once: the second is refused by name of the first, exit 2; the first is not disturbed", async () => {
    server.faults = [{ kind: "ok" }, { kind: "ok" }, { kind: "stall", after: 1000 }];
    const first = get();
    await until(() => server.seen.some(({ path }) => path === AT));
    const second = await get().ended;
    expect(second.code).toBe(2);
    expect(second.output).toContain(`in use by process ${first.child.pid}`);
    expect(server.seen.filter(({ path }) => path === AT)).toHaveLength(1);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(await get().ended).toMatchObject({ code: 0 });
  });

  test("without a net: one message, exit 2, and no token in it", async () => {
    await server.close();
    const { status, stdout, stderr } = sync("get", "math500", "--mirror", server.url);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/cannot be reached[^]*To bring math500 by hand[^]*resolve\/[0-9a-f]{40}\/test\.jsonl\n\s+as .*math500.test\.jsonl \(446564 bytes/);
    expect(stderr).not.toContain("hf_secret");
  });
});

describe("faithlab data list and check", () => {
  test("list names all data sets, as a table and as JSON Lines", () => {
    const table = sync("list");
    expect(table.status).toBe(0);
    expect(table.stdout).toMatch(/^processbench +3400 +8\.2 MB +Apache-2\.0 +not here /m);
    expect(sync("list", "--json").stdout.trim().split("\n").map((line) => (JSON.parse(line) as { name: string }).name)).toEqual(["processbench", "math500", "robustpabench", "faithformbench"]);
  });

  test("check: 0 for whole files, 1 with a bad row, 2 without a folder", () => {
    writeFileSync(join(root, "good.jsonl"), ROW);
    expect(sync("check", root)).toMatchObject({ status: 0, stdout: "good.jsonl: FaithformBench C/D formalisations; 1 of 1 rows valid; not a file that the kit knows\n" });
    writeFileSync(join(root, "bad.jsonl"), `${ROW}{}\n`);
    expect(sync("check", root)).toMatchObject({ status: 1, stdout: expect.stringContaining('bad.jsonl: FaithformBench C/D formalisations; 1 of 2 rows valid; not a file that the kit knows\n    line 2: no field "') });
    expect(JSON.parse(sync("check", root, "--json").stdout.split("\n")[0]!)).toMatchObject({ file: "bad.jsonl", rows: 2, faulty: 1 });
    expect(sync("check", join(root, "none")).status).toBe(2);
  });

  test("an unusable call is exit 2 and says how it is called", () => {
    for (const args of [[], ["list", "x"], ["get"], ["check"], ["check", root, root], ["nope"], ["get", "nope"], ["list", "--mirror", "http://x"], ["get", "math500", "--json"], ["get", "math500", "--mirror", "x"]]) {
      const { status, stdout } = sync(...args);
      expect({ args, status, stdout }).toEqual({ args, status: 2, stdout: "" });
    }
  });

  const real = sharedFile("data");
  test.skipIf(!real)("check on the real files knows ProcessBench and MATH-500 and names the one bad row", () => {
    const { status, stdout } = sync("check", real!);
    expect(status).toBe(1);
    expect(stdout).toContain("processbench/gsm8k.json: ProcessBench chains; 400 of 400 rows valid; is gsm8k.json of processbench\n");
    expect(stdout).toContain("math500/test.jsonl: MATH problems with solutions; 500 of 500 rows valid; is test.jsonl of math500\n");
    expect(stdout.match(/^ {4}line \d+: .*$/gm)).toEqual([expect.stringMatching(/^ {4}line 23: not JSON: .*NaN/)]);
  });
});
