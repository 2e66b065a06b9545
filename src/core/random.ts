/** The kit's only source of chance. Every draw comes from a generator that somebody seeded. */
import { hash } from "node:crypto";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { InputError } from "./errors";

/** A source of numbers, uniform in [0, 1). */
export type Random = () => number;

/**
 * A generator that gives the same numbers for the same seed on every machine: xoroshiro128+ of pure-rand, started from
 * the first 128 bits of the SHA-256 of the seed, so that neighbouring seeds share nothing.
 * @param seed a whole number or a text; 7 and "7" are the same seed
 * @throws InputError if a numeric seed is not a whole number
 * @example seeded(7)() // 0.4052…
 */
export function seeded(seed: number | string): Random {
  requireSeed(seed);
  const generator = xoroshiro128plusFromState(stateOf(seed));
  return () => uniformFloat64(generator);
}

/** The first 128 bits of the SHA-256 of the seed. */
function stateOf(seed: number | string): [number, number, number, number] {
  const digest = hash("sha256", String(seed), "binary");
  const word = (at: number) => (digest.charCodeAt(at) << 24) | (digest.charCodeAt(at + 1) << 16) | (digest.charCodeAt(at + 2) << 8) | digest.charCodeAt(at + 3);
  return [word(0), word(4), word(8), word(12)];
}

/**
 * The whole numbers Math.floor(random() * n) of `seeded(seed)`, a list at a time: the same generator, written out with its state in local variables, which
 * is several times as fast where there are millions of them.
 * @returns a function that fills a list with the next numbers from 0 to n − 1
 * @throws InputError as `seeded`
 * @example seededPlaces(7)(new Int32Array(3), 10) // Int32Array [ 4, … ], as Math.floor(seeded(7)() * 10) is 4
 */
export function seededPlaces(seed: number | string): (into: Int32Array, n: number) => void {
  requireSeed(seed);
  // Names and steps are those of pure-rand's xoroshiro128+.
  let [s01, s00, s11, s10] = stateOf(seed);
  return (into, n) => {
    let [a, b, c, d] = [s01, s00, s11, s10];
    const small = n <= 0x2000;
    for (let i = 0; i < into.length; i++) {
      const first = (b + d) & 0x3ffffff;
      let x = d ^ b;
      let y = c ^ a;
      let before = b;
      b = (b << 24) ^ (a >>> 8) ^ x ^ (x << 16);
      a = (a << 24) ^ (before >>> 8) ^ y ^ ((y << 16) | (x >>> 16));
      d = (y << 5) ^ (x >>> 27);
      c = (x << 5) ^ (y >>> 27);
      const second = b + d;
      x = d ^ b;
      y = c ^ a;
      before = b;
      b = (b << 24) ^ (a >>> 8) ^ x ^ (x << 16);
      a = (a << 24) ^ (before >>> 8) ^ y ^ ((y << 16) | (x >>> 16));
      d = (y << 5) ^ (x >>> 27);
      c = (x << 5) ^ (y >>> 27);
      // In parts of 2⁻¹³: the upper 26 bits alone decide in whole numbers, unless they come within 2⁻¹² of the next one; the float decides then, cut off as by Math.floor.
      const parts = Math.imul(first >>> 13, n) + (Math.imul(first & 0x1fff, n) >>> 13);
      into[i] = small && (parts & 0x1fff) < 0x1ffe ? parts >>> 13 : (first * 2 ** -26 + (second & 0x7ffffff) * 2 ** -53) * n;
    }
    [s01, s00, s11, s10] = [a, b, c, d];
  };
}

/** @throws InputError for what is no seed */
export function requireSeed(seed: number | string): void {
  if (typeof seed === "number" ? !Number.isSafeInteger(seed) : typeof seed !== "string") throw new InputError(`a seed is a whole number or a text, got ${seed}`);
}
