/** Reading Lean's answer to `#print axioms`. */
import type { ReplReply } from "./protocol";

/**
 * The axioms that Lean names for a declaration, or undefined if no message is about it: then the question was not answered. The list may run over several lines.
 * @example axiomsOf({ messages: [{ severity: "info", data: "'t' depends on axioms: [propext,\n Quot.sound]", … }] }, "t") // ["propext", "Quot.sound"]
 */
export function axiomsOf({ messages = [] }: ReplReply, name: string): string[] | undefined {
  const told = messages.filter(({ severity }) => severity === "info").map(({ data }) => data.trim());
  for (const text of told) {
    if (text === `'${name}' does not depend on any axioms`) return [];
    const [, list] = text.startsWith(`'${name}' depends on axioms:`) ? (/:\s*\[([^\]]*)\]$/.exec(text) ?? []) : [];
    if (list !== undefined) return list.split(",").map((axiom) => axiom.trim());
  }
  return undefined;
}
