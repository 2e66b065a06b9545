import { spawn } from "node:child_process";
import { inProject } from "../core/files";
import { jupyterEnvironment, venvProgram } from "./jupyter";
import { tell } from "./run";

/**
 * Opens JupyterLab on the notebooks, with the project's kernel, and stays until the user ends it.
 * @param args passed on to JupyterLab, such as --no-browser or --port=9000
 */
export function lab(args: readonly string[]): Promise<number> {
  tell("lab", "opening JupyterLab on notebooks/ (end it with Ctrl-C)");
  const root = process.getuid?.() === 0 ? ["--allow-root"] : [];
  const child = spawn(venvProgram("jupyter"), ["lab", `--ServerApp.root_dir=${inProject()}`, "--ServerApp.default_url=/lab/tree/notebooks/00-start.ipynb", "--KernelSpecManager.ensure_native_kernel=False", ...root, ...args], {
    cwd: inProject(),
    env: { ...process.env, ...jupyterEnvironment() },
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => child.kill("SIGTERM"));
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 0));
  });
}
