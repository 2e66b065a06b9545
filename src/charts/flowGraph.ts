/** ProofFlow's graph of a proof as a picture: one level below the other, each node in the colour of what became of it. */
import { InputError } from "../core/errors";
import { isProved, levelsOf, type FlowGraph, type FlowNode } from "../proofflow/graph";
import type { FlowResult, NodeResult } from "../proofflow/types";
import type { Spec } from "./spec";
import { textWidth } from "./fonts";
import { framed, INK, part, type FigureText, type Part } from "./theme";

/** What became of a node. */
export const FLOW_OUTCOME = {
  proved: part("proved", "#009E73"),
  declared: part("declared", "#0072B2"),
  unproved: part("formalised, not proved", "#E69F00", INK),
  refuted: part("negation proved", "#D55E00"),
  failed: part("not formalised", "#8F8F8F"),
  drawn: part("not tried", "#D9D9D9", INK),
} as const satisfies Record<string, Part>;
export type FlowOutcome = keyof typeof FLOW_OUTCOME;

/** @example flowOutcome(of a lemma whose tactics were verified) // "proved" */
export function flowOutcome({ node, formalisation, proof, negation }: NodeResult): FlowOutcome {
  if (proof?.pass) return "proved";
  if (negation?.pass) return "refuted";
  if (!formalisation.pass) return "failed";
  return isProved(node) ? "unproved" : "declared";
}

const [ROW, MARGIN, MOST_WIDTH] = [62, 26, 760];
/** Half the height of a box, the room between boxes, and that of a passage. */
const [HALF, GAP, PASSAGE] = [15, 18, 16];
const ARROW = "#6B6B6B";

/**
 * A drawn graph: arrows from what is used to what uses it, levels from top to bottom, within a level in the order that crosses few arrows. Legible up to about 30 nodes; beyond
 * that boxes shrink, and the texts stay in the tooltips and in the description.
 * @param shown a graph by itself, or a result, whose nodes then have the colours of their outcomes
 * @throws InputError for a result without a graph
 */
export function flowGraphFigure(shown: FlowGraph | FlowResult, text: FigureText): Spec {
  const graph = "input" in shown ? shown.graph : shown;
  if (!graph) throw new InputError(`there is no graph to draw: ${"reason" in shown ? shown.reason : "no reason given"}`);
  const results = new Map(("input" in shown ? shown.nodes : []).map((result) => [result.node.id, result]));
  const { at, width, height, boxWidth, lines, heads } = laidOut(graph.nodes, levelsOf(graph));
  const x = (field: string) => ({ field, type: "quantitative", axis: null, scale: { domain: [0, width], nice: false } });
  const y = (field: string) => ({ field, type: "quantitative", axis: null, scale: { domain: [height, 0], nice: false } });
  const boxes = graph.nodes.map((node) => {
    const place = at.get(node.id)!;
    const result = results.get(node.id);
    const outcome = FLOW_OUTCOME[result ? flowOutcome(result) : "drawn"];
    const marked = result?.score === undefined ? node.id : `${node.id}  ${result.score.toFixed(2)}`;
    return { id: fitted(boxWidth < 60 ? node.id : marked, node.id, boxWidth), left: place.x - boxWidth / 2, right: place.x + boxWidth / 2, top: place.y - HALF, bottom: place.y + HALF, x: place.x, y: place.y, outcome: outcome.name, ink: outcome.ink, statement: [...node.statement.slice(0, 600)].slice(0, 300).join("") };
  });
  const present = Object.values(FLOW_OUTCOME).filter(({ name }) => boxes.some(({ outcome }) => outcome === name));
  return framed(text, {
    width, height,
    layer: [
      { data: { values: lines }, mark: { type: "rule", color: ARROW, strokeWidth: 1 }, encoding: { x: x("x"), y: y("y"), x2: { field: "x2" }, y2: { field: "y2" } } },
      { data: { values: heads }, mark: { type: "point", shape: "triangle-up", filled: true, size: 32, color: ARROW, opacity: 1 }, encoding: { x: x("x"), y: y("y"), tooltip: { field: "arrow" }, angle: { field: "angle", type: "quantitative", scale: null } } },
      {
        data: { values: boxes }, mark: { type: "rect", cornerRadius: 6 },
        encoding: {
          x: x("left"), x2: { field: "right" }, y: y("top"), y2: { field: "bottom" },
          color: { field: "outcome", type: "nominal", title: null, scale: { domain: present.map(({ name }) => name), range: present.map(({ colour }) => colour) }, legend: { orient: "top", direction: "horizontal" } },
          tooltip: [{ field: "id" }, { field: "outcome" }, { field: "statement" }],
        },
      },
      { data: { values: boxes }, mark: { type: "text", fontSize: fontOf(boxWidth), fontWeight: "bold", baseline: "middle" }, encoding: { x: x("x"), y: y("y"), text: { field: "id", type: "nominal" }, color: { field: "ink", type: "nominal", scale: null } } },
    ],
    resolve: { scale: { color: "independent" } },
  });
}

