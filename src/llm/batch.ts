/** Asking without a network: what would be sent is written to batch files, and what came back is read into the cache. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../core/errors";
import { readJsonLines, readText, shown, writeIfChanged } from "../core/files";
import { Pending, type Answerer } from "./answerer";
import { ReplyCache, type CacheProblem } from "./cache";
import { checkCall, samplesOf, type CompletionCall } from "./call";
import { capabilityOf, type CapabilityRow } from "./capabilities";
import { recordsOf } from "./choices";
import { classify, isFailure, ModelError, type WireReply } from "./errors";
import { isObject, textIn, type JsonObject } from "./json";
import { bodyFor, planRequest, type Plan } from "./plan";
import { completionOf, replyKey, replyRecord, type Completion, type ReplyRecord } from "./record";
import type { ServerKind } from "./servers";

export interface BatchBookOptions {
  /** The folder in which answers are kept, the same as a client's `cache`. */
  readonly cache: string;
  /** The name under which they are kept: the same as a client's `cacheName` (or base URL) if the two are to share answers. */
  readonly name: string;
  /** What will answer; it decides which parameters are sent. */
  readonly server: ServerKind;
  /**
   * Its window in tokens: a request that could run over it is refused, so the answer's limit is cut to what the prompt leaves, counted at a token a
   * byte, which no tokenizer exceeds. A client asks the server's own tokenizer instead; from here it cannot be reached.
   */
  readonly window?: number;
  readonly capabilities?: readonly CapabilityRow[];
}

/** One line of a batch file: OpenAI's form, which `vllm run-batch` reads as well. */
export interface BatchLine {
  readonly custom_id: string;
  readonly method: "POST";
  readonly url: string;
  readonly body: JsonObject;
}

/** What the importer has to know of a line that was exported. */
export interface Exported {
  readonly custom_id: string;
  readonly samples: readonly number[];
  readonly server: { readonly name: string; readonly kind: ServerKind };
  readonly plan: Omit<Plan, "body">;
}

/** What became of result files. */
export interface Imported {
  /** Samples that are new. */
  readonly samples: number;
  /** Lines whose answers were there already. */
  readonly known: number;
  /** Lines that report a failure; those requests stay pending, but for those that a filter refused, which are answers. */
  readonly failed: readonly { readonly file: string; readonly line: number; readonly custom_id: string; readonly reason: string }[];
  /** Lines that are no result, or of a request that was never exported. */
  readonly problems: readonly { readonly file: string; readonly line: number; readonly reason: string }[];
}

/** Answers from the cache, and notes what is not there. */
export class BatchBook implements Answerer {
  readonly #options: BatchBookOptions;
  #cache: Promise<ReplyCache> | undefined;
  readonly #pending = new Map<string, BatchLine & { readonly exported: Exported }>();

  constructor(options: BatchBookOptions) {
    this.#options = options;
  }

  async complete(call: CompletionCall): Promise<Completion> {
    checkCall(call);
    const cache = await this.#open();
    const plan = this.#plan(call);
    const samples = samplesOf(call);
    const found = samples.map((sample) => replyRecord(cache.get(replyKey(plan.requestHash, sample))));
    const missing = samples.filter((_, at) => !found[at]);
    if (missing.length === 0) return completionOf(found as ReplyRecord[], new Set(), plan.thinkOpen);
    const batches = plan.severalAtOnce ? [missing] : missing.map((sample) => [sample]);
    for (const batch of batches) this.#note(plan, batch);
    throw new Pending(batches.length);
  }

