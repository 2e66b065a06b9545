/** The seeded draws of method B's local edits, as the released benchmark made them (B, section 3.2). */
import { hash } from "node:crypto";
import { InputError } from "../../core/errors";
import { PythonRandom } from "../../core/pythonRandom";

/** The two texts of a problem that an edit may touch. */
export const REGIONS = ["statement", "proof"] as const;
export type Region = (typeof REGIONS)[number];

/** Where an edit stands: the problem's name and the region, which together seed its draws. */
export interface EditPlace {
  readonly name: string;
  readonly source: Region;
}

/** Python's generator, seeded with the first 16 hexadecimal digits of the SHA-256 of the key's UTF-8 bytes. */
export function keyedRandom(key: string): PythonRandom {
  return new PythonRandom(BigInt(`0x${hash("sha256", key, "hex").slice(0, 16)}`));
}

/**
 * Which of so many candidates is edited: Python's `choice` with the key `NAME:SOURCE`. B, section 3.2.
 * @param count candidates of the region, in the order in which they were marked
 * @returns an index from 0, or undefined where there is no candidate
 * @throws InputError if the count is not a whole number from 0
 * @example pickIndex(10, { name: "aime_1988_p8", source: "statement" }) // 3
 */
export function pickIndex(count: number, { name, source }: EditPlace): number | undefined {
  if (!Number.isSafeInteger(count) || count < 0) throw new InputError(`pickIndex requires a number of candidates from 0, got ${count}`);
  return count === 0 ? undefined : Number(keyedRandom(`${name}:${source}`).below(BigInt(count)));
}
