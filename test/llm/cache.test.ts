import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { ReplyCache } from "../../src/llm/cache";

const folders: string[] = [];
const newFolder = () => folders[folders.push(mkdtempSync(join(tmpdir(), "faithlab-cache-"))) - 1]!;
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

describe("ReplyCache", () => {
  test("gives back what was put, in this process and the next", async () => {
    const folder = newFolder();
    const first = await ReplyCache.open(join(folder, "deep", "er"));
    first.put("a/0", { text: "∀ x,\n x = x 𝔸\u2028" });
    first.put("a/1", { text: "two" });
    expect(first.get("a/0")).toEqual({ key: "a/0", text: "∀ x,\n x = x 𝔸\u2028" });
    first.close();
    const second = await ReplyCache.open(join(folder, "deep", "er"));
    expect([second.size, second.get("a/1"), second.get("a/2")]).toEqual([2, { key: "a/1", text: "two" }, undefined]);
    expect(second.problems).toEqual([]);
    second.close();
  });

  test("of two records with one key the later counts", async () => {
    const cache = await ReplyCache.open(newFolder());
    cache.put("k", { v: 1 });
    cache.put("k", { v: 2 });
    cache.close();
    const again = await ReplyCache.open(cache.folder);
    expect([cache.get("k"), again.get("k")]).toEqual([{ key: "k", v: 2 }, { key: "k", v: 2 }]);
    again.close();
    cache.close();
  });

  test("two processes may share a folder: each writes to a file of its own", async () => {
    const folder = newFolder();
    const [one, two] = await Promise.all([ReplyCache.open(folder), ReplyCache.open(folder)]);
    one.put("a", { by: 1 });
    two.put("b", { by: 2 });
    one.put("c", { by: 1 });
    [one, two].forEach((cache) => cache.close());
    expect(readdirSync(folder)).toEqual(["replies-0001.jsonl", "replies-0002.jsonl"]);
    const both = await ReplyCache.open(folder);
    expect(["a", "b", "c"].map((key) => both.get(key)?.by)).toEqual([1, 2, 1]);
    both.close();
  });

  test("a line torn at any byte is closed off and reported once, and no other is lost", async () => {
    const folder = newFolder();
    const cache = await ReplyCache.open(folder);
    for (let i = 0; i < 3; i++) cache.put(`k/${i}`, { text: `reply ${i} of ∃ x, x² = 2` });
    cache.close();
    const file = join(folder, "replies-0001.jsonl");
    const whole = readFileSync(file);
    const lastLine = whole.lastIndexOf("\n", whole.length - 2) + 1;
    for (let cut = lastLine + 1; cut < whole.length - 1; cut++) {
      writeFileSync(file, whole);
      truncateSync(file, cut);
      const torn = await ReplyCache.open(folder);
      expect([torn.size, torn.get("k/0")?.text, torn.get("k/2")]).toEqual([2, "reply 0 of ∃ x, x² = 2", undefined]);
      expect(torn.problems).toMatchObject([{ line: 3, reason: expect.stringContaining(`torn after ${cut - lastLine} bytes`) as unknown }]);
      torn.put("k/2", { text: "asked again" });
      torn.close();
      const next = await ReplyCache.open(folder);
      expect(["k/0", "k/1", "k/2"].map((key) => next.get(key)?.text)).toEqual(["reply 0 of ∃ x, x² = 2", "reply 1 of ∃ x, x² = 2", "asked again"]);
      next.close();
      rmSync(join(folder, "replies-0002.jsonl"));
    }
  });

  test("a last line that lacks only its end is whole", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "by-hand.jsonl"), '{"key":"k","v":1}');
    const cache = await ReplyCache.open(folder);
    expect([cache.get("k"), cache.problems]).toEqual([{ key: "k", v: 1 }, []]);
    cache.close();
  });

  test("lines that are no records are reported with file and line, and cost nothing else", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "old.jsonl"), '{"key":"a","v":1}\n\nnonsense\n{"v":2,"key":"late"}\n{"key":"b","v":}\n{"key":"c","v":3}\n');
    const cache = await ReplyCache.open(folder);
    expect([cache.get("a")?.v, cache.get("b"), cache.get("c")?.v]).toEqual([1, undefined, 3]);
    expect(cache.problems.map(({ line }) => line)).toEqual([3, 4, 5]);
    expect(cache.problems[0]).toMatchObject({ file: expect.stringContaining("old.jsonl") as unknown, reason: "not a record: it does not begin with a key" });
    cache.close();
  });

  test("no byte that is flipped, wherever it lies, changes what a record says: it is as it was, or absent and reported with its line", async () => {
    const folder = newFolder();
    const file = join(folder, "replies-0001.jsonl");
    const texts = ["theorem t : 2 + 2 = 4", "∃ x, x² = 2", 'a "quote" and a \\ and a line\n'];
    const cache = await ReplyCache.open(folder);
    texts.forEach((text, i) => cache.put(`k/${i}`, { text }));
    cache.close();
    const whole = readFileSync(file);
    const lineOf = (at: number) => 1 + whole.subarray(0, at).filter((byte) => byte === 0x0a).length;
    for (let at = 0; at < whole.length; at++) {
      for (const by of [1 << (at % 8), 1 << ((at + 3) % 8)]) {
        const flipped = Buffer.from(whole);
        flipped[at]! ^= by;
        writeFileSync(file, flipped);
        const damaged = await ReplyCache.open(folder);
        const place = `byte ${at} ^ ${by}: ${flipped.toString("latin1")}`;
        const found = texts.map((_, i) => damaged.get(`k/${i}`)?.text);
        found.forEach((text, i) => expect([texts[i], undefined], place).toContain(text));
        if (found.includes(undefined)) expect(damaged.problems.map(({ line }) => line), place).toContain(lineOf(at));
        // Only the line that was hit is lost, and the one behind it where the end between them was hit.
        found.forEach((text, i) => expect(text !== undefined || i + 1 === lineOf(at) || (i === lineOf(at) && whole[at] === 0x0a), place).toBe(true));
        damaged.close();
      }
    }
  });

  test("lines without a checksum, as there were before, are taken as they are", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "old.jsonl"), '{"key":"a","kind":"reply","choice":{"text":"sum"},"warnings":[]}\n{"key":"b","sum":"0123456789abcdef","v":1}\n');
    const cache = await ReplyCache.open(folder);
    expect([cache.get("a"), cache.get("b"), cache.problems]).toEqual([{ key: "a", kind: "reply", choice: { text: "sum" }, warnings: [] }, { key: "b", sum: "0123456789abcdef", v: 1 }, []]);
    cache.put("c", { v: 1, sum: "of its own" });
    expect(cache.get("c")).toEqual({ key: "c", v: 1, sum: "of its own" });
    // The checksum can be made by hand: sha256sum of the line up to ,"sum"
    expect(readFileSync(join(folder, "replies-0002.jsonl"), "utf8")).toBe(`{"key":"c","v":1,"sum":"of its own","sum":"${createHash("sha256").update('{"key":"c","v":1,"sum":"of its own"').digest("hex").slice(0, 16)}"}\n`);
    cache.close();
  });

  test("lists lines longer than what it reads at once", async () => {
    const folder = newFolder();
    const cache = await ReplyCache.open(folder);
    const lengths = [3_000_000, 10, 1_048_576 - 20, 5];
    lengths.forEach((length, i) => cache.put(`k/${i}`, { text: "x".repeat(length) }));
    cache.close();
    const again = await ReplyCache.open(folder);
    expect(lengths.map((_, i) => (again.get(`k/${i}`)?.text as string).length)).toEqual(lengths);
    again.close();
  });

  test("gives back any value under any key it wrote", async () => {
    const cache = await ReplyCache.open(newFolder());
    const record = fc.dictionary(fc.string().filter((name) => name !== "key" && name !== "__proto__"), fc.jsonValue());
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{1,64}\/\d{1,4}$/), record, (key, value) => {
        cache.put(key, value);
        expect(cache.get(key)).toEqual(JSON.parse(JSON.stringify({ key, ...value })));
      }),
    );
    cache.close();
  });

  test("survives a process killed in the middle of writing, as often as you like", async () => {
    const folder = newFolder();
    const writer = `
      const fs = require("node:fs"), path = require("node:path");
      const fd = fs.openSync(path.join(process.argv[1], "writer-" + process.argv[2] + ".jsonl"), "a");
      for (let i = 0; ; i++) fs.writeSync(fd, JSON.stringify({ key: process.argv[2] + "/" + i, text: "x".repeat(20000) }) + "\\n");`;
    for (let round = 0; round < 5; round++) {
      const child = spawn(process.execPath, ["-e", writer, folder, String(round)]);
      const file = join(folder, `writer-${round}.jsonl`);
      while (!existsSync(file) || statSync(file).size < 20_100) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, 20));
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("exit", resolve));
      appendFileSync(file, `{"key":"${round}/torn","text":"xx`); // what a kill within the call leaves
    }
    const cache = await ReplyCache.open(folder);
    expect(cache.problems).toHaveLength(5);
    for (let round = 0; round < 5; round++) expect((cache.get(`${round}/0`)?.text as string).length).toBe(20_000);
    cache.close();
  });

  test("says what is wrong with a folder that is none", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    await expect(ReplyCache.open(file)).rejects.toThrow(/^the cache .*file cannot be used: EEXIST/);
  });
});
