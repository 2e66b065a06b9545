/** Pictures that explain: boxes with arrows, and a grid of a hundred squares. */
import { InputError } from "../core/errors";
import type { Spec } from "./spec";
import { framed, INK, type FigureText, type Part } from "./theme";

/** A box of a flow diagram; x and y are its middle, in pixels from the top left. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
  readonly fill: string;
  readonly ink: string;
}

/** An arrow from one point to another, in pixels, with words beside its middle. */
export interface Arrow {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly words?: string;
}

/**
 * Boxes and arrows on a canvas of width × height pixels.
 * @throws InputError if a box leaves the canvas
 */
export function flowDiagram({ width, height, boxes, arrows }: { width: number; height: number; boxes: readonly Box[]; arrows: readonly Arrow[] }, text: FigureText): Spec {
  for (const box of boxes) {
    if (box.x - box.width / 2 < 0 || box.x + box.width / 2 > width || box.y - box.height / 2 < 0 || box.y + box.height / 2 > height) {
      throw new InputError(`the box "${box.lines.join(" ")}" leaves the canvas of ${width} × ${height}`);
    }
  }
  const x = (field: string) => ({ field, type: "quantitative", axis: null, scale: { domain: [0, width], nice: false } });
  const y = (field: string) => ({ field, type: "quantitative", axis: null, scale: { domain: [height, 0], nice: false } });
  const corners = boxes.map((box) => ({ left: box.x - box.width / 2, right: box.x + box.width / 2, top: box.y - box.height / 2, bottom: box.y + box.height / 2, fill: box.fill }));
  const lines = boxes.flatMap((box) => box.lines.map((line, i) => ({ line, x: box.x, y: box.y + (i - (box.lines.length - 1) / 2) * 15, ink: box.ink, weight: i === 0 && box.lines.length > 1 ? "bold" : "normal" })));
  const shafts = arrows.map(({ from, to, words = "" }) => ({ x: from[0], y: from[1], x2: to[0], y2: to[1], words, middle: (from[0] + to[0]) / 2, over: (from[1] + to[1]) / 2, angle: (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI + 90 }));
  const written = (weight: string) => ({
    data: { values: lines.filter((line) => line.weight === weight) },
    mark: { type: "text", fontSize: 11.5, fontWeight: weight, baseline: "middle" },
    encoding: { x: x("x"), y: y("y"), text: { field: "line", type: "nominal" }, color: { field: "ink", type: "nominal", scale: null } },
  });
  return framed(text, {
    width,
    height,
    layer: [
      { data: { values: shafts }, mark: { type: "rule", color: INK, strokeWidth: 1.3 }, encoding: { x: x("x"), y: y("y"), x2: { field: "x2" }, y2: { field: "y2" } } },
      { data: { values: shafts }, mark: { type: "point", shape: "triangle-up", filled: true, size: 60, color: INK, opacity: 1 }, encoding: { x: x("x2"), y: y("y2"), angle: { field: "angle", type: "quantitative", scale: null } } },
      { data: { values: shafts }, mark: { type: "text", fontSize: 10.5, dy: -9, color: INK }, encoding: { x: x("middle"), y: y("over"), text: { field: "words", type: "nominal" } } },
      { data: { values: corners }, mark: { type: "rect", cornerRadius: 6 }, encoding: { x: x("left"), x2: { field: "right" }, y: y("top"), y2: { field: "bottom" }, color: { field: "fill", type: "nominal", scale: null } } },
      written("bold"),
      written("normal"),
    ],
  });
}

/**
 * A hundred squares, each one per cent: the largest-remainder rounding of the shares, so that they always make a hundred.
 * @param shares parts with their shares, which add up to 1
 * @throws InputError if the shares do not add up to 1
 */
export function hundredSquares(shares: readonly { readonly part: Part; readonly share: number }[], text: FigureText): Spec {
  const sum = shares.reduce((total, { share }) => total + share, 0);
  if (Math.abs(sum - 1) > 1e-6) throw new InputError(`a hundred squares show shares that add up to 1, got ${sum}`);
  const floors = shares.map(({ share }) => Math.floor(100 * share + 1e-9));
  const missing = 100 - floors.reduce((total, floor) => total + floor, 0);
  const byRemainder = shares.map(({ share }, i) => ({ i, remainder: 100 * share - floors[i]! })).sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder.slice(0, missing)) floors[i]! += 1;
  const names = shares.map(({ part }, i) => `${floors[i]} ${part.name}`);
  const values = shares.flatMap((_, i) => new Array<string>(floors[i]!).fill(names[i]!)).map((part, i) => ({ part, column: i % 20, line: Math.floor(i / 20) }));
  return framed(text, {
    data: { values },
    width: 20 * 22,
    height: 5 * 22,
    mark: { type: "rect", stroke: "white", strokeWidth: 2.5 },
    encoding: {
      x: { field: "column", type: "ordinal", axis: null },
      y: { field: "line", type: "ordinal", axis: null },
      color: { field: "part", type: "nominal", scale: { domain: names, range: shares.map(({ part }) => part.colour) } },
    },
  });
}
