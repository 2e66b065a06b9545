import { parseArgs } from "node:util";
import { InputError } from "../core/errors";
import { parseTheorem } from "../lean/theorem";
import type { Command } from "./command";
import { ENGINE_HELP, ENGINE_OPTIONS, openProver } from "./engine";
import { turnRows } from "./rows";

/** `faithlab decide`: statements decided by the embedded engine, or by Lean's own automation. */
export const decide: Command = {
  usage: "decide [--engine z3|lean]",
  summary: "a statement proved or refuted: elementary arithmetic without Lean, or by Lean",
  help: `faithlab decide [FILE] turns {id, code} into {id, outcome, engine, reason?, counterexample?, vacuous?, proof?}.

outcome is proved, refuted, inconclusive (the reason says what is not understood or not decided), or af_fail where the code holds no theorem.
The embedded engine (z3) knows a part of Lean, with Lean's own meaning; it is not the Lean kernel. With --engine lean, Lean's own tactics are tried on the statement
and on its negation, every verdict is the kernel's, and af_fail also means that the statement does not type-check. FILE is JSON Lines; "-" or nothing is standard input.

${ENGINE_HELP}
  --timeout MS    longest for one statement, with Lean for one attempt at it, milliseconds (10000)
  --workers N     embedded engines side by side, 1 to 64; the verdicts and their order are the same (1)`,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { ...ENGINE_OPTIONS, timeout: { type: "string", default: "10000" }, workers: { type: "string", default: "1" } } });
    if (!/^[1-9]\d{0,8}$/.test(values.timeout)) throw new InputError(`--timeout takes a number of milliseconds, got "${values.timeout}"`);
    if (!/^[1-9]\d?$/.test(values.workers)) throw new InputError(`--workers takes a number from 1 to 64, got "${values.workers}"`);
    const workers = Number(values.workers);
    const prover = openProver(values, Number(values.timeout), workers);
    try {
      return await turnRows(positionals, { id: "id", code: "text" }, async ({ id, code }: { id: string | number; code: string }) => {
        const parsed = parseTheorem(code);
        if (!parsed.ok) return { id, outcome: "af_fail", engine: prover.engine, reason: parsed.reason };
        const { outcome, ...rest } = await prover.decide(parsed.theorem);
        return { id, outcome, engine: prover.engine, ...rest };
      }, values.engine === "lean" ? 16 : 2 * workers - 1);
    } finally {
      await prover.close();
    }
  },
};