  /** The requests that were asked for and are not there, in the order in which they were met. */
  get pending(): readonly BatchLine[] {
    return [...this.#pending.values()].map(({ custom_id, method, url, body }) => ({ custom_id, method, url, body }));
  }

  /** Lines of the cache that could not be read. */
  async cacheProblems(): Promise<readonly CacheProblem[]> {
    return (await this.#open()).problems;
  }

  /** Closes its files. */
  async close(): Promise<void> {
    (await this.#cache)?.close();
  }

  #open(): Promise<ReplyCache> {
    return (this.#cache ??= ReplyCache.open(this.#options.cache));
  }

  #plan(call: CompletionCall): Plan {
    const { name, server, window, capabilities } = this.#options;
    return planRequest(window === undefined ? call : cutTo(window, call), { name, capability: capabilityOf(server, call.model, capabilities), ...(window !== undefined && { window }) });
  }

  #note(plan: Plan, samples: readonly number[]): void {
    const custom_id = `${plan.requestHash.slice(0, 40)}-${samples[0]}-${samples.length}`;
    const { body, ...rest } = plan;
    const server = { name: this.#options.name, kind: this.#options.server };
    this.#pending.set(custom_id, { custom_id, method: "POST", url: `/v1${plan.path}`, body: bodyFor(plan, samples), exported: { custom_id, samples, server, plan: rest } });
  }

  /** What the importer has to know of the pending requests. */
  get exported(): readonly Exported[] {
    return [...this.#pending.values()].map(({ exported }) => exported);
  }
}

/**
 * Writes the pending requests to files that hold one model and one route each, and the list of them that the import needs.
 * @param folder gets part-0001.jsonl, … and requests.jsonl, to which further exports add; parts of an earlier export that are not needed go
 * @param shard most requests in a file
 * @returns the files that were written, none if nothing is pending
 */
export function exportBatch(books: readonly BatchBook[], folder: string, shard: number): string[] {
  const list = join(folder, LIST);
  const before = existsSync(list) ? readText(list) : "";
  const known = new Set(before.split("\n").filter(Boolean).map((line) => (JSON.parse(line) as Exported).custom_id));
  const fresh = books.flatMap(({ exported }) => exported).filter(({ custom_id }) => !known.has(custom_id));
  if (fresh.length > 0) writeIfChanged(list, before + fresh.map((each) => `${JSON.stringify(each)}\n`).join(""));
  const lines = new Map(books.flatMap(({ pending }) => pending).map((line) => [line.custom_id, line]));
  const files: string[] = [];
  for (const part of shards([...lines.values()], shard)) {
    const path = join(folder, `part-${String(files.length + 1).padStart(4, "0")}.jsonl`);
    writeIfChanged(path, part.join(""));
    files.push(path);
  }
  const old = existsSync(folder) ? readdirSync(folder).filter((name) => /^part-\d+\.jsonl$/.test(name)).map((name) => join(folder, name)) : [];
  old.filter((path) => !files.includes(path)).forEach((path) => rmSync(path));
  return files;
}

/** The list of everything that was exported. */
const LIST = "requests.jsonl";

/**
 * Reads result files into the cache, in any order, whole or in part, again if need be. An answer that is there already stays as it is.
 * @param cache the folder of the cache   @param folder to which the requests were exported
 * @throws DataError if there is no list of requests, or a file cannot be read at all
 */
export async function importBatch(cache: string, folder: string, files: readonly string[]): Promise<Imported> {
  const exported = exportedIn(join(folder, LIST));
  const replies = await ReplyCache.open(cache);
  const result = { samples: 0, known: 0, failed: [] as Imported["failed"][number][], problems: [] as Imported["problems"][number][] };
  try {
    for (const file of files) {
      for await (const each of readJsonLines(file)) {
        const place = { file: shown(file), line: each.line };
        const row = each.ok && isObject(each.value) ? each.value : undefined;
        const custom_id = textIn(row?.custom_id);
        const request = custom_id === undefined ? undefined : exported.get(custom_id);
        if (!row || !custom_id || !request) {
          result.problems.push({ ...place, reason: !each.ok ? each.reason : custom_id ? `"${custom_id}" was never exported from here` : "no result: it has no custom_id" });
          continue;
        }
        if (request.samples.every((sample) => replies.get(replyKey(request.plan.requestHash, sample)))) {
          result.known += 1;
          continue;
        }
        const { records, failure } = recordsIn(row, request);
        records.forEach((record) => replies.put(replyKey(record.requestHash, record.sample), { ...record }));
        result.samples += records.length;
        if (failure !== undefined) result.failed.push({ ...place, custom_id, reason: failure });
      }
    }
  } finally {
    replies.close();
  }
  return result;
}

/** The samples in one line of results, and what is wrong with it. */
function recordsIn(row: JsonObject, { plan, samples, server }: Exported): { records: ReplyRecord[]; failure?: string } {
  const response = isObject(row.response) ? row.response : undefined;
  const status = typeof response?.status_code === "number" ? response.status_code : response ? 200 : 500;
  const body = response?.body ?? { error: errorIn(row.error) };
  const reply: WireReply = { status, headers: { get: () => null }, body };
  const created = isObject(body) && typeof body.created === "number" ? body.created * 1000 : 0;
  const record = (answered: WireReply, warnings: readonly string[]) =>
    recordsOf({ plan: { ...plan, body: plan.sent }, body: plan.sent, samples, server, warnings, answer: { reply: answered, attempts: 1, faults: [], startedAt: created, ms: 0 } });
  try {
    if (isFailure(reply)) throw classify(reply, server.kind, 0);
    return { records: record(reply, []) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // What runs over a window may do so by its limit alone, which nobody has cut to the server's tokenizer here: no answer, but a request to change.
    if (error.kind !== "content") return { records: [], failure: error.code === "context_length_exceeded" ? `${error.message}; export again with the server's window (--window N)` : error.message };
    const choices = samples.map((_, index) => ({ index, message: { content: "" }, finish_reason: "content_filter" }));
    return { records: record({ ...reply, body: { choices } }, [error.message]), failure: error.message };
  }
}

/** vLLM wraps its error once more than OpenAI does; either may be a text. */
function errorIn(error: unknown): JsonObject {
  if (!isObject(error)) return { message: textIn(error) ?? "no response and no error" };
  return isObject(error.error) ? error.error : error;
}

/** Room for what a chat template puts around the turns. */
const TEMPLATE_TOKENS = 64;

function cutTo(window: number, call: CompletionCall): CompletionCall {
  if (call.max_tokens === undefined) return call;
  const bytes = Buffer.byteLength(call.prompt ?? (call.messages ?? []).map(({ content }) => content).join(""));
  const room = Math.max(1, window - bytes - TEMPLATE_TOKENS);
  return call.max_tokens <= room ? call : { ...call, max_tokens: room };
}

/** Refusals that no repetition changes are answers of a kind: the finish reason under which they are kept; undefined for all other failures. */
export function finalRefusal({ kind, code }: ModelError): "content_filter" | "context_length_exceeded" | undefined {
  if (kind === "content") return "content_filter";
  return code === "context_length_exceeded" ? code : undefined;
}

/** OpenAI takes 200 MB a file; a margin for whatever counts otherwise. */
const SHARD_BYTES = 180 * 2 ** 20;

function* shards(pending: readonly BatchLine[], most: number): Generator<string[]> {
  const groups = new Map<string, string[]>();
  for (const { custom_id, method, url, body } of pending) {
    const group = `${url} ${String(body.model)}`;
    const lines = groups.get(group) ?? [];
    groups.set(group, lines);
    lines.push(`${JSON.stringify({ custom_id, method, url, body })}\n`);
  }
  for (const lines of groups.values()) {
    let [shard, bytes]: [string[], number] = [[], 0];
    for (const line of lines) {
      const size = Buffer.byteLength(line);
      if (shard.length === most || (shard.length > 0 && bytes + size > SHARD_BYTES)) {
        yield shard;
        [shard, bytes] = [[], 0];
      }
      shard.push(line);
      bytes += size;
    }
    yield shard;
  }
}

function exportedIn(list: string): Map<string, Exported> {
  if (!existsSync(list)) throw new DataError(`${shown(list)}: no such file; it is written by the export, and the import needs it`);
  return new Map(readText(list).split("\n").filter(Boolean).map((line) => {
    const exported = JSON.parse(line) as Exported;
    return [exported.custom_id, exported];
  }));
}
