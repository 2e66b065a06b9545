/** What a run comes to: rates with intervals, contingency, how much was decided, by which mechanisms false steps came back true. */
import type { OutcomeCounts, Rate } from "../core/types";
import { contingency, outcomeCounts, type ContingencyCounts } from "../stats/contingency";
import { faithfulnessRatesOfPairs, type FaithfulnessRates } from "../stats/rates";
import { wilson } from "../stats/wilson";
import { MECHANISMS, type Mechanism } from "./diagnosis";
import { UNCHANGED, type Unchanged } from "../perturb/perturber";
import type { Case, Excluded } from "./methodA";
import { policyDifferences, type PolicyDifferences } from "./policies";
import { summariseValidity, withoutIneffective, type ValiditySummary } from "./validity";

/** The numbers of one dataset, or of all together. */
export interface DatasetSummary {
  readonly dataset: string;
  readonly rates: FaithfulnessRates;
  readonly contingency: ContingencyCounts;
  readonly counts: { readonly original: OutcomeCounts; readonly perturbed: OutcomeCounts };
  /** Statements that were extracted, and those that were proved or refuted, of 2n. */
  readonly formalised: Rate;
  readonly decided: Rate;
  /** FPR over the pairs whose original was proved and whose perturbed side was decided: what a formaliser does where the prover can see it. Absent if there is no such pair. */
  readonly fprOfDecided?: Rate;
  /** FPR without the statements whose hypotheses contradict each other. */
  readonly fprWithoutVacuous: Rate;
  readonly mechanisms: Record<Mechanism, number>;
}

export interface Summary {
  readonly formaliser: string;
  readonly engine: string;
  readonly preset: string;
  readonly seed: number | string;
  readonly version: string;
  readonly pairs: number;
  /** How many steps had a dependency graph, and how many took all earlier steps as context. */
  readonly contextFrom: { readonly graph: number; readonly all_earlier_steps: number };
  /** Steps that got no perturbed counterpart, by why; they are no pairs. Absent if every step got one. */
  readonly notPerturbed?: Readonly<Partial<Record<Unchanged, number>>>;
  readonly datasets: readonly DatasetSummary[];
  readonly all: DatasetSummary | null;
  /** What other policies would make of the same records. */
  readonly policies: PolicyDifferences;
  /** What the panel of judges says, if there was one, and the rates without the perturbations that any, or most, of it call ineffective. */
  readonly validity?: ValiditySummary & { readonly without: { readonly any: DatasetSummary | null; readonly majority: DatasetSummary | null } };
}

/** Sums a run up. `all` is null for a run without steps: there is no rate of nothing. */
export function summarise(cases: readonly Case[], settings: { formaliser: string; engine: string; preset: string; seed: number | string; version: string }, excluded: readonly Excluded[] = []): Summary {
  const names = [...new Set(cases.map(({ step }) => step.dataset))];
  const contextFrom = (from: "graph" | "all_earlier_steps") => cases.filter(({ step }) => step.contextFrom === from).length;
  const { formaliser, engine, preset, seed, version } = settings;
  const notPerturbed = UNCHANGED.map((why) => [why, excluded.filter(({ perturbed }) => perturbed.unchanged === why).length] as const).filter(([, n]) => n > 0);
  const overall = (some: readonly Case[]) => (some.length === 0 ? null : datasetSummary("all", some));
  return {
    formaliser, engine, preset, seed, version,
    pairs: cases.length,
    ...(notPerturbed.length > 0 && { notPerturbed: Object.fromEntries(notPerturbed) }),
    contextFrom: { graph: contextFrom("graph"), all_earlier_steps: contextFrom("all_earlier_steps") },
    datasets: names.map((name) => datasetSummary(name, cases.filter(({ step }) => step.dataset === name))),
    all: overall(cases),
    policies: policyDifferences(cases),
    ...(cases.some(({ validity }) => validity) && {
      validity: { ...summariseValidity(cases), without: { any: overall(withoutIneffective(cases, "any")), majority: overall(withoutIneffective(cases, "majority")) } },
    }),
  };
}

function datasetSummary(dataset: string, cases: readonly Case[]): DatasetSummary {
  const pairs = cases.map(({ original, perturbedVerdict }) => ({ original: original.outcome, perturbed: perturbedVerdict.outcome }));
  const n = pairs.length;
  const counts = { original: outcomeCounts(pairs.map(({ original }) => original)), perturbed: outcomeCounts(pairs.map(({ perturbed }) => perturbed)) };
  const sides = [counts.original, counts.perturbed];
  const sum = (count: (side: OutcomeCounts) => number) => sides.reduce((total, side) => total + count(side), 0);
  const decidedPairs = pairs.filter(({ original, perturbed }) => original === "proved" && (perturbed === "proved" || perturbed === "refuted"));
  const repairedDecided = decidedPairs.filter(({ perturbed }) => perturbed === "proved").length;
  const vacuous = cases.filter(({ perturbedVerdict }) => perturbedVerdict.outcome === "proved" && perturbedVerdict.vacuous).length;
  return {
    dataset,
    rates: faithfulnessRatesOfPairs(pairs),
    contingency: contingency(pairs),
    counts,
    formalised: wilson(2 * n - sum((side) => side.af_fail), 2 * n),
    decided: wilson(sum((side) => side.proved + side.refuted), 2 * n),
    ...(decidedPairs.length > 0 && { fprOfDecided: wilson(repairedDecided, decidedPairs.length) }),
    fprWithoutVacuous: wilson(counts.perturbed.proved - vacuous, n),
    mechanisms: Object.fromEntries(MECHANISMS.map((mechanism) => [mechanism, cases.filter(({ diagnosis }) => diagnosis?.mechanism === mechanism).length])) as Record<Mechanism, number>,
  };
}
