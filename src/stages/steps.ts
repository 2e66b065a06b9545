/** From chains to the reasoning steps that Method A asks about. */
import { DataError } from "../core/errors";
import { chainFaults, type Dag } from "../data/dag";
import type { Chain } from "../data/processbench";
import type { Step } from "./types";

/**
 * The steps of a chain, with what each rests on (A, section 4).
 * With a graph, they are its verifiable nodes, each with the contents of the nodes that it depends on; declarative and other unverifiable
 * nodes are no steps, but stay in the contexts of others. Without, every step of the chain is one, and its context is all that came before.
 * @throws DataError if the graph is not one of this chain
 * @example stepsOf(chain)[1]!.context // [chain.steps[0]]
 */
export function stepsOf(chain: Chain, dag?: Dag): Step[] {
  if (!dag) return chain.steps.map((content, index) => step(chain, `step_${index + 1}`, content, chain.steps.slice(0, index), chain.steps.slice(0, index).map((_, before) => `step_${before + 1}`), "all_earlier_steps"));
  const faults = chainFaults(chain, dag);
  if (faults.length > 0) throw new DataError(`${chain.id}: ${faults.join("; ")}`);
  const contents = new Map(dag.nodes.map(({ nodeId, content }) => [nodeId, content]));
  return dag.nodes
    .filter(({ verifiable }) => verifiable)
    .map(({ nodeId, content, dependencies, statementType, proofType }) => ({
      ...step(chain, nodeId, content, dependencies.map((dependency) => contents.get(dependency)!), dependencies, "graph"),
      statementType,
      proofType,
    }));
}

function step({ id, dataset }: Chain, nodeId: string, content: string, context: readonly string[], dependencies: readonly string[], contextFrom: Step["contextFrom"]): Step {
  return { id: `${id}/${nodeId}`, problemId: id, nodeId, dataset, content, context, dependencies, contextFrom };
}
