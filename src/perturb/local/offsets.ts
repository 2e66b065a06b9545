/** Where a candidate really stands: models count characters badly, so what they report is repaired or dropped. B, section 3.2. */
import type { Span } from "../latex";
import { places, spellings } from "./spelling";

/** A place as a model reported it: the value, the words around it, and offsets that may be wrong or missing. */
export interface ReportedPlace {
  readonly value: string;
  readonly context: string;
  /** In UTF-16 units. */
  readonly start?: number;
  readonly end?: number;
}

/** How a place was found. */
export const REPAIRS = ["as reported", "only occurrence", "context", "shared words"] as const;
export type Repair = (typeof REPAIRS)[number];

const WINDOW = 60;
const LEAST_SHARED = 2;

/**
 * Finds the place that was meant, in this order: the reported offsets, if the value stands there; the only place where it stands; the place in the
 * quoted context, found as it is, with `\\` read as `\`, or with white space collapsed; the place whose surroundings of 60 characters on each
 * side share most words with the context, two or more.
 * @returns undefined where none of this finds it; the candidate is then dropped
 * @example repairOffset("x = 3 and y = 3", { value: "3", context: "y = 3" }) // { start: 14, end: 15, repair: "context" }
 */
export function repairOffset(text: string, { value, context, start = -1, end = -1 }: ReportedPlace): (Span & { repair: Repair }) | undefined {
  if (value === "") return undefined;
  if (start >= 0 && end > start && spellings(value).includes(text.slice(start, end))) return { start, end, repair: "as reported" };
  const all = places(text, value);
  if (all.length === 1) return { ...all[0]!, repair: "only occurrence" };
  const quoted = all.length > 0 ? inContext(text, context.trim(), value) : undefined;
  if (quoted) return { ...quoted, repair: "context" };
  const similar = bySharedWords(text, context, value, all);
  return similar && { ...similar, repair: "shared words" };
}

function inContext(text: string, context: string, value: string): Span | undefined {
  if (context === "") return undefined;
  const single = context.replaceAll("\\\\", "\\");
  for (const each of [context, single]) {
    const [at, within] = [text.indexOf(each), places(each, value)[0]];
    if (at >= 0 && within) return { start: at + within.start, end: at + within.end };
  }
  const [flat, map] = collapsed(text);
  const [quote] = collapsed(single);
  const [at, within] = [flat.indexOf(quote), places(quote, collapsed(value)[0])[0]];
  if (at < 0 || !within) return undefined;
  return { start: map[at + within.start]!, end: map[at + within.end - 1]! + 1 };
}

/** A text with each run of white space as one space, and for each of its units the offset where it stood. */
function collapsed(text: string): [flat: string, map: number[]] {
  const map: number[] = [];
  let flat = "";
  for (const { 0: piece, index } of text.matchAll(/\s+|\S/g)) {
    flat += /\s/.test(piece) ? " " : piece;
    map.push(index);
  }
  return [flat, map];
}

function bySharedWords(text: string, context: string, value: string, all: readonly Span[]): Span | undefined {
  const wanted = words(context);
  wanted.delete(value);
  const scored = all.map((span) => {
    const near = words(text.slice(Math.max(0, span.start - WINDOW), span.end + WINDOW));
    return { span, shared: [...wanted].filter((word) => near.has(word)).length };
  });
  const best = scored.reduce<(typeof scored)[number] | undefined>((found, each) => (found && found.shared >= each.shared ? found : each), undefined);
  return best && best.shared >= LEAST_SHARED ? best.span : undefined;
}

/** Words of three letters or more, LaTeX commands' names among them, and numbers. */
function words(text: string): Set<string> {
  return new Set(text.match(/[A-Za-z][A-Za-z_]{2,}|\p{Nd}+/gu));
}
