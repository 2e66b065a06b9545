import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dataset, RECORD } from "../../src/data/fetched";
import { getDataset } from "../../src/data/get";
import { filesIn, headersFor, mirrorOf } from "../../src/data/homes";
import { datasetNamed } from "../../src/data/registry";
import { fileServer, type FileServer } from "../fakes/file-server";
import { sharedFile } from "../support/shared";

const SHA = "0123456789abcdef0123456789abcdef01234567";
const row = (id: number) => `${JSON.stringify({ problem_id: `gsm8k-${id}`, node_id: "step_1", type_of_perturbation: "unperturbed", autoformaliser_model: "m", proof_result: "Proved" })}\n`;
const ROWS = row(1) + row(2);
const listing = (files: Record<string, string>) => ({
  "/repos/Ighina/FaithformBench/commits/HEAD": JSON.stringify({ sha: SHA }),
  [`/repos/Ighina/FaithformBench/git/trees/${SHA}?recursive=1`]: JSON.stringify({ tree: [{ path: "data", type: "tree" }, ...Object.entries(files).map(([path, text]) => ({ path, type: "blob", size: text.length }))] }),
  ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`/Ighina/FaithformBench/${SHA}/${path}`, text])),
});

let root: string;
let folder: string;
let server: FileServer;
let notes: string[];
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "get-"));
  folder = join(root, "faithformbench");
  server = await fileServer(listing({ "data/c.jsonl": ROWS, "README.md": "# hello" }));
  notes = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
  rmSync(root, { recursive: true, force: true });
});
const clock = { now: Date.now, sleep: async () => {} };
const get = (name = "faithformbench", to = folder) => getDataset(name, to, { mirror: server.url, clock, onNote: (note) => void notes.push(note) });

describe("getDataset, where names and revision are not known", () => {
  test("lists, fetches, writes down what came; a second call asks nobody", async () => {
    expect(dataset("faithformbench", root).files).toBeUndefined();
    expect(await get()).toMatchObject([{ path: "data/c.jsonl", state: "fetched", rows: 2 }]);
    expect(JSON.parse(readFileSync(join(folder, RECORD), "utf8"))).toMatchObject({ revision: SHA, files: { "data/c.jsonl": { size: ROWS.length, rows: 2, url: `${server.url}/Ighina/FaithformBench/${SHA}/data/c.jsonl` } } });
    expect(dataset("faithformbench", root).files).toEqual({ "data/c.jsonl": join(folder, "data/c.jsonl") });
    server.seen.length = 0;
    expect(await get()).toMatchObject([{ state: "here already" }]);
    expect(server.seen).toEqual([]);
  });

  test("a file lost afterwards is fetched at the revision written down, and must be the same", async () => {
    await get();
    rmSync(join(folder, "data/c.jsonl"));
    server.files.set(`/Ighina/FaithformBench/${SHA}/data/c.jsonl`, Buffer.from(row(1) + row(3)));
    await expect(get()).rejects.toMatchObject({ kind: "differs", message: expect.stringContaining("SHA-256") });
    expect(server.seen.filter(({ path }) => path.includes("/commits/"))).toHaveLength(1);
  });

  test("a file that was changed here stays, and is an error", async () => {
    await get();
    writeFileSync(join(folder, "data/c.jsonl"), row(1));
    await expect(get()).rejects.toThrow(/c\.jsonl: has \d+ bytes, .* It stays as it is/);
    expect(readFileSync(join(folder, "data/c.jsonl"), "utf8")).toBe(row(1));
  });

  test("single bad rows are told and kept; a file of nothing but bad rows, or a Git LFS pointer, is refused", async () => {
    const serve = (text: string) => Object.entries(listing({ "c.jsonl": text })).forEach(([path, content]) => server.files.set(path, Buffer.from(content)));
    serve(`${row(1)}{bad\n`);
    expect(await get()).toMatchObject([{ rows: 2 }]);
    expect(notes.at(-1)).toMatch(/1 of 2 rows are not valid; the first: line 2, not JSON/);
    for (const [text, reason] of [["{bad\n{worse\n", "no valid row"], ["version https://git-lfs.github.com/spec/v1\n", "pointer of Git LFS"], ["<html></html>", "a web page"]] as const) {
      rmSync(folder, { recursive: true });
      serve(text);
      await expect(get()).rejects.toThrow(reason);
    }
  });

  test("a repository without data, or an answer that is no list, says so", async () => {
    Object.entries(listing({ "main.py": "x" })).forEach(([path, content]) => server.files.set(path, Buffer.from(content)));
    await expect(get()).rejects.toThrow("the repository holds no .jsonl file; it holds main.py");
    server.files.set("/repos/Ighina/FaithformBench/commits/HEAD", Buffer.from("[]"));
    await expect(get()).rejects.toThrow("names no commit");
    server.files.set("/repos/Ighina/FaithformBench/commits/HEAD", Buffer.from("{"));
    await expect(get()).rejects.toThrow("not JSON");
  });

  test("names that lead out of the folder are not taken", () => {
    const tree = ["../x.jsonl", "/x.jsonl", "a/../../x.jsonl", "a\\x.jsonl", "C:x.jsonl", "ok/x.jsonl"].map((path) => ({ path, type: "blob" }));
    expect(filesIn({ tree }, datasetNamed("faithformbench"), "u").map(({ path }) => path)).toEqual(["ok/x.jsonl"]);
  });

  test("offline: what to bring and where; once it is there it is accepted, also by `dataset`", async () => {
    await server.close();
    await expect(get()).rejects.toMatchObject({ kind: "unreachable", message: expect.stringMatching(/cannot be reached.*\nTo bring faithformbench by hand[^]*\.jsonl files from https:\/\/github\.com\/Ighina\/FaithformBench\n[^]*into .*faithformbench\n/) });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "mine.jsonl"), ROWS);
    expect(await get()).toMatchObject([{ path: "mine.jsonl", state: "brought by hand", rows: 2 }]);
    expect(notes.at(-1)).toContain("whether they are all is not known");
    expect(await get()).toMatchObject([{ state: "here already" }]);
    expect(dataset("faithformbench", root).files).toEqual({ "mine.jsonl": join(folder, "mine.jsonl") });
  });

  test("a record that is none is an error that names it", async () => {
    mkdirSync(folder, { recursive: true });
    for (const text of ["{", "null", '{"dataset": "math500", "files": {}}', "{}"]) {
      writeFileSync(join(folder, RECORD), text);
      await expect(get()).rejects.toThrow(`${RECORD}: not the record of faithformbench`);
    }
  });
});

