/** The page around a report: one file that opens from disk and asks nothing of any network. */
import { createHash } from "node:crypto";
import { CARD_STYLE } from "../cases/card";
import { renderSvg } from "../charts/render";
import { inProject, readText } from "../core/files";
import { escapeHtml } from "../core/html";
import type { ReportFigure } from "./figures";
import { PAGE_STYLE } from "./html";
import { packed, type PackedRow } from "./pack";

export interface ReportOptions {
  readonly title?: string;
  /** Of each raw reply, so many characters; whole replies of models would make the page too large to open. */
  readonly mostReply?: number;
  /** Told after every chunk of cases. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** A part of the page under a heading of its own. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly html: string;
}

/** What the reports of both methods fill in. HTML unless it says otherwise. */
export interface ReportContent {
  readonly lead: string;
  /** What is listed: plain words, and where its text is searched. */
  readonly noun: { readonly one: string; readonly many: string; readonly searched: string };
  readonly before: readonly Section[];
  readonly figures: readonly ReportFigure[];
  readonly comparison?: string;
  readonly after: readonly Section[];
  /** Of the kit, in plain words. */
  readonly versions: readonly string[];
  /** Names of the fields to filter by, in plain words; `run` comes first. */
  readonly fields: Readonly<Record<string, string>>;
  readonly rows: readonly PackedRow[];
}

const capital = (word: string) => `${word[0]!.toUpperCase()}${word.slice(1)}`;
const sections = (all: readonly Section[]) => all.map(({ id, heading, html }) => `<section aria-labelledby="${id}-heading"><h2 id="${id}-heading">${heading}</h2>${html}</section>`).join("\n");

/** The page as HTML. The cases come first, and Vega, which is large, last. */
export async function pageOf(title: string, { lead, noun, before, figures, comparison, after, versions, fields, rows }: ReportContent, onProgress: ReportOptions["onProgress"]): Promise<string> {
  const pictures: string[] = [];
  for (const { spec } of figures) pictures.push(Buffer.from(await renderSvg(spec)).toString("base64"));
  const data = await packed(rows, { fields, more: { noun, figures: figures.map(({ id, spec, selects }) => ({ id, spec, selects })) }, onProgress });
  const client = readText(inProject("src", "report", "client.js"));
  const libraries = [library("vega/build/vega.min.js"), library("vega-lite/build/vega-lite.min.js")];
  const hashes = [client, ...libraries].map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`).join(" ");
  // Vega turns its expressions into functions, hence unsafe-eval; nothing else runs, and nothing is loaded.
  const policy = `default-src 'none'; script-src ${hashes} 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
  const pack = (id: string, text: string) => `<script type="application/octet-stream" id="${id}">${text}</script>`;
  const chunks = data.chunks.map((chunk, i) => pack(`chunk-${i}`, chunk));
  const figuresSection = `<section aria-labelledby="figures-heading"><h2 id="figures-heading">Figures</h2><p class="screen">Select a segment or a dot to see its ${noun.many}; the filters below do the same by keyboard.</p>
${figures.map(({ id, caption, spec }, i) => `<figure id="figure-${id}"><div class="live" hidden></div><img class="static" src="data:image/svg+xml;base64,${pictures[i]}" alt="${escapeHtml(String(spec["description"]))}"><figcaption>${escapeHtml(caption)}</figcaption></figure>`).join("\n")}</section>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}${CARD_STYLE}</style>
</head>
<body>
<a class="skip" href="#cases">Skip to the ${noun.many}</a>
<header><h1>${escapeHtml(title)}</h1><p>${lead}</p></header>
<main>
${sections(before)}
${figures.length === 0 ? "" : figuresSection}
${comparison === undefined ? "" : sections([{ id: "comparison", heading: "Comparison", html: comparison }])}
<section id="cases" aria-labelledby="cases-heading" tabindex="-1"><h2 id="cases-heading">${capital(noun.many)}</h2><noscript><p>The ${noun.many} are packed; a browser with JavaScript unpacks them. Everything else is readable without.</p></noscript>
<form id="filters" class="screen" aria-label="Filters"></form>
<p id="status" role="status" aria-live="polite"></p><nav id="pages" class="screen" aria-label="Pages of ${noun.many}"></nav><div id="cards"></div></section>
${sections(after)}
</main>
<footer><p>faithlab ${escapeHtml([...new Set(versions)].join(", "))}</p></footer>
${pack("index", data.index)}
<script>${client}</script>
${[chunks[0], pack("texts", data.texts), ...chunks.slice(1)].join("\n")}
${libraries.map((script) => `<script>${script}</script>`).join("\n")}
</body>
</html>
`;
}

function library(path: string): string {
  // Inside a page the end tag would end the script; in JavaScript the backslash changes nothing.
  return readText(inProject("node_modules", ...path.split("/"))).replace(/<\/script/gi, "<\\/script");
}
