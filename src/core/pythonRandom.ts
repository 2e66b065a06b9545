/** Python's `random.Random`, as far as method B draws from it, so that a seed gives the numbers that CPython gives. */
import { mersenneFromState } from "pure-rand/generator/mersenne";
import { skipN } from "pure-rand/utils/skipN";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { InputError } from "./errors";

const WORDS = 624;

/**
 * The generator of `random.Random(seed)` for a whole number as seed: MT19937 of pure-rand, started as CPython starts it. Draws are those of
 * CPython's `randint` and `choice` (3.2 and later): as many bits as the range needs, drawn again until they fall into it.
 * @example new PythonRandom(42n).randint(1n, 100n) // 82n
 */
export class PythonRandom {
  readonly #generator: RandomGenerator;

  /** @param seed 0 or more; Python takes a negative one as its absolute value */
  constructor(seed: bigint) {
    this.#generator = mersenneFromState([0, ...stateByArray(seed < 0n ? -seed : seed)]);
    // pure-rand replaces each word once it has been drawn; CPython replaces all of them before the first draw.
    skipN(this.#generator, WORDS);
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
    let value = 0n;
    for (let low = 0; low < count; low += 32) {
      const word = this.#generator.next() >>> 0;
      value |= BigInt(word >>> Math.max(0, 32 - (count - low))) << BigInt(low);
    }
    return value;
  }
}

/** MT19937's `init_by_array` (Matsumoto and Nishimura 2002) with the seed's 32-bit words, the lowest first. */
function stateByArray(seed: bigint): number[] {
  const key: number[] = [];
  for (let rest = seed; rest > 0n || key.length === 0; rest >>= 32n) key.push(Number(rest & 0xffffffffn));
  const state = [19_650_218];
  for (let i = 1; i < WORDS; i++) state.push(Math.imul(1_812_433_253, mixed(state, i)) + i);
  let i = 1;
  const advance = (word: number) => {
    state[i] = word | 0;
    if (++i < WORDS) return;
    state[0] = state[WORDS - 1]!;
    i = 1;
  };
  for (let k = 0; k < Math.max(WORDS, key.length); k++) {
    const j = k % key.length;
    advance((state[i]! ^ Math.imul(mixed(state, i), 1_664_525)) + key[j]! + j);
  }
  for (let k = 1; k < WORDS; k++) advance((state[i]! ^ Math.imul(mixed(state, i), 1_566_083_941)) - i);
  state[0] = 0x80000000 | 0;
  return state;
}

/** The word before the i-th with its upper bits folded into its lower ones. */
function mixed(state: readonly number[], i: number): number {
  const before = state[i - 1]!;
  return before ^ (before >>> 30);
}
