/** The figures and tables of FaithformBench as Vega-Lite specifications, drawn from its printed counts. Each says its n, its whiskers and its source. */
import type { Perturbation, Dataset, Formaliser } from "../data/published";
import { DATASETS, FINE_TUNED, GENERAL, STEPS } from "../data/published";
import { differenceDots, intervalDots } from "../charts/dots";
import type { Spec } from "../charts/spec";
import { contingencyBars, outcomeBars, uflbBars } from "../charts/stacks";
import { FAILURE, OUTCOME, PAIR } from "../charts/theme";
import { count, percent, points } from "../charts/words";
import { PAIR_CLASSES, type PairClass } from "../stats/contingency";
import { labelOf, nameOf, outcomesOf, perturbationDifferences, ratesOf, recoveredContingency, type FaithformBench } from "./faithformbench";

const panelOf = (dataset: Dataset) => `${dataset} (n = ${count(STEPS[dataset])})`;

/** Figure 3: the lower bound of the four fine-tuned formalisers. */
export function figure3(paper: FaithformBench): Spec {
  return lowerBound(paper, FINE_TUNED, "Unfaithfulness lower bound of the fine-tuned formalisers");
}

/** Figure 4: the lower bound of the four general models. */
export function figure4(paper: FaithformBench): Spec {
  return lowerBound(paper, GENERAL, "Unfaithfulness lower bound of the general models");
}

function lowerBound(paper: FaithformBench, formalisers: readonly Formaliser[], title: string): Spec {
  const rows = DATASETS.flatMap((dataset) => formalisers.map((formaliser) => ({ panel: panelOf(dataset), label: labelOf(formaliser), rates: ratesOf(paper, formaliser, dataset) })));
  const values = rows.map(({ panel, label, rates }) => `${panel}, ${label.replace("|", " ")} ${rates.uflb.rate.toFixed(2)}`);
  return uflbBars(rows, {
    title,
    subtitle: [
      "UFLB = ½ FPR + ½ FNR + AFFR, over the 2n examples of n pairs; steps perturbed by an LLM.",
      "Whiskers: 95 % intervals, the widest that any pairing of the two sides allows (the paper has none).",
      "Recomputed from the outcome counts of FaithformBench (arXiv 2608.10916), Table 3.",
    ],
    description: `Stacked bars of silent correction, error induction and formalisation failure; heights: ${values.join("; ")}.`,
  });
}

const SIDES: Record<Perturbation, string> = { none: "valid steps", llm: "perturbed by LLM", regex: "perturbed by rule" };

/** Table 3 as bars: outcomes on valid and on LLM-perturbed steps, for the fine-tuned formalisers or the general models. */
export function table3(paper: FaithformBench, group: "fine-tuned" | "general"): Spec {
  const formalisers = group === "fine-tuned" ? FINE_TUNED : GENERAL;
  return outcomes(paper, formalisers, ["none", "llm"], `What became of valid and of false steps: ${group === "general" ? "general models" : "fine-tuned formalisers"}`, "Table 3");
}

/** Table 4 as bars: outcomes on rule-perturbed steps beside those on LLM-perturbed ones. */
export function table4(paper: FaithformBench): Spec {
  return outcomes(paper, FINE_TUNED, ["llm", "regex"], "False steps made by an LLM and by rule: fine-tuned formalisers", "Tables 3 and 4");
}

function outcomes(paper: FaithformBench, formalisers: readonly Formaliser[], sides: readonly Perturbation[], title: string, source: string): Spec {
  const rows = DATASETS.flatMap((dataset) =>
    sides.flatMap((side) => formalisers.map((formaliser) => ({ panel: panelOf(dataset), row: SIDES[side], label: labelOf(formaliser), counts: outcomesOf(paper, formaliser, dataset, side) }))),
  );
  return outcomeBars(rows, {
    title,
    subtitle: ["Counts in the bars (parts under 4 % are unlabelled); each bar is all n steps of its dataset.", `FaithformBench (arXiv 2608.10916), ${source}.`],
    description: `Bars of 100 per cent split into proved, inconclusive, refuted and no formalisation. ${rows.map(({ panel, row, label, counts }) => `${panel}, ${row}, ${label.replace("|", " ")}: proved ${counts.proved}, refuted ${counts.refuted}`).join("; ")}.`,
  });
}

