/** Everything a model ever said, in a folder of JSON Lines files that only grow, so that nothing is paid for twice. */
import { createHash, type Hash } from "node:crypto";
import { closeSync, createReadStream, fstatSync, ftruncateSync, mkdirSync, openSync, readdirSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../core/errors";
import { shown } from "../core/files";
import { isObject, type JsonObject } from "./json";

/** A line that could not be read, or is no longer what was written. Whatever it held is asked for again. */
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

/** A line ends with the first 16 hexadecimal digits of the SHA-256 of all bytes before `,"sum"`. A flipped bit in its three letters is damage too. */
const SUM = /^,"(...)":"(.{16})"\}$/s;
const SUM_BYTES = 26;
const NO_LONGER = "damaged: it is no longer what was written; its reply will be asked for again";

/**
 * A store of records under keys. Each process writes to a file of its own, so several may share a folder; what one adds the
 * others see when they open it again. In memory there is only where each record lies, some 200 bytes. A line is written by
 * one call and survives a killed process; a machine that loses power may lose the last second. A line torn in the middle is
 * closed off, reported in `problems` and left out, and so is one that does not fit its checksum. Lines without a checksum, from
 * before there was one or by hand, are taken as they are. Of two records with one key the later counts.
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
      const bytes = this.#read(place);
      const sum = sumIn(bytes);
      if (sum !== undefined && !fits(sum, createHash("sha256").update(bytes.subarray(0, -SUM_BYTES)))) throw new Error(NO_LONGER);
      const record: unknown = JSON.parse(sum === undefined ? bytes.toString("utf8") : `${bytes.toString("utf8", 0, bytes.length - SUM_BYTES)}}`);
      if (isObject(record) && record.key === key) return record;
      throw new Error("it holds another key");
    } catch (error) {
      this.#places.delete(key);
      this.problems.push({ file: shown(place.file), line: lineAt(place), reason: reasonOf(error as Error) });
      return undefined;
    }
  }

  /** Appends a record. @throws ToolError if the disk does not take it */
  put(key: string, record: JsonObject): void {
    const writer = (this.#writer ??= this.#newFile());
    const body = JSON.stringify({ key, ...record }).slice(0, -1);
    const line = Buffer.from(`${body},"sum":"${shortSum(createHash("sha256").update(body, "utf8"))}"}\n`, "utf8");
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

  /** Notes where each line of a file lies and whether it fits its checksum, holding no more of it than one chunk. */
  async #scan(file: string): Promise<void> {
    let number = 1;
    let start = 0;
    let line = new ScannedLine();
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      for (let from = 0; from < chunk.length; ) {
        const newline = chunk.indexOf(NEWLINE, from);
        line.take(chunk.subarray(from, newline < 0 ? chunk.length : newline));
        if (newline < 0) break;
        this.#note({ file, offset: start, bytes: line.bytes }, line, number);
        from = newline + 1;
        start += line.bytes + 1;
        number += 1;
        line = new ScannedLine();
      }
    }
    if (line.bytes > 0) this.#closeOff({ file, offset: start, bytes: line.bytes }, line, number);
  }

  #note(place: Place, line: ScannedLine, number: number): void {
    const key = line.key();
    if (!line.isSound()) this.problems.push({ file: shown(place.file), line: number, reason: NO_LONGER });
    else if (key !== undefined) this.#places.set(key, place);
    else if (!line.isBlank()) this.problems.push({ file: shown(place.file), line: number, reason: "not a record: it does not begin with a key" });
  }

  /** A last line without an end was torn by a killed process: it gets an end, and counts only if it is whole. */
  #closeOff(place: Place, line: ScannedLine, number: number): void {
    const fd = openSync(place.file, "a");
    writeSync(fd, "\n");
    closeSync(fd);
    try {
      JSON.parse(this.#read(place).toString("utf8"));
      this.#note(place, line, number);
    } catch {
      const reason = `torn after ${place.bytes} bytes when its process ended; closed off, and its reply will be asked for again`;
      this.problems.push({ file: shown(place.file), line: number, reason });
    }
  }
}

/** What is to be known of a line, from its pieces as they come: its key, its length, and whether it fits its checksum. */
class ScannedLine {
  bytes = 0;
  #head = Buffer.alloc(0);
  /** The last bytes so far, perhaps the checksum; those before them are in the hash. */
  #tail = Buffer.alloc(0);
  readonly #hash = createHash("sha256");

  take(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.#head.length < KEY_BYTES) this.#head = Buffer.concat([this.#head, piece.subarray(0, KEY_BYTES - this.#head.length)]);
    const end = Buffer.concat([this.#tail, piece.subarray(Math.max(0, piece.length - SUM_BYTES))]);
    if (piece.length > SUM_BYTES) this.#hash.update(this.#tail).update(piece.subarray(0, -SUM_BYTES));
    else this.#hash.update(end.subarray(0, Math.max(0, end.length - SUM_BYTES)));
    this.#tail = end.subarray(Math.max(0, end.length - SUM_BYTES));
  }

  key(): string | undefined {
    return KEY.exec(this.#head.toString("utf8"))?.[1];
  }

  isBlank(): boolean {
    return this.#head.toString("utf8").trim() === "";
  }

  /** Whether it fits its checksum, or has none. */
  isSound(): boolean {
    const sum = sumIn(this.#tail);
    return sum === undefined || fits(sum, this.#hash);
  }
}

interface Sum {
  readonly name: string;
  readonly digits: string;
}

/** The checksum at the end of a line; undefined if there is none. */
function sumIn(line: Buffer): Sum | undefined {
  const [, name, digits] = SUM.exec(line.toString("latin1", Math.max(0, line.length - SUM_BYTES))) ?? [];
  return name === undefined || digits === undefined ? undefined : { name, digits };
}

function fits({ name, digits }: Sum, hash: Hash): boolean {
  return name === "sum" && digits === shortSum(hash);
}

function shortSum(hash: Hash): string {
  return hash.digest("hex").slice(0, 16);
}

function reasonOf({ message }: Error): string {
  return message === NO_LONGER ? message : `not a record: ${message}`;
}

/** The number of the line at a place, counted only when there is something to report. */
function lineAt({ file, offset }: Place): number {
  const fd = openSync(file, "r");
  const before = Buffer.alloc(Math.min(offset, fstatSync(fd).size));
  readSync(fd, before, 0, before.length, 0);
  closeSync(fd);
  return before.reduce((lines, byte) => lines + (byte === NEWLINE ? 1 : 0), 1);
}
