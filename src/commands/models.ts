import { parseArgs } from "node:util";
import { InputError } from "../core/errors";
import { SYSTEMS, systemOf } from "../systems/registry";
import { TASKS, type System, type Task } from "../systems/types";
import { EXIT, print, type Command } from "./command";

/** `faithlab models`: the systems that the kit knows, and what each needs. */
export const models: Command = {
  usage: "models [NAME] [--json]",
  summary: "the systems of both papers: what each does, what it needs, how it is asked",
  help: `faithlab models lists the systems; with a NAME it says everything about one of them.

  --task TASK   only those for one task: ${TASKS.join(", ")}
  --json        one JSON object a line

A model of your own is three lines of configuration in a file for \`faithlab run --models FILE\`:

  { "formaliser": {
      "model": "me/my-formaliser-7b", "like": "kimina-autoformalizer-7b",
      "baseUrl": "http://localhost:8000/v1" } }`,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { json: { type: "boolean", default: false }, task: { type: "string" } } });
    if (values.task !== undefined && !(TASKS as readonly string[]).includes(values.task)) throw new InputError(`--task is one of ${TASKS.join(", ")}, got "${values.task}"`);
    const chosen = (positionals.length > 0 ? positionals.map((name) => systemOf(name)) : SYSTEMS).filter(({ tasks }) => values.task === undefined || tasks.includes(values.task as Task));
    if (values.json) await print(chosen.map((system) => `${JSON.stringify(system)}\n`).join(""));
    else await print(positionals.length > 0 ? chosen.map(described).join("\n") : listed(chosen));
    return EXIT.done;
  },
};

function listed(systems: readonly System[]): string {
  const rows = systems.map(({ id, papers, tasks, licence, needs }) => [id, papers.join(", ") || "–", tasks.join(", "), licence, needs]);
  const table = [["name", "paper", "tasks", "licence", "needs"], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd()}\n`).join("");
}

function described({ id, name, model, papers, tasks, licence, licenceNote, endpoint, template, context, thinking, prompts, decoding, promptLimit, header, extractor, quirks, needs }: System): string {
  const values = ({ source, ...rest }: { source: string }) => `${Object.entries(rest).map(([key, value]) => `${key} ${value}`).join(", ") || "the server's own"} (${source})`;
  const lines: [string, string][] = [
    ["model", model],
    ["tested by", papers.map((paper) => `paper ${paper}`).join(", ") || "neither paper; it helps"],
    ["tasks", tasks.map((task) => `${task}${prompts[task] ? ` (prompt ${prompts[task]})` : ""}`).join(", ")],
    ["licence", licenceNote ? `${licence}: ${licenceNote}` : licence],
    ["needs", needs],
    ["route", `${endpoint}${template ? `; on completions with the template ${template}` : ""}`],
    ["context", context === null ? "what the server says" : `${context} tokens`],
    ["thinking", thinking],
    ...Object.entries(decoding).map(([preset, value]): [string, string] => [`decoding ${preset}`, values(value)]),
    ["prompt limit", promptLimit === undefined ? "none" : `${promptLimit} characters; a longer prompt is a failure that is not sent`],
    ["header", header === "replace" ? "A's header in place of its own" : "its own"],
    ["read by", `the preset ${extractor}`],
    ...quirks.map((quirk, i): [string, string] => [i === 0 ? "known for" : "", quirk]),
  ];
  return `${name} (${id})\n${lines.map(([label, text]) => `  ${label.padEnd(20)}${text}`).join("\n")}\n`;
}
