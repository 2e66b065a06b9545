/** Stacked bars: what a bar of 100 % or of a lower bound is made of. Rows in, Vega-Lite out; nothing is drawn here. */
import { InputError } from "../core/errors";
import { OUTCOMES, type Interval, type OutcomeCounts } from "../core/types";
import { PAIR_CLASSES, type PairClass } from "../stats/contingency";
import type { FaithfulnessRates } from "../stats/rates";
import type { Spec } from "./spec";
import { MECHANISMS, type Mechanism } from "../stages/diagnosis";
import { BROKEN_LABELS, FAILURE, framed, INK, MECHANISM, OUTCOME, PAIR, scaleOf, type FigureText, type Part } from "./theme";
import { count } from "./words";

const BAR_STEP = 46;

/** One bar: the panel it stands in, the label under it, and its parts from the bottom up. */
interface Bar {
  readonly panel: string;
  readonly row?: string;
  readonly label: string;
  readonly parts: readonly { readonly part: Part; readonly size: number; readonly text: string }[];
  /** Interval of the bar's height, and what is written above it. */
  readonly top?: Interval & { readonly text: string };
}

/** One drawn segment. */
interface Segment {
  readonly panel: string;
  readonly row: string;
  readonly label: string;
  readonly part: string;
  readonly ink: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** On the lowest segment of a bar with a whisker. */
  readonly lo?: number;
  readonly hi?: number;
  readonly top?: string;
}

/** A bar of Figures 3 and 4: the four rates of one formaliser on one dataset. */
export interface UflbRow {
  /** Panel title, such as "GSM8K (n = 1,282)". */
  readonly panel: string;
  /** Bar label; "|" breaks the line. */
  readonly label: string;
  readonly rates: FaithfulnessRates;
}

/**
 * The unfaithfulness lower bound as a stacked bar ½FPR + ½FNR + AFFR, its value above, its interval as a whisker. A, Figures 3 and 4.
 * @param rows one a bar, in drawing order
 * @throws InputError for no rows
 */
export function uflbBars(rows: readonly UflbRow[], text: FigureText): Spec {
  const bars = rows.map(({ panel, label, rates }): Bar => ({
    panel,
    label,
    top: { lo: rates.uflb.lo, hi: rates.uflb.hi, text: rates.uflb.rate.toFixed(2) },
    parts: [
      { part: FAILURE.fpr, size: rates.fpr.rate / 2, text: "" },
      { part: FAILURE.fnr, size: rates.fnr.rate / 2, text: "" },
      { part: FAILURE.affr, size: rates.affr.rate, text: "" },
    ],
  }));
  const highest = Math.ceil((Math.max(0, ...rows.map(({ rates }) => rates.uflb.hi)) + 0.03) * 10) / 10;
  return facets(text, bars, Object.values(FAILURE), { title: "share of all examples", domain: [0, highest], format: ".1f" });
}

/** A bar of Tables 3 and 4: the outcomes of one formaliser's statements. */
export interface OutcomeRow {
  readonly panel: string;
  /** Row of panels, such as "valid steps". */
  readonly row: string;
  readonly label: string;
  readonly counts: OutcomeCounts;
}

/**
 * Outcome counts as bars of 100 %, with the count in each part that is tall enough for it. A, Tables 3 and 4.
 * @throws InputError for no rows or a bar without statements
 */
export function outcomeBars(rows: readonly OutcomeRow[], text: FigureText): Spec {
  const order = [...OUTCOMES].reverse(); // proved at the bottom, where bars compare best
  const bars = rows.map(({ panel, row, label, counts }): Bar => {
    const n = order.reduce((sum, outcome) => sum + counts[outcome], 0);
    if (n === 0) throw new InputError(`${label}, ${panel}, ${row}: a bar of shares requires at least one statement`);
    return { panel, row, label, parts: order.map((outcome) => ({ part: OUTCOME[outcome], size: counts[outcome] / n, text: count(counts[outcome]) })) };
  });
  return facets(text, bars, order.map((outcome) => OUTCOME[outcome]), { title: "share of statements", domain: [0, 1], format: ".0%" });
}

/** A bar of Figure 5: the shares (0 … 1) of the pair classes of one formaliser on one dataset. */
export interface ContingencyRow {
  readonly panel: string;
  readonly label: string;
  readonly shares: Record<PairClass, number>;
}

/**
 * Pair classes as bars of 100 %, with per cent in each part that is tall enough. A, Figure 5.
 * @throws InputError for no rows
 */
export function contingencyBars(rows: readonly ContingencyRow[], text: FigureText): Spec {
  const bars = rows.map(({ panel, label, shares }): Bar => {
    const sum = PAIR_CLASSES.reduce((total, name) => total + shares[name], 0); // printed shares add up to 1 only within rounding
    return { panel, label, parts: PAIR_CLASSES.map((name) => ({ part: PAIR[name], size: shares[name] / sum, text: (100 * shares[name]).toFixed(1) })) };
  });
  return facets(text, bars, PAIR_CLASSES.map((name) => PAIR[name]), { title: "share of pairs", domain: [0, 1], format: ".0%" });
}

