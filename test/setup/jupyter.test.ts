/* What Jupyter sees of the machine: the project's kernel, and nothing of the user's own set-up. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jupyterEnvironment, venvProgram } from "../../src/setup/jupyter";
import { hasJupyter, JUPYTER_REMEDY, PROJECT } from "../support/project";

describe.skipIf(!hasJupyter)(`Jupyter's environment${hasJupyter ? "" : ` [${JUPYTER_REMEDY}]`}`, { timeout: 60_000 }, () => {
  let home: string;
  const before = { ...process.env };
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), "home-"))));
  afterEach(() => {
    process.env = before;
    rmSync(home, { recursive: true });
  });

  test("the user's own tslab kernels, settings and packages are not used, and not touched", () => {
    const own = {
      ".jupyter/jupyter_config.py": "raise Exception('the settings in the home directory were read')",
      "config/jupyter_config.py": "raise Exception('the settings in JUPYTER_CONFIG_DIR were read')",
      ".local/share/jupyter/kernels/tslab/kernel.json": '{"argv": ["/bin/false"], "display_name": "own", "language": "typescript"}',
      "path/kernels/tslab/kernel.json": '{"argv": ["/bin/false"], "display_name": "own", "language": "typescript"}',
      "packages/jupyter_core/__init__.py": "raise Exception('PYTHONPATH was used')",
    };
    for (const [name, text] of Object.entries(own)) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
    }
    process.env = { ...before, HOME: home, PYTHONPATH: join(home, "packages"), PYTHONHOME: "/nowhere", JUPYTER_CONFIG_DIR: join(home, "config"), JUPYTER_PATH: join(home, "path"), JUPYTER_DATA_DIR: join(home, "path"), JUPYTER_TOKEN: "own" };

    const { stdout, stderr, status } = spawnSync(venvProgram("jupyter"), ["kernelspec", "list", "--json"], { env: jupyterEnvironment(), encoding: "utf8" });
    expect(status, stderr).toBe(0);
    const { tslab } = (JSON.parse(stdout) as { kernelspecs: Record<string, { resource_dir: string; spec: { argv: string[] } }> }).kernelspecs;
    expect(tslab!.resource_dir).toBe(join(PROJECT, ".venv", "share", "jupyter", "kernels", "tslab"));
    // Full paths, so that neither the PATH nor a tslab elsewhere plays a part.
    expect(tslab!.spec.argv.slice(1, 2)).toEqual([join(PROJECT, "src", "setup", "kernel.cjs")]);
    expect(tslab!.spec.argv[0]).toMatch(/^\/.*node/);

    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    expect(files.sort()).toEqual(Object.keys(own).map((name) => join(home, name)).sort());
    for (const [name, text] of Object.entries(own)) expect(readFileSync(join(home, name), "utf8")).toBe(text);
  });

  test("settings, data and run-time files lie inside the project", () => {
    const paths = Object.entries(jupyterEnvironment()).filter(([name]) => /^(JUPYTER_(CONFIG|DATA|RUNTIME)_DIR|JUPYTER_PATH|IPYTHONDIR)$/.test(name));
    expect(paths).toHaveLength(5);
    for (const [, path] of paths) expect(path!.startsWith(PROJECT)).toBe(true);
  });
});
