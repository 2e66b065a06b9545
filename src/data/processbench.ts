/** ProcessBench (hub dataset Qwen/ProcessBench): chains of reasoning steps, each labelled with its first wrong step. */
import { DataError } from "../core/errors";
import { datasetOf, Fields } from "./fields";
import { readJsonRows, type RowPlace } from "./jsonRows";

/** One solution of one problem, as reasoning steps. */
export interface Chain {
  /** "gsm8k-0" is the first of gsm8k. */
  readonly id: string;
  /** From the id. */
  readonly dataset: string;
  /** The model, or person, that wrote the steps. */
  readonly generator: string;
  readonly problem: string;
  /** At least one, none of them blank. */
  readonly steps: readonly string[];
  readonly finalAnswerCorrect: boolean;
  /** Index of the first wrong step, from 0; −1 where no step is wrong. */
  readonly label: number;
}

/** A row that is no chain, and why. */
export interface BadRow extends RowPlace {
  readonly reason: string;
}

/** What a file holds. */
export interface ProcessBench {
  readonly chains: readonly Chain[];
  readonly bad: readonly BadRow[];
}

/** How many chains and steps there are. */
export interface ChainCounts {
  readonly chains: number;
  readonly steps: number;
}

/**
 * Reads a file in ProcessBench's layout: a JSON array, or JSON Lines. A bad row is handed back with its place and reason; the good rows
 * stay. Of two rows with one id, the first is kept.
 * @throws DataError if the file cannot be read at all
 * @example (await readProcessBench("gsm8k.json")).chains.length // 400
 */
export async function readProcessBench(path: string): Promise<ProcessBench> {
  const chains: Chain[] = [];
  const bad: BadRow[] = [];
  const rows = new Map<string, number>();
  for await (const each of readJsonRows(path)) {
    const { file, line, row } = each;
    try {
      if (!each.ok) throw new DataError(each.reason);
      const chain = chainOf(each.value);
      if (rows.has(chain.id)) throw new DataError(`"id" ${chain.id} is that of row ${rows.get(chain.id)} as well`);
      rows.set(chain.id, row);
      chains.push(chain);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      bad.push({ file, line, row, reason: error.message });
    }
  }
  return { chains, bad };
}

/**
 * One row as a chain.
 * @throws DataError that says what is wrong with the row
 */
export function chainOf(row: unknown): Chain {
  const fields = new Fields(row);
  const id = fields.text("id");
  const steps = fields.texts("steps");
  if (steps.length === 0) throw new DataError(`"steps" is empty`);
  const blank = steps.findIndex((step) => step.trim() === "");
  if (blank >= 0) throw new DataError(`"steps" has a blank text at index ${blank}`);
  return {
    id,
    dataset: datasetOf(id),
    generator: fields.text("generator"),
    problem: fields.text("problem"),
    steps,
    finalAnswerCorrect: fields.boolean("final_answer_correct"),
    label: fields.integer("label", -1, steps.length - 1),
  };
}

/** The chains that Method A uses: those in which no step is wrong (A, section 4). */
export function errorFree(chains: readonly Chain[]): Chain[] {
  return chains.filter(({ label }) => label === -1);
}

/**
 * Chains and steps by dataset, in the order in which the datasets come.
 * @example chainCounts(errorFree(chains)).get("gsm8k") // { chains: 193, steps: 976 }
 */
export function chainCounts(chains: readonly Chain[]): Map<string, ChainCounts> {
  const counts = new Map<string, ChainCounts>();
  for (const { dataset, steps } of chains) {
    const before = counts.get(dataset) ?? { chains: 0, steps: 0 };
    counts.set(dataset, { chains: before.chains + 1, steps: before.steps + steps.length });
  }
  return counts;
}
