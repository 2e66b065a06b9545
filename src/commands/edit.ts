import { parseArgs } from "node:util";
import { InputError } from "../core/errors";
import { unwrapped, type Problem } from "../data/problems";
import { deleteStep } from "../perturb/local/deletion";
import type { RelationRule } from "../perturb/local/filters";
import { MARK_PROMPTS, markByModel, splitByModel, stepsIn } from "../perturb/local/markByModel";
import { markByRule, RULE_MARKER } from "../perturb/local/markByRule";
import { MARK_FIELDS, marksIn, SUBSTITUTIONS, type Mark, type Substitution } from "../perturb/local/marks";
import { REGIONS, type Region } from "../perturb/local/seeds";
import { splitSteps, type ProofStep } from "../perturb/local/steps";
import { substitute } from "../perturb/local/substitute";
import { verifyEdit } from "../perturb/local/verify";
import { note, type Command } from "./command";
import { MODEL_HELP, MODEL_OPTIONS, modelOf, turnProblems, type Asked, type Made } from "./problems";

const KINDS = [...SUBSTITUTIONS, "delete"] as const;

/** `faithlab edit`: one local edit a problem and region, seeded by the problem's name, verified. */
export const edit: Command = {
  usage: "edit number|symbol|delete [FILE]",
  summary: "Method B's local edits: one number, symbol or step of a theorem with proof",
  help: `faithlab edit number|symbol|delete [FILE] turns problems into edited rows with the released metadata, one for each region that has a place for it.

FILE is JSON Lines or Parquet in the layout of RobustPABench or MATH-500; "-" or nothing is standard input. A row may bring its own marks, as the
released labels have them: "numbers" [{value, source, char_offset_start, char_offset_end, context}], "symbols" [{symbol, …}] or
"steps" [{full_text, reasoning_text, outcome_text, deletable, …}]. Offsets may be wrong: they are repaired, or the mark is dropped.

  --region R         statement or proof; both unless told (steps are of proofs)
  --preset P         how relations of a clause are counted: strict, or paper as the released code does (strict)
${MODEL_HELP}

Every edit is verified character by character before it is printed. Problems without a place for the edit are listed on standard error with the
reason; a line that is no problem becomes {line, error}, and the exit code is then 1.`,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { region: { type: "string" }, preset: { type: "string", default: "strict" }, ...MODEL_OPTIONS } });
    const [kind, ...files] = positionals;
    if (!(KINDS as readonly unknown[]).includes(kind)) throw new InputError(`edit takes one of ${KINDS.join(", ")} first, got ${kind === undefined ? "nothing" : `"${kind}"`}`);
    if (values.region !== undefined && !(REGIONS as readonly string[]).includes(values.region)) throw new InputError(`--region is statement or proof, got "${values.region}"`);
    if (kind === "delete" && values.region === "statement") throw new InputError("steps are deleted from proofs; --region statement has none");
    if (values.preset !== "strict" && values.preset !== "paper") throw new InputError(`--preset is strict or paper, got "${values.preset}"`);
    const preset: RelationRule = values.preset;
    const regions = values.region === undefined ? REGIONS : [values.region as Region];
    const model = modelOf(values);
    try {
      let verified = 0;
      const { exit, problems, rows } = await turnProblems(files, Number(values.concurrency), async (problem) => {
        const made = kind === "delete" ? await deleted(problem, model) : await substituted(problem, kind as Substitution, regions, preset, model);
        const faults = made.rows.flatMap((row) => (verifyEdit(row).ok ? [] : [`an edit is not what its metadata say`]));
        verified += made.rows.length - faults.length;
        return { rows: made.rows, notes: [...(made.notes ?? []), ...faults] };
      });
      note(`${problems} problems, ${rows} edits, ${verified} of them verified`);
      return exit;
    } finally {
      await model?.close();
    }
  },
};

async function substituted(problem: Problem, kind: Substitution, regions: readonly Region[], preset: RelationRule, model?: Asked): Promise<Made> {
  const given = marksIn(problem, kind, problem);
  const found = given ? { marks: given.marks, marker: "given" } : model ? await askedMarks(problem, kind, model) : { marks: markByRule(problem, kind), marker: RULE_MARKER };
  if (typeof found === "string") return { rows: [], notes: [found] };
  // Marks are no part of an edited row.
  const { [MARK_FIELDS[kind].list]: _, candidates: __, ...plain } = problem;
  const outcomes = regions.map((region) => ({ region, outcome: substitute(plain as Problem, { kind, region, preset, ...found }) }));
  return {
    rows: outcomes.flatMap(({ outcome }) => (outcome.ok ? [outcome.row] : [])),
    notes: outcomes.flatMap(({ region, outcome }) => (outcome.ok ? [] : [`${region}: ${outcome.reason}`])),
  };
}

async function askedMarks(problem: Problem, kind: Substitution, { ask, name, prompts }: Asked): Promise<{ marks: readonly Mark[]; marker: string } | string> {
  const answer = await markByModel(ask, problem, kind, { prompts });
  return answer.ok ? { marks: answer.value.marks, marker: `${name}, prompt ${prompts.get(MARK_PROMPTS[kind]).version}` } : `${name} gave no marks in ${answer.attempts} attempts: ${answer.reason}`;
}

async function deleted(problem: Problem, model?: Asked): Promise<Made> {
  if (unwrapped(problem.informal_proof) === "") return { rows: [], notes: ["there is no proof"] };
  const given = stepsIn(problem);
  const found = given ? { steps: given, marker: "given" } : model ? await askedSteps(problem, model) : { steps: splitSteps(problem.informal_proof), marker: RULE_MARKER };
  if (typeof found === "string") return { rows: [], notes: [found] };
  const { steps: _, ...plain } = problem;
  const outcome = deleteStep(plain as Problem, found.steps, found.marker);
  return outcome.ok ? { rows: [outcome.row] } : { rows: [], notes: [`proof: ${outcome.reason}`] };
}

async function askedSteps(problem: Problem, { ask, name, prompts }: Asked): Promise<{ steps: readonly ProofStep[]; marker: string } | string> {
  const answer = await splitByModel(ask, problem, { prompts });
  return answer.ok ? { steps: answer.value, marker: `${name}, prompt ${prompts.get("split-steps").version}` } : `${name} gave no steps in ${answer.attempts} attempts: ${answer.reason}`;
}
