/** Mathematical prose: where its formulas are, which parts of them are arguments and scripts, and where its sentences end. */

/** A part of a text, by UTF-16 offsets; the end is the first unit behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Drawings of the Asymptote program, which MATH's texts hold, then what opens a formula; `\\` and `\$` are matched so that they are passed over. */
const OPENING = /\[asy\]|\\\\|\\\$|\$\$?|\\\[|\\\(|\\begin\{([^}]*)\}/g;

/**
 * The formulas and drawings of a text, from left to right, with their marks: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`, environments, `[asy]…[/asy]`.
 * A mark that nothing closes, and a single `$` whose partner stands in another paragraph, open none.
 * @example formulas("If $x > 0$, then") // [{ start: 3, end: 10 }]
 */
export function formulas(text: string): Span[] {
  const found: Span[] = [];
  // A closing mark that is missing behind one place is missing behind all later ones.
  const missing = new Set<string>();
  OPENING.lastIndex = 0;
  for (let open = OPENING.exec(text); open; open = OPENING.exec(text)) {
    const end = missing.has(open[0]) ? undefined : formulaEnd(text, open[0], open.index + open[0].length, open[1]);
    if (end === undefined) {
      if (open[0] !== "$") missing.add(open[0]);
      continue;
    }
    found.push({ start: open.index, end });
    OPENING.lastIndex = end;
  }
  return found;
}

function formulaEnd(text: string, mark: string, from: number, environment?: string): number | undefined {
  if (mark === "\\\\" || mark === "\\$") return undefined;
  if (mark === "$" || mark === "$$") {
    const closing = mark === "$" ? /\\.|\n\s*\n|\$/gs : /\\.|\$\$/gs;
    closing.lastIndex = from;
    let close = closing.exec(text);
    while (close && close[0].startsWith("\\")) close = closing.exec(text);
    return close?.[0] === mark ? closing.lastIndex : undefined;
  }
  const closing = mark === "[asy]" ? "[/asy]" : environment !== undefined ? `\\end{${environment}}` : mark === "\\[" ? "\\]" : "\\)";
  const at = text.indexOf(closing, from);
  return at < 0 ? undefined : at + closing.length;
}

/** Whether an offset lies in one of the spans, which are in order and do not overlap. */
export function within(spans: readonly Span[], offset: number): boolean {
  let [low, high] = [0, spans.length]; // the first span that ends behind the offset lies there
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && spans[low]!.start <= offset;
}

/** Commands whose argument is read as if it stood in the text. */
const TRANSPARENT = new Set("boxed fbox text textbf textit textrm textnormal mbox emph mathrm mathbf mathit bold boldsymbol displaystyle textstyle pmod mod bmod left right".split(" "));
/** Commands whose arguments may be single signs without braces. */
const BARE_ARGUMENTS: Readonly<Record<string, number>> = { frac: 2, dfrac: 2, tfrac: 2, cfrac: 2, binom: 2, dbinom: 2, sqrt: 1 };

/**
 * Parts of a text that no edit should touch: drawings, links in double brackets, subscripts and superscripts, arguments and options of LaTeX
 * commands but for those that only set type (`\boxed`, `\text`), and the marks of a Lean comment around a statement.
 * @example untouchable("$x^{12}$") // [{ start: 3, end: 7 }]
 */
export function untouchable(text: string): Span[] {
  const spans: Span[] = [];
  const PART = /^\s*\/--?|-\/\s*$|\[asy\][^]*?(?:\[\/asy\]|$)|\[\[[^]*?\]\]|\\\\(?:\[[^\]]*\])?|\\([A-Za-z]+)\*?|[_^]/g;
  for (let part = PART.exec(text); part; part = PART.exec(text)) {
    const { 0: sign, 1: command, index } = part;
    const after = index + sign.length;
    if (sign === "_" || sign === "^") spans.push({ start: after, end: (PART.lastIndex = tokenEnd(text, after)) });
    else if (command === undefined) spans.push({ start: index, end: after });
    else if (!TRANSPARENT.has(command)) {
      const end = argumentsEnd(text, after, command);
      if (end > after) spans.push({ start: after, end: (PART.lastIndex = end) });
    }
  }
  return spans;
}

