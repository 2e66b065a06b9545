/**
 * A program that runs notebooks through tslab's own request handler, all in this one process: what Jupyter's wire, a kernel's start and TypeScript's first look at the library
 * cost is paid once and not for each notebook. Each notebook has an executor of its own and the library loaded anew, so none sees what another left behind. `npm test` runs
 * the same notebooks in real kernels and compares the bytes.
 *
 * node dist/setup/cells.js FOLDER NOTEBOOK… writes each executed notebook into FOLDER and says so on standard output. A cell with an error ends its notebook; the error is
 * among its outputs.
 */
import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Notebook, NotebookCell, NotebookOutput } from "./notebooks";

interface Executor {
  close(): void;
}

interface Handler {
  handleExecute(request: { code: string }, writeStream: (name: string, text: string) => void, writeDisplay: (data: DisplayData, update: boolean) => void): Promise<{ status: string }>;
}

interface DisplayData {
  readonly data: Record<string, unknown>;
  readonly transient?: { readonly display_id?: string };
}

/** Parts of tslab that its main program is made of; pinned with its version. */
interface Tslab {
  readonly createConverter: (options: object) => { close(): void };
  readonly createExecutor: (folder: string, converters: object, console: object) => Executor;
  readonly JupyterHandlerImpl: new (executor: Executor, isJs: boolean) => Handler;
}

/** As nbconvert is told for real kernels. */
const CELL_TIMEOUT_MS = 300_000;

async function main([out, ...paths]: readonly string[]): Promise<void> {
  const main = require.resolve("tslab/dist/main.js");
  // A display asks whether the process is the project's tslab; this one is in all but the wire.
  process.argv[1] = main;
  const at = (name: string) => join(dirname(main), name);
  const tslab = { ...require(at("converter.js")), ...require(at("executor.js")), ...require(at("jupyter.js")) } as Tslab;
  process.chdir(dirname(paths[0]!));
  const write = process.stdout.write.bind(process.stdout);
  const converter = tslab.createConverter({ isJS: false, isBrowser: false });
  for (const path of paths) {
    const notebook = JSON.parse(readFileSync(path, "utf8")) as Notebook;
    forgetLibrary();
    const executor = tslab.createExecutor(process.cwd(), { node: converter, browser: converter, close() {} }, { log: console.log, error: console.error });
    await execute(notebook, new tslab.JupyterHandlerImpl(executor, false));
    process.stdout.write = write;
    const text = JSON.stringify(notebook);
    writeFileSync(join(out!, basename(path)), text);
    writeSync(1, `Writing ${Buffer.byteLength(text)} bytes to ${join(out!, basename(path))}\n`);
  }
}

async function execute(notebook: Notebook, handler: Handler): Promise<void> {
  for (const cell of notebook.cells.filter(({ cell_type }) => cell_type === "code")) {
    cell.outputs = [];
    const { status } = await Promise.race([run(cell, handler), late()]);
    if (status === "timeout") cell.outputs.push({ output_type: "stream", name: "stderr", text: `the cell ran longer than ${CELL_TIMEOUT_MS / 1000} s` });
    if (status !== "ok") return;
  }
}

function run(cell: NotebookCell, handler: Handler): Promise<{ status: string }> {
  const outputs = cell.outputs!;
  const shown = new Map<string, NotebookOutput>();
  const source = typeof cell.source === "string" ? cell.source : cell.source.join("");
  return handler.handleExecute(
    { code: source },
    (name, text) => outputs.push({ output_type: "stream", name, text }),
    ({ data, transient }, update) => {
      const id = transient?.display_id;
      const known = id === undefined ? undefined : shown.get(id);
      if (update && known) return void (known.data = data);
      const output: NotebookOutput = { output_type: "display_data", data };
      if (id !== undefined) shown.set(id, output);
      outputs.push(output);
    },
  );
}

function late(): Promise<{ status: string }> {
  return new Promise((resolve) => setTimeout(() => resolve({ status: "timeout" }), CELL_TIMEOUT_MS).unref());
}

/** The library's modules go, so that the next notebook loads its own; packages stay. */
function forgetLibrary(): void {
  const library = dirname(__dirname);
  for (const name of Object.keys(require.cache)) if (name.startsWith(`${library}/`) && !name.includes("/node_modules/")) delete require.cache[name];
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`, () => process.exit(1));
  },
);
