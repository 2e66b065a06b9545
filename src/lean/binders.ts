/** The parameters of a theorem, one by one. */
import { groupEnd, scan, type Scan } from "./scan";
import { endOfTerm } from "./signature";
import { withoutComments } from "./comments";

/** `(x : T)`, `{x : T}`, `⦃x : T⦄` (also written `{{x : T}}`), `[C T]`; a name without brackets is explicit. */
export type BinderKind = "explicit" | "implicit" | "strictImplicit" | "instance";

/**
 * One group of parameters, `(x y : ℝ)`. `names` is empty for an unnamed instance, `type` is `""` where none is written.
 * `defaultValue` is the text after `:=` (a value or `by …`), else `""`. `text` is the group as it stands, `plain` the same without its default.
 */
export interface Binder {
  readonly kind: BinderKind;
  readonly names: readonly string[];
  readonly type: string;
  readonly defaultValue: string;
  readonly text: string;
  readonly plain: string;
}

const KINDS: Readonly<Record<string, BinderKind>> = { "(": "explicit", "{": "implicit", "⦃": "strictImplicit", "[": "instance" };

/**
 * Splits the text of a parameter list, such as `theorem.binders`, into its groups. What is no binder is passed over.
 * @example parseBinders("(x y : ℝ) [Group G]").map((b) => b.names) // [["x", "y"], []]
 */
export function parseBinders(text: string): Binder[] {
  const code = withoutComments(text);
  const scanned = scan(code);
  const { tokens } = scanned;
  const result: Binder[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === "identifier") {
      result.push({ kind: "explicit", names: [token.text], type: "", defaultValue: "", text: token.text, plain: token.text });
    } else if (token.kind === "open" && KINDS[token.text]) {
      const close = groupEnd(scanned, i, tokens.length - 1);
      result.push(group(scanned, i, close));
      i = close;
    }
  }
  return result;
}

function group(scanned: Scan, open: number, close: number): Binder {
  const { text: code, tokens } = scanned;
  const doubled = tokens[open]!.text === "{" && tokens[open + 1]?.text === "{" && groupEnd(scanned, open + 1, close) === close - 1;
  const kind = doubled ? "strictImplicit" : KINDS[tokens[open]!.text]!;
  const first = open + (doubled ? 2 : 1);
  const last = close - (doubled ? 2 : 1);
  const depth = tokens[first]?.depth ?? 0;
  const between = (from: number, to: number): string => (from <= to ? code.slice(tokens[from]!.start, tokens[to]!.end) : "");

  let colon = first;
  while (colon <= last && tokens[colon]!.kind === "identifier") colon += 1;
  const typed = tokens[colon]?.text === ":" && colon <= last;
  const named = typed || kind !== "instance";
  const names = named ? tokens.slice(first, colon).map(({ text }) => text) : [];
  const typeFrom = typed ? colon + 1 : named ? colon : first;
  const assignment = endOfTerm(tokens, typeFrom, last, depth);
  const type = between(typeFrom, assignment - 1);
  const text = code.slice(tokens[open]!.start, tokens[close]!.end);
  const plain = assignment > last ? text : between(open, assignment - 1) + code.slice(tokens[last]!.end, tokens[close]!.end).trimStart();
  return { kind, names, type, defaultValue: between(assignment + 1, last), text, plain };
}
