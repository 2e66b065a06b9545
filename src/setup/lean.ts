/** `npm run lean`: Lean, Mathlib and the REPL, built in lean-project and shown to work. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { inProject, shown } from "../core/files";
import { checkProof } from "../repl/checkProof";
import { LEAN_STAMP, whereIs } from "../repl/find";
import { LEAN_HEADER } from "../repl/headers";
import { LeanPool } from "../repl/pool";
import { leanPair, writeLeanProject, type LeanPair } from "./leanProject";
import { logOf, run, SetupError, tell } from "./run";

const ELAN_INSTALLER = "https://raw.githubusercontent.com/leanprover/elan/master/elan-init.sh";
const SPACE_BYTES = 12 * 2 ** 30;
const NETWORK = /could not resolve|couldn't connect|failed to connect|connection (?:refused|reset|timed out)|network is unreachable|timed? ?out|SSL|TLS|curl: \(\d+\)/i;

export interface LeanSetupOptions {
  readonly project?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Where elan goes if the machine has none: inside the project, so that nothing outside it is touched. */
  readonly ownElan?: string;
  readonly spaceBytes?: number;
  /** For loading the header, milliseconds. */
  readonly headerTimeoutMs?: number;
}

/**
 * Brings Lean as far as it is missing, and proves that it works: Mathlib is imported, a true statement proved, a false one refused and its negation proved.
 * Interrupted, the same call goes on; finished, it does nothing until versions or files change.
 * @param args a Lean version of versions.json, or nothing for the usual one; `--again` tries the finished set-up once more
 * @returns the exit code
 * @throws SetupError in one line with the remedy
 */
export async function lean(args: readonly string[], options: LeanSetupOptions = {}): Promise<number> {
  const { project = inProject("lean-project"), env = process.env, ownElan = inProject(".cache", "elan"), spaceBytes = SPACE_BYTES, headerTimeoutMs = 1_200_000 } = options;
  const unknown = args.find((arg) => arg.startsWith("-") && arg !== "--again");
  if (unknown !== undefined) throw new SetupError(`npm run lean takes a version and --again, got ${unknown}`);
  const pair = leanPair(project, args.find((arg) => !arg.startsWith("-")));
  if (writeLeanProject(project, pair)) rmSync(join(project, "lake-manifest.json"), { force: true });
  const stamp = join(project, LEAN_STAMP);
  const hash = hashOf(pair);
  const repl = join(project, ".lake", "packages", "REPL", ".lake", "build", "bin", "repl");
  if (!args.includes("--again") && isDone(stamp, hash, repl)) {
    tell("lean", `Lean ${pair.lean} with Mathlib and the REPL is there and was tried; npm run lean -- --again tries it once more`);
    return 0;
  }
  rmSync(stamp, { force: true });
  const tools = await ensureElan(env, ownElan);
  if (!existsSync(repl)) checkSpace(project, spaceBytes);
  const step = (log: string, program: string, words: readonly string[], what: string) => carryOut({ log, program, words, what, cwd: project, env: tools.env });
  if (tools.elan !== undefined) await step("elan-toolchain", tools.elan, ["toolchain", "install", `leanprover/lean4:${pair.lean}`], `installing Lean ${pair.lean} (about 1.5 GB)`);
  if (!existsSync(join(project, "lake-manifest.json"))) await step("lake-update", tools.lake, ["update"], "fetching Mathlib's and the REPL's sources (some minutes)");
  await step("mathlib-cache", tools.lake, ["exe", "cache", "get"], "fetching Mathlib compiled (about 5 GB on disk; minutes)");
  await step("repl-build", tools.lake, ["build", "repl"], "building the REPL");
  if (!existsSync(repl)) throw new SetupError(`lake says that the REPL is built, but ${shown(repl)} is not there (lake's words: ${logOf("repl-build")}). Delete ${shown(join(project, ".lake"))}, then run the same command again.`);
  const command = [tools.lake, "env", repl];
  const version = await tryOut(command, project, tools.env, headerTimeoutMs);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, `${JSON.stringify({ hash, command, lean: version ?? pair.lean.slice(1), mathlib: pair.mathlib }, null, 2)}\n`);
  tell("lean", `Lean ${version ?? pair.lean} works: npx faithlab decide --engine lean, and the notebooks use it from now on`);
  return 0;
}

function hashOf(pair: LeanPair): string {
  return createHash("sha256").update(JSON.stringify(pair)).digest("hex");
}

function isDone(stamp: string, hash: string, repl: string): boolean {
  try {
    return existsSync(repl) && (JSON.parse(readFileSync(stamp, "utf8")) as { hash: string }).hash === hash;
  } catch {
    return false;
  }
}

