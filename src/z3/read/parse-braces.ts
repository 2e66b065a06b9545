/** Reads what stands in braces: `{a, b}`, `{x | p}`, `{x : ℝ | p}`, `{x ∈ s | p}`, `{(x, y) : ℕ × ℕ | p}`, `{f x | x ∈ s}`. */
import { BINDER_RELATIONS } from "./operators";
import type { TermReader } from "./parse";
import { isPattern, parseBinders, pattern } from "./parse-binders";
import { Unreadable, type Binder, type Syntax } from "./syntax";

export function parseBraces(reader: TermReader): Syntax {
  const { tokens } = reader;
  tokens.expect("{");
  const binder = setBinder(reader);
  if (binder) {
    const body = reader.term(0);
    tokens.expect("}");
    return { kind: "setOf", binder, body };
  }
  if (tokens.takeIf("}")) return { kind: "braces", items: [] };
  const items = [reader.term(0)];
  if (tokens.takeIf("|")) {
    const binders = parseBinders(reader, "∃");
    tokens.expect("}");
    return { kind: "image", of: items[0]!, binders };
  }
  if (tokens.next === "//") throw new Unreadable("a subtype `{x // p}` is not read");
  while (tokens.takeIf(",")) items.push(reader.term(0));
  tokens.expect("}");
  return { kind: "braces", items };
}

/** The variable of a set given by a property, up to and with the bar; nothing is consumed if there is none. */
function setBinder(reader: TermReader): Binder | undefined {
  const { tokens } = reader;
  const start = tokens.place;
  if (!tokens.isName && !(tokens.next === "(" && isPattern(reader)) && tokens.next !== "_") return undefined;
  const isBare = tokens.isName && [":", "|", "/"].includes(tokens.look(1));
  const isRelated = tokens.isName && BINDER_RELATIONS.has(tokens.look(1));
  const isTuple = tokens.next === "(";
  if (!isBare && !isRelated && !isTuple) return undefined;
  const name = pattern(reader);
  if (tokens.next === "/") throw new Unreadable("a subtype `{x // p}` is not read");
  const binder: Binder = {
    names: [name],
    ...(tokens.takeIf(":") ? { type: reader.term(0) } : isRelated ? { guard: { op: tokens.take(), right: reader.term(0) } } : {}),
  };
  if (tokens.takeIf("|")) return binder;
  if (tokens.next === "/") throw new Unreadable("a subtype `{x // p}` is not read");
  tokens.goTo(start);
  return undefined;
}
