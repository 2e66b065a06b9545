/** The kit's only source of chance. Every draw comes from a generator that somebody seeded. */
import { createHash } from "node:crypto";
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
 * @example seeded(7)() // 0.8793…
 */
export function seeded(seed: number | string): Random {
  requireSeed(seed);
  const digest = createHash("sha256").update(String(seed), "utf8").digest();
  const generator = xoroshiro128plusFromState([0, 4, 8, 12].map((byte) => digest.readInt32BE(byte)));
  return () => uniformFloat64(generator);
}

/** @throws InputError for what is no seed */
export function requireSeed(seed: number | string): void {
  if (typeof seed === "number" ? !Number.isSafeInteger(seed) : typeof seed !== "string") throw new InputError(`a seed is a whole number or a text, got ${seed}`);
}