/** The three rates behind Figures 3 and 4 with Wilson intervals, all eight formalisers. */
export function ratesFigure(paper: FaithformBench): Spec {
  const kinds = [
    ["fpr", "FPR"],
    ["fnr", "FNR"],
    ["affr", "AFFR"],
  ] as const;
  const rows = kinds.flatMap(([kind, row]) =>
    [...FINE_TUNED, ...GENERAL].flatMap((formaliser) =>
      DATASETS.map((dataset) => {
        const { rate, lo, hi } = ratesOf(paper, formaliser, dataset)[kind];
        return { column: panelOf(dataset), row, label: nameOf(formaliser), estimate: rate, lo, hi, text: percent(rate) };
      }),
    ),
  );
  return intervalDots(
    rows,
    {
      title: "Silent correction, error induction and formalisation failure",
      subtitle: [
        "FPR and FNR over n pairs with Wilson 95 % intervals; steps perturbed by an LLM.",
        "AFFR over 2n statements with the widest 95 % interval that any pairing of the two sides allows.",
        "Recomputed from FaithformBench (arXiv 2608.10916), Table 3.",
      ],
      description: "Dots with whiskers for the three rates of eight formalisers on four datasets.",
    },
    { colours: [FAILURE.fpr.colour, FAILURE.fnr.colour, FAILURE.affr.colour] },
  );
}

/** Figure 5: pair classes of the fine-tuned formalisers, as printed. */
export function figure5(paper: FaithformBench): Spec {
  const rows = paper.contingency.map((row) => ({
    panel: panelOf(row.dataset),
    label: labelOf(row.formaliser),
    shares: Object.fromEntries(PAIR_CLASSES.map((name) => [name, row[name] / 100])) as Record<PairClass, number>,
  }));
  return contingencyBars(rows, {
    title: "What the prover said of both statements of a pair",
    subtitle: ["Per cent of the n pairs, as printed (parts under 4 % are unlabelled); bars are scaled to 100 %.", "FaithformBench (arXiv 2608.10916), Figure 5; steps perturbed by an LLM."],
    description: `Bars of 100 per cent split into pair classes. ${rows.map(({ panel, label, shares }) => `${panel}, ${label}: faithfulness ${percent(shares.faithfulness)}, sycophancy ${percent(shares.sycophancy)}`).join("; ")}.`,
  });
}

/** The shares of Figure 5 with intervals, which the paper does not give: counts recovered from the printed per cent. */
export function figure5Intervals(paper: FaithformBench): Spec {
  const shown = ["faithfulness", "sycophancy", "abstention", "inversion"] as const;
  const recovered = recoveredContingency(paper);
  const rows = shown.flatMap((name) =>
    recovered.filter(({ pairClass }) => pairClass === name).map(({ formaliser, dataset, share, lo, hi }) => ({ column: panelOf(dataset), row: name, label: labelOf(formaliser), estimate: share, lo, hi, text: percent(share) })),
  );
  return intervalDots(
    rows,
    {
      title: "Pair classes with their intervals",
      subtitle: ["Wilson 95 % intervals over n pairs; where a printed share fits several counts, the whisker covers them all.", "Counts recovered from FaithformBench (arXiv 2608.10916), Figure 5."],
      description: "Dots with whiskers for four pair classes of four formalisers on four datasets.",
    },
    { colours: shown.map((name) => PAIR[name].colour) },
  );
}

/** Table 5: outcome shares under rule perturbation minus those under LLM perturbation. */
export function table5(paper: FaithformBench): Spec {
  const rows = perturbationDifferences(paper).map(({ formaliser, dataset, outcome, estimate, lo, hi }) => ({
    column: panelOf(dataset),
    row: OUTCOME[outcome].name,
    label: labelOf(formaliser),
    estimate,
    lo,
    hi,
    text: points(estimate).replace(" pp", ""),
  }));
  return differenceDots(
    rows,
    {
      title: "Does it matter who makes the step false? Rule minus LLM",
      subtitle: ["Difference of outcome shares over the same n steps. Whiskers: 95 % intervals, the widest that any pairing allows.", "Recomputed from FaithformBench (arXiv 2608.10916), Tables 3 and 4."],
      description: `Dots with whiskers around a zero line. ${rows.map(({ column, row, label, text }) => `${column}, ${row}, ${label}: ${text}`).join("; ")}.`,
    },
    { colours: [OUTCOME.proved.colour, OUTCOME.refuted.colour, "#6E6E6E", OUTCOME.af_fail.colour] },
  );
}
