import { createReadStream } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { flowGraphFigure } from "../charts/flowGraph";
import { renderSvg } from "../charts/render";
import { percent } from "../charts/words";
import { InputError } from "../core/errors";
import { inProject, readJsonLines, shown, writeIfChanged } from "../core/files";
import { readProblems, unwrapped } from "../data/problems";
import { Pending } from "../llm/answerer";
import { exportBatch, importBatch } from "../llm/batch";
import { runProofFlow, type FlowOptions } from "../proofflow/run";
import type { Weighting } from "../proofflow/score";
import type { FlowSummary, Share } from "../proofflow/summary";
import type { FlowInput, FlowResult } from "../proofflow/types";
import { BatchConnections, LiveConnections, type Connections } from "../systems/role";
import { EXIT, interruptible, note, say, type Command, type ExitCode } from "./command";
import { tellDamage } from "./damage";
import { flowModels, flowParts, flowRoles, openFlowChecker } from "./flowParts";
import { progressLine } from "./progress";
import { whole } from "./runOptions";

const OPTIONS = {
  out: { type: "string" }, models: { type: "string" }, graph: { type: "string" }, formaliser: { type: "string" }, prover: { type: "string" }, scorer: { type: "string" },
  "base-url": { type: "string" }, prompts: { type: "string" }, cache: { type: "string" }, engine: { type: "string", default: "z3" }, sandbox: { type: "boolean", default: false },
  attempts: { type: "string", default: "3" }, draws: { type: "string", default: "1" }, "no-dag": { type: "boolean", default: false }, "no-negations": { type: "boolean", default: false },
  weights: { type: "string", default: "equal" }, "pass-at": { type: "string" }, compat: { type: "boolean", default: false }, limit: { type: "string" }, concurrency: { type: "string" },
  timeout: { type: "string", default: "900000" }, name: { type: "string" }, draw: { type: "string", default: "1" }, svg: { type: "string" }, to: { type: "string" }, shard: { type: "string", default: "10000" }, window: { type: "string" },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

const SAMPLE_PROBLEMS = inProject("data", "sample", "robustness-problems.jsonl");

/** `faithlab proofflow`: proofs by way of a graph of their statements. */
export const proofflow: Command = {
  usage: "proofflow run|draw|export|import …",
  summary: "formalise proofs node by node along their dependency graphs, and score them",
  help: `faithlab proofflow run --out FOLDER [PROBLEMS]
faithlab proofflow draw --out FOLDER --name NAME --svg FILE [--draw N]
faithlab proofflow export --out FOLDER [--to DIR] [PROBLEMS]
faithlab proofflow import --out FOLDER [--to DIR] RESULTS…

PROBLEMS: JSON Lines with name, informal_statement, informal_proof (MATH-500's layout too); the kit's own problems if not named.
  --out FOLDER       where the run is kept: a journal a stage, results.jsonl, summary.json; the same command goes on in it at the node where it stopped
  --graph NAME, --formaliser NAME, --prover NAME, --scorer NAME
                     a system of \`faithlab models\`, or rule: the kit's own, for closed arithmetic on a bare laptop (rule; scorer: none)
  --models FILE      {"graph": …, "formaliser": …, "prover": …, "scorer": …}, each a name or an object as for \`run --models\`
  --base-url URL     an OpenAI-compatible server; --cache FOLDER keeps its replies (FOLDER/replies); --prompts DIR your own templates
  --engine NAME      z3, the embedded engine in the place of Lean, or lean, the Lean that this machine has (z3); --sandbox as for run; --timeout MS (900000)
  --attempts N       in all, for each graph, formalisation and proof (3)
  --draws N          independent runs of each problem (1)
  --no-dag           each node rests on all before it
  --no-negations     do not ask for a proof of the negation where there was none of the statement
  --weights NAME     equal, katz or laplacian (equal); --pass-at K: formalisations that took more attempts score 0
  --compat           with the faults of the released code that change scores; the summary says what they change
  --limit N          only the first N problems; --concurrency N nodes at once (4, with models 64)
draw: the dependency graph of one result, coloured by outcome, as SVG; --draw N for the run of that number (1).
export, import: as \`faithlab batch\`: requests into files, results into the cache, then export again until the run is at its end.
Exit code: 0 done, 1 some rows could not be used or requests are waiting, 2 unusable call, 130 interrupted.`,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
    const [action, ...files] = positionals;
    if (action === "import") return imported(values, files);
    if (files.length > 1) throw new InputError(`one file of problems at a time, got ${files.length}`);
    if (action === "run") return runAction(values, files[0]);
    if (action === "export") return exported(values, files[0]);
    if (action === "draw") return draw(values);
    throw new InputError(`proofflow takes run, draw, export or import, got ${action === undefined ? "nothing" : `"${action}"`}`);
  },
};

