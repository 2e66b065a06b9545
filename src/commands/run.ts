import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { claim, count, percent } from "../charts/words";
import { InputError } from "../core/errors";
import { control, CONTROL_NAMES, type ControlName } from "../stages/controls";
import { MECHANISMS } from "../stages/diagnosis";
import { loadSteps, SAMPLE } from "../stages/load";
import { runMethodA } from "../stages/methodA";
import type { DatasetSummary, Summary } from "../stages/summary";
import { EXIT, note, print, type Command } from "./command";
import { ENGINE_HELP, ENGINE_OPTIONS, openProver } from "./engine";
import { progressLine } from "./progress";

/** `faithlab run`: Method A from steps to rates, in a folder that an interrupted run goes on in. */
export const run: Command = {
  usage: "run --out FOLDER [FILE…]",
  summary: "perturb, formalise, decide, diagnose: Method A from steps to rates",
  help: `faithlab run --out FOLDER [--formaliser NAME] [--dags FILE] [--seed N] [--preset strict|paper] [--limit N] [--concurrency N] [--timeout MS] [FILE…]

FILE holds chains of steps in ProcessBench's layout; the kit's own sample with its graphs if none is named.

  --out FOLDER        where the run is kept; the same command goes on in it, another one is refused
  --formaliser NAME   ${CONTROL_NAMES.join(", ")} (literal)
  --dags FILE         dependency graphs; a chain without one takes all earlier steps as context
  --seed N            of the perturbation by rule (42)
  --preset            how the theorem is found in a reply (strict)
  --limit N           only the first N steps
  --concurrency N     rows at once (4)
  --timeout MS        longest for one statement, with Lean for one attempt at it, milliseconds (10000)
${ENGINE_HELP}

The embedded engine knows a part of Lean and says so where it does not; with Lean every verdict is the kernel's. FOLDER then holds run.json,
a journal for each stage, steps.jsonl and formalisations.jsonl in the layouts of benchmarks A and C, and summary.json.
Exit code: 0 all rows done, 1 some rows of the input could not be used (they are listed), 2 unusable call, 130 interrupted.`,
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...ENGINE_OPTIONS,
        out: { type: "string" }, formaliser: { type: "string", default: "literal" }, dags: { type: "string", multiple: true }, seed: { type: "string", default: "42" },
        preset: { type: "string", default: "strict" }, limit: { type: "string" }, concurrency: { type: "string", default: "4" }, timeout: { type: "string", default: "10000" },
      },
    });
    if (values.out === undefined) throw new InputError("run needs --out FOLDER, where the run is kept");
    if (!(CONTROL_NAMES as readonly string[]).includes(values.formaliser)) throw new InputError(`--formaliser is one of ${CONTROL_NAMES.join(", ")}, got "${values.formaliser}"`);
    if (values.preset !== "strict" && values.preset !== "paper") throw new InputError(`--preset is strict or paper, got "${values.preset}"`);
    const loaded = await loadSteps(positionals.length > 0 ? { chains: positionals, dags: values.dags ?? [] } : { ...SAMPLE, ...(values.dags && { dags: values.dags }) });
    for (const problem of loaded.problems) note(problem);
    const limit = values.limit === undefined ? loaded.steps.length : whole("--limit", values.limit);
    const steps = loaded.steps.slice(0, limit);
    note(`${count(steps.length)} steps of ${count(loaded.chains)} chains (${count(loaded.withError)} chains with a wrong step left out)`);

    const stop = new AbortController();
    const interrupt = () => stop.abort(new Error("interrupted"));
    process.once("SIGINT", interrupt);
    process.once("SIGTERM", interrupt);
    const prover = openProver(values, whole("--timeout", values.timeout));
    try {
      const { summary, problems } = await runMethodA({
        steps, prover,
        seed: whole("--seed", values.seed),
        formaliser: control(values.formaliser as ControlName),
        preset: values.preset,
        folder: resolve(values.out),
        concurrency: whole("--concurrency", values.concurrency),
        onProgress: progressLine(),
        signal: stop.signal,
      });
      for (const { file, line, what } of problems) note(`${file}:${line}: ${what}`);
      await print(report(summary));
      return loaded.problems.length > 0 ? EXIT.rowsFailed : EXIT.done;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      note("\ninterrupted; the same command goes on from here");
      return EXIT.interrupted;
    } finally {
      await prover.close();
      process.removeListener("SIGINT", interrupt);
      process.removeListener("SIGTERM", interrupt);
    }
  },
};

function whole(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InputError(`${option} takes a whole number, got "${text}"`);
  return Number(text);
}

function report({ formaliser, engine, preset, seed, datasets, all }: Summary): string {
  const head = `formaliser ${formaliser}, engine ${engine}, preset ${preset}, seed ${seed}\n`;
  if (!all) return `${head}no steps, so no rates\n`;
  return head + (datasets.length > 1 ? [...datasets, all] : [all]).map(section).join("");
}

function section({ dataset, rates, contingency, formalised, decided, fprOfDecided, fprWithoutVacuous, mechanisms }: DatasetSummary): string {
  const shown = MECHANISMS.filter((mechanism) => mechanisms[mechanism] > 0).map((mechanism) => `${mechanism} ${mechanisms[mechanism]}`);
  const { n, ...classes } = contingency;
  return `
${dataset}: ${count(n)} pairs
  ${claim("error induction (FNR)", rates.fnr)}
  ${claim("silent correction (FPR)", rates.fpr)}
  ${claim("FPR without contradictory premises", fprWithoutVacuous)}
  ${claim("formalisation failure (AFFR)", rates.affr)}
  ${claim("unfaithfulness lower bound (UFLB)", rates.uflb)}
  statements formalised ${percent(formalised.rate)}, decided ${percent(decided.rate)}${fprOfDecided ? `; FPR among decided pairs ${percent(fprOfDecided.rate)} (${fprOfDecided.k} of ${fprOfDecided.n})` : ""}
  pairs: ${Object.entries(classes).map(([name, k]) => `${name} ${k}`).join(", ")}
  false steps that came back true: ${shown.join(", ") || "none"}
`;
}