const fontOf = (boxWidth: number) => (boxWidth < 40 ? 8.5 : 10.5);

/** The label, without the score if both do not fit; a long id cut. */
function fitted(label: string, id: string, boxWidth: number): string {
  const fits = (text: string) => textWidth(text, fontOf(boxWidth), "bold") <= boxWidth - 4;
  if (fits(label)) return label;
  let end = id.length;
  while (end > 1 && !fits(end === id.length ? id : `${id.slice(0, end)}…`)) end -= 1;
  return end === id.length ? id : `${id.slice(0, end)}…`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A place in a row: a node, or the passage of arrows from a node to later rows, which all arrows of that node share. */
interface Slot {
  readonly id: string;
  readonly from: readonly string[];
  readonly passage: boolean;
}

interface Layout {
  readonly at: ReadonlyMap<string, Point>;
  readonly width: number;
  readonly height: number;
  readonly boxWidth: number;
  readonly lines: readonly { readonly x: number; readonly y: number; readonly x2: number; readonly y2: number }[];
  readonly heads: readonly { readonly x: number; readonly y: number; readonly angle: number; readonly arrow: string }[];
}

/** Rows by level; arrows over several rows pass through slots of their own, so that none runs behind a box. */
function laidOut(nodes: readonly FlowNode[], levels: readonly number[]): Layout {
  const level = new Map(nodes.map(({ id }, i) => [id, levels[i]!]));
  const passage = (id: string, row: number) => `${id} at ${row}`;
  const reaches = new Map<string, number>();
  for (const { id, dependencies } of nodes) for (const each of dependencies) reaches.set(each, Math.max(reaches.get(each) ?? 0, level.get(id)!));
  const before = (id: string, row: number) => (level.get(id) === row - 1 ? id : passage(id, row - 1));
  const rows: Slot[][] = Array.from({ length: Math.max(...levels) + 1 }, (_, row) => [
    ...nodes.filter(({ id }) => level.get(id) === row).map(({ id, dependencies }): Slot => ({ id, from: dependencies.map((each) => before(each, row)), passage: false })),
    ...nodes.filter(({ id }) => level.get(id)! < row && (reaches.get(id) ?? 0) > row).map(({ id }): Slot => ({ id: passage(id, row), from: [before(id, row)], passage: true })),
  ]);
  const most = (weigh: (slot: Slot) => number) => Math.max(...rows.map((row) => row.reduce((sum, slot) => sum + weigh(slot), 0)));
  const boxes = most(({ passage: is }) => (is ? 0 : 1));
  const least = Math.min(92, nodes.reduce((most, { id }) => Math.max(most, textWidth(id, 8.5, "bold") + 5), 20));
  const boxWidth = Math.max(least, Math.min(92, (MOST_WIDTH - most(({ passage: is }) => (is ? PASSAGE : 0))) / boxes - GAP));
  const room = ({ passage: is }: Slot) => (is ? PASSAGE : boxWidth + GAP);
  const width = Math.max(300, most(room));
  const height = rows.length * ROW + 2 * MARGIN - (ROW - 30);

  const at = new Map<string, Point>();
  rows.forEach((row, n) => {
    const mean = ({ from }: Slot) => (from.length === 0 ? width / 2 : from.reduce((sum, id) => sum + at.get(id)!.x, 0) / from.length);
    const sorted = row.map((slot, i) => ({ slot, key: n === 0 ? i : mean(slot), i })).sort((a, b) => a.key - b.key || a.i - b.i).map(({ slot }) => slot);
    const spare = (width - sorted.reduce((sum, slot) => sum + room(slot), 0)) / (sorted.length + 1);
    let left = spare;
    for (const slot of sorted) {
      at.set(slot.id, { x: left + room(slot) / 2, y: MARGIN + HALF + n * ROW });
      left += room(slot) + spare;
    }
  });

  const lines = rows.flatMap((row) => row.flatMap((slot) => {
    const to = at.get(slot.id)!;
    const top = to.y - (slot.passage ? HALF : HALF + 3);
    const through = slot.passage ? [{ x: to.x, y: top, x2: to.x, y2: to.y + HALF }] : [];
    return [...slot.from.map((id) => ({ x: at.get(id)!.x, y: at.get(id)!.y + HALF, x2: to.x, y2: top })), ...through];
  }));
  const heads = nodes.flatMap(({ id, dependencies }) => dependencies.map((each) => {
    const [from, to] = [at.get(before(each, level.get(id)!))!, at.get(id)!];
    const y = to.y - HALF - 3;
    return { x: to.x, y, angle: (Math.atan2(y - from.y - HALF, to.x - from.x) * 180) / Math.PI + 90, arrow: `${each} → ${id}` };
  }));
  return { at, width, height, boxWidth, lines, heads };
}
