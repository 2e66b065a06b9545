/** Method A from steps to rates: perturb, formalise, decide, diagnose; every stage in a journal, so that an interrupted run goes on where it was. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../core/errors";
import { inProject, readText, shown, writeIfChanged } from "../core/files";
import type { Preset } from "../lean/extract";
import { perturbByRule, type RulePerturbation } from "../perturb/rules";
import { diagnose, type Diagnosis } from "./diagnosis";
import { Journal, type JournalProblem } from "./journal";
import { lockFolder } from "./lock";
import { runStage, type Progress } from "./stage";
import { summarise, type Summary } from "./summary";
import type { Formaliser, FormaliserInput, FormaliserReply, Step, StatementProver, Verdict } from "./types";
import { verdictOf } from "./verdict";

export interface MethodAOptions {
  readonly steps: readonly Step[];
  /** Seed of the perturbation. */
  readonly seed: number | string;
  readonly formaliser: Formaliser;
  readonly prover: StatementProver;
  readonly preset?: Preset;
  /** Where the run is kept. The same folder with the same settings goes on; with other settings it is refused. */
  readonly folder: string;
  /** Rows at once, 4 unless told. */
  readonly concurrency?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/** One step through all stages. */
export interface Case {
  readonly step: Step;
  readonly perturbed: RulePerturbation;
  readonly replies: { readonly original: FormaliserReply; readonly perturbed: FormaliserReply };
  readonly original: Verdict;
  readonly perturbedVerdict: Verdict;
  /** Where the perturbed step's statement was proved: by which mechanism. */
  readonly diagnosis?: Diagnosis;
}

export interface RunResult {
  readonly cases: readonly Case[];
  readonly summary: Summary;
  /** Damage that was found in the journals and mended. */
  readonly problems: readonly JournalProblem[];
}

/**
 * Runs FaithformBench's method on steps (A, sections 3 and 4), with rule perturbation, any formaliser and any prover.
 *
 * The folder then holds run.json (settings, versions, engine, seed), a journal a stage, steps.jsonl in the layout of benchmark A,
 * formalisations.jsonl in that of benchmark C, and summary.json. Same steps and settings, same bytes, however often the run was interrupted.
 * @throws DataError if the folder holds a run with other settings; ToolError if another process uses it or it cannot be written
 */
export async function runMethodA(options: MethodAOptions): Promise<RunResult> {
  const { steps, seed, formaliser, prover, preset = "strict", folder, concurrency = 4, onProgress, signal } = options;
  mkdirSync(folder, { recursive: true });
  const release = lockFolder(folder);
  const journals: Journal[] = [];
  const journal = (name: string) => {
    const opened = new Journal(join(folder, `${name}.journal.jsonl`));
    journals.push(opened);
    return opened;
  };
  try {
    const settings = { method: "A", version: version(), seed, perturbation: "regex_perturbed", formaliser: formaliser.name, formaliserConfiguration: formaliser.configuration, preset, engine: prover.engine, engineConfiguration: prover.configuration };
    keepSettings(folder, settings);
    const shared = { concurrency, ...(onProgress && { onProgress }), ...(signal && { signal }) };

    const perturbed = await runStage<string, RulePerturbation>({
      ...shared, name: "perturb", configuration: { seed }, journal: journal("perturb"),
      rows: steps.map(({ id, content }) => ({ id, input: content })),
      make: (content) => perturbByRule(content, { seed }),
    });

    const both = <Row>(row: (step: Step, i: number, side: "original" | "perturbed") => Row): Row[] => steps.flatMap((step, i) => [row(step, i, "original"), row(step, i, "perturbed")]);
    const replies = await runStage<FormaliserInput, FormaliserReply>({
      ...shared, name: "formalise", configuration: { formaliser: formaliser.name, ...formaliser.configuration }, journal: journal("formalise"),
      rows: both(({ id, content, context }, i, side) => ({ id: `${id}/${side}`, input: { content: side === "original" ? content : perturbed[i]!.text, context } })),
      make: (input) => formaliser.formalise(input),
    });

    const deciding = { preset, engine: prover.engine, ...prover.configuration };
    const verdicts = await runStage<FormaliserReply, Verdict>({
      ...shared, name: "decide", configuration: deciding, journal: journal("decide"),
      rows: both(({ id }, i, side) => ({ id: `${id}/${side}`, input: replies[2 * i + (side === "original" ? 0 : 1)]! })),
      make: (reply) => verdictOf(reply, { preset, prover }),
    });

    const repaired = steps.map((_, i) => i).filter((i) => verdicts[2 * i + 1]!.outcome === "proved");
    const diagnoses = await runStage<{ perturbed: Verdict; original: Verdict; edits: RulePerturbation["edits"] }, Diagnosis>({
      ...shared, name: "diagnose", configuration: deciding, journal: journal("diagnose"),
      rows: repaired.map((i) => ({ id: steps[i]!.id, input: { perturbed: verdicts[2 * i + 1]!, original: verdicts[2 * i]!, edits: perturbed[i]!.edits } })),
      make: (input) => diagnose({ ...input, prover }),
    });
    const diagnosisOf = new Map(repaired.map((i, at) => [i, diagnoses[at]!]));

    const cases = steps.map((step, i): Case => {
      const diagnosis = diagnosisOf.get(i);
      return { step, perturbed: perturbed[i]!, replies: { original: replies[2 * i]!, perturbed: replies[2 * i + 1]! }, original: verdicts[2 * i]!, perturbedVerdict: verdicts[2 * i + 1]!, ...(diagnosis && { diagnosis }) };
    });
    const summary = summarise(cases, settings);
    keepResults(folder, cases, summary);
    return { cases, summary, problems: journals.flatMap(({ problems }) => problems) };
  } finally {
    for (const opened of journals) opened.close();
    release();
  }
}

