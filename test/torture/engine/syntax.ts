/** Statements of the engine's fragment as trees, and their Lean text with the brackets that Lean's precedences ask for. */

/** "ℕ", "ℤ", "ℚ", "ℝ", "Fin 5" or "ZMod 7". */
export type Type = string;
export type Sign = "+" | "-" | "*" | "/" | "%";
export type Relation = "=" | "≠" | "<" | "≤" | ">" | "≥";

export type Term =
  | { readonly op: "numeral"; readonly value: bigint }
  | { readonly op: "decimal"; readonly text: string; readonly n: bigint; readonly d: bigint }
  | { readonly op: "variable"; readonly name: string }
  | { readonly op: "binary"; readonly sign: Sign; readonly left: Term; readonly right: Term }
  | { readonly op: "neg"; readonly of: Term }
  | { readonly op: "pow"; readonly base: Term; readonly exponent: Term }
  /** `(of : type)` */
  | { readonly op: "typed"; readonly of: Term; readonly type: Type }
  /** A function by the name in `FUNCTIONS`. */
  | { readonly op: "call"; readonly name: string; readonly type: Type; readonly args: readonly Term[] }
  /** A function of the statement's own. */
  | { readonly op: "own"; readonly name: string; readonly arg: Term }
  | { readonly op: "if"; readonly type: Type; readonly condition: Claim; readonly yes: Term; readonly no: Term }
  | { readonly op: "big"; readonly sign: "∑" | "∏"; readonly type: Type; readonly name: string; readonly set: Range; readonly body: Term }
  | { readonly op: "count"; readonly name: string; readonly set: Range; readonly condition: Claim }
  | { readonly op: "let"; readonly type: Type; readonly name: string; readonly valueType: Type; readonly value: Term; readonly body: Term }
  | { readonly op: "applied"; readonly type: Type; readonly name: string; readonly valueType: Type; readonly value: Term; readonly body: Term };

/** A finite set of numbers of a type. */
export type Range =
  | { readonly op: "range"; readonly size: Term }
  | { readonly op: "interval"; readonly name: "Icc" | "Ico" | "Ioc" | "Ioo"; readonly type: Type; readonly low: Term; readonly high: Term }
  | { readonly op: "list"; readonly type: Type; readonly items: readonly Term[] }
  | { readonly op: "divisors"; readonly of: Term };

/** Over what a quantifier goes; "premises" writes the bounds before an arrow or an ∧. */
export type Domain =
  | { readonly op: "type"; readonly type: Type }
  | { readonly op: "set"; readonly set: Range }
  | { readonly op: "below"; readonly sign: "<" | "≤"; readonly limit: Term }
  | { readonly op: "premises"; readonly type: Type; readonly low: bigint; readonly high: bigint };

export type Claim =
  | { readonly op: "relation"; readonly sign: Relation; readonly left: Term; readonly right: Term }
  | { readonly op: "divides"; readonly type: Type; readonly left: Term; readonly right: Term }
  | { readonly op: "property"; readonly name: "Even" | "Odd" | "IsSquare" | "Nat.Prime" | "Prime"; readonly type: Type; readonly of: Term }
  | { readonly op: "coprime"; readonly left: Term; readonly right: Term }
  | { readonly op: "congruent"; readonly type: "ℕ" | "ℤ"; readonly left: Term; readonly right: Term; readonly modulus: Term }
  | { readonly op: "member"; readonly of: Term; readonly type: Type; readonly set: Range; readonly kind: "Finset" | "Set" }
  | { readonly op: "not"; readonly of: Claim }
  | { readonly op: "both"; readonly sign: "∧" | "∨" | "→" | "↔" | "Xor'"; readonly left: Claim; readonly right: Claim }
  | { readonly op: "quantified"; readonly quantifier: "∀" | "∃" | "∃!"; readonly name: string; readonly domain: Domain; readonly body: Claim }
  | { readonly op: "constant"; readonly value: boolean };

export interface Bound {
  readonly name: string;
  readonly type: Type;
  /** The variable lies between them by a premise. */
  readonly within?: readonly [low: bigint, high: bigint];
}

