/** Method A from steps to rates: perturb, judge, formalise, decide, diagnose; every stage in a journal, so that an interrupted run goes on where it was. */
import type { Preset } from "../lean/extract";
import { rulePerturber, type Perturbation, type Perturber } from "../perturb/perturber";
import { diagnose, type Diagnosis } from "./diagnosis";
import type { Journal, JournalProblem } from "./journal";
import { openFolder } from "./openFolder";
import type { Judgement, PerturbationJudge, PerturbationPair } from "./models/judge";
import type { JsonAnswer } from "./models/json";
import { keepResults } from "./runFiles";
import { keepSettings, kitVersion } from "./settings";
import { runStage, type Progress } from "./stage";
import { summarise, type Summary } from "./summary";
import type { Formaliser, FormaliserInput, FormaliserReply, Step, StatementProver, Verdict } from "./types";
import { verdictOf } from "./verdict";

export interface MethodAOptions {
  readonly steps: readonly Step[];
  /** Seed of the perturbation by rule. */
  readonly seed: number | string;
  readonly formaliser: Formaliser;
  readonly prover: StatementProver;
  /** What makes steps false; the rules unless told. */
  readonly perturber?: Perturber;
  /** What decides variants of a statement that was proved, to say why; the prover itself unless told. */
  readonly diagnoser?: StatementProver;
  /** A panel that says of each perturbation whether it worked; nobody unless told. */
  readonly judges?: readonly PerturbationJudge[];
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
  readonly perturbed: Perturbation;
  readonly replies: { readonly original: FormaliserReply; readonly perturbed: FormaliserReply };
  readonly original: Verdict;
  readonly perturbedVerdict: Verdict;
  /** What each judge of the panel says of the perturbation, by the judge's name. */
  readonly validity?: Readonly<Record<string, JsonAnswer<Judgement>>>;
  /** Where the perturbed step's statement was proved: by which mechanism. */
  readonly diagnosis?: Diagnosis;
}

/** A step without a perturbed counterpart: no pair, and in no rate. */
export type Excluded = Pick<Case, "step" | "perturbed">;

export interface RunResult {
  readonly cases: readonly Case[];
  readonly excluded: readonly Excluded[];
  readonly summary: Summary;
  /** Damage that was found in the journals and mended. */
  readonly problems: readonly JournalProblem[];
}

/**
 * Runs FaithformBench's method on steps (A, sections 3 and 4), with any perturber, formaliser and prover.
 *
 * The folder then holds run.json (settings, versions, engine, seed), a journal a stage, steps.jsonl in the layout of benchmark A,
 * formalisations.jsonl in that of benchmark C, and summary.json. Same steps and settings, same bytes, however often the run was interrupted.
 * @throws DataError if the folder holds a run with other settings; ToolError if another process uses it or it cannot be written; ModelError if a model
 * cannot be asked any more; Pending if answers have to come by batch first
 */