function folderOf({ out }: Values): string {
  if (out === undefined) throw new InputError("proofflow needs --out FOLDER, where the run is kept");
  return resolve(out);
}

const cacheOf = (values: Values) => (values.cache === undefined ? join(folderOf(values), "replies") : resolve(values.cache));
const batchOf = (values: Values) => (values.to === undefined ? join(folderOf(values), "batch") : resolve(values.to));

async function inputsOf(file: string | undefined, limit: number): Promise<{ readonly inputs: FlowInput[]; readonly failed: number }> {
  const inputs: FlowInput[] = [];
  let failed = 0;
  for await (const each of readProblems(file === "-" ? process.stdin : createReadStream(file === undefined ? SAMPLE_PROBLEMS : resolve(file)))) {
    if (!each.ok) {
      failed += 1;
      note(`${file ?? shown(SAMPLE_PROBLEMS)}:${each.line}: ${each.reason}`);
    } else if (inputs.length < limit) inputs.push({ name: each.problem.name, statement: unwrapped(each.problem.informal_statement), proof: each.problem.informal_proof });
  }
  return { inputs, failed };
}

interface Opened {
  readonly options: FlowOptions;
  readonly failed: number;
  close(): Promise<void>;
}

async function opened(values: Values, file: string | undefined, connect: (cache: string) => Connections, signal?: AbortSignal): Promise<Opened> {
  const folder = folderOf(values);
  const { inputs, failed } = await inputsOf(file, values.limit === undefined ? Infinity : whole("--limit", values.limit));
  const choice = { ...values, ...(values["base-url"] !== undefined && { baseUrl: values["base-url"] }) };
  const roles = flowRoles(choice, {});
  const connections = connect(cacheOf(values));
  const parts = flowParts(roles, connections, choice, signal);
  const { checker, close } = openFlowChecker(values.engine, values.sandbox, whole("--timeout", values.timeout));
  return {
    failed,
    close: async () => void (await Promise.all([close(), connections.close()])),
    options: {
      inputs, parts, checker, folder, attempts: whole("--attempts", values.attempts), draws: whole("--draws", values.draws), followDag: !values["no-dag"], negations: !values["no-negations"],
      weights: values.weights as Weighting, ...(values["pass-at"] !== undefined && { passAt: whole("--pass-at", values["pass-at"]) }), compat: values.compat,
      concurrency: values.concurrency === undefined ? (flowModels(roles).length > 0 ? 64 : 4) : whole("--concurrency", values.concurrency), onProgress: progressLine(), ...(signal && { signal }),
    },
  };
}

function runAction(values: Values, file: string | undefined): Promise<ExitCode> {
  return interruptible(async (signal) => {
    let connections: LiveConnections | undefined;
    const { options, failed, close } = await opened(values, file, (cache) => (connections = new LiveConnections({ cache })), signal);
    try {
      const { summary, problems } = await runProofFlow(options);
      for (const { file: journal, line, what } of problems) note(`${journal}:${line}: ${what}`);
      await tellDamage(connections!.clients);
      await say(overview(summary));
      return failed > 0 ? EXIT.rowsFailed : EXIT.done;
    } finally {
      await close();
    }
  });
}

