/** What signs, commands and words mean in a calculation, and which words mean something that is not read. */
import type { Operator, Relation } from "./syntax";
import type { Content } from "./tokens";

const operator = (sign: Operator, shown: string): Content[] => [{ kind: "operator", operator: sign, shown }];
const relation = (sign: Relation): Content[] => [{ kind: "relation", relation: sign }];
const open = (bracket: "(" | "[" | "{"): Content[] => [{ kind: "open", bracket }];
const close = (bracket: "(" | "[" | "{"): Content[] => [{ kind: "close", bracket }];
const mark = (text: string): Content[] => [{ kind: "mark", text }];
const power = (digits: string): Content[] => [{ kind: "operator", operator: "^", shown: "^" }, { kind: "number", digits }];

/** Signs; what is not here is not read. */
export const SYMBOLS: ReadonlyMap<string, readonly Content[]> = new Map(
  Object.entries({
    "+": operator("+", "+"), "-": operator("-", "-"), "−": operator("-", "-"), "–": operator("-", "-"),
    "*": operator("*", "*"), "×": operator("*", "×"), "·": operator("*", "·"), "⋅": operator("*", "·"), "∙": operator("*", "·"), "∗": operator("*", "*"),
    "/": operator("/", "/"), "÷": operator("/", "÷"), "∕": operator("/", "/"), "^": operator("^", "^"), "²": power("2"), "³": power("3"),
    "=": relation("="), "==": relation("="), "≠": relation("≠"), "!=": relation("≠"), "<": relation("<"), ">": relation(">"),
    "≤": relation("≤"), "<=": relation("≤"), "≥": relation("≥"), ">=": relation("≥"),
    "(": open("("), ")": close("("), "[": open("["), "]": close("["), "{": open("{"), "}": close("{"),
    "|": [{ kind: "bar" }], "%": [{ kind: "percent" }], "°": [{ kind: "degree" }], "√": [{ kind: "root" }],
    ".": mark("."), ",": mark(","), ";": mark(";"), ":": mark(":"), "?": mark("?"), "\n": mark("\n"), "$": mark("$"),
    "\"": mark("\""), "“": mark("\""), "”": mark("\""), "•": mark("•"), "—": mark("—"), "#": mark("#"), "→": mark("→"), "=>": mark("→"), "->": mark("→"), "⇒": mark("→"), "✓": mark("✓"), "≈": mark("≈"), "≅": mark("≈"),
  }),
);

/** LaTeX commands. */
export const LATEX: ReadonlyMap<string, readonly Content[]> = new Map(
  Object.entries({
    "\\times": operator("*", "×"), "\\cdot": operator("*", "·"), "\\ast": operator("*", "*"), "\\div": operator("/", "÷"),
    "\\neq": relation("≠"), "\\ne": relation("≠"), "\\lt": relation("<"), "\\gt": relation(">"),
    "\\le": relation("≤"), "\\leq": relation("≤"), "\\leqslant": relation("≤"), "\\ge": relation("≥"), "\\geq": relation("≥"), "\\geqslant": relation("≥"),
    "\\frac": [{ kind: "fraction" }], "\\dfrac": [{ kind: "fraction" }], "\\tfrac": [{ kind: "fraction" }], "\\cfrac": [{ kind: "fraction" }],
    "\\sqrt": [{ kind: "root" }], "\\boxed": [{ kind: "boxed" }], "\\fbox": [{ kind: "boxed" }],
    "\\%": [{ kind: "percent" }], "\\circ": [{ kind: "degree" }], "\\degree": [{ kind: "degree" }],
    "\\lvert": [{ kind: "bar" }], "\\rvert": [{ kind: "bar" }], "\\vert": [{ kind: "bar" }], "\\{": open("{"), "\\}": close("{"),
    "\\\\": mark("\\"), "\\newline": mark("\\"), "\\quad": mark(" "), "\\qquad": mark(" "),
    "\\implies": mark("→"), "\\Rightarrow": mark("→"), "\\Longrightarrow": mark("→"), "\\rightarrow": mark("→"), "\\to": mark("→"), "\\Leftrightarrow": mark("→"), "\\iff": mark("→"),
    "\\therefore": mark("→"), "\\because": mark("→"), "\\checkmark": mark("✓"), "\\approx": mark("≈"),
  }),
);

