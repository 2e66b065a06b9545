/** Dependency graphs of chains (A, section 4): one node a reasoning step, with what it rests on. */
import { DataError } from "../core/errors";
import { cycleOf, escapeFault } from "./dagFaults";
import { brief, Fields } from "./fields";
import { readJsonRows, type RowPlace } from "./jsonRows";
import type { Chain } from "./processbench";

/** The seven kinds of statement (A, section 4). */
export const STATEMENT_TYPES = ["computation", "logical", "declarative", "general knowledge", "simplification", "substitution", "verification"] as const;
export type StatementType = (typeof STATEMENT_TYPES)[number];

/** How a node is come by (A, section 4). */
export const PROOF_TYPES = ["axiom", "assumption", "deduction"] as const;
export type ProofType = (typeof PROOF_TYPES)[number];

export interface DagNode {
  /** "step_1" is the first. */
  readonly nodeId: string;
  readonly content: string;
  readonly statementType: StatementType;
  readonly proofType: ProofType;
  /** Ids of earlier nodes, in the order in which the graph gives them. */
  readonly dependencies: readonly string[];
  /** Declarative nodes never are. */
  readonly verifiable: boolean;
  readonly inferenceRule?: string;
  readonly verificationNote?: string;
}

export interface Dag {
  /** That of the chain. */
  readonly id: string;
  readonly nodes: readonly DagNode[];
}

/** A graph, or the reason why a row is none, with the chain's id where the row has one. */
export type DagRow = RowPlace & ({ readonly ok: true; readonly dag: Dag } | { readonly ok: false; readonly id?: string; readonly reason: string });

/**
 * Reads a file of graphs: JSON Lines, or a JSON array. A bad graph is handed on with every fault that it has, and the next row is read.
 * @throws DataError if the file cannot be read at all
 */
export async function* readDags(path: string): AsyncGenerator<DagRow> {
  for await (const each of readJsonRows(path)) {
    const { file, line, row } = each;
    if (!each.ok) {
      yield { file, line, row, ok: false, reason: each.reason };
      continue;
    }
    try {
      yield { file, line, row, ok: true, dag: dagOf(each.value) };
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      const id = (each.value as { id?: unknown } | null)?.id;
      yield { file, line, row, ok: false, ...(typeof id === "string" ? { id } : {}), reason: error.message };
    }
  }
}

/**
 * One row as a graph: ids "step_1", "step_2", … without gap or repetition; dependencies that exist and point backwards, so that there is no
 * cycle; texts without what JSON makes of LaTeX whose backslashes were not doubled. `dags` may be an object with `nodes`, the list of nodes
 * itself, or either as a text of JSON, in a code fence or not; `dependencies` may be spelled "depencies", as in the released files.
 * @throws DataError that lists every fault
 */
export function dagOf(row: unknown): Dag {
  const fields = new Fields(row);
  const nodes: DagNode[] = [];
  const faults: string[] = [];
  for (const [index, value] of nodesOf(fields.raw("dags")).entries()) {
    try {
      nodes.push(nodeOf(value));
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      faults.push(`node ${index + 1}: ${error.message}`);
    }
  }
  // Ids can be compared only once every node has one.
  if (faults.length === 0) faults.push(...structureFaults(nodes));
  if (faults.length > 0) throw new DataError(faults.join("; "));
  return { id: fields.text("id"), nodes };
}

/**
 * Whether a graph is one of this chain: the chain's id, and a node for every step. With as many nodes as steps, each is its step's; with
 * another number, a step is covered by a node that holds its text or is part of it, white space aside. The problem itself is no node.
 * @returns every fault; none means that it is
 */
