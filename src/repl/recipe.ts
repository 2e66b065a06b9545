/**
 * The commands by which Lean is asked whether a candidate proves exactly the given statement. The trusted statement comes first, under a name that nobody can
 * foresee, so that nothing in the candidate can change what it means; everything after the candidate is ours again.
 */
import { commands, DECLARATIONS, type Command } from "../lean/commands";
import { scan } from "../lean/scan";
import { inForce } from "../lean/scope";
import { parseTheorem, type ContextCommand, type Theorem } from "../lean/theorem";
import { LEAN_OPENS } from "./headers";

/** The axioms of Lean's own logic: all that Mathlib uses. */
export const STANDARD_AXIOMS = ["propext", "Classical.choice", "Quot.sound"] as const;

/** The trusted part: what is elaborated before any candidate. */
export interface Reference {
  /** Imports, `autoImplicit` off, and the statement's own context. */
  readonly preamble: string;
  /** The statement under the reference name, with `sorry` for its proof. */
  readonly statement: string;
  /** The namespace in which a theorem after the preamble stands, `""` or ending in a dot. */
  readonly namespace: string;
}

/**
 * What is elaborated of a statement, under the name `_kit_ref_` + nonce. A statement without imports and opens gets the usual opens, if the engine's header
 * brings Mathlib and opens nothing itself.
 * @param header the engine's header
 */
export function referenceOf(asked: Theorem, nonce: string, header: string): Reference {
  const own = asked.context.filter(({ kind }) => kind !== "import");
  const lastPlain = own.findLastIndex(({ chained }) => !chained);
  const imports = asked.context.filter(({ kind }) => kind === "import").map(({ text }) => text);
  const isBare = imports.length === 0 && !own.some(({ kind }) => kind === "open");
  const opens = isBare && /^import Mathlib\s*$/m.test(header) && !/^open\s/m.test(header) ? [LEAN_OPENS] : [];
  const { source, spans } = asked;
  const signature = source.slice(spans.universes.start, spans.proof.start).trimEnd();
  return {
    preamble: [...imports, "set_option autoImplicit false", ...opens, ...own.slice(0, lastPlain + 1).map(({ text }) => text)].join("\n"),
    statement: [...own.slice(lastPlain + 1).map(({ text }) => text), `theorem _root_._kit_ref_${nonce}${spaced(signature)} := by sorry`].join("\n"),
    namespace: namespaceOf(asked.context),
  };
}

function spaced(text: string): string {
  return /^[\s.]/.test(text) ? text : ` ${text}`;
}

function namespaceOf(context: readonly ContextCommand[]): string {
  return inForce(context).filter(({ kind, name }) => kind === "namespace" && name !== "").map(({ name }) => `${name}.`).join("");
}

/** The candidate as it is elaborated after the reference, and the full name of the theorem in it. */
export interface CandidateStep {
  readonly code: string;
  readonly name: string;
}

/**
 * A whole file as a step: its imports, and commands at its beginning that the statement's own text has too, are blanked out, since they are there already; nothing
 * changes its position. An `example` gets a name. Undefined if the theorem that is meant has none that could be asked for.
 */
export function fileStep(candidate: string, asked: Theorem, reference: Reference, nonce: string): CandidateStep | undefined {
  const parsed = theoremNamed(candidate, asked.name);
  if (!parsed) return undefined;
  const known = asked.context.map(words);
  const all = commands(scan(candidate));
  const blank = new Set<Command>();
  for (const command of all) {
    if (command.kind === "import") blank.add(command);
    else if (["theorem", "lemma", "example"].includes(command.kind) && !known.includes(words(textOf(candidate, command)))) break;
    else if (!command.chained && takeFrom(known, words(textOf(candidate, command)))) blank.add(command);
  }
  const kept = parsed.context.filter((each) => !all.some((command) => blank.has(command) && command.start === each.start));
  let code = candidate;
  for (const { start, end } of blank) code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, " ") + code.slice(end);
  if (parsed.kind === "example") {
    const { keyword } = parsed.spans;
    code = `${code.slice(0, keyword.start)}theorem _root_._kit_thm_${nonce} ${code.slice(keyword.start + "example".length)}`;
    return { code, name: `_kit_thm_${nonce}` };
  }
  if (parsed.name.startsWith("_root_.")) return { code, name: parsed.name.slice("_root_.".length) };
  // A namespace of the candidate's that was blanked out is open since the preamble.
  return { code, name: `${reference.namespace}${namespaceOf(kept)}${parsed.name}` };
}

