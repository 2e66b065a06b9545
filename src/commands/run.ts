import { parseArgs } from "node:util";
import { count } from "../charts/words";
import type { LoadedSteps } from "../stages/load";
import { runMethodA } from "../stages/methodA";
import { DryConnections, estimateRun } from "../stages/models/estimate";
import { LiveConnections } from "../systems/role";
import { EXIT, interruptible, note, say, type Command, type ExitCode } from "./command";
import { tellDamage } from "./damage";
import { progressLine } from "./progress";
import { estimates, report } from "./report";
import { askedRoles, budgetOf, cacheOf, folderOf, rolesOf, runOf, RUN_HELP, RUN_OPTIONS, stepsOf, type Roles, type RunValues } from "./runOptions";

/** `faithlab run`: Method A from steps to rates, in a folder that an interrupted run goes on in. */
export const run: Command = {
  usage: "run --out FOLDER [FILE…]",
  summary: "perturb, formalise, decide, diagnose: Method A from steps to rates",
  help: `faithlab run --out FOLDER [options] [FILE…]

FILE holds chains of steps in ProcessBench's layout; the kit's own sample with its graphs if none is named.

${RUN_HELP}
  --dry-run           say what would be asked, with an estimate of tokens and money, and send nothing

Without a prover by name the statements are decided by the embedded engine (z3), which knows a part of Lean and says so where it does not. FOLDER then
holds run.json, a journal for each stage, steps.jsonl and formalisations.jsonl in the layouts of benchmarks A and C, and summary.json. No request is paid
for twice: every reply is kept, and the same command goes on after an interruption. Keys come from the environment or a file .env.
Exit code: 0 all rows done, 1 some rows of the input could not be used (they are listed), 2 unusable call, 130 interrupted.`,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { ...RUN_OPTIONS, "dry-run": { type: "boolean", default: false } } });
    folderOf(values);
    const roles = rolesOf(values);
    const loaded = await stepsOf(values, positionals);
    tell(loaded);
    if (values["dry-run"]) return dryRun(values, roles, loaded);
    const budget = budgetOf(values);
    const connections = new LiveConnections({ cache: cacheOf(values), ...(budget && { budget }) }, askedRoles(roles));
    return carriedOut(values, roles, loaded, connections);
  },
};

/** Says what was read and what could not be. */
export function tell({ problems, steps, chains, withError }: LoadedSteps): void {
  problems.forEach(note);
  note(`${count(steps.length)} steps of ${count(chains)} chains (${count(withError)} chains with a wrong step left out)`);
}

function carriedOut(values: RunValues, roles: Roles, { steps, problems: bad }: LoadedSteps, connections: LiveConnections): Promise<ExitCode> {
  return interruptible(async (signal) => {
    const { close, ...options } = runOf(values, roles, connections, signal);
    try {
      const { cases, summary, problems } = await runMethodA({ ...options, steps, onProgress: progressLine() });
      const dropped = new Set(cases.flatMap(({ replies }) => [replies.original, replies.perturbed]).flatMap(({ asked }) => asked?.dropped ?? []));
      if (dropped.size > 0) note(`the formaliser's server was not sent ${[...dropped].join(", ")}: it is not known to take them; if it does, say so with "server" in the models file`);
      for (const { file, line, what } of problems) note(`${file}:${line}: ${what}`);
      await tellDamage(connections.clients);
      for (const { baseUrl, state } of connections.clients) note(`${baseUrl}: ${count(state.replies)} replies, ${count(state.cached)} of them kept from before, ${count(state.requests)} requests sent, ${count(state.spent.tokens)} tokens`);
      await say(report(summary));
      return bad.length > 0 ? EXIT.rowsFailed : EXIT.done;
    } finally {
      await close();
      await connections.close();
    }
  });
}

async function dryRun(values: RunValues, roles: Roles, { steps }: LoadedSteps): Promise<ExitCode> {
  const connections = new DryConnections();
  const { close, perturber, judges, formaliser, prover } = runOf(values, roles, connections);
  try {
    const prices = Object.fromEntries(askedRoles(roles).flatMap(({ model, system, price }) => (price ? [[model ?? system.model, price]] : [])));
    await say(estimates(await estimateRun({
      steps, connections, prices, ...(judges && { judges }),
      ...(perturber && { perturber }), ...(typeof roles.formaliser === "object" && { formaliser }), ...(roles.prover && { prover }),
    })));
    return EXIT.done;
  } finally {
    await close();
  }
}
