/** Python's `random.Random`, as far as method B draws from it, so that a seed gives the numbers that CPython gives. */
import { InputError } from "./errors";

const WORDS = 624;
const SHIFT = 397;

/**
 * The generator of `random.Random(seed)` for a whole number as seed: MT19937 (Matsumoto and Nishimura 1998), started as CPython starts it. Draws are those of
 * CPython's `randint` and `choice` (3.2 and later): as many bits as the range needs, drawn again until they fall into it. Written out, since an edit draws once
 * or twice from a generator of its own, so that starting it is nearly all of the work.
 * @example new PythonRandom(42n).randint(1n, 100n) // 82n
 */
export class PythonRandom {
  readonly #key: readonly number[];
  #drawn = 0;

  /** @param seed 0 or more; Python takes a negative one as its absolute value */
  constructor(seed: bigint) {
    this.#key = keyOf(seed < 0n ? -seed : seed);
  }

  /** A whole number from least to greatest, both included. @throws InputError if there is none */
  randint(least: bigint, greatest: bigint): bigint {
    if (greatest < least) throw new InputError(`randint requires a range with a number in it, got ${least} to ${greatest}`);
    return least + this.below(greatest - least + 1n);
  }

  /** One of the items. @throws InputError if there is none */
  choice<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new InputError("choice requires at least one item");
    return items[Number(this.below(BigInt(items.length)))]!;
  }

  /** A whole number from 0 to n − 1: CPython's `_randbelow_with_getrandbits`. */
  below(n: bigint): bigint {
    const bits = n.toString(2).length;
    let drawn = this.#bits(bits);
    while (drawn >= n) drawn = this.#bits(bits);
    return drawn;
  }

  /** So many random bits: whole words, the lowest first, and of the last word its upper bits. */
  #bits(count: number): bigint {
    if (count <= 32) return BigInt(this.#word() >>> (32 - count));
    let value = 0n;
    for (let low = 0; low < count; low += 32) value |= BigInt(this.#word() >>> Math.max(0, 32 - (count - low))) << BigInt(low);
    return value;
  }

  /** The next 32 bits. Each word of the state is replaced when it is drawn, which gives the same as replacing all before the first is. */
  #word(): number {
    if (owner !== this) {
      owner = this;
      start(this.#key);
      for (let i = 0; i < this.#drawn; i++) renew(i % WORDS);
    }
    let word = renew(this.#drawn % WORDS);
    this.#drawn += 1;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }
}

/**
 * The one state in memory: that of the generator which was drawn from last. Another one that is drawn from is started again and brought to where it was, which
 * is rare: an edit draws from one generator at a time. To make and clear a state for each would take longer than to start it.
 */
const state = new Int32Array(WORDS);
let owner: PythonRandom | undefined;

/** Replaces a word of the state as MT19937 does. @returns the new word */
function renew(i: number): number {
  const after = i + 1 < WORDS ? i + 1 : 0;
  const both = (state[i]! & 0x80000000) | (state[after]! & 0x7fffffff);
  return (state[i] = state[i + SHIFT < WORDS ? i + SHIFT : i + SHIFT - WORDS]! ^ (both >>> 1) ^ (-(both & 1) & 0x9908b0df));
}

/** The state from which every key is mixed in: MT19937's `init_genrand(19650218)`. */
const START = (() => {
  const state = new Int32Array(WORDS);
  state[0] = 19_650_218;
  for (let i = 1; i < WORDS; i++) state[i] = Math.imul(1_812_433_253, state[i - 1]! ^ (state[i - 1]! >>> 30)) + i;
  return state;
})();

/** The 32-bit words of a seed, the lowest first. */
function keyOf(seed: bigint): number[] {
  const key = [Number(BigInt.asIntN(32, seed))];
  for (let rest = seed >> 32n; rest > 0n; rest >>= 32n) key.push(Number(BigInt.asIntN(32, rest)));
  return key;
}

/** MT19937's `init_by_array` (Matsumoto and Nishimura 2002). */
function start(key: readonly number[]): void {
  state.set(START);
  let i = 1;
  let before = START[0]!;
  let j = 0;
  for (let k = Math.max(WORDS, key.length); k > 0; k--) {
    before = ((state[i]! ^ Math.imul(before ^ (before >>> 30), 1_664_525)) + key[j]! + j) | 0;
    state[i] = before;
    i += 1;
    if (i === WORDS) {
      state[0] = before;
      i = 1;
    }
    j += 1;
    if (j === key.length) j = 0;
  }
  for (let k = WORDS - 1; k > 0; k--) {
    before = ((state[i]! ^ Math.imul(before ^ (before >>> 30), 1_566_083_941)) - i) | 0;
    state[i] = before;
    i += 1;
    if (i === WORDS) {
      state[0] = before;
      i = 1;
    }
  }
  state[0] = 0x80000000 | 0;
}
