/** The imports at the head of a Lean text, apart from the rest. */
import { commands } from "../lean/commands";
import { scan } from "../lean/scan";

/** Imports in one fixed spelling, one a line, `""` if there are none; and the text with blanks in their place, so that nothing changes its position. */
export interface SplitText {
  readonly header: string;
  readonly body: string;
}

/**
 * Takes the leading imports off a text. An import that comes later is left where it is: Lean stops there with an error.
 * @example splitImports("import Mathlib\nexample : 1 = 1 := rfl") // { header: "import Mathlib", body: "              \nexample : 1 = 1 := rfl" }
 */
export function splitImports(code: string): SplitText {
  if (!/\bimport\b/.test(code)) return { header: "", body: code };
  const lines: string[] = [];
  let body = "";
  let at = 0;
  for (const { start, end } of leading(code)) {
    lines.push(code.slice(start, end).replace(/\s+/g, " "));
    body += code.slice(at, start) + code.slice(start, end).replace(/[^\n]/g, " ");
    at = end;
  }
  return { header: [...new Set(lines)].join("\n"), body: body + code.slice(at) };
}

function leading(code: string) {
  const all = commands(scan(code));
  const first = all.findIndex(({ kind }) => kind !== "import");
  return first === -1 ? all : all.slice(0, first);
}

/** Modules that every text of school mathematics asks for, and that come with Mathlib. */
const COMES_WITH_MATHLIB = /^import (?:Mathlib|Aesop|Batteries|Init|Std|Lean)(?:\.|$)/;

/**
 * Whether a header that is loaded already brings all imports of another. Mathlib brings its parts, Aesop, Batteries and Lean's own modules.
 * @example covers("import Mathlib\nset_option autoImplicit false", "import Mathlib.Tactic\nimport Aesop") // true
 */
export function covers(loaded: string, wanted: string): boolean {
  const have = splitImports(loaded).header.split("\n");
  const mathlib = have.includes("import Mathlib");
  return wanted === "" || wanted.split("\n").every((line) => have.includes(line) || line === "import Init" || (mathlib && COMES_WITH_MATHLIB.test(line)));
}
