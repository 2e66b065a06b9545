import { parseArgs } from "node:util";
import { InputError } from "../core/errors";
import { shown } from "../core/files";
import type { Rate } from "../core/types";
import { eachStretch } from "../data/formalisations/parts";
import type { BenchmarkRates } from "../papers/benchmarkRates";
import { PAIR_CLASSES } from "../stats/contingency";
import { OUTCOMES } from "../core/types";
import { EXIT, note, print, type Command } from "./command";

/** `faithlab rates`: benchmark C/D rows in, the four rates per model, dataset and kind of perturbation out. */
export const rates: Command = {
  usage: "rates FILE… [--json|--csv] [--threads N]",
  summary: "FNR, FPR, AFFR and UFLB with intervals from benchmark C or D rows",
  help: `FILE is JSON Lines in the released layout of FaithformBench's benchmarks C and D (fields problem_id, node_id,
type_of_perturbation, autoformaliser_model, proof_result), as it is or compressed by gzip, or a Parquet file with these columns; "-" or nothing is
standard input.
Perturbed and unperturbed rows of the same model, problem and node make a pair.

  --json        JSON Lines, one object per model, dataset and perturbation (the default)
  --csv         a table with a header line
  --threads N   threads that read a large file of JSON Lines, from 1 to 64; without it as many as there are processor cores, 4 at most

Rows that cannot be counted are listed on standard error with file, line and reason; the exit code is then 1.`,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { json: { type: "boolean" }, csv: { type: "boolean" }, threads: { type: "string" } } });
    const threads = values.threads === undefined ? undefined : Number(values.threads);
    if (Number.isNaN(threads)) throw new InputError(`--threads is a whole number from 1 to 64, got ${JSON.stringify(values.threads)}`);
    if (values.json && values.csv) throw new InputError("rates prints --json or --csv, not both");
    const made = import("../papers/benchmarkRates.js").then(({ RatesTally }) => new RatesTally()); // loaded while threads start
    for (const file of positionals.length > 0 ? positionals : ["-"]) {
      const name = file === "-" ? "-" : shown(file);
      const take = made.then((tally) => tally.reading(name));
      await eachStretch(file === "-" ? process.stdin : file, take, { ...(threads !== undefined && { threads }) });
    }
    const tally = await made;
    const { rates: groups, rejected, rows } = tally.result();
    for (const { file, line, reason } of rejected) note(`${file}:${line}: ${reason}`);
    if (values.csv) await print(csvOf(groups));
    else for (const group of groups) await print(`${JSON.stringify(group)}\n`);
    note(`${rows} rows, ${rejected.length} of them not counted, ${groups.length} groups`);
    return rejected.length > 0 || groups.length === 0 ? EXIT.rowsFailed : EXIT.done;
  },
};

function csvOf(groups: readonly BenchmarkRates[]): string {
  const rate = (name: string) => ["k", "n", "", "_lo", "_hi"].map((part) => (part === "k" || part === "n" ? `${name}_${part}` : `${name}${part}`));
  const cells = ({ k, n, rate: share, lo, hi }: Rate) => [k, n, share, lo, hi];
  const header = ["model", "dataset", "perturbation", "n", ...["fnr", "fpr", "affr", "uflb"].flatMap(rate), ...PAIR_CLASSES, ...["original", "perturbed"].flatMap((side) => OUTCOMES.map((outcome) => `${side}_${outcome}`))];
  const lines = groups.map(({ model, dataset, perturbation, n, fnr, fpr, affr, uflb, contingency, counts }) => [
    model,
    dataset,
    perturbation,
    n,
    ...[fnr, fpr, affr, uflb].flatMap(cells),
    ...PAIR_CLASSES.map((name) => contingency[name]),
    ...[counts.original, counts.perturbed].flatMap((side) => OUTCOMES.map((outcome) => side[outcome])),
  ]);
  return [header, ...lines].map((line) => `${line.map(csvCell).join(",")}\n`).join("");
}

function csvCell(value: string | number): string {
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
