/** ProofFlow's graph of a proof as a picture: one level below the other, each node in the colour of what became of it. */
import { InputError } from "../core/errors";
import { isProved, levelsOf, type FlowGraph, type FlowNode } from "../proofflow/graph";
import type { FlowResult, NodeResult } from "../proofflow/types";
import type { Spec } from "./spec";
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

const [ROW, MARGIN, MOST_WIDTH] = [64, 26, 760];

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
  const levels = levelsOf(graph);
  const rows = ordered(graph.nodes, levels);
  const widest = Math.max(...rows.map(({ length }) => length));
  const boxWidth = Math.max(20, Math.min(92, MOST_WIDTH / widest - 10));
  const width = Math.max(300, Math.min(MOST_WIDTH, widest * (boxWidth + 24)));
  const height = rows.length * ROW + 2 * MARGIN - (ROW - 30);
  const at = new Map(rows.flatMap((row, level) => row.map((id, i) => [id, { x: ((i + 0.5) * width) / row.length, y: MARGIN + 15 + level * ROW }] as const)));
  const x = (field: string) => ({ field, type: "quantitative", axis: null, scale: { domain: [0, width], nice: false } });
  const y = (field: string) => ({ field, type: "quantitative", axis: null, scale: { domain: [height, 0], nice: false } });
  const boxes = graph.nodes.map((node) => {
    const place = at.get(node.id)!;
    const result = results.get(node.id);
    const outcome = FLOW_OUTCOME[result ? flowOutcome(result) : "drawn"];
    const marked = result?.score === undefined ? node.id : `${node.id}  ${result.score.toFixed(2)}`;
    return { id: boxWidth < 60 ? node.id : marked, left: place.x - boxWidth / 2, right: place.x + boxWidth / 2, top: place.y - 15, bottom: place.y + 15, x: place.x, y: place.y, outcome: outcome.name, ink: outcome.ink, statement: node.statement.slice(0, 300) };
  });
  const arrows = graph.nodes.flatMap(({ id, dependencies }) => dependencies.map((each) => {
    const [from, to] = [at.get(each)!, at.get(id)!];
    const [y1, y2] = [from.y + 15, to.y - 18];
    return { x: from.x, y: y1, x2: to.x, y2, angle: (Math.atan2(y2 - y1, to.x - from.x) * 180) / Math.PI + 90, arrow: `${each} → ${id}` };
  }));
  const present = Object.values(FLOW_OUTCOME).filter(({ name }) => boxes.some(({ outcome }) => outcome === name));
  return framed(text, {
    width, height,
    layer: [
      { data: { values: arrows }, mark: { type: "rule", color: "#6B6B6B", strokeWidth: 1 }, encoding: { x: x("x"), y: y("y"), x2: { field: "x2" }, y2: { field: "y2" }, tooltip: { field: "arrow" } } },
      { data: { values: arrows }, mark: { type: "point", shape: "triangle-up", filled: true, size: 32, color: "#6B6B6B", opacity: 1 }, encoding: { x: x("x2"), y: y("y2"), angle: { field: "angle", type: "quantitative", scale: null } } },
      {
        data: { values: boxes }, mark: { type: "rect", cornerRadius: 6 },
        encoding: {
          x: x("left"), x2: { field: "right" }, y: y("top"), y2: { field: "bottom" },
          color: { field: "outcome", type: "nominal", title: null, scale: { domain: present.map(({ name }) => name), range: present.map(({ colour }) => colour) }, legend: { orient: "top", direction: "horizontal" } },
          tooltip: [{ field: "id" }, { field: "outcome" }, { field: "statement" }],
        },
      },
      { data: { values: boxes }, mark: { type: "text", fontSize: boxWidth < 40 ? 8.5 : 10.5, fontWeight: "bold", baseline: "middle" }, encoding: { x: x("x"), y: y("y"), text: { field: "id", type: "nominal" }, color: { field: "ink", type: "nominal", scale: null } } },
    ],
    resolve: { scale: { color: "independent" } },
  });
}

/** Ids level by level, each level by the mean place of what its nodes rest on. */
function ordered(nodes: readonly FlowNode[], levels: readonly number[]): string[][] {
  const rows: string[][] = [];
  const place = new Map<string, number>();
  for (let level = 0; level <= Math.max(...levels); level++) {
    const row = nodes.filter((_, i) => levels[i] === level);
    const mean = ({ dependencies }: FlowNode) => (dependencies.length === 0 ? 0.5 : dependencies.reduce((sum, id) => sum + place.get(id)!, 0) / dependencies.length);
    const sorted = row.map((node, i) => ({ node, key: level === 0 ? i : mean(node), i })).sort((a, b) => a.key - b.key || a.i - b.i).map(({ node }) => node.id);
    sorted.forEach((id, i) => place.set(id, (i + 0.5) / sorted.length));
    rows.push(sorted);
  }
  return rows;
}
