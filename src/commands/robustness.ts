import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { claim, percent } from "../charts/words";
import { InputError } from "../core/errors";
import { readText } from "../core/files";
import { modelJudge, ruleBasedJudge, type Judge } from "../judges/judge";
import { ModelClient } from "../llm/client";
import { leanFlowChecker } from "../proofflow/checkers";
import { runProofFlow } from "../proofflow/run";
import { proofFlowSystem } from "../proofflow/system";
import type { FlowResult } from "../proofflow/types";
import { robustnessTable, TABLE_NUMBERS, type RobustnessTable } from "../papers/robustnessTables";
import { editReport } from "../robustness/edits";
import { namesOf, outputsOf, rateOf, selected } from "../robustness/measures";
import { EDIT_NAMES, readStudy, writeStudy, type Study } from "../robustness/records";
import { simulateStudy } from "../robustness/simulate";
import { leanCodeChecker, scanChecker } from "../stages/robustness/checkers";
import { proofControl, PROOF_CONTROL_NAMES, type ProofControlName } from "../stages/robustness/controls";
import { loadInstances } from "../stages/robustness/load";
import { proofSystem } from "../stages/models/proofs";
import { runRobustness } from "../stages/robustness/run";
import type { LeanEngine } from "../repl/engine";
import type { System } from "../systems/types";
import { SYSTEMS, systemOf } from "../systems/registry";
import { LiveConnections } from "../systems/role";
import type { Instance, ProofSystem } from "../stages/robustness/types";
import { EXIT, interruptible, note, print, say, type Command, type ExitCode } from "./command";
import { tellDamage } from "./damage";
import { openFoundLean } from "./engine";
import { flowParts, flowRoles, openFlowChecker, PAPER_PARTS } from "./flowParts";
import { progressLine } from "./progress";

const OPTIONS = {
  out: { type: "string" }, system: { type: "string", multiple: true }, judge: { type: "string", multiple: true }, "base-url": { type: "string" }, cache: { type: "string" },
  "flow-models": { type: "string" }, "flow-attempts": { type: "string", default: "3" },
  engine: { type: "string", default: "scan" }, sandbox: { type: "boolean", default: false },
  samples: { type: "string", default: "1" }, judged: { type: "string", default: "all" }, limit: { type: "string" }, concurrency: { type: "string", default: "4" },
  seed: { type: "string", default: "42" }, problems: { type: "string", default: "100" }, json: { type: "boolean", default: false }, table: { type: "string", multiple: true },
} as const;

/** `faithlab robustness`: Method B from problems to tables. */
export const robustness: Command = {
  usage: "robustness run|tables|simulate …",
  summary: "translate, check, judge: Method B from paraphrased and edited proofs to tables",
  help: `faithlab robustness run --out FOLDER [BENCHMARK]
faithlab robustness tables [--table N] [--json] STUDY
faithlab robustness simulate --out FILE [--seed N] [--problems N] [--samples N]

run: BENCHMARK is a folder in the released layout (CONFIG/SPLIT….parquet or CONFIG/SPLIT.jsonl), or a file of problems (MATH-500's layout too), which
are edited and paraphrased by rule; the kit's own problems if neither is named.
  --out FOLDER        where the run is kept; the same command goes on in it, another one is refused
  --system NAME       ${PROOF_CONTROL_NAMES.join(", ")}, or a model of --base-url: a system of \`faithlab models\` or any
                      other by its name there, at temperature 0.6 and top-p 0.95; several times for several (carrier and repairer).
                      proofflow runs first, in OUT/proofflow, with --flow-attempts N (3) and the models of --flow-models FILE, as for
                      \`faithlab proofflow run --models\` (by default B's three, at --base-url)
  --judge NAME        rule, or a model of --base-url; the first one's verdicts count, the others' stand beside them (rule)
  --base-url URL      an OpenAI-compatible server; --cache FOLDER keeps its replies
  --engine NAME       what decides TC: scan, the kit's own look at the text, or lean, the Lean that this machine has (scan); --sandbox as for run
  --samples N         samples an input in the styles, for verifier-guided selection (1)
  --judged            all, or selected: only the first sample and the one that selection takes (all)
  --limit N           only the first N problems of each split
  --concurrency N     rows at once (4)
With scan, TC is what the kit's scanner accepts, an upper bound; every table says so. FOLDER then holds run.json, a journal for each stage, and study.jsonl.

tables: the twelve tables of the paper from a study (study.jsonl of a run, or a file of simulate), as text or as one JSON object a table.
simulate: a complete study of made-up systems with known rates, marked as simulated throughout.
Exit code: 0 all rows done, 1 some rows could not be used (they are listed), 2 unusable call, 130 interrupted.`,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
    const [action, ...files] = positionals;
    if (files.length > 1) throw new InputError(`one file or folder at a time, got ${files.length}`);
    if (action === "run") return runAction(values, files[0]);
    if (action === "tables") return tablesAction(values, files[0]);
    if (action === "simulate") return simulateAction(values);
    throw new InputError(`robustness takes run, tables or simulate, got ${action === undefined ? "nothing" : `"${action}"`}`);
  },
};

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

