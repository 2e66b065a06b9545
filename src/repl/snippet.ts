/** Several steps as one text, for servers that chain no environments, and the way back: which message belongs to which step. */
import type { LeanResult } from "./engine";
import { covers, splitImports } from "./imports";
import { resultOf, type ReplMessage, type ReplReply, type ReplSorry } from "./protocol";

/** One text, the lines of its header, and for each step the line of the text on which it begins. */
export interface Snippet {
  readonly code: string;
  /** Imports in the spelling in which the server groups them. */
  readonly imports: string;
  readonly headerLines: number;
  readonly starts: readonly number[];
}

/** Ends a proof whose tactics stand at the margin: what follows could be read as more of them. It also keeps a body from beginning with a blank line. */
const BETWEEN = "section\nend";

/**
 * Joins steps under the engine's header, or under the imports of the first step if the header does not bring them. There is always an import: the server keeps
 * what a text without one declares, and the next such text would see it. Any part of Mathlib becomes Mathlib, since servers have that loaded.
 * @example snippetOf(["example : 1 = 1 := rfl"], "import Mathlib").starts // [6]
 */
export function snippetOf(steps: readonly string[], header: string): Snippet {
  const own = splitImports(steps[0]!);
  const common = splitImports(header);
  const isCovered = header !== "" && covers(header, own.header);
  const imports = normalised(isCovered ? common.header : own.header);
  const prologue = isCovered && common.body.trim() !== "" ? [common.body.trim()] : [];
  const parts = [own.body, ...steps.slice(1)];
  let code = [imports, "", ...prologue, BETWEEN, ""].join("\n");
  const starts = parts.map((part) => {
    const start = code.split("\n").length;
    code += `${part}\n${BETWEEN}\n`;
    return start;
  });
  return { code, imports, headerLines: imports.split("\n").length + 1, starts };
}

function normalised(imports: string): string {
  const lines = (imports === "" ? "import Init" : imports).split("\n").map((line) => (/^import Mathlib\b/.test(line) ? "import Mathlib" : line));
  const unique = [...new Set(lines)];
  return [...unique.filter((line) => line === "import Mathlib"), ...unique.filter((line) => line !== "import Mathlib")].join("\n");
}

/** From where a server counts lines: from the first of the text, or from the first after its header. */
export type CountsFrom = "text" | "body";

/** The reply to a snippet as results of its steps, up to the first that is not `ok`; positions count within each step. */
export function dealOut({ starts, headerLines }: Snippet, reply: ReplReply, countsFrom: CountsFrom): LeanResult[] {
  if (reply.message !== undefined) return [{ status: "lean_error", reply, detail: reply.message }];
  const { messages = [], sorries = [], ...rest } = reply;
  const shift = countsFrom === "body" ? headerLines : 0;
  // Such servers shift sorries only along with messages.
  const sorryShift = countsFrom === "body" || messages.length === 0 ? headerLines : 0;
  const results: LeanResult[] = [];
  const stepOf = (line: number) => starts.findLastIndex((start) => start <= line);
  const early = messages.find(({ severity, pos }) => severity === "error" && stepOf((pos?.line ?? 0) + shift) === -1);
  if (early) return [{ status: "infra", reply, detail: `the server's header fails: ${early.data}` }];
  for (const [i, start] of starts.entries()) {
    const moved = (by: number) => <T extends ReplMessage | ReplSorry>(each: T): T => ({ ...each, ...(each.pos && { pos: at(each.pos, by - start + 1) }), ...(each.endPos && { endPos: at(each.endPos, by - start + 1) }) });
    const mine = messages.filter(({ pos }) => stepOf(pos.line + shift) === i).map(moved(shift));
    const gaps = sorries.filter(({ pos }) => stepOf((pos?.line ?? 0) + sorryShift) === i).map(moved(sorryShift));
    const result = resultOf({ ...rest, ...(mine.length > 0 && { messages: mine }), ...(gaps.length > 0 && { sorries: gaps }) });
    results.push(result);
    if (result.status !== "ok") break;
  }
  return results;
}

function at({ line, column }: { readonly line: number; readonly column: number }, by: number): { line: number; column: number } {
  return { line: line + by, column };
}
