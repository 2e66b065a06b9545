#!/usr/bin/env node
/** The command `faithlab`: finds the named command, runs it, and turns errors into exit codes. */
import { EXIT, note, print, type Command, type ExitCode } from "./commands/command";
import { batch } from "./commands/batch";
import { check } from "./commands/check";
import { dags } from "./commands/dags";
import { data } from "./commands/data";
import { decide } from "./commands/decide";
import { edit } from "./commands/edit";
import { audit, extract, parse } from "./commands/lean";
import { models } from "./commands/models";
import { paraphrase } from "./commands/paraphrase";
import { perturb } from "./commands/perturb";
import { proofflow } from "./commands/proofflow";
import { rates } from "./commands/rates";
import { report } from "./commands/reportPage";
import { robustness } from "./commands/robustness";
import { run } from "./commands/run";
import { DataError, InputError, ToolError } from "./core/errors";
import { inProject, readText } from "./core/files";

const COMMANDS: Readonly<Record<string, Command>> = { extract, parse, audit, decide, check, perturb, run, batch, dags, edit, paraphrase, robustness, proofflow, models, rates, report, data };

async function main([name, ...args]: readonly string[]): Promise<ExitCode> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    await print(overview());
    return name === undefined ? EXIT.unusable : EXIT.done;
  }
  if (name === "--version") {
    await print(`faithlab ${(JSON.parse(readText(inProject("package.json"))) as { version: string }).version}\n`);
    return EXIT.done;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new InputError(`there is no command "${name}"; the commands are ${Object.keys(COMMANDS).join(", ")}`);
  if (args.includes("--help") || args.includes("-h")) {
    await print(`faithlab ${command.usage}\n\n${command.summary}.\n\n${command.help}\n`);
    return EXIT.done;
  }
  return command.run(args);
}

function overview(): string {
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage.padEnd(34)} ${summary}`);
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
