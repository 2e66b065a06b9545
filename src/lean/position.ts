/** Places in a text, counted as Lean counts them. */

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
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  let known = { line: 1, column: 0, offset: 0 };
  return (offset) => {
    const line = lineOf(starts, offset);
    if (line !== known.line || offset < known.offset) known = { line, column: 0, offset: starts[line - 1]! };
    for (const _ of text.slice(known.offset, offset)) known.column += 1;
    known.offset = offset;
    return { line, column: known.column };
  };
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** A place for a message: "3:14". */
export function placed({ line, column }: Position): string {
  return `${line}:${column}`;
}
