/** Which part of a reply is its Lean code: the strict rule. */
import { commands, DECLARATIONS } from "./commands";
import { masked } from "./comments";
import type { Flag } from "./flags";
import { answerOf, fences, taggedAnswer, type Fence, type Finish } from "./reply";
import { scan } from "./scan";

/** The code, or the flag that says why there is none, with `detail` where there is more to say than the flag's own meaning. */
export type FoundCode =
  | { readonly ok: true; readonly code: string; readonly flags: readonly Flag[] }
  | { readonly ok: false; readonly failure: Flag; readonly detail?: string; readonly flags: readonly Flag[] };

const LEAN_TAGS = new Set(["lean4", "lean", "lean3", "leanprover"]);
const LONE_WORDS = new Set(["tactics", "lean", "lean4", "leanprover", "mathlib", "math"]);

/** Finds the Lean code of a reply. See `extractTheorem`, preset "strict". */
export function codeOf(reply: string, finish: Finish): FoundCode {
  if (finish === "content_filter") return { ok: false, failure: "filtered", flags: [] };
  const answer = answerOf(reply);
  if (!answer.ok) return answer;
  const tagged = taggedAnswer(answer.text);
  const useTag = tagged !== undefined && tagged.text.trim() !== "";
  const flags: Flag[] = [...answer.flags, ...(useTag ? ["tag_answer" as const] : [])];
  if (useTag && !tagged.closed) flags.push("tag_unclosed");
  const text = useTag ? tagged.text : answer.text;

  const found = fromFences(fences(text)) ?? bare(text);
  if (found === undefined) return { ok: false, failure: noCode(answer.text), flags };
  flags.push(...found.flags);
  // A closed fence or tag shows where the code ends; without one it may have been cut off.
  const hasEnd = found.closed || (useTag && tagged.closed);
  const wantsEnd = finish === "length" || flags.includes("fence_unclosed") || flags.includes("tag_unclosed");
  if (!hasEnd && wantsEnd && finish !== "stop") return { ok: false, failure: "truncated", flags };
  if (finish === "length") flags.push("cut_after");
  const { code, dropped } = withoutLeadingTag(found.code);
  return { ok: true, code, flags: dropped ? [...flags, "leading_tag"] : flags };
}

interface Found {
  readonly code: string;
  readonly closed: boolean;
  readonly flags: readonly Flag[];
}

function fromFences(all: readonly Fence[]): Found | undefined {
  const isLean = all.map(holdsLean);
  const chosen = isLean.lastIndexOf(true);
  if (chosen === -1) return undefined;
  const { code, closed } = all[chosen]!;
  const flags: Flag[] = [];
  if (all.length > 1) flags.push("several_fences");
  if (chosen < all.length - 1) flags.push("later_fence_passed");
  if (all.some(({ tag }) => tag === "tactics")) flags.push("tactics_fence");
  if (!closed) flags.push("fence_unclosed");
  return { code, closed, flags };
}

/** A Lean fence with any command in it; a fence without a tag must declare or import something. */
function holdsLean({ tag, code }: Fence): boolean {
  if (tag !== "" && !LEAN_TAGS.has(tag)) return false;
  return commands(scan(code)).some(({ kind }) => (tag === "" ? kind === "import" || DECLARATIONS.has(kind) : kind !== "unknown"));
}

/** How a line of code begins, and hardly a line of prose: "theorem foo (" but not "theorem is". */
const COMMAND_STARTS = [
  "import (?:[A-Z]|[a-z]+\\.)", "open (?:scoped )?[A-Z]", "set_option [a-z]+", "@\\[", "/--",
  "(?:theorem|lemma|axiom) +[^\\s:]+(?: +[a-zα-ω][₀-₉']*)*\\s*[({[⦃:.]", "(?:theorem|example) *[({[⦃:]", "(?:def|abbrev) +\\S+", "variable *[({[⦃]",
  "(?:structure|namespace|section) +[A-Z]", "section$", "(?:noncomputable|private|protected) +(?:section|def|theorem|lemma)",
];
const BARE_START = new RegExp(`^[ \\t]*(\`?)(?=${COMMAND_STARTS.join("|")})`, "m");
const PROSE_LINE = /^(?:[A-Z*>#]|\d+[.)]|- |<\/)/;

/** Code without a fence: from the first line that begins as a Lean command, up to prose that follows the last declaration. */
function bare(text: string): Found | undefined {
  const start = BARE_START.exec(text);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  const quote = start[1] === "`" ? text.indexOf("`", from) : -1;
  if (quote !== -1) return { code: text.slice(from, quote).trimEnd(), closed: true, flags: ["no_fence", "inline_code"] };
  const code = text.slice(from).trimEnd();
  const end = proseAfter(code);
  return { code: code.slice(0, end).trimEnd(), closed: end < code.length, flags: end < code.length ? ["no_fence", "prose_after"] : ["no_fence"] };
}

/** Where prose begins after the last declaration: a blank line, then a line at the margin that begins as no tactic or command does. */
function proseAfter(code: string): number {
  const scanned = scan(code);
  const last = commands(scanned).findLast(({ kind }) => DECLARATIONS.has(kind));
  if (!last) return code.length;
  const visible = masked(code);
  let at = visible.indexOf("\n\n", scanned.tokens[last.keyword]!.end);
  while (at !== -1) {
    let line = at + 2;
    while (visible[line] === "\n") line += 1;
    if (PROSE_LINE.test(visible.slice(line, line + 8))) return at;
    at = visible.indexOf("\n\n", line);
  }
  return code.length;
}

function withoutLeadingTag(code: string): { code: string; dropped: boolean } {
  const trimmed = code.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  const newline = trimmed.indexOf("\n");
  const first = trimmed.slice(0, newline === -1 ? trimmed.length : newline).trim().toLowerCase();
  return LONE_WORDS.has(first) ? { code: trimmed.slice(newline + 1), dropped: true } : { code: trimmed, dropped: false };
}

const SERVER_ERROR = /^(?:connection error|request failed|error code: \d|error: |internal server error|rate limit|timeout|\{["']error["'])/i;
const DECLINES = /\b(?:cannot|can't|can not|won't|unable to|refuse|not able to|i'm sorry|i am sorry|is (?:false|incorrect|wrong|not true|not correct)|instead)\b/i;

/** Why an answer holds no code: it is a server's error text, it declines or corrects, or it just has none. */
function noCode(answer: string): Flag {
  if (SERVER_ERROR.test(answer.trim())) return "api_error";
  return DECLINES.test(answer) ? "refusal" : "no_code";
}
