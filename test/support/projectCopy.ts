import { execFileSync, spawn, spawnSync, type ChildProcess, type SpawnOptions } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT } from "./project";

const PARTS = ["src", "notebooks", "figures", "package.json", "package-lock.json", "tsconfig.json", "requirements.txt"];
const STAND_INS = join(PROJECT, "test", "support", "stand-ins.cjs");

/** A copy of the project in a folder of its own, to be set up, broken and interrupted. */
export interface ProjectCopy {
  readonly folder: string;
  /** Environment in which python3 and npm are stand-ins; see stand-ins.cjs and stand-in-python.sh. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Copies what set-up needs of the project. The packages are the project's own, by links, but for a compiler that copies the project's dist, so
 * that a set-up takes a second or two. Without `packages` there are none, and no dist.
 */
export function projectCopy({ packages = true, name = "project" }: { packages?: boolean; name?: string } = {}): ProjectCopy {
  const above = realpathSync(mkdtempSync(join(tmpdir(), "faithlab-")));
  const folder = join(above, name);
  mkdirSync(join(folder, "data"), { recursive: true });
  // By cp, which takes a tenth of the processor time of cpSync; data part by part, without what was fetched, which may be gigabytes.
  execFileSync("cp", ["-R", ...PARTS.map((part) => join(PROJECT, part)), folder]);
  execFileSync("cp", ["-R", ...readdirSync(join(PROJECT, "data")).filter((name) => name !== "fetched").map((name) => join(PROJECT, "data", name)), join(folder, "data")]);
  const programs = join(above, "programs");
  mkdirSync(programs);
  copyFileSync(join(PROJECT, "test", "support", "stand-in-python.sh"), join(programs, "python3"));
  // Never the real one: npm ci would empty the project's own packages through the links.
  const npm = join(programs, "npm-cli.js");
  writeFileSync(npm, 'console.error("there is no npm in this test"); process.exit(1);\n');
  if (packages) linkPackages(join(folder, "node_modules"));
  const env = { ...cleanEnvironment(), PATH: `${programs}:/bin:/usr/bin`, npm_execpath: npm, STAND_IN_FROM: PROJECT, STAND_IN_PAUSE: "0" };
  return { folder, env };
}

/** Without what this run's own npm and vitest have set, and without mirrors, proxies and wheels of the machine. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|vitest|node_options|pip_|python|virtual_env|jupyter|https?_proxy|all_proxy)/i.test(name)));
}

/** A program of a few shell words, such as a python3 that behaves in a certain way. */
export function script(folder: string, name: string, words: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${words}\n`, { mode: 0o755 });
}

export function removeCopy({ folder }: ProjectCopy): void {
  rmSync(join(folder, ".."), { recursive: true, force: true, maxRetries: 5 });
}

/** Starts `npm run TASK` of a copy without npm, in a process group of its own. */
export function startTask({ folder, env }: ProjectCopy, task: string, options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, [join(folder, "src", "setup", "bootstrap.cjs"), task], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true, ...options });
}

/** What a program has said and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export function ended(child: ChildProcess): Promise<Ended> {
  let out = "";
  let err = "";
  child.stdout!.on("data", (chunk) => (out += chunk));
  child.stderr!.on("data", (chunk) => (err += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

export function runTask(copy: ProjectCopy, task: string, options: SpawnOptions = {}): Promise<Ended> {
  return ended(startTask(copy, task, options));
}

function linkPackages(folder: string): void {
  const real = join(PROJECT, "node_modules");
  mkdirSync(join(folder, "typescript", "bin"), { recursive: true });
  for (const name of readdirSync(real)) if (name !== "typescript" && !name.startsWith(".")) symlinkSync(join(real, name), join(folder, name));
  copyFileSync(join(real, ".faithlab"), join(folder, ".faithlab"));
  copyFileSync(join(real, "typescript", "package.json"), join(folder, "typescript", "package.json"));
  writeFileSync(join(folder, "typescript", "bin", "tsc"), `process.argv.splice(2, 0, "compile");\nrequire(${JSON.stringify(STAND_INS)});\n`);
}

/** Whether there is a real Python that can make an environment. */
export const realPython = spawnSync("python3", ["-c", "import ensurepip, venv"]).status === 0;

/** Copies can be made once `npm test` has installed and built the project. */
export const canCopy = existsSync(join(PROJECT, "node_modules", ".faithlab")) && existsSync(join(PROJECT, "dist", ".faithlab"));
