/** A large file of JSON Lines in parts, which threads read side by side; what they read comes in the order of the file. */
import { fstatSync, openSync, closeSync, readSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from "node:worker_threads";
import { DataError, InputError, ToolError } from "../../core/errors";
import { shown } from "../../core/files";
import { blocksOfLines } from "../scan/blocks";
import { scanMemory, type ScanMemory } from "../scan/stringEnd";
import { stretchesOf } from "./read";
import { StretchReader, type Stretch } from "./stretch";

export interface PartsOptions {
  /** Threads that read, this one among them, from 1 to 64; as many as there are processor cores, 4 at most, unless told. */
  readonly threads?: number;
  /** Bytes of a part; 8 MiB unless told. */
  readonly partBytes?: number;
  /** The program of the other threads; the compiled one beside this file unless told. */
  readonly program?: string;
}

/** A stretch, which reader it is of (texts are numbered by each reader for itself), and how many lines of the file come before it. */
export type TakeStretch = (stretch: Stretch, reader: number, before: number) => void;

/** What a thread is told. */
export interface ThreadTask {
  readonly path: string;
  readonly parts: number;
  readonly partBytes: number;
  /** One number, shared by all threads: the part that nobody has taken yet. */
  readonly next: Int32Array;
  readonly port: MessagePort;
}

/** What a thread tells: a part that it read, or why it could not. */
export type ThreadMessage = { readonly part: number; readonly stretch: Stretch } | { readonly part: number; readonly error: string };

const PART_BYTES = 1 << 23;
/** Below so many parts another thread does not pay for its start. */
const LEAST_PARTS = 8;

/**
 * Reads benchmark C or D and hands its stretches to a function, in the order of the file. Only a plain file on disk is read in parts; anything else, and a
 * small file, by one thread. What is handed over is the same, whatever the threads and parts.
 * @param source as for `readFormalisations`
 * @param take gets each stretch; or a promise of such a function, for what is still being made while the other threads start
 * @throws DataError if the source cannot be read; InputError for a number of threads outside 1 to 64
 * @example await eachStretch("benchmark_c.jsonl", tally.reading("benchmark_c.jsonl")) // tally is a RatesTally
 */
export async function eachStretch(source: string | NodeJS.ReadableStream, take: TakeStretch | Promise<TakeStretch>, { threads, partBytes = PART_BYTES, program = join(__dirname, "thread.js") }: PartsOptions = {}): Promise<void> {
  if (threads !== undefined && !(Number.isSafeInteger(threads) && threads >= 1 && threads <= 64)) throw new InputError(`threads is a whole number from 1 to 64, got ${threads}`);
  const parts = typeof source === "string" ? partsOf(source, partBytes) : 1;
  const count = Math.min(threads ?? Math.min(4, availableParallelism()), parts);
  if (typeof source !== "string" || count === 1 || parts < LEAST_PARTS) {
    const hand = await take;
    let before = 0;
    for await (const stretch of stretchesOf(source)) {
      hand(stretch, 0, before);
      before += stretch.lines;
    }
    return;
  }
  await readParts(source, parts, count, partBytes, program, take);
}

async function readParts(path: string, parts: number, count: number, partBytes: number, program: string, take: TakeStretch | Promise<TakeStretch>): Promise<void> {
  const next = new Int32Array(new SharedArrayBuffer(4));
  const done: ({ stretch: Stretch; reader: number } | undefined)[] = new Array(parts).fill(undefined);
  let [handed, before, left] = [0, 0, parts];
  let hand: TakeStretch;
  const keep = (part: number, stretch: Stretch, reader: number) => {
    done[part] = { stretch, reader };
    left -= 1;
    for (let ready = done[handed]; ready; ready = done[handed]) {
      hand(ready.stretch, ready.reader, before);
      before += ready.stretch.lines;
      done[handed] = undefined;
      handed += 1;
    }
  };
  const heard = (message: ThreadMessage, reader: number) => {
    if ("error" in message) throw new DataError(message.error);
    keep(message.part, message.stretch, reader);
  };
  const others = Array.from({ length: count - 1 }, (_, i) => {
    const { port1, port2 } = new MessageChannel();
    const task: ThreadTask = { path, parts, partBytes, next, port: port2 };
    return { reader: i + 1, port: port1, worker: new Worker(program, { workerData: task, transferList: [port2] }) };
  });
  const hear = () => {
    for (const { port, reader } of others) for (let got = receiveMessageOnPort(port); got; got = receiveMessageOnPort(port)) heard(got.message as ThreadMessage, reader);
  };
  try {
    const ended = Promise.all(others.map(({ worker }) => new Promise<void>((resolve, reject) => worker.once("error", (error) => reject(new ToolError(`a thread that reads ${shown(path)} failed: ${error.message}; read it with one thread`))).once("exit", () => resolve()))));
    ended.catch(() => undefined); // told below, when it is waited for
    hand = await take;
    const mine = new PartReader(path, partBytes);
    try {
      for (let part = Atomics.add(next, 0, 1); part < parts; part = Atomics.add(next, 0, 1)) {
        keep(part, await mine.read(part), 0);
        hear();
      }
    } finally {
      mine.close();
    }
    await ended;
    hear();
    if (left > 0) throw new ToolError(`a thread that reads ${shown(path)} ended early; read it with one thread`);
  } finally {
    await Promise.all(others.map(({ worker, port }) => (port.close(), worker.terminate())));
  }
}

/** In how many parts a file can be read: 1 for what is no plain file of lines. @throws DataError if it cannot be opened */
function partsOf(path: string, partBytes: number): number {
  // A named pipe must not be opened twice: who writes into it would be ended.
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return 1;
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return 1; // opening it again says what is wrong
  }
  try {
    const stat = fstatSync(file);
    const head = Buffer.alloc(4);
    const known = readSync(file, head, 0, 4, 0);
    if ((known === 4 && head.toString("latin1") === "PAR1") || (known >= 2 && head[0] === 0x1f && head[1] === 0x8b)) return 1;
    return Math.max(1, Math.ceil(stat.size / partBytes));
  } finally {
    closeSync(file);
  }
}

