/** A run, or several, as one page that opens from disk and asks nothing of any network. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { CARD_STYLE, caseCard } from "../cases/card";
import { compareRuns, nameRuns, whyNotComparable, type NamedRun, type RunDifference } from "../cases/compare";
import { painter, visible } from "../cases/foreign";
import type { Run } from "../cases/runFolder";
import { pairOf } from "../cases/select";
import { renderSvg } from "../charts/render";
import { count, percent } from "../charts/words";
import { InputError } from "../core/errors";
import { inProject, readText } from "../core/files";
import { escapeHtml } from "../core/html";
import type { Interval } from "../core/types";
import { methodsParagraph } from "../export/methods";
import { reportFigures, type ReportFigure } from "./figures";

export interface ReportOptions {
  readonly title?: string;
  /** Of each raw reply, so many characters; whole replies of models would make the page too large to open. */
  readonly mostReply?: number;
  /** Told after every chunk of cases. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Cards are packed by so many, and unpacked when one of them is looked at. */
const CHUNK = 100;

/**
 * The report page as HTML: tables, settings, method, limits, figures that can be clicked and printed, and every case with filters and links of its own.
 * @throws InputError for no run, or none with a pair
 * @example writeFileSync("report.html", await reportPage([await readRun("runs/literal")]))
 */
