/** The last stage: one Lean file of all nodes. What citing the lemmas makes of it is in `compose`. */
import { commands, DECLARATIONS, type Command } from "../lean/commands";
import { forbiddenWords } from "../lean/forbidden";
import { scan } from "../lean/scan";
import { isProved } from "./graph";
import { blockOf, closedBlock, FLOW_HEADER, type Block } from "./header";
import type { NodeResult } from "./types";

export interface AssemblyOptions {
  /** Leave out what was not verified, as the robustness study's export does. */
  readonly verifiedOnly?: boolean;
}

/**
 * One file: the header, then in the graph's order each step's proof where it was verified, else its statement with sorry. Conditions and definitions that use `variable` are left
 * out, since each lemma brings its own hypotheses: the theorem's result is proved from hypotheses, and cites no lemma.
 *
 * Each block was checked by itself, so it may define again what an earlier one defines. The same definition is left out the second time; another one of the same name
 * gets, with its lemma, a namespace. What a block opens or declares by `variable` ends with it.
 */
export function assembled(nodes: readonly NodeResult[], options: AssemblyOptions = {}): string {
  return assembly(nodes, options).code;
}

/** The file, and under which full name each lemma stands in it. */
export function assembly(nodes: readonly NodeResult[], { verifiedOnly = false }: AssemblyOptions = {}): { readonly code: string; readonly names: ReadonlyMap<string, string> } {
  const names = new Map<string, string>();
  /** Full names of what is declared so far, and its text. */
  const declared = new Map<string, string>();
  const blocks = nodes.flatMap((result) => {
    const code = codeOf(result, verifiedOnly);
    const block = code === undefined ? undefined : blockOf(code);
    if (!block || block.body === "") return [];
    const { text, namespace } = placed(block, result.node.id, declared);
    if (text === "") return [];
    const all = commands(scan(block.body));
    const at = isProved(result.node) ? all.findLastIndex(({ kind }) => kind === "theorem" || kind === "lemma") : -1;
    if (at >= 0) names.set(result.node.id, [namespace, ...namespacesOf(all.slice(0, at)), all[at]!.name].filter(Boolean).join("."));
    return [text];
  });
  return { code: `${[FLOW_HEADER, ...blocks].join("\n\n")}\n`, names };
}

function codeOf({ node, formalisation, proof }: NodeResult, verifiedOnly: boolean): string | undefined {
  if (isProved(node)) return proof?.pass ? proof.code : verifiedOnly || formalisation.code === "" ? undefined : formalisation.code;
  if (!formalisation.pass) return undefined;
  const scanned = scan(formalisation.code);
  const kinds = commands(scanned).map(({ kind }) => kind);
  if (kinds.includes("variable")) return undefined;
  const gap = kinds.some((kind) => ["theorem", "lemma", "example"].includes(kind)) || forbiddenWords(scanned).some(({ kind }) => kind === "placeholder");
  return verifiedOnly && gap ? undefined : formalisation.code;
}

/** A declaration with what is chained before it, under its full name. */
interface Declared {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly proves: boolean;
}

function placed(block: Block, id: string, declared: Map<string, string>): { readonly text: string; readonly namespace: string } {
  const all = declarationsOf(block);
  const clashes = all.filter(({ name, text, proves }) => declared.has(name) && (proves || declared.get(name) !== text));
  if (clashes.length > 0) {
    let namespace = `of_${id}`;
    while ([...declared.keys()].some((name) => name === namespace || name.startsWith(`${namespace}.`))) namespace += "_";
    for (const { name, text } of all) declared.set(`${namespace}.${name}`, text);
    return { namespace, text: `namespace ${namespace}\n\n${closedBlock(block)}\n\nend ${namespace}` };
  }
  const repeated = all.filter(({ name }) => declared.has(name));
  for (const { name, text } of all) declared.set(name, text);
  const body = repeated.reduceRight((text, { start, end }) => `${text.slice(0, start)}${text.slice(end).replace(/^\s*\n/, "")}`, block.body).trim();
  return { namespace: "", text: body === "" ? "" : closedBlock({ ...block, body }) };
}

/** Named declarations of a block. Two texts are the same only if what they stand under is the same too. */
function declarationsOf({ own, body }: Block): Declared[] {
  const scanned = scan(body);
  const all = commands(scanned);
  const words = (from: number, to: number) => scanned.tokens.filter(({ start, end }) => start >= from && end <= to).map(({ start, end }) => body.slice(start, end)).join(" ");
  return all.flatMap((command, i): Declared[] => {
    if (!DECLARATIONS.has(command.kind) || command.name === "") return [];
    let first = i;
    while (first > 0 && all[first - 1]!.chained) first -= 1;
    const around = all.slice(0, first).filter(({ kind }) => !DECLARATIONS.has(kind)).map(({ start, end }) => words(start, end));
    const name = [...namespacesOf(all.slice(0, first)), command.name.replace(/^_root_\./, "")].join(".");
    return [{ name, start: all[first]!.start, end: command.end, text: [...own, ...around, words(all[first]!.start, command.end)].join("\n"), proves: command.kind === "theorem" || command.kind === "lemma" }];
  });
}

/** The namespaces that are open behind these commands. */
function namespacesOf(all: readonly Command[]): string[] {
  const open: { readonly name: string; readonly counts: boolean }[] = [];
  for (const { kind, name } of all) {
    if (kind === "section" || kind === "namespace" || kind === "mutual") open.push({ name, counts: kind === "namespace" });
    else if (kind === "end") open.pop();
  }
  return open.filter(({ counts }) => counts).map(({ name }) => name);
}
