/** From a Vega-Lite specification to pictures. The only file that loads Vega: both packages can only be imported inside a function, since they load asynchronously. */
import { readFileSync } from "node:fs";
import { InputError, ToolError } from "../core/errors";
import { inProject, writeIfChanged } from "../core/files";
import { harmless } from "../core/terminal";
import { fontFiles, textWidth } from "./fonts";
import type { Spec } from "./spec";

/** Vega's hook for measuring text, missing from its types. */
interface TextMetrics {
  textMetrics: { width: (item: { fontSize?: number; fontWeight?: string | number }, text: unknown) => number };
}

/** Pixels of the PNG for one pixel of the figure: a figure 600 wide prints at 300 dpi over two columns (17 cm). */
const PNG_SCALE = 3;

/**
 * Draws a Vega-Lite figure as SVG text. Same specification, same bytes, on every machine: text is measured with the kit's own font files,
 * identifiers are numbered from 0, and nothing is loaded from elsewhere.
 * @throws InputError if Vega-Lite finds fault with the specification, warnings included
 */
export async function renderSvg(spec: Spec): Promise<string> {
  const [vega, vegaLite] = await Promise.all([import("vega"), import("vega-lite")]);
  (vega as unknown as TextMetrics).textMetrics.width = (item, text) => textWidth(String(text ?? ""), item.fontSize ?? 11, item.fontWeight);
  const complaints: string[] = [];
  const { spec: compiled } = compile(vegaLite, spec, complaints);
  vega.resetSVGDefIds();
  const loader = { load: (uri: string) => Promise.reject(new InputError(`a figure loads nothing from elsewhere, got ${uri}`)) };
  const view = new vega.View(vega.parse(compiled as never), { renderer: "none", loader: loader as never, logger: collector(complaints) as never });
  try {
    const svg = await view.toSVG();
    if (complaints.length > 0) throw new InputError(`Vega-Lite finds fault with the figure: ${complaints.join("; ")}`);
    return `${described(svg, harmless(String(spec.description ?? "")))}\n`;
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(`Vega cannot draw the figure: ${(error as Error).message}`);
  } finally {
    view.finalize();
  }
}

/** Vega leaves the description out of the SVG; readers who cannot see the figure need it. */
function described(svg: string, description: string): string {
  return description === "" ? svg : svg.replace("<svg ", `<svg role="img" aria-label="${description.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;")}" `);
}

/**
 * Draws SVG text as PNG, three pixels for one, on white, with the kit's own fonts.
 * @throws ToolError if the text is no SVG that resvg can read
 */
export async function renderPng(svg: string): Promise<Uint8Array> {
  const { Resvg } = await loadResvg();
  try {
    const picture = new Resvg(svg, {
      background: "white",
      fitTo: { mode: "zoom", value: PNG_SCALE },
      font: { fontBuffers: fontFiles(), defaultFontFamily: "Arimo", sansSerifFamily: "Arimo", loadSystemFonts: false },
    });
    const rendered = picture.render();
    const png = rendered.asPng();
    rendered.free();
    picture.free();
    return png;
  } catch (error) {
    throw new ToolError(`resvg cannot draw this SVG: ${error instanceof Error ? error.message : error}`);
  }
}

/** A figure on disk. Paths are absolute; `written` says which files changed. */
export interface SavedFigure {
  readonly svg: string;
  readonly files: readonly string[];
  readonly written: readonly string[];
}

/**
 * Draws a figure and keeps it as NAME.vl.json, NAME.svg and NAME.png. Files whose bytes would not change are not touched.
 * @param name lower-case words joined by hyphens, such as "figure-3"
 * @param folder where to, figures/ of the project if not said
 * @throws InputError for an unfit name or a faulty specification
 */
export async function saveFigure(name: string, spec: Spec, folder = inProject("figures")): Promise<SavedFigure> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) throw new InputError(`a figure's name is lower-case words joined by hyphens, got "${name}"`);
  const svg = await renderSvg(spec);
  const contents: [string, string | Uint8Array][] = [
    [`${folder}/${name}.vl.json`, `${JSON.stringify(spec, null, 2)}\n`],
    [`${folder}/${name}.svg`, svg],
    [`${folder}/${name}.png`, await renderPng(svg)],
  ];
  const written = contents.filter(([path, content]) => writeIfChanged(path, content)).map(([path]) => path);
  return { svg, files: contents.map(([path]) => path), written };
}

function compile(vegaLite: typeof import("vega-lite"), spec: Spec, complaints: string[]): { spec: unknown } {
  try {
    return vegaLite.compile(plain(spec) as never, { logger: collector(complaints) as never });
  } catch (error) {
    throw new InputError(`Vega-Lite cannot read the figure: ${(error as Error).message}`);
  }
}

/** A specification in which names from data hold nothing that Vega's expressions or XML cannot: control characters are written out. */
function plain(part: unknown): unknown {
  if (typeof part === "string") return harmless(part);
  if (Array.isArray(part)) return part.map(plain);
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, plain(each)]));
}

/** A Vega logger that keeps warnings and errors as text. */
function collector(complaints: string[]): unknown {
  const keep = (...words: unknown[]) => (complaints.push(words.join(" ")), logger);
  const quiet = () => logger;
  const logger = { level: (level?: number) => (level === undefined ? 2 : logger), warn: keep, error: keep, info: quiet, debug: quiet };
  return logger;
}

/** resvg starts once a process, however often this module is loaded in it. */
const started = globalThis as { [key: symbol]: Promise<typeof import("@resvg/resvg-wasm")> | undefined };
const RESVG = Symbol.for("faithlab.resvg");

function loadResvg(): Promise<typeof import("@resvg/resvg-wasm")> {
  return (started[RESVG] ??= import("@resvg/resvg-wasm").then(async (module) => {
    await module.initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
    return module;
  }));
}
