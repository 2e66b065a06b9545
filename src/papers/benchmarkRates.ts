/** From benchmark C/D rows to the rates of every formaliser on every dataset. */
import type { FormalisationLine, FormalisationRow, StepKind } from "../data/benchmark";
import type { Outcome, OutcomeCounts } from "../core/types";
import { contingencyOfTable, pairTable, sidesOf, type ContingencyCounts } from "../stats/contingency";
import { faithfulnessRatesOfTable, type FaithfulnessRates } from "../stats/rates";
import { StepTable } from "./stepTable";

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

/**
 * Pairs each perturbed statement with the unperturbed one of the same model, problem and node, and computes rates, contingency and counts.
 * A row whose partner is missing, and a second row for the same step, are returned as rejected.
 * @returns groups in order of model, dataset and perturbation; a group without a complete pair has no rates and is left out
 */
export async function benchmarkRates(lines: AsyncIterable<FormalisationLine>): Promise<{ rates: BenchmarkRates[]; rejected: RejectedRow[]; rows: number }> {
  const tally = new RatesTally();
  for await (const each of lines) tally.add(each);
  return tally.result();
}

/** The same, fed line by line without waiting: memory grows by some forty bytes a step, whatever the length of its texts. */
export class RatesTally {
  private readonly groups: { readonly model: string; readonly dataset: string; readonly number: number }[] = [];
  private readonly byName = new Map<string, Map<string, number>>();
  private readonly steps = new StepTable();
  private readonly rejected: RejectedRow[] = [];
  private rows = 0;

  add(each: FormalisationLine): void {
    this.rows += 1;
    const reason = each.ok ? this.enter(each.row, each.file, each.line) : each.reason;
    if (reason !== undefined) this.rejected.push({ file: each.file, line: each.line, reason });
  }

  result(): { rates: BenchmarkRates[]; rejected: RejectedRow[]; rows: number } {
    const { steps } = this;
    const rejected = [...this.rejected];
    const members: number[][] = this.groups.map(() => []);
    for (let step = 0; step < steps.size; step++) members[steps.group(step)]!.push(step);
    const rates: BenchmarkRates[] = [];
    const alone = (model: string, step: number, kind: 0 | 1 | 2, missing: string) => {
      const { file, line } = steps.sighting(step, kind)!;
      rejected.push({ file, line, reason: `no ${missing} row of ${model} for ${steps.problem(step)}, node ${steps.node(step)}` });
    };
    for (const { model, dataset, number } of [...this.groups].sort((a, b) => compare(a.model, b.model) || compare(a.dataset, b.dataset))) {
      for (const perturbation of ["brokenmath-style_llm", "regex_perturbed"] as const) {
        const table = pairTable([]) as Record<Outcome, Record<Outcome, number>>;
        let pairs = 0;
        for (const step of members[number]!) {
          const [original, perturbed] = [steps.outcome(step, KIND.unperturbed), steps.outcome(step, KIND[perturbation])];
          if (original && perturbed) {
            table[original][perturbed] += 1;
            pairs += 1;
          } else if (perturbed) alone(model, step, KIND[perturbation], "unperturbed");
        }
        if (pairs > 0) rates.push({ model, dataset, perturbation, ...faithfulnessRatesOfTable(table), contingency: contingencyOfTable(table), counts: sidesOf(table) });
      }
      for (const step of members[number]!) {
        if (steps.outcome(step, KIND.unperturbed) && !steps.outcome(step, KIND["brokenmath-style_llm"]) && !steps.outcome(step, KIND.regex_perturbed)) alone(model, step, KIND.unperturbed, "perturbed");
      }
    }
    return { rates, rejected: rejected.sort((a, b) => compare(a.file, b.file) || a.line - b.line), rows: this.rows };
  }

  /** @returns why the row cannot be entered, if it cannot */
  private enter({ model, dataset, problemId, nodeId, kind, outcome }: FormalisationRow, file: string, line: number): string | undefined {
    const before = this.steps.enter(this.group(model, dataset), problemId, nodeId, KIND[kind], outcome, file, line);
    return before && `a second ${kind} row of ${model} for ${problemId}, node ${nodeId}; the first is ${before.file}:${before.line}`;
  }

  private group(model: string, dataset: string): number {
    let datasets = this.byName.get(model);
    if (!datasets) this.byName.set(model, (datasets = new Map()));
    let number = datasets.get(dataset);
    if (number === undefined) {
      number = this.groups.length;
      datasets.set(dataset, number);
      this.groups.push({ model, dataset, number });
    }
    return number;
  }
}

const KIND = { unperturbed: 0, "brokenmath-style_llm": 1, regex_perturbed: 2 } as const satisfies Record<StepKind, number>;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
