/** Which Lean an engine runs. */
import type { LeanResult } from "./engine";

/** Asked as a text of its own, never beside a candidate. */
export const VERSION_COMMAND = "#eval Lean.versionString";

/** @example leanVersionOf({ status: "ok", reply: { messages: [{ severity: "info", data: '"4.15.0"', … }] } }) // "4.15.0" */
export function leanVersionOf({ reply }: LeanResult): string | undefined {
  const texts = (reply?.messages ?? []).filter(({ severity }) => severity === "info").map(({ data }) => /"?(\d+\.\d+\.\d+[^\s"]*)"?/.exec(data)?.[1]);
  return texts.find((text) => text !== undefined);
}