/** Commands within the arguments of commands, beyond which nobody writes and a reader need not follow. */
const DEEPEST = 50;

/** The end of a command's options and arguments: as many as it is known to take, else all groups that follow. */
function argumentsEnd(text: string, from: number, command: string, depth = 0): number {
  let end = from;
  let bare = BARE_ARGUMENTS[command] ?? 0;
  for (;;) {
    const next = behindSpace(text, end);
    if (text[next] === "[" && command === "sqrt") {
      end = text.indexOf("]", next) + 1 || next + 1;
      continue;
    }
    if (text[next] === "{") end = groupEnd(text, next);
    else if (bare > 0 && next < text.length && !/[$}]/.test(text[next]!)) end = tokenEnd(text, next, depth + 1);
    else return end;
    bare -= 1;
    if (command in BARE_ARGUMENTS && bare === 0) return end;
  }
}

const COMMAND = /\\([A-Za-z]+)/y;
const SPACE = /\s*/y;

/** The first offset from here on where no white space stands. */
function behindSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** The end of one argument: a group in braces, a command with its arguments, or one sign. */
function tokenEnd(text: string, from: number, depth = 0): number {
  const start = behindSpace(text, from);
  if (text[start] === "{") return groupEnd(text, start);
  COMMAND.lastIndex = start;
  const command = text[start] === "\\" ? COMMAND.exec(text) : null;
  return command && depth < DEEPEST ? argumentsEnd(text, start + command[0].length, command[1]!, depth) : Math.min(text.length, start + 1);
}

/** Behind the brace that closes the group opened at `start`; the end of the text if none does. */
function groupEnd(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === "{") depth += 1;
    else if (text[i] === "}" && --depth === 0) return i + 1;
  }
  return text.length;
}

/** Full stops that end no sentence: of abbreviations, initials, and numbers of a list. */
const ABBREVIATION = /(?:^|[^\p{L}])(?:i\.e|e\.g|cf|vs|resp|etc|Fig|Eq|No|Dr|Mr|Mrs|St|approx|\p{Lu})\.$|(?:^|\n)[ \t]*\d{1,3}\.$/u;

/**
 * The sentences of a text, without the white space between them. A sentence ends with `.`, `!` or `?` outside formulas, or with a formula that ends
 * so, if what follows can begin another one, behind a formula without a space too; a blank line ends one as well. Decimals and abbreviations end none.
 * @example sentences("So $x = 3.$ Then $y = 2.5$.").length // 2
 */
export function sentences(text: string): Span[] {
  const inside = formulas(text);
  const ends: number[] = [];
  for (const { 0: stop, index } of text.matchAll(/[.!?]["')\]]?(?:\s*(?:\$\$?|\\\]|\\\)|\\end\{[^}]*\})(?=\s|$|\p{Lu})|(?=\s|$))|\n\s*\n/gu)) {
    const end = index + stop.length;
    const formula = inside.find(({ start, end: close }) => start <= index && index < close);
    if (formula && formula.end !== end) continue;
    if (stop.startsWith("\n")) ends.push(index);
    else if (/^\s*(?:$|[\p{Lu}$\\\d"'([])/u.test(text.slice(end)) && !ABBREVIATION.test(text.slice(Math.max(0, index - 12), index + 1))) ends.push(end);
  }
  ends.push(text.length);
  const found: Span[] = [];
  let from = 0;
  for (const end of ends) {
    const piece = text.slice(from, end);
    if (piece.trim() !== "") found.push({ start: from + /^\s*/.exec(piece)![0].length, end: from + piece.trimEnd().length });
    from = Math.max(from, end);
  }
  return found;
}
