/** Which names a Lean term takes from outside: enough of Lean's scoping to see which `variable`s a statement mentions. */
import { parseBinders } from "./binders";
import { groupEnd, scan, type Scan, type Token } from "./scan";

const QUANTIFIERS: ReadonlySet<string> = new Set(["∀", "∃", "∃!", "fun", "λ", "∀ᶠ", "∃ᶠ", "∀ᵐ"]);

/**
 * The names that occur free in a term, each as the first part of a dotted name (`n` for `n.factorial`). Keywords and constants are among them:
 * the caller asks about names it knows. `∀ ∃ ∃! fun λ` and `{x | …}` bind up to the end of the bracket they stand in; other binders
 * (`∑`, `let`, `match`) are not followed, so a name that only they bind counts as free: too many names, never too few.
 * @example [...freeNames("∀ n, n + k = n")] // ["k"]
 */
export function freeNames(term: string): Set<string> {
  const scanned = scan(term);
  const { tokens } = scanned;
  const free = new Set<string>();
  const bound = new Map<string, number>();
  const scopes: { depth: number; names: string[] }[] = [];
  const bind = (depth: number, names: string[]): void => {
    scopes.push({ depth, names });
    for (const name of names) bound.set(name, (bound.get(name) ?? 0) + 1);
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    while (scopes.length > 0 && token.depth < scopes.at(-1)!.depth) for (const name of scopes.pop()!.names) bound.set(name, bound.get(name)! - 1);
    if (QUANTIFIERS.has(token.text)) bind(token.depth, boundNames(scanned, i + 1));
    else if (token.text === "{" && isSetBuilder(tokens, i)) bind(token.depth + 1, boundNames(scanned, i + 1));
    else if (token.kind === "identifier" && !isProjection(tokens, i)) {
      const head = headOf(token.text);
      if (!bound.get(head)) free.add(head);
    }
  }
  return free;
}

/**
 * The free names of a parameter list followed by a statement, each parameter being known in what comes after it.
 * @example [...freeNamesOfTheorem("(n : Fin m) (h : n = k)", "n.val < m")] // ["Fin", "m", "k"]
 */
export function freeNamesOfTheorem(binders: string, body: string): Set<string> {
  const free = new Set<string>();
  const bound = new Set<string>();
  const take = (term: string): void => {
    for (const name of freeNames(term)) if (!bound.has(name)) free.add(name);
  };
  for (const { names, type } of parseBinders(binders)) {
    take(type);
    for (const name of names) bound.add(name);
  }
  take(body);
  return free;
}

/** The first part of a dotted name; dots inside `«»` do not count. */
export function headOf(name: string): string {
  return /^(?:«[^»]*»|[^.«]+)/u.exec(name)?.[0] ?? name;
}

function isProjection(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1];
  return before?.text === "." && before.end === tokens[i]!.start;
}

/** Names right after a quantifier: `x y`, `(x y : T)`, `{x}`, `⟨x, y⟩`, up to `:`, `,`, `∈` or another sign. */
function boundNames(scanned: Scan, from: number): string[] {
  const { tokens } = scanned;
  const names: string[] = [];
  for (let i = from; i < tokens.length; i++) {
    const { kind, text } = tokens[i]!;
    if (QUANTIFIERS.has(text)) break;
    if (kind === "identifier") names.push(text);
    else if (kind === "open") {
      const close = groupEnd(scanned, i, tokens.length - 1);
      for (let at = i + 1; at < close && (tokens[at]!.kind === "identifier" || tokens[at]!.text === ","); at++) {
        if (tokens[at]!.kind === "identifier") names.push(tokens[at]!.text);
      }
      i = close;
    } else break;
  }
  return names;
}

/** `{x | p}`, `{x : T | p}`, `{x ∈ s | p}`, `{x : T // p}`: the name right after the brace is bound inside it. */
function isSetBuilder(tokens: readonly Token[], brace: number): boolean {
  return tokens[brace + 1]?.kind === "identifier" && ["|", ":", "∈", "/", "<", ">", "≤", "≥", "≠"].includes(tokens[brace + 2]?.text ?? "");
}