describe("getDataset on the hub", () => {
  const parquet = "PAR1 rows PAR1";
  test("RobustPABench: lists, then holds each file to the size and SHA-256 that the hub states", async () => {
    const names = datasetNamed("robustpabench").files.map(({ path }) => path);
    const siblings = names.map((rfilename) => ({ rfilename, size: 9, lfs: { size: parquet.length, sha256: "0".repeat(64) } }));
    const serve = () => server.files.set("/api/datasets/ucr-rai/RobustPABench/revision/main?blobs=true", Buffer.from(JSON.stringify({ sha: SHA, siblings })));
    serve();
    for (const name of names) server.files.set(`/datasets/ucr-rai/RobustPABench/resolve/${SHA}/${name}`, Buffer.from(parquet));
    const to = join(root, "robustpabench");
    await expect(get("robustpabench", to)).rejects.toThrow(`has ${"0".repeat(64)}`);
    rmSync(to, { recursive: true });
    siblings.forEach((sibling) => Reflect.deleteProperty(sibling.lfs, "sha256"));
    serve();
    const got = await get("robustpabench", to);
    expect(got).toHaveLength(20);
    expect(got[0]!.rows).toBeUndefined();
    expect(Object.keys(dataset("robustpabench", root).files!)).toEqual(names);
  });

  test("the token goes to the hub, its mirror over TLS, and this machine; never to GitHub or over an open line", () => {
    vi.stubEnv("HF_TOKEN", "secret");
    const [hub, github] = [datasetNamed("math500").home, datasetNamed("faithformbench").home];
    expect(headersFor(hub, "https://huggingface.co/x")).toMatchObject({ Authorization: "Bearer secret" });
    expect(headersFor(hub, "http://127.0.0.1:1/x")).toMatchObject({ Authorization: "Bearer secret" });
    expect(headersFor(hub, "http://mirror.example/x")).not.toHaveProperty("Authorization");
    expect(headersFor(github, "https://api.github.com/x")).not.toHaveProperty("Authorization");
  });

  test("HF_ENDPOINT names a mirror of the hub only; an address that is none is refused", () => {
    vi.stubEnv("HF_ENDPOINT", "https://mirror.example/");
    expect(mirrorOf(datasetNamed("math500").home)).toBe("https://mirror.example");
    expect(mirrorOf(datasetNamed("faithformbench").home)).toBeUndefined();
    expect(() => mirrorOf(datasetNamed("math500").home, "mirror")).toThrow('got "mirror"');
  });

  const real = sharedFile("data", "math500", "test.jsonl");
  test.skipIf(!real)("MATH-500: the known bytes are accepted from the server or by hand, others are not", async () => {
    const revision = datasetNamed("math500").revision!;
    const at = `/datasets/HuggingFaceH4/MATH-500/resolve/${revision}/test.jsonl`;
    const bytes = readFileSync(real!);
    const to = join(root, "math500");
    server.files.set(at, Buffer.from(bytes.toString("latin1").replace("a", "b"), "latin1"));
    await expect(get("math500", to)).rejects.toMatchObject({ kind: "differs", message: expect.stringMatching(/has SHA-256 [^]*To bring math500 by hand[^]*446564 bytes, SHA-256 35dc/) });
    expect(readdirSync(to)).toEqual([]);
    server.files.set(at, bytes);
    expect(await get("math500", to)).toMatchObject([{ state: "fetched", rows: 500 }]);
    rmSync(to, { recursive: true });
    mkdirSync(to);
    writeFileSync(join(to, "test.jsonl"), bytes);
    expect(await get("math500", to)).toMatchObject([{ state: "brought by hand", rows: 500 }]);
  });
});

test("an unknown data set is refused with the names there are", () => {
  expect(() => dataset("gsm8k")).toThrow('there is no data set "gsm8k"; the names are processbench, math500, robustpabench, faithformbench');
});
