/** Signs that a text is Lean 3, which looks alike and means something else. */
import { commands } from "./commands";
import { scan } from "./scan";

const LEAN3_COMMANDS = new Set(["variables", "universes", "open_locale", "constant", "constants"]);

/**
 * What shows that a text is Lean 3, or undefined. Looks at code only, not at comments: lower-case imports, `begin` after `:=`,
 * commands that Lean 4 does not have.
 * @example lean3Sign("theorem t : 1 = 1 := begin refl end") // "a proof opens with `begin`"
 */
export function lean3Sign(code: string): string | undefined {
  const scanned = scan(code);
  const { tokens } = scanned;
  for (const { kind, keyword, last } of commands(scanned)) {
    if (LEAN3_COMMANDS.has(kind)) return `\`${kind}\` is not a Lean 4 command`;
    const imported = tokens[keyword + 1]?.text ?? "";
    if (kind === "import" && keyword < last && /^[a-z]/.test(imported)) return `\`import ${imported}\` names a Lean 3 module`;
  }
  const begins = tokens.some(({ text }, i) => text === "begin" && tokens[i - 1]?.text === ":=");
  return begins ? "a proof opens with `begin`" : undefined;
}
