/** Figures of the robustness study: changes against the original style, the two levels of an edit, what became of edits. Rows in, Vega-Lite out. */
import { InputError } from "../core/errors";
import type { Interval } from "../core/types";
import { SHOWN_LABELS } from "../robustness/edits";
import type { EditLabel } from "../robustness/records";
import type { Spec } from "./spec";
import { EDIT_LABEL, framed, INK, scaleOf, SERIES, SOFT, type FigureText, type Part } from "./theme";
import { count } from "./words";

const ROW = 12;
const WIDTH = 250;

/** An estimate with its interval, in shares. */
export interface Measured extends Interval {
  readonly estimate: number;
}

/** One system on one dataset: its rate on Orig, and its change in each other style. */
export interface StyleChangeRow {
  readonly panel: string;
  readonly label: string;
  readonly orig: Measured;
  readonly changes: Readonly<Record<string, Measured>>;
}

/**
 * The rate on the original style at the left, the change in each other style at the right, one block of lines a system, one row of panels a dataset. B, Figure 2.
 * @throws InputError for no rows
 */
export function styleChange(rows: readonly StyleChangeRow[], text: FigureText): Spec {
  if (rows.length === 0) throw new InputError("a figure requires at least one row");
  const styles = unique(rows.flatMap(({ changes }) => Object.keys(changes)));
  const reach = Math.max(...rows.flatMap(({ changes }) => Object.values(changes).flatMap(({ lo, hi }) => [Math.abs(lo), Math.abs(hi)]))) * 100;
  const highest = Math.max(...rows.map(({ orig }) => orig.hi)) * 100;
  return framed(text, {
    vconcat: unique(rows.map(({ panel }) => panel)).map((panel) => {
      const here = rows.filter((row) => row.panel === panel);
      const labels = unique(here.map(({ label }) => label));
      const height = labels.length * styles.length * ROW;
      const change = here.flatMap(({ label, changes }) => styles.filter((style) => changes[style]).map((style) => ({ panel, label, style, ...hundredfold(changes[style]!) })));
      return {
        hconcat: [
          {
            title: heading(`${panel}: Orig`), width: 150, height, data: { values: here.map(({ label, orig }) => ({ panel, label, style: "Orig", ...hundredfold(orig) })) },
            layer: whisker({ y: lines(labels), x: [0, highest * 1.05], xTitle: "FullyCorrect, per cent", colour: { value: INK } }),
          },
          {
            title: heading("change against Orig"), width: WIDTH, height, data: { values: change },
            layer: [
              { mark: { type: "rule", color: SOFT, strokeDash: [3, 2] }, encoding: { x: { datum: 0 } } },
              ...whisker({ y: { ...lines(labels), axis: { ...lines(labels).axis, labels: false } }, offset: styles, x: [-reach * 1.05, reach * 1.05], xTitle: "percentage points", colour: colourOf("style", styles) }),
            ],
          },
        ],
      };
    }),
  });
}

/** One rate: a dataset's panel, a kind of edit, a system, a level. */
export interface LevelRow extends Measured {
  readonly column: string;
  readonly row: string;
  readonly label: string;
  readonly level: string;
}

/**
 * Rates at several levels side by side on a line: what a system does to edits of the statement and of the proof. B, Figure 3.
 * @throws InputError for no rows
 */
export function levelDots(rows: readonly LevelRow[], text: FigureText, { xTitle = "faithful, per cent of faithful and reverted" }: { readonly xTitle?: string } = {}): Spec {
  if (rows.length === 0) throw new InputError("a figure requires at least one row");
  const labels = unique(rows.map(({ label }) => label));
  const levels = unique(rows.map(({ level }) => level));
  return framed(text, {
    data: { values: rows.map(({ column, row, label, level, ...measured }) => ({ column, row, label, level, ...hundredfold(measured) })) },
    facet: {
      column: { field: "column", type: "nominal", sort: unique(rows.map(({ column }) => column)) },
      row: { field: "row", type: "nominal", sort: unique(rows.map(({ row }) => row)), header: { labelOrient: "left", labelAngle: 0, labelAlign: "left" } },
    },
    spec: { width: WIDTH, height: labels.length * levels.length * (ROW + 2), layer: whisker({ y: lines(labels), offset: levels, x: [0, 100], xTitle, colour: colourOf("level", levels) }) },
  });
}