/** `f` with its defining premise `∀ x, f x = body`. */
export interface OwnFunction {
  readonly name: string;
  readonly from: Type;
  readonly to: Type;
  readonly body: Term;
}

export interface Statement {
  readonly variables: readonly Bound[];
  readonly functions: readonly OwnFunction[];
  readonly premises: readonly Claim[];
  readonly goal: Claim;
  /** The variables and premises stand in the goal, before a comma and arrows. */
  readonly inGoal: boolean;
}

const LEVELS: Readonly<Record<Sign, number>> = { "+": 65, "-": 65, "*": 70, "/": 70, "%": 70 };
const MAX = 1024;
const enclosed = (own: number, least: number, text: string): string => (own < least ? `(${text})` : text);

/** How the functions that are no plain names are written. */
const WRITTEN: Readonly<Record<string, (args: readonly string[]) => string>> = {
  abs: ([a]) => `|${a}|`,
  floor: ([a]) => `⌊${a}⌋`,
  ceil: ([a]) => `⌈${a}⌉`,
  natFloor: ([a]) => `⌊${a}⌋₊`,
  natCeil: ([a]) => `⌈${a}⌉₊`,
  inverse: ([a]) => `${a}⁻¹`,
  digitSum: ([b, n]) => `((Nat.digits ${b} ${n}).sum : ℕ)`,
  num: ([q]) => `${q}.num`,
  den: ([q]) => `${q}.den`,
  val: ([x]) => `${x}.val`,
};

export function termText(term: Term, least = 0): string {
  switch (term.op) {
    case "numeral":
      return String(term.value);
    case "decimal":
      return term.text;
    case "variable":
      return term.name;
    case "binary": {
      const own = LEVELS[term.sign];
      return enclosed(own, least, `${termText(term.left, own)} ${term.sign} ${termText(term.right, own + 1)}`);
    }
    case "neg":
      // Two signs in a row begin a comment.
      return enclosed(75, least, `-${termText(term.of, term.of.op === "neg" ? MAX : 75)}`);
    case "pow":
      return enclosed(75, least, `${termText(term.base, 76)} ^ ${termText(term.exponent, 75)}`);
    case "typed":
      return `(${termText(term.of)} : ${term.type})`;
    case "call": {
      const written = WRITTEN[term.name];
      const args = term.args.map((arg) => termText(arg, MAX));
      return written ? written(args) : enclosed(MAX - 2, least, [term.name, ...args].join(" "));
    }
    case "own":
      return enclosed(MAX - 2, least, `${term.name} ${termText(term.arg, MAX)}`);
    case "if":
      return `(if ${claimText(term.condition)} then ${termText(term.yes)} else ${termText(term.no)} : ${term.type})`;
    case "big":
      return `(${term.sign} ${term.name} ∈ ${rangeText(term.set, "Finset")}, (${termText(term.body)} : ${term.type}))`;
    case "count":
      return `(Finset.filter (fun ${term.name} : ${itemType(term.set)} => ${claimText(term.condition)}) (${rangeText(term.set, "Finset")})).card`;
    case "let":
      return `(let ${term.name} : ${term.valueType} := ${termText(term.value)}; ${termText(term.body)} : ${term.type})`;
    case "applied":
      return `((fun ${term.name} : ${term.valueType} => (${termText(term.body)} : ${term.type})) ${termText(term.value, MAX)})`;
  }
}

export const itemType = (set: Range): Type => (set.op === "range" || set.op === "divisors" ? "ℕ" : set.type);

export function rangeText(set: Range, kind: "Finset" | "Set"): string {
  switch (set.op) {
    case "range":
      return `Finset.range ${termText(set.size, MAX)}`;
    case "interval":
      return `${kind}.${set.name} (${termText(set.low)} : ${set.type}) ${termText(set.high, MAX)}`;
    case "list":
      return `({${set.items.map((item) => termText(item)).join(", ")}} : ${kind} ${set.type.includes(" ") ? `(${set.type})` : set.type})`;
    case "divisors":
      return `Nat.divisors ${termText(set.of, MAX)}`;
  }
}

