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

/** The first 128 bits of the SHA-256 of the seed: the upper and the lower half of each of the generator's two words. */
export function stateOf(seed: number | string): [number, number, number, number] {
  const digest = hash("sha256", String(seed), "binary");
  const word = (at: number) => (digest.charCodeAt(at) << 24) | (digest.charCodeAt(at + 1) << 16) | (digest.charCodeAt(at + 2) << 8) | digest.charCodeAt(at + 3);
  return [word(0), word(4), word(8), word(12)];
}

/** @throws InputError for what is no seed */
export function requireSeed(seed: number | string): void {
  if (typeof seed === "number" ? !Number.isSafeInteger(seed) : typeof seed !== "string") throw new InputError(`a seed is a whole number or a text, got ${seed}`);
}
