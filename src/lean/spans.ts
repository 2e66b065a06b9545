/** Stretches of a text, and finding the one that an offset falls into. */

/** A stretch of text: UTF-16 offsets, `end` not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The index of the last item that starts at or before an offset, −1 if there is none; the items stand in order of their start. Takes log n steps.
 * @example lastStartingBy([{ start: 0 }, { start: 5 }], 7) // 1
 */
export function lastStartingBy(items: readonly { readonly start: number }[], offset: number): number {
  let low = -1;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (items[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether an offset lies in one of the spans, which stand in order and do not overlap. */
export function liesIn(spans: readonly Span[], offset: number): boolean {
  const span = spans[lastStartingBy(spans, offset)];
  return span !== undefined && offset < span.end;
}

/** Every match of a global pattern, with its place. */
export function occurrences(text: string, pattern: RegExp): RegExpExecArray[] {
  const result: RegExpExecArray[] = [];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) result.push(match);
  return result;
}
