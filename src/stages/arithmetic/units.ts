/** Units between numbers: enough to see that two sides are measured differently, so that their numbers alone cannot be compared. */

/** Units of one kind of quantity, each by the beginnings of its names. */
const KINDS: readonly (readonly string[][])[] = [
  [["second", "sec"], ["minute", "min"], ["hour", "hr", "h"], ["day"], ["week"], ["month"], ["year", "yr"], ["decade"], ["century", "centuries"]],
  [["inch", "in"], ["foot", "feet", "ft"], ["yard", "yd"], ["mile", "mi"], ["mm", "millimeter", "millimetre"], ["cm", "centimeter", "centimetre"], ["m", "meter", "metre"], ["km", "kilometer", "kilometre"]],
  [["ounce", "oz"], ["pound", "lb"], ["ton"], ["mg", "milligram"], ["g", "gram"], ["kg", "kilogram", "kilo"]],
  [["ml", "milliliter", "millilitre"], ["l", "liter", "litre"], ["cup"], ["pint", "pt"], ["quart", "qt"], ["gallon", "gal"]],
  [["cent", "¢"], ["$", "dollar"], ["€", "euro"], ["dime"], ["nickel"], ["penny", "pennies"]],
];

/**
 * The parts of a unit as single, lower-case nouns.
 * @example unitNames("square feet per Boxes") // ["square", "feet", "boxe"]
 */
export function unitNames(unit: string): string[] {
  return unit
    .toLowerCase()
    .split(/[\s/]+|\bper\b/)
    .map((name) => (name.length > 2 ? name.replace(/s$/, "") : name))
    .filter((name) => name !== "");
}

/** The kind of quantity and the unit of it, if the name is a known unit. */
function known(name: string): { kind: number; unit: number } | undefined {
  for (const [kind, units] of KINDS.entries()) {
    const unit = units.findIndex((names) => names.includes(name));
    if (unit >= 0) return { kind, unit };
  }
  return undefined;
}

/**
 * Whether one side is measured in units of a kind that the other has only other units of: minutes against hours, cents against dollars.
 * @example unitsDiffer(["hours"], ["minutes"]) // true
 * @example unitsDiffer(["hours", "minutes/hour"], ["minutes"]) // false
 */
export function unitsDiffer(left: readonly string[], right: readonly string[]): boolean {
  const [lefts, rights] = [left, right].map((units) => units.flatMap(unitNames).flatMap((name) => known(name) ?? []));
  return lefts!.some(({ kind }) => {
    const [mine, theirs] = [lefts!, rights!].map((side) => side.filter((each) => each.kind === kind).map(({ unit }) => unit));
    return theirs!.length > 0 && !theirs!.some((unit) => mine!.includes(unit));
  });
}

/** Whether two numbers alone, each with its units, are said to be of one kind: both without, or sharing a name. */
export function sameUnits(left: readonly string[], right: readonly string[]): boolean {
  const [lefts, rights] = [left, right].map((units) => units.flatMap(unitNames));
  if (lefts!.length === 0 || rights!.length === 0) return lefts!.length === rights!.length;
  return lefts!.some((name) => rights!.includes(name));
}
