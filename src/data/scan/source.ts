/** A file or a stream as bytes: told by its first bytes, unpacked if compressed by gzip. */
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { DataError } from "../../core/errors";
import { shown } from "../../core/files";

/** Bytes asked for at once. */
const BLOCK = 1 << 19;

/** Bytes in order: those of the file, or of what it unpacks to. */
export interface Source {
  /** Whether these are the bytes of a Parquet file, which is not read in order. */
  readonly parquet: boolean;
  /** Puts the next bytes there. @returns how many; 0 at the end @throws DataError if they cannot be read or unpacked */
  read(into: Uint8Array): number | Promise<number>;
  close(): void;
}

/**
 * Opens a source; a path may also name a pipe, which is read once.
 * @param source a path, or a readable stream, then named `-`
 * @throws DataError that names the file if it is not there or cannot be read
 */
export async function openSource(source: string | NodeJS.ReadableStream): Promise<Source> {
  const name = typeof source === "string" ? shown(source) : "-";
  const raw = typeof source === "string" ? fileSource(source) : streamSource(source, name);
  const head = new Uint8Array(4);
  let known = 0;
  try {
    for (let count = 1; known < head.length && count > 0; known += count) count = await raw.read(head.subarray(known));
  } catch (error) {
    raw.close();
    throw error;
  }
  const whole = startingWith(head.subarray(0, known), raw);
  if (known === 4 && Buffer.from(head).toString("latin1") === "PAR1") return { ...whole, parquet: true };
  return known >= 2 && head[0] === 0x1f && head[1] === 0x8b ? unpacked(whole, name) : whole;
}

function fileSource(path: string): Source {
  if (!existsSync(path)) throw new DataError(`${shown(path)}: no such file`);
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw new DataError(`${shown(path)}: cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
    }
  };
  const file = guarded(() => openSync(path, "r"));
  return { parquet: false, read: (into) => guarded(() => readSync(file, into, 0, into.length, null)), close: () => closeSync(file) };
}

function streamSource(stream: NodeJS.ReadableStream, name: string): Source {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  return {
    parquet: false,
    async read(into) {
      while (rest.length === 0) {
        const next = await chunks.next().catch((error: NodeJS.ErrnoException) => {
          throw new DataError(`${name}: cannot be read (${error.code ?? error.message})`);
        });
        if (next.done) return 0;
        rest = Buffer.from(next.value as Uint8Array);
      }
      const now = rest.subarray(0, into.length);
      into.set(now);
      rest = rest.subarray(now.length);
      return now.length;
    },
    close: () => void chunks.return?.(),
  };
}

function startingWith(head: Uint8Array, source: Source): Source {
  let rest = head;
  const read = (into: Uint8Array) => {
    if (rest.length === 0) return source.read(into);
    const now = rest.subarray(0, into.length);
    into.set(now);
    rest = rest.subarray(now.length);
    return now.length;
  };
  return { ...source, read };
}

function unpacked(source: Source, name: string): Source {
  async function* packed() {
    for (;;) {
      const block = Buffer.alloc(BLOCK);
      const count = await source.read(block);
      if (count === 0) return;
      yield block.subarray(0, count);
    }
  }
  const gunzip = createGunzip({ chunkSize: BLOCK });
  pipeline(Readable.from(packed()), gunzip, () => undefined); // an error comes out of the reading
  const plain = streamSource(gunzip, `${name}: not whole gzip data`);
  return {
    ...plain,
    close() {
      gunzip.destroy();
      source.close();
    },
  };
}
