/** The figures of a report: the kit's own, with what each segment selects. */
import { comparisonDots, type NamedRun, type RunDifference } from "../cases/compare";
import { filterOfSegment } from "../cases/select";
import type { Spec } from "../charts/spec";
import { contingencyBars, mechanismBars, outcomeBars, uflbBars } from "../charts/stacks";
import { FAILURE, MECHANISM, OUTCOME, PAIR, type Part } from "../charts/theme";
import { count, percent } from "../charts/words";
import { OUTCOMES } from "../core/types";
import { MECHANISMS } from "../stages/diagnosis";
import { PAIR_CLASSES } from "../stats/contingency";

/** A figure with its caption, and what a click on its parts selects. */
export interface ReportFigure {
  readonly id: string;
  readonly spec: Spec;
  readonly caption: string;
  /** Looked up one after the other and put together; what the first does not know selects nothing. */
  readonly selects: readonly Selection[];
}

/** What fields of a mark's datum say of the cases behind it: by their values, joined with line breaks, the fields of the page's filter. */
export interface Selection {
  readonly by: readonly string[];
  readonly to: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

const SIDE = { original: "valid steps", perturbed: "perturbed steps" } as const;
const INTERVALS = "Whiskers are 95 % intervals.";

/** Names come from data, and a figure has room for so much of one. */
export const brief = (name: string) => (name.length > 40 ? `${name.slice(0, 39)}…` : name);

/** The figures of some runs. What cannot be drawn, since there is nothing of it, is left out. */
export function reportFigures(runs: readonly NamedRun[], differences: readonly RunDifference[]): ReportFigure[] {
  const bars = runs.flatMap(({ name, run }) => run.summary.datasets.map((summary) => ({ name, summary, panel: `${brief(summary.dataset)} (n = ${count(summary.rates.n)})`, label: brief(name).replace(/, /g, "|") })));
  if (bars.length === 0) return [];
  const places: readonly Selection[] = [
    { by: ["panel"], to: Object.fromEntries(bars.map(({ panel, summary }) => [panel, { dataset: summary.dataset }])) },
    { by: ["label"], to: Object.fromEntries(bars.map(({ label, name }) => [label, { run: name }])) },
  ];
  const engines = [...new Set(runs.map(({ run }) => run.settings.engine))].join(", ");
  const text = (title: string, line: string, description: string) => ({ title, subtitle: [line, `Decided by ${engines}.`], description });
  const named = <Name extends string>(figure: "contingency" | "mechanisms" | "failures", names: readonly Name[], parts: Readonly<Record<Name, Part>>): readonly Selection[] =>
    [{ by: ["part"], to: Object.fromEntries(names.map((name) => [parts[name].name, filterOfSegment({ figure, part: name }) as Selection["to"][string]])) }, ...places];
  const said = (words: (bar: (typeof bars)[number]) => string) => bars.map((bar) => `${brief(bar.name)} on ${brief(bar.summary.dataset)}: ${words(bar)}`).join("; ");
  const found: ReportFigure[] = [
    {
      id: "uflb", selects: named("failures", ["fpr", "fnr", "affr"], FAILURE),
      spec: uflbBars(bars.map(({ panel, label, summary: { rates } }) => ({ panel, label, rates })), text("Unfaithfulness lower bound", `½ FPR + ½ FNR + AFFR. ${INTERVALS}`, `Stacked bars. ${said(({ summary }) => `${percent(summary.rates.uflb.rate)}`)}.`)),
      caption: `The unfaithfulness lower bound, made of silent correction, error induction and formalisation failure. ${INTERVALS}`,
    },
    {
      id: "outcomes",
      selects: [{ by: ["row", "part"], to: Object.fromEntries((["original", "perturbed"] as const).flatMap((side) => OUTCOMES.map((part) => [`${SIDE[side]}\n${OUTCOME[part].name}`, filterOfSegment({ figure: "outcomes", part, side }) as Selection["to"][string]]))) }, ...places],
      spec: outcomeBars(
        (["original", "perturbed"] as const).flatMap((side) => bars.map(({ panel, label, summary: { counts } }) => ({ panel, row: SIDE[side], label, counts: counts[side] }))),
        text("Outcomes of the statements", "Share of statements, with counts.", `Bars of 100 per cent. ${said(({ summary: { counts, rates } }) => `${count(counts.perturbed.proved)} of ${count(rates.n)} perturbed steps proved`)}.`),
      ),
      caption: "What the prover said of the statements of valid and of perturbed steps, with counts.",
    },
    {
      id: "pairs", selects: named("contingency", PAIR_CLASSES, PAIR),
      spec: contingencyBars(
        bars.map(({ panel, label, summary: { contingency } }) => ({ panel, label, shares: Object.fromEntries(PAIR_CLASSES.map((name) => [name, contingency[name] / contingency.n])) as Record<(typeof PAIR_CLASSES)[number], number> })),
        text("Pair classes", "Per cent of pairs.", `Bars of 100 per cent. ${said(({ summary: { contingency } }) => `faithfulness ${percent(contingency.faithfulness / contingency.n)}, sycophancy ${percent(contingency.sycophancy / contingency.n)}`)}.`),
      ),
      caption: "The class of each pair: what was proved or refuted on both sides.",
    },
  ];
  if (bars.some(({ summary }) => MECHANISMS.some((name) => summary.mechanisms[name] > 0))) {
    found.push({
      id: "mechanisms", selects: named("mechanisms", MECHANISMS, MECHANISM),
      spec: mechanismBars(bars.map(({ panel, label, summary: { mechanisms, rates } }) => ({ panel, label, counts: mechanisms, n: rates.n })), text("How false steps came back true", "Share of pairs, with counts.", `Bars. ${said(({ summary: { mechanisms } }) => MECHANISMS.filter((name) => mechanisms[name] > 0).map((name) => `${MECHANISM[name].name} ${mechanisms[name]}`).join(", ") || "none")}.`)),
      caption: "By which mechanism perturbed steps were proved, where that can be shown.",
    });
  }
  if (differences.length > 0) {
    found.push({
      id: "differences", selects: [],
      spec: comparisonDots(differences, { title: "Differences between the runs", subtitle: ["Percentage points on the same steps; whiskers are paired 95 % intervals, each for itself."], description: `Dots with whiskers. ${differences.map(({ measure, first, second, difference }) => `${measure}, ${first} less ${second}: ${(100 * difference.estimate).toFixed(1)} points`).join("; ")}.` }),
      caption: "Paired differences. Each interval is for itself; the table gives p after Holm's correction over all comparisons.",
    });
  }
  return found;
}