/** Words between two values that stand for an operator. */
export const WORD_OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ["plus", "+"], ["minus", "-"], ["times", "*"], ["multiplied by", "*"], ["divided by", "/"],
]);

const COMPARED: readonly [string, Relation][] = [["greater than", ">"], ["larger than", ">"], ["more than", ">"], ["less than", "<"], ["smaller than", "<"], ["fewer than", "<"]];
const NEGATED: Readonly<Partial<Record<Relation, Relation>>> = { ">": "≤", "<": "≥" };

/** Words between two values that stand for a relation. "Is" alone is none: it says too many things. */
export const WORD_RELATIONS: ReadonlyMap<string, Relation> = new Map<string, Relation>([
  ["equals", "="], ["is equal to", "="], ["which equals", "="], ["is not equal to", "≠"], ["does not equal", "≠"], ["which is equal to", "="],
  ...COMPARED.flatMap(([words, sign]) =>
    ["is", "are", "which is", "is indeed", "is still", "is already"].flatMap((verb): [string, Relation][] => [[`${verb} ${words}`, sign], ...(/^(?:is|are)$/.test(verb) ? [[`${verb} not ${words}`, NEGATED[sign]!] as [string, Relation]] : [])]),
  ),
  ["is at least", "≥"], ["is at most", "≤"],
]);

/** A value before one of these is part of something else: "half of …", "twice …", "8 choose 2", "the remainder of …". */
export const CHANGES_WHAT_FOLLOWS = /^(?:half|halve|third|thirds|quarter|quarters|fourth|fourths|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|twice|double|doubled|triple|tripled|thrice|quadruple|percent|square|squared|cube|cubed|roots?|mod|modulo|choose|sin|cos|tan|log|ln|exp|gcd|lcm|max|min|sqrt|abs|floor|ceil|factorial|sum|product|difference|quotient|remainder|negative|base|dozen|hundred|thousand|million|billion|not|than|between)$/i;

/** Words that follow a number and make it another number: "3 dozen", "5 million", "7 squared", "10 choose 3", "6 factorial". */
export const CHANGES_WHAT_PRECEDES = /^(?:half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|hundredths?|dozens?|hundreds?|thousands?|millions?|billions?|trillions?|pairs?|score|percent|squared|cubed|choose|mod|modulo|factorial|times|base|remainder|complete)$/i;

/** "4 more than", "4 apples fewer than": a number that is only a difference. */
export const MORE_THAN = /^\s*(?:[\p{L}-]+\s+)?(?:more|less|fewer|greater|larger|smaller)\s+(?:[\p{L}-]+\s+){0,2}than\b/iu;

/** Words that end a unit: what follows is the sentence again. */
export const ENDS_UNIT = /^(?:is|are|was|were|be|will|would|can|could|should|may|must|has|have|had|gives?|get|gets|got|equals?|than|as|to|from|and|or|but|so|since|because|if|then|when|where|which|that|who|while|hence|thus|therefore|with|for|at|on|in|by|into|after|before|we|he|she|it|they|there|this|these|those|not|a|i|let|now|also|only|until|more|less|fewer|greater|larger|smaller)$/i;

/** Abbreviated units, which may touch their number or stand alone with one or two letters. */
export const ABBREVIATED_UNIT = /^(?:mm|cm|dm|km|m|ft|yd|mi|mg|g|kg|lbs?|oz|ml|mL|l|L|gal|qt|pt|ms|s|sec|min|h|hrs?|mph|kph|pm|am)$/;

/** Words for a value that is only near: no claim is read from their sentence. */
export const APPROXIMATELY = /\b(?:approximate(?:ly)?|approximation|approx|rounded|rounding|round (?:up|down|to)|rounds (?:up|down|to)|estimated?)\b|\b(?:about|roughly|nearly|almost|around)\s+[\d$\\]/i;

/** Words after which a number alone may begin a claim. */
export const BEGINS_A_CLAIM = /^(?:since|so|that|thus|because|then|hence|therefore|have|get|gives|find|see|know|if|as|when|indeed|clearly)$/i;

/** Words between "of" and what it is of. */
export const DETERMINER = /^(?:the|these|those|this|his|her|their|its|all|a|an)$/i;
