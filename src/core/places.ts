/** Millions of draws: places in a list, by the generator of `seeded` as a WebAssembly module, which has the generator's whole numbers of 64 bits. */
import { requireSeed, stateOf } from "./random";
import { body, MAGIC, name, section, signed, vector } from "./wasm";

/** Draws from one seed; each call goes on where the last one ended. */
export interface Places {
  /** Fills a list with places from 0 to n − 1, n being at most 2³¹ − 1. */
  fill(list: Int32Array, n: number): void;
  /** Draws a place for each of the values, and adds up the values at the places drawn, from the left. */
  sum(values: Float64Array): number;
}

/**
 * The places `Math.floor(random() * n)` of `seeded(seed)`, many at a time.
 * @throws InputError as `seeded`
 * @example
 * const list = new Int32Array(3);
 * seededPlaces(7).fill(list, 10); // the list is [4, …], as Math.floor(seeded(7)() * 10) is 4
 */
export function seededPlaces(seed: number | string): Places {
  requireSeed(seed);
  const [s01, s00, s11, s10] = stateOf(seed);
  const state = Int32Array.of(s00, s01, s10, s11); // two words of 64 bits, the lower half first
  const { memory, fill, sum } = (made ??= instance());
  const run = (bytes: number, work: () => number | void) => {
    if (LIST + bytes > memory.buffer.byteLength) memory.grow(Math.ceil((LIST + bytes - memory.buffer.byteLength) / PAGE));
    new Int32Array(memory.buffer, 0, state.length).set(state);
    const result = work();
    state.set(new Int32Array(memory.buffer, 0, state.length));
    return result;
  };
  return {
    fill(list, n) {
      if (list.length === 0) return;
      run(4 * list.length, () => fill(LIST, list.length, n));
      list.set(new Int32Array(memory.buffer, LIST, list.length));
    },
    sum(values) {
      if (values.length === 0) return 0;
      return run(8 * values.length, () => {
        new Float64Array(memory.buffer, LIST, values.length).set(values);
        return sum(LIST, values.length, values.length);
      }) as number;
    },
  };
}

const PAGE = 65_536;
/** Where a list lies in memory, behind the state. */
const LIST = 16;

interface Module {
  readonly memory: WebAssembly.Memory;
  readonly fill: (list: number, count: number, n: number) => void;
  readonly sum: (list: number, count: number, n: number) => number;
}
let made: Module | undefined;

/** Two functions, (list: i32, count: i32, n: f64), that differ in what is done with a place; names on the right are those of the WebAssembly text format. */
function instance(): Module {
  const [I32, I64, F64, VOID] = [0x7f, 0x7e, 0x7c, 0x40];
  const [AT, COUNT, N, S0, S1, X, U, TOTAL] = [0, 1, 2, 3, 4, 5, 6, 7]; // the last five are locals: the state, what both words differ in, 53 random bits, the sum
  const get = (local: number) => [0x20, local]; // local.get
  const set = (local: number) => [0x21, local]; // local.set
  const tee = (local: number) => [0x22, local]; // local.tee
  const i32 = (value: number) => [0x41, ...signed(value)]; // i32.const
  const i64 = (value: number) => [0x42, ...signed(value)]; // i64.const
  const f64 = (value: number) => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)]; // f64.const
  const [ADD32, SUB32, SHL32] = [0x6a, 0x6b, 0x74]; // i32.add, i32.sub, i32.shl
  const [ADD, AND, OR, XOR, SHL, ROTL] = [0x7c, 0x83, 0x84, 0x85, 0x86, 0x89]; // i64.…
  const [ADD_FLOAT, MULTIPLY, FLOAT_OF, TRUNCATED] = [0xa0, 0xa2, 0xba, 0xab]; // f64.add, f64.mul, f64.convert_i64_u, i32.trunc_f64_u
  const load64 = (at: number) => [...i32(at), 0x29, 3, 0]; // i64.load
  const store64 = (at: number, local: number) => [...i32(at), ...get(local), 0x37, 3, 0]; // i64.store
  // xoroshiro128+ with rotations by 24 and 37 and a shift by 16, as pure-rand has it.
  const step = [
    ...[...get(S0), ...get(S1), XOR, ...set(X)],
    ...[...get(S0), ...i64(24), ROTL, ...get(X), XOR, ...get(X), ...i64(16), SHL, XOR, ...set(S0)],
    ...[...get(X), ...i64(37), ROTL, ...set(S1)],
  ];
  const lower = (bits: number) => [...get(S0), ...get(S1), ADD, ...i64(2 ** bits - 1), AND];
  // The place: 26 bits of one output and 27 of the next as a float in [0, 1), times n, cut off.
  const place = [...lower(26), ...i64(27), SHL, ...set(U), ...step, ...get(U), ...lower(27), OR, FLOAT_OF, ...f64(2 ** -53), MULTIPLY, ...get(N), MULTIPLY, TRUNCATED];
  const work = (each: number[], result: number[]) =>
    body(
      [[4, I64], [1, F64]],
      ...[...load64(0), ...set(S0), ...load64(8), ...set(S1)],
      ...[0x03, VOID, ...each, ...step, ...get(COUNT), ...i32(1), SUB32, ...tee(COUNT), 0x0d, 0, 0x0b], // loop … br_if 0 end
      ...[...store64(0, S0), ...store64(8, S1), ...result],
      0x0b, // end
    );
  const bytes = [
    ...MAGIC,
    ...section(1, ...vector([0x60, 3, I32, I32, F64, 0], [0x60, 3, I32, I32, F64, 1, F64])), // without and with a result
    ...section(3, ...vector([0], [1])),
    ...section(5, ...vector([0, 1])), // one memory, of one page to begin with
    ...section(7, ...vector([...name("memory"), 2, 0], [...name("fill"), 0, 0], [...name("sum"), 0, 1])),
    ...section(
      10,
      ...vector(
        work([...get(AT), ...place, 0x36, 2, 0, ...get(AT), ...i32(4), ADD32, ...set(AT)], []), // i32.store
        work([...get(TOTAL), ...place, ...i32(3), SHL32, ...get(AT), ADD32, 0x2b, 3, 0, ADD_FLOAT, ...set(TOTAL)], get(TOTAL)), // f64.load
      ),
    ),
  ];
  return new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes))).exports as unknown as Module;
}
