/** Everything a model ever said, in a folder of JSON Lines files that only grow, so that nothing is paid for twice. */
import { closeSync, createReadStream, fstatSync, ftruncateSync, mkdirSync, openSync, readdirSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../core/errors";
import { shown } from "../core/files";
import { isObject, type JsonObject } from "./json";

/** A line that could not be read. Whatever it held is asked for again. */
export interface CacheProblem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

interface Place {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
}

/** A record's first field is its key, so that a folder of any size can be listed without parsing its lines. */
const KEY = /^\{"key":"([^"\\]{1,200})"/;
const KEY_BYTES = 224;
const NEWLINE = 0x0a;

/**
 * A store of records under keys. Each process writes to a file of its own, so several may share a folder; what one adds the
 * others see when they open it again. In memory there is only where each record lies, some 200 bytes. A line is written by
 * one call and survives a killed process; a machine that loses power may lose the last second. A line torn in the middle is
 * closed off, reported in `problems` and left out. Of two records with one key the later counts.
 */
export class ReplyCache {
  readonly folder: string;
  /** What could not be read, in the order in which it was met. */
  readonly problems: CacheProblem[] = [];
  readonly #places = new Map<string, Place>();
  readonly #readers = new Map<string, number>();
  #writer: { fd: number; file: string; size: number } | undefined;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Opens a folder, made if it is not there, and reads where its records lie. @throws ToolError if it cannot be used */
  static async open(folder: string): Promise<ReplyCache> {
    const cache = new ReplyCache(folder);
    try {
      mkdirSync(folder, { recursive: true });
      for (const name of readdirSync(folder).filter((name) => name.endsWith(".jsonl")).sort()) await cache.#scan(join(folder, name));
    } catch (error) {
      throw new ToolError(`the cache ${shown(folder)} cannot be used: ${(error as Error).message}`);
    }
    return cache;
  }

  /** How many records there are. */
  get size(): number {
    return this.#places.size;
  }

  /** The record under a key, read from the disk, or undefined. */
  get(key: string): JsonObject | undefined {
    const place = this.#places.get(key);
    if (!place) return undefined;
    try {
      const record: unknown = JSON.parse(this.#read(place).toString("utf8"));
      if (isObject(record) && record.key === key) return record;
      throw new Error("it holds another key");
    } catch (error) {
      this.#places.delete(key);
      this.problems.push({ file: shown(place.file), line: lineAt(place), reason: `not a record: ${(error as Error).message}` });
      return undefined;
    }
  }

  /** Appends a record. @throws ToolError if the disk does not take it */
  put(key: string, record: JsonObject): void {
    const writer = (this.#writer ??= this.#newFile());
    const line = Buffer.from(`${JSON.stringify({ key, ...record })}\n`, "utf8");
    try {
      for (let written = 0; written < line.length; ) written += writeSync(writer.fd, line, written);
    } catch (error) {
      ftruncateSync(writer.fd, writer.size); // half a line would spoil the next one
      throw new ToolError(`the cache ${shown(writer.file)} cannot be written: ${(error as Error).message}; free some space and run again`);
    }
    this.#places.set(key, { file: writer.file, offset: writer.size, bytes: line.length - 1 });
    writer.size += line.length;
  }

  /** Closes its files. The cache is not to be used afterwards. */
  close(): void {
    for (const fd of this.#readers.values()) closeSync(fd);
    this.#readers.clear();
    if (this.#writer) closeSync(this.#writer.fd);
    this.#writer = undefined;
  }

  #newFile(): { fd: number; file: string; size: number } {
    for (let number = readdirSync(this.folder).length + 1; ; number++) {
      const file = join(this.folder, `replies-${String(number).padStart(4, "0")}.jsonl`);
      try {
        return { fd: openSync(file, "ax"), file, size: 0 };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") continue; // another process was quicker
        throw new ToolError(`the cache ${shown(file)} cannot be made: ${(error as Error).message}`);
      }
    }
  }

  #read({ file, offset, bytes }: Place): Buffer {
    const fd = this.#readers.get(file) ?? openSync(file, "r");
    this.#readers.set(file, fd);
    const buffer = Buffer.alloc(bytes);
    readSync(fd, buffer, 0, bytes, offset);
    return buffer;
  }

  /** Notes where each line of a file lies, holding no more of it than one chunk. */
  async #scan(file: string): Promise<void> {
    let line = 1;
    let start = 0;
    let end = 0;
    let head = Buffer.alloc(0);
    const take = (piece: Buffer) => {
      if (head.length < KEY_BYTES) head = Buffer.concat([head, piece.subarray(0, KEY_BYTES - head.length)]);
      end += piece.length;
    };
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      for (let from = 0; from < chunk.length; ) {
        const newline = chunk.indexOf(NEWLINE, from);
        take(chunk.subarray(from, newline < 0 ? chunk.length : newline));
        if (newline < 0) break;
        this.#note({ file, offset: start, bytes: end - start }, head, line);
        from = newline + 1;
        end += 1;
        start = end;
        line += 1;
        head = Buffer.alloc(0);
      }
    }
    if (end > start) this.#closeOff({ file, offset: start, bytes: end - start }, head, line);
  }

  #note(place: Place, head: Buffer, line: number): void {
    const text = head.toString("utf8");
    const key = KEY.exec(text)?.[1];
    if (key) this.#places.set(key, place);
    else if (text.trim() !== "") this.problems.push({ file: shown(place.file), line, reason: "not a record: it does not begin with a key" });
  }

  /** A last line without an end was torn by a killed process: it gets an end, and counts only if it is whole. */
  #closeOff(place: Place, head: Buffer, line: number): void {
    const fd = openSync(place.file, "a");
    writeSync(fd, "\n");
    closeSync(fd);
    try {
      JSON.parse(this.#read(place).toString("utf8"));
      this.#note(place, head, line);
    } catch {
      const reason = `torn after ${place.bytes} bytes when its process ended; closed off, and its reply will be asked for again`;
      this.problems.push({ file: shown(place.file), line, reason });
    }
  }
}

/** The number of the line at a place, counted only when there is something to report. */
function lineAt({ file, offset }: Place): number {
  const fd = openSync(file, "r");
  const before = Buffer.alloc(Math.min(offset, fstatSync(fd).size));
  readSync(fd, before, 0, before.length, 0);
  closeSync(fd);
  return before.reduce((lines, byte) => lines + (byte === NEWLINE ? 1 : 0), 1);
}
