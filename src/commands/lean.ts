/** `faithlab extract`, `parse` and `audit`: Lean text taken apart, without Lean. */
import { parseArgs } from "node:util";
import { InputError } from "../core/errors";
import type { Preset } from "../lean/extract";
import { auditRow, extractRow, parseRow } from "../lean/rows";
import type { Command } from "./command";
import { turnRows } from "./rows";

const STREAM = "FILE is JSON Lines; \"-\" or nothing is standard input. One row out for each row in, in the same order; a line that is no such row\nbecomes {line, error}, and the exit code is then 1.";

export const extract: Command = {
  usage: "extract [--preset strict|paper]",
  summary: "the theorem of a model's reply",
  help: `faithlab extract [FILE] turns {id, reply, finish?} into {id, ok, code?, name?, reason?, flags}.

  --preset strict   fences, thinking, comments and strings are known; cut-off text is refused (the default)
  --preset paper    the rule of FaithformBench's code

finish says why the model stopped (stop, length, …); without it, code that has no visible end counts as cut off.
${STREAM}`,
  run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { preset: { type: "string", default: "strict" } } });
    if (values.preset !== "strict" && values.preset !== "paper") throw new InputError(`--preset is strict or paper, got "${values.preset}"`);
    const preset: Preset = values.preset;
    return turnRows(positionals, { id: "id", reply: "text or null", finish: "optional text" }, (row: Parameters<typeof extractRow>[0]) => extractRow(row, preset));
  },
};

export const parse: Command = {
  usage: "parse",
  summary: "name, binders, body and negation of a Lean theorem",
  help: `faithlab parse [FILE] turns {id, code} into {id, ok, name?, binders?, body?, negation?, reason?}.
Of several theorems the last is meant. ${STREAM}`,
  run(args) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
    return turnRows(positionals, { id: "id", code: "text" }, parseRow);
  },
};

export const audit: Command = {
  usage: "audit [--lenient]",
  summary: "what is wrong with a Lean proof that can be seen without Lean",
  help: `faithlab audit [FILE] turns {id, code, statement} into {id, ok, violations: [{kind, line, column, text}]}.
Lines count from 1, columns from 0, as Lean's do. This is the static part only: a proof without violations is not thereby proved.

  --lenient   report what is forbidden only where it can change what was proved
${STREAM}`,
  run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { lenient: { type: "boolean", default: false } } });
    return turnRows(positionals, { id: "id", code: "text", statement: "text" }, (row: Parameters<typeof auditRow>[0]) => auditRow(row, values.lenient ? "lenient" : "strict"));
  },
};
