/** Method B's symbol edits: which symbol is swapped for which (B, section 3.2). */

export const FAMILIES = ["relation", "operator"] as const;
export type Family = (typeof FAMILIES)[number];

/** Pairs that are swapped for each other, with the family that they belong to. */
const PAIRS: readonly (readonly [string, string, Family])[] = [
  ["<", ">", "relation"], ["\\le", "\\ge", "relation"], ["\\leq", "\\geq", "relation"], ["≤", "≥", "relation"], ["\\lt", "\\gt", "relation"],
  ["+", "-", "operator"], ["\\times", "\\div", "operator"], ["×", "÷", "operator"],
];

/** Symbols that are swapped, but that nothing is swapped for: there are two signs for a product and for minus, and one for what undoes it. */
const ONE_WAY: readonly (readonly [string, string, Family])[] = [["\\cdot", "\\div", "operator"], ["·", "÷", "operator"], ["−", "+", "operator"]];

const SWAPS: ReadonlyMap<string, { readonly to: string; readonly family: Family }> = new Map(
  [...PAIRS.flatMap(([a, b, family]) => [[a, b, family], [b, a, family]] as const), ...ONE_WAY].map(([from, to, family]) => [from, { to, family }]),
);

/** Every symbol that can be swapped, with what for. */
export const SYMBOL_SWAPS: Readonly<Record<string, string>> = Object.fromEntries([...SWAPS].map(([from, { to }]) => [from, to]));

/**
 * The symbol that method B puts in place of another; never for = or ≠, nor for a symbol that is not in its table. B, section 3.2.
 * @returns undefined where there is no swap
 * @example swapSymbol("\\leq") // "\\geq"
 */
export function swapSymbol(symbol: string): string | undefined {
  return SWAPS.get(symbol.trim())?.to;
}

/** Whether a symbol compares or calculates; undefined for one that is not swapped. @example familyOf("\\cdot") // "operator" */
export function familyOf(symbol: string): Family | undefined {
  return SWAPS.get(symbol.trim())?.family;
}
