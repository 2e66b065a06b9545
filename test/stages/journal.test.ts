import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import fc from "fast-check";
import { Journal, keyOf } from "../../src/stages/journal";
import { lockFolder } from "../../src/stages/lock";
import { runStage, type Progress } from "../../src/stages/stage";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "journal-"));
  path = join(folder, "stage.journal.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const filled = (rows: number) => {
  const journal = new Journal(path);
  for (let i = 0; i < rows; i++) journal.append(`key-${i}`, `row-${i}`, { text: `∑ ${i}`, i });
  journal.close();
  return readFileSync(path);
};

describe("a journal", () => {
  test("gives back what was kept, and keeps nothing twice", () => {
    const bytes = filled(3);
    const again = new Journal(path);
    expect([again.size, again.get("key-1"), again.has("key-9"), again.problems]).toEqual([3, { text: "∑ 1", i: 1 }, false, []]);
    again.append("key-1", "row-1", { other: true });
    again.close();
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test("cut off anywhere, it keeps all whole lines, says what was torn, and ends up with the same bytes", () => {
    const bytes = filled(4);
    fc.assert(
      fc.property(fc.nat(bytes.length), (length) => {
        writeFileSync(path, bytes.subarray(0, length));
        const whole = bytes.subarray(0, length).toString("utf8").split("\n").length - 1;
        const journal = new Journal(path);
        expect(journal.size).toBe(whole);
        expect(journal.problems).toHaveLength(length === 0 || bytes[length - 1] === 10 ? 0 : 1);
        for (const { file, line, what } of journal.problems) expect([file, line, what]).toEqual([expect.stringContaining("stage.journal.jsonl"), whole + 1, "torn last line cut off; its value is made again"]);
        for (let i = 0; i < 4; i++) journal.append(`key-${i}`, `row-${i}`, { text: `∑ ${i}`, i });
        journal.close();
        expect(readFileSync(path).equals(bytes)).toBe(true);
      }),
    );
  });

  test("a flipped bit anywhere is noticed; only its line is lost", () => {
    const bytes = filled(4);
    fc.assert(
      fc.property(fc.nat(bytes.length - 2), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        fc.pre(bytes[at] !== 10); // a line break turned into a letter joins two lines, see below
        const damaged = Buffer.from(bytes);
        damaged[at]! ^= 1 << bit;
        fc.pre(damaged[at] !== 10 && damaged[at] !== 13);
        writeFileSync(path, damaged);
        const journal = new Journal(path);
        journal.close();
        expect(journal.size).toBe(3);
        expect(journal.problems).toHaveLength(1);
        expect(new Journal(path).problems).toEqual([]); // mended
      }),
    );
  });

  test("two lines joined by a lost line break are both made again, the others stay", () => {
    const bytes = filled(4);
    const damaged = Buffer.from(bytes);
    damaged[bytes.indexOf(10)] = 32;
    writeFileSync(path, damaged);
    const journal = new Journal(path);
    expect([journal.size, journal.problems.length]).toEqual([2, 1]);
    journal.close();
  });

  test("keys depend on stage, configuration and input, not on the order of fields", () => {
    expect(keyOf("a", { x: 1, y: [{ p: 1, q: 2 }] }, "i")).toBe(keyOf("a", { y: [{ q: 2, p: 1 }], x: 1 }, "i"));
    expect(new Set([keyOf("a", {}, 1), keyOf("b", {}, 1), keyOf("a", { x: 1 }, 1), keyOf("a", {}, "1"), keyOf("a", {}, [1])]).size).toBe(5);
  });
});

describe("a stage", () => {
  const rows = Array.from({ length: 30 }, (_, i) => ({ id: `row-${i}`, input: i }));
  const stage = (journal: Journal, more: Partial<Parameters<typeof runStage<number, number>>[0]> = {}) => runStage<number, number>({ name: "square", configuration: {}, rows, make: (i) => i * i, journal, concurrency: 4, ...more });

  test("values come in the order of the rows, and the journal has the same bytes however the work was interleaved", async () => {
    const one = new Journal(path);
    expect(await stage(one, { concurrency: 1 })).toEqual(rows.map(({ input }) => input * input));
    one.close();
    const bytes = readFileSync(path);
    rmSync(path);
    const many = new Journal(path);
    await stage(many, { concurrency: 8, make: async (i) => (await new Promise((resolve) => setTimeout(resolve, (i * 7) % 5)), i * i) });
    many.close();
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test("what is there is not made again; equal inputs are made once", async () => {
    const made: number[] = [];
    const journal = new Journal(path);
    await stage(journal, { rows: rows.slice(0, 10) });
    const values = await stage(journal, { rows: [...rows, ...rows], make: (i) => (made.push(i), i * i) });
    expect(values).toHaveLength(60);
    expect(made).toEqual(rows.slice(10).map(({ input }) => input));
    journal.close();
  });

  test("lines that were damaged in the middle come back to their places, also among those of a later stage", async () => {
    const both = async () => {
      const journal = new Journal(path);
      await stage(journal, { rows: rows.slice(0, 8) });
      await stage(journal, { name: "again", rows: rows.slice(0, 8) });
      journal.close();
      return journal.problems;
    };
    await both();
    const bytes = readFileSync(path);
    const lines = bytes.toString("utf8").split("\n");
    for (const damaged of [[0], [7], [3, 4, 12], [15]]) {
      writeFileSync(path, lines.map((line, i) => (damaged.includes(i) ? line.replace("key", "kex") : line)).join("\n"));
      expect((await both()).map(({ line }) => line)).toEqual(damaged.map((i) => i + 1));
      expect(readFileSync(path).equals(bytes)).toBe(true);
      expect(await both()).toEqual([]);
    }
  });

  test("never more rows at once than allowed", async () => {
    const journal = new Journal(path);
    let now = 0;
    let most = 0;
    await stage(journal, { concurrency: 3, make: async (i) => ((most = Math.max(most, ++now)), await new Promise((resolve) => setTimeout(resolve, 1)), now--, i) });
    expect(most).toBe(3);
    journal.close();
  });

  test("an error ends the stage, what was made before it is kept", async () => {
    const journal = new Journal(path);
    await expect(stage(journal, { concurrency: 1, make: (i) => { if (i === 5) throw new Error("broken"); return i; } })).rejects.toThrow("broken");
    expect(journal.size).toBe(5);
    journal.close();
  });

  test("can be stopped, and tells how far it is", async () => {
    const journal = new Journal(path);
    const stop = new AbortController();
    const seen: Progress[] = [];
    await expect(stage(journal, { concurrency: 1, signal: stop.signal, onProgress: (progress) => seen.push(progress), make: (i) => { if (i === 9) stop.abort(new Error("enough")); return i; } })).rejects.toThrow("enough");
    expect(seen[0]).toEqual({ stage: "square", done: 0, total: 30, resumed: 0 });
    expect(seen.at(-1)).toMatchObject({ done: 10, total: 30 });
    expect(await stage(journal, { onProgress: (progress) => seen.push(progress) })).toHaveLength(30);
    expect(seen.at(-1)).toMatchObject({ done: 30, total: 30, resumed: 10 });
    journal.close();
  });
});

describe("a locked folder", () => {
  test("refuses a second process and names the first; is free again after release", () => {
    const release = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(new RegExp(`is in use by process ${process.pid} on ${hostname()}`));
    release();
    lockFolder(folder)();
  });

  test("is taken over from a process that is gone, not from another machine", () => {
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    writeFileSync(join(folder, "run.lock"), JSON.stringify({ pid: gone, host: hostname() }));
    lockFolder(folder)();
    writeFileSync(join(folder, "run.lock"), JSON.stringify({ pid: gone, host: "elsewhere" }));
    expect(() => lockFolder(folder)).toThrow("on elsewhere");
    truncateSync(join(folder, "run.lock")); // a lock that says nothing
    lockFolder(folder)();
    appendFileSync(join(folder, "run.lock"), "x");
    lockFolder(folder)();
  });
});
