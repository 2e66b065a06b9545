/** Colours, sizes and names that all figures share. */
import type { Outcome } from "../core/types";
import type { EditLabel } from "../robustness/records";
import type { Mechanism } from "../stages/diagnosis";
import type { PairClass } from "../stats/contingency";
import { FONT_FAMILY } from "./fonts";
import type { Spec } from "./spec";

/** Okabe & Ito (2008), told apart by colour-blind readers; the greys differ in lightness, so print in black and white keeps the order. */
const COLOUR = { vermillion: "#D55E00", blue: "#0072B2", green: "#009E73", purple: "#CC79A7", amber: "#E69F00", grey: "#8F8F8F", pale: "#D9D9D9", ink: "#222222", soft: "#5A5A5A" } as const;
export const INK = COLOUR.ink;
export const SOFT = COLOUR.soft;
export const SERIES = [COLOUR.blue, COLOUR.vermillion, COLOUR.green, COLOUR.purple] as const;

/** What a stacked part or a dot stands for: its name for readers, and its colour. */
export interface Part {
  readonly name: string;
  readonly colour: string;
  /** Colour of text on it. */
  readonly ink: string;
}

export const part = (name: string, colour: string, ink: string = "white"): Part => ({ name, colour, ink });

/** The three failure events of the unfaithfulness lower bound. */
export const FAILURE = {
  fpr: part("silent correction (½ FPR)", COLOUR.vermillion),
  fnr: part("error induction (½ FNR)", COLOUR.blue),
  affr: part("formalisation failure (AFFR)", COLOUR.grey),
} as const;

export const OUTCOME: Record<Outcome, Part> = {
  proved: part("proved", COLOUR.green),
  refuted: part("refuted", COLOUR.blue),
  inconclusive: part("inconclusive", COLOUR.pale, COLOUR.ink),
  af_fail: part("no formalisation", COLOUR.grey),
};

export const PAIR: Record<PairClass, Part> = {
  faithfulness: part("faithfulness", COLOUR.green),
  sycophancy: part("sycophancy", COLOUR.vermillion),
  abstention: part("abstention", COLOUR.amber, COLOUR.ink),
  inversion: part("inversion", COLOUR.purple, COLOUR.ink),
  inconclusive: part("inconclusive", COLOUR.pale, COLOUR.ink),
};

/** What became of a local edit. */
export const EDIT_LABEL: Record<EditLabel, Part> = {
  faithful: part("faithful", COLOUR.green),
  reverted: part("reverted", COLOUR.vermillion),
  unclear: part("unclear", COLOUR.pale, COLOUR.ink),
  unjudged: part("unjudged", COLOUR.grey),
};

/** By which mechanism a false step came back true. */
export const MECHANISM: Record<Mechanism, Part> = {
  conclusion_assumed: part("conclusion assumed", COLOUR.blue),
  contradictory_premises: part("contradictory premises", "#56B4E9", COLOUR.ink),
  content_free: part("content-free", COLOUR.purple, COLOUR.ink),
  original_restored: part("original restored", COLOUR.vermillion),
  value_repaired: part("value repaired", COLOUR.amber, COLOUR.ink),
  type_narrowed: part("type narrowed", COLOUR.green),
  quantifier_weakened: part("quantifier weakened", "#F0E442", COLOUR.ink),
  negated: part("negated", "#4D4D4D"),
  still_true: part("still true", COLOUR.grey),
  unexplained: part("unexplained", COLOUR.pale, COLOUR.ink),
};

/** What every figure says of itself. */
export interface FigureText {
  /** What is shown, in one line. */
  readonly title: string;
  /** n, what the whiskers are, source: one or two lines. */
  readonly subtitle: readonly string[];
  /** The figure in words, for readers who cannot see it. */
  readonly description: string;
}

/** The frame that all figures share: title, description, fonts, quiet axes. */
export function framed({ title, subtitle, description }: FigureText, body: Spec): Spec {
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    description,
    title: { text: title, subtitle },
    background: "white",
    padding: 10,
    ...body,
    config: {
      font: FONT_FAMILY,
      title: { anchor: "start", frame: "group", fontSize: 14, fontWeight: "bold", color: INK, subtitleFontSize: 11, subtitleColor: SOFT, subtitlePadding: 4, subtitleLineHeight: 14, offset: 12 },
      axis: { labelFontSize: 10.5, titleFontSize: 11, titleFontWeight: "normal", labelColor: INK, titleColor: SOFT, gridColor: "#E6E6E6", domainColor: "#9A9A9A", tickColor: "#9A9A9A", labelLimit: 220 },
      header: { labelFontSize: 11.5, labelFontWeight: "bold", labelColor: INK, title: null, labelPadding: 6 },
      legend: { orient: "top", direction: "horizontal", title: null, labelFontSize: 11, labelColor: INK, symbolType: "square", symbolSize: 110, labelLimit: 320, columnPadding: 16, offset: 8 },
      view: { stroke: null },
      facet: { spacing: 18 },
    },
  };
}

/** A colour scale over parts, in the order of the legend. */
export function scaleOf(parts: readonly Part[]): Spec {
  return { domain: parts.map(({ name }) => name), range: parts.map(({ colour }) => colour) };
}

/** Axis labels that break where the text has a "|". */
export const BROKEN_LABELS = "split(datum.label, '|')";