export async function reportPage(runs: readonly Run[], { title = "Faithfulness report", mostReply = 1_500, onProgress }: ReportOptions = {}): Promise<string> {
  if (runs.length === 0 || runs.every(({ cases }) => cases.length === 0)) throw new InputError("a report takes at least one run with at least one pair");
  const named = nameRuns(runs);
  const { differences, refused } = differencesOf(named);
  const figures = reportFigures(named, differences);
  const pictures = await Promise.all(figures.map(async ({ spec }) => Buffer.from(await renderSvg(spec)).toString("base64")));
  const data = await packed(named, figures, mostReply, onProgress);
  const scripts = [library("vega/build/vega.min.js"), library("vega-lite/build/vega-lite.min.js"), readText(inProject("src", "report", "client.js"))];
  const hashes = scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`).join(" ");
  // Vega turns its expressions into functions, hence unsafe-eval; nothing else runs, and nothing is loaded.
  const policy = `default-src 'none'; script-src ${hashes} 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${STYLE}${CARD_STYLE}</style>
</head>
<body>
<a class="skip" href="#cases">Skip to the cases</a>
<header><h1>${escapeHtml(title)}</h1><p>Does the system translate the mathematics it was given, or does it quietly repair it? ${named.map(({ name, run }) => `<bdi>${visible(name)}</bdi>: ${count(run.cases.length)} pairs, decided by ${escapeHtml(run.settings.engine)}`).join("; ")}.</p></header>
<main>
<section aria-labelledby="rates-heading"><h2 id="rates-heading">Rates</h2>${ratesTable(named)}</section>
<section aria-labelledby="figures-heading"><h2 id="figures-heading">Figures</h2><p class="screen">Select a segment to see its cases; the filters below do the same by keyboard.</p>
${figures.map(({ id, caption, spec }, i) => `<figure id="figure-${id}"><div class="live" hidden></div><img class="static" src="data:image/svg+xml;base64,${pictures[i]}" alt="${escapeHtml(String(spec["description"]))}"><figcaption>${escapeHtml(caption)}</figcaption></figure>`).join("\n")}</section>
${named.length > 1 ? `<section aria-labelledby="comparison-heading"><h2 id="comparison-heading">Comparison of the runs</h2>${comparison(differences, refused)}</section>` : ""}
<section id="cases" aria-labelledby="cases-heading" tabindex="-1"><h2 id="cases-heading">Cases</h2><noscript><p>The cases are packed; a browser with JavaScript unpacks them. Everything above is readable without.</p></noscript>
<form id="filters" class="screen" aria-label="Filters"></form>
<p id="status" role="status" aria-live="polite"></p><nav id="pages" class="screen" aria-label="Pages of cases"></nav><div id="cards"></div></section>
<section aria-labelledby="method-heading"><h2 id="method-heading">Method and settings</h2>${named.map(({ run }) => `<p>${visible(methodsParagraph(run))}</p>`).join("")}${settingsTable(named)}</section>
<section aria-labelledby="limits-heading"><h2 id="limits-heading">Limits</h2><ul>
<li>FPR and FNR count what a prover decides: a false step that the prover cannot decide is in neither. The bound is a lower bound for that reason.</li>
<li>A perturbation may leave a step true, or restore it; such a pair counts as a silent correction though nobody corrected anything. The diagnosis <q>still true</q> points at those.</li>
<li>The embedded engine z3 decides a part of Lean by Lean's meaning; it is not Lean's kernel. Runs decided by Lean name it.</li>
<li>Intervals are for the choice of steps. They say nothing of the choice of prompts, presets or seeds, and treat steps of one problem as independent.</li>
<li>Of each raw reply the first ${count(mostReply)} characters are shown here; the run's folder has the whole.</li></ul></section>
</main>
<footer><p>faithlab ${escapeHtml([...new Set(runs.map(({ settings }) => settings.version))].join(", "))}</p></footer>
<script type="application/octet-stream" id="index">${data.index}</script>
${data.chunks.map((chunk, i) => `<script type="application/octet-stream" id="chunk-${i}">${chunk}</script>`).join("\n")}
${scripts.map((script) => `<script>${script}</script>`).join("\n")}
</body>
</html>
`;
}

function library(path: string): string {
  // Inside a page the end tag would end the script; in JavaScript the backslash changes nothing.
  return readText(inProject("node_modules", ...path.split("/"))).replace(/<\/script/gi, "<\\/script");
}

function differencesOf(named: readonly NamedRun[]): { readonly differences: readonly RunDifference[]; readonly refused?: string } {
  if (named.length < 2) return { differences: [] };
  const refused = named.slice(1).map(({ run }) => whyNotComparable(named[0]!.run, run)).find((reason) => reason !== undefined);
  return refused === undefined ? { differences: compareRuns(named) } : { differences: [], refused };
}

const gz = (value: unknown) => gzipSync(JSON.stringify(value), { level: 9 }).toString("base64");

/** The cases, packed: columns to filter by with the text to search, and cards by the hundred. */
async function packed(named: readonly NamedRun[], figures: readonly ReportFigure[], mostReply: number, onProgress: ReportOptions["onProgress"]): Promise<{ readonly index: string; readonly chunks: readonly string[] }> {
  const paint = await painter();
  const all = named.flatMap(({ name, run }) => run.cases.map((each) => ({ name, each })));
  const chunks: string[] = [];
  for (let at = 0; at < all.length; at += CHUNK) {
    chunks.push(gz(all.slice(at, at + CHUNK).map(({ name, each }) => caseCard(paint, each, { formaliser: name, mostReply }))));
    onProgress?.(Math.min(at + CHUNK, all.length), all.length);
    await new Promise(setImmediate);
  }
  const rows = all.map(({ name, each: { step, perturbed, original, perturbedVerdict, diagnosis, ...rest } }) => ({
    id: step.id, run: name, dataset: step.dataset, original: original.outcome, perturbed: perturbedVerdict.outcome, pair: pairOf({ step, perturbed, original, perturbedVerdict, ...rest }), diagnosis: diagnosis?.mechanism ?? "",
    text: [step.id, step.content, perturbed.text, original.code ?? "", perturbedVerdict.code ?? ""].map((text) => text.slice(0, 2_000)).join("\n").toLowerCase(),
  }));
  const column = (field: Exclude<keyof (typeof rows)[number], "id" | "text">) => {
    const values = [...new Set(rows.map((row) => row[field]))];
    const code = new Map(values.map((value, i) => [value, i]));
    return { values, codes: rows.map((row) => code.get(row[field])!) };
  };
  const index = {
    chunk: CHUNK, ids: rows.map(({ id }) => id), text: rows.map(({ text }) => text),
    columns: Object.fromEntries((["run", "dataset", "original", "perturbed", "pair", "diagnosis"] as const).map((field) => [field, column(field)])),
    figures: figures.map(({ id, spec, parts, panels, bars, rows: sides }) => ({ id, spec, parts, panels, bars, rows: sides })),
  };
  return { index: gz(index), chunks };
}

const cells = (values: readonly string[], tag: "th" | "td") => values.map((value, i) => (i === 0 && tag === "td" ? `<th scope="row">${value}</th>` : tag === "th" ? `<th scope="col">${value}</th>` : `<td>${value}</td>`)).join("");
const htmlRows = (caption: string, head: readonly string[], body: readonly (readonly string[])[]) => `<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${cells(head, "th")}</tr></thead><tbody>${body.map((row) => `<tr>${cells(row, "td")}</tr>`).join("")}</tbody></table></div>`;

function ratesTable(named: readonly NamedRun[]): string {
  const share = ({ rate, lo, hi }: { readonly rate: number } & Interval, counts = "") => `${percent(rate)}${counts} <small>${percent(lo)}–${percent(hi)}</small>`;
  const rows = named.flatMap(({ name, run: { summary } }) =>
    [...summary.datasets, ...(summary.datasets.length > 1 && summary.all ? [summary.all] : [])].map(({ dataset, rates, decided }) => [
      visible(name), visible(dataset), count(rates.n),
      share(rates.fnr, ` (${count(rates.fnr.k)})`), share(rates.fpr, ` (${count(rates.fpr.k)})`), share(rates.affr), share(rates.uflb), `${percent(decided.rate)}`,
    ]),
  );
  return htmlRows("Rates with 95 % intervals; counts in brackets", ["run", "dataset", "pairs", "FNR", "FPR", "AFFR", "UFLB", "statements decided"], rows);
}

function comparison(differences: readonly RunDifference[], refused: string | undefined): string {
  if (refused !== undefined) return `<p>The runs are not compared pair by pair, since that takes the same steps: <bdi>${visible(refused)}</bdi>.</p>`;
  const p = (value: number) => (value < 0.001 ? "&lt; 0.001" : value.toFixed(3));
  const points = (share: number) => (100 * share).toFixed(1).replace("-", "−");
  return `${htmlRows(
    "Differences on the same steps, in percentage points",
    ["measure", "first", "second", "pairs", "first", "second", "only first", "only second", "difference", "95 % interval", "p", "p, Holm"],
    differences.map(({ measure, first, second, n, counts, difference, p: raw, adjusted }) => [measure, visible(first), visible(second), count(n), count(counts.first), count(counts.second), count(counts.onlyFirst), count(counts.onlySecond), points(difference.estimate), `${points(difference.lo)} to ${points(difference.hi)}`, p(raw), p(adjusted)]),
  )}<p>With ${differences.length} comparisons, about ${(0.05 * differences.length).toFixed(1)} would show p &lt; 0.05 by chance alone; the last column allows for that.</p>`;
}

function settingsTable(named: readonly NamedRun[]): string {
  const names = [...new Set(named.flatMap(({ run }) => Object.keys(run.settings)))];
  const text = (value: unknown) => visible(value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value));
  return htmlRows("Settings", ["setting", ...named.map(({ name }) => visible(name))], names.map((name) => [escapeHtml(name), ...named.map(({ run }) => text((run.settings as unknown as Record<string, unknown>)[name]))]));
}

const STYLE = `:root{color-scheme:light}body{font:16px/1.5 system-ui,sans-serif;color:#1b1b1b;background:#fff;margin:0 auto;max-width:76em;padding:0 1.2em 3em}
h1{font-size:1.7em;margin:.8em 0 .2em}h2{font-size:1.25em;margin:1.8em 0 .5em;border-bottom:1px solid #b8b8b8}a{color:#0b4f8a}
.skip{position:absolute;left:-99em}.skip:focus{left:1em;top:.5em;background:#fff;padding:.3em .6em;border:2px solid #0b4f8a}
#cases:focus{outline:none}:focus-visible{outline:3px solid #0b4f8a;outline-offset:2px}table{border-collapse:collapse;font-size:14px}caption{text-align:left;color:#4a4a4a;padding:.3em 0}
th,td{padding:.25em .7em;border-bottom:1px solid #d5d5d5;text-align:right;vertical-align:top;white-space:nowrap}td small{display:block;color:#4a4a4a}th:first-child,td:first-child{text-align:left}thead th{border-bottom:2px solid #4a4a4a}
.wide{overflow-x:auto}figure{margin:1em 0 2em;overflow-x:auto}figcaption{color:#4a4a4a;font-size:14px;max-width:60em}img.static{max-width:100%}.live svg .mark-rect path{cursor:pointer}
#filters{display:flex;flex-wrap:wrap;gap:.6em 1em;align-items:end;background:#f3f4f5;padding:.7em;border-radius:6px}#filters label{display:grid;font-size:13px;color:#333}
#filters select,#filters input,button{font:inherit;font-size:14px;padding:.25em .5em;border:1px solid #767676;border-radius:4px;background:#fff;color:#1b1b1b}#pages{display:flex;gap:.8em;align-items:center;margin:.6em 0}
@media print{.screen,.skip,#pages{display:none!important}.live{display:none!important}img.static{display:block!important}.fl-case{break-inside:avoid}body{max-width:none;font-size:11pt}details{display:none}}
`;
