import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { readJsonLines } from "../../src/core/files";
import { DataError } from "../../src/core/errors";
import { formalisationRow, type FormalisationLine } from "../../src/data/benchmark";
import { eachStretch, PartReader } from "../../src/data/formalisations/parts";
import { eachLine, readFormalisations } from "../../src/data/formalisations/read";
import { ROW, RowTexts, StretchReader, type Stretch } from "../../src/data/formalisations/stretch";
import { ObjectScan } from "../../src/data/scan/jsonObject";
import { scanMemory } from "../../src/data/scan/stringEnd";

const folder = mkdtempSync(join(tmpdir(), "benchmark-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FIELDS = ["type_of_perturbation", "proof_result", "problem_id", "autoformaliser_model", "node_id"] as const;
const good = { step_content: "7 · 12 = 84", is_perturbed: false, type_of_perturbation: "unperturbed", problem_id: "gsm8k-1", node_id: "step_1", autoformaliser_model: "m", autoformaliser_output: "theorem …\n", prover_output: "", proof_result: "Proved" };

/** The plain way: every line through readline and JSON.parse. */
async function plainly(bytes: Buffer): Promise<FormalisationLine[]> {
  const lines: FormalisationLine[] = [];
  for await (const each of readJsonLines(Readable.from(bytes.length > 0 ? [bytes] : []).setEncoding("utf8"))) {
    const place = { file: "-", line: each.line };
    if (!each.ok) {
      lines.push({ ...place, ok: false, reason: each.reason });
      continue;
    }
    try {
      lines.push({ ...place, ok: true, row: formalisationRow(each.value) });
    } catch (error) {
      lines.push({ ...place, ok: false, reason: (error as DataError).message });
    }
  }
  return lines;
}

async function read(source: string | NodeJS.ReadableStream): Promise<FormalisationLine[]> {
  const lines: FormalisationLine[] = [];
  for await (const line of readFormalisations(source)) lines.push(line);
  return lines;
}

/** The bytes in pieces, cut anywhere, also within a character. */
function pieces(bytes: Buffer, size: number): Readable {
  return Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size)));
}

const space = fc.oneof({ weight: 80, arbitrary: fc.constantFrom("", "", "", " ", "\t", "  ") }, { weight: 1, arbitrary: fc.constantFrom("\r", "\u00a0", "\u2028") });
/** A JSON string in one of the ways in which it may be written. */
const written = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.integer({ min: 0, max: 6 }), fc.nat()).map(([value, way, at]) => {
    const json = JSON.stringify(value);
    const i = value.length === 0 ? 0 : at % value.length;
    if (way === 0 && value.length > 0) return `${JSON.stringify(value.slice(0, i)).slice(0, -1)}\\u${value.charCodeAt(i).toString(16).padStart(4, "0")}${JSON.stringify(value.slice(i + 1)).slice(1)}`;
    if (way === 1) return json.replace(/\//g, "\\/").replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`);
    return json;
  });
const text = fc.oneof(fc.constantFrom("unperturbed", "regex_perturbed", "Proved", "AF-Fail", "gsm8k-1", "a/b\"c\\", "", "ℝ \u{1d49c}\u2028", "\ud800", "proof_result", "0", "x".repeat(40)), fc.string({ unit: "binary", maxLength: 40 }));
const key = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...FIELDS) }, { weight: 1, arbitrary: fc.constantFrom("step_content", "__proto__", "proof_resul", "proof_result ") });
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    written(text),
    written(text),
    fc.constantFrom("0", "-0", "1.5e-3", "12", "1E400", "true", "false", "null"),
    fc.constantFrom("NaN", "01", "1.", "-", "tru", '"\\x"', '"\\u12g4"', '"\t"', '"', "[1,]", "{,}", "1e+", "[", "}", "\u0000"),
    fc.array(fc.tuple(space, tie("value"), space).map((parts) => parts.join("")), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
    fc.array(tie("member"), { maxLength: 3 }).map((members) => `{${members.join(",")}}`),
  ),
  member: fc.tuple(space, written(key), space, tie("value"), space).map(([a, name, b, content, c]) => `${a}${name}${b}:${c}${content}`),
})) as unknown as { value: fc.Arbitrary<string> };
const member = fc.tuple(space, written(key), space, space, fc.oneof({ weight: 3, arbitrary: fc.constantFrom('"unperturbed"', '"Proved"', '"m"', '"gsm8k-1"', "3") }, { weight: 1, arbitrary: value }), space).map(([a, name, b, c, content, d]) => `${a}${name}${b}:${c}${content}${d}`);
const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
/** Rows that are mostly whole, with further members before and after; some cut off, some with a byte of them changed. */
const rowOf = fc
  .record({ before: fc.array(member, { maxLength: 3 }), after: fc.array(member, { maxLength: 2 }), order: fc.shuffledSubarray(Object.entries(good), { minLength: 8 }), cut: rarely(fc.nat(400)), change: rarely(fc.tuple(fc.nat(), fc.nat(255))), gap: space })
  .map(({ before, after, order, cut, change, gap }) => {
    const row = Buffer.from(`${gap}{${[...before, ...order.map(([name, content]) => `${JSON.stringify(name)}:${gap}${JSON.stringify(content)}`), ...after].join(",")}}${gap}`);
    if (change) row[change[0] % row.length] = change[1];
    return cut === null ? row : row.subarray(0, cut);
  });