/** A bar of mechanisms: how false steps of one formaliser came back true. */
export interface MechanismRow {
  readonly panel: string;
  readonly label: string;
  readonly counts: Record<Mechanism, number>;
  /** Pairs in all, at least one. */
  readonly n: number;
}

/**
 * The share of pairs whose false step came back true, split by the mechanism that explains it, with counts. Mechanisms that occur nowhere are left out of the legend.
 * @throws InputError for no rows, or for rows in which nothing came back true
 */
export function mechanismBars(rows: readonly MechanismRow[], text: FigureText): Spec {
  const shown = MECHANISMS.filter((mechanism) => rows.some(({ counts }) => counts[mechanism] > 0));
  if (shown.length === 0) throw new InputError("no false step came back true, so there is nothing to explain");
  const bars = rows.map(({ panel, label, counts, n }): Bar => ({ panel, label, parts: shown.map((mechanism) => ({ part: MECHANISM[mechanism], size: counts[mechanism] / n, text: count(counts[mechanism]) })) }));
  const highest = Math.max(...bars.map(({ parts }) => parts.reduce((sum, { size }) => sum + size, 0)));
  return facets(text, bars, shown.map((mechanism) => MECHANISM[mechanism]), { title: "share of pairs", domain: [0, Math.min(1, Math.ceil(highest * 10) / 10)], format: ".0%" });
}

const PANEL_HEIGHT = 240;
/** The least share of a panel's height in which a number can be read. */
const LEAST_TEXT = 10 / PANEL_HEIGHT;

function facets(text: FigureText, bars: readonly Bar[], parts: readonly Part[], axis: { title: string; domain: [number, number]; format: string }): Spec {
  if (bars.length === 0) throw new InputError("a figure requires at least one bar");
  const values = bars.flatMap(segmentsOf);
  const height = axis.domain[1] - axis.domain[0];
  const y = { field: "from", type: "quantitative", scale: { domain: axis.domain, nice: false }, axis: { title: axis.title, format: axis.format, tickCount: 5 } };
  const x = barAxis(bars);
  const rows = unique(bars.map(({ row }) => row ?? ""));
  const layer = [
    {
      mark: { type: "bar", width: BAR_STEP * 0.72, stroke: "white", strokeWidth: 0.6 },
      encoding: { x, y, y2: { field: "to" }, color: { field: "part", type: "nominal", scale: scaleOf(parts) } },
    },
    {
      transform: [{ filter: `datum.text != '' && datum.to - datum.from >= ${(LEAST_TEXT * height).toFixed(4)}` }, { calculate: "(datum.from + datum.to) / 2", as: "middle" }],
      mark: { type: "text", fontSize: 9.5, baseline: "middle" },
      encoding: { x, y: { field: "middle", type: "quantitative" }, text: { field: "text", type: "nominal" }, color: { field: "ink", type: "nominal", scale: null } },
    },
    ...(bars.some(({ top }) => top) ? whiskers(x) : []),
  ];
  const facet = {
    column: { field: "panel", type: "nominal", sort: unique(bars.map(({ panel }) => panel)), header: { labelOrient: "top" } },
    ...(rows.length > 1 && { row: { field: "row", type: "nominal", sort: rows, header: { labelOrient: "left", labelAngle: -90 } } }),
  };
  return framed(text, { data: { values }, facet, spec: { width: { step: BAR_STEP }, height: PANEL_HEIGHT, layer } });
}

/** Every segment carries its panel, so the whisker rides on the lowest one and lands in the right panel. */
function whiskers(x: Spec): Spec[] {
  const transform = [{ filter: "isValid(datum.top)" }];
  const hi = { field: "hi", type: "quantitative" };
  return [
    { transform, mark: { type: "rule", color: INK, strokeWidth: 1.2 }, encoding: { x, y: { field: "lo", type: "quantitative" }, y2: { field: "hi" } } },
    { transform, mark: { type: "tick", color: INK, thickness: 1.2, size: 8, opacity: 1 }, encoding: { x, y: hi } },
    { transform, mark: { type: "tick", color: INK, thickness: 1.2, size: 8, opacity: 1 }, encoding: { x, y: { field: "lo", type: "quantitative" } } },
    { transform, mark: { type: "text", dy: -8, fontSize: 11, fontWeight: "bold", color: INK }, encoding: { x, y: hi, text: { field: "top", type: "nominal" } } },
  ];
}

function barAxis(rows: readonly { readonly label: string }[]): Spec {
  return { field: "label", type: "nominal", sort: unique(rows.map(({ label }) => label)), title: null, axis: { labelExpr: BROKEN_LABELS, labelAngle: 0, labelFontSize: 9.5, ticks: false, domain: false, labelPadding: 4 } };
}

function segmentsOf({ panel, row = "", label, parts, top }: Bar): Segment[] {
  let at = 0;
  return parts.map(({ part, size, text }, i) => {
    const from = at;
    at += size;
    const whisker = i === 0 && top ? { lo: round(top.lo), hi: round(top.hi), top: top.text } : {};
    return { panel, row, label, part: part.name, ink: part.ink, from: round(from), to: round(at), text, ...whisker };
  });
}

/** Nine digits are enough for any picture and keep the specification readable. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
