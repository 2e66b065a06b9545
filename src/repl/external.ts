/**
 * A second opinion on a proof, from programs outside the REPL: `leanchecker` replays a compiled file through the kernel and so catches text that has tampered
 * with the environment; SafeVerify compares two compiled files, the statement and its proof.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InputError } from "../core/errors";
import type { Theorem } from "../lean/theorem";
import { endGroup, watchGroup } from "./groups";

/** What is to be judged: the statement, what stands before it, the candidate's text under the same preamble, and its theorem's full name. */
export interface ExternalCase {
  readonly statement: Theorem;
  readonly preamble: string;
  readonly candidate: string;
  readonly name: string;
}

export interface ExternalCheck {
  readonly name: string;
  /** `ok: undefined` says that there was no answer, which is never held against the proof. */
  check(given: ExternalCase): Promise<{ readonly ok: boolean | undefined; readonly detail?: string }>;
}

export interface ExternalOptions {
  /** Named in reasons. */
  readonly name: string;
  /** The Lake project in which files are compiled, and in whose environment the program runs. */
  readonly project: string;
  /** Program and arguments for the compiled statement and the compiled proof: `["safe_verify", reference, proof]`, or `["leanchecker", "Proof"]` with the folder on LEAN_PATH. */
  readonly command: (files: { readonly reference: string; readonly proof: string; readonly folder: string }) => readonly string[];
  /** Imports for both files where the statement has none. */
  readonly header?: string;
  /** For each of the three steps, milliseconds. Default 600 000. */
  readonly timeoutMs?: number;
}

/**
 * An external check by a program: statement and proof are written to two files, compiled with `lake env lean -o`, and handed to it. Exit code 0 is a yes.
 * @example externalCheck({ name: "SafeVerify", project: "lean-project", command: ({ reference, proof }) => ["lake", "exe", "safe_verify", reference, proof] })
 */
export function externalCheck({ name, project, command, header = "import Mathlib", timeoutMs = 600_000 }: ExternalOptions): ExternalCheck {
  if (!(timeoutMs > 0)) throw new InputError(`timeoutMs is a positive number of milliseconds, got ${timeoutMs}`);
  return {
    name,
    async check({ statement, preamble, candidate, name: theorem }) {
      const folder = mkdtempSync(join(tmpdir(), "faithlab-proof-"));
      try {
        const { source, spans } = statement;
        const start = /^\s*import\b/m.test(preamble) ? preamble : `${header}\n${preamble}`;
        const short = theorem.split(".").at(-1)!;
        const reference = `theorem ${short} ${source.slice(spans.universes.start, spans.proof.start).trimEnd()} := by sorry`;
        const files = { reference: join(folder, "Reference.olean"), proof: join(folder, "Proof.olean"), folder };
        for (const [file, text] of [["Reference", reference], ["Proof", candidate]] as const) {
          const path = join(folder, `${file}.lean`);
          writeFileSync(path, `${start}\n\n${text}\n`);
          const compiled = await ended(["lake", "env", "lean", "-o", join(folder, `${file}.olean`), path], project, folder, timeoutMs);
          if (compiled.code !== 0) return { ok: file === "Proof" && compiled.code === 1 ? false : undefined, detail: `${file.toLowerCase()} does not compile: ${compiled.words}` };
        }
        const { code, words } = await ended(command(files), project, folder, timeoutMs);
        if (code === 0) return { ok: true };
        return { ok: code === undefined || code === 127 ? undefined : false, detail: words };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Runs a program to its end or the limit. `code` is undefined if it could not be started, was killed or took too long. */
function ended([program, ...args]: readonly string[], cwd: string, folder: string, timeoutMs: number): Promise<{ code: number | undefined; words: string }> {
  return new Promise((resolve) => {
    const child = spawn(program!, args, { cwd, env: { ...process.env, LEAN_PATH: [folder, process.env.LEAN_PATH].filter(Boolean).join(":") }, stdio: ["ignore", "pipe", "pipe"], detached: true });
    if (child.pid !== undefined) watchGroup(child.pid);
    let words = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (words = (words + chunk.toString("utf8")).slice(-1000)));
    const finish = async (code: number | null, why?: string) => {
      clearTimeout(timer);
      if (child.pid !== undefined) await endGroup(child.pid);
      resolve({ code: code ?? undefined, words: why ?? words.trim() });
    };
    const timer = setTimeout(() => void finish(null, `no answer within ${timeoutMs} ms`), timeoutMs);
    child.on("error", (error) => void finish(null, error.message));
    child.on("close", (code) => void finish(code));
  });
}
