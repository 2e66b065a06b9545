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
  // A number lies within a run of digits, commas and points, so that the last run that holds one holds the last one.
  for (let end = text.length; end > 0; ) {
    if (!isDigit(text.charCodeAt(end - 1))) {
      end -= 1;
      continue;
    }
    let start = end - 1;
    while (start > 0 && (isDigit(text.charCodeAt(start - 1)) || text[start - 1] === "," || text[start - 1] === ".")) start -= 1;
    let last: NumberPlace | undefined;
    NUMBER.lastIndex = start;
    for (let match = NUMBER.exec(text); match && match.index < end; match = NUMBER.exec(text)) last = { start: match.index, text: match[0] };
    if (last) return last;
    end = start;
  }
  return undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/**
 * Moves a number by up to half its size, by at least one unit of its last decimal, up or down; 0 moves up. Decimals, and commas between
 * thousands, are kept; a leading 0 is kept where the number is shorter by one.
 * @example shiftNumber("84", () => 0.9) // "118"
 */
export function shiftNumber(text: string, random: Random): string {
  const [, decimals = ""] = text.split(".");
  const written = decimals !== "" || text.includes(",") ? text.replace(/[.,]/g, "") : text;
  const moved = written.length <= 8 ? movedSmall(Number(written), random) : movedLarge(BigInt(written), random);
  const digits = moved.toString().padStart(written.startsWith("0") ? written.length : decimals.length + 1, "0");
  const whole = digits.slice(0, digits.length - decimals.length);
  const grouped = text.includes(",") ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
  return decimals === "" ? grouped : `${grouped}.${digits.slice(digits.length - decimals.length)}`;
}

/** 2^53 steps are enough to choose from, however long the number is. */
function movedLarge(units: bigint, random: Random): bigint {
  const most = units / 2n > 1n ? units / 2n : 1n;
  const offset = 1n + (BigInt(Math.floor(random() * 2 ** 53)) * most) / BigInt(2 ** 53);
  return units === 0n || random() < 0.5 ? units + offset : units - offset;
}

/** The same for numbers below 2^27, whose products with either half of the draw are exact. */
function movedSmall(units: number, random: Random): number {
  const most = Math.max(1, Math.floor(units / 2));
  const draw = Math.floor(random() * 2 ** 53);
  const upper = Math.floor(draw / 2 ** 26);
  const offset = 1 + Math.floor((upper * most + Math.floor(((draw - upper * 2 ** 26) * most) / 2 ** 26)) / 2 ** 27);
  return units === 0 || random() < 0.5 ? units + offset : units - offset;
}
