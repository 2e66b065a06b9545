/** What decides TC: Lean where there is one, and a look at the text where there is none. */
import { ToolError } from "../../core/errors";
import { regionsOf } from "../../lean/regions";
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

/** What Lean's engines answer, as `LeanPool`, `LeanRepl` and `KiminaServer` do. */
export interface LeanAnswer {
  readonly status: string;
  readonly detail?: string;
}

/**
 * TC by Lean (B: Lean 4.15.0 with Mathlib v4.15.0, 900 s a check): no error message. A time-out is a failure of the output, named as such; a crash or
 * a failure of the machinery is none, and ends the stage.
 * @param engine as tables name it, with the versions: "Lean 4.15.0, Mathlib v4.15.0"
 * @param configuration what else can change a verdict, such as the limit on time
 */
export function leanChecker({ engine, configuration, lean }: { engine: string; configuration: Readonly<Record<string, unknown>>; lean: { check(code: string): Promise<LeanAnswer> } }): CodeChecker {
  return {
    engine,
    configuration,
    async check(code): Promise<Checked> {
      const { status, detail } = await lean.check(code);
      if (status === "ok") return { ok: true };
      if (status === "lean_error" || status === "timeout") return { ok: false, reason: `${status}${detail === undefined ? "" : `: ${detail.slice(0, 300)}`}` };
      throw new ToolError(`${engine} gave no verdict (${status}${detail === undefined ? "" : `: ${detail.slice(0, 300)}`}); run again once it works`);
    },
  };
}