async function exported(values: Values, file: string | undefined): Promise<ExitCode> {
  let connections: BatchConnections | undefined;
  const { options, failed, close } = await opened(values, file, (cache) => (connections = new BatchConnections(cache, values.window === undefined ? undefined : whole("--window", values.window))));
  try {
    const { summary } = await runProofFlow(options);
    await tellDamage(connections!.books);
    await say(overview(summary));
    return failed > 0 ? EXIT.rowsFailed : EXIT.done;
  } catch (error) {
    if (!(error instanceof Pending)) throw error;
    await tellDamage(connections!.books);
    const written = exportBatch(connections!.books, batchOf(values), whole("--shard", values.shard));
    const pending = connections!.books.reduce((total, book) => total + book.pending.length, 0);
    note(`${pending} requests wait for an answer, in ${written.map(shown).join(", ")}`);
    note(`send them, then: faithlab proofflow import --out ${shown(folderOf(values))} RESULTS…, and the same export again`);
    return EXIT.rowsFailed;
  } finally {
    await close();
  }
}

async function imported(values: Values, files: readonly string[]): Promise<ExitCode> {
  if (files.length === 0) throw new InputError("proofflow import needs at least one file of results");
  const { samples, known, failed, problems } = await importBatch(cacheOf(values), batchOf(values), files);
  for (const { file, line, custom_id, reason } of failed) note(`${file}:${line}: ${custom_id}: ${reason}`);
  for (const { file, line, reason } of problems) note(`${file}:${line}: ${reason}`);
  note(`${samples} replies read, ${known} lines known already, ${failed.length} failures, ${problems.length} lines that are no results`);
  return failed.length + problems.length > 0 ? EXIT.rowsFailed : EXIT.done;
}

async function draw(values: Values): Promise<ExitCode> {
  if (values.svg === undefined || values.name === undefined) throw new InputError("proofflow draw needs --name NAME, a problem of the run, and --svg FILE");
  const path = join(folderOf(values), "results.jsonl");
  const wanted = whole("--draw", values.draw);
  const names = new Set<string>();
  let draws = 0;
  for await (const each of readJsonLines(path)) {
    if (!each.ok) continue;
    const result = each.value as FlowResult;
    names.add(result.input.name);
    if (result.input.name !== values.name) continue;
    draws += 1;
    if (result.draw + 1 !== wanted) continue;
    const text = { title: `ProofFlow: ${result.input.name}`, subtitle: ["Each arrow leads from a statement to one that rests on it."], description: `Dependency graph of the proof of ${result.input.name}, nodes coloured by outcome.` };
    writeIfChanged(resolve(values.svg), await renderSvg(flowGraphFigure(result, text)));
    return EXIT.done;
  }
  if (draws > 0) throw new InputError(`${shown(path)} has ${draws} runs of ${values.name}, no run ${wanted}`);
  throw new InputError(`${shown(path)} has no result "${values.name}"; it has ${[...names].slice(0, 20).join(", ")}${names.size > 20 ? ", …" : ""}`);
}

function overview(summary: FlowSummary): string {
  const line = (what: string, { k, n, rate, lo, hi }: Share) => `${what.padEnd(44)} ${k} of ${n}${rate === undefined ? "" : ` (${percent(rate)}; 95 % CI ${percent(lo!)} to ${percent(hi!)})`}`;
  const { scoring, parts } = summary;
  const words = (counts: Readonly<Record<string, number>>) => Object.entries(counts).map(([name, count]) => `${name} ${count}`).join(", ") || "none";
  return `${[
    `graph ${parts.graph}, formaliser ${parts.formaliser}, prover ${parts.prover}, scorer ${parts.scorer}; checked by ${summary.checker}`,
    line("proofs with a graph", summary.graphs),
    line("texts of nodes that are no quotations", summary.inventions),
    line("nodes formalised", summary.formalised),
    line("steps and results verified", summary.verified),
    line("  of them with another statement", summary.adapted),
    line("steps and results whose negation is proved", summary.refuted),
    line("theorems proved from their hypotheses", summary.theorems),
    line("  of them composed from the lemmas (ours)", summary.composed),
    line("nodes judged", scoring.judged),
    ...(scoring.meanProofScore === undefined ? [] : [`ProofScore, mean of ${summary.proofs} proofs`.padEnd(44) + ` ${scoring.meanProofScore.toFixed(3)} (weights ${scoring.weights}, pass@${scoring.passAt})`]),
    `errors: ${words(summary.errors)}`,
    `the released code would judge otherwise: ${words(summary.otherwise)}`,
    ...summary.notes,
  ].join("\n")}\n`;
}
