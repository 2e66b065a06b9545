/** A second model pass over graphs (A, section 4; figures 6 and 7): are the dependencies right, and is each node's kind? */
import { DataError } from "../../core/errors";
import type { Dag } from "../../data/dag";
import type { Chain } from "../../data/processbench";
import { fillPrompt } from "../../systems/prompts";
import { configurationOf, modelOf } from "./ask";
import { entriesOf, nodeLines, type GraphMakerOptions } from "./graph";
import { askJson, type JsonAnswer } from "./json";

/** What the audit says of one node. */
export interface NodeAudit {
  readonly nodeId: string;
  readonly correct: boolean;
  /** Dependencies that are said to be missing or redundant, and whether the node is. Of the classification: empty and false. */
  readonly missing: readonly string[];
  readonly redundant: readonly string[];
  readonly redundantNode: boolean;
  readonly reason: string;
}

/** The two questions. */
export const AUDITS = ["dependencies", "classification"] as const;
export type AuditName = (typeof AUDITS)[number];

/** Audits graphs. */
export interface GraphAuditor {
  readonly name: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  audit(question: AuditName, chain: Chain, dag: Dag): Promise<JsonAnswer<readonly NodeAudit[]>>;
}

/** A model that audits graphs, its own or another's. @example graphAuditor({ system: systemOf("gpt-5.2"), client }) */
export function graphAuditor({ attempts = 3, ...options }: GraphMakerOptions): GraphAuditor {
  const model = modelOf(options, "paper");
  const prompts = { dependencies: model.prompts.get("audit-dag"), classification: model.prompts.get("audit-classification") };
  return {
    name: model.system.name,
    configuration: { ...configurationOf(model, [prompts.dependencies, prompts.classification, model.prompts.get("repair-json")]), attempts },
    audit(question, { problem }, { nodes }) {
      const values = { problem, nodes: nodeLines(nodes, { types: question === "classification" }) };
      const messages = question === "dependencies" ? fillPrompt(prompts.dependencies, values) : fillPrompt(prompts.classification, values);
      return askJson(model, messages, [prompts[question]], { attempts, read: (json) => auditOf(json, nodes.map(({ nodeId }) => nodeId)) });
    },
  };
}

function auditOf(json: unknown, expected: readonly string[]): NodeAudit[] {
  const entries = entriesOf(json);
  const ids = entries.map(({ node_id }) => node_id);
  if (JSON.stringify(ids) !== JSON.stringify(expected)) throw new DataError(`the entries are those of ${expected.join(", ")}, in this order, got ${ids.map(String).join(", ")}`);
  return entries.map(({ correct, missing, redundant, redundant_node, reason }, i) => {
    if (typeof correct !== "boolean") throw new DataError(`"correct" of ${expected[i]} is true or false, got ${JSON.stringify(correct)}`);
    const found = { missing: texts(missing), redundant: texts(redundant), redundantNode: redundant_node === true };
    if (correct && (found.missing.length > 0 || found.redundant.length > 0 || found.redundantNode)) throw new DataError(`${expected[i]} is called correct, and faults are listed for it`);
    return { nodeId: expected[i]!, correct, ...found, reason: typeof reason === "string" ? reason : "" };
  });
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}
