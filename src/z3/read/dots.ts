/** Functions written with a centred dot for their argument. */
import type { Syntax } from "./syntax";

/** Whether a term between brackets is a function written with dots, such as `(· + 1)`. */
export function containsDot(syntax: Syntax): boolean {
  let found = false;
  replaceDots(syntax, () => {
    found = true;
    return "·";
  });
  return found;
}

/** Replaces the dots that belong to the nearest brackets. */
export function replaceDots(syntax: Syntax, name: () => string): Syntax {
  switch (syntax.kind) {
    case "dot":
      return { kind: "name", name: name() };
    case "infix":
      return { ...syntax, left: replaceDots(syntax.left, name), right: replaceDots(syntax.right, name) };
    case "prefix":
    case "postfix":
    case "field":
    case "enclosed":
      return { ...syntax, of: replaceDots(syntax.of, name) };
    case "apply":
      return { ...syntax, fn: replaceDots(syntax.fn, name), args: syntax.args.map((arg) => replaceDots(arg, name)) };
    default:
      return syntax;
  }
}
