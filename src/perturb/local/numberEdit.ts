/** Method B's new value for a number: close to the old one, drawn from a seed, the same digits that Python gives (B, section 3.2). */
import type { PythonRandom } from "../../core/pythonRandom";
import { decimal, fixed, plus, timesInteger, wholePart, type Decimal } from "./decimal";
import { keyedRandom, type EditPlace } from "./seeds";

const NUMBER = /^-?\p{Nd}+$/u;
const DECIMAL = /^-?\p{Nd}+\.\p{Nd}+$/u;
const FRACTION = /^-?\p{Nd}+\/-?\p{Nd}+$/u;
const PERCENT = /^-?\p{Nd}+(?:\.\p{Nd}+)?%$/u;
/** What Python's `strip` takes away at both ends. */
const EDGES = /^[\s\x1c-\x1f\x85]+|[\s\x1c-\x1f\x85]+$/g;

/**
 * The number that method B puts in place of another: a step of a size that goes with the number's own, up or down; the sign is kept, 0 moves
 * up, and nothing else becomes 0 or stays as it was. Decimals keep their places, fractions their denominator, percentages their sign.
 * @param value an integer, a decimal, a fraction a/b or a percentage, in digits of any script, as in the text
 * @param place the problem's name and the region, which seed the draw together with the value
 * @returns undefined for a text that is no such number: "+4", ".5", "1,000", "4/0"
 * @example perturbNumber("45/3", { name: "amc12a_2008_p25", source: "statement" }) // "40/3"
 */
export function perturbNumber(value: string, { name, source }: EditPlace): string | undefined {
  const text = value.replace(EDGES, "");
  if (PERCENT.test(text)) {
    const base = perturbNumber(text.slice(0, -1), { name, source });
    return base === undefined ? undefined : `${base}%`;
  }
  // The released key has an empty part for the number's role.
  const random = keyedRandom(`${name}:${source}::${text}`);
  if (NUMBER.test(text)) return `${moved(integer(text), integerStep, random)}`;
  if (DECIMAL.test(text)) return movedDecimal(text, random);
  if (!FRACTION.test(text)) return undefined;
  const [above, below] = text.split("/").map(integer) as [bigint, bigint];
  return below === 0n ? undefined : `${moved(above, numeratorStep, random)}/${below}`;
}

/** Whether a text is a number that can be edited, spaces around a fraction's bar aside (B, section 3.2). */
export function isNumberLiteral(value: string): boolean {
  const text = value.replace(EDGES, "");
  return [NUMBER, DECIMAL, FRACTION, PERCENT].some((form) => form.test(text.replace(/\s*\/\s*/, "/")));
}

type Range = readonly [least: bigint, greatest: bigint];

function integerStep(size: bigint): Range {
  if (size <= 10n) return [1n, 3n];
  if (size <= 100n) return [1n, 5n];
  return size <= 1000n ? [2n, 15n] : [1n, atLeastOne(size / 20n)];
}

function numeratorStep(size: bigint): Range {
  return size <= 10n ? [1n, 3n] : [1n, atLeastOne(size / 5n)];
}

/** A whole number moved by a drawn step; the size is drawn before the direction. */
function moved(number: bigint, stepOf: (size: bigint) => Range, random: PythonRandom): bigint {
  const step = random.randint(...stepOf(absolute(number)));
  return number + direction(number, step, random) * step;
}

/** A decimal moved by units of its last place, in Python's decimal arithmetic. */
function movedDecimal(text: string, random: PythonRandom): string {
  const places = text.length - text.indexOf(".") - 1;
  const units = integer(text.replace(".", ""));
  const size = absolute(units);
  const one = 10n ** BigInt(places);
  const range: Range = size <= one ? [1n, 3n] : size <= 10n * one ? [1n, 5n] : [1n, atLeastOne(wholePart(decimal(2n * size, -places - 1)))];
  const step = random.randint(...range);
  const unit: Decimal = { digits: 1n, exponent: -places };
  return fixed(plus({ digits: units, exponent: -places }, timesInteger(unit, direction(wholePart(decimal(units, 0)), step, random) * step)), places);
}

/** +1 for 0; away from 0 if the step would reach or cross it; else drawn. */
function direction(number: bigint, step: bigint, random: PythonRandom): bigint {
  if (number === 0n) return 1n;
  const away = number > 0n ? 1n : -1n;
  return step >= absolute(number) ? away : random.choice([1n, -1n]);
}

function absolute(number: bigint): bigint {
  return number < 0n ? -number : number;
}

function atLeastOne(number: bigint): bigint {
  return number > 1n ? number : 1n;
}

/** A whole number in digits of any script. @example integer("-١٢") // -12n */
function integer(text: string): bigint {
  if (/^-?[0-9]+$/.test(text)) return BigInt(text);
  return BigInt(text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0)!))));
}

/** Digits of a script stand together from 0 to 9; only those of mathematical alphabets follow one another without a gap. */
function digitValue(code: number): number {
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
