/** Checks of a judge's quotation against the text it quotes. B, appendix E. */
import { withoutComments } from "../lean/comments";

/** A text without white space, and where each of its characters stood. */
interface Squeezed {
  readonly text: string;
  readonly at: readonly number[];
}

function squeezed(text: string): Squeezed {
  const at: number[] = [];
  let result = "";
  for (let i = 0; i < text.length; i++) {
    if (/\s/.test(text[i]!)) continue;
    result += text[i];
    at.push(i);
  }
  return { text: result, at };
}

/** Quotations as they may have been meant: as they stand, with a JSON writer's \n, \t and \\ undone, without a fence or quotation marks around. */
function readings(quotation: string): string[] {
  const undone = quotation.replace(/\\n|\\t|\\r/g, " ").replace(/\\\\/g, "\\");
  return [quotation, undone, undone.trim().replace(/^(?:```\w*|[`"'“])\s*/, "").replace(/\s*(?:```|[`"'”])$/, "")];
}

/** Where a quotation stands in a comment-free text, as an interval of offsets; undefined if it does not, or quotes nothing. */
function place(code: string, quotation: string): { readonly start: number; readonly end: number } | undefined {
  const { text, at } = squeezed(code);
  for (const reading of readings(quotation)) {
    const wanted = squeezed(withoutComments(reading)).text;
    const found = wanted === "" ? -1 : text.indexOf(wanted);
    if (found !== -1) return { start: at[found]!, end: at[found + wanted.length - 1]! + 1 };
  }
  return undefined;
}

/**
 * Whether a quotation stands in the code once comments and white space are removed from both.
 * @param code the text that was judged; comments may still be in it
 * @example evidenceFound("have h : x = 2 := by -- 3\n  simp", "have h : x=2") // true
 */
export function evidenceFound(code: string, quotation: string): boolean {
  return place(withoutComments(code), quotation) !== undefined;
}

const PLACEHOLDER = /(?<![\p{L}\p{N}_.'])(?:sorry|admit)(?![\p{L}\p{N}_'])|\?_/u;

/** Whether sorry, admit or `?_` stands in a text outside comments. */
export function holdsPlaceholder(code: string): boolean {
  return PLACEHOLDER.test(withoutComments(code));
}

/** Whether sorry or admit stands in a text outside comments: what Lean takes as a proof with a warning. */
export function holdsSorry(code: string): boolean {
  return /(?<![\p{L}\p{N}_.'])(?:sorry|admit)(?![\p{L}\p{N}_'])/u.test(withoutComments(code));
}

/**
 * Whether a quotation shows something left unproved: it holds a placeholder, or it ends in `:= by` with nothing after it in the code, where nothing is the
 * end of the text or a next line that is indented no deeper than the line of the `:= by`.
 * @example showsUnproved("have h : x = 2 := by\n  simp", "have h : x = 2 := by") // false: the quotation leaves out the tactic
 */
export function showsUnproved(code: string, quotation: string): boolean {
  if (holdsPlaceholder(quotation)) return true;
  if (!/:=\s*by\s*[`"'”]*\s*$/.test(withoutComments(readings(quotation)[1]!))) return false;
  const clean = withoutComments(code);
  const found = place(clean, quotation);
  if (!found) return false;
  const rest = clean.slice(found.end);
  if (rest.trim() === "") return true;
  const [sameLine, ...following] = rest.split("\n");
  if (sameLine!.trim() !== "") return false; // a tactic stands right behind it
  const next = following.find((line) => line.trim() !== "")!;
  const own = clean.slice(clean.lastIndexOf("\n", found.end - 1) + 1, found.end);
  return indentation(next) <= indentation(own);
}

function indentation(line: string): number {
  return /^[ \t]*/.exec(line)![0].length;
}
