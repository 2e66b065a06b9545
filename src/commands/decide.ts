import { parseArgs } from "node:util";
import { InputError } from "../core/errors";
import { parseTheorem } from "../lean/theorem";
import { Z3Prover } from "../z3/prover";
import type { Command } from "./command";
import { turnRows } from "./rows";

/** `faithlab decide`: statements decided by the embedded engine. */
export const decide: Command = {
  usage: "decide [--timeout MS]",
  summary: "a statement of elementary arithmetic proved or refuted, without Lean",
  help: `faithlab decide [FILE] turns {id, code} into {id, outcome, engine, reason?, counterexample?, vacuous?}.

outcome is proved, refuted, inconclusive (the reason says what is not understood or not decided), or af_fail where the code holds no theorem.
The engine (z3) knows a part of Lean, with Lean's own meaning; it is not the Lean kernel. FILE is JSON Lines; "-" or nothing is standard input.

  --timeout MS   longest for one statement, milliseconds (10000)`,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { timeout: { type: "string", default: "10000" } } });
    if (!/^[1-9]\d{0,8}$/.test(values.timeout)) throw new InputError(`--timeout takes a number of milliseconds, got "${values.timeout}"`);
    const prover = new Z3Prover({ timeoutMs: Number(values.timeout) });
    try {
      return await turnRows(positionals, { id: "id", code: "text" }, async ({ id, code }: { id: string | number; code: string }) => {
        const parsed = parseTheorem(code);
        if (!parsed.ok) return { id, outcome: "af_fail", engine: "z3", reason: parsed.reason };
        return { id, ...(await prover.decide(parsed.theorem)) };
      });
    } finally {
      await prover.close();
    }
  },
};
