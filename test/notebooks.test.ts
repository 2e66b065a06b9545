/* The notebooks as they are kept, and run anew from top to bottom: all through the kernel's own handler, as `npm run reproduce` does, and some in kernels that Jupyter starts. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { canonical, executeNotebooks, notebookPaths, type Notebook } from "../src/setup/notebooks";
import { hasJupyter, JUPYTER_REMEDY, PROJECT } from "./support/project";

const { dependencies } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as { dependencies: Record<string, string> };
const kept = notebookPaths().map((path) => ({ name: basename(path), path, text: readFileSync(path, "utf8") }));
const text = (source: string | string[]) => ([] as string[]).concat(source).join("");

describe.for(kept)("$name as it is kept", ({ text: json }) => {
  const notebook = JSON.parse(json) as Notebook;
  const code = notebook.cells.filter((cell) => cell.cell_type === "code");

  test("has the form that a run repeats: no execution counts, no times, the project's kernel", () => {
    expect(canonical(notebook)).toBe(json);
    expect(code.map((cell) => cell.execution_count)).toEqual(code.map(() => null));
    expect(notebook.metadata["kernelspec"]).toMatchObject({ name: "tslab" });
  });

  test("opens with a title and says before every first cell of code what is coming", () => {
    expect(notebook.cells[0]!.cell_type).toBe("markdown");
    expect(text(notebook.cells[0]!.source)).toMatch(/^# \S/);
    expect(code.length).toBeGreaterThan(0);
  });

  test("imports the built library, packages of this project and what Node brings to read files, nothing else", () => {
    const imported = code.flatMap((cell) => [...text(cell.source).matchAll(/\bfrom\s*["']([^"']+)["']|\b(?:import|require)\s*\(?\s*["']([^"']+)["']/g)].map((match) => match[1] ?? match[2]!));
    expect(imported).toContain("../dist/index");
    expect(imported.filter((name) => name !== "../dist/index" && name !== "fs" && !(name in dependencies))).toEqual([]);
  });

  test("has no error and no warning in its outputs, and no path of a machine", () => {
    const outputs = code.flatMap((cell) => cell.outputs!);
    expect(outputs.filter((output) => output.output_type === "error" || output.name === "stderr")).toEqual([]);
    expect(json).not.toContain(PROJECT);
    expect(json).not.toMatch(/\/(home|Users|root|tmp)\//);
  });

  test("shows something wherever a cell is there to show it", () => {
    const showing = code.filter((cell) => /\b(show|say|table|display)\w*\(/.test(text(cell.source)));
    expect(showing.length).toBeGreaterThan(0);
    for (const cell of showing) expect(cell.outputs!.length, text(cell.source)).toBeGreaterThan(0);
  });
});

/** Which cells differ, and from where on: enough to know the reason from a log. */
function changedCells({ name, text: before }: { name: string; text: string }, after: string): string[] {
  if (before === after) return [];
  const cells = (json: string) => (JSON.parse(json) as Notebook).cells.map((cell) => JSON.stringify(cell));
  const [old, now] = [cells(before), cells(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((i) => {
    const [a, b] = [old[i] ?? "", now[i] ?? ""];
    if (a === b) return [];
    const from = Math.max(0, [...a].findIndex((each, at) => each !== b[at]) - 60);
    return [`${name}, cell ${i + 1}: ${a.slice(from, from + 200)} is now ${b.slice(from, from + 200)}`];
  });
}

describe("run anew", () => {
  const FIGURES = join(PROJECT, "figures");
  const figures = readdirSync(FIGURES).map((name) => ({ name, bytes: readFileSync(join(FIGURES, name)) }));
  const differing = () => figures.filter(({ name, bytes }) => !present(name)?.equals(bytes)).map(({ name }) => name);
  const present = (name: string) => (readdirSync(FIGURES).includes(name) ? readFileSync(join(FIGURES, name)) : undefined);
  // Whatever happens, the work tree stays as it was.
  afterAll(() => differing().forEach((name) => writeFileSync(join(FIGURES, name), figures.find((figure) => figure.name === name)!.bytes)));

  test("every notebook gives the bytes that are kept, and a deleted figure comes back with its own", { timeout: 600_000 }, async () => {
    const deleted = ["figure-3.svg", "figure-3.png", "figure-3.vl.json", "question.png"];
    for (const name of deleted) rmSync(join(FIGURES, name));
    expect(differing().sort()).toEqual([...deleted].sort());

    const executed = await executeNotebooks(kept.map(({ path }) => path));

    expect(executed.flatMap(({ text: json }, i) => changedCells(kept[i]!, json))).toEqual([]);
    expect(differing()).toEqual([]);
    expect(readdirSync(FIGURES).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});

/**
 * Between them they use everything that a cell can show: figures, tables, sentences, printed text, progress, cards; the first notebook is run in JupyterLab itself,
 * by browser/lab.test.ts. All of them with FAITHLAB_KERNELS=all.
 */
const IN_KERNELS = ["05-run-and-rates.ipynb", "09-see-the-cases.ipynb"];

test.skipIf(!hasJupyter)(`in kernels that Jupyter starts the bytes are the same${hasJupyter ? "" : ` [${JUPYTER_REMEDY}]`}`, { timeout: 900_000 }, async () => {
  const chosen = kept.filter(({ name }) => process.env["FAITHLAB_KERNELS"] === "all" || IN_KERNELS.includes(name));
  expect(chosen.length).toBeGreaterThanOrEqual(IN_KERNELS.length);
  const executed = await executeNotebooks(chosen.map(({ path }) => path), "jupyter");
  expect(executed.flatMap(({ text: json }, i) => changedCells(chosen[i]!, json))).toEqual([]);
});
