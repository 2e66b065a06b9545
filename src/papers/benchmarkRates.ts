/** From benchmark C/D rows to the rates of every formaliser on every dataset. */
import type { StepKind } from "../data/benchmark";
import { datasetOf } from "../data/fields";
import type { TakeStretch } from "../data/formalisations/parts";
import { KIND_AND_OUTCOME, kindOf, LINE, MODEL, NODE, outcomeNumber, PROBLEM, ROW, type Stretch } from "../data/formalisations/stretch";
import { OUTCOMES, type Outcome, type OutcomeCounts } from "../core/types";
import { contingencyOfTable, pairTable, sidesOf, type ContingencyCounts } from "../stats/contingency";
import { faithfulnessRatesOfTable, type FaithfulnessRates } from "../stats/rates";
import { Numbering, StepTable, type Sighting } from "./stepTable";

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

/** What the numbers of one reader are in the tally. */
interface Meanings {
  readonly models: number[];
  readonly problems: { readonly problem: number; readonly dataset: number }[];
  readonly nodes: number[];
}

/**
 * Pairs each perturbed statement with the unperturbed one of the same model, problem and node, and counts outcomes. Fed stretch by stretch without waiting: memory
 * grows by some forty bytes a step, whatever the length of its texts.
 */
export class RatesTally {
  private readonly groups: { readonly model: string; readonly dataset: string; readonly number: number }[] = [];
  /** Number of the group of each model and dataset. */
  private readonly groupOf: number[][] = [];
  private readonly models = new Numbering();
  private readonly datasets = new Numbering();
  private readonly steps = new StepTable();
  private readonly rejected: RejectedRow[] = [];
  private rows = 0;

  /**
   * What takes the stretches of one reading of a file. A file that is read again has other readers, whose numbers mean other texts.
   * @example await eachStretch("benchmark_c.jsonl", tally.reading("benchmark_c.jsonl"))
   */
  reading(file: string): TakeStretch {
    const readers: Meanings[] = [];
    return (stretch, reader, before) => this.addStretch(file, stretch, (readers[reader] ??= { models: [], problems: [], nodes: [] }), before);
  }

  private addStretch(file: string, { rows, refused, models, problems, nodes }: Stretch, known: Meanings, before: number): void {
    const { steps } = this;
    for (const model of models) known.models.push(this.models.of(model));
    for (const problem of problems) known.problems.push({ problem: steps.problems.of(problem), dataset: this.datasets.of(datasetOf(problem)) });
    for (const node of nodes) known.nodes.push(steps.nodes.of(node));
    const place = steps.files.of(file);
    this.rows += rows.length / ROW + refused.length;
    for (const { line, reason } of refused) this.rejected.push({ file, line: before + line, reason });
    for (let at = 0; at < rows.length; at += ROW) {
      const code = rows[at + KIND_AND_OUTCOME]!;
      const { problem, dataset } = known.problems[rows[at + PROBLEM]!]!;
      const group = this.group(known.models[rows[at + MODEL]!]!, dataset);
      const line = before + rows[at + LINE]!;
      const kind = kindOf(code);
      const first = steps.enter(group, problem, known.nodes[rows[at + NODE]!]!, KIND[kind], outcomeNumber(code), place, line);
      if (first) this.rejected.push({ file, line, reason: this.second(kind, group, steps.problems.texts[problem]!, steps.nodes.texts[known.nodes[rows[at + NODE]!]!]!, first) });
    }
  }

  /**
   * Rates, contingency and counts of what was taken. A row whose partner is missing, and a second row for the same step, are among the rejected.
   * @returns groups in order of model, dataset and perturbation; a group without a complete pair has no rates and is left out
   */
  result(): { rates: BenchmarkRates[]; rejected: RejectedRow[]; rows: number } {
    const { steps } = this;
    const rejected = [...this.rejected];
    const alone = (step: number, kind: 0 | 1 | 2, missing: string) => {
      const { file, line } = steps.sighting(step, kind)!;
      rejected.push({ file, line, reason: `no ${missing} row of ${this.groups[steps.group(step)]!.model} for ${steps.problem(step)}, node ${steps.node(step)}` });
    };
    // For each group and kind of perturbation how many pairs have each two outcomes, by their places in `OUTCOMES`.
    const pairs = this.groups.map(() => PERTURBED.map(() => OUTCOMES.map(() => OUTCOMES.map(() => 0))));
    for (let step = 0; step < steps.size; step++) {
      const original = steps.outcome(step, KIND.unperturbed);
      let partners = 0;
      for (let i = 0; i < PERTURBED.length; i++) {
        const kind = KIND[PERTURBED[i]!];
        const perturbed = steps.outcome(step, kind);
        if (perturbed < 0) continue;
        partners += 1;
        if (original < 0) alone(step, kind, "unperturbed");
        else pairs[steps.group(step)]![i]![original]![perturbed]! += 1;
      }
      if (original >= 0 && partners === 0) alone(step, KIND.unperturbed, "perturbed");
    }
    const rates: BenchmarkRates[] = [];
    for (const { model, dataset, number } of [...this.groups].sort((a, b) => compare(a.model, b.model) || compare(a.dataset, b.dataset))) {
      PERTURBED.forEach((perturbation, i) => {
        const counts = pairs[number]![i]!;
        if (counts.every((row) => row.every((count) => count === 0))) return;
        const table = pairTable([]) as Record<Outcome, Record<Outcome, number>>;
        OUTCOMES.forEach((original, row) => OUTCOMES.forEach((perturbed, column) => (table[original][perturbed] = counts[row]![column]!)));
        rates.push({ model, dataset, perturbation, ...faithfulnessRatesOfTable(table), contingency: contingencyOfTable(table), counts: sidesOf(table) });
      });
    }
    return { rates, rejected: rejected.sort((a, b) => compare(a.file, b.file) || a.line - b.line), rows: this.rows };
  }

  private second(kind: StepKind, group: number, problem: string, node: string, first: Sighting): string {
    return `a second ${kind} row of ${this.groups[group]!.model} for ${problem}, node ${node}; the first is ${first.file}:${first.line}`;
  }

  private group(model: number, dataset: number): number {
    const ofModel = (this.groupOf[model] ??= []);
    return (ofModel[dataset] ??= this.groups.push({ model: this.models.texts[model]!, dataset: this.datasets.texts[dataset]!, number: this.groups.length }) - 1);
  }
}

const PERTURBED = ["brokenmath-style_llm", "regex_perturbed"] as const satisfies readonly StepKind[];
const KIND = { unperturbed: 0, "brokenmath-style_llm": 1, regex_perturbed: 2 } as const satisfies Record<StepKind, number>;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