/** One bar: what became of the edits of one kind with one system. */
export interface EditBarRow {
  readonly column: string;
  readonly row: string;
  readonly label: string;
  readonly counts: Readonly<Record<EditLabel, number>>;
}

/**
 * Outcomes of edits as bars of 100 % of all judged outputs, with counts in the parts that are wide enough. B, Figure 4.
 * @throws InputError for no rows, or a bar without a judged output
 */
export function editBars(rows: readonly EditBarRow[], text: FigureText): Spec {
  if (rows.length === 0) throw new InputError("a figure requires at least one bar");
  const values = rows.flatMap(({ column, row, label, counts }) => {
    const n = SHOWN_LABELS.reduce((sum, name) => sum + counts[name], 0);
    if (n === 0) throw new InputError(`${label}, ${column}, ${row}: a bar of shares requires at least one judged output`);
    let at = 0;
    return SHOWN_LABELS.map((name) => {
      const from = at;
      at += (100 * counts[name]) / n;
      return { column, row, label, part: EDIT_LABEL[name].name, ink: EDIT_LABEL[name].ink, from: rounded(from), to: rounded(at), middle: rounded((from + at) / 2), text: at - from >= 8 ? count(counts[name]) : "" };
    });
  });
  const y = lines(unique(rows.map(({ label }) => label)));
  const parts: readonly Part[] = SHOWN_LABELS.map((name) => EDIT_LABEL[name]);
  return framed(text, {
    data: { values },
    facet: {
      column: { field: "column", type: "nominal", sort: unique(rows.map(({ column }) => column)) },
      row: { field: "row", type: "nominal", sort: unique(rows.map(({ row }) => row)), header: { labelOrient: "left", labelAngle: 0, labelAlign: "left" } },
    },
    spec: {
      width: WIDTH,
      height: { step: 24 },
      layer: [
        { mark: { type: "bar", height: 17 }, encoding: { y, x: { field: "from", type: "quantitative", scale: { domain: [0, 100], nice: false }, axis: { title: "per cent of all judged outputs", tickCount: 5 } }, x2: { field: "to" }, color: { field: "part", type: "nominal", sort: parts.map(({ name }) => name), scale: scaleOf(parts) } } },
        { mark: { type: "text", fontSize: 9.5 }, encoding: { y, x: { field: "middle", type: "quantitative" }, text: { field: "text", type: "nominal" }, color: { field: "ink", type: "nominal", scale: null } } },
      ],
    },
  });
}

function lines(labels: readonly string[]) {
  return { field: "label", type: "nominal", sort: labels, axis: { title: null, ticks: false, domain: false, labelPadding: 6 } };
}

function colourOf(field: string, names: readonly string[]): Spec {
  return { field, type: "nominal", sort: names, scale: { domain: names, range: names.map((_, i) => SERIES[i % SERIES.length]) } };
}

/** A dot with its interval on each line; with `offset`, several on a line, one below the other. */
function whisker({ y, offset, x: domain, xTitle, colour }: { y: Spec; offset?: readonly string[]; x: readonly number[]; xTitle: string; colour: Spec }): Spec[] {
  const yOffset = offset && { yOffset: { field: colour["field"], type: "nominal", sort: offset, scale: { paddingOuter: 0.6 } } };
  const x = (field: string) => ({ field, type: "quantitative", scale: { domain, nice: false }, axis: { title: xTitle, tickCount: 5, grid: true } });
  return [
    { mark: { type: "rule", strokeWidth: 1.6 }, encoding: { y, ...yOffset, x: x("lo"), x2: { field: "hi" }, color: colour } },
    { mark: { type: "point", filled: true, size: 34, opacity: 1 }, encoding: { y, ...yOffset, x: x("estimate"), color: colour } },
  ];
}

function heading(text: string): Spec {
  return { text, fontSize: 11.5, anchor: "start", offset: 6 };
}

function hundredfold({ estimate, lo, hi }: Measured): Measured {
  return { estimate: rounded(100 * estimate), lo: rounded(100 * lo), hi: rounded(100 * hi) };
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
