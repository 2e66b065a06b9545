/** Graphs of many chains, and their audit, in a folder that an interrupted run goes on in. A, section 4; figures 6 and 7. */
import { join } from "node:path";
import { writeIfChanged } from "../../core/files";
import type { Rate } from "../../core/types";
import type { Dag } from "../../data/dag";
import type { Chain } from "../../data/processbench";
import { wilson } from "../../stats/wilson";
import type { JournalProblem } from "../journal";
import { openFolder } from "../openFolder";
import { keepSettings } from "../settings";
import { runStage, type Progress } from "../stage";
import { AUDITS, type AuditName, type GraphAuditor, type NodeAudit } from "./audit";
import type { GraphMaker } from "./graph";
import type { JsonAnswer } from "./json";

export interface GraphsOptions {
  readonly chains: readonly Chain[];
  readonly maker: GraphMaker;
  /** Audits the graphs that were made; nobody unless told. */
  readonly auditor?: GraphAuditor;
  readonly folder: string;
  readonly concurrency?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/** How often the audit found nothing wrong, in one dataset. */
export interface AuditRate {
  readonly audit: AuditName;
  readonly dataset: string;
  /** Nodes called correct, of those that were audited. Absent if none was. */
  readonly correct?: Rate;
  readonly missing: number;
  readonly redundant: number;
  readonly redundantNodes: number;
  /** Chains of which there is no readable audit. */
  readonly failures: number;
}

export interface GraphsResult {
  readonly graphs: readonly { readonly chain: Chain; readonly graph: JsonAnswer<Dag> }[];
  readonly audits: readonly AuditRate[];
  readonly problems: readonly JournalProblem[];
}

/**
 * Makes and audits graphs. The folder then holds dags.jsonl in the layout that `loadSteps` reads, faulty.jsonl with the chains that have no graph and why,
 * audits.json, and a journal a stage.
 * @throws as `runMethodA`
 */
export async function makeGraphs({ chains, maker, auditor, folder, concurrency = 16, onProgress, signal }: GraphsOptions): Promise<GraphsResult> {
  const run = openFolder(folder);
  const shared = { concurrency, ...(onProgress && { onProgress }), ...(signal && { signal }) };
  try {
    keepSettings(folder, { method: "A, graphs", maker: maker.name, makerConfiguration: maker.configuration, ...(auditor && { auditor: auditor.name, auditorConfiguration: auditor.configuration }) });
    const made = await runStage<Chain, JsonAnswer<Dag>>({
      ...shared, name: "graph", configuration: maker.configuration, journal: run.journal("graph"),
      rows: chains.map((chain) => ({ id: chain.id, input: chain })), make: (chain) => maker.make(chain),
    });
    const graphs = chains.map((chain, i) => ({ chain, graph: made[i]! }));
    const good = graphs.flatMap(({ chain, graph }) => (graph.ok ? [{ chain, dag: graph.value }] : []));
    const audits: AuditRate[] = [];
    for (const audit of auditor ? AUDITS : []) {
      const answers = await runStage<{ chain: Chain; dag: Dag }, JsonAnswer<readonly NodeAudit[]>>({
        ...shared, name: `audit (${audit})`, configuration: auditor!.configuration, journal: run.journal(`audit-${audit}`),
        rows: good.map((each) => ({ id: each.chain.id, input: each })), make: ({ chain, dag }) => auditor!.audit(audit, chain, dag),
      });
      audits.push(...ratesOf(audit, good.map(({ chain }) => chain.dataset), answers));
    }
    keepGraphs(folder, graphs, audits);
    return { graphs, audits, problems: run.problems() };
  } finally {
    run.close();
  }
}

function ratesOf(audit: AuditName, datasets: readonly string[], answers: readonly JsonAnswer<readonly NodeAudit[]>[]): AuditRate[] {
  return [...new Set(datasets)].map((dataset) => {
    const own = answers.filter((_, i) => datasets[i] === dataset);
    const nodes = own.flatMap((answer) => (answer.ok ? answer.value : []));
    const total = (of: (node: NodeAudit) => number) => nodes.reduce((sum, node) => sum + of(node), 0);
    return {
      audit, dataset,
      ...(nodes.length > 0 && { correct: wilson(nodes.filter(({ correct }) => correct).length, nodes.length) }),
      missing: total(({ missing }) => missing.length), redundant: total(({ redundant }) => redundant.length), redundantNodes: total(({ redundantNode }) => Number(redundantNode)),
      failures: own.filter(({ ok }) => !ok).length,
    };
  });
}

function keepGraphs(folder: string, graphs: GraphsResult["graphs"], audits: readonly AuditRate[]): void {
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  writeIfChanged(join(folder, "dags.jsonl"), lines(graphs.flatMap(({ chain, graph }) => (graph.ok ? [released(chain, graph.value)] : []))));
  writeIfChanged(join(folder, "faulty.jsonl"), lines(graphs.flatMap(({ chain, graph }) => (graph.ok ? [] : [{ id: chain.id, reason: graph.reason, attempts: graph.attempts }]))));
  writeIfChanged(join(folder, "audits.json"), `${JSON.stringify(audits, null, 2)}\n`);
}

/** The released layout of a graph. */
function released({ id, dataset, problem }: Chain, { nodes }: Dag): object {
  return {
    id, split: dataset, problem,
    dags: {
      nodes: nodes.map(({ nodeId, content, statementType, proofType, dependencies, verifiable, inferenceRule, verificationNote }) => ({
        node_id: nodeId, content, statement_type: statementType, proof_type: proofType, dependencies, is_verifiable: verifiable, inference_rule: inferenceRule ?? null, verification_note: verificationNote ?? null,
      })),
    },
    final_answer: null, metadata: {},
  };
}
