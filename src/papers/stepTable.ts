/** What was seen of each step of each group, in a few whole numbers a step, so that memory hardly grows with the rows. */
import { OUTCOMES, type Outcome } from "../core/types";

/** Where and with what outcome a row was seen. */
export interface Sighting {
  readonly outcome: Outcome;
  readonly file: string;
  readonly line: number;
}

/** Texts as numbers, in order of appearance. */
export class Numbering {
  readonly texts: string[] = [];
  private readonly numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) this.numbers.set(text, (number = this.texts.push(text) - 1));
    return number;
  }
}

const WIDTH = 9; // group, problem, node, and for each of three kinds: line, and file × 4 + outcome + 1 (0: not seen)

/** Steps in order of appearance; each has room for one sighting of each of three kinds. */
export class StepTable {
  /** How many steps there are. */
  size = 0;
  /** The texts that stand in the table, as numbers. */
  readonly problems = new Numbering();
  readonly nodes = new Numbering();
  readonly files = new Numbering();
  private entries = new Int32Array(WIDTH << 10);
  private slots = new Int32Array(1 << 11);

  /**
   * Notes a sighting. Problem, node and file are numbers of this table; the outcome is its place in `OUTCOMES`.
   * @returns the one that was there before, in which case nothing is noted
   */
  enter(group: number, problem: number, node: number, kind: 0 | 1 | 2, outcome: number, file: number, line: number): Sighting | undefined {
    const step = this.step(group, problem, node);
    const at = step * WIDTH + 3 + 2 * kind;
    if (this.entries[at + 1] !== 0) return this.sighting(step, kind);
    this.entries[at] = line;
    this.entries[at + 1] = file * OUTCOMES.length + outcome + 1;
    return undefined;
  }

  group(step: number): number {
    return this.entries[step * WIDTH]!;
  }

  problem(step: number): string {
    return this.problems.texts[this.entries[step * WIDTH + 1]!]!;
  }

  node(step: number): string {
    return this.nodes.texts[this.entries[step * WIDTH + 2]!]!;
  }

  /** The outcome of a kind of a step by its place in `OUTCOMES`; −1 if it was not seen. */
  outcome(step: number, kind: 0 | 1 | 2): number {
    const code = this.entries[step * WIDTH + 4 + 2 * kind]!;
    return code === 0 ? -1 : (code - 1) % OUTCOMES.length;
  }

  sighting(step: number, kind: 0 | 1 | 2): Sighting | undefined {
    const at = step * WIDTH + 3 + 2 * kind;
    const code = this.entries[at + 1]!;
    if (code === 0) return undefined;
    return { outcome: OUTCOMES[(code - 1) % OUTCOMES.length]!, file: this.files.texts[Math.floor((code - 1) / OUTCOMES.length)]!, line: this.entries[at]! };
  }

  /** The number of a step, new ones added at the end. */
  private step(group: number, problem: number, node: number): number {
    const { entries, slots } = this;
    const mask = slots.length - 1;
    let slot = hashOf(group, problem, node) & mask;
    for (let step = slots[slot]! - 1; step >= 0; step = slots[slot]! - 1) {
      const at = step * WIDTH;
      if (entries[at] === group && entries[at + 1] === problem && entries[at + 2] === node) return step;
      slot = (slot + 1) & mask;
    }
    const step = this.size;
    this.size += 1;
    if ((step + 1) * WIDTH > entries.length) {
      this.entries = new Int32Array(2 * entries.length);
      this.entries.set(entries);
    }
    const at = step * WIDTH;
    this.entries[at] = group;
    this.entries[at + 1] = problem;
    this.entries[at + 2] = node;
    slots[slot] = step + 1;
    if (2 * this.size > slots.length) this.rehash(2 * slots.length);
    return step;
  }

  private rehash(length: number): void {
    this.slots = new Int32Array(length);
    for (let step = 0; step < this.size; step++) {
      const at = step * WIDTH;
      let slot = hashOf(this.entries[at]!, this.entries[at + 1]!, this.entries[at + 2]!) & (length - 1);
      while (this.slots[slot] !== 0) slot = (slot + 1) & (length - 1);
      this.slots[slot] = step + 1;
    }
  }
}

function hashOf(group: number, problem: number, node: number): number {
  let hash = Math.imul(problem, 0x9e3779b1) ^ Math.imul(node + 1, 0x85ebca6b) ^ Math.imul(group + 1, 0xc2b2ae35);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
