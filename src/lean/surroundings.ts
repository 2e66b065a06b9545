/** What stands around a submitted theorem and could give its words another meaning than in the statement that was asked for. */
import { withoutComments } from "./comments";
import { DECLARATIONS } from "./commands";
import type { ViolationKind } from "./forbidden";
import { freeNamesOfTheorem } from "./freeNames";
import { scan } from "./scan";
import { inForce } from "./scope";
import type { ContextCommand, Theorem } from "./theorem";

/** A finding about a stretch of the submitted text. */
export interface ContextFinding {
  readonly kind: ViolationKind;
  readonly offset: number;
  readonly text: string;
}

/** Roots of modules that no statement needs to ask for. */
const FOUNDATIONS = new Set(["Mathlib", "Aesop", "Batteries", "Init", "Std"]);
const CHANGES_MEANING = new Set(["variable", "include", "omit", "export", "alias", "prelude", "module"]);
const PROVES_ONLY = new Set(["theorem", "lemma", "example", "instance"]);

/** The commands of `found` that the statement's own text has too, word for word: they are not the model's doing. */
export function trustedCommands(found: Theorem, asked: Theorem): ContextCommand[] {
  const known = new Set(asked.context.map(words));
  return found.context.filter((command) => known.has(words(command)));
}

/**
 * Compares the context of a submitted theorem with that of the statement.
 * Opened namespaces must be the same, if the statement comes with a context of its own; a text without imports gets its header elsewhere and may open less.
 * A statement that comes alone leaves open what its header opened; then only namespaces that the text itself declares are found.
 * @param found the submitted theorem   @param asked the statement
 */
export function contextFindings(found: Theorem, asked: Theorem): ContextFinding[] {
  const trusted = new Set(trustedCommands(found, asked));
  const own = found.context.filter((command) => !trusted.has(command));
  return [...imports(own), ...opens(found, asked), ...own.filter(({ kind }) => CHANGES_MEANING.has(kind)).map((command) => finding("context", command)), ...shadowing(own, asked)];
}

function finding(kind: ViolationKind, { start, text }: ContextCommand, shown = withoutComments(text)): ContextFinding {
  return { kind, offset: start, text: shown.trim().replace(/\s+/g, " ") };
}

function imports(own: readonly ContextCommand[]): ContextFinding[] {
  return own
    .filter(({ kind, text }) => kind === "import" && !FOUNDATIONS.has(withoutComments(text).replace(/^\s*import\s+/, "").split(".")[0]!.trim()))
    .map((command) => finding("import", command));
}

function opens(found: Theorem, asked: Theorem): ContextFinding[] {
  const here = opened(found);
  const there = opened(asked);
  const extra = asked.context.length === 0 ? [] : [...here.keys()].filter((name) => !there.has(name)).map((name) => finding("context", here.get(name)!, `${here.get(name)!.kind} ${name}`));
  const declared = new Set(found.context.map(({ name }) => name).filter(Boolean));
  const entered = [...here].filter(([name, { kind }]) => asked.context.length === 0 && (kind === "namespace" || declared.has(name))).map(([, command]) => command);
  const complete = found.context.some(({ kind }) => kind === "import");
  const missing = [...there.keys()].filter((name) => complete && !here.has(name));
  return [
    ...extra,
    ...entered.map((command) => finding("context", command)),
    ...missing.map((name): ContextFinding => ({ kind: "context", offset: found.spans.keyword.start, text: `missing: open ${name}` })),
  ];
}

/** The namespaces that are open at a theorem, each with the command that opens it; `scoped X` counts as another thing than `X`. */
function opened({ context }: Theorem): Map<string, ContextCommand> {
  const result = new Map<string, ContextCommand>();
  for (const command of inForce(context)) {
    if (command.kind === "namespace") result.set(command.name, command);
    if (command.kind !== "open") continue;
    const names = scan(command.text).tokens.slice(1).map(({ text }) => text).filter((text) => text !== "in");
    const isPlain = names.every((name) => name !== "hiding" && name !== "renaming" && name !== "(" && name !== "private");
    const prefix = names[0] === "scoped" ? "scoped " : "";
    for (const name of isPlain ? names.slice(prefix === "" ? 0 : 1) : [names.join(" ")]) result.set(prefix + name, command);
  }
  return result;
}

/** Definitions whose name, or a part of it, is a word of the statement or the name of something that the statement's own text defines. */
function shadowing(own: readonly ContextCommand[], asked: Theorem): ContextFinding[] {
  const used = new Set([...freeNamesOfTheorem(asked.binders, asked.body), ...asked.context.flatMap(({ name }) => (name === "" ? [] : name.split(".")))].map(unquoted));
  for (const { kind, text } of scan(`${asked.binders} ${asked.body}`).tokens) if (kind === "identifier") used.add(unquoted(text).split(".").at(-1)!);
  return own
    .filter(({ kind, name }) => DECLARATIONS.has(kind) && !PROVES_ONLY.has(kind) && name.split(".").some((part) => used.has(unquoted(part))))
    .map((command) => finding("shadowing", command, `${command.kind} ${command.name}`));
}

function unquoted(name: string): string {
  return name.replace(/[«»]/g, "");
}

function words({ text }: ContextCommand): string {
  return JSON.stringify(scan(text).tokens.map((token) => token.text));
}