/** The theorem of the asked name if the text has one, else its last. */
function theoremNamed(code: string, name: string): Theorem | undefined {
  const last = parseTheorem(code);
  if (!last.ok) return undefined;
  if (name === "" || last.theorem.name === name || last.theorem.theorems < 2) return last.theorem;
  const all = commands(scan(code));
  const found = all.findLast((command) => DECLARATIONS.has(command.kind) && command.name === name);
  const upTo = found && parseTheorem(code.slice(0, found.end));
  return upTo?.ok ? upTo.theorem : last.theorem;
}

function textOf(code: string, { start, end }: Command): { text: string } {
  return { text: code.slice(start, end) };
}

function words({ text }: { readonly text: string }): string {
  return scan(text).tokens.map((token) => token.text).join(" ");
}

function takeFrom(list: string[], item: string): boolean {
  const at = list.indexOf(item);
  if (at !== -1) list.splice(at, 1);
  return at !== -1;
}

/**
 * A bare proof as a step: the signature is ours, only what comes after `:= by` is the model's.
 * @example bodyStep("norm_num", theorem of "theorem t : 1 + 1 = 2", …).code // "theorem t : 1 + 1 = 2 := by\n  norm_num"
 */
export function bodyStep(body: string, asked: Theorem, { namespace }: Reference, nonce: string): CandidateStep {
  const own = asked.context.filter(({ kind }) => kind !== "import");
  const chained = own.slice(own.findLastIndex((command) => !command.chained) + 1).map(({ text }) => text);
  const { source, spans } = asked;
  const name = asked.name === "" ? `_root_._kit_thm_${nonce}` : asked.name;
  const signature = source.slice(spans.universes.start, spans.proof.start).trimEnd();
  const code = [...chained, `theorem ${name}${spaced(signature)} := by\n${indented(body)}`].join("\n");
  return { code, name: name.startsWith("_root_.") ? name.slice("_root_.".length) : `${namespace}${name}` };
}

/** Words at the end of a line after which the next one belongs deeper. */
const OPENS_BLOCK = /(?:\bby|=>|\bdo|:=|·|\bcalc|\bwith|<;>|\bfrom|,|\()\s*$/;

/**
 * Tactics moved to column 2, whatever their column was. A first line that stood behind `by` has lost its column and takes that of the others, unless they belong
 * below it.
 */
export function indented(body: string): string {
  const lines = body.replace(/\r\n?/g, "\n").replace(/^(?:[ \t]*\n)+/, "").trimEnd().split("\n");
  const depth = (line: string) => line.length - line.trimStart().length;
  const [first = "", ...others] = lines;
  const rest = others.filter((line) => line.trim() !== "" && !line.trimStart().startsWith("--"));
  const least = rest.length === 0 ? depth(first) : Math.min(...rest.map(depth));
  const isAligned = depth(first) === 0 && least > 0 && !OPENS_BLOCK.test(first);
  const base = isAligned ? least : Math.min(depth(first), least);
  const moved = (line: string) => (line.trim() === "" ? "" : `  ${line.slice(Math.min(base, depth(line)))}`);
  return [isAligned ? `  ${first.trim()}` : moved(first), ...others.map(moved)].join("\n");
}

/** The three questions after the candidate: is it this very statement; is the check itself of that type; on which axioms does it rest. */
export function questions(name: string, nonce: string): readonly [statement: string, type: string, axioms: string] {
  return [
    `set_option debug.skipKernelTC false in\ntheorem _root_._kit_chk_${nonce} : type_of% @_root_._kit_ref_${nonce} := @_root_.${name}`,
    `example : (type_of% @_root_._kit_chk_${nonce}) = (type_of% @_root_._kit_ref_${nonce}) := rfl`,
    `#print axioms _root_._kit_chk_${nonce}`,
  ];
}
