/** What a panel of judges says of the perturbations (A, section 4, figure 8): rates a judge, agreement of each two, and the steps that stay when the ineffective go. */
import type { Rate } from "../core/types";
import { cohenKappa, type Kappa } from "../stats/kappa";
import { wilson } from "../stats/wilson";
import type { Case } from "./methodA";

export interface JudgeRates {
  readonly judge: string;
  readonly dataset: string;
  /** Perturbations judged ineffective, of those that it judged. Absent if it judged none. */
  readonly ineffective?: Rate;
  /** Perturbations of which it gave no readable judgement. */
  readonly failures: number;
}

export interface JudgePair {
  readonly judges: readonly [string, string];
  /** Perturbations that both judged, and the share on which they agree. */
  readonly agreement?: Rate;
  /** Cohen's κ; absent where it is undefined, since both gave the same one label throughout. */
  readonly kappa?: Kappa;
}

export interface ValiditySummary {
  readonly judges: readonly JudgeRates[];
  readonly pairs: readonly JudgePair[];
}

/** Sums a panel up. Rates are per judge and dataset, then over all. */
export function summariseValidity(cases: readonly Case[]): ValiditySummary {
  const judges = Object.keys(cases[0]?.validity ?? {});
  const datasets = [...new Set(cases.map(({ step }) => step.dataset))];
  const rates = (judge: string, dataset: string, some: readonly Case[]): JudgeRates => {
    const labels = some.flatMap((each) => labelOf(each, judge) ?? []);
    const ineffective = labels.filter((label) => label === "ineffective").length;
    return { judge, dataset, ...(labels.length > 0 && { ineffective: wilson(ineffective, labels.length) }), failures: some.length - labels.length };
  };
  return {
    judges: judges.flatMap((judge) => [
      ...datasets.map((dataset) => rates(judge, dataset, cases.filter(({ step }) => step.dataset === dataset))),
      ...(datasets.length > 1 ? [rates(judge, "all", cases)] : []),
    ]),
    pairs: judges.flatMap((a, i) => judges.slice(i + 1).map((b) => pairOf(cases, a, b))),
  };
}

function pairOf(cases: readonly Case[], a: string, b: string): JudgePair {
  const table = [[0, 0], [0, 0]];
  for (const each of cases) {
    const [one, other] = [labelOf(each, a), labelOf(each, b)];
    if (one && other) table[one === "effective" ? 0 : 1]![other === "effective" ? 0 : 1]! += 1;
  }
  const n = table.flat().reduce((total, count) => total + count, 0);
  if (n === 0) return { judges: [a, b] };
  const oneLabel = table[0]![0] === n || table[1]![1] === n;
  return { judges: [a, b], agreement: wilson(table[0]![0]! + table[1]![1]!, n), ...(!oneLabel && { kappa: cohenKappa(table) }) };
}

function labelOf({ validity }: Case, judge: string): "effective" | "ineffective" | undefined {
  const answer = validity?.[judge];
  return answer?.ok ? answer.value.label : undefined;
}

/** How many of the panel have to call a perturbation ineffective for it to be left out: any of them, or more than half of those that judged it. */
export type Ineffective = "any" | "majority";

/** The cases without the perturbations judged ineffective. */
export function withoutIneffective(cases: readonly Case[], rule: Ineffective): Case[] {
  return cases.filter((each) => {
    const labels = Object.keys(each.validity ?? {}).flatMap((judge) => labelOf(each, judge) ?? []);
    const votes = labels.filter((label) => label === "ineffective").length;
    return rule === "any" ? votes === 0 : votes <= labels.length / 2;
  });
}