const line = fc.oneof({ weight: 6, arbitrary: rowOf }, { weight: 1, arbitrary: fc.oneof(value, fc.constantFrom("", "  ", "\u00a0", "[]", "not json", "\r", "\u0000")).map((each) => Buffer.from(each)) });
const file = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, fc.constantFrom("\n", "\n", "\r\n", "\r", "\n\n", "\r\r\n")), { maxLength: 8 }), fc.boolean())
  .map(([mark, lines, whole]) => Buffer.concat([Buffer.from(mark ? "\uFEFF" : ""), ...lines.flatMap(([each, end], i) => [each, Buffer.from(whole || i < lines.length - 1 ? end : "")])]));

describe("the scan of benchmark rows says what JSON.parse says", () => {
  test("whatever the bytes, however they are cut", { timeout: 120_000 }, async () => {
    let [rows, counted] = [0, 0];
    await fc.assert(
      fc.asyncProperty(file, fc.integer({ min: 1, max: 600 }), async (bytes, size) => {
        const expected = await plainly(bytes);
        expect(await read(pieces(bytes, size))).toEqual(expected);
        rows += expected.length;
        counted += expected.filter(({ ok }) => ok).length;
      }),
      { numRuns: 2000, seed: 10 },
    );
    // Neither kind of row is rare, so that both ways are tried.
    expect(counted / rows).toBeGreaterThan(0.2);
    expect(counted / rows).toBeLessThan(0.9);
  });

  test("the scan is never sure of what JSON.parse refuses, and finds what it gives; with and without SIMD", () => {
    for (const simd of [true, false]) {
      const memory = scanMemory(1 << 16, { simd });
      const scan = new ObjectScan(memory, FIELDS);
      let sure = 0;
      fc.assert(
        fc.property(fc.oneof(rowOf, value.map((each) => Buffer.from(each))), fc.nat(40), (bytes, offset) => {
          if (bytes.includes(10)) return;
          const start = memory.start + offset;
          memory.bytes.set([...bytes, 10], start);
          if (scan.line(start) < 0) return;
          sure += 1;
          const row = JSON.parse(bytes.toString("utf8")) as Record<string, unknown>;
          for (const [i, name] of FIELDS.entries()) {
            const found = scan.from[i] === 0 ? undefined : JSON.parse(Buffer.from(memory.bytes.subarray(scan.from[i], scan.to[i])).toString("utf8"));
            expect(found).toEqual(Object.hasOwn(row, name) ? row[name] : undefined);
          }
        }),
        { numRuns: 5000, seed: 11 },
      );
      expect(sure).toBeGreaterThan(1000);
    }
  });

  test("a string ends where JSON says, at every alignment, with and without SIMD", () => {
    for (const simd of [true, false]) {
      const memory = scanMemory(1 << 12, { simd });
      fc.assert(
        fc.property(fc.array(fc.constantFrom("a", "é", "😀", '"', "\\", "\\\\", '\\"', "\\n", "\\/", "\\u00e9", "\\uD83", "\\x", "\u001f", "\u007f", " ", "bcdefghijklmnopqr"), { maxLength: 40 }), fc.nat(17), (parts, offset) => {
          const bytes = Buffer.from(`${parts.join("")}\n`);
          const start = memory.start + offset;
          memory.bytes.set(bytes, start);
          const whole = /^(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/.exec(bytes.toString("latin1"));
          expect(memory.stringEnd(start)).toBe(whole ? start + whole[0].length : -1);
        }),
        { numRuns: 3000, seed: 12 },
      );
    }
  });

  test("a row longer than a block, and a deep one, are rows", async () => {
    const long = JSON.stringify({ ...good, prover_output: "ℝ".repeat(1_000_000) });
    const deep = `${JSON.stringify(good).slice(0, -1)},"x":${"[".repeat(5000)}${"]".repeat(5000)}}`;
    const lines = await read(pieces(Buffer.from(`${long}\n${deep}\n{"a":1}\n${JSON.stringify(good)}`), 70_000));
    expect(lines.map(({ line: number, ok }) => [number, ok])).toEqual([[1, true], [2, true], [3, false], [4, true]]);
  });
});

test("a line too long to be made a text is refused, not those around it", () => {
  const memory = scanMemory(1 << 12);
  const reader = new StretchReader(memory, 500);
  const row = JSON.stringify(good);
  const bytes = Buffer.from(`${row}\n${"x".repeat(300)}\r${"x".repeat(300)}\r\n${row}\n${JSON.stringify({ ...good, node_id: "n".repeat(600) })}\n${JSON.stringify({ ...good, prover_output: "p".repeat(600) })}\n`);
  memory.bytes.set(bytes, memory.start);
  reader.read(memory.start, memory.start + bytes.length);
  const { rows, refused, lines } = reader.take();
  expect([lines, [...rows].filter((_, i) => i % ROW === 0), refused.map(({ line }) => line)]).toEqual([6, [1, 4, 6], [2, 5]]);
  expect(refused[0]!.reason).toBe("a line of 602 bytes, of which at most 500 can be read");
});

describe("a file in parts", () => {
  const program = join(import.meta.dirname, "../../dist/data/formalisations/thread.js");
  const path = join(folder, "parts.jsonl");
  const linesOf = (texts: Map<number, RowTexts>) => (stretch: Stretch, reader: number, before: number): FormalisationLine[] => {
    if (!texts.has(reader)) texts.set(reader, new RowTexts());
    texts.get(reader)!.add(stretch);
    return [...eachLine("-", before, stretch, texts.get(reader)!)];
  };

  test("gives the lines of the whole, wherever it is cut", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.integer({ min: 1, max: 900 }), async (bytes, partBytes) => {
        writeFileSync(path, bytes);
        const [reader, lines, take] = [new PartReader(path, partBytes), [] as FormalisationLine[], linesOf(new Map())];
        for (let [part, before] = [0, 0]; part * partBytes < bytes.length; part++) {
          const stretch = await reader.read(part);
          lines.push(...take(stretch, 0, before));
          before += stretch.lines;
        }
        reader.close();
        expect(lines).toEqual(await plainly(bytes));
      }),
      { numRuns: 300, seed: 13 },
    );
  });

  test("gives them in order from several threads, each of which numbers texts for itself", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 5, maxLength: 40 }), fc.integer({ min: 2, max: 4 }), async (files, threads) => {
        const bytes = Buffer.concat(files.map((each) => Buffer.concat([each, Buffer.from("\n")])));
        writeFileSync(path, bytes);
        const [lines, take] = [[] as FormalisationLine[], linesOf(new Map())];
        await eachStretch(path, (...each) => lines.push(...take(...each)), { threads, partBytes: 300, program });
        expect(lines).toEqual(await plainly(bytes));
      }),
      { numRuns: 10, seed: 14 },
    );
  });

  test("a named pipe is opened once, so that who writes into it can write it all", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    writeFileSync(join(folder, "for-pipe.jsonl"), `${JSON.stringify(good)}\n`.repeat(2000)); // more than a pipe holds
    const writer = spawn("sh", ["-c", 'cat "$0" > "$1"', join(folder, "for-pipe.jsonl"), pipe]);
    const ended = once(writer, "exit");
    let lines = 0;
    await eachStretch(pipe, (stretch) => void (lines += stretch.lines), { threads: 2 });
    expect([lines, await ended]).toEqual([2000, [0, null]]);
  });

  test("a thread that cannot read, or cannot even start, is an error that names the file", async () => {
    const rows = Buffer.from(`${JSON.stringify(good)}\n`.repeat(50));
    writeFileSync(path, rows);
    const none = () => undefined;
    await expect(eachStretch(path, none, { threads: 2, partBytes: 1000, program: join(folder, "no-such-program.js") })).rejects.toThrow(/a thread that reads .*parts\.jsonl failed: .*read it with one thread/);
    const silent = join(folder, "silent.cjs");
    writeFileSync(silent, 'const { workerData } = require("node:worker_threads"); Atomics.add(workerData.next, 0, 1);');
    // The first part takes long enough for the other thread to take one of its own, of which it never tells.
    const slowly = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    await expect(eachStretch(path, slowly, { threads: 2, partBytes: 1000, program: silent })).rejects.toThrow(/parts\.jsonl ended early/);
    await expect(eachStretch(path, none, { threads: 0 })).rejects.toThrow("threads is a whole number from 1 to 64, got 0");
  });
});