async function runAction(values: Values, benchmark: string | undefined): Promise<ExitCode> {
  if (values.out === undefined) throw new InputError("robustness run needs --out FOLDER, where the run is kept");
  if (values.judged !== "all" && values.judged !== "selected") throw new InputError(`--judged is all or selected, got "${values.judged}"`);
  const { instances, problems } = await loadInstances(benchmark === undefined ? {} : statSync(resolve(benchmark), { throwIfNoEntry: false })?.isFile() ? { files: [resolve(benchmark)] } : { folder: resolve(benchmark) }, values.limit === undefined ? Infinity : whole("--limit", values.limit));
  for (const problem of problems) note(problem);
  note(`${instances.length} inputs in ${new Set(instances.map(({ condition }) => condition)).size} conditions`);
  const { judged } = values;
  const folder = resolve(values.out);
  return interruptible(async (signal) => {
    const client = values["base-url"] === undefined ? undefined : new ModelClient({ baseUrl: values["base-url"], ...(values.cache !== undefined && { cache: resolve(values.cache) }), concurrency: whole("--concurrency", values.concurrency) });
    const model = <Made>(what: string, name: string, make: (from: { client: ModelClient; model: string; signal: AbortSignal }) => Made): Made => {
      if (!client) throw new InputError(`--${what} ${name} is a model, so it needs --base-url`);
      return make({ client, model: name, signal });
    };
    const lean = engineOf(values);
    const systems = values.system ?? ["carrier", "repairer"];
    try {
      const flow = systems.some(isFlow) ? await flowSystem(values, instances, lean, signal) : undefined;
      const originals = instances.filter(({ condition }) => condition === "Orig");
      const isControl = (name: string): name is ProofControlName => (PROOF_CONTROL_NAMES as readonly string[]).includes(name);
      const judges = (values.judge ?? ["rule"]).map((name) => (name === "rule" ? ruleBasedJudge : model("judge", name, modelJudge)));
      const { study, problems: mended } = await runRobustness({
        instances,
        systems: systems.map((name) => (isFlow(name) ? flow! : isControl(name) ? proofControl(name, originals) : model("system", name, ({ client: from, signal }) => proofSystem({ system: systemNamed(name), client: from, signal })))),
        checker: lean ? leanCodeChecker(lean) : scanChecker,
        judges: judges as [Judge, ...Judge[]],
        samples: whole("--samples", values.samples),
        judged,
        folder,
        concurrency: whole("--concurrency", values.concurrency),
        onProgress: progressLine(),
        signal,
      });
      for (const { file, line, what } of mended) note(`${file}:${line}: ${what}`);
      if (client) await tellDamage([client]);
      await say(overview(study));
      return problems.length > 0 ? EXIT.rowsFailed : EXIT.done;
    } finally {
      await client?.close();
      await lean?.close();
    }
  });
}

function isFlow(name: string): boolean {
  return name.toLowerCase() === "proofflow";
}

/** ProofFlow, run on every input beforehand: as often as there are samples in the styles, once where there is an edit. */
async function flowSystem(values: Values, instances: readonly Instance[], lean: LeanEngine | undefined, signal: AbortSignal): Promise<ProofSystem> {
  const folder = join(resolve(values.out!), "proofflow");
  const choice = { ...(values["flow-models"] !== undefined && { models: values["flow-models"] }), ...(values["base-url"] !== undefined && { baseUrl: values["base-url"] }) };
  const roles = flowRoles(choice, values["flow-models"] === undefined ? PAPER_PARTS : {});
  const connections = new LiveConnections({ cache: values.cache === undefined ? join(folder, "replies") : resolve(values.cache) });
  const { checker, close } = lean ? { checker: leanFlowChecker(lean), close: async () => {} } : openFlowChecker("z3", false, LEAN_TIMEOUT_MS);
  const parts = flowParts(roles, connections, {}, signal);
  const samples = whole("--samples", values.samples);
  const results: FlowResult[] = [];
  const settings: unknown[] = [];
  try {
    for (const edited of [false, true]) {
      const inputs = instances.filter(({ edit }) => (edit !== undefined) === edited).map(({ dataset, problem, condition, statement, proof }) => ({ name: `${dataset}/${problem}/${condition}`, statement, proof }));
      if (inputs.length === 0) continue;
      const own = join(folder, edited ? "edits" : "styles");
      const run = await runProofFlow({ inputs, parts, checker, attempts: whole("--flow-attempts", values["flow-attempts"]), draws: edited ? 1 : samples, folder: own, concurrency: whole("--concurrency", values.concurrency), onProgress: progressLine(), signal });
      results.push(...run.results);
      settings.push(JSON.parse(readText(join(own, "run.json"))));
    }
    await tellDamage(connections.clients);
  } finally {
    await close();
    await connections.close();
  }
  return proofFlowSystem(results, { proofflow: settings });
}

