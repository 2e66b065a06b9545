/** ProofFlow's graph of a proof: which statements there are, and which of them each rests on. Read from a model's answer in spite of its form, and checked by code. */
import { DataError } from "../core/errors";
import { cycleOf, escapeFault } from "../data/dagFaults";
import { brief } from "../data/fields";
import { entriesOf } from "../stages/models/graph";
import { doubled, jsonReadings, jsonText } from "../stages/models/json";
import { strictJson } from "./looseJson";

/** What a node is: the theorem's result, a step of the proof, a definition or an assumption on the way, a condition of the theorem. */
export type NodeKind = "theorem" | "lemma" | "definition" | "condition";

/** The beginnings of ids, tried in this order (ProofFlow's code): `ts` before `l`, `def` before `tc`. */
const PREFIXES: readonly (readonly [prefix: string, kind: NodeKind])[] = [["ts", "theorem"], ["l", "lemma"], ["def", "definition"], ["tc", "condition"]];

/** Letters as Lean has them: Latin, and Greek without λ, Π, Σ; then also digits, subscripts and primes. */
const LEAN_NAME = /^[A-Za-zα-κμ-ωΑ-ΟΡΤ-Ω_][A-Za-zα-κμ-ωΑ-ΟΡΤ-Ω_0-9'₀-₉]*$/;
/** Words that begin like ids and that Lean does not take as a name. */
const RESERVED: ReadonlySet<string> = new Set(["lemma", "let", "letI", "local", "library_note", "let_fun", "let_delayed", "let_tmp", "def", "default_instance"]);
/** Ids as they are asked for. */
const NUMBERED = /^(?:ts|l|lemma|def|tc)_?\d+[a-z']*$/;

/** One statement of a proof. */
export interface FlowNode {
  /** Its kind can be told by its beginning, e.g. "tc_1", "def_1", "l2", "ts_1". */
  readonly id: string;
  readonly kind: NodeKind;
  /** Quoted from the text. */
  readonly natural_language: string;
  /** What it says, understandable by itself. */
  readonly statement: string;
  /** Ids of earlier nodes, in the order in which the answer gives them. */
  readonly dependencies: readonly string[];
}

/** A checked graph. `warnings` are what is odd and stops nothing: a dependency on an id that there is not, a text that is no quotation. */
export interface FlowGraph {
  readonly nodes: readonly FlowNode[];
  readonly warnings: readonly string[];
}

/**
 * The kind of a node by its id; undefined for an id that begins like none.
 * @example kindOf("l1") // "lemma"
 */
export function kindOf(id: string): NodeKind | undefined {
  return PREFIXES.find(([prefix]) => id.startsWith(prefix))?.[1];
}

/** Whether a node is proved, or only declared. */
export function isProved({ kind }: Pick<FlowNode, "kind">): boolean {
  return kind === "theorem" || kind === "lemma";
}

export interface GraphOptions {
  /** The text that was read, for telling quotations from inventions. */
  readonly source?: string;
  /** Without the graph's own dependencies: each node rests on all before it (ProofFlow's "no DAG"). */
  readonly followDag?: boolean;
}

/**
 * The graph in a model's reply: an array of nodes or an object that holds one, in a fence or bare, LaTeX's backslashes doubled or not, failing that with the
 * liberties of JSON5 (comments, trailing commas, single quotes).
 * @throws DataError that lists every fault; it is what the model is told
 * @example graphInReply('[{"id": "ts_1", "natural_language": "1 = 1", "statement": "Therefore, we conclude: 1 = 1 [ts_1]", "dependencies": []}]').nodes[0].kind // "theorem"
 */
export function graphInReply(reply: string, options: GraphOptions = {}): FlowGraph {
  const readings = readingsOf(reply);
  if (readings.length === 0) throw new DataError("no_json: the answer holds no JSON that can be read");
  let first: DataError | undefined;
  for (const json of readings) {
    try {
      return flowGraph(json, options);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      first ??= error;
    }
  }
  throw first!;
}

function readingsOf(reply: string): unknown[] {
  const strict = jsonReadings(reply);
  const text = strict.length > 0 ? undefined : jsonText(reply);
  if (text === undefined) return strict;
  return [text, doubled(text)].flatMap((each) => {
    try {
      return [JSON.parse(strictJson(each)) as unknown];
    } catch {
      return [];
    }
  });
}

/**
 * A graph from JSON. Kinds by the ids' beginnings; ids once each; texts there; every dependency earlier, none in a circle; every node but the theorem's result
 * used by a later one; at least one result. A dependency on an unknown id is left out with a warning, and so is said of a text that the source does not hold.
 * @throws DataError that lists every fault
 */
export function flowGraph(json: unknown, { source, followDag = true }: GraphOptions = {}): FlowGraph {
  const faults: string[] = [];
  const drawn = entriesOf(json).flatMap((entry, i): FlowNode[] => {
    const [node, wrong] = nodeOf(entry, i + 1);
    faults.push(...wrong);
    return node ? [node] : [];
  });
  // Ids can be compared only once every node has one.
  if (faults.length > 0) throw new DataError(told(faults));
  const { nodes, warnings } = followDag ? known(drawn) : { nodes: drawn.map((node, i) => ({ ...node, dependencies: drawn.slice(0, i).map(({ id }) => id) })), warnings: [] };
  faults.push(...structureFaults(nodes));
  if (faults.length > 0) throw new DataError(told(faults));
  const named = nodes.filter(({ id, kind }) => kind !== "condition" && !NUMBERED.test(id)).map(({ id }) => `${id} is no numbered id; Lean refuses it if Mathlib has the name`);
  return { nodes, warnings: [...warnings, ...named, ...(source === undefined ? [] : inventions(nodes, source))] };
}

/** So many faults are listed. */
const MOST_FAULTS = 40;

function told(faults: readonly string[]): string {
  return faults.length <= MOST_FAULTS ? faults.join("; ") : `${faults.slice(0, MOST_FAULTS).join("; ")}; and ${faults.length - MOST_FAULTS} more`;
}

function nodeOf(entry: Record<string, unknown>, at: number): [FlowNode | undefined, string[]] {
  const { id, natural_language, statement, dependencies } = entry;
  if (typeof id !== "string" || id.trim() === "") return [undefined, [`node ${at}: "id" is a text such as "l1", got ${brief(id)}`]];
  const faults: string[] = [];
  const kind = kindOf(id);
  if (!kind) faults.push(`node ${at}: the id ${brief(id)} begins with none of ${PREFIXES.map(([prefix]) => prefix).join(", ")}`);
  else if (!LEAN_NAME.test(id) || RESERVED.has(id)) faults.push(`node ${at}: the id ${brief(id)} is to be a Lean name: ${RESERVED.has(id) ? "this one is a word of the language" : "letters, digits and _"}`);
  for (const [name, text] of Object.entries({ natural_language, statement })) {
    if (typeof text !== "string" || text.trim() === "") faults.push(`node ${at} (${id}): "${name}" is a text that is not blank, got ${brief(text)}`);
    else {
      const fault = escapeFault(text);
      if (fault) faults.push(`node ${at} (${id}): "${name}" ${fault}`);
    }
  }
  if (!Array.isArray(dependencies) || dependencies.some((each) => typeof each !== "string")) faults.push(`node ${at} (${id}): "dependencies" is a list of ids, got ${brief(dependencies)}`);
  return faults.length > 0 ? [undefined, faults] : [{ id, kind: kind!, natural_language: natural_language as string, statement: statement as string, dependencies: [...new Set(dependencies as string[])] }, []];
}

/** Without dependencies on what is no node. */
function known(drawn: readonly FlowNode[]): { nodes: FlowNode[]; warnings: string[] } {
  const ids = new Set(drawn.map(({ id }) => id));
  const warnings = drawn.flatMap(({ id, dependencies }) => dependencies.filter((each) => !ids.has(each)).map((each) => `${id} depends on ${brief(each)}, which is no node; left out`));
  return { nodes: drawn.map((node) => ({ ...node, dependencies: node.dependencies.filter((each) => ids.has(each)) })), warnings };
}

function structureFaults(nodes: readonly FlowNode[]): string[] {
  const place = new Map<string, number>();
  const faults: string[] = [];
  nodes.forEach(({ id }, at) => {
    if (place.has(id)) faults.push(`${id} is the id of two nodes, ${place.get(id)! + 1} and ${at + 1}`);
    else place.set(id, at);
  });
  const cycle = cycleOf(nodes.map(({ id, dependencies }) => ({ nodeId: id, dependencies })));
  if (cycle) faults.push(`the dependencies run in a circle: ${cycle.join(" → ")}`);
  const used = new Set<string>();
  nodes.forEach(({ id, dependencies }, at) => {
    for (const each of dependencies) {
      const target = place.get(each)!;
      if (target === at) faults.push(`${id} depends on itself`);
      else if (target > at) faults.push(`${id} depends on ${each}, which comes later`);
      else used.add(each);
    }
  });
  const idle = nodes.filter(({ id, kind }) => kind !== "theorem" && !used.has(id)).map(({ id }) => id);
  if (idle.length > 0) faults.push(`no later node uses ${idle.join(", ")}`);
  if (!nodes.some(({ kind }) => kind === "theorem")) faults.push("there is no node ts_1 for what the theorem says in the end");
  return faults;
}

/** Texts that should be quotations and are not: the first place where a proof can be repaired without a word. */
function inventions(nodes: readonly FlowNode[], source: string): string[] {
  const text = plain(source);
  return nodes.filter(({ natural_language }) => !text.includes(plain(natural_language))).map(({ id }) => `the text of ${id} is no quotation from the proof`);
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * How far each node is from those that rest on nothing: 0 for these, else one more than the farthest of its dependencies. Nodes of one level can be worked on at once.
 * @example levels of tc_1, l1 (on tc_1), ts_1 (on l1) // [0, 1, 2]
 */
export function levelsOf({ nodes }: Pick<FlowGraph, "nodes">): number[] {
  const level = new Map<string, number>();
  return nodes.map(({ id, dependencies }) => {
    const own = dependencies.reduce((most, each) => Math.max(most, (level.get(each) ?? -1) + 1), 0);
    level.set(id, own);
    return own;
  });
}
