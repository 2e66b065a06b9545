import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Pending } from "../../src/llm/answerer";
import { BatchBook, exportBatch, importBatch, type BatchLine } from "../../src/llm/batch";
import type { CompletionCall } from "../../src/llm/call";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "batch-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const call = (content: string, more: Partial<CompletionCall> = {}): CompletionCall => ({ model: "m", messages: [{ role: "user", content }], max_tokens: 100, temperature: 1, ...more });
const bookOf = (window?: number) => new BatchBook({ cache: join(folder, "cache"), name: "cluster", server: "vllm", ...(window !== undefined && { window }) });
const to = () => join(folder, "files");
const lines = () => readdirSync(to()).filter((name) => name.startsWith("part-")).sort().map((name) => readFileSync(join(to(), name), "utf8").trim().split("\n").map((line) => JSON.parse(line) as BatchLine));
const choices = (...texts: string[]) => ({ status_code: 200, body: { choices: texts.map((content, index) => ({ index, message: { content }, finish_reason: "stop" })), usage: { prompt_tokens: 1, completion_tokens: 1 } } });
async function results(...rows: object[]) {
  const path = join(folder, "results.jsonl");
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return importBatch(join(folder, "cache"), to(), [path]);
}

describe("a batch book", () => {
  test("notes what is missing, exports it once, and answers when it has come", async () => {
    const book = bookOf();
    await expect(book.complete(call("a", { n: 3 }))).rejects.toThrow(Pending);
    await expect(book.complete(call("a", { n: 3 }))).rejects.toThrow("1 request waits for an answer");
    exportBatch([book], to(), 10);
    expect(lines()).toMatchObject([[{ method: "POST", url: "/v1/chat/completions", body: { model: "m", n: 3, temperature: 1, top_p: 1, top_k: -1, max_tokens: 100, messages: [{ role: "user", content: "a" }] } }]]);
    const [[{ custom_id }]] = lines() as [[BatchLine]];
    expect(custom_id.length).toBeLessThanOrEqual(64);
    // Two of three came: they are kept, and only the third is asked for again.
    expect(await results({ custom_id, response: choices("x", "y"), error: null })).toMatchObject({ samples: 2, failed: [] });
    const second = bookOf();
    await expect(second.complete(call("a", { n: 3 }))).rejects.toThrow(Pending);
    exportBatch([second], to(), 10);
    expect(lines()).toMatchObject([[{ custom_id: expect.not.stringContaining(custom_id) as unknown, body: { messages: [{ content: "a" }] } }]]);
    await results({ custom_id: lines()[0]![0]!.custom_id, response: choices("z"), error: null });
    expect((await bookOf().complete(call("a", { n: 3 }))).replies.map(({ text }) => text)).toEqual(["x", "y", "z"]);
  });

  test("with a seed each sample is a request of its own", async () => {
    const book = bookOf();
    await expect(book.complete(call("a", { n: 2, seed: 7 }))).rejects.toThrow("2 requests wait");
    exportBatch([book], to(), 10);
    expect(lines()[0]!.map(({ body }) => [body.seed, body.n])).toEqual([[7, undefined], [8, undefined]]);
  });

  test("a file holds one model and one route, and no more requests than it may; files of an earlier export go", async () => {
    const book = bookOf();
    const calls = [call("a"), call("b"), call("c"), call("d", { model: "other" }), { model: "m", prompt: "e", max_tokens: 5 }];
    for (const each of calls) await book.complete(each).catch(() => undefined);
    exportBatch([book], to(), 2);
    expect(lines().map((part) => part.map(({ url, body }) => `${url} ${String(body.model)}`))).toEqual([["/v1/chat/completions m", "/v1/chat/completions m"], ["/v1/chat/completions m"], ["/v1/chat/completions other"], ["/v1/completions m"]]);
    expect(exportBatch([bookOf()], to(), 2)).toEqual([]);
    expect(lines()).toEqual([]);
  });

  test("a filter's refusal is an answer; what runs over the window stays pending, with the remedy; so does everything else that failed", async () => {
    const book = bookOf();
    for (const text of ["a", "b", "c"]) await book.complete(call(text)).catch(() => undefined);
    exportBatch([book], to(), 10);
    const [a, b, c] = lines()[0]!.map(({ custom_id }) => custom_id);
    const { samples, failed } = await results(
      { custom_id: a, response: { status_code: 400, body: { error: { message: "blocked", code: "content_filter" } } } },
      // As vllm run-batch 0.15.1 wrote it.
      { custom_id: b, response: { status_code: 400, request_id: "r", body: null }, error: { error: { message: "'max_tokens' or 'max_completion_tokens' is too large: 16384. This model's maximum context length is 2048 tokens and your request has 198 input tokens", type: "BadRequestError", param: "max_tokens", code: 400 } } },
      { custom_id: c, response: null, error: { code: "batch_expired", message: "expired" } },
    );
    expect(samples).toBe(1);
    expect(failed.map(({ custom_id }) => custom_id)).toEqual([a, b, c]);
    expect(failed[1]!.reason).toMatch(/^400 [^{]*maximum context length is 2048 tokens.*--window N/);
    const again = bookOf();
    expect((await again.complete(call("a"))).replies).toMatchObject([{ text: "", finish: "content_filter" }]);
    await expect(again.complete(call("b"))).rejects.toThrow(Pending);
    await expect(again.complete(call("c"))).rejects.toThrow(Pending);
  });

  test("a window cuts the answer's limit to what the prompt may leave, and never below 1", async () => {
    const book = bookOf(2_048);
    await book.complete(call("x".repeat(1_000), { max_tokens: 16_384 })).catch(() => undefined);
    await book.complete(call("y".repeat(9_000), { max_tokens: 16_384 })).catch(() => undefined);
    // 2048 − 1000 − 64 for the template.
    expect(book.pending.map(({ body }) => body.max_tokens)).toEqual([984, 1]);
  });

  test("an import without an export says what is missing", async () => {
    await expect(importBatch(join(folder, "cache"), to(), [])).rejects.toThrow(/requests\.jsonl: no such file; it is written by the export/);
  });
});
