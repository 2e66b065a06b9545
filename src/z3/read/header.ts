/** What the text before a theorem changes about the meaning of its words: opened namespaces, and definitions that the engine must not overlook. */
import { inForce } from "../../lean/scope";
import type { Theorem } from "../../lean/theorem";

/** Namespaces opened for names, and those whose notations are active. */
export interface Scope {
  readonly open: ReadonlySet<string>;
  readonly notations: ReadonlySet<string>;
  /** Names declared before the theorem: none may be used in it. */
  readonly declared: ReadonlySet<string>;
  /** Why nothing can be said about the theorem, if so. */
  readonly refusal?: string;
}

/** The parts of a theorem that the reader needs; `parseTheorem` gives them all. */
export type TheoremText = Pick<Theorem, "binders" | "body" | "header"> & Partial<Pick<Theorem, "context" | "name" | "modifiers">>;

/** Commands whose meaning is read, or that have none for a statement. */
const READ: ReadonlySet<string> = new Set([
  "open", "namespace", "variable", "include", "omit",
  "import", "set_option", "section", "end", "universe", "theorem", "lemma", "example", "#check", "#eval", "#print", "suppress_compilation", "noncomputable",
]);
const DEFINING: ReadonlySet<string> = new Set(["def", "abbrev", "structure", "class", "inductive", "axiom", "opaque"]);

/** Reads the commands before a theorem. */
export function readScope({ context = [] }: TheoremText): Scope {
  const open = new Set<string>();
  const notations = new Set<string>();
  const declared = new Set<string>();
  let refusal: string | undefined;
  for (const { kind, name, text } of inForce(context)) {
    if (kind === "open") {
      const problem = readOpen(text, open, notations);
      refusal ??= problem;
    } else if (kind === "namespace") open.add(name);
  }
  for (const { kind, name } of context) {
    if (kind === "theorem" || kind === "lemma" || DEFINING.has(kind)) declared.add(name);
    else if (!READ.has(kind)) refusal ??= `\`${kind}\` before the theorem can change what it means`;
  }
  return { open, notations, declared, refusal };
}

/** `open A B`, `open scoped A`, `open A in`; anything more special is refused. */
function readOpen(text: string, open: Set<string>, notations: Set<string>): string | undefined {
  const words = text.replace(/--[^\n]*/g, " ").replace(/\/-[^]*?-\//g, " ").trim().split(/\s+/).slice(1);
  if (words.at(-1) === "in") words.pop();
  const scopedOnly = words[0] === "scoped";
  if (scopedOnly) words.shift();
  if (words.some((word) => /[()]/.test(word) || word === "hiding" || word === "renaming")) return "`open` of single names, `hiding` or `renaming` is not read";
  for (const word of words) {
    notations.add(word);
    if (!scopedOnly) open.add(word);
  }
  return undefined;
}
