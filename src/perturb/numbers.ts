/** Numbers that stand alone in a text, and moving one. */
import type { Random } from "../core/random";

/** A number as it stands in a text. */
export interface NumberPlace {
  readonly start: number;
  readonly text: string;
}

/** Digits with thousands separated by commas or not, and decimals; glued to no letter, digit, underscore or point, and no LaTeX command's own. */
const NUMBER = /(?<![\p{L}\p{N}_\\.]|\d,)(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\p{N}_]|\.\d|,\d)/gu;

/**
 * The last number that stands alone.
 * @example lastNumber("x1 + 12 = 1,500.50 km") // { start: 10, text: "1,500.50" }
 */
export function lastNumber(text: string): NumberPlace | undefined {
  let last: NumberPlace | undefined;
  NUMBER.lastIndex = Math.max(0, text.search(/\d/));
  for (let match = NUMBER.exec(text); match; match = NUMBER.exec(text)) last = { start: match.index, text: match[0] };
  return last;
}

/**
 * Moves a number by up to half its size, by at least one unit of its last decimal, up or down; 0 moves up. Decimals, and commas between
 * thousands, are kept; a leading 0 is kept where the number is shorter by one.
 * @example shiftNumber("84", () => 0.9) // "118"
 */
export function shiftNumber(text: string, random: Random): string {
  const [, decimals = ""] = text.split(".");
  const units = BigInt(text.replace(/[.,]/g, ""));
  const most = units / 2n > 1n ? units / 2n : 1n;
  // 2^53 steps are enough to choose from, however long the number is.
  const offset = 1n + (BigInt(Math.floor(random() * 2 ** 53)) * most) / BigInt(2 ** 53);
  const moved = units === 0n || random() < 0.5 ? units + offset : units - offset;
  const digits = moved.toString().padStart(text.replace(/[.,]/g, "").startsWith("0") ? text.replace(/[.,]/g, "").length : decimals.length + 1, "0");
  const whole = digits.slice(0, digits.length - decimals.length);
  const grouped = text.includes(",") ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
  return decimals === "" ? grouped : `${grouped}.${digits.slice(digits.length - decimals.length)}`;
}
