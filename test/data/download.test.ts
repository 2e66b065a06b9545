import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { download, type DownloadOptions } from "../../src/data/download";
import { fileServer, type Fault, type FileServer } from "../fakes/file-server";

const CONTENT = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 31 + (i >> 8)) % 256));
const sha = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const verify = async (part: string) => (sha(readFileSync(part)) === sha(CONTENT) ? undefined : "has another SHA-256");

let server: FileServer;
let folder: string;
let path: string;
let waits: number[];
let told: string[];

beforeEach(async () => {
  server = await fileServer({ "/a.bin": CONTENT });
  folder = mkdtempSync(join(tmpdir(), "download-"));
  path = join(folder, "a.bin");
  waits = [];
  told = [];
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Time that costs nothing: waits are noted, not waited. */
const clock = { now: Date.now, sleep: async (ms: number) => void waits.push(ms) };
const bring = (options: DownloadOptions = {}) => download(`${server.url}/a.bin`, path, { verify, clock, onRetry: (message) => void told.push(message), onProgress: ({ bytes }) => (server.received = bytes), ...options });
const arrived = () => {
  expect(readFileSync(path).equals(CONTENT)).toBe(true);
  expect(readdirSync(folder)).toEqual(["a.bin"]);
};
const ranges = () => server.seen.map(({ headers }) => headers.range);

describe("download", () => {
  test("brings a file and leaves nothing beside it", async () => {
    const seen: number[] = [];
    await bring({ onProgress: ({ bytes, total }) => (expect(total).toBe(CONTENT.length), void seen.push(bytes)) });
    arrived();
    expect(seen.at(-1)).toBe(CONTENT.length);
    expect(server.seen[0]!.headers["accept-encoding"]).toBe("identity");
  });

  test("after a broken connection it goes on from the bytes that came, holding the server to the same ETag", async () => {
    server.faults = [{ kind: "cut", after: 20_000 }, { kind: "cut", after: 10_000 }];
    await bring();
    arrived();
    expect(ranges()).toEqual([undefined, "bytes=20000-", "bytes=30000-"]);
    expect(server.seen[1]!.headers["if-range"]).toBe('"/a.bin-1"');
    expect(waits).toEqual([1000, 2000]);
  });

  test("gets over connections that are reset, whatever came of them", async () => {
    server.faults = Array.from({ length: 4 }, (): Fault => ({ kind: "reset", after: 10_000 }));
    await bring();
    arrived();
    expect(server.seen.length).toBe(5);
  });

  const recovered: [string, Fault[], (string | undefined)[]][] = [
    ["a server that does not know ranges", [{ kind: "cut", after: 20_000 }, { kind: "no range" }], [undefined, "bytes=20000-"]],
    ["a part of another file under a new ETag", [{ kind: "cut", after: 20_000 }, { kind: "other part" }], [undefined, "bytes=20000-", undefined]],
    ["a weak ETag, on which nothing can be resumed", [{ kind: "weak etag", after: 20_000 }], [undefined, undefined]],
    ["503 and 500", [{ kind: "status", status: 503 }, { kind: "status", status: 500 }], [undefined, undefined, undefined]],
    ["a stall", [{ kind: "stall", after: 20_000 }], [undefined, "bytes=20000-"]],
    ["gzip though none was asked", [{ kind: "gzip" }], [undefined]],
    ["gzip for the rest of a file", [{ kind: "cut", after: 20_000 }, { kind: "gzip" }], [undefined, "bytes=20000-", undefined]],
    ["wrong bytes in the second part", [{ kind: "cut", after: 20_000 }, { kind: "wrong bytes" }], [undefined, "bytes=20000-", undefined]],
    ["an answer longer than the file, its size known", [{ kind: "long" }], [undefined, undefined]],
    ["a quiet end in the middle, its size known", [{ kind: "truncated", after: 20_000 }], [undefined, "bytes=20000-"]],
  ];
  test.each(recovered)("gets over %s", async (_, faults, expected) => {
    server.faults = faults;
    await bring({ stallMs: 150, size: CONTENT.length });
    arrived();
    expect(ranges()).toEqual(expected);
  });

  test("a length that is not the known size is refused before a byte is kept", async () => {
    server.faults = [{ kind: "short", by: 10 }];
    await expect(bring({ size: CONTENT.length })).rejects.toMatchObject({ kind: "differs", message: expect.stringContaining("50010 bytes, the known one 50000") });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("without a known size, an answer shorter than it claims is no file", async () => {
    server.faults = Array.from({ length: 6 }, (): Fault => ({ kind: "short", by: 10 }));
    await expect(bring()).rejects.toMatchObject({ kind: "broken" });
    expect(existsSync(path)).toBe(false);
  });

  test("waits as long as Retry-After says, in seconds or as a date; a pause of an hour ends the call", async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    server.faults = [{ kind: "status", status: 429, headers: { "Retry-After": "7" } }, { kind: "status", status: 429, headers: { "Retry-After": date } }];
    await bring();
    expect(waits[0]).toBe(7000);
    expect(waits[1]).toBeGreaterThan(50_000);
    expect(waits[1]).toBeLessThanOrEqual(60_000);
    expect(told[0]).toContain("the server answers 429; again in 7 s");
    server.faults = [{ kind: "status", status: 429, headers: { "Retry-After": "3600" } }];
    await expect(bring()).rejects.toMatchObject({ kind: "broken", message: expect.stringContaining("a pause of 3600 s") });
  });

  const final: [string, Fault, string, RegExp][] = [
    ["404", { kind: "status", status: 404 }, "missing", /no such file \(404\)/],
    ["401", { kind: "status", status: 401 }, "refused", /answers 401; .*HF_TOKEN/],
    ["a web page with 200", { kind: "page" }, "refused", /a web page came in place of the file/],
    ["wrong bytes", { kind: "wrong bytes" }, "differs", /has another SHA-256/],
  ];
  test.each(final)("%s ends it at once, with nothing left behind", async (_, fault, kind, message) => {
    server.faults = [fault];
    await expect(bring()).rejects.toMatchObject({ name: "DownloadError", kind, message: expect.stringMatching(message) });
    expect(server.seen).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("gives up after six tries, keeps what came, and the next call goes on from there", async () => {
    server.faults = Array.from({ length: 6 }, (): Fault => ({ kind: "cut", after: 5000 }));
    await expect(bring()).rejects.toMatchObject({ kind: "broken", message: expect.stringContaining("(6 attempts)") });
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
    expect(existsSync(path)).toBe(false);
    await bring();
    arrived();
    expect(ranges().at(-1)).toBe("bytes=30000-");
  });

  test("a part of another address, or whose note is cut off, is not gone on with", async () => {
    for (const note of [JSON.stringify({ url: `${server.url}/b.bin`, etag: '"/a.bin-1"', total: 50_000 }), '{"url": "http', "null"]) {
      writeFileSync(`${path}.part`, "xxx");
      writeFileSync(`${path}.part.json`, note);
      server.seen.length = 0;
      await bring();
      arrived();
      expect(ranges()).toEqual([undefined]);
      rmSync(path);
    }
  });

  test("a new version between two calls is fetched whole", async () => {
    server.faults = [{ kind: "status", status: 500 }, ...Array.from({ length: 5 }, (): Fault => ({ kind: "cut", after: 100 }))];
    await expect(bring()).rejects.toThrow();
    server.version = 2;
    await bring();
    arrived();
  });

  test("redirects are followed, and a token does not follow to another server", async () => {
    const other = await fileServer({ "/a.bin": CONTENT });
    server.faults = [{ kind: "redirect", to: `${other.url}/a.bin` }];
    await bring({ headers: { Authorization: "Bearer secret" } });
    arrived();
    expect(server.seen[0]!.headers.authorization).toBe("Bearer secret");
    expect(other.seen[0]!.headers.authorization).toBeUndefined();
    await other.close();
  });

  test("redirects without end are refused, not repeated", async () => {
    server.faults = Array.from({ length: 30 }, (): Fault => ({ kind: "redirect", to: "/a.bin" }));
    await expect(bring()).rejects.toMatchObject({ kind: "refused", message: expect.stringContaining("redirect") });
    expect(waits).toEqual([]);
  });

  test("no server at all is said at once", async () => {
    await server.close();
    await expect(bring()).rejects.toMatchObject({ kind: "unreachable", message: expect.stringContaining("cannot be reached (ECONNREFUSED)") });
    expect(waits).toEqual([]);
  });

  test("an empty file is a file", async () => {
    server.files.set("/a.bin", Buffer.alloc(0));
    await download(`${server.url}/a.bin`, path, { size: 0 });
    expect(readFileSync(path)).toHaveLength(0);
  });
});
