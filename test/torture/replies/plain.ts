/** Where comments and strings of a Lean text are, by a scanner of its own that gives up where it is not sure. */

/** For each character whether it stands outside comments and strings; undefined for text with notation that this scanner does not know. */
export function outside(text: string): boolean[] | undefined {
  if (/['«»`]|r#*"|!"/.test(text)) return undefined;
  const result: boolean[] = [];
  let depth = 0;
  let mode: "code" | "line" | "block" | "string" = "code";
  for (let i = 0; i < text.length; i++) {
    const two = text.slice(i, i + 2);
    if (mode === "code") {
      if (two === "--") mode = "line";
      else if (two === "/-") (mode = "block"), (depth = 1), result.push(false), (i += 1);
      else if (text[i] === '"') mode = "string";
      result.push(mode === "code");
    } else if (mode === "line") {
      if (text[i] === "\n") mode = "code";
      result.push(mode === "code");
    } else if (mode === "block") {
      result.push(false);
      if (two === "/-") (depth += 1), result.push(false), (i += 1);
      else if (two === "-/") {
        (depth -= 1), result.push(false), (i += 1);
        if (depth === 0) mode = "code";
      }
    } else {
      result.push(false);
      if (text[i] === "\\") result.push(false), (i += 1);
      else if (text[i] === '"') mode = "code";
    }
  }
  return mode === "code" || mode === "line" ? result : undefined;
}