/** Lean where it is asked for. */
function engineOf({ engine, sandbox }: Values): LeanEngine | undefined {
  if (engine === "scan") return undefined;
  if (engine !== "lean") throw new InputError(`--engine is scan or lean, got "${engine}"`);
  return openFoundLean({ sandbox: sandbox === true }, LEAN_TIMEOUT_MS);
}

/** A check of B may take 900 s. */
const LEAN_TIMEOUT_MS = 900_000;

/** A system of the registry, or any other model, asked as the provers of the paper are. */
function systemNamed(name: string): System {
  const known = SYSTEMS.some(({ id, name: shown, model }) => [id, shown, model].some((each) => each.toLowerCase() === name.toLowerCase()));
  return known ? systemOf(name) : systemOf({ model: name, like: "goedel-prover-v2-8b" });
}

async function tablesAction(values: Values, file: string | undefined): Promise<ExitCode> {
  if (file === undefined) throw new InputError("robustness tables needs a study: study.jsonl of a run, or a file of robustness simulate");
  const study = await readStudy(resolve(file));
  for (const problem of study.problems) note(problem);
  for (const number of values.table?.map((text) => whole("--table", text)) ?? TABLE_NUMBERS) {
    try {
      const table = robustnessTable(number, study, { seed: whole("--seed", values.seed) });
      await (values.json ? print(`${JSON.stringify(table)}\n`) : say(asText(table)));
    } catch (error) {
      // Without --table, a table that the study has nothing for is told and passed over.
      if (!(error instanceof InputError) || values.table) throw error;
      note(error.message);
    }
  }
  return study.problems.length > 0 ? EXIT.rowsFailed : EXIT.done;
}

async function simulateAction(values: Values): Promise<ExitCode> {
  if (values.out === undefined) throw new InputError("robustness simulate needs --out FILE");
  const n = whole("--problems", values.problems);
  const study = simulateStudy({ seed: whole("--seed", values.seed), problems: { miniF2F: n, "MATH-500": n }, samples: whole("--samples", values.samples) });
  writeStudy(resolve(values.out), study);
  note(`${study.outputs.length} simulated outputs of ${namesOf(study).systems.length} made-up systems`);
  return EXIT.done;
}

function whole(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InputError(`${option} takes a whole number, got "${text}"`);
  return Number(text);
}

/** The main rates, one line each. */
function overview(study: Study): string {
  const { judge, checker } = study.about;
  const lines = [`judge ${judge}, checker ${checker}`];
  const { datasets, systems } = namesOf(study);
  for (const dataset of datasets) {
    for (const system of systems) {
      const outputs = outputsOf(study, { dataset, system });
      const inStyles = selected(outputs.filter(({ label }) => label === undefined), 1);
      const { rate } = rateOf(inStyles, "FullyCorrect");
      lines.push(`\n${dataset}, ${system}`);
      if (rate) lines.push(`  ${claim("FullyCorrect over styles", rate)}`);
      for (const edit of EDIT_NAMES) {
        const { fr, ur } = editReport(outputs.filter(({ condition }) => condition === edit));
        if (ur) lines.push(`  ${edit}: ${fr ? claim("faithful", fr) : "no clear outcome"}; unclear ${percent(ur.rate)}`);
      }
    }
  }
  return `${lines.join("\n")}\n`;
}

function asText({ number, title, note: below, rows }: RobustnessTable): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const width = columns.map((column) => Math.max(column.length, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) => cells.map((cell, i) => cell.padEnd(width[i]!)).join("  ").trimEnd();
  return `\nTable ${number}. ${title}\n${line(columns)}\n${rows.map((row) => line(columns.map((column) => row[column] ?? ""))).join("\n")}\n${below}\n`;
}
