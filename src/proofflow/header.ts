/** The header that every Lean text of ProofFlow has: what is missing of it is put in, nothing is taken away or moved but imports. */
import { commands, DECLARATIONS, type Command } from "../lean/commands";
import { withoutComments } from "../lean/comments";
import { hoistImports } from "../lean/header";
import { scan } from "../lean/scan";

const IMPORTS = ["Mathlib", "Aesop"] as const;
const NAMESPACES: readonly string[] = ["BigOperators", "Real", "Nat", "Topology", "Rat", "Filter"];
const HEADER_KINDS: ReadonlySet<string> = new Set(["import", "set_option", "open"]);

/** The whole of it. */
export const FLOW_HEADER = `import Mathlib\nimport Aesop\n\nset_option maxHeartbeats 0\n\nopen ${NAMESPACES.join(" ")}`;

/**
 * The text with each missing part of the header: imports first, then the option, then the namespaces that are not opened. What only looks like such a part does not count:
 * an option or an `open` for one command (`… in`), `open scoped`, `open Nat (succ)`, an `open` further down.
 * @example withFlowHeader("import Mathlib\nopen Real\nlemma l1 : 1 = 1 := by sorry") // imports Aesop too, sets maxHeartbeats, opens the other five
 */
export function withFlowHeader(code: string): string {
  const { code: hoisted } = hoistImports(code.trim());
  const all = commands(scan(hoisted));
  const textOf = ({ start, end }: Command) => withoutComments(hoisted.slice(start, end)).trim();
  const imported = all.filter(({ kind }) => kind === "import").flatMap((command) => /^import\s+(\S+)/.exec(textOf(command))?.[1] ?? []);
  const heading = headingOf(all);
  const opened = new Set(heading.filter(({ kind }) => kind === "open").flatMap((command) => namespacesOf(textOf(command))));
  const sets = heading.some((command) => /^set_option\s+maxHeartbeats\b/.test(textOf(command)));
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

/** The commands that hold for the whole file: those before the first of another kind, or for one command only. */
function headingOf(all: readonly Command[]): Command[] {
  const end = all.findIndex(({ kind, chained }) => chained || !HEADER_KINDS.has(kind));
  return all.slice(0, end < 0 ? all.length : end);
}

/** What an `open` opens wholly; `hiding` counts, since to open the whole would undo it. */
function namespacesOf(open: string): string[] {
  const words = open.split(/\s+/).slice(1);
  if (words[0] === "scoped" || words.includes("renaming") || open.includes("(")) return [];
  const hiding = words.indexOf("hiding");
  return hiding < 0 ? words : words.slice(0, hiding);
}

/** A text without the common header: commands of its own that held for all of it, and the rest. */
export interface Block {
  readonly own: readonly string[];
  readonly body: string;
}

/** Takes the common header off. Heartbeats go, since the common header sets no limit; other options and namespaces are the text's own. */
export function blockOf(code: string): Block {
  const all = commands(scan(code));
  const heading = headingOf(all);
  const own = heading.flatMap(({ kind, start, end }) => {
    const text = withoutComments(code.slice(start, end)).trim().replace(/\s+/g, " ");
    if (kind === "import" || /^set_option maxHeartbeats\b/.test(text)) return [];
    const simple = /^open (?:scoped )?[^()]*$/.test(text) && !/\b(?:hiding|renaming)\b/.test(text);
    if (kind !== "open" || !simple) return [text];
    const [, word, names] = /^(open(?: scoped)?) (.*)$/.exec(text) ?? [];
    const left = (names ?? "").split(" ").filter((name) => !NAMESPACES.includes(name));
    return left.length > 0 ? [`${word} ${left.join(" ")}`] : [];
  });
  const first = all[heading.length];
  return { own, body: first ? code.slice(first.start).trim() : "" };
}

/**
 * The text without the common header, so that it can stand in a file with others: what it opens, sets or declares by `variable`, and namespaces that it leaves open, end with it.
 * @example withoutFlowHeader("import Mathlib\nopen Real Finset\nlemma l1 : 1 = 1 := by rfl") // "open Finset in\nlemma l1 : 1 = 1 := by rfl"
 */
export function withoutFlowHeader(code: string): string {
  return closedBlock(blockOf(code));
}

/** A block that ends what it begins. */
export function closedBlock({ own, body }: Block): string {
  const all = commands(scan(body));
  if (all.length === 0) return "";
  const plain = all.every(({ kind, chained }) => chained || DECLARATIONS.has(kind));
  if (plain && own.length === 0) return body;
  if (plain && all.filter(({ chained }) => !chained).length === 1) return [...own.map((text) => `${text} in`), body].join("\n");
  return [["section", ...own].join("\n"), body, [...openScopes(all), "end"].join("\n")].join("\n\n");
}

/** What closes the sections and namespaces that are still open, innermost first. */
function openScopes(all: readonly Command[]): string[] {
  const open: string[] = [];
  for (const { kind, name } of all) {
    if (kind === "section" || kind === "namespace" || kind === "mutual") open.push(`end ${name}`.trim());
    else if (kind === "end") open.pop();
  }
  return open.reverse();
}
