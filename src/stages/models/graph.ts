/** From a chain to its graph by a model (A, section 4 and appendix D): dependencies first, then what kind each node is; code checks both. */
import { DataError } from "../../core/errors";
import { chainFaults, dagOf, type Dag, type DagNode } from "../../data/dag";
import type { Chain } from "../../data/processbench";
import { fillPrompt } from "../../systems/prompts";
import { configurationOf, modelOf, type ModelOptions } from "./ask";
import { askJson, type JsonAnswer } from "./json";

export interface GraphMakerOptions extends ModelOptions {
  /** How often one question is asked in all, 3 unless told. */
  readonly attempts?: number;
}

/** Makes graphs of chains. */
export interface GraphMaker {
  readonly name: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  /** The graph, or why there is none for this chain. */
  make(chain: Chain): Promise<JsonAnswer<Dag>>;
}

/**
 * A model that turns chains into graphs. What it answers is checked by code: ids without gap or repetition, dependencies that exist and point backwards,
 * no circle, every step covered, the problem no node, every node's text a quotation from the chain, no text that JSON has spoilt, each kind one of the
 * known ones. Faults are put to the model again; a chain that stays faulty has no graph, with the faults as the reason.
 * @example graphMaker({ system: systemOf("gpt-5.2"), client })
 */
export function graphMaker({ attempts = 3, ...options }: GraphMakerOptions): GraphMaker {
  const model = modelOf(options, "paper");
  const [dag, classify, repair] = [model.prompts.get("dag"), model.prompts.get("classify"), model.prompts.get("repair-json")];
  return {
    name: model.system.name,
    configuration: { ...configurationOf(model, [dag, classify, repair]), attempts },
    async make(chain) {
      const steps = chain.steps.map((step, i) => `${i + 1}. ${step}`).join("\n\n");
      const drawn = await askJson(model, fillPrompt(dag, { problem: chain.problem, steps }), [dag], { attempts, read: (json) => drawnOf(json, chain) });
      if (!drawn.ok) return { ...drawn, reason: `graph: ${drawn.reason}` };
      const classified = await askJson(model, fillPrompt(classify, { problem: chain.problem, nodes: nodeLines(drawn.value.nodes) }), [classify], { attempts, read: (json) => classifiedOf(json, drawn.value) });
      const asked = drawn.attempts + classified.attempts;
      return classified.ok ? { ...classified, attempts: asked } : { ok: false, reason: `classification: ${classified.reason}`, attempts: asked };
    },
  };
}

/** Nodes as a model is shown them. */
export function nodeLines(nodes: readonly DagNode[], { types = false }: { types?: boolean } = {}): string {
  return nodes.map(({ nodeId, content, dependencies, statementType }) => `${nodeId} [${types ? `type: ${statementType}` : `depends on: ${dependencies.join(", ") || "nothing"}`}]\n${content}`).join("\n\n");
}

/** Entries of an answer: an array, or an object that holds one under whatever name. */
export function entriesOf(json: unknown): Record<string, unknown>[] {
  const list = Array.isArray(json) ? json : Object.values((json ?? {}) as object).find(Array.isArray);
  if (!Array.isArray(list) || list.length === 0) throw new DataError("the answer is no JSON array with entries");
  const odd = list.findIndex((entry) => typeof entry !== "object" || entry === null || Array.isArray(entry));
  if (odd >= 0) throw new DataError(`entry ${odd + 1} is no JSON object`);
  return list as Record<string, unknown>[];
}

/** What stands in for a kind until it is asked for. */
const UNCLASSIFIED = { statement_type: "logical", proof_type: "deduction", is_verifiable: true };

function drawnOf(json: unknown, chain: Chain): Dag {
  const graph = dagOf({ id: chain.id, dags: entriesOf(json).map(({ node_id, content, dependencies, depencies }) => ({ node_id, content, dependencies: dependencies ?? depencies, ...UNCLASSIFIED })) });
  const sources = chain.steps.map(plain);
  const faults = [...chainFaults(chain, graph), ...graph.nodes.filter(({ content }) => !sources.some((step) => step.includes(plain(content)))).map(({ nodeId }) => `the content of ${nodeId} does not stand in any step of the solution, character by character`)];
  const said = new Map<string, string>();
  for (const { nodeId, content } of graph.nodes) {
    const first = said.get(plain(content));
    // A chain may say the same thing twice; more often than that no node may.
    if (first !== undefined && graph.nodes.length > chain.steps.length) faults.push(`${nodeId} repeats ${first}`);
    said.set(plain(content), nodeId);
  }
  if (faults.length > 0) throw new DataError(faults.join("; "));
  return graph;
}

function classifiedOf(json: unknown, drawn: Dag): Dag {
  const entries = entriesOf(json);
  const ids = entries.map(({ node_id }) => node_id);
  const expected = drawn.nodes.map(({ nodeId }) => nodeId);
  if (JSON.stringify(ids) !== JSON.stringify(expected)) throw new DataError(`the entries are those of ${expected.join(", ")}, in this order, got ${ids.map(String).join(", ")}`);
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return dagOf({
    id: drawn.id,
    dags: drawn.nodes.map(({ nodeId, content, dependencies }, i) => {
      const { statement_type, proof_type, is_verifiable, inference_rule, verification_note } = entries[i]!;
      return { node_id: nodeId, content, dependencies, statement_type, proof_type, is_verifiable, inference_rule: text(inference_rule), verification_note: text(verification_note) };
    }),
  });
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
