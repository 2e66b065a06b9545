/** Text of others as HTML: steps, Lean and replies, coloured and marked, and always inert. */
import type { HighlighterCore, ThemedToken } from "shiki/core";
import { escapeHtml } from "../core/html";
import type { Mark, MarkKind } from "./marks";

/** What draws text: loaded once, since highlighter and formula setter take a moment. */
export interface Painter {
  /** Running text with formulae between $…$, $$…$$, \(…\) or \[…\]. A formula with a mark in it is shown as it is written. */
  prose(text: string, marks?: readonly Mark[]): string;
  /** Lean source, coloured. */
  lean(text: string, marks?: readonly Mark[]): string;
  /** Anything else, as it stands. */
  plain(text: string): string;
}

/** More than this is cut off, and the rest is counted: a line of a megabyte helps nobody and stops a browser. */
const MOST_SHOWN = 20_000;

let loaded: Promise<Painter> | undefined;

/** The painter; loads the highlighter and KaTeX on the first call, about half a second. */
export function painter(): Promise<Painter> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Painter> {
  const [{ createHighlighterCoreSync }, { createJavaScriptRegexEngine }, lean, theme, katex] = await Promise.all([
    import("shiki/core"), import("shiki/engine/javascript"), import("shiki/langs/lean4.mjs"), import("shiki/themes/github-light-high-contrast.mjs"), import("katex"),
  ]);
  const highlighter = createHighlighterCoreSync({ langs: [lean.default], themes: [theme.default], engine: createJavaScriptRegexEngine({ forgiving: true }) });
  const formula = (tex: string, displayMode: boolean) => katex.default.renderToString(tex, { displayMode, output: "mathml", throwOnError: true, strict: "ignore", trust: false, maxExpand: 100, maxSize: 20 });
  return {
    prose: (text, marks = []) => cut(text, (some) => proseOf(some, marks, formula)),
    lean: (text, marks = []) => `<pre class="fl-lean"><code>${cut(text, (some) => leanOf(some, marks, highlighter))}</code></pre>`,
    plain: (text) => `<pre class="fl-plain">${cut(text, visible)}</pre>`,
  };
}

function cut(text: string, paint: (some: string) => string): string {
  if (text.length <= MOST_SHOWN) return paint(text);
  return `${paint(text.slice(0, MOST_SHOWN))}<em> … ${(text.length - MOST_SHOWN).toLocaleString("en-US")} more characters</em>`;
}

/** Marks that turn the direction of writing, and other characters that are not seen: they could make text look like another one. */
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text as HTML shows it, with unseen characters named. @example visible("a\u202eb") // "a<span …>U+202E</span>b" */
export function visible(text: string): string {
  return escapeHtml(text).replace(UNSEEN, (character) => `<span class="fl-unseen">U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}</span>`);
}

const TAGS: Readonly<Record<MarkKind, { readonly tag: string; readonly title: string }>> = {
  removed: { tag: "del", title: "in the original step only" },
  added: { tag: "ins", title: "in the perturbed step only" },
  kept: { tag: "mark", title: "the perturbed value, kept" },
  restored: { tag: "mark", title: "the original value, restored" },
  evidence: { tag: "mark", title: "quoted by the judge" },
};

/** A stretch of text with its marks. `offset` is where it stands in the text that the marks are of. */
function marked(text: string, offset: number, marks: readonly Mark[], paint: (text: string) => string = visible): string {
  let html = "";
  let at = 0;
  for (const { start, end, kind } of [...marks].sort((a, b) => a.start - b.start)) {
    const [from, to] = [Math.max(start - offset, at), Math.min(end - offset, text.length)];
    if (from >= to) continue;
    const { tag, title } = TAGS[kind];
    html += `${paint(text.slice(at, from))}<${tag} class="fl-${kind}" title="${title}">${paint(text.slice(from, to))}</${tag}>`;
    at = to;
  }
  return html + paint(text.slice(at));
}

const FORMULA = /\$\$([^$]+)\$\$|\$([^$\n]+)\$|\\\((.+?)\\\)|\\\[([^]+?)\\\]/g;

function proseOf(text: string, marks: readonly Mark[], formula: (tex: string, displayMode: boolean) => string): string {
  let html = "";
  let at = 0;
  for (const match of text.matchAll(FORMULA)) {
    const [whole, display, inline, round, square] = match;
    const [start, end] = [match.index, match.index + whole.length];
    if (marks.some((mark) => mark.start < end && mark.end > start)) continue;
    let set: string;
    try {
      set = formula((display ?? inline ?? round ?? square)!, display !== undefined || square !== undefined);
    } catch {
      continue; // what KaTeX cannot set is shown as it is written
    }
    html += marked(text.slice(at, start), at, marks) + set;
    at = end;
  }
  return `<bdi class="fl-prose">${html}${marked(text.slice(at), at, marks)}</bdi>`;
}

/** The theme's colour of plain text, which needs no span of its own. */
const PLAIN = "#0e1116";

function leanOf(text: string, marks: readonly Mark[], highlighter: HighlighterCore): string {
  const lines: ThemedToken[][] = highlighter.codeToTokensBase(text, { lang: "lean4", theme: "github-light-high-contrast", tokenizeTimeLimit: 500 });
  let html = "";
  let at = 0;
  for (const { content, offset, color } of lines.flat()) {
    const paint = (some: string) => (color === undefined || color.toLowerCase() === PLAIN || some.trim() === "" ? visible(some) : `<span style="color:${escapeHtml(color)}">${visible(some)}</span>`);
    html += marked(text.slice(at, offset), at, marks) + marked(content, offset, marks, paint);
    at = offset + content.length;
  }
  return html + marked(text.slice(at), at, marks);
}
