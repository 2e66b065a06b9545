/** Dots with whiskers: rates and differences whose intervals are the message. */
import { InputError } from "../core/errors";
import type { Spec } from "./spec";
import { framed, INK, SERIES, SOFT, type FigureText } from "./theme";

/** One dot with its whisker, in shares: it stands in the panel at column × row, on the line `label`. */
export interface DotRow {
  readonly column: string;
  readonly row: string;
  readonly label: string;
  readonly estimate: number;
  readonly lo: number;
  readonly hi: number;
  /** What is written at the right end of the line. */
  readonly text: string;
}

/**
 * Rates as dots with whiskers on a common scale from 0, one line a label, panels by column and row.
 * @param colours colour of each row of panels, in the order of first appearance; the theme's series if not said
 * @throws InputError for no rows
 */
export function intervalDots(rows: readonly DotRow[], text: FigureText, { colours = SERIES, xTitle = "per cent" }: { colours?: readonly string[]; xTitle?: string } = {}): Spec {
  return dots(rows, text, { colours, xTitle, width: PANEL_WIDTH, zeroLine: false });
}

/**
 * Differences in percentage points as dots with whiskers around a zero line. A, Table 5.
 * @param options `width` of a panel in pixels, of which the right quarter is for the written values
 * @throws InputError for no rows
 */
export function differenceDots(rows: readonly DotRow[], text: FigureText, { colours = SERIES, xTitle = "percentage points", width = PANEL_WIDTH }: { colours?: readonly string[]; xTitle?: string; width?: number } = {}): Spec {
  return dots(rows, text, { colours, xTitle, width, zeroLine: true });
}

const PANEL_WIDTH = 138;
const LINE_HEIGHT = 17;

function dots(rows: readonly DotRow[], text: FigureText, { colours, xTitle, width, zeroLine }: { colours: readonly string[]; xTitle: string; width: number; zeroLine: boolean }): Spec {
  if (rows.length === 0) throw new InputError("a figure requires at least one dot");
  const values = rows.map(({ estimate, lo, hi, ...names }) => ({ ...names, estimate: hundred(estimate), lo: hundred(lo), hi: hundred(hi) }));
  const greatest = Math.max(...values.map(({ hi }) => hi));
  const least = zeroLine ? Math.min(0, ...values.map(({ lo }) => lo)) : 0;
  // The right quarter of a panel is kept for the written values.
  const domain = [least, least + (greatest - least) * 1.36];
  const panelRows = unique(rows.map(({ row }) => row));
  const y = { field: "label", type: "nominal", sort: unique(rows.map(({ label }) => label)), axis: { title: null, ticks: false, domain: false, labelPadding: 6 } };
  const color = { field: "row", type: "nominal", sort: panelRows, scale: { domain: panelRows, range: panelRows.map((_, i) => colours[i % colours.length]) }, legend: null };
  const x = (field: string) => ({ field, type: "quantitative", scale: { domain, nice: false }, axis: { title: xTitle, tickCount: 4, grid: true } });
  const layer = [
    ...(zeroLine ? [{ mark: { type: "rule", color: SOFT, strokeDash: [3, 2] }, encoding: { x: { datum: 0 } } }] : []),
    { mark: { type: "rule", strokeWidth: 1.6 }, encoding: { y, x: x("lo"), x2: { field: "hi" }, color } },
    { mark: { type: "point", filled: true, size: 38, opacity: 1 }, encoding: { y, x: x("estimate"), color } },
    { mark: { type: "text", align: "right", fontSize: 9.5, color: INK }, encoding: { y, x: { value: width }, text: { field: "text", type: "nominal" } } },
  ];
  return framed(text, {
    data: { values },
    facet: {
      column: { field: "column", type: "nominal", sort: unique(rows.map(({ column }) => column)) },
      row: { field: "row", type: "nominal", sort: panelRows, header: { labelOrient: "left", labelAngle: 0, labelAlign: "left" } },
    },
    spec: { width, height: { step: LINE_HEIGHT }, layer },
  });
}

function hundred(share: number): number {
  return Math.round(share * 1e8) / 1e6;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
