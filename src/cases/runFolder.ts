/** A run folder read back: its settings and its cases, for looking, selecting and comparing. Nothing is run and nothing is written. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../core/errors";
import { readJsonLines, readText, shown } from "../core/files";
import type { Outcome } from "../core/types";
import type { RuleEdit } from "../perturb/rules";
import type { Diagnosis } from "../stages/diagnosis";
import { keyOf } from "../stages/journal";
import type { Case } from "../stages/methodA";
import { datasetOf } from "../data/fields";
import type { Summary } from "../stages/summary";
import type { FormaliserReply, Step, Verdict } from "../stages/types";

/** What a run was made with, as its run.json says. */
export interface RunSettings {
  readonly method: string;
  readonly version: string;
  readonly seed: number | string;
  readonly perturbation: string;
  readonly formaliser: string;
  readonly formaliserConfiguration: Readonly<Record<string, unknown>>;
  readonly preset: string;
  readonly engine: string;
  readonly engineConfiguration: Readonly<Record<string, unknown>>;
}

/** A run of Method A as it lies in its folder. */
export interface Run {
  /** The folder as it was named; for links and messages. */
  readonly folder: string;
  readonly settings: RunSettings;
  readonly cases: readonly Case[];
  readonly summary: Summary;
}

/**
 * Reads a finished run of Method A.
 * @throws DataError if the folder holds none, or a run that has not come to its end
 * @example (await readRun("runs/literal")).cases.length // 132 for the kit's sample
 */
export async function readRun(folder: string): Promise<Run> {
  const need = (name: string) => {
    const path = join(folder, name);
    if (!existsSync(path)) throw new DataError(`${shown(folder)} holds no finished run: ${name} is not there; \`npx faithlab run --out ${shown(folder)}\` makes it, and goes on where an interrupted one stopped`);
    return path;
  };
  const settings = JSON.parse(readText(need("run.json"))) as RunSettings;
  const summary = JSON.parse(readText(need("summary.json"))) as Summary;
  const steps = await pairsOf(need("steps.jsonl"));
  const formalised = await pairsOf(need("formalisations.jsonl"));
  const replies = await repliesOf(join(folder, "formalise.journal.jsonl"));
  const configuration = { formaliser: settings.formaliser, ...settings.formaliserConfiguration };
  const cases = [...formalised].map(([id, sides]): Case => {
    const [original, perturbed] = [steps.get(id)?.original, steps.get(id)?.perturbed];
    if (!original || !perturbed || !sides.original || !sides.perturbed) throw new DataError(`${shown(folder)}: steps.jsonl and formalisations.jsonl do not fit together at ${id}; take the folder of one run`);
    const step = stepOf(id, original);
    const reply = (content: string): FormaliserReply => replies.get(keyOf("formalise", configuration, { content, context: step.context })) ?? { reply: "", finish: "unknown" };
    const diagnosis = sides.perturbed["diagnosis"] as Diagnosis | undefined;
    const text = String(perturbed["step_content"]);
    return {
      step,
      perturbed: { text, edits: (perturbed["edits"] ?? []) as RuleEdit[] },
      replies: { original: reply(step.content), perturbed: reply(text) },
      original: verdictOf(sides.original),
      perturbedVerdict: verdictOf(sides.perturbed),
      ...(diagnosis && { diagnosis }),
    };
  });
  return { folder, settings, cases, summary };
}

type Row = Readonly<Record<string, unknown>>;
interface Sides {
  original?: Row;
  perturbed?: Row;
}

/** Rows by step, in the order of the file. */
async function pairsOf(path: string): Promise<Map<string, Sides>> {
  const pairs = new Map<string, Sides>();
  for await (const each of readJsonLines(path)) {
    if (!each.ok) throw new DataError(`${shown(path)}:${each.line}: ${each.reason}; running the same command again mends it`);
    const row = each.value as Row;
    const id = `${row["problem_id"]}/${row["node_id"]}`;
    const sides = pairs.get(id) ?? {};
    sides[row["is_perturbed"] === true ? "perturbed" : "original"] = row;
    pairs.set(id, sides);
  }
  return pairs;
}

function stepOf(id: string, row: Row): Step {
  const problemId = String(row["problem_id"]);
  return {
    id, problemId,
    nodeId: String(row["node_id"]),
    dataset: datasetOf(problemId),
    content: String(row["step_content"]),
    context: (row["dependencies_content"] ?? []) as string[],
    contextFrom: row["context_from"] === "graph" ? "graph" : "all_earlier_steps",
    dependencies: (row["depencies"] ?? []) as string[],
    ...(typeof row["statement_type"] === "string" && { statementType: row["statement_type"] }),
    ...(typeof row["proof_type"] === "string" && { proofType: row["proof_type"] }),
  };
}

const OUTCOME_OF: Readonly<Record<string, Outcome>> = { "AF-Fail": "af_fail", Inconclusive: "inconclusive", Proved: "proved", Refuted: "refuted" };
/** Fields of a verdict that stand in its row under their own names. */
const KEPT = ["engine", "reason", "negation", "counterexample", "proof", "vacuous", "alarm"] as const;

function verdictOf(row: Row): Verdict {
  const outcome = OUTCOME_OF[String(row["proof_result"])];
  if (!outcome) throw new DataError(`"proof_result" is one of ${Object.keys(OUTCOME_OF).join(", ")}, got ${JSON.stringify(row["proof_result"])}`);
  const code = String(row["autoformaliser_output"] ?? "");
  const written = String(row["prover_output"] ?? "");
  return {
    outcome,
    flags: (row["flags"] ?? []) as string[],
    ...(code !== "" && { code }),
    ...Object.fromEntries(KEPT.filter((name) => row[name] !== undefined).map((name) => [name, row[name]])),
    ...(written !== "" && row["proof"] === undefined && { proof: written }),
  };
}

/** The raw replies by the key of their input; none if the journal was not kept with the folder. */
async function repliesOf(path: string): Promise<Map<string, FormaliserReply>> {
  const replies = new Map<string, FormaliserReply>();
  if (!existsSync(path)) return replies;
  for await (const each of readJsonLines(path)) {
    if (!each.ok) continue; // a torn line: the reply is shown as missing
    const { key, value } = each.value as { key: string; value: FormaliserReply };
    replies.set(key, value);
  }
  return replies;
}