const WRITTEN = {
  zstd: "UEFSMRUEFUQVVkwVBBUAEgAAKLUv/SAiEQEACwAAAHVucGVydHVyYmVkDwAAAHJlZ2V4X3BlcnR1cmJlZBUAFRIVJCwVCBUQFQYVBhwAAAAotS/9IAlJAAACAAAACAEBAwIVBBU0FUZMFQYVABIAACi1L/0gGtEAAAYAAABQcm92ZWQHAAAAUmVmdXRlZAEAAAA/FQAVFBUmLBUIFRAVBhUGHAAAACi1L/0gClEAAAIAAAAIAQIDJAAVBBUWFShMFQIVABIAACi1L/0gC1kAAAcAAABnc204ay0xFQAVEhUkLBUIFRAVBhUGHAAAACi1L/0gCUkAAAIAAAAIAQEIABUEFQoVHEwVAhUAEgAAKLUv/SAFKQAAAQAAAG0VABUSFSQsFQgVEBUGFQYcAAAAKLUv/SAJSQAAAgAAAAgBAQgAFQQVKBU6TBUEFQASAAAotS/9IBShAAAGAAAAc3RlcF8xBgAAAHN0ZXBfMhUAFRIVJCwVCBUQFQYVBhwAAAAotS/9IAlJAAACAAAAAwcBAwQVBBlsNQAYBnNjaGVtYRUKABUMJQIYFHR5cGVfb2ZfcGVydHVyYmF0aW9uJQBMHAAAABUMJQIYDHByb29mX3Jlc3VsdCUATBwAAAAVDCUCGApwcm9ibGVtX2lkJQBMHAAAABUMJQIYFGF1dG9mb3JtYWxpc2VyX21vZGVsJQBMHAAAABUMJQIYB25vZGVfaWQlAEwcAAAAFggZHBlcJgAcFQwZNQAGEBkYFHR5cGVfb2ZfcGVydHVyYmF0aW9uFQwWCBaYARa8ASZ6JggpLBUEFQAVAgAVABUQFQIAPBZgGQYZJgAIAAAAJgAcFQwZNQAGEBkYDHByb29mX3Jlc3VsdBUMFggWigEWrgEmpgImxAEpLBUEFQAVAgAVABUQFQIAPBYoGQYZJgAIAAAAJgAcFQwZNQAGEBkYCnByb2JsZW1faWQVDBYIFmoWjgEmtgMm8gIpLBUEFQAVAgAVABUQFQIAPBY4GQYZJgAIAAAAJgAcFQwZNQAGEBkYFGF1dG9mb3JtYWxpc2VyX21vZGVsFQwWCBZeFoIBJrgEJoAEKSwVBBUAFQIAFQAVEBUCADwWCBkGGSYACAAAACYAHBUMGTUABhAZGAdub2RlX2lkFQwWCBZ8FqABJtgFJoIFKSwVBBUAFQIAFQAVEBUCADwWJBkGGSYCBgAAABbmBBYIJggWmgYAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRlcHAAAHAAAHAAAHAAAHAAAADkCAABQQVIx",
  lz4: "UEFSMRUEFUQVSEwVBBUAEgAA8BMLAAAAdW5wZXJ0dXJiZWQPAAAAcmVnZXhfcGVydHVyYmVkFQAVEhUULBUIFRAVBhUGHAAAAJACAAAACAEBAwIVBBU0FThMFQYVABIAAPALBgAAAFByb3ZlZAcAAABSZWZ1dGVkAQAAAD8VABUUFRYsFQgVEBUGFQYcAAAAoAIAAAAIAQIDJAAVBBUWFRhMFQIVABIAALAHAAAAZ3NtOGstMRUAFRIVFCwVCBUQFQYVBhwAAACQAgAAAAgBAQgAFQQVChUMTBUCFQASAABQAQAAAG0VABUSFRQsFQgVEBUGFQYcAAAAkAIAAAAIAQEIABUEFSgVLEwVBBUAEgAA8AUGAAAAc3RlcF8xBgAAAHN0ZXBfMhUAFRIVFCwVCBUQFQYVBhwAAACQAgAAAAMHAQMEFQQZbDUAGAZzY2hlbWEVCgAVDCUCGBR0eXBlX29mX3BlcnR1cmJhdGlvbiUATBwAAAAVDCUCGAxwcm9vZl9yZXN1bHQlAEwcAAAAFQwlAhgKcHJvYmxlbV9pZCUATBwAAAAVDCUCGBRhdXRvZm9ybWFsaXNlcl9tb2RlbCUATBwAAAAVDCUCGAdub2RlX2lkJQBMHAAAABYIGRwZXCYAHBUMGTUABhAZGBR0eXBlX29mX3BlcnR1cmJhdGlvbhUOFggWmAEWngEmbCYIKSwVBBUAFQIAFQAVEBUCADwWYBkGGSYACAAAACYAHBUMGTUABhAZGAxwcm9vZl9yZXN1bHQVDhYIFooBFpABJvoBJqYBKSwVBBUAFQIAFQAVEBUCADwWKBkGGSYACAAAACYAHBUMGTUABhAZGApwcm9ibGVtX2lkFQ4WCBZqFm4m6gImtgIpLBUEFQAVAgAVABUQFQIAPBY4GQYZJgAIAAAAJgAcFQwZNQAGEBkYFGF1dG9mb3JtYWxpc2VyX21vZGVsFQ4WCBZeFmImzAMmpAMpLBUEFQAVAgAVABUQFQIAPBYIGQYZJgAIAAAAJgAcFQwZNQAGEBkYB25vZGVfaWQVDhYIFnwWggEmzgQmhgQpLBUEFQAVAgAVABUQFQIAPBYkGQYZJgIGAAAAFuYEFggmCBaABQAoIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGVwcAAAcAAAcAAAcAAAcAAAANwIAAFBBUjE=",
  gzip: "UEFSMRUEFUQVWkwVBBUAEgAAH4sIAAAAAAACA+NmYGAozStILSopLUpKTeEHcotS01Mr4uFCAPQFeQIiAAAAFQAVEhU6LBUIFRAVBhUGHAAAAB+LCAAAAAAAAgNjYmBg4GBkZGYCAFRI0oQJAAAAFQQVNBVWTBUGFQASAAAfiwgAAAAAAAIDY2NgYAgoyi9LTWEHsoJS00pLUlMYgUx7AArD1wkaAAAAFQAVFBU8LBUIFRAVBhUGHAAAAB+LCAAAAAAAAgNjYmBg4GBkYlZhAADihOtvCgAAABUEFRYVPkwVAhUAEgAAH4sIAAAAAAACA2NnYGBIL861yNY1BADNtFDgCwAAABUAFRIVOiwVCBUQFQYVBhwAAAAfiwgAAAAAAAIDY2JgYOBgZORgAACz8CiJCQAAABUEFQoVMkwVAhUAEgAAH4sIAAAAAAACA2NkYGDIBQBIw0HIBQAAABUAFRIVOiwVCBUQFQYVBhwAAAAfiwgAAAAAAAIDY2JgYOBgZORgAACz8CiJCQAAABUEFSgVQkwVBBUAEgAAH4sIAAAAAAACA2NjYGAoLkktiDdkg7GMAEBE/sUUAAAAFQAVEhU6LBUIFRAVBhUGHAAAAB+LCAAAAAAAAgNjYmBgYGZnZGYBAKyDCj8JAAAAFQQZbDUAGAZzY2hlbWEVCgAVDCUCGBR0eXBlX29mX3BlcnR1cmJhdGlvbiUATBwAAAAVDCUCGAxwcm9vZl9yZXN1bHQlAEwcAAAAFQwlAhgKcHJvYmxlbV9pZCUATBwAAAAVDCUCGBRhdXRvZm9ybWFsaXNlcl9tb2RlbCUATBwAAAAVDCUCGAdub2RlX2lkJQBMHAAAABYIGRwZXCYAHBUMGTUABhAZGBR0eXBlX29mX3BlcnR1cmJhdGlvbhUEFggWmAEW1gEmfiYIKSwVBBUAFQIAFQAVEBUCADwWYBkGGSYACAAAACYAHBUMGTUABhAZGAxwcm9vZl9yZXN1bHQVBBYIFooBFtQBJtACJt4BKSwVBBUAFQIAFQAVEBUCADwWKBkGGSYACAAAACYAHBUMGTUABhAZGApwcm9ibGVtX2lkFQQWCBZqFroBJowEJrIDKSwVBBUAFQIAFQAVEBUCADwWOBkGGSYACAAAACYAHBUMGTUABhAZGBRhdXRvZm9ybWFsaXNlcl9tb2RlbBUEFggWXhauASa6BSbsBCksFQQVABUCABUAFRAVAgA8FggZBhkmAAgAAAAmABwVDBk1AAYQGRgHbm9kZV9pZBUEFggWfBa+ASb4BiaaBiksFQQVABUCABUAFRAVAgA8FiQZBhkmAgYAAAAW5gQWCCYIFtAHACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZXBwAABwAABwAABwAABwAAAA5AgAAUEFSMQ==",
  brotli: "UEFSMRUEFUQVQkwVBBUAEgAAGyEAAEQ3t24whCiIwyYyLrxuSagEqgbgZql3SpZDbP5oFQAVEhUaLBUIFRAVBhUGHAAAAAsEgAIAAAAIAQEDAgMVBBU0FTxMFQYVABIAAIsMgAYAAABQcm92ZWQHAAAAUmVmdXRlZAEAAAA/AxUAFRQVHCwVCBUQFQYVBhwAAACLBIACAAAACAECAyQAAxUEFRYVHkwVAhUAEgAACwWABwAAAGdzbThrLTEDFQAVEhUaLBUIFRAVBhUGHAAAAAsEgAIAAAAIAQEIAAMVBBUKFRJMFQIVABIAAAsCgAEAAABtAxUAFRIVGiwVCBUQFQYVBhwAAAALBIACAAAACAEBCAADFQQVKBUqTBUEFQASAAAbEwAAhDHgos0f5VTkElFK4Q7SehkVABUSFRosFQgVEBUGFQYcAAAACwSAAgAAAAMHAQMEAxUEGWw1ABgGc2NoZW1hFQoAFQwlAhgUdHlwZV9vZl9wZXJ0dXJiYXRpb24lAEwcAAAAFQwlAhgMcHJvb2ZfcmVzdWx0JQBMHAAAABUMJQIYCnByb2JsZW1faWQlAEwcAAAAFQwlAhgUYXV0b2Zvcm1hbGlzZXJfbW9kZWwlAEwcAAAAFQwlAhgHbm9kZV9pZCUATBwAAAAWCBkcGVwmABwVDBk1AAYQGRgUdHlwZV9vZl9wZXJ0dXJiYXRpb24VCBYIFpgBFp4BJmYmCCksFQQVABUCABUAFRAVAgA8FmAZBhkmAAgAAAAmABwVDBk1AAYQGRgMcHJvb2ZfcmVzdWx0FQgWCBaKARaaASb+ASamASksFQQVABUCABUAFRAVAgA8FigZBhkmAAgAAAAmABwVDBk1AAYQGRgKcHJvYmxlbV9pZBUIFggWahZ6JvoCJsACKSwVBBUAFQIAFQAVEBUCADwWOBkGGSYACAAAACYAHBUMGTUABhAZGBRhdXRvZm9ybWFsaXNlcl9tb2RlbBUIFggWXhZuJugDJroDKSwVBBUAFQIAFQAVEBUCADwWCBkGGSYACAAAACYAHBUMGTUABhAZGAdub2RlX2lkFQgWCBZ8FoYBJu4EJqgEKSwVBBUAFQIAFQAVEBUCADwWJBkGGSYCBgAAABbmBBYIJggWpgUAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRlcHAAAHAAAHAAAHAAAHAAAADcCAABQQVIx",
  snappy: "UEFSMRUEFUQVSEwVBBUAEgAAIoQLAAAAdW5wZXJ0dXJiZWQPAAAAcmVnZXhfcGVydHVyYmVkFQAVEhUWLBUIFRAVBhUGHAAAAAkgAgAAAAgBAQMCFQQVNBU4TBUGFQASAAAaZAYAAABQcm92ZWQHAAAAUmVmdXRlZAEAAAA/FQAVFBUYLBUIFRAVBhUGHAAAAAokAgAAAAgBAgMkABUEFRYVGkwVAhUAEgAACygHAAAAZ3NtOGstMRUAFRIVFiwVCBUQFQYVBhwAAAAJIAIAAAAIAQEIABUEFQoVDkwVAhUAEgAABRABAAAAbRUAFRIVFiwVCBUQFQYVBhwAAAAJIAIAAAAIAQEIABUEFSgVLEwVBBUAEgAAFEwGAAAAc3RlcF8xBgAAAHN0ZXBfMhUAFRIVFiwVCBUQFQYVBhwAAAAJIAIAAAADBwEDBBUEGWw1ABgGc2NoZW1hFQoAFQwlAhgUdHlwZV9vZl9wZXJ0dXJiYXRpb24lAEwcAAAAFQwlAhgMcHJvb2ZfcmVzdWx0JQBMHAAAABUMJQIYCnByb2JsZW1faWQlAEwcAAAAFQwlAhgUYXV0b2Zvcm1hbGlzZXJfbW9kZWwlAEwcAAAAFQwlAhgHbm9kZV9pZCUATBwAAAAWCBkcGVwmABwVDBk1AAYQGRgUdHlwZV9vZl9wZXJ0dXJiYXRpb24VAhYIFpgBFqABJmwmCCksFQQVABUCABUAFRAVAgA8FmAZBhkmAAgAAAAmABwVDBk1AAYQGRgMcHJvb2ZfcmVzdWx0FQIWCBaKARaSASb8ASaoASksFQQVABUCABUAFRAVAgA8FigZBhkmAAgAAAAmABwVDBk1AAYQGRgKcHJvYmxlbV9pZBUCFggWahZyJvACJroCKSwVBBUAFQIAFQAVEBUCADwWOBkGGSYACAAAACYAHBUMGTUABhAZGBRhdXRvZm9ybWFsaXNlcl9tb2RlbBUCFggWXhZmJtYDJqwDKSwVBBUAFQIAFQAVEBUCADwWCBkGGSYACAAAACYAHBUMGTUABhAZGAdub2RlX2lkFQIWCBZ8FoQBJtoEJpIEKSwVBBUAFQIAFQAVEBUCADwWJBkGGSYCBgAAABbmBBYIJggWjgUAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRlcHAAAHAAAHAAAHAAAHAAAADcCAABQQVIx",
};

