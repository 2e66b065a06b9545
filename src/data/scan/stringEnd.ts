/** The end of a JSON string in bytes: sixteen bytes a step where the processor can (WebAssembly SIMD), four a step otherwise, with the same answers. */
import { body, MAGIC, name, section, signed, unsigned, vector } from "../../core/wasm";

/** Memory that a scan works in. `bytes` and `view` change when the memory grows. */
export interface ScanMemory {
  readonly bytes: Uint8Array;
  /** The same bytes, four at a time. */
  readonly view: DataView;
  /** The first byte that is free to use; below it lies the table of escapes. */
  readonly start: number;
  /**
   * Where a string ends. Reads on past the string by up to 16 bytes; a control character, such as the end of the line, stops it.
   * @param from the first byte after the opening quote, at least `start`
   * @returns the first byte after the closing quote, or −1 if these bytes are no JSON string
   * @example // memory.bytes from byte 256 holds a\n"\n as written in JSON: memory.stringEnd(256) is 260
   */
  readonly stringEnd: (from: number) => number;
  /** Makes room for at least so many bytes; what is there stays. */
  grow(size: number): void;
}

const [QUOTE, BACKSLASH, SPACE] = [0x22, 0x5c, 0x20];
const TABLE = 256;
const [LENGTH, HEX] = [0x0f, 0x10];
/** What the scan may read past the last byte in use. */
const PAD = 256;
const PAGE = 65_536;

/** For each byte: how long the escape is that it makes after a backslash (0: none), and whether it is a hexadecimal digit. */
function escapes(): Uint8Array {
  const table = new Uint8Array(TABLE);
  for (const char of '"\\/bfnrt') table[char.charCodeAt(0)] = 2;
  table["u".charCodeAt(0)] = 6;
  for (const char of "0123456789abcdefABCDEF") table[char.charCodeAt(0)]! |= HEX;
  return table;
}

/**
 * Memory to scan in.
 * @param simd false for the plain version, which is also used where the processor has no SIMD
 */
export function scanMemory(size: number, { simd = true }: { simd?: boolean } = {}): ScanMemory {
  const memory = (simd ? withSimd() : undefined) ?? plain();
  memory.grow(size);
  memory.bytes.set(escapes(), 0);
  return memory;
}

