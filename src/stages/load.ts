/** From files to the steps of a run, with everything that could not be used told. */
import { inProject } from "../core/files";
import { readDags, type Dag } from "../data/dag";
import { errorFree, readProcessBench, type Chain } from "../data/processbench";
import { stepsOf } from "./steps";
import type { Step } from "./types";

/** Steps, and what was left out and why: a line for each bad row and each bad graph. */
export interface LoadedSteps {
  readonly steps: readonly Step[];
  /** Error-free chains that the steps come from, and chains left out because a step in them is wrong. */
  readonly chains: number;
  readonly withError: number;
  readonly problems: readonly string[];
}

/** The kit's own problems, with graphs for some of them. */
export const SAMPLE = { chains: [inProject("data", "sample", "processbench-sample.json")], dags: [inProject("data", "sample", "dags-sample.jsonl")] } as const;

/**
 * Reads chains in ProcessBench's layout and graphs for some or all of them, and takes the steps of the error-free chains (A, section 4).
 * A chain whose graph is faulty is left out, with the fault; a chain without a graph takes all earlier steps as context.
 * @param source paths of chain files and of graph files
 * @throws DataError if a file cannot be read at all
 * @example (await loadSteps(SAMPLE)).steps.length // 132
 */
export async function loadSteps({ chains: chainFiles, dags: dagFiles = [] }: { readonly chains: readonly string[]; readonly dags?: readonly string[] }): Promise<LoadedSteps> {
  const problems: string[] = [];
  const chains: Chain[] = [];
  for (const path of chainFiles) {
    const { chains: read, bad } = await readProcessBench(path);
    chains.push(...read);
    problems.push(...bad.map(({ file, line, reason }) => `${file}:${line}: ${reason}`));
  }
  const dags = new Map<string, Dag>();
  const faulty = new Set<string>();
  for (const path of dagFiles) {
    for await (const row of readDags(path)) {
      if (row.ok) dags.set(row.dag.id, row.dag);
      else {
        problems.push(`${row.file}:${row.line}: ${row.id === undefined ? "" : `graph of ${row.id}: `}${row.reason}`);
        if (row.id !== undefined) faulty.add(row.id);
      }
    }
  }
  const good = errorFree(chains);
  const steps: Step[] = [];
  let used = 0;
  for (const chain of good) {
    if (faulty.has(chain.id)) continue;
    try {
      steps.push(...stepsOf(chain, dags.get(chain.id)));
      used += 1;
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { steps, chains: used, withError: chains.length - good.length, problems };
}
