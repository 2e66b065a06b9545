/** How much the surroundings of two places have in common. */
import { alike, type MathToken } from "./tokens";

/** Tokens on either side that are looked at. Lean says the same with more tokens, so its window is wider. */
const NEAR = 8;
const NEAR_LEAN = 12;

const WEIGHT = { number: 1.2, name: 1, relation: 0.7, operator: 0.5 } as const;

/** A place between tokens: what stands left of it and right of it, nearest first. */
export interface Surroundings {
  readonly left: readonly MathToken[];
  readonly right: readonly MathToken[];
}

/** The surroundings of the tokens from `start` up to before `end`. */
export function around(tokens: readonly MathToken[], start: number, end: number, width = NEAR_LEAN): Surroundings {
  return { left: tokens.slice(Math.max(0, start - width), start).reverse(), right: tokens.slice(end, end + width) };
}

/** The surroundings of a place in the text in words, which is narrower. */
export function aroundNatural(tokens: readonly MathToken[], start: number, end: number): Surroundings {
  return around(tokens, start, end, NEAR);
}

/**
 * The common tokens of two surroundings, in order, each counting the more the nearer it is on both sides.
 * @param mirrored whether the left of the first belongs to the right of the second: as for `a < b` and `b > a`
 */
export function likeness(first: Surroundings, second: Surroundings, mirrored = false): number {
  return common(first.left, mirrored ? second.right : second.left) + common(first.right, mirrored ? second.left : second.right);
}

/** The heaviest common subsequence of two runs of tokens. */
function common(a: readonly MathToken[], b: readonly MathToken[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (let i = 0; i < a.length; i++) {
    const next = [0];
    for (let j = 0; j < b.length; j++) {
      const match = alike(a[i]!, b[j]!) ? row[j]! + (2 * WEIGHT[a[i]!.kind]) / (2 + i + j) : 0;
      next.push(Math.max(match, row[j + 1]!, next[j]!));
    }
    row = next;
  }
  return row[b.length]!;
}
