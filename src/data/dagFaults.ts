/** Two faults of graphs that take a closer look: a circle of dependencies, and texts whose backslashes JSON swallowed. */

/**
 * A circle of two nodes or more, first node repeated at the end; undefined where there is none.
 * @example cycleOf([{ nodeId: "a", dependencies: ["b"] }, { nodeId: "b", dependencies: ["a"] }]) // ["a", "b", "a"]
 */
export function cycleOf(nodes: readonly { readonly nodeId: string; readonly dependencies: readonly string[] }[]): string[] | undefined {
  const dependencies = new Map(nodes.map((node) => [node.nodeId, node.dependencies]));
  const done = new Set<string>();
  for (const { nodeId } of nodes) {
    // A path from the node downwards, with what is still to be tried at each of its nodes; no recursion, so that a long chain is no trouble.
    const path = [{ id: nodeId, left: [...(dependencies.get(nodeId) ?? [])] }];
    while (path.length > 0) {
      const { id, left } = path.at(-1)!;
      const next = left.shift();
      if (next === undefined) {
        done.add(id);
        path.pop();
      } else if (next !== id && !done.has(next) && dependencies.has(next)) {
        const start = path.findIndex((each) => each.id === next);
        if (start >= 0) return [...path.slice(start).map((each) => each.id), next];
        path.push({ id: next, left: [...dependencies.get(next)!] });
      }
    }
  }
  return undefined;
}

/** What JSON reads in "\frac", "\times", "\right", "\neq", …: a control character, and the rest of the command's name. */
const SWALLOWED = /[\b\f\v]|\t(?=(?:imes|frac|heta|au|herefore|riangle|ilde|o)\b|ext\w*\{)|\r(?=(?:ight\w*|ho|angle|ceil|floor)\b)|\n(?=(?:eq|abla|otin|mid)\b)|[\u0000-\u0007\u000e-\u001f]/;

const NAMES: Readonly<Record<string, string>> = { "\b": "\\b", "\f": "\\f", "\v": "\\v", "\t": "\\t", "\r": "\\r", "\n": "\\n" };

/**
 * Valid JSON with the wrong text: "\frac" is a form feed and "rac". Says where such a character is and what the text probably was.
 * @example escapeFault("\frac{1}{2}") // "has the control character U+000C at 0, …"
 */
export function escapeFault(text: string): string | undefined {
  const match = SWALLOWED.exec(text);
  if (!match) return undefined;
  const character = match[0];
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  const name = NAMES[character];
  const rest = /^[a-zA-Z]*/.exec(text.slice(match.index + 1))![0];
  return `has the control character U+${code} at ${match.index}` + (name && rest ? `, where LaTeX's ${name}${rest} was meant: its backslash was not doubled in the JSON` : "");
}
