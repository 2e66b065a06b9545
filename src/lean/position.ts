/** Places in a text, counted as Lean counts them. */
import { lastStartingBy } from "./spans";

/** A place as Lean reports it: `line` from 1, `column` from 0 in Unicode code points (so 𝓝 counts one, where JavaScript counts two). */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Gives a function from UTF-16 offsets to Lean positions. Questions in rising order cost the length of the text in all, whatever their number.
 * @example positions("a\n𝓝 b")(5) // { line: 2, column: 2 }
 */
export function positions(text: string): (offset: number) => Position {
  const lines = [{ start: 0 }];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines.push({ start: at + 1 });
  let known = { line: 1, column: 0, offset: 0 };
  return (offset) => {
    const line = lastStartingBy(lines, offset) + 1;
    if (line !== known.line || offset < known.offset) known = { line, column: 0, offset: lines[line - 1]!.start };
    for (const _ of text.slice(known.offset, offset)) known.column += 1;
    known.offset = offset;
    return { line, column: known.column };
  };
}

/** A place for a message: "3:14". */
export function placed({ line, column }: Position): string {
  return `${line}:${column}`;
}
