/** The header that every Lean text of ProofFlow has: what is missing of it is put in, nothing is taken away or moved but imports. */
import { commands } from "../lean/commands";
import { hoistImports } from "../lean/header";
import { scan } from "../lean/scan";

const IMPORTS = ["Mathlib", "Aesop"] as const;
const NAMESPACES = ["BigOperators", "Real", "Nat", "Topology", "Rat", "Filter"] as const;

/** The whole of it. */
export const FLOW_HEADER = `import Mathlib\nimport Aesop\n\nset_option maxHeartbeats 0\n\nopen ${NAMESPACES.join(" ")}`;

/**
 * The text with each missing part of the header: imports first, then the option, then the namespaces that are not opened.
 * @example withFlowHeader("import Mathlib\nopen Real\nlemma l1 : 1 = 1 := by sorry") // imports Aesop too, sets maxHeartbeats, opens the other five
 */
export function withFlowHeader(code: string): string {
  const { code: hoisted } = hoistImports(code.trim());
  const all = commands(scan(hoisted));
  const texts = all.map(({ start, end }) => hoisted.slice(start, end));
  const imported = texts.flatMap((text) => /^import\s+(\S+)/.exec(text)?.[1] ?? []);
  const opened = new Set(all.flatMap(({ kind, chained }, i) => (kind === "open" && !chained ? texts[i]!.split(/\s+/).slice(1) : [])));
  const sets = texts.some((text) => /^set_option\s+maxHeartbeats\b/.test(text));
  const namespaces = NAMESPACES.filter((name) => !opened.has(name));
  // Comments before the imports stay, behind them.
  const rest = all.reduceRight((text, { kind, start, end }) => (kind === "import" ? text.slice(0, start) + text.slice(end) : text), hoisted).trim();
  const imports = [...IMPORTS.filter((name) => !imported.includes(name)), ...imported].sort((a, b) => order(a) - order(b)).map((name) => `import ${name}`);
  return [imports.join("\n"), ...(sets ? [] : ["set_option maxHeartbeats 0"]), ...(namespaces.length > 0 ? [`open ${namespaces.join(" ")}`] : []), rest].join("\n\n");
}

function order(module: string): number {
  const at = (IMPORTS as readonly string[]).indexOf(module);
  return at < 0 ? IMPORTS.length : at;
}

/** The text without imports, and without the options and namespaces that hold for the whole file: what goes under a header that another text brings. */
export function withoutFlowHeader(code: string): string {
  const all = commands(scan(code));
  const first = all.find(({ kind, chained }) => chained || !["import", "set_option", "open"].includes(kind));
  const kept = all.filter(({ kind, chained, start }) => !chained && kind === "open" && start < (first?.start ?? code.length)).map(({ start, end }) => code.slice(start, end).trim());
  const own = kept.map((text) => text.split(/\s+/).slice(1).filter((name) => !(NAMESPACES as readonly string[]).includes(name))).filter((names) => names.length > 0);
  const body = first ? code.slice(first.start).trim() : "";
  return [...own.map((names) => `open ${names.join(" ")} in`), body].join("\n").trim();
}
