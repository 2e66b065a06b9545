/** Offsets as Python counts them, in code points, and as JavaScript does, in UTF-16 units: they differ only behind signs such as 𝔽. */

/** UTF-16 offset of a code point's offset; beyond the end it stays beyond it. @example toUnits("𝔽2", 1) // 2 */
export function toUnits(text: string, codePoints: number): number {
  if (codePoints < 0 || !isBeyond(text)) return codePoints;
  let units = 0;
  for (let left = codePoints; left > 0; left--) units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}

/** Code points before a UTF-16 offset. @example toCodePoints("𝔽2", 2) // 1 */
export function toCodePoints(text: string, units: number): number {
  return isBeyond(text) ? [...text.slice(0, units)].length : units;
}

/** How many code points a text has: Python's `len`. */
export function codePointLength(text: string): number {
  return toCodePoints(text, text.length);
}

function isBeyond(text: string): boolean {
  return /[\ud800-\udbff]/.test(text);
}
