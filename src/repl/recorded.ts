/** Answers of an engine kept in a file and given again, for notebooks and tests on machines without Lean. */
import { InputError } from "../core/errors";
import { existsSync } from "node:fs";
import { readText, shown } from "../core/files";
import type { LeanEngine, LeanResult, LeanVersions } from "./engine";

/** One question with its answer, under names that do not change: `_kit_ref_N` for whatever nonce a check has used. */
interface Row {
  readonly steps: readonly string[];
  readonly results: readonly LeanResult[];
}

const NONCE = /_kit_(ref|chk|thm)_([A-Za-z0-9]+)/g;
const nameless = (text: string) => text.replace(NONCE, "_kit_$1_N");

/** An engine that remembers what another one answers. */
export interface Recorder extends LeanEngine {
  /** The questions so far as JSON Lines, each once, in the order in which they were first asked. */
  lines(): string;
}

/**
 * Wraps an engine so that its answers can be kept: `writeFileSync(path, recorder.lines())`.
 * @example const recorder = recording(engine); await checkProof(recorder, …); recorder.lines()
 */
export function recording(engine: LeanEngine): Recorder {
  const rows = new Map<string, string>();
  const runSteps: LeanEngine["runSteps"] = async (steps, options) => {
    const results = await engine.runSteps(steps, options);
    rows.set(nameless(JSON.stringify(steps)), nameless(JSON.stringify({ steps, results } satisfies Row)));
    return results;
  };
  return {
    engine: engine.engine,
    header: engine.header,
    configuration: engine.configuration,
    runSteps,
    check: async (code, options) => (await runSteps([code], options))[0]!,
    versions: () => engine.versions(),
    close: () => engine.close(),
    lines: () => [...rows.values()].map((line) => `${line}\n`).join(""),
  };
}

/**
 * An engine that only gives answers from a file of `recording`. What is not in the file is `infra`, so it can never be taken for a verdict.
 * @param header that of the engine whose answers they are
 * @throws InputError if there is no such file
 */
export function replaying(path: string, { header = "", versions = {} }: { readonly header?: string; readonly versions?: LeanVersions } = {}): LeanEngine {
  if (!existsSync(path)) throw new InputError(`${shown(path)}: no such file of recorded answers`);
  const rows = new Map(readText(path).split("\n").filter(Boolean).map((line) => {
    const row = JSON.parse(line) as Row;
    return [JSON.stringify(row.steps), row.results];
  }));
  const runSteps: LeanEngine["runSteps"] = (steps) => {
    const asked = JSON.stringify(steps);
    const [, , nonce = "N"] = new RegExp(NONCE.source).exec(asked) ?? [];
    const found = rows.get(nameless(asked));
    if (!found) return Promise.resolve([{ status: "infra", detail: "this was never recorded; with Lean (npm run lean) it can be asked" }]);
    return Promise.resolve(JSON.parse(JSON.stringify(found).replaceAll(/_kit_(ref|chk|thm)_N\b/g, `_kit_$1_${nonce}`)) as LeanResult[]);
  };
  return {
    engine: "recorded",
    header,
    configuration: { recorded: shown(path) },
    runSteps,
    check: async (code) => (await runSteps([code]))[0]!,
    versions: () => Promise.resolve(versions),
    close: () => Promise.resolve(),
  };
}
