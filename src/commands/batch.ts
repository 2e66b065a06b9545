import { join } from "node:path";
import { parseArgs } from "node:util";
import { count } from "../charts/words";
import { InputError } from "../core/errors";
import { shown } from "../core/files";
import { Pending } from "../llm/answerer";
import { exportBatch, importBatch } from "../llm/batch";
import { runMethodA } from "../stages/methodA";
import { BatchConnections } from "../systems/role";
import { EXIT, note, say, type Command, type ExitCode } from "./command";
import { tellDamage } from "./damage";
import { progressLine } from "./progress";
import { report } from "./report";
import { cacheOf, folderOf, rolesOf, runOf, RUN_HELP, RUN_OPTIONS, stepsOf, whole, type RunValues } from "./runOptions";
import { tell } from "./run";

/** `faithlab batch`: a run with models that cannot be reached from here, by files. */
export const batch: Command = {
  usage: "batch export|import --out FOLDER",
  summary: "a run by batch files, for GPU nodes and providers without a live route",
  help: `faithlab batch export --out FOLDER [--to DIR] [--shard N] [options of run] [FILE…]
faithlab batch import --out FOLDER [--to DIR] RESULTS…

export goes as far as a run can without a network, and writes the requests it is waiting for to DIR/part-0001.jsonl, …: OpenAI's batch form, which
\`vllm run-batch -i part-0001.jsonl -o results-0001.jsonl --model M\` reads too; each file holds one model and one route. import reads result files in any
order, in part, again if need be; then export again, with the same options, goes on: to the next stage's requests, or to the end of the run. Each
method has few rounds: formalise, then prove; with a model that perturbs, that first; with judges, those last.

  --to DIR    where the files are (FOLDER/batch)
  --shard N   most requests in a file (10000; OpenAI takes 50000)
  --window N  tokens of prompt and answer that the server takes (its max_model_len): longer answers are cut to it, since it refuses them otherwise
${RUN_HELP}

What will answer is taken for a vLLM server unless the model's entry says otherwise ("server"), or the model is a provider's. Some versions of
vllm run-batch take the chat route alone; under --policy paper models of one's own are asked on /v1/completions.
Exit code: 0 the run is at its end or all results were read, 1 requests are waiting or some results report a failure, 2 unusable call.`,
  async run([action, ...args]) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { ...RUN_OPTIONS, to: { type: "string" }, shard: { type: "string", default: "10000" }, window: { type: "string" } } });
    const folder = values.to ?? join(folderOf(values), "batch");
    if (action === "export") return exported(values, positionals, folder, whole("--shard", values.shard), values.window === undefined ? undefined : whole("--window", values.window));
    if (action === "import") return imported(values, positionals, folder);
    throw new InputError(`batch is followed by export or import, got "${action ?? ""}"`);
  },
};

async function exported(values: RunValues, files: readonly string[], folder: string, shard: number, window: number | undefined): Promise<ExitCode> {
  if (shard < 1) throw new InputError("--shard takes a number from 1");
  const loaded = await stepsOf(values, files);
  tell(loaded);
  const connections = new BatchConnections(cacheOf(values), window);
  const { close, ...options } = runOf(values, rolesOf(values), connections);
  try {
    const { summary } = await runMethodA({ ...options, steps: loaded.steps, onProgress: progressLine() });
    await tellDamage(connections.books);
    await say(report(summary));
    return loaded.problems.length > 0 ? EXIT.rowsFailed : EXIT.done;
  } catch (error) {
    if (!(error instanceof Pending)) throw error;
    await tellDamage(connections.books);
    const written = exportBatch(connections.books, folder, shard);
    const pending = connections.books.reduce((total, book) => total + book.pending.length, 0);
    note(`${count(pending)} requests wait for an answer, in ${written.map(shown).join(", ")}`);
    note(`send them, then: faithlab batch import --out ${shown(folderOf(values))} RESULTS…, and the same export again`);
    return EXIT.rowsFailed;
  } finally {
    await close();
    await connections.close();
  }
}

async function imported(values: RunValues, files: readonly string[], folder: string): Promise<ExitCode> {
  if (files.length === 0) throw new InputError("batch import needs at least one file of results");
  const { samples, known, failed, problems } = await importBatch(cacheOf(values), folder, files);
  for (const { file, line, custom_id, reason } of failed) note(`${file}:${line}: ${custom_id}: ${reason}`);
  for (const { file, line, reason } of problems) note(`${file}:${line}: ${reason}`);
  note(`${count(samples)} replies read, ${count(known)} lines known already, ${count(failed.length)} failures, ${count(problems.length)} lines that are no results`);
  return failed.length + problems.length > 0 ? EXIT.rowsFailed : EXIT.done;
}
