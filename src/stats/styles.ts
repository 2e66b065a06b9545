import { mean } from "simple-statistics";
import { InputError } from "../core/errors";
import { bootstrapPlaces, type BootstrapInterval, type BootstrapOptions } from "./bootstrap";

/**
 * Flip rate: over the pairs of styles of one problem, the share of pairs in which exactly one output is correct; averaged over problems.
 * With c of s styles correct, a problem has c(s − c) such pairs out of s(s − 1)/2. B, section 4.1 (5 styles, 10 pairs).
 * @param correct problems × styles, every row of the same length ≥ 2
 * @returns a share; 0 = every problem is answered alike in all styles. With 5 styles a single problem cannot exceed 0.6.
 * @throws InputError for no problems, fewer than two styles, or rows of unequal length
 * @example flipRate([[true, false, false, false, false]]) // 0.4: 4 of 10 pairs
 */
export function flipRate(correct: readonly (readonly boolean[])[]): number {
  const styles = checkGrid("flipRate", correct);
  if (styles < 2) throw new InputError(`flipRate compares styles, so it requires at least two, got ${styles}`);
  return mean(
    correct.map((row) => {
      const right = row.filter(Boolean).length;
      return (right * (styles - right)) / ((styles * (styles - 1)) / 2);
    }),
  );
}

/**
 * Range over styles: the share of problems correct in the best style minus that in the worst. B, section 4.2, printed in percentage points.
 * @param correct problems × styles, every row of the same length ≥ 1
 * @returns a difference of shares in [0, 1]
 * @throws InputError for no problems or rows of unequal length
 * @example styleRange([[true, false], [true, true]]) // 0.5: 2 of 2 against 1 of 2
 */
export function styleRange(correct: readonly (readonly boolean[])[]): number {
  const styles = checkGrid("styleRange", correct);
  return spread(Array.from({ length: styles }, (_, style) => correct.filter((row) => row[style]).length), correct.length);
}

/**
 * The range with its bootstrap interval; problems are resampled.
 * @throws InputError as `styleRange` and `bootstrap`
 */
export function styleRangeBootstrap(correct: readonly (readonly boolean[])[], options: BootstrapOptions): BootstrapInterval {
  const styles = checkGrid("styleRange", correct);
  // Up to six styles are counted at once, each in bits of its own.
  const width = Math.ceil(Math.log2(correct.length + 1));
  const together = Math.max(1, Math.floor(30 / width));
  const groups = Array.from({ length: Math.ceil(styles / together) }, (_, group) =>
    Int32Array.from(correct, (row) => row.slice(group * together, (group + 1) * together).reduce((bits, right, i) => bits + (right ? 2 ** (i * width) : 0), 0)),
  );
  const right = new Array<number>(styles);
  return bootstrapPlaces(correct.length, (places) => {
    for (const [group, bits] of groups.entries()) {
      let sum = 0;
      if (places === undefined) for (const each of bits) sum += each;
      else for (let i = 0; i < places.length; i++) sum += bits[places[i]!]!;
      for (let i = 0, style = group * together; i < together && style < styles; i++, style++) right[style] = (sum >>> (i * width)) & (2 ** width - 1);
    }
    return spread(right, correct.length);
  }, options);
}

/** Best share less worst. */
function spread(right: readonly number[], problems: number): number {
  const shares = right.map((count) => count / problems);
  return Math.max(...shares) - Math.min(...shares);
}

function checkGrid(who: string, correct: readonly (readonly boolean[])[]): number {
  if (correct.length === 0) throw new InputError(`${who} requires at least one problem`);
  const styles = correct[0]!.length;
  const odd = correct.findIndex((row) => row.length !== styles || [...row].some((cell) => typeof cell !== "boolean")); // spread, so that holes count as cells
  if (odd >= 0) throw new InputError(`${who} requires ${styles} booleans a problem, like the first; problem ${odd + 1} has ${JSON.stringify(correct[odd])}`);
  if (styles === 0) throw new InputError(`${who} requires at least one style`);
  return styles;
}