export async function runMethodA(options: MethodAOptions): Promise<RunResult> {
  const { steps, seed, formaliser, prover, perturber = rulePerturber({ seed }), judges = [], diagnoser = options.prover, preset = "strict", folder, concurrency = 4, onProgress, signal } = options;
  const run = openFolder(folder);
  try {
    const settings = {
      method: "A", version: kitVersion(), seed, perturbation: perturber.type,
      ...(perturber.type !== "regex_perturbed" && { perturberConfiguration: perturber.configuration }),
      ...(judges.length > 0 && { judges: judges.map(({ name, configuration }) => ({ name, ...configuration })) }),
      formaliser: formaliser.name, formaliserConfiguration: formaliser.configuration, preset, engine: prover.engine, engineConfiguration: prover.configuration,
    };
    keepSettings(folder, settings);
    const shared = { concurrency, ...(onProgress && { onProgress }), ...(signal && { signal }) };

    const perturbations = await runStage<FormaliserInput, Perturbation>({
      ...shared, name: "perturb", configuration: perturber.configuration, journal: run.journal("perturb"),
      rows: steps.map(({ id, content, context }) => ({ id, input: { content, context: perturber.readsContext ? context : [] } })),
      make: (input) => perturber.perturb(input),
    });
    const pairs = steps.map((step, i) => ({ step, perturbed: perturbations[i]! }));
    const kept = pairs.filter(({ perturbed }) => perturbed.unchanged === undefined);

    const both = <Row>(row: (pair: Excluded, side: "original" | "perturbed") => Row): Row[] => kept.flatMap((pair) => [row(pair, "original"), row(pair, "perturbed")]);
    const text = ({ step, perturbed }: Excluded, side: "original" | "perturbed") => (side === "original" ? step.content : perturbed.text);
    const replies = await runStage<FormaliserInput, FormaliserReply>({
      ...shared, name: "formalise", configuration: { formaliser: formaliser.name, ...formaliser.configuration }, journal: run.journal("formalise"),
      rows: both((pair, side) => ({ id: `${pair.step.id}/${side}`, input: { content: text(pair, side), context: pair.step.context } })),
      make: (input) => formaliser.formalise(input),
    });

    const deciding = { preset, engine: prover.engine, ...prover.configuration };
    let row = 0;
    const verdicts = await runStage<FormaliserReply & { readonly step?: string }, Verdict>({
      ...shared, name: "decide", configuration: deciding, journal: run.journal("decide"),
      rows: both((pair, side) => {
        // Which wording was used and what the server said besides makes no difference to the verdict.
        const { asked, ...reply } = replies[row++]!;
        return { id: `${pair.step.id}/${side}`, input: prover.readsStep ? { ...reply, step: text(pair, side) } : reply };
      }),
      make: ({ step, ...reply }) => verdictOf(reply, { preset, prover, ...(step !== undefined && { step }) }),
    });

    const repaired = kept.map((_, i) => i).filter((i) => verdicts[2 * i + 1]!.outcome === "proved");
    const diagnoses = await runStage<{ perturbed: Verdict; original: Verdict; edits: Perturbation["edits"] }, Diagnosis>({
      ...shared, name: "diagnose", configuration: diagnoser === prover ? deciding : { ...deciding, diagnoser: diagnoser.engine, diagnoserConfiguration: diagnoser.configuration }, journal: run.journal("diagnose"),
      rows: repaired.map((i) => ({ id: kept[i]!.step.id, input: { perturbed: verdicts[2 * i + 1]!, original: verdicts[2 * i]!, edits: kept[i]!.perturbed.edits } })),
      make: (input) => diagnose({ ...input, prover: diagnoser }),
    });
    const diagnosisOf = new Map(repaired.map((i, at) => [i, diagnoses[at]!]));
    const panel: Record<string, JsonAnswer<Judgement>[]> = {};
    if (judges.length > 0) {
      const judged = run.journal("validity");
      for (const judge of judges) panel[judge.name] = await judgeAll(judge, kept, { ...shared, journal: judged });
    }

    const cases = kept.map(({ step, perturbed }, i): Case => {
      const diagnosis = diagnosisOf.get(i);
      const validity = judges.length > 0 && Object.fromEntries(judges.map(({ name }) => [name, panel[name]![i]!]));
      return { step, perturbed, replies: { original: replies[2 * i]!, perturbed: replies[2 * i + 1]! }, original: verdicts[2 * i]!, perturbedVerdict: verdicts[2 * i + 1]!, ...(validity && { validity }), ...(diagnosis && { diagnosis }) };
    });
    const excluded = pairs.filter(({ perturbed }) => perturbed.unchanged !== undefined);
    const summary = summarise(cases, settings, excluded);
    keepResults(folder, { pairs, cases, summary, perturbation: perturber.type });
    return { cases, excluded, summary, problems: run.problems() };
  } finally {
    run.close();
  }
}

function judgeAll(judge: PerturbationJudge, pairs: readonly Excluded[], shared: { concurrency: number; journal: Journal; onProgress?: (progress: Progress) => void; signal?: AbortSignal }): Promise<JsonAnswer<Judgement>[]> {
  return runStage<PerturbationPair, JsonAnswer<Judgement>>({
    ...shared, name: `validity (${judge.name})`, configuration: judge.configuration,
    rows: pairs.map(({ step, perturbed }) => ({ id: step.id, input: { context: step.context, original: step.content, perturbed: perturbed.text } })),
    make: (pair) => judge.judge(pair),
  });
}
