import { parseArgs } from "node:util";
import { InputError } from "../core/errors";
import { perturbByRule } from "../perturb/rules";
import type { Command } from "./command";
import { turnRows } from "./rows";

/** `faithlab perturb`: Method A's steps made false by rule. */
export const perturb: Command = {
  usage: "perturb --rule --seed N [FILE]",
  summary: "Method A's steps made false by rule",
  help: `faithlab perturb --rule --seed N [FILE] turns {id, step_content} into {id, perturbed, edits}.

  --rule     by rule, without a model; the only way so far, and named so that a row says what was done
  --seed N   a whole number (42)

FILE is JSON Lines; "-" or nothing is standard input. A line that is no such row, or has an empty step, becomes {line, error}; exit code 1.`,
  run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { rule: { type: "boolean", default: false }, seed: { type: "string", default: "42" } } });
    if (!values.rule) throw new InputError("perturb needs --rule: steps are perturbed by rule here");
    if (!/^-?\d{1,15}$/.test(values.seed)) throw new InputError(`--seed takes a whole number, got "${values.seed}"`);
    const seed = Number(values.seed);
    return turnRows(positionals, { id: "id", step_content: "filled text" }, ({ id, step_content }: { id: string | number; step_content: string }) => {
      const { text, edits } = perturbByRule(step_content, { seed });
      return { id, perturbed: text, edits };
    });
  },
};
