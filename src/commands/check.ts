import { parseArgs } from "node:util";
import { InputError } from "../core/errors";
import { parseTheorem } from "../lean/theorem";
import { checkProof } from "../repl/checkProof";
import { checkStatement } from "../repl/checkStatement";
import type { Command } from "./command";
import { openFoundLean } from "./engine";
import { turnRows } from "./rows";

interface Row {
  readonly id: string | number;
  readonly statement: string;
  readonly candidate?: string;
}

/** `faithlab check`: statements and proofs judged by Lean. */
export const check: Command = {
  usage: "check [--lenient] [--body]",
  summary: "a statement type-checked, or a proof checked against its statement, by Lean",
  help: `faithlab check [FILE] turns {id, statement, candidate?} into {id, accepted, level?, verdict, status, reasons, axioms?, engine, versions}.

Without a candidate the statement is type-checked. verdict is accepted, rejected, or undecided, which says that Lean did not answer: out of time, crashed, or the
machinery failed. level is how far the assurance goes: none, compiles, no_sorry, statement_and_axioms. Needs Lean: npm run lean, FAITHLAB_REPL (a command line,
run in FAITHLAB_LEAN_PROJECT) or FAITHLAB_KIMINA_URL. FILE is JSON Lines; "-" or nothing is standard input.

  --lenient       refuse only what Lean could never notice; the rest is told in violations
  --body          candidates are proofs only, what comes after := by
  --timeout MS    longest for one command, milliseconds (60000)
  --sandbox       run the REPL in bubblewrap, without network; Linux`,
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { lenient: { type: "boolean", default: false }, body: { type: "boolean", default: false }, timeout: { type: "string", default: "60000" }, sandbox: { type: "boolean", default: false } },
    });
    if (!/^[1-9]\d{0,8}$/.test(values.timeout)) throw new InputError(`--timeout takes a number of milliseconds, got "${values.timeout}"`);
    const engine = openFoundLean(values, Number(values.timeout));
    const options = { mode: values.lenient ? "lenient" : "strict", form: values.body ? "body" : "file" } as const;
    try {
      return await turnRows(positionals, { id: "id", statement: "text", candidate: "optional text" }, async ({ id, statement, candidate }: Row) => {
        if (candidate === undefined) return { id, ...(await checkStatement(engine, { statement })) };
        const parsed = parseTheorem(statement);
        if (!parsed.ok) return { id, accepted: false, verdict: "rejected", status: "not_asked", reasons: [`the statement is no theorem: ${parsed.reason}`], engine: engine.engine, versions: {} };
        return { id, ...(await checkProof(engine, { statement, candidate, ...options })) };
      }, 32);
    } finally {
      await engine.close();
    }
  },
};
