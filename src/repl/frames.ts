/** Cutting the REPL's output into replies, however the bytes arrive. */

/** A whole reply, or output that is none. */
export type Frame = { readonly kind: "reply"; readonly value: object } | { readonly kind: "stray"; readonly text: string };

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, NEWLINE] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x0a];
const isBlank = (byte: number) => byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09;

/** More than V8 puts into one text is never decoded. */
const LARGEST_REPLY = 400 * 2 ** 20;
const SHOWN = 200;

/**
 * Reads a stream of bytes as JSON objects with blanks between them.
 *
 * An object is whole when its last bracket has come: versions up to v4.10.0-rc1 do not flush the blank line behind it. Brackets are counted in bytes, which
 * UTF-8 allows, and the text is decoded when it is whole, so it does not matter where chunks are cut. Every byte is looked at once; there is no limit on
 * lines. Whatever else comes is stray: text outside an object, an empty line or a raw line break in a string inside one, bytes that are no UTF-8.
 * After a stray frame nothing more is read.
 */
export class ReplyReader {
  private parts: Buffer[] = [];
  private size = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private lineIsEmpty = false;
  private broken = false;

  /** Bytes of a reply that is not whole yet. */
  get pending(): number {
    return this.size;
  }

  push(chunk: Buffer): Frame[] {
    const frames: Frame[] = [];
    let start = this.depth > 0 ? 0 : -1; // of what belongs to the current object in this chunk
    for (let i = 0; i < chunk.length && !this.broken; i++) {
      const byte = chunk[i]!;
      if (this.depth === 0) {
        if (isBlank(byte)) continue;
        if (byte !== OPEN) frames.push(this.stray(chunk.subarray(i)));
        this.depth = 1;
        start = i;
        continue;
      }
      if (!this.step(byte)) frames.push(this.stray(Buffer.concat([...this.parts, chunk.subarray(start)])));
      else if (this.depth === 0) {
        frames.push(this.whole(chunk.subarray(start, i + 1)));
        start = -1;
      }
    }
    if (this.depth > 0 && !this.broken && start >= 0) this.keep(chunk.subarray(start), frames);
    return frames;
  }

  /** One byte inside an object. False if no JSON text can go on like this. */
  private step(byte: number): boolean {
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (byte === BACKSLASH) this.escaped = true;
      else if (byte === QUOTE) this.inString = false;
      return byte !== NEWLINE;
    }
    if (byte === NEWLINE) {
      const isSecond = this.lineIsEmpty;
      this.lineIsEmpty = true;
      return !isSecond;
    }
    if (byte !== 0x0d) this.lineIsEmpty = false;
    if (byte === QUOTE) this.inString = true;
    else if (byte === OPEN || byte === OPEN_LIST) this.depth += 1;
    else if (byte === CLOSE || byte === CLOSE_LIST) this.depth -= 1;
    return true;
  }

  private keep(part: Buffer, frames: Frame[]): void {
    this.parts.push(part);
    this.size += part.length;
    if (this.size > LARGEST_REPLY) frames.push(this.stray(this.parts[0]!));
  }

  private whole(last: Buffer): Frame {
    const bytes = this.parts.length === 0 ? last : Buffer.concat([...this.parts, last]);
    this.parts = [];
    this.size = 0;
    this.lineIsEmpty = false;
    try {
      return { kind: "reply", value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as object };
    } catch {
      return this.stray(bytes);
    }
  }

  private stray(bytes: Buffer): Frame {
    this.broken = true;
    this.parts = [];
    this.size = 0;
    return { kind: "stray", text: bytes.subarray(0, SHOWN).toString("utf8") };
  }
}