/** A folder belongs to one run: its settings are written once and must be the same ever after. */
function keepSettings(folder: string, settings: object): void {
  const path = join(folder, "run.json");
  const text = `${JSON.stringify(settings, null, 2)}\n`;
  if (!existsSync(path)) return void writeIfChanged(path, text);
  const before = readText(path);
  if (before === text) return;
  const [old, now] = [JSON.parse(before), JSON.parse(text)] as Record<string, unknown>[];
  const differing = [...new Set([...Object.keys(old!), ...Object.keys(now!)])].filter((key) => JSON.stringify(old![key]) !== JSON.stringify(now![key]));
  throw new DataError(`${shown(folder)} holds a run with another ${differing.map((key) => `${key} (${JSON.stringify(old![key])}, now ${JSON.stringify(now![key])})`).join(", ")}; take another folder, or the same settings`);
}

function keepResults(folder: string, cases: readonly Case[], summary: Summary): void {
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  writeIfChanged(join(folder, "steps.jsonl"), lines(cases.flatMap(stepRows)));
  writeIfChanged(join(folder, "formalisations.jsonl"), lines(cases.flatMap((each) => formalisationRows(each, summary.formaliser))));
  writeIfChanged(join(folder, "summary.json"), `${JSON.stringify(summary, null, 2)}\n`);
}

const SIDES = [
  { side: "original", is_perturbed: false, type_of_perturbation: "unperturbed" },
  { side: "perturbed", is_perturbed: true, type_of_perturbation: "regex_perturbed" },
] as const;

/** Benchmark A: a row for the step and one for its perturbed counterpart. "depencies" is spelled as released. */
function stepRows({ step, perturbed }: Case): object[] {
  return SIDES.map(({ side, is_perturbed, type_of_perturbation }) => ({
    step_content: side === "original" ? step.content : perturbed.text,
    is_perturbed, type_of_perturbation,
    problem_id: step.problemId, node_id: step.nodeId, statement_type: step.statementType ?? null, proof_type: step.proofType ?? null,
    depencies: step.dependencies, dependencies_content: step.context, inference_rule: null, verification_note: null,
    context_from: step.contextFrom,
    ...(is_perturbed && { edits: perturbed.edits }),
  }));
}

const RESULTS = { af_fail: "AF-Fail", inconclusive: "Inconclusive", proved: "Proved", refuted: "Refuted" } as const;

/** Benchmark C: a row for each statement, with what the embedded run knows besides. */
function formalisationRows({ step, perturbed, original, perturbedVerdict, diagnosis }: Case, formaliser: string): object[] {
  return SIDES.map(({ side, is_perturbed, type_of_perturbation }) => {
    const { outcome, code, ...rest } = side === "original" ? original : perturbedVerdict;
    return {
      step_content: side === "original" ? step.content : perturbed.text,
      is_perturbed, type_of_perturbation,
      problem_id: step.problemId, node_id: step.nodeId,
      autoformaliser_model: formaliser, autoformaliser_output: code ?? "", prover_output: "", proof_result: RESULTS[outcome],
      ...rest,
      ...(is_perturbed && diagnosis && { diagnosis }),
    };
  });
}

function version(): string {
  return (JSON.parse(readText(inProject("package.json"))) as { version: string }).version;
}