interface Tools {
  readonly lake: string;
  /** Absent where Lean was installed in another way. */
  readonly elan: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** The user's own elan, the one that an earlier run has put into the project, or a new one there. */
async function ensureElan(env: NodeJS.ProcessEnv, ownElan: string): Promise<Tools> {
  const lake = whereIs("lake", env);
  if (lake !== undefined) return { lake, elan: whereIs("elan", env), env: { ...env, PATH: [dirname(lake), env.PATH].join(delimiter) } };
  const own = { ...env, ELAN_HOME: ownElan, MATHLIB_CACHE_DIR: join(ownElan, "mathlib-cache"), PATH: [join(ownElan, "bin"), env.PATH].join(delimiter) };
  const installed = join(ownElan, "bin", "lake");
  if (!existsSync(installed)) {
    const script = join(ownElan, "elan-init.sh");
    mkdirSync(ownElan, { recursive: true });
    await carryOut({ log: "elan-download", program: "curl", words: ["-sSfL", ELAN_INSTALLER, "-o", script], what: "fetching elan, Lean's installer, into the project", cwd: ownElan, env: own });
    await carryOut({ log: "elan-install", program: "sh", words: [script, "-y", "--no-modify-path", "--default-toolchain", "none"], what: "installing elan", cwd: ownElan, env: own });
    if (!existsSync(installed)) throw new SetupError(`elan's installer ran, but ${shown(installed)} is not there (its words: ${logOf("elan-install")}). Install elan yourself (https://github.com/leanprover/elan), then run the same command again.`);
  }
  return { lake: installed, elan: join(ownElan, "bin", "elan"), env: own };
}

function checkSpace(project: string, needed: number): void {
  const { bavail, bsize } = statfsSync(project);
  const free = bavail * bsize;
  if (free < needed) throw new SetupError(`Lean with Mathlib needs about ${Math.round(needed / 2 ** 30)} GB of disk, ${shown(project)} has ${(free / 2 ** 30).toFixed(1)} GB left. Make room, then run the same command again.`);
}

async function carryOut({ log, program, words, what, cwd, env }: { log: string; program: string; words: readonly string[]; what: string; cwd: string; env: NodeJS.ProcessEnv }): Promise<void> {
  tell("lean", what);
  const { code, output } = await run(program, words, { step: "lean", log, env, cwd });
  if (code === 0) return;
  if (code === 127) throw new SetupError(`${program} is not there or does not run. Install it (Debian, Ubuntu: sudo apt install ${program === "curl" ? "curl" : "git curl"}), then run the same command again.`);
  const last = output.trim().split("\n").at(-1) ?? "";
  if (NETWORK.test(output)) throw new SetupError(`${what}: the network or a server cannot be reached (${last}). Connect, then run the same command again.`);
  if (/git.*(?:not found|No such file)/i.test(output)) throw new SetupError("git is not there. Install it (Debian, Ubuntu: sudo apt install git), then run the same command again.");
  if (/No space left/i.test(output)) throw new SetupError(`${what}: the disk is full. Make room, then run the same command again.`);
  throw new SetupError(`${what} failed with exit code ${code}: ${last} (all of it: ${logOf(log)})`);
}

/** A REPL that answers is no proof: imports fail in silence, and a wrong build may take anything for proved. */
async function tryOut(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv, headerTimeoutMs: number): Promise<string | undefined> {
  tell("lean", "trying it: importing Mathlib, proving a true statement, refusing a false one (a minute or more the first time)");
  const pool = new LeanPool({ command, cwd, env, size: 1, header: LEAN_HEADER, timeoutMs: 120_000, headerTimeoutMs });
  try {
    const yes = "theorem kit_true : (2 : ℝ) + 2 = 4 := by sorry";
    const no = "theorem kit_false : (2 : ℝ) + 2 = 5 := by sorry";
    const proved = await checkProof(pool, { statement: yes, candidate: "norm_num", form: "body" });
    if (!proved.accepted) throw new SetupError(`Lean was built, but does not prove 2 + 2 = 4: ${proved.reasons[0]}`);
    const refused = await checkProof(pool, { statement: no, candidate: "norm_num", form: "body" });
    if (refused.verdict !== "rejected") throw new SetupError(`Lean was built, but takes 2 + 2 = 5 for ${refused.verdict}${refused.reasons.length > 0 ? `: ${refused.reasons[0]}` : ""}. Do not use this build.`);
    const negated = await checkProof(pool, { statement: "theorem kit_negated : ¬ ((2 : ℝ) + 2 = 5) := by sorry", candidate: "norm_num", form: "body" });
    if (!negated.accepted) throw new SetupError(`Lean was built, but does not refute 2 + 2 = 5: ${negated.reasons[0]}`);
    return proved.versions.lean;
  } finally {
    await pool.close();
  }
}
