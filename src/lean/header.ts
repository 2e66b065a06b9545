/** What stands before a theorem: imports put where Lean wants them, and one header put in place of another. */
import { commands, DECLARATIONS } from "./commands";
import type { Flag } from "./flags";
import { scan } from "./scan";
import type { Theorem } from "./theorem";

/** The header that FaithformBench gives every statement, whatever the model wrote. */
export const PAPER_HEADER = "import Mathlib\nimport Aesop\n\nset_option maxHeartbeats 0\n\nopen BigOperators Real Nat Topology Rat";

/** A text, and what was done to it. */
export interface Rewritten {
  readonly code: string;
  readonly flags: readonly Flag[];
}

/**
 * Puts all imports at the beginning, each once: Lean takes an import nowhere else. Nothing else is moved or changed.
 * @example hoistImports("open Real\nimport Mathlib").code // "import Mathlib\nopen Real"
 */
export function hoistImports(code: string): Rewritten {
  const all = commands(scan(code));
  const imports = all.filter(({ kind }) => kind === "import");
  const lines = imports.map(({ start, end }) => code.slice(start, end).replace(/\s+/g, " "));
  const unique = [...new Set(lines)];
  const late = all.slice(0, imports.length).some(({ kind }) => kind !== "import");
  const flags: Flag[] = [...(late ? ["imports_hoisted" as const] : []), ...(unique.length < lines.length ? ["imports_repeated" as const] : [])];
  if (flags.length === 0) return { code, flags };
  let rest = "";
  let at = 0;
  for (const { start, end } of imports) {
    rest += code.slice(at, start);
    at = code[end] === "\n" ? end + 1 : end;
  }
  return { code: `${unique.join("\n")}\n${(rest + code.slice(at)).trim()}`, flags };
}

/**
 * The theorem under another header; with `PAPER_HEADER`, what FaithformBench sends to Lean. All of the theorem's own context goes, helper definitions
 * included, so a statement that needs them no longer type-checks: the flags say what went.
 * @example withHeader(theorem, PAPER_HEADER).flags // ["header_dropped"]
 */
export function withHeader(theorem: Theorem, header: string): Rewritten {
  const { source, spans, context } = theorem;
  const flags: Flag[] = [];
  if (context.some(({ kind }) => !DECLARATIONS.has(kind))) flags.push("header_dropped");
  if (context.some(({ kind }) => DECLARATIONS.has(kind))) flags.push("helpers_dropped");
  return { code: `${header.trimEnd()}\n\n${source.slice(spans.modifiers.start, spans.proof.end)}`, flags };
}