const JOINED: Readonly<Record<string, readonly [own: number, left: number, right: number]>> = { "∧": [35, 36, 35], "∨": [30, 31, 30], "→": [25, 26, 25], "↔": [20, 21, 21] };

export function claimText(claim: Claim, least = 0): string {
  switch (claim.op) {
    case "relation":
      return enclosed(50, least, `${termText(claim.left, 51)} ${claim.sign} ${termText(claim.right, 51)}`);
    case "divides":
      return enclosed(50, least, `(${termText(claim.left)} : ${claim.type}) ∣ ${termText(claim.right, 51)}`);
    case "property":
      return enclosed(MAX - 2, least, `${claim.name} (${termText(claim.of)} : ${claim.type})`);
    case "coprime":
      return enclosed(MAX - 2, least, `Nat.Coprime ${termText(claim.left, MAX)} ${termText(claim.right, MAX)}`);
    case "congruent":
      return enclosed(50, least, `${termText(claim.left, 51)} ≡ ${termText(claim.right, 51)} [${claim.type === "ℕ" ? "MOD" : "ZMOD"} ${termText(claim.modulus)}]`);
    case "member":
      return enclosed(50, least, `(${termText(claim.of)} : ${claim.type}) ∈ ${rangeText(claim.set, claim.kind)}`);
    case "not":
      // As an argument it would take what follows for arguments of its own.
      return enclosed(MAX - 1, least, `¬${claimText(claim.of, 40)}`);
    case "both": {
      if (claim.sign === "Xor'") return enclosed(MAX - 2, least, `Xor' ${claimText(claim.left, MAX)} ${claimText(claim.right, MAX)}`);
      const [own, left, right] = JOINED[claim.sign]!;
      return enclosed(own, least, `${claimText(claim.left, left)} ${claim.sign} ${claimText(claim.right, right)}`);
    }
    case "quantified":
      return enclosed(0, least, quantifiedText(claim));
    case "constant":
      return claim.value ? "True" : "False";
  }
}

function quantifiedText({ quantifier, name, domain, body }: Claim & { op: "quantified" }): string {
  switch (domain.op) {
    case "type":
      return `${quantifier} ${name} : ${domain.type}, ${claimText(body)}`;
    case "set":
      return `${quantifier} ${name} ∈ ${rangeText(domain.set, "Finset")}, ${claimText(body)}`;
    case "below":
      return `${quantifier} ${name} ${domain.sign} ${termText(domain.limit, 51)}, ${claimText(body)}`;
    case "premises": {
      const bounds = [...(domain.type === "ℕ" ? [] : [`${domain.low} ≤ ${name}`]), `${name} ≤ ${domain.high}`];
      const text = quantifier === "∀" ? [...bounds, claimText(body, 25)].join(" → ") : [...bounds, claimText(body, 35)].join(" ∧ ");
      return `${quantifier} ${name} : ${domain.type}, ${text}`;
    }
  }
}

/** The whole theorem. */
export function statementText({ variables, functions, premises, goal, inGoal }: Statement): string {
  const bounds = variables.flatMap(({ name, type, within }) => (within ? [...(type === "ℕ" ? [] : [`${within[0]} ≤ ${name}`]), `${name} ≤ ${within[1]}`] : []));
  const own = functions.map(({ name, from, to, body }) => `(${name} : ${from} → ${to}) (h${name} : ∀ x, ${name} x = ${termText(body, 51)}) `).join("");
  if (inGoal) {
    const before = variables.map(({ name, type }) => `∀ ${name} : ${type}, `).join("");
    return `theorem t ${own}: ${before}${[...bounds, ...premises.map((premise) => claimText(premise, 26)), claimText(goal, 25)].join(" → ")} := by sorry`;
  }
  const binders = variables.map(({ name, type }) => `(${name} : ${type}) `).join("");
  const hypotheses = [...bounds, ...premises.map((premise) => claimText(premise))].map((text, i) => `(h${i} : ${text}) `).join("");
  return `theorem t ${binders}${own}${hypotheses}: ${claimText(goal)} := by sorry`;
}
