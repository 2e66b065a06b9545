/** Append-only records of a stage: what was made is never made again, and what a crash tore is found and told. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { shown, unwritable } from "../core/files";

/** A line of a journal that could not be used, and what was done about it. */
export interface JournalProblem {
  readonly file: string;
  readonly line: number;
  readonly what: string;
}

interface Entry {
  readonly key: string;
  readonly id: string;
  readonly value: unknown;
  /** First 16 hex digits of the SHA-256 of key, id and value. */
  readonly sum: string;
}

/**
 * A file of JSON Lines, each `{key, id, value, sum}`. `key` is a hash of everything that decides the value. A line is written in one piece
 * and only ever at the end, so a crash can only tear the last one; that one is cut off. A line that fails its sum was damaged by something
 * else; it is left out, told, and its value made again, and `arrange` puts it where it was.
 */
export class Journal {
  readonly problems: JournalProblem[] = [];
  /** In the order of the file. */
  #values = new Map<string, unknown>();
  /** The keys of the stages so far, in the order of their rows. */
  readonly #order = new Set<string>();
  readonly #path: string;
  #file: number;

  /** @throws ToolError if the file cannot be opened for writing */
  constructor(path: string) {
    this.#path = path;
    try {
      if (existsSync(path)) this.#read();
      this.#file = openSync(path, "a");
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  get(key: string): unknown {
    return this.#values.get(key);
  }

  get size(): number {
    return this.#values.size;
  }

  /** Keeps a value. A key that is there already is not written again. @throws ToolError if the disk is full or the file cannot be written */
  append(key: string, id: string, value: unknown): void {
    if (this.#values.has(key)) return;
    const line = `${JSON.stringify({ key, id, value, sum: sumOf(key, id, value) } satisfies Entry)}\n`;
    try {
      const bytes = Buffer.from(line, "utf8");
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    } catch (error) {
      throw unwritable(this.#path, error);
    }
    this.#values.set(key, JSON.parse(JSON.stringify(value)));
  }

  /**
   * Puts the lines of these keys after those of earlier calls, and in this order: that of a run without damage. Whatever else there is stays behind them.
   * A file that is in order already is not touched; another is written anew, whole, before it takes the old one's place.
   * @throws ToolError as append
   */
  arrange(keys: readonly string[]): void {
    for (const key of keys) if (this.#values.has(key)) this.#order.add(key);
    const wanted = this.#order.values();
    const present = [...this.#values.keys()];
    if (present.slice(0, this.#order.size).every((key) => key === wanted.next().value)) return;
    try {
      const lines = new Map(readFileSync(this.#path, "utf8").split("\n").filter(Boolean).map((line) => [(JSON.parse(line) as Entry).key, line]));
      const order = [...this.#order, ...present.filter((key) => !this.#order.has(key))];
      this.#replace(order.map((key) => lines.get(key)!));
      closeSync(this.#file);
      this.#file = openSync(this.#path, "a");
      this.#values = new Map(order.map((key) => [key, this.#values.get(key)]));
    } catch (error) {
      throw unwritable(this.#path, error);
    }
  }

  /** Closes the file, once its bytes have reached the disk. @throws ToolError if they do not */
  close(): void {
    try {
      fsyncSync(this.#file);
    } catch (error) {
      throw unwritable(this.#path, error);
    } finally {
      closeSync(this.#file);
    }
  }

  #replace(lines: readonly string[]): void {
    const fresh = `${this.#path}.fresh`;
    writeFileSync(fresh, lines.map((line) => `${line}\n`).join(""));
    renameSync(fresh, this.#path);
  }

  #read(): void {
    const text = readFileSync(this.#path, "utf8");
    const lines = text.split("\n");
    const torn = lines.pop()!;
    const good: string[] = [];
    lines.forEach((line, i) => {
      const entry = entryOf(line);
      if (!entry) return void this.problems.push({ file: shown(this.#path), line: i + 1, what: "damaged line left out; its value is made again" });
      good.push(line);
      this.#values.set(entry.key, entry.value);
    });
    if (torn !== "") this.problems.push({ file: shown(this.#path), line: lines.length + 1, what: "torn last line cut off; its value is made again" });
    if (good.length < lines.length) {
      // Damage in the middle: the good lines are written anew, whole, before anything is appended.
      this.#replace(good);
    } else if (torn !== "") {
      const file = openSync(this.#path, "r+");
      ftruncateSync(file, Buffer.byteLength(text, "utf8") - Buffer.byteLength(torn, "utf8"));
      closeSync(file);
    }
  }
}

function entryOf(line: string): Entry | undefined {
  try {
    const { key, id, value, sum } = JSON.parse(line) as Entry;
    return sum === sumOf(key, id, value) ? { key, id, value, sum } : undefined;
  } catch {
    return undefined;
  }
}

function sumOf(key: string, id: string, value: unknown): string {
  return createHash("sha256").update(JSON.stringify([key, id, value])).digest("hex").slice(0, 16);
}

/**
 * The key of a value: a hash of the stage, its configuration and the input. Objects hash alike whatever the order of their fields.
 * @example keyOf("formalise", { formaliser: "literal" }, { content: "2 + 2 = 4" }) // 64 hex digits
 */
export function keyOf(stage: string, configuration: unknown, input: unknown): string {
  return createHash("sha256").update(JSON.stringify(sorted([stage, configuration, input]))).digest("hex");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each)]));
}
