/** The figures of a report: the kit's own, with what each segment selects. */
import { comparisonDots, type NamedRun, type RunDifference } from "../cases/compare";
import { filterOfSegment, type CaseFilter } from "../cases/select";
import type { Spec } from "../charts/spec";
import { contingencyBars, mechanismBars, outcomeBars, uflbBars } from "../charts/stacks";
import { FAILURE, MECHANISM, OUTCOME, PAIR, type Part } from "../charts/theme";
import { count, percent } from "../charts/words";
import { OUTCOMES } from "../core/types";
import { MECHANISMS } from "../stages/diagnosis";
import { PAIR_CLASSES } from "../stats/contingency";

/** A figure with its caption, and the filter behind each of its parts, panels and bars. */
export interface ReportFigure {
  readonly id: string;
  readonly spec: Spec;
  readonly caption: string;
  /** What a click on a segment selects: by the part's name; a panel narrows to a dataset, a bar to a run, a row of panels to a side. */
  readonly parts: Readonly<Record<string, CaseFilter>>;
  readonly panels: Readonly<Record<string, string>>;
  readonly bars: Readonly<Record<string, string>>;
  readonly rows: Readonly<Record<string, "original" | "perturbed">>;
}

const INTERVALS = "Whiskers are 95 % intervals.";

/** The figures of some runs. What cannot be drawn, since there is nothing of it, is left out. */
export function reportFigures(runs: readonly NamedRun[], differences: readonly RunDifference[]): ReportFigure[] {
  const bars = runs.flatMap(({ name, run }) => run.summary.datasets.map((summary) => ({ name, summary, panel: `${summary.dataset} (n = ${count(summary.rates.n)})`, label: name.replace(/, /g, "|") })));
  if (bars.length === 0) return [];
  const panels = Object.fromEntries(bars.map(({ panel, summary }) => [panel, summary.dataset]));
  const of = Object.fromEntries(bars.map(({ label, name }) => [label, name]));
  const engines = [...new Set(runs.map(({ run }) => run.settings.engine))].join(", ");
  const text = (title: string, line: string, description: string) => ({ title, subtitle: [line, `Decided by ${engines}.`], description });
  const named = <Name extends string>(figure: "contingency" | "mechanisms" | "outcomes" | "failures", names: readonly Name[], parts: Readonly<Record<Name, Part>>) => Object.fromEntries(names.map((name) => [parts[name].name, filterOfSegment({ figure, part: name })]));
  const said = (words: (bar: (typeof bars)[number]) => string) => bars.map((bar) => `${bar.name} on ${bar.summary.dataset}: ${words(bar)}`).join("; ");
  const found: ReportFigure[] = [
    {
      id: "uflb", panels, bars: of, rows: {}, parts: named("failures", ["fpr", "fnr", "affr"], FAILURE),
      spec: uflbBars(bars.map(({ panel, label, summary: { rates } }) => ({ panel, label, rates })), text("Unfaithfulness lower bound", `½ FPR + ½ FNR + AFFR. ${INTERVALS}`, `Stacked bars. ${said(({ summary }) => `${percent(summary.rates.uflb.rate)}`)}.`)),
      caption: `The unfaithfulness lower bound, made of silent correction, error induction and formalisation failure. ${INTERVALS}`,
    },
    {
      id: "outcomes", panels, bars: of, rows: { "valid steps": "original", "perturbed steps": "perturbed" }, parts: named("outcomes", OUTCOMES, OUTCOME),
      spec: outcomeBars(
        (["original", "perturbed"] as const).flatMap((side) => bars.map(({ panel, label, summary: { counts } }) => ({ panel, row: side === "original" ? "valid steps" : "perturbed steps", label, counts: counts[side] }))),
        text("Outcomes of the statements", "Share of statements, with counts.", `Bars of 100 per cent. ${said(({ summary: { counts, rates } }) => `${count(counts.perturbed.proved)} of ${count(rates.n)} perturbed steps proved`)}.`),
      ),
      caption: "What the prover said of the statements of valid and of perturbed steps, with counts.",
    },
    {
      id: "pairs", panels, bars: of, rows: {}, parts: named("contingency", PAIR_CLASSES, PAIR),
      spec: contingencyBars(
        bars.map(({ panel, label, summary: { contingency } }) => ({ panel, label, shares: Object.fromEntries(PAIR_CLASSES.map((name) => [name, contingency[name] / contingency.n])) as Record<(typeof PAIR_CLASSES)[number], number> })),
        text("Pair classes", "Per cent of pairs.", `Bars of 100 per cent. ${said(({ summary: { contingency } }) => `faithfulness ${percent(contingency.faithfulness / contingency.n)}, sycophancy ${percent(contingency.sycophancy / contingency.n)}`)}.`),
      ),
      caption: "The class of each pair: what was proved or refuted on both sides.",
    },
  ];
  if (bars.some(({ summary }) => MECHANISMS.some((name) => summary.mechanisms[name] > 0))) {
    found.push({
      id: "mechanisms", panels, bars: of, rows: {}, parts: named("mechanisms", MECHANISMS, MECHANISM),
      spec: mechanismBars(bars.map(({ panel, label, summary: { mechanisms, rates } }) => ({ panel, label, counts: mechanisms, n: rates.n })), text("How false steps came back true", "Share of pairs, with counts.", `Bars. ${said(({ summary: { mechanisms } }) => MECHANISMS.filter((name) => mechanisms[name] > 0).map((name) => `${MECHANISM[name].name} ${mechanisms[name]}`).join(", ") || "none")}.`)),
      caption: "By which mechanism perturbed steps were proved, where that can be shown.",
    });
  }
  if (differences.length > 0) {
    found.push({
      id: "differences", panels: {}, bars: {}, rows: {}, parts: {},
      spec: comparisonDots(differences, { title: "Differences between the runs", subtitle: ["Percentage points on the same steps; whiskers are paired 95 % intervals, each for itself."], description: `Dots with whiskers. ${differences.map(({ measure, first, second, difference }) => `${measure}, ${first} less ${second}: ${(100 * difference.estimate).toFixed(1)} points`).join("; ")}.` }),
      caption: "Paired differences. Each interval is for itself; the table gives p after Holm's correction over all comparisons.",
    });
  }
  return found;
}
