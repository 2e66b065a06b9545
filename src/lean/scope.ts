/** Which commands of a context still hold where the theorem stands. */
import type { ContextCommand } from "./theorem";

const OPENS_SCOPE = new Set(["namespace", "section", "mutual"]);

/**
 * The commands whose section or namespace is still open at the end of a context, the `namespace`, `section` and `mutual` commands that opened them included.
 * What ends in `in` holds for the next command only.
 * @example inForce(context of "section\nopen Nat\nend\nopen Real\ntheorem …").map((c) => c.text) // ["open Real"]
 */
export function inForce(context: readonly ContextCommand[]): ContextCommand[] {
  const scopes: ContextCommand[][] = [[]];
  let chained: ContextCommand[] = [];
  for (const command of context) {
    const parts = Math.max(1, command.name.split(".").length);
    if (command.chained) chained.push(command);
    else chained = [];
    if (OPENS_SCOPE.has(command.kind)) for (let n = 0; n < parts; n++) scopes.push(n === 0 ? [command] : []);
    else if (command.kind === "end") for (let n = 0; n < parts && scopes.length > 1; n++) scopes.pop();
    else if (!command.chained) scopes.at(-1)!.push(command);
  }
  return [...scopes.flat(), ...chained];
}
