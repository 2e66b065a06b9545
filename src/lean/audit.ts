/**
 * The part of a proof audit that needs no Lean: does the text prove the statement that was asked for, and does it avoid what would make Lean's "no error"
 * worthless? The rest, above all the axioms used, Lean must say. See the exact-statement recipe, step 3, and FaithformBench (A), "Formalising".
 */
import { InputError } from "../core/errors";
import { commands, type Command } from "./commands";
import { forbiddenWords, type ViolationKind } from "./forbidden";
import { lookalikes } from "./lookalikes";
import { positions } from "./position";
import { scan, type Scan } from "./scan";
import { liesIn } from "./spans";
import { difference } from "./statement";
import { contextFindings, trustedCommands, type ContextFinding } from "./surroundings";
import { splitTheorem, stopsLean, theoremAt, theoremsAmong, type Theorem } from "./theorem";

/** One finding: its kind (see `VIOLATIONS`), its place as Lean counts (line from 1, column from 0 in code points), and the text in question. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** `ok` is the verdict of the chosen mode; in lenient mode a text can pass with violations to look at. */
export interface Audit {
  readonly ok: boolean;
  readonly violations: readonly Violation[];
}

export interface AuditOptions {
  /** "strict" (default): any violation fails. "lenient": only those that no later check by Lean could excuse fail, the rest are told. */
  readonly mode?: "strict" | "lenient";
}

const ALWAYS_FATAL: ReadonlySet<ViolationKind> = new Set(["statement", "no_theorem", "unreadable", "placeholder", "axiom", "terminal"]);

/**
 * Audits a proof text against the statement it should prove.
 * Parameters and body must be those of the statement, word for word, comments and white space aside; the name is free, but if a theorem of the asked name is
 * there, that one is compared, else the last. Commands that the statement's own text has too are trusted.
 * @param code the whole Lean text with the proof   @param statement Lean text of the theorem asked for, with or without header and proof
 * @throws InputError if `statement` itself is no theorem
 * @example auditProof("theorem t : 1 = 1 := by sorry", "theorem t : 1 = 1 := by sorry")
 * // { ok: false, violations: [{ kind: "placeholder", line: 1, column: 24, text: "sorry" }] }
 */
export function auditProof(code: string, statement: string, { mode = "strict" }: AuditOptions = {}): Audit {
  const asked = splitTheorem(statement);
  if (!asked.ok) throw new InputError(`auditProof needs a statement that is a theorem: ${asked.reason}`);
  const scanned = scan(code);
  const all = commands(scanned);
  const submitted = submittedTheorem(scanned, all, asked.theorem.name);
  const words = [
    ...forbiddenWords(scanned),
    ...lookalikes(scanned).filter(({ text }) => !statement.includes([...text][0]!)).map(({ offset, text }): ContextFinding => ({ kind: "lookalike", offset, text })),
  ];
  const findings = [
    ...scanned.problems.slice(0, 1).map(({ offset, message }): ContextFinding => ({ kind: "unreadable", offset, text: message })),
    ...all.filter((command, n) => command.kind === "import" && stopsLean(command, all[n - 1])).map(({ start }): ContextFinding => ({ kind: "terminal", offset: start, text: "import" })),
    ...("reason" in submitted ? [{ ...submitted, kind: "no_theorem" as const, text: submitted.reason }, ...words] : compared(submitted, asked.theorem, words)),
  ];
  const at = positions(code);
  const violations = findings.sort((a, b) => a.offset - b.offset).map(({ kind, offset, text }) => ({ kind, ...at(offset), text }));
  return { ok: violations.every(({ kind }) => mode === "lenient" && !ALWAYS_FATAL.has(kind)), violations };
}

/** The theorem of the asked name, or the last one; or why it cannot be read. */
function submittedTheorem(scanned: Scan, all: readonly Command[], name: string): Theorem | { offset: number; reason: string } {
  const candidates = theoremsAmong(all);
  const chosen = candidates.findLast((command) => command.name === name && name !== "") ?? candidates.at(-1);
  if (!chosen) return { offset: 0, reason: "there is no theorem in the text" };
  const parsed = theoremAt(scanned, all, chosen);
  return parsed.ok ? parsed.theorem : { offset: chosen.start, reason: parsed.reason };
}

function compared(submitted: Theorem, asked: Theorem, words: readonly ContextFinding[]): ContextFinding[] {
  const trusted = trustedCommands(submitted, asked);
  const differs = difference(asked, submitted);
  return [
    ...(differs ? [{ kind: "statement" as const, offset: differs.offset, text: `found ${shown(differs.found)} where the statement has ${shown(differs.asked)}` }] : []),
    ...words.filter(({ kind, offset }) => kind === "terminal" || !liesIn(trusted, offset)),
    ...contextFindings(submitted, asked),
  ];
}

function shown(word: string): string {
  return word === "" ? "its end" : `\`${word}\``;
}