function plain(): ScanMemory {
  let bytes = new Uint8Array(PAGE);
  let words = new Int32Array(bytes.buffer);
  let view = new DataView(bytes.buffer);
  return {
    get bytes() {
      return bytes;
    },
    get view() {
      return view;
    },
    start: TABLE,
    grow(size) {
      if (size + PAD <= bytes.length) return;
      const more = new Uint8Array(Math.ceil((size + PAD) / PAGE) * PAGE);
      more.set(bytes);
      [bytes, words, view] = [more, new Int32Array(more.buffer), new DataView(more.buffer)];
    },
    stringEnd(from) {
      let p = from;
      for (;;) {
        const byte = bytes[p]!;
        if (byte === QUOTE) return p + 1;
        if (byte < SPACE) return -1;
        if (byte === BACKSLASH) {
          const length = bytes[bytes[p + 1]!]! & LENGTH;
          if (length === 0) return -1;
          if (length === 6 && !(bytes[bytes[p + 2]!]! & bytes[bytes[p + 3]!]! & bytes[bytes[p + 4]!]! & bytes[bytes[p + 5]!]! & HEX)) return -1;
          p += length;
          continue;
        }
        p += 1;
        if (p % 4 !== 0) continue;
        // Four bytes at once while none of them is below a space, a quote or a backslash; a false alarm only costs time.
        for (let i = p >> 2; ; i++) {
          const word = words[i]!;
          const quote = word ^ 0x22222222;
          const backslash = word ^ 0x5c5c5c5c;
          if (((((word - 0x20202020) & ~word) | ((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash)) & 0x80808080) === 0) continue;
          p = i << 2;
          break;
        }
      }
    },
  };
}

/** @returns undefined where WebAssembly or its SIMD is missing */
function withSimd(): ScanMemory | undefined {
  if (typeof WebAssembly === "undefined" || !WebAssembly.validate(MODULE)) return undefined;
  const { memory, stringEnd } = new WebAssembly.Instance(new WebAssembly.Module(MODULE)).exports as { memory: WebAssembly.Memory; stringEnd: (from: number) => number };
  let bytes = new Uint8Array(memory.buffer);
  let view = new DataView(memory.buffer);
  return {
    get bytes() {
      return bytes;
    },
    get view() {
      return view;
    },
    start: TABLE,
    stringEnd,
    grow(size) {
      const missing = Math.ceil((size + PAD - bytes.length) / PAGE);
      if (missing <= 0) return;
      memory.grow(missing);
      [bytes, view] = [new Uint8Array(memory.buffer), new DataView(memory.buffer)];
    },
  };
}

/** The module's bytes: one function on a memory of its own. Names on the right are those of the WebAssembly text format. */
const MODULE = (() => {
  const [I32, V128, VOID] = [0x7f, 0x7b, 0x40];
  const [P, M, C, V] = [0, 1, 2, 3]; // where we are; which of 16 bytes matter; a byte; the 16 bytes
  const get = (local: number) => [0x20, local]; // local.get
  const set = (local: number) => [0x21, local]; // local.set
  const tee = (local: number) => [0x22, local]; // local.tee
  const constant = (value: number) => [0x41, ...signed(value)]; // i32.const
  const byteAt = (offset: number) => [0x2d, 0, ...unsigned(offset)]; // i32.load8_u offset=…
  const [EQZ, EQ, NE, ADD, AND, CTZ, RETURN, END] = [0x45, 0x46, 0x47, 0x6a, 0x71, 0x68, 0x0f, 0x0b];
  const loop = (...body: number[]) => [0x03, VOID, ...body, END];
  const when = (...body: number[]) => [0x04, VOID, ...body, END]; // if
  const again = (depth: number) => [0x0c, depth]; // br
  const sixteen = (byte: number) => [0xfd, 0x0c, ...new Array<number>(16).fill(byte)]; // v128.const i8x16
  const [LOAD, EQUAL, LESS, OR, MASK] = [[0xfd, 0x00, 0, 0], [0xfd, 0x23], [0xfd, 0x26], [0xfd, 0x50], [0xfd, 0x64]]; // v128.load, i8x16.eq, i8x16.lt_u, v128.or, i8x16.bitmask
  const advance = (...by: number[]) => [...get(P), ...by, ADD, ...set(P)];
  const no = [...constant(-1), RETURN];
  const digit = (offset: number) => [...get(P), ...byteAt(offset), ...byteAt(0)];
  const code = [
    ...loop(
      ...loop(
        ...[...get(P), ...LOAD, ...tee(V), ...sixteen(QUOTE), ...EQUAL],
        ...[...get(V), ...sixteen(BACKSLASH), ...EQUAL, ...OR],
        ...[...get(V), ...sixteen(SPACE), ...LESS, ...OR],
        ...[...MASK, ...tee(M), EQZ],
        ...when(...advance(...constant(16)), ...again(1)),
      ),
      ...advance(...get(M), CTZ),
      ...[...get(P), ...byteAt(0), ...tee(C), ...constant(QUOTE), EQ],
      ...when(...get(P), ...constant(1), ADD, RETURN),
      ...[...get(C), ...constant(BACKSLASH), NE],
      ...when(...no),
      ...[...get(P), ...byteAt(1), ...byteAt(0), ...constant(LENGTH), AND, ...tee(C), EQZ],
      ...when(...no),
      ...[...get(C), ...constant(6), EQ],
      ...when(...digit(2), ...digit(3), AND, ...digit(4), AND, ...digit(5), AND, ...constant(HEX), AND, EQZ, ...when(...no)),
      ...advance(...get(C)),
      ...again(0),
    ),
    0x00, // unreachable
    END,
  ];
  return Uint8Array.from([
    ...MAGIC,
    ...section(1, ...vector([0x60, 1, I32, 1, I32])), // one type: i32 → i32
    ...section(3, ...vector([0])), // one function of it
    ...section(5, ...vector([0, 1])), // one memory, of one page to begin with
    ...section(7, ...vector([...name("memory"), 2, 0], [...name("stringEnd"), 0, 0])),
    ...section(10, ...vector(body([[2, I32], [1, V128]], ...code))),
  ]);
})();
