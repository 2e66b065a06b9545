/** Method B from inputs to run records: translate, check, judge; every stage in a journal, so that an interrupted run goes on where it was. */
import { join } from "node:path";
import { InputError } from "../../core/errors";
import { writeIfChanged } from "../../core/files";
import type { EditVerdict } from "../../judges/edits";
import { holdsSorry } from "../../judges/evidence";
import { requireDifferentNames, type Judge, type ScoreVerdict } from "../../judges/judge";
import { quotationOf } from "../../judges/verdicts";
import { extractTheorem } from "../../lean/extract";
import { regionsOf } from "../../lean/regions";
import { writeStudy, type OutputRecord, type Study, type Verdicts } from "../../robustness/records";
import type { JournalProblem } from "../journal";
import { openFolder } from "../openFolder";
import { keepSettings, kitVersion } from "../settings";
import { runStage, type Progress } from "../stage";
import type { FormaliserReply } from "../types";
import { isEdit, regionOf } from "./instances";
import type { Checked, CodeChecker, Instance, JudgeDetail, OutputDetail, ProofInput, ProofSystem } from "./types";

export interface RobustnessOptions {
  readonly instances: readonly Instance[];
  readonly systems: readonly ProofSystem[];
  readonly checker: CodeChecker;
  /** The first judge's verdicts are the records' own, the others' stand beside them by name. */
  readonly judges: readonly [Judge, ...Judge[]];
  /** Samples an input in the styles, 1 unless told; edited inputs have one (B, section 4.2 and appendix D). */
  readonly samples?: number;
  /** Judge every sample, or only the first and the one that verifier-guided selection takes. */
  readonly judged?: "all" | "selected";
  /** Where the run is kept. The same folder with the same settings goes on; with other settings it is refused. */
  readonly folder: string;
  /** Rows at once, 4 unless told. */
  readonly concurrency?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

export interface RobustnessRun {
  readonly study: Study;
  /** Damage that was found in the journals and mended. */
  readonly problems: readonly JournalProblem[];
}

/** One output on its way. */
interface Output {
  readonly instance: Instance;
  readonly system: string;
  readonly sample: number;
  /** The code of the answer, empty where there is none. */
  readonly code: string;
}

/**
 * Runs the robustness study's method on inputs (B, section 4), with any systems, checker and judges.
 *
 * The folder then holds run.json, a journal a stage, and study.jsonl, from which every table and figure is made. Same inputs and settings, same bytes,
 * however often the run was interrupted.
 * @throws InputError for two inputs, systems or judges of one name; DataError if the folder holds a run with other settings; ToolError if another process
 * uses it, it cannot be written, or the checker breaks
 */
export async function runRobustness(options: RobustnessOptions): Promise<RobustnessRun> {
  const { instances, systems, checker, judges, samples = 1, judged = "all", folder, concurrency = 4, onProgress, signal } = options;
  requireDifferentNames(judges);
  requireUnique("system", systems.map(({ name }) => name));
  requireUnique("input", instances.map(({ dataset, problem, condition }) => `${dataset}, ${problem}, ${condition}`));
  if (!Number.isSafeInteger(samples) || samples < 1) throw new InputError(`samples is a whole number from 1, got ${samples}`);
  const run = openFolder(folder);
  const shared = { concurrency, ...(onProgress && { onProgress }), ...(signal && { signal }) };
  try {
    const named = <Named extends { readonly configuration: object }>(items: readonly Named[], name: (item: Named) => string) => items.map((item) => ({ name: name(item), ...item.configuration }));
    keepSettings(folder, { method: "B", version: kitVersion(), systems: named(systems, ({ name }) => name), checker: named([checker], ({ engine }) => engine)[0], judges: named(judges, ({ name }) => name), samples, judged });

    const outputs: Output[] = [];
    const answers = run.journal("translate");
    for (const system of systems) {
      const replies = await runStage<ProofInput & { readonly samples: number }, readonly FormaliserReply[]>({
        ...shared, name: "translate", configuration: { system: system.name, ...system.configuration }, journal: answers,
        rows: instances.map((instance) => ({ id: `${system.name}/${idOf(instance)}`, input: { name: instance.problem, statement: instance.statement, proof: instance.proof, samples: isEdit(instance.condition) ? 1 : samples } })),
        make: ({ samples: wanted, ...input }) => system.translate(input, wanted),
      });
      replies.forEach((of, i) => of.forEach((reply, j) => outputs.push({ instance: instances[i]!, system: system.name, sample: j + 1, code: codeOf(reply) })));
    }

    const checks = await runStage<string, Checked>({
      ...shared, name: "check", configuration: { engine: checker.engine, ...checker.configuration }, journal: run.journal("check"),
      rows: outputs.map((output) => ({ id: outputId(output), input: output.code })),
      make: (code) => (code === "" ? { ok: false, reason: "no code" } : checker.check(code)),
    });

    const chosen = judged === "all" ? outputs.map(() => true) : selection(outputs, checks);
    const rows = outputs.map((output, i) => ({ output, i })).filter(({ i }) => chosen[i]);
    const verdicts = outputs.map(() => new Map<string, { statement: ScoreVerdict; proof: ScoreVerdict; edit?: EditVerdict }>());
    const judging = run.journal("judge");
    for (const judge of judges) {
      const configuration = { judge: judge.name, ...judge.configuration };
      const scores = async (name: "statement" | "proof") => runStage<{ readonly text: string; readonly code: string }, ScoreVerdict>({
        ...shared, name: `judge ${name}`, configuration, journal: judging,
        rows: rows.map(({ output }) => ({ id: `${judge.name}/${outputId(output)}/${name}`, input: { text: output.instance[name], code: output.code } })),
        make: ({ text, code }) => judge[name]({ statement: text, proof: text, code }),
      });
      const [statements, proofs] = [await scores("statement"), await scores("proof")];
      rows.forEach(({ i }, at) => verdicts[i]!.set(judge.name, { statement: statements[at]!, proof: proofs[at]! }));
      const edited = rows.filter(({ output }) => output.instance.edit !== undefined);
      const labels = await runStage<{ readonly edit: NonNullable<Instance["edit"]>; readonly region: "statement" | "proof"; readonly code: string }, EditVerdict>({
        ...shared, name: "judge edit", configuration, journal: judging,
        rows: edited.map(({ output: { instance, code }, output }) => ({ id: `${judge.name}/${outputId(output)}/edit`, input: { edit: instance.edit!, region: isEdit(instance.condition) ? regionOf(instance.condition) : "proof", code } })),
        make: ({ edit, region, code }) => judge.edit(edit, region, code),
      });
      edited.forEach(({ i }, at) => verdicts[i]!.set(judge.name, { ...verdicts[i]!.get(judge.name)!, edit: labels[at]! }));
    }

    const study: Study = {
      about: { simulated: false, judge: judges[0].name, checker: checker.engine, note: systems.map(({ name }) => name).join(", ") },
      outputs: outputs.map((output, i) => recordOf(output, checks[i]!, judges, verdicts[i]!)),
    };
    writeStudy(join(folder, "study.jsonl"), study);
    writeIfChanged(join(folder, "outputs.jsonl"), outputs.map((output, i) => `${JSON.stringify(detailOf(output, checks[i]!, verdicts[i]!))}\n`).join(""));
    return { study, problems: run.problems() };
  } finally {
    run.close();
  }
}

function codeOf({ reply, finish }: FormaliserReply): string {
  const extracted = extractTheorem(reply, { preset: "strict", finish });
  return extracted.ok ? extracted.code : "";
}

function idOf({ dataset, problem, condition }: Instance): string {
  return `${dataset}/${problem}/${condition}`;
}

function outputId({ instance, system, sample }: Output): string {
  return `${system}/${idOf(instance)}#${sample}`;
}

/** The first sample of each input, and the first that passes. */
function selection(outputs: readonly Output[], checks: readonly Checked[]): boolean[] {
  const passed = new Set<string>();
  return outputs.map((output, i) => {
    const input = `${output.system}/${idOf(output.instance)}`;
    const isFirstPass = checks[i]!.ok && !passed.has(input);
    if (isFirstPass) passed.add(input);
    return output.sample === 1 || isFirstPass;
  });
}

function detailOf(output: Output, checked: Checked, verdicts: ReadonlyMap<string, { statement: ScoreVerdict; proof: ScoreVerdict; edit?: EditVerdict }>): OutputDetail {
  const { instance, system, sample, code } = output;
  const score = ({ score: said, reason }: ScoreVerdict) => ({ score: said, reason });
  const judges = [...verdicts].map(([name, { statement, proof, edit }]): [string, JudgeDetail] => {
    const { reply, ...rest } = edit ?? {};
    const quoted = reply === undefined ? undefined : quotationOf(reply);
    return [name, { statement: score(statement), proof: score(proof), ...(edit && { edit: { ...(rest as Omit<EditVerdict, "reply">), ...(quoted && { quoted }) } }) }];
  });
  return { id: outputId(output), system, sample, instance, code, checked, judges: Object.fromEntries(judges) };
}

function recordOf({ instance, system, sample, code }: Output, checked: Checked, [first, ...others]: RobustnessOptions["judges"], verdicts: ReadonlyMap<string, { statement: ScoreVerdict; proof: ScoreVerdict; edit?: EditVerdict }>): OutputRecord {
  const own = verdicts.get(first.name);
  const edit = instance.edit === undefined ? undefined : (own?.edit ?? { label: "unjudged" as const, because: "not_selected" });
  const found = regionsOf(code);
  const degenerate = found.ok ? found.regions.degenerate : undefined;
  const beside = Object.fromEntries(others.flatMap(({ name }): [string, Verdicts][] => {
    const said = verdicts.get(name);
    return said ? [[name, { stmtSC: said.statement.score, proofSC: said.proof.score, ...(said.edit && { label: said.edit.label }) }]] : [];
  }));
  return {
    dataset: instance.dataset, problem: instance.problem, proofWords: instance.proofWords, system, condition: instance.condition, sample,
    tc: checked.ok, stmtSC: own ? own.statement.score : null, proofSC: own ? own.proof.score : null,
    ...(holdsSorry(code) && { placeholder: true }),
    ...((degenerate === "empty" || degenerate === "comments") && { emptyBody: true }),
    ...(edit && { label: edit.label, ...(edit.because !== undefined && { because: edit.because }), ...(edit.evidenceFound !== undefined && { evidenceFound: edit.evidenceFound }), ...(edit.consistent !== undefined && { consistent: edit.consistent }) }),
    ...(Object.keys(beside).length > 0 && { others: beside }),
  };
}

function requireUnique(what: string, names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new InputError(`there are two of the ${what} ${name}; each needs a name of its own`);
    seen.add(name);
  }
}