/** Reads parts of a file: the lines that begin within it. Numbers of texts go on from part to part. */
export class PartReader {
  private readonly path: string;
  private readonly partBytes: number;
  private readonly file: number;
  private readonly memory: ScanMemory = scanMemory(1 << 20);
  private readonly reader = new StretchReader(this.memory);
  /** The bytes [from, to) gone through last: but the last of them, none is the end of a line. */
  private looked = { from: 0, to: 0 };

  constructor(path: string, partBytes: number) {
    this.path = path;
    this.partBytes = partBytes;
    this.file = this.guarded(() => openSync(path, "r"));
  }

  /** @param part its number, from 0 @throws DataError if the file cannot be read */
  async read(part: number): Promise<Stretch> {
    let at = this.lineStart(part * this.partBytes);
    const end = this.lineStart((part + 1) * this.partBytes);
    const source = {
      parquet: false,
      read: (into: Uint8Array) => {
        const count = this.readAt(into, Math.min(into.length, end - at), at);
        at += count;
        return count;
      },
      close: () => undefined,
    };
    for await (const { from, to } of blocksOfLines(source, this.memory)) this.reader.read(from, to);
    return this.reader.take();
  }

  close(): void {
    closeSync(this.file);
  }

  /** Where the first line begins that does not begin before this byte; the end of the file if there is none. */
  private lineStart(byte: number): number {
    if (byte === 0) return 0;
    // A line longer than many parts is gone through once, not for each of them.
    if (byte > this.looked.from && byte <= this.looked.to) return this.looked.to;
    const piece = new Uint8Array(1 << 14);
    for (let at = byte - 1; ; ) {
      const count = this.readAt(piece, piece.length, at);
      const found = piece.subarray(0, count).indexOf(0x0a);
      at += found >= 0 ? found + 1 : count;
      if (found < 0 && count > 0) continue;
      this.looked = { from: byte - 1, to: at };
      return at;
    }
  }

  private readAt(into: Uint8Array, length: number, at: number): number {
    return length <= 0 ? 0 : this.guarded(() => readSync(this.file, into, 0, length, at));
  }

  private guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new DataError(`${shown(this.path)}: cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
    }
  }
}
