/** Headers: the imports and options under which texts are elaborated, loaded once a process and tried, because a failed import says nothing. */
import type { LeanResult, LeanStatus } from "./engine";
import type { ReplRequest } from "./protocol";

/** The environment of a header, with the process it lives in; or the result that says why there is none, and what the command that failed came to. */
export type LoadedHeader =
  | { readonly ok: true; readonly env: number; readonly generation: number }
  | { readonly ok: false; readonly result: LeanResult; readonly cause: LeanStatus };

/**
 * The header of a pool or server unless another is given. The REPL takes no options from the Lake project, so Mathlib's own setting for undeclared names, which
 * would otherwise silently become parameters, is set here.
 */
export const LEAN_HEADER = "import Mathlib\nimport Aesop\n\nset_option maxHeartbeats 400000\nset_option autoImplicit false";

/** What FaithformBench opens for every statement: put in front of one that comes without imports of its own. */
export const LEAN_OPENS = "open BigOperators Real Nat Topology Rat";

/**
 * A command that works in every environment but the empty one that a failed import leaves, plus a name of Mathlib where that was imported.
 * @example probeOf("import Mathlib") // "example : (1 : Nat) = 1 := rfl\nexample : (1 : Real) = 1 := rfl"
 */
export function probeOf(header: string): string {
  const core = "example : (1 : Nat) = 1 := rfl";
  return /^import Mathlib\s*$/m.test(header) ? `${core}\nexample : (1 : _root_.Real) = 1 := rfl` : core;
}

/** The headers of one process. */
export class Headers {
  private readonly envs = new Map<string, LoadedHeader & { ok: true }>();

  async load(header: string, generation: number, ask: (request: ReplRequest) => Promise<LeanResult>): Promise<LoadedHeader> {
    const known = this.envs.get(header);
    if (known) return known;
    const failed = ({ detail, status, reply }: LeanResult, what: string): LoadedHeader => ({
      ok: false,
      cause: status,
      result: { status: "infra", detail: `the header ${JSON.stringify(header)} ${what} (${status}: ${detail ?? "no reason given"})`, ...(reply && { reply }) },
    });
    const loaded = await ask({ cmd: header });
    if (loaded.status !== "ok") return failed(loaded, "does not load");
    const env = loaded.reply?.env;
    if (env === undefined) return failed({ status: "infra", detail: "the reply names no environment" }, "does not load");
    const probe = await ask({ cmd: probeOf(header), env });
    if (probe.status !== "ok") return failed(probe, "loads without a message, but nothing works under it: a module is missing or was built for another version");
    const result = { ok: true, env, generation } as const;
    this.envs.set(header, result);
    return result;
  }
}
