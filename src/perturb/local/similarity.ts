/**
 * How alike two texts are, from 0 to 1: twice the characters in matching blocks over all characters, where the longest common block is taken first
 * and the parts before and behind it are treated alike. Ratcliff and Metzener 1988; Python's `difflib` without its shortcut for frequent signs.
 * @example similarity("abcd", "bcde") // 0.75
 */
export function similarity(a: string, b: string): number {
  return a.length + b.length === 0 ? 1 : (2 * matching(a, b)) / (a.length + b.length);
}

function matching(a: string, b: string): number {
  let [startA, startB, size] = [0, 0, 0];
  // Lengths of the common blocks that end at each character of b and at the character of a before.
  let row = new Uint32Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    const next = new Uint32Array(b.length + 1);
    for (let j = 0; j < b.length; j++) {
      if (a[i] !== b[j]) continue;
      const length = (next[j + 1] = row[j]! + 1);
      if (length > size) [startA, startB, size] = [i - length + 1, j - length + 1, length];
    }
    row = next;
  }
  if (size === 0) return 0;
  return size + matching(a.slice(0, startA), b.slice(0, startB)) + matching(a.slice(startA + size), b.slice(startB + size));
}
