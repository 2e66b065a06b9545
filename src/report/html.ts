/** Pieces of HTML that all reports are made of. */
import { nameOf, visible } from "../cases/foreign";
import { percent } from "../charts/words";
import { escapeHtml } from "../core/html";
import type { Interval } from "../core/types";

const cells = (values: readonly string[], tag: "th" | "td") => values.map((value, i) => (i === 0 && tag === "td" ? `<th scope="row">${value}</th>` : tag === "th" ? `<th scope="col">${value}</th>` : `<td>${value}</td>`)).join("");
/** Rows of HTML as a table that can be scrolled by keyboard; the first cell of a row is its heading. */
export const htmlRows = (caption: string, head: readonly string[], body: readonly (readonly string[])[]) => `<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${cells(head, "th")}</tr></thead><tbody>${body.map((row) => `<tr>${cells(row, "td")}</tr>`).join("")}</tbody></table></div>`;

/** A share with its counts and its interval below. */
export const shareCell = ({ rate, lo, hi }: { readonly rate: number } & Interval, counts = "") => `${percent(rate)}${counts} <small>${percent(lo)}–${percent(hi)}</small>`;

/** A p-value as tables print it. */
export const pCell = (value: number) => (value < 0.001 ? "&lt; 0.001" : value.toFixed(3));

/** A difference of shares in percentage points, with a minus sign. */
export const pointsCell = (share: number) => (100 * share).toFixed(1).replace("-", "−");

/** What several comparisons of one call mean for their p-values. */
export const multiplicityNote = (comparisons: number) => `<p>With ${comparisons} ${comparisons === 1 ? "comparison" : "comparisons"}, about ${(0.05 * comparisons).toFixed(1)} would show p &lt; 0.05 by chance alone; the last column allows for that.</p>`;

/** What runs were made with, one column a run. */
export function settingsTable(named: readonly { readonly name: string; readonly settings: object }[]): string {
  const names = [...new Set(named.flatMap(({ settings }) => Object.keys(settings)))];
  const text = (value: unknown) => visible(value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value));
  return htmlRows("Settings", ["setting", ...named.map(({ name }) => nameOf(name))], names.map((name) => [escapeHtml(name), ...named.map(({ settings }) => text((settings as Record<string, unknown>)[name]))]));
}

/** Style of the page. Colours hold 4.5 : 1 on white. */
export const PAGE_STYLE = `:root{color-scheme:light}body{font:16px/1.5 system-ui,sans-serif;color:#1b1b1b;background:#fff;margin:0 auto;max-width:76em;padding:0 1.2em 3em}
h1{font-size:1.7em;margin:.8em 0 .2em}h2{font-size:1.25em;margin:1.8em 0 .5em;border-bottom:1px solid #b8b8b8}a{color:#0b4f8a}
.skip{position:absolute;left:-99em}.skip:focus{left:1em;top:.5em;background:#fff;padding:.3em .6em;border:2px solid #0b4f8a}
#cases:focus{outline:none}:focus-visible{outline:3px solid #0b4f8a;outline-offset:2px}table{border-collapse:collapse;font-size:14px}caption{text-align:left;color:#4a4a4a;padding:.3em 0}
th,td{padding:.25em .7em;border-bottom:1px solid #d5d5d5;text-align:right;vertical-align:top;white-space:nowrap}td small{display:block;color:#4a4a4a}th:first-child,td:first-child{text-align:left}thead th{border-bottom:2px solid #4a4a4a}
.wide{overflow-x:auto;margin-bottom:.8em}figure{margin:1em 0 2em;overflow-x:auto}figcaption{color:#4a4a4a;font-size:14px;max-width:60em}img.static{max-width:100%}.live svg .mark-rect path,.live svg .mark-symbol path{cursor:pointer}
#filters{display:flex;flex-wrap:wrap;gap:.6em 1em;align-items:end;background:#f3f4f5;padding:.7em;border-radius:6px}#filters label{display:grid;font-size:13px;color:#333}
#filters select,#filters input,button{font:inherit;font-size:14px;padding:.25em .5em;border:1px solid #767676;border-radius:4px;background:#fff;color:#1b1b1b}#pages{display:flex;gap:.8em;align-items:center;margin:.6em 0}
@media print{.screen,.skip,#pages{display:none!important}.live{display:none!important}img.static{display:block!important}.fl-case{break-inside:avoid}body{max-width:none;font-size:11pt}details{display:none}.wide,figure{overflow:visible}th,td{white-space:normal;padding:.15em .3em}table{font-size:8pt}}
`;
