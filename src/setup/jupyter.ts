/** A Python environment with Jupyter inside the project, and the kernel in it. Nothing outside the project's folder is touched. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inProject, readText, writeIfChanged } from "../core/files";
import { logOf, run, SetupError, tell } from "./run";

const LEAST_PYTHON = [3, 9] as const;
const VENV = inProject(".venv");
const KERNELS = join(VENV, "share", "jupyter");

/** A program of the project's Python environment. */
export function venvProgram(name: string): string {
  return join(VENV, "bin", name);
}

/** The user's environment without what would lead this Python to other packages, whatever the user's shell has set. */
function pythonEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PYTHONPATH: undefined, PYTHONHOME: undefined, PYTHONNOUSERSITE: "1", PIP_USER: "0" };
}

/**
 * The environment in which Jupyter runs: finds the project's kernel first, and keeps its settings, data and runtime files inside the project.
 * Nothing that the user has set for another Jupyter counts.
 */
export function jupyterEnvironment(): NodeJS.ProcessEnv {
  const home = inProject(".cache", "jupyter");
  const inherited = Object.entries(pythonEnvironment()).filter(([name]) => !name.startsWith("JUPYTER"));
  return {
    ...Object.fromEntries(inherited),
    JUPYTER_PATH: KERNELS,
    JUPYTER_CONFIG_DIR: join(home, "config"),
    JUPYTER_DATA_DIR: join(home, "data"),
    JUPYTER_RUNTIME_DIR: join(home, "runtime"),
    IPYTHONDIR: join(home, "ipython"),
    JUPYTER_NO_CONFIG: "1",
    JUPYTER_PLATFORM_DIRS: "1",
  };
}

/**
 * Makes the environment and the kernel as far as they are missing.
 * @throws SetupError in one line: no Python 3.9, no venv, no network
 */
export async function ensureJupyter(): Promise<void> {
  const requirements = readText(inProject("requirements.txt"));
  const stamp = join(VENV, ".faithlab");
  const hash = createHash("sha256").update(requirements).update(VENV).digest("hex");
  if (!(existsSync(stamp) && readFileSync(stamp, "utf8") === hash && (await jupyterStarts()))) {
    const python = await findPython();
    tell("python", "making .venv with JupyterLab and nbconvert (about 95 packages; under a minute)");
    rmSync(VENV, { recursive: true, force: true, maxRetries: 5 });
    await makeVenv(python);
    await installRequirements();
    writeFileSync(stamp, hash);
  }
  writeKernel();
  writeLabSettings();
}

/** Whether the environment still works: after an update of the Python it was made from, it may find its packages no more. */
async function jupyterStarts(): Promise<boolean> {
  const { code } = await run(venvProgram("python"), ["-c", "import jupyter_core"], { step: "python", log: "python-check", env: pythonEnvironment() });
  return code === 0;
}

async function findPython(): Promise<string> {
  const candidates = process.env.FAITHLAB_PYTHON ? [process.env.FAITHLAB_PYTHON] : ["python3", "python"];
  const seen: string[] = [];
  for (const python of candidates) {
    const { code, output } = await run(python, ["-c", "import sys; print('%d.%d' % sys.version_info[:2])"], { step: "python", log: "python-version", env: pythonEnvironment() });
    if (code !== 0) continue;
    const version = output.trim();
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major > LEAST_PYTHON[0] || (major === LEAST_PYTHON[0] && minor >= LEAST_PYTHON[1])) return python;
    seen.push(`${python} is ${version}`);
  }
  const remedy = "Install it (Debian, Ubuntu: sudo apt install python3 python3-venv; macOS: brew install python), or name one in FAITHLAB_PYTHON, then run the same command again.";
  throw new SetupError(`needs Python ${LEAST_PYTHON.join(".")} or newer for Jupyter; ${seen.join(", ") || `${candidates[0]} is not there or does not run`}. ${remedy}`);
}

async function makeVenv(python: string): Promise<void> {
  const { code, output } = await run(python, ["-m", "venv", VENV], { step: "python", log: "venv", env: pythonEnvironment() });
  if (code === 0) return;
  if (/ensurepip is not available|No module named '?(venv|ensurepip)/.test(output)) {
    throw new SetupError("this Python has no venv module. Install it (Debian, Ubuntu: sudo apt install python3-venv), then run the same command again.");
  }
  throw new SetupError(`${python} -m venv failed: ${lastLine(output)} (all of it: ${logOf("venv")})`);
}

async function installRequirements(): Promise<void> {
  const args = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off", "--requirement", inProject("requirements.txt")];
  const { code, output } = await run(venvProgram("python"), args, { step: "python", log: "pip-install", env: pythonEnvironment() });
  if (code === 0) return;
  if (/NewConnectionError|Temporary failure in name resolution|Network is unreachable|ConnectTimeoutError|ReadTimeoutError|ProxyError|SSLError|connection broken|failed to (establish|connect)|from versions: none/i.test(output)) {
    throw new SetupError("the Python package index cannot be reached. Connect to the network (behind a mirror: set PIP_INDEX_URL), then run the same command again.");
  }
  throw new SetupError(`pip install failed: ${lastLine(output)} (all of it: ${logOf("pip-install")})`);
}

/** tslab's own installer writes a bare "tslab" into a folder of the user; this names this Node and the project's tslab by their full paths, inside the project. */
function writeKernel(): void {
  const folder = join(KERNELS, "kernels", "tslab");
  const spec = {
    argv: [process.execPath, inProject("src", "setup", "kernel.cjs"), "kernel", "--config-path", "{connection_file}"],
    display_name: "TypeScript",
    language: "typescript",
  };
  writeIfChanged(join(folder, "kernel.json"), `${JSON.stringify(spec, null, 2)}\n`);
}

/** JupyterLab would greet every newcomer with the question whether to fetch news from its makers. */
function writeLabSettings(): void {
  const settings = { "@jupyterlab/apputils-extension:notification": { fetchNews: "false", checkForUpdates: false } };
  writeIfChanged(join(KERNELS, "lab", "settings", "overrides.json"), `${JSON.stringify(settings, null, 2)}\n`);
}

function lastLine(output: string): string {
  return output.trim().split("\n").at(-1) ?? "no output";
}
