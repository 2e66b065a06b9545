/** Lean text with its comments taken out, or covered up. */
import { scan, type Comment, type Scan } from "./scan";
import { lastStartingBy } from "./spans";

/**
 * A text without its comments. A line that held nothing but a comment goes altogether; elsewhere the comment takes the blanks before it along,
 * and leaves one blank only where two words would otherwise grow together.
 * @example withoutComments("x /- real -/ : ℝ -- so\n") // "x : ℝ\n"
 */
export function withoutComments(text: string): string {
  return cut(text, scan(text).comments);
}

/** As `withoutComments`, for the part of an already scanned text from `start` up to before `end`. */
export function sliceWithoutComments({ text, comments }: Scan, start: number, end: number): string {
  const first = lastStartingBy(comments, start - 1) + 1;
  const inside: Comment[] = [];
  for (let i = first; i < comments.length && comments[i]!.start < end; i++) inside.push({ ...comments[i]!, start: comments[i]!.start - start, end: Math.min(comments[i]!.end, end) - start });
  return cut(text.slice(start, end), inside);
}

/**
 * A text of the same length in which every character of a comment is a space, except line breaks: offsets and lines stay what they were.
 * @example masked("x -- 7\ny") // "x     \ny"
 */
export function masked(text: string): string {
  let result = "";
  let at = 0;
  for (const { start, end } of scan(text).comments) {
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, " ");
    at = end;
  }
  return result + text.slice(at);
}

function cut(text: string, comments: readonly Comment[]): string {
  let result = "";
  let at = 0;
  let atLineStart = true; // nothing but blanks and removed comments since the last line break
  for (const { start, end } of comments) {
    const before = text.slice(at, start);
    const kept = withoutTrailingBlanks(before);
    atLineStart = kept === "" ? atLineStart : kept.endsWith("\n");
    let next = end;
    while (isBlank(text[next])) next += 1;
    const endsLine = next === text.length || text[next] === "\n";
    if (atLineStart) {
      result += endsLine ? kept : before; // the indentation of the code that follows stays
      at = endsLine ? Math.min(next + 1, text.length) : next;
    } else {
      result += kept;
      at = end;
      if (/\S/.test(text[end] ?? " ") && !text.startsWith("/-", end) && !text.startsWith("--", end)) result += " ";
    }
  }
  return result + text.slice(at);
}

function withoutTrailingBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

function isBlank(char: string | undefined): boolean {
  return char === " " || char === "\t" || char === "\r";
}