export function chainFaults(chain: Chain, { id, nodes }: Dag): string[] {
  const faults = id === chain.id ? [] : [`the graph is that of ${id}, not of ${chain.id}`];
  const contents = nodes.map(({ content }) => plain(content));
  const problem = contents.indexOf(plain(chain.problem));
  if (problem >= 0) faults.push(`${nodes[problem]!.nodeId} is the problem itself, which is no reasoning step`);
  if (nodes.length === chain.steps.length) return faults;
  for (const [index, step] of chain.steps.map(plain).entries()) {
    if (!contents.some((content) => content.includes(step) || step.includes(content))) faults.push(`step ${index + 1} of the chain is covered by no node`);
  }
  return faults;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function nodesOf(dags: unknown): unknown[] {
  let value = dags;
  if (typeof value === "string") {
    try {
      value = JSON.parse(value.trim().replace(/^```\w*\s*\n([^]*?)\n?```$/, "$1"));
    } catch (error) {
      throw new DataError(`"dags" is a text, but not of JSON: ${(error as Error).message}`);
    }
  }
  const nodes = Array.isArray(value) ? value : (value as { nodes?: unknown } | null | undefined)?.nodes;
  if (!Array.isArray(nodes)) throw new DataError(dags === undefined ? `no field "dags"` : `"dags" has no list of nodes, got ${brief(dags)}`);
  if (nodes.length === 0) throw new DataError(`"dags" has no nodes`);
  return nodes;
}

function nodeOf(value: unknown): DagNode {
  const fields = new Fields(value);
  const nodeId = fields.text("node_id");
  const content = fields.text("content");
  if (content.trim() === "") throw new DataError(`"content" is blank`);
  const statementType = word(fields, "statement_type", STATEMENT_TYPES);
  const inferenceRule = fields.optionalText("inference_rule");
  const verificationNote = fields.optionalText("verification_note");
  for (const [name, text] of Object.entries({ content, inference_rule: inferenceRule, verification_note: verificationNote })) {
    const fault = text && escapeFault(text);
    if (fault) throw new DataError(`"${name}" ${fault}`);
  }
  return {
    nodeId,
    content,
    statementType,
    proofType: word(fields, "proof_type", PROOF_TYPES),
    dependencies: fields.texts(fields.raw("dependencies") === undefined && fields.raw("depencies") !== undefined ? "depencies" : "dependencies"),
    verifiable: statementType !== "declarative" && fields.boolean("is_verifiable"),
    ...(inferenceRule === undefined ? {} : { inferenceRule }),
    ...(verificationNote === undefined ? {} : { verificationNote }),
  };
}

/** One of the field's words, written in small or capital letters, with a space or an underscore. */
function word<Word extends string>(fields: Fields, name: string, words: readonly Word[]): Word {
  const text = fields.text(name);
  const found = words.find((each) => each === text.trim().toLowerCase().replace(/_/g, " "));
  if (!found) throw new DataError(`"${name}" is one of ${words.join(", ")}, got ${brief(text)}`);
  return found;
}

function structureFaults(nodes: readonly DagNode[]): string[] {
  const faults: string[] = [];
  const index = new Map<string, number>();
  for (const [at, { nodeId }] of nodes.entries()) {
    if (index.has(nodeId)) faults.push(`node ${at + 1}: ${nodeId} is the id of node ${index.get(nodeId)! + 1} as well`);
    else {
      index.set(nodeId, at);
      if (nodeId !== `step_${at + 1}`) faults.push(`node ${at + 1}: ids are consecutive, so this one is step_${at + 1}, got ${brief(nodeId)}`);
    }
  }
  for (const [at, { nodeId, dependencies }] of nodes.entries()) {
    for (const [place, dependency] of dependencies.entries()) {
      const target = index.get(dependency);
      if (target === undefined) faults.push(`${nodeId} depends on ${brief(dependency)}, which is no node`);
      else if (target === at) faults.push(`${nodeId} depends on itself`);
      else if (target > at) faults.push(`${nodeId} depends on ${dependency}, which comes later`);
      if (dependencies.indexOf(dependency) < place) faults.push(`${nodeId} names ${dependency} twice`);
    }
  }
  const cycle = cycleOf(nodes);
  if (cycle) faults.push(`the dependencies run in a circle: ${cycle.join(" → ")}`);
  return faults;
}
