import type { JsonLine } from "../core/files";

/**
 * The elements of a JSON array's text, each with the line on which it begins. An element that is not JSON is handed on with its reason, and
 * those after it are read all the same; so is an array that stops before its end.
 * @example [...arrayElements('[1,\n{"a": 2}]')] // [{ line: 1, ok: true, value: 1 }, { line: 2, ok: true, value: { a: 2 } }]
 */
export function* arrayElements(text: string): Generator<JsonLine> {
  let line = 1;
  let depth = 0;
  let inText = false;
  let start = -1;
  let startLine = 1;
  let elements = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === "\n") line += 1;
    if (inText) {
      if (character === "\\") i += 1;
      else if (character === '"') inText = false;
      continue;
    }
    if (/\s|\uFEFF/.test(character)) continue;
    const ends = depth === 1 && (character === "," || character === "]");
    if (ends) {
      if (start >= 0) yield parsed(text.slice(start, i), startLine);
      else if (character === "," || elements > 0) yield { line, ok: false, reason: "not JSON: nothing between two commas, or after the last" };
      elements += 1;
      start = -1;
    } else if (depth === 1 && start < 0) {
      start = i;
      startLine = line;
    } else if (depth === 0 && elements > 0) {
      yield { line, ok: false, reason: "not JSON: text after the end of the array" };
      return;
    }
    if (character === '"') inText = true;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth === 0) elements += 1;
  }
  if (depth !== 0 || inText) yield { line: start >= 0 ? startLine : line, ok: false, reason: "not JSON: the array does not end; is the file cut off?" };
}

function parsed(text: string, line: number): JsonLine {
  try {
    return { line, ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { line, ok: false, reason: `not JSON: ${(error as Error).message}` };
  }
}
