/** What a judge's reply says: the score in its last tag, or the JSON object with its verdict, LaTeX and all. */
import { isObject, type JsonObject } from "../llm/json";
import { answerOf } from "../lean/reply";

/** A reading of a reply, or why there is none: a recorded failure, never a silent no. */
export type Reading<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: string };

/** A score with its reasons. */
export interface ScoreReading {
  readonly score: boolean;
  readonly justification: string;
}

/**
 * The score of a reply: the last `<score>` counts, and it must hold 1 or −1. Thinking is passed over.
 * @example readScore("<justification>same</justification><score> 1 </score>") // { ok: true, value: { score: true, justification: "same" } }
 */
export function readScore(reply: string): Reading<ScoreReading> {
  const answer = answerOf(reply);
  if (!answer.ok) return { ok: false, reason: answer.failure };
  const content = lastTag(answer.text, "score");
  if (content === undefined) return { ok: false, reason: "no_score_tag" };
  const bare = content.replace(/[\s*_`$]/g, "").replace(/^\+/, "").replace(/[−–]/g, "-");
  if (!/^-?1(?:\.0+)?$/.test(bare)) return { ok: false, reason: `score_is_neither_1_nor_-1: ${content.trim().slice(0, 60)}` };
  return { ok: true, value: { score: !bare.startsWith("-"), justification: (lastTag(answer.text, "justification") ?? "").trim() } };
}

/** The content of the last tag of a name that is closed. */
function lastTag(text: string, name: string): string | undefined {
  const close = text.toLowerCase().lastIndexOf(`</${name}>`);
  if (close === -1) return undefined;
  const open = text.toLowerCase().lastIndexOf(`<${name}>`, close);
  return open === -1 ? undefined : text.slice(open + name.length + 2, close);
}

/**
 * The last JSON object of a reply that has a field of the given name. Backslashes inside its strings are taken as they stand, so that `\frac` stays
 * `\frac`; only `\"` is an escape. Line breaks inside strings are allowed.
 * @example readObject('```json\n{"judgment": "faithful", "value_in_fl": "\\frac12"}\n```', "judgment") // value_in_fl is \frac12
 */
export function readObject(reply: string, field: string): Reading<JsonObject> {
  const answer = answerOf(reply);
  if (!answer.ok) return { ok: false, reason: answer.failure };
  const candidates = objectsIn(answer.text);
  for (const text of candidates.reverse()) {
    const value = parsed(text);
    if (isObject(value) && Object.hasOwn(value, field)) return { ok: true, value };
  }
  return { ok: false, reason: candidates.length === 0 ? "no_json_object" : `no_json_object_with_${field}` };
}

/** Braces without an end that are passed over before a reply is given up: each costs a walk to the end of the text. */
const MOST_UNCLOSED = 200;

/** The outermost balanced `{…}` of a text; braces inside strings do not count. */
function objectsIn(text: string): string[] {
  const found: string[] = [];
  let unclosed = 0;
  for (let at = text.indexOf("{"); at !== -1 && unclosed < MOST_UNCLOSED; at = text.indexOf("{", at)) {
    const end = closing(text, at);
    if (end === undefined) (unclosed += 1), (at += 1); // perhaps a brace of the prose before it
    else {
      found.push(text.slice(at, end + 1));
      at = end + 1;
    }
  }
  return found;
}

function closing(text: string, open: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let i = open; i < text.length; i++) {
    const char = text[i]!;
    if (inString) {
      if (char === "\\") i += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth += 1;
    else if (char === "}" && --depth === 0) return i;
  }
  return undefined;
}

function parsed(text: string): unknown {
  const literal = text.replace(/"(?:[^"\\]|\\[\s\S])*"/g, (string) => {
    const inside = string.slice(1, -1).replace(/\\(?!")/g, "\\\\").replace(/\r?\n/g, "\\n").replace(/\t/g, "\\t");
    return `"${inside}"`;
  });
  for (const candidate of [literal, text]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The other reading may do.
    }
  }
  return undefined;
}
