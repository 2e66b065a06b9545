/** What decides TC: Lean where there is one, and a look at the text where there is none. */
import { ToolError } from "../../core/errors";
import { regionsOf } from "../../lean/regions";
import type { LeanEngine } from "../../repl/engine";
import type { Checked, CodeChecker } from "./types";

/**
 * The checker that needs no Lean: an output passes if the kit's scanner finds a declaration with `:= by` in it, brackets and comments closed. That is a
 * necessary condition of the true TC and by far not a sufficient one; tables name it, and its rates are upper bounds.
 */
export const scanChecker: CodeChecker = {
  engine: "scan (not Lean)",
  configuration: { version: 1 },
  async check(code): Promise<Checked> {
    const found = regionsOf(code);
    return found.ok ? { ok: true } : { ok: false, reason: found.reason };
  },
};

/**
 * TC by Lean (B: Lean 4.15.0 with Mathlib v4.15.0, 900 s a check): no error message. A time-out is a failure of the output, named as such, and so is a text
 * over which Lean's process ends again and again.
 * @param lean a `LeanPool`, a `KiminaServer`, or what `openLean` gives
 * @throws ToolError from its check, if the engine itself does not work: nothing that a run would write down then says anything about a system
 */
export function leanCodeChecker(lean: LeanEngine): CodeChecker {
  return {
    engine: lean.engine,
    configuration: lean.configuration,
    async check(code): Promise<Checked> {
      const { status, detail } = await lean.check(code);
      if (status === "infra") throw new ToolError(`${lean.engine} does not work: ${detail ?? "no reason given"}; mend it, and the same command goes on`);
      return status === "ok" ? { ok: true } : { ok: false, reason: `${status}${detail === undefined ? "" : `: ${detail.slice(0, 300)}`}` };
    },
  };
}
