/** Which part of a reply FaithformBench's code takes, so that its published outcomes can be reproduced and compared. */
import type { FoundCode } from "./code";
import { commands, DECLARATIONS } from "./commands";
import type { Flag } from "./flags";
import { scan } from "./scan";
import { liesIn, occurrences } from "./spans";

/**
 * The last `theorem` at the start of a line that the word sorry follows, up to that word, in any case of letters. The reply is searched as it came:
 * thinking, fences, comments and strings are not told apart, and flags say where that mattered.
 */
export function paperSpan(reply: string): FoundCode {
  if (reply.trim() === "") return { ok: false, failure: "empty", flags: [] };
  const lastSorry = occurrences(reply, /sorry/gi).at(-1)?.index ?? -1;
  const start = occurrences(reply, /^theorem\b/gm).findLast(({ index }) => index < lastSorry)?.index;
  if (start === undefined) {
    return { ok: false, failure: "no_theorem", detail: "no line begins with `theorem` and has the word sorry after it", flags: [] };
  }
  const sorry = start + reply.slice(start).search(/sorry/i);
  return { ok: true, code: reply.slice(start, sorry + "sorry".length), flags: flagsOn(reply, start, sorry) };
}

function flagsOn(reply: string, start: number, sorry: number): Flag[] {
  const flags: Flag[] = [];
  const opened = reply.lastIndexOf("<think>", start);
  if (reply.indexOf("</think>", sorry) !== -1 || (opened !== -1 && reply.indexOf("</think>", opened) === -1)) flags.push("think_searched");
  const block = reply.slice(Math.max(0, reply.lastIndexOf("```", start)));
  const offset = reply.length - block.length;
  const scanned = scan(block);
  const strings = scanned.tokens.filter(({ kind }) => kind === "string");
  const inText = (at: number): boolean => liesIn(scanned.comments, at) || liesIn(strings, at);
  if (inText(start - offset) || inText(sorry - offset)) flags.push("masked_text");
  const before = commands(scan(reply.slice(offset, start).replace(/^```[^\n]*/, "")));
  if (before.some(({ kind }) => kind === "import" || kind === "open" || kind === "set_option")) flags.push("header_dropped");
  if (before.some(({ kind }) => DECLARATIONS.has(kind))) flags.push("helpers_dropped");
  return flags;
}