describe("what rows are read from", () => {
  const rows = [good, { ...good, type_of_perturbation: "regex_perturbed", proof_result: "Refuted" }, { ...good, proof_result: "?" }];
  const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const path = (name: string, content: Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  test("gzip, by file and by stream, gives the same rows", async () => {
    const plain = await read(path("c.jsonl", bytes));
    expect(plain.map(({ ok }) => ok)).toEqual([true, true, false]);
    const packed = path("packed.gz", gzipSync(bytes));
    expect((await read(packed)).map((each) => ({ ...each, file: "" }))).toEqual(plain.map((each) => ({ ...each, file: "" })));
    expect(await read(pieces(gzipSync(bytes), 7))).toEqual(await read(pieces(bytes, 7)));
    // Two gzip files one after the other are one, as gzip itself has it.
    expect(await read(path("two.gz", Buffer.concat([gzipSync(bytes), gzipSync(bytes)])))).toHaveLength(6);
  });

  test("gzip data that end early are an error that names the file, not fewer rows", async () => {
    const packed = gzipSync(bytes);
    await expect(read(path("torn.gz", packed.subarray(0, packed.length - 12)))).rejects.toThrow(/torn\.gz: not whole gzip data/);
  });

  test("Parquet gives the same rows; a column that is missing is a reason for each row", async () => {
    const { parquetWriteBuffer } = await import("hyparquet-writer");
    const names = Object.keys(good) as (keyof typeof good)[];
    const parquet = (kept: typeof names) => new Uint8Array(parquetWriteBuffer({ columnData: kept.map((name) => ({ name, data: rows.map((row) => row[name]) })), rowGroupSize: 2 }));
    const plain = await read(path("c.jsonl", bytes));
    expect((await read(path("c.parquet", parquet(names)))).map((each) => ({ ...each, file: "" }))).toEqual(plain.map((each) => ({ ...each, file: "" })));
    const without = await read(path("without.parquet", parquet(names.filter((name) => name !== "node_id"))));
    expect(without.map((each) => (each.ok ? "" : each.reason))).toEqual(['no field "node_id"', 'no field "node_id"', expect.stringContaining('"proof_result" is one of')]);
    await expect(read(Readable.from([Buffer.from(parquet(names))]))).rejects.toThrow("cannot be read from standard input");
    await expect(read(path("torn.parquet", parquet(names).subarray(0, 200)))).rejects.toThrow(/torn\.parquet: not a whole Parquet file/);
  });

  test("a Parquet file may hold more new texts in a group than a call takes arguments, and numbers of 64 bits", { timeout: 30_000 }, async () => {
    const { parquetWriteBuffer } = await import("hyparquet-writer");
    const names = ["type_of_perturbation", "proof_result", "problem_id", "autoformaliser_model"] as const;
    const columns = (count: number, nodes: unknown[]) => [...names.map((name) => ({ name, data: new Array(count).fill(good[name]) })), { name: "node_id", data: nodes }];
    const many = 200_000;
    const lines = await read(path("many.parquet", new Uint8Array(parquetWriteBuffer({ columnData: columns(many, Array.from({ length: many }, (_, i) => `n${i}`)), rowGroupSize: many }))));
    expect([lines.length, lines.at(-1)]).toEqual([many, expect.objectContaining({ ok: true, row: expect.objectContaining({ nodeId: "n199999" }) })]);
    const wide = await read(path("wide.parquet", new Uint8Array(parquetWriteBuffer({ columnData: columns(2, [2n ** 60n, 7n]) }))));
    expect(wide.map((each) => each.ok && each.row.nodeId)).toEqual(["1152921504606846976", "7"]);
  });

  test("a Parquet file with one bit turned gives rows or an error that names it", async () => {
    const { parquetWriteBuffer } = await import("hyparquet-writer");
    const sound = new Uint8Array(parquetWriteBuffer({ columnData: FIELDS.map((name) => ({ name, data: rows.map((row) => row[name]) })), rowGroupSize: 2 }));
    let errors = 0;
    for (let at = 0; at < sound.length; at++) {
      const turned = sound.slice();
      turned[at]! ^= 1 << (at % 8);
      await read(path("turned.parquet", turned)).catch((error) => {
        errors += 1;
        expect(error).toBeInstanceOf(DataError);
        expect(error.message).toContain("turned.parquet: ");
      });
    }
    expect(errors).toBeGreaterThan(100);
  });

  // The same four rows written by pyarrow 26 with each of its compressions; the third has the result "?", the fourth no node.
  test.each(Object.entries(WRITTEN))("Parquet compressed by %s is read, and what is wrong with a row is said as of any row", async (name, base64) => {
    const lines = await read(path(`${name}.parquet`, Buffer.from(base64, "base64")));
    expect(lines.map((each) => (each.ok ? [each.row.kind, each.row.outcome, each.row.nodeId] : each.reason))).toEqual([
      ["unperturbed", "proved", "step_1"],
      ["regex_perturbed", "refuted", "step_1"],
      '"proof_result" is one of AF-Fail, Inconclusive, Proved, Refuted, got "?"',
      '"node_id" is a text, got null',
    ]);
  });

  test("a folder or a missing file is an error that names it", async () => {
    await expect(read(folder)).rejects.toThrow(/cannot be read \(EISDIR\)/);
    await expect(read(join(folder, "none"))).rejects.toThrow(/none: no such file/);
  });
});
