/** Texts that come again and again, made once: looked up by the bytes that stand for them. */

/** From bytes to what was made of them the first time. Memory is that of the different bytes, not of how often they come. */
export class Words<T> {
  private readonly make: (bytes: Uint8Array) => T;
  private readonly made: T[] = [];
  /** The bytes of all words one after the other, and where each ends. */
  private bytes = new Uint8Array(1 << 12);
  private view = new DataView(this.bytes.buffer);
  private ends = new Int32Array(1 << 7);
  /** Open addressing: number of the word + 1, 0 where free. Its length is a power of two. */
  private slots = new Int32Array(1 << 8);
  private hashes = new Int32Array(1 << 7);
  private last = -1;

  constructor(make: (bytes: Uint8Array) => T) {
    this.make = make;
  }

  /** What stands for the bytes [from, to). @throws whatever `make` throws; then nothing is kept */
  of({ bytes, view }: { readonly bytes: Uint8Array; readonly view: DataView }, from: number, to: number): T {
    // In a column the word of the row before is the likeliest.
    if (this.last >= 0 && this.is(this.last, bytes, view, from, to)) return this.made[this.last]!;
    let hash = to - from;
    let p = from;
    for (; p + 4 <= to; p += 4) hash = mixed(hash ^ view.getInt32(p, true));
    for (; p < to; p++) hash = mixed(hash ^ bytes[p]!);
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (let word = this.slots[slot]!; word !== 0; word = this.slots[slot]!) {
      if (this.hashes[word - 1] === hash && this.is(word - 1, bytes, view, from, to)) return this.made[(this.last = word - 1)]!;
      slot = (slot + 1) & mask;
    }
    const made = this.make(bytes.slice(from, to));
    this.keep(bytes.subarray(from, to), hash, made);
    this.last = this.made.length - 1;
    return made;
  }

  private is(word: number, bytes: Uint8Array, view: DataView, from: number, to: number): boolean {
    let p = word === 0 ? 0 : this.ends[word - 1]!;
    if (this.ends[word]! - p !== to - from) return false;
    let i = from;
    for (; i + 4 <= to; i += 4, p += 4) if (view.getInt32(i, true) !== this.view.getInt32(p, true)) return false;
    for (; i < to; i++, p++) if (bytes[i] !== this.bytes[p]) return false;
    return true;
  }

  private keep(bytes: Uint8Array, hash: number, made: T): void {
    const word = this.made.push(made) - 1;
    const start = word === 0 ? 0 : this.ends[word - 1]!;
    const end = start + bytes.length;
    if (end > this.bytes.length) {
      const more = new Uint8Array(2 * end);
      more.set(this.bytes);
      [this.bytes, this.view] = [more, new DataView(more.buffer)];
    }
    this.bytes.set(bytes, start);
    if (word === this.ends.length) {
      [this.ends, this.hashes] = [twice(this.ends), twice(this.hashes)];
      this.slots = new Int32Array(4 * word);
      for (let before = 0; before < word; before++) this.enter(before);
    }
    this.ends[word] = end;
    this.hashes[word] = hash;
    this.enter(word);
  }

  private enter(word: number): void {
    const mask = this.slots.length - 1;
    let slot = this.hashes[word]! & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = word + 1;
  }
}

function mixed(hash: number): number {
  const product = Math.imul(hash, 0x9e3779b1);
  return product ^ (product >>> 15);
}

function twice(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * numbers.length);
  more.set(numbers);
  return more;
}
