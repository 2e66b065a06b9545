import { inProject } from "../core/files";
import { jupyterEnvironment, venvProgram } from "./jupyter";
import { start, stopAll, tell } from "./run";

/**
 * Opens JupyterLab on the notebooks, with the project's kernel, and stays until the user ends it.
 * @param args passed on to JupyterLab, such as --no-browser or --port=9000
 */
export function lab(args: readonly string[]): Promise<number> {
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
