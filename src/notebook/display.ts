/** What a cell shows: figures, tables, sentences with computed numbers. Works inside a tslab kernel only. */
import type { Display } from "tslab";
import { renderSvg, saveFigure } from "../charts/render";
import type { Spec } from "../charts/spec";
import { caseCards, type CardsOptions } from "../cases/card";
import { painter } from "../cases/foreign";
import { outputCards } from "../cases/outputCard";
import type { OutputCase } from "../cases/robustnessCases";
import { ToolError } from "../core/errors";
import type { Case } from "../stages/methodA";
import { htmlTable, type TableOptions, type TableRows } from "./table";

export interface ShowOptions extends CardsOptions {
  /** A figure is also kept as figures/NAME.svg, .png and .vl.json. */
  readonly name?: string;
  /** Markdown below the figure. */
  readonly caption?: string;
}

/**
 * Shows a figure as SVG, which every notebook viewer can draw; or cases of Method A or outputs of Method B as cards, which need no script and show what others wrote as text.
 * @throws InputError for a faulty specification; ToolError outside a tslab kernel
 * @example await show(selectCases(run.cases, { pair: "sycophancy" }), { most: 3 })
 */
export async function show(shown: Spec | readonly Case[] | readonly OutputCase[], options: ShowOptions = {}): Promise<void> {
  const display = await kernelDisplay();
  if (Array.isArray(shown)) {
    const paint = await painter();
    const isOutput = shown.length > 0 && "instance" in shown[0];
    return display.html(isOutput ? outputCards(paint, shown as readonly OutputCase[], options) : caseCards(paint, shown as readonly Case[], options));
  }
  const spec = shown as Spec;
  const { name, caption } = options;
  const svg = name === undefined ? await renderSvg(spec) : (await saveFigure(name, spec)).svg;
  display.svg(svg);
  if (caption !== undefined) display.markdown(name === undefined ? caption : `**${name}.** ${caption}`);
}

/**
 * Shows rows or a danfojs frame as a table; text is shown as text, whatever it holds.
 * @throws InputError for no columns; ToolError outside a tslab kernel
 */
export async function table(rows: TableRows, options: TableOptions = {}): Promise<void> {
  (await kernelDisplay()).html(htmlTable(rows, options));
}

/** Shows Markdown: for sentences whose numbers a cell has computed. @throws ToolError outside a tslab kernel */
export async function say(markdown: string): Promise<void> {
  (await kernelDisplay()).markdown(markdown);
}

/** How far a run is, as `runMethodA` tells it. */
interface Step {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  readonly secondsLeft?: number;
}

const REDRAW_MS = 200;

/**
 * A listener for `onProgress` that draws a line a stage under the cell and overwrites it. What stays in the end says how many rows each stage had and
 * nothing of how long it took, so that a notebook run again has the same bytes.
 * @throws ToolError outside a tslab kernel
 */
export async function liveProgress(): Promise<(progress: Step) => void> {
  const display = (await kernelTslab()).newDisplay();
  const stages = new Map<string, string>();
  let drawn = 0;
  return ({ stage, done, total, secondsLeft }) => {
    const ended = done === total;
    stages.set(stage, `${stage}: ${done} of ${total}${ended || secondsLeft === undefined ? "" : `, ${Math.ceil(secondsLeft)} s left`}`);
    if (!ended && performance.now() - drawn < REDRAW_MS) return;
    drawn = performance.now();
    display.markdown([...stages.values()].join("  \n"));
  };
}

/** The display of the kernel that runs this very process. A kernel started by another copy of tslab has another display, which would swallow everything without a word. */
async function kernelDisplay(): Promise<Display> {
  return (await kernelTslab()).display;
}

async function kernelTslab(): Promise<typeof import("tslab")> {
  const kernel = process.argv[1] ?? "";
  if (!/[\\/]tslab[\\/]/.test(kernel)) throw new ToolError("a display needs a notebook: open this in JupyterLab with `npm run lab`");
  const own = require.resolve("tslab");
  const root = own.slice(0, own.lastIndexOf("tslab") + "tslab".length);
  if (!kernel.startsWith(root)) throw new ToolError(`this notebook runs on the tslab of ${kernel}, not on the project's; choose the kernel that \`npm run lab\` offers`);
  return import("tslab");
}
