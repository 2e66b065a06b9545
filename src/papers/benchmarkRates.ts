/** From benchmark C/D rows to the rates of every formaliser on every dataset. */
import type { FormalisationLine, FormalisationRow, StepKind } from "../data/benchmark";
import type { Outcome, OutcomeCounts, OutcomePair } from "../core/types";
import { contingency, outcomeCounts, type ContingencyCounts } from "../stats/contingency";
import { faithfulnessRatesOfPairs, type FaithfulnessRates } from "../stats/rates";

/** The result for one formaliser, dataset and kind of perturbation. */
export interface BenchmarkRates extends FaithfulnessRates {
  readonly model: string;
  readonly dataset: string;
  readonly perturbation: StepKind;
  readonly contingency: ContingencyCounts;
  readonly counts: { readonly original: OutcomeCounts; readonly perturbed: OutcomeCounts };
}

/** A row that could not be counted, and why. */
export interface RejectedRow {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

interface Seen {
  readonly outcome: Outcome;
  readonly file: string;
  readonly line: number;
}

/** Steps of one model on one dataset: problem and node → kind → what was seen. */
type Steps = Map<string, Partial<Record<StepKind, Seen>>>;

/**
 * Pairs each perturbed statement with the unperturbed one of the same model, problem and node, and computes rates, contingency and counts.
 * A row whose partner is missing, and a second row for the same step, are returned as rejected.
 * @returns groups in order of model, dataset and perturbation; a group without a complete pair has no rates and is left out
 */
export async function benchmarkRates(lines: AsyncIterable<FormalisationLine>): Promise<{ rates: BenchmarkRates[]; rejected: RejectedRow[]; rows: number }> {
  const groups = new Map<string, { model: string; dataset: string; steps: Steps }>();
  const rejected: RejectedRow[] = [];
  let rows = 0;
  for await (const each of lines) {
    rows += 1;
    const reason = each.ok ? enter(groups, each.row, { outcome: each.row.outcome, file: each.file, line: each.line }) : each.reason;
    if (reason !== undefined) rejected.push({ file: each.file, line: each.line, reason });
  }
  const rates: BenchmarkRates[] = [];
  for (const { model, dataset, steps } of [...groups.values()].sort((a, b) => compare(a.model, b.model) || compare(a.dataset, b.dataset))) {
    for (const kind of ["brokenmath-style_llm", "regex_perturbed"] as const) {
      const pairs: OutcomePair[] = [];
      for (const [step, { unperturbed, [kind]: perturbed }] of steps) {
        if (unperturbed && perturbed) pairs.push({ original: unperturbed.outcome, perturbed: perturbed.outcome });
        else if (perturbed) rejected.push({ file: perturbed.file, line: perturbed.line, reason: `no unperturbed row of ${model} for ${step.replace("\0", ", node ")}` });
      }
      if (pairs.length > 0) rates.push({ model, dataset, perturbation: kind, ...faithfulnessRatesOfPairs(pairs), contingency: contingency(pairs), counts: countsOf(pairs) });
    }
    for (const [step, seen] of steps) {
      const { unperturbed } = seen;
      if (unperturbed && !seen["brokenmath-style_llm"] && !seen.regex_perturbed) rejected.push({ file: unperturbed.file, line: unperturbed.line, reason: `no perturbed row of ${model} for ${step.replace("\0", ", node ")}` });
    }
  }
  return { rates, rejected: rejected.sort((a, b) => compare(a.file, b.file) || a.line - b.line), rows };
}

/** @returns why the row cannot be entered, if it cannot */
function enter(groups: Map<string, { model: string; dataset: string; steps: Steps }>, row: FormalisationRow, seen: Seen): string | undefined {
  const key = `${row.model}\0${row.dataset}`;
  let group = groups.get(key);
  if (!group) groups.set(key, (group = { model: row.model, dataset: row.dataset, steps: new Map() }));
  const step = `${row.problemId}\0${row.nodeId}`;
  const entry = group.steps.get(step) ?? {};
  const before = entry[row.kind];
  if (before) return `a second ${row.kind} row of ${row.model} for ${row.problemId}, node ${row.nodeId}; the first is ${before.file}:${before.line}`;
  entry[row.kind] = seen;
  group.steps.set(step, entry);
  return undefined;
}

function countsOf(pairs: readonly OutcomePair[]): BenchmarkRates["counts"] {
  return { original: outcomeCounts(pairs.map((pair) => pair.original)), perturbed: outcomeCounts(pairs.map((pair) => pair.perturbed)) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
