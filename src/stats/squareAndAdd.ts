import { InputError } from "../core/errors";
import type { Interval, Rate } from "../core/types";
import { requireCount } from "./normal";
import { wilson } from "./wilson";

/** Two yes/no events on the same n units: how often both, only the first, only the second, neither. */
export interface PairedCounts {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
}

/** A number with its interval. */
export interface Estimate extends Interval {
  readonly estimate: number;
}

/** Whether an interval is for a sum (1) or a difference (−1) of two shares. */
export type Sign = 1 | -1;

/** The smallest and largest correlation that two events on the same units can have, given how often each occurs; 0 and 0 if one of them always or never occurs. */
export function correlationBounds(first: Rate, second: Rate): Interval {
  const n = first.n;
  const bothAtLeast = Math.max(0, first.k + second.k - n);
  const bothAtMost = Math.min(first.k, second.k);
  return { lo: correlation(bothAtLeast, first, second), hi: correlation(bothAtMost, first, second) };
}

/** The correlation φ of two events that occur together `both` times; 0 if one of them always or never occurs. */
function correlation(both: number, first: Rate, second: Rate): number {
  return phi(determinant(both, first, second), first, second);
}

/**
 * The correlation for an interval of a + b or a − b from pairs, as in method 10: a φ that would make the interval narrower is first drawn
 * towards 0, its determinant by n/2. That is a positive φ for a difference and a negative one for a sum, since a + b is a − (1 − b) + 1.
 * Without it, two pairs that fail on opposite sides would give a sum an interval without any width.
 */
export function cautiousCorrelation(both: number, first: Rate, second: Rate, sign: Sign): number {
  const exact = determinant(both, first, second);
  const narrows = sign * exact < 0;
  return phi(narrows ? Math.sign(exact) * Math.max(0, Math.abs(exact) - first.n / 2) : exact, first, second);
}

/** both·neither − onlyFirst·onlySecond: above 0 where the two events go together. */
function determinant(both: number, first: Rate, second: Rate): number {
  const neither = first.n - first.k - second.k + both;
  return both * neither - (first.k - both) * (second.k - both);
}

function phi(determinant: number, first: Rate, second: Rate): number {
  const spread = Math.sqrt(first.k * (first.n - first.k) * second.k * (second.n - second.k));
  return spread === 0 ? 0 : determinant / spread;
}

/** The two rates of a paired table, by Wilson. @throws InputError if a cell is no count or all are 0 */
export function pairedRates({ both, onlyFirst, onlySecond, neither }: PairedCounts, level?: number): { first: Rate; second: Rate } {
  for (const [name, count] of Object.entries({ both, onlyFirst, onlySecond, neither })) requireCount("a paired table", name, count);
  const n = both + onlyFirst + onlySecond + neither;
  if (n === 0) throw new InputError("a paired table requires at least one unit");
  return { first: wilson(both + onlyFirst, n, level), second: wilson(both + onlySecond, n, level) };
}

/**
 * Interval for a + b or a − b where a and b have intervals of their own and correlation φ between their estimates:
 * the distances to the bounds are squared and added, with a cross term for φ. Newcombe 1998, Stat. Med. 17:2635; Zou & Donner 2008 (MOVER).
 * Bounds are kept within what a sum (0 … 2) or a difference (−1 … 1) of shares can be.
 */
export function squareAndAdd(a: Rate, b: Rate, sign: Sign, phi: number): Estimate {
  const estimate = a.rate + sign * b.rate;
  // For a difference the lower bound is reached where a is low and b is high.
  const [bLow, bHigh] = sign === 1 ? [b.rate - b.lo, b.hi - b.rate] : [b.hi - b.rate, b.rate - b.lo];
  const least = sign === 1 ? 0 : -1;
  return {
    estimate,
    lo: Math.max(least, estimate - hypotenuse(a.rate - a.lo, bLow, sign * phi)),
    hi: Math.min(least + 2, estimate + hypotenuse(a.hi - a.rate, bHigh, sign * phi)),
  };
}

function hypotenuse(x: number, y: number, cosine: number): number {
  return Math.sqrt(Math.max(0, x * x + y * y + 2 * cosine * x * y));
}
