/** Where Lean is on this machine, if anywhere. */
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { InputError } from "../core/errors";
import { inProject, shown } from "../core/files";
import type { LeanEngine } from "./engine";
import { LEAN_HEADER } from "./headers";
import { KiminaServer } from "./kimina";
import { LeanPool } from "./pool";

/** What was found, in words in `where`; or why nothing was. */
export type FoundLean =
  | { readonly ok: true; readonly kind: "repl"; readonly command: readonly string[]; readonly cwd: string; readonly where: string }
  | { readonly ok: true; readonly kind: "kimina"; readonly url: string; readonly apiKey?: string; readonly where: string }
  | { readonly ok: false; readonly reason: string };

/** Left by `npm run lean` when everything was built and tried. */
export const LEAN_STAMP = join(".lake", "faithlab.json");

/**
 * Finds Lean: a server named in FAITHLAB_KIMINA_URL (key in FAITHLAB_KIMINA_KEY or LEAN_SERVER_API_KEY); a REPL's command line in FAITHLAB_REPL, run in the
 * folder FAITHLAB_LEAN_PROJECT; or lean-project as `npm run lean` built it. FAITHLAB_LEAN=off says to do without. Nothing is started.
 * @throws InputError if FAITHLAB_REPL names no program
 * @example findLean({ env: {} }) // { ok: false, reason: "no Lean: lean-project is not built (npm run lean), and …" }
 */
export function findLean({ env = process.env, project = env.FAITHLAB_LEAN_PROJECT ?? inProject("lean-project") }: { readonly env?: NodeJS.ProcessEnv; readonly project?: string } = {}): FoundLean {
  const { FAITHLAB_KIMINA_URL: url, FAITHLAB_REPL: line } = env;
  if (env.FAITHLAB_LEAN === "off") return { ok: false, reason: "no Lean: it is switched off by FAITHLAB_LEAN=off" };
  if (url) {
    const apiKey = env.FAITHLAB_KIMINA_KEY ?? env.LEAN_SERVER_API_KEY ?? env.LEANSERVER_API_KEY;
    return { ok: true, kind: "kimina", url, ...(apiKey && { apiKey }), where: `the Kimina server at ${url}` };
  }
  if (line) return { ok: true, kind: "repl", command: wordsOf(line), cwd: project, where: `the REPL of FAITHLAB_REPL, ${line}` };
  const stamp = join(project, LEAN_STAMP);
  if (!existsSync(stamp)) return { ok: false, reason: `no Lean: ${shown(project)} is not built (npm run lean), and neither FAITHLAB_REPL nor FAITHLAB_KIMINA_URL is set` };
  const { command, lean } = JSON.parse(readFileSync(stamp, "utf8")) as { command: string[]; lean?: string };
  const missing = command.find((word) => word.startsWith("/") && !existsSync(word));
  if (missing !== undefined) return { ok: false, reason: `${shown(project)} was built, but ${missing} is gone; run npm run lean again` };
  return { ok: true, kind: "repl", command, cwd: project, where: `${shown(project)}, Lean ${lean ?? "of unknown version"}` };
}

export interface OpenLeanOptions {
  readonly header?: string;
  /** Processes, or requests at once. */
  readonly size?: number;
  readonly timeoutMs?: number;
  /** Turns the command of a local REPL into one that runs it in a sandbox. See `sandboxed`. */
  readonly wrap?: (command: readonly string[], cwd: string) => readonly string[];
}

/** Opens what was found as an engine. Close it when done. */
export function openLean(found: FoundLean & { readonly ok: true }, { header = LEAN_HEADER, size, timeoutMs, wrap }: OpenLeanOptions = {}): LeanEngine & { close(): Promise<void> } {
  const shared = { header, ...(timeoutMs !== undefined && { timeoutMs }) };
  if (found.kind === "kimina") return new KiminaServer({ ...shared, url: found.url, ...(found.apiKey && { apiKey: found.apiKey }), ...(size !== undefined && { concurrency: size }) });
  const command = wrap ? wrap(found.command, found.cwd) : found.command;
  return new LeanPool({ ...shared, command, ...(existsSync(found.cwd) && { cwd: found.cwd }), ...(size !== undefined && { size }) });
}

/** Words of a command line; blanks within quotation marks belong to a word. A JSON list is taken as it is. */
function wordsOf(line: string): string[] {
  if (line.trimStart().startsWith("[")) {
    try {
      const words = JSON.parse(line) as unknown;
      if (Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === "string")) return words as string[];
    } catch {
      // told below
    }
    throw new InputError(`FAITHLAB_REPL is a command line or a JSON list of words, got ${line}`);
  }
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain!);
  if (words.length === 0) throw new InputError("FAITHLAB_REPL is set but names no program");
  return words;
}

/** The full path of a program that the user's shell would find, or that elan has installed; undefined if there is none. */
export function whereIs(program: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = [...(env.PATH ?? "").split(delimiter).filter(Boolean), join(env.ELAN_HOME ?? join(env.HOME ?? homedir(), ".elan"), "bin")];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}
