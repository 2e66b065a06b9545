#!/usr/bin/env node
/** The command `faithlab`: finds the named command, runs it, and turns errors into exit codes. */
import { EXIT, note, print, type Command, type ExitCode } from "./commands/command";
import { DataError, InputError, ToolError } from "./core/errors";
import { inProject, readText } from "./core/files";

/** Each command is loaded when it is asked for: what one needs, the others do not pay for. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  extract: async () => (await import("./commands/lean.js")).extract,
  parse: async () => (await import("./commands/lean.js")).parse,
  audit: async () => (await import("./commands/lean.js")).audit,
  decide: async () => (await import("./commands/decide.js")).decide,
  check: async () => (await import("./commands/check.js")).check,
  perturb: async () => (await import("./commands/perturb.js")).perturb,
  run: async () => (await import("./commands/run.js")).run,
  batch: async () => (await import("./commands/batch.js")).batch,
  dags: async () => (await import("./commands/dags.js")).dags,
  edit: async () => (await import("./commands/edit.js")).edit,
  paraphrase: async () => (await import("./commands/paraphrase.js")).paraphrase,
  robustness: async () => (await import("./commands/robustness.js")).robustness,
  proofflow: async () => (await import("./commands/proofflow.js")).proofflow,
  models: async () => (await import("./commands/models.js")).models,
  rates: async () => (await import("./commands/rates.js")).rates,
  report: async () => (await import("./commands/reportPage.js")).report,
  data: async () => (await import("./commands/data.js")).data,
};

async function main([name, ...args]: readonly string[]): Promise<ExitCode> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    await print(await overview());
    return name === undefined ? EXIT.unusable : EXIT.done;
  }
  if (name === "--version") {
    await print(`faithlab ${(JSON.parse(readText(inProject("package.json"))) as { version: string }).version}\n`);
    return EXIT.done;
  }
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]!() : undefined;
  if (!command) throw new InputError(`there is no command "${name}"; the commands are ${Object.keys(COMMANDS).join(", ")}`);
  if (args.includes("--help") || args.includes("-h")) {
    await print(`faithlab ${command.usage}\n\n${command.summary}.\n\n${command.help}\n`);
    return EXIT.done;
  }
  return command.run(args);
}

async function overview(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const lines = commands.map(({ usage, summary }) => `  ${usage.padEnd(34)} ${summary}`);
  return `faithlab: does a system that translates mathematics into Lean 4 translate what it was given?\n\n${lines.join("\n")}\n\n  faithlab COMMAND --help says more. The notebooks are opened by: npm run lab\n`;
}

/** A reader that has seen enough, such as head, is no failure. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.done);
  throw error;
});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error & { code?: string }) => {
    const known = error instanceof InputError || error instanceof DataError || error instanceof ToolError || error.code?.startsWith("ERR_PARSE_ARGS");
    note(known ? `faithlab: ${error.message}` : `faithlab: ${error.stack ?? error.message}`);
    process.exitCode = EXIT.unusable;
  },
);
