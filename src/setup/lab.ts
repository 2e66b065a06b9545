import { inProject } from "../core/files";
import { jupyterEnvironment, venvProgram } from "./jupyter";
import { notebookPaths } from "./notebooks";
import { logOf, run, start, stopAll, tell } from "./run";

/**
 * Opens JupyterLab on the notebooks, with the project's kernel, and stays until the user ends it.
 * @param args passed on to JupyterLab, such as --no-browser or --port=9000
 */
export async function lab(args: readonly string[]): Promise<number> {
  await trustNotebooks();
  tell("lab", "opening JupyterLab on notebooks/ (end it with Ctrl-C)");
  const options = [
    `--ServerApp.root_dir=${inProject()}`,
    "--ServerApp.default_url=/lab/tree/notebooks/00-start.ipynb",
    "--KernelSpecManager.ensure_native_kernel=False",
    // Nothing is fetched from the network: no news, no look for a newer version, no list of extensions.
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.handlers.announcements.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
    ...(process.getuid?.() === 0 ? ["--allow-root"] : []),
  ];
  const child = start(venvProgram("jupyter"), ["lab", ...options, ...args], { env: jupyterEnvironment(), stdio: ["ignore", "inherit", "inherit"] });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.removeAllListeners(signal);
    process.on(signal, stopAll);
  }
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
}

/** Jupyter hides the pictures of a notebook that it did not run itself, until the notebook is signed. The signatures lie inside the project. */
async function trustNotebooks(): Promise<void> {
  const { code } = await run(venvProgram("jupyter"), ["trust", ...notebookPaths()], { step: "lab", log: "trust", env: jupyterEnvironment() });
  if (code !== 0) tell("lab", `pictures appear once the cells are run: the notebooks could not be signed (${logOf("trust")})`);
}
