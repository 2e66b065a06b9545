/** Running the notebooks from top to bottom and keeping them in a form that a second run repeats byte for byte. */
import { mkdtempSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { inProject, readText, writeIfChanged } from "../core/files";
import { jupyterEnvironment, venvProgram } from "./jupyter";
import { logOf, run, SetupError, tell } from "./run";

/** What is kept of a notebook's JSON, as far as it is looked at here. */
export interface Notebook {
  cells: NotebookCell[];
  metadata: Record<string, unknown>;
  nbformat: number;
  nbformat_minor: number;
}

export interface NotebookCell {
  cell_type: string;
  id?: string;
  source: string | string[];
  metadata: Record<string, unknown>;
  /** Pictures pasted into the text. */
  attachments?: Record<string, unknown>;
  execution_count?: number | null;
  outputs?: NotebookOutput[];
}

export interface NotebookOutput {
  output_type: string;
  name?: string;
  text?: string | string[];
  data?: Record<string, unknown>;
  ename?: string;
  evalue?: string;
  traceback?: string[];
  execution_count?: number | null;
}

/** The project's notebooks, in reading order. */
export function notebookPaths(): string[] {
  return readdirSync(inProject("notebooks"))
    .filter((name) => name.endsWith(".ipynb"))
    .sort()
    .map((name) => inProject("notebooks", name));
}

/** One executed notebook, in the form that is kept. */
export interface Executed {
  readonly path: string;
  /** The notebook as it was when it was run. */
  readonly before: string;
  readonly text: string;
}

/**
 * Runs notebooks and returns them with their outputs; the files are not touched. They are dealt out over as many processes as there are cores, at most four.
 * @param by `tslab`: through tslab's request handler, one process for many notebooks (see cells.ts); `jupyter`: each in a kernel of its own that Jupyter starts
 * @throws SetupError naming notebook, cell and error if a cell throws
 */
export async function executeNotebooks(paths: readonly string[], by: "tslab" | "jupyter" = "tslab", step = "notebooks"): Promise<Executed[]> {
  mkdirSync(inProject(".cache"), { recursive: true });
  // Computed anew: what an older state of the kit decided must not come back from a journal. Runs of the user's own are kept elsewhere, in .cache/own.
  rmSync(inProject(".cache", "runs"), { recursive: true, force: true });
  const folder = mkdtempSync(inProject(".cache", `executed-${process.pid}-`));
  const before = paths.map(readText);
  const hands = Math.min(4, availableParallelism(), paths.length);
  try {
    await Promise.all(Array.from({ length: hands }, (_, hand) => convert(paths.filter((__, i) => i % hands === hand), { by, folder, step, log: `${by}-${hand + 1}` })));
    return paths.map((path, i) => ({ path, before: before[i]!, text: checked(basename(path, ".ipynb"), readText(join(folder, basename(path)))) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Keeps executed notebooks in place of the ones they were made from.
 * @returns the names of those whose bytes changed
 * @throws SetupError if one was saved by somebody in the meantime; nothing is overwritten then
 */
export function keepNotebooks(executed: readonly Executed[]): string[] {
  const edited = executed.filter(({ path, before }) => readText(path) !== before).map(({ path }) => basename(path));
  if (edited.length > 0) throw new SetupError(`${edited.join(", ")} was saved while it ran, and is left as it is now; run the same command again.`);
  return executed.filter(({ path, text }) => writeIfChanged(path, text)).map(({ path }) => basename(path));
}

async function convert(paths: readonly string[], { by, folder, step, log }: { readonly by: "tslab" | "jupyter"; readonly folder: string; readonly step: string; readonly log: string }): Promise<void> {
  const started = Date.now();
  const onOutput = (text: string) => {
    for (const [, path] of text.matchAll(/Writing \d+ bytes to (.+)/g)) tell(step, `${basename(path!)} ran (${Math.round((Date.now() - started) / 1000)} s)`);
  };
  const jupyter = ["nbconvert", "--to", "notebook", "--execute", "--allow-errors", "--ExecutePreprocessor.timeout=300", "--ExecutePreprocessor.kernel_name=tslab", "--output-dir", folder, ...paths];
  const [program, args] = by === "jupyter" ? [venvProgram("jupyter"), jupyter] : [process.execPath, [inProject("dist", "setup", "cells.js"), folder, ...paths]];
  const { code, output } = await run(program, args, { step, log, env: { ...jupyterEnvironment(), FAITHLAB_BASE_URL: undefined, FAITHLAB_LEAN: "off" }, onOutput });
  if (code !== 0) throw new SetupError(`${by} could not run ${paths.map((path) => basename(path)).join(", ")}: ${output.trim().split("\n").at(-1)} (all of it: ${logOf(log)})`);
}

/** The executed notebook in the form that is kept. @throws SetupError for the first cell with an error */
function checked(name: string, json: string): string {
  const notebook = JSON.parse(json) as Notebook;
  notebook.cells.forEach((cell, i) => {
    const error = cell.outputs?.find(isError);
    if (error) throw new SetupError(`${name}, cell ${i + 1}: ${plain(error)}`);
  });
  return canonical(notebook);
}

/** tslab reports a thrown error on standard error and marks the cell; either is a failure. */
function isError(output: NotebookOutput): boolean {
  return output.output_type === "error" || (output.output_type === "stream" && output.name === "stderr");
}

function plain(output: NotebookOutput): string {
  const text = output.output_type === "error" ? [output.ename, output.evalue, ...(output.traceback ?? [])].filter(Boolean).join("\n") : joined(output.text);
  // eslint-disable-next-line no-control-regex
  return text.replace(/\u001b\[[0-9;]*m/g, "").trim();
}

/**
 * The one form in which notebooks are kept: outputs without execution counts, times and metadata, streams joined, cell ids by position, no trailing newline games.
 * Applying it twice changes nothing.
 */
export function canonical(notebook: Notebook): string {
  const cells = notebook.cells.map((cell, i) => {
    const source = lines(joined(cell.source).replace(/\s+$/, ""));
    const id = `cell-${String(i + 1).padStart(2, "0")}`;
    const attachments = cell.attachments && { attachments: cell.attachments };
    if (cell.cell_type !== "code") return { ...attachments, cell_type: cell.cell_type, id, metadata: {}, source };
    return { cell_type: "code", execution_count: null, id, metadata: {}, outputs: mergeStreams(cell.outputs ?? []).map(canonicalOutput), source };
  });
  const metadata = { kernelspec: { display_name: "TypeScript", language: "typescript", name: "tslab" }, language_info: { file_extension: ".ts", mimetype: "text/typescript", name: "typescript" } };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}

function canonicalOutput(output: NotebookOutput): object {
  if (output.output_type === "stream") return { name: output.name, output_type: "stream", text: lines(joined(output.text)) };
  const data = Object.fromEntries(Object.entries(output.data ?? {}).map(([mime, value]) => [mime, typeof value === "string" || Array.isArray(value) ? lines(joined(value as string | string[])) : value]));
  return { data, metadata: {}, output_type: "display_data" };
}

/** How a stream is cut into messages depends on timing; joined it does not. */
function mergeStreams(outputs: readonly NotebookOutput[]): NotebookOutput[] {
  const merged: NotebookOutput[] = [];
  for (const output of outputs) {
    const last = merged.at(-1);
    if (output.output_type === "stream" && last?.output_type === "stream" && last.name === output.name) last.text = joined(last.text) + joined(output.text);
    else merged.push({ ...output });
  }
  return merged;
}

function joined(text: string | readonly string[] | undefined): string {
  return text === undefined ? "" : typeof text === "string" ? text : text.join("");
}

/** Lines with their line breaks, as the notebook format keeps text. */
function lines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
