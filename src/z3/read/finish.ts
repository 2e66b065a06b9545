/** Ends the reading of a statement: every type is known now, so that each operation can be checked against the types on which Lean has it. */
import { isDecidable, isFinite } from "./decidable";
import { canOperate, hasNumerals } from "./instances";
import { isSlot } from "./pending";
import { Unreadable } from "./syntax";
import { applied, bind, numeral, size, substitute, type Term, type Variable } from "./term";
import { head, isBase, isGround, known, showType, type Type } from "./types";

const NUMBERS = ["ℕ", "ℤ", "ℚ", "ℝ"];
const WHOLE = ["ℕ", "ℤ"];
const FIELDS = ["ℚ", "ℝ"];

/** On which types of its first argument a constant has the meaning that the engine gives it. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  lt: [...NUMBERS, "Fin", "ℕ∞"],
  le: [...NUMBERS, "Fin", "ℕ∞"],
  "Dvd.dvd": [...NUMBERS, "ℂ"],
  max: [...NUMBERS, "Fin"],
  min: [...NUMBERS, "Fin"],
  abs: ["ℤ", ...FIELDS],
  star: ["ℂ"],
  Even: [...NUMBERS, "ℂ"],
  Odd: [...NUMBERS, "ℂ"],
  IsSquare: [...NUMBERS],
  Prime: WHOLE,
  Squarefree: WHOLE,
  IsCoprime: NUMBERS,
  gcd: WHOLE,
  lcm: WHOLE,
  round: FIELDS,
  "Int.floor": ["ℤ", ...FIELDS],
  "Int.ceil": ["ℤ", ...FIELDS],
  "Int.fract": FIELDS,
  "Nat.floor": NUMBERS,
  "Nat.ceil": NUMBERS,
  "Set.Icc": [...NUMBERS, "Fin"],
  "Set.Ico": [...NUMBERS, "Fin"],
  "Set.Ioc": [...NUMBERS, "Fin"],
  "Set.Ioo": [...NUMBERS, "Fin"],
  "Set.Ici": [...NUMBERS, "Fin"],
  "Set.Iic": [...NUMBERS, "Fin"],
  "Set.Ioi": [...NUMBERS, "Fin"],
  "Set.Iio": [...NUMBERS, "Fin"],
  "Finset.Icc": [...WHOLE, "Fin"],
  "Finset.Ico": [...WHOLE, "Fin"],
  "Finset.Ioc": [...WHOLE, "Fin"],
  "Finset.Ioo": [...WHOLE, "Fin"],
  "Finset.Iic": ["ℕ", "Fin"],
  "Finset.Iio": ["ℕ", "Fin"],
};

/** Types of numbers that can be compared, for constants that compare the elements of a set or the values of a function. */
const ORDER_OF_ELEMENTS: ReadonlySet<string> = new Set(["IsLeast", "IsGreatest", "BddAbove", "BddBelow", "lowerBounds", "upperBounds"]);
const ORDER_OF_FUNCTION: ReadonlySet<string> = new Set([
  "Monotone", "Antitone", "StrictMono", "StrictAnti", "MonotoneOn", "AntitoneOn", "StrictMonoOn", "StrictAntiOn",
]);
const SUMMABLE = [...NUMBERS, "ℂ", "Fin", "ZMod"];

/**
 * Replaces what was open while reading by what it turned out to be.
 * @param classical whether every proposition counts as decidable
 * @throws Unreadable where a type has no such operation
 */
export function finish(term: Term, classical = false): Term {
  return new Finisher(classical).visit(term);
}

/** Terms of more nodes are refused: a chain of `let`s doubles the statement with every link. */
const MOST_NODES = 50_000;

class Finisher {
  private readonly variables = new Map<Variable, Variable>();
  private readonly finished = new Map<Term, Term>();

  constructor(private readonly classical: boolean) {}

  /** Finishes a term, once however often it occurs. */
  visit(term: Term): Term {
    let result = this.finished.get(term);
    if (!result) {
      result = this.anew(term);
      this.finished.set(term, result);
    }
    return result;
  }

  private anew(term: Term): Term {
    if (isSlot(term)) {
      if (!term.filled.term) throw new Unreadable("a part of the statement is not determined");
      return this.visit(term.filled.term);
    }
    if (term.op === "substituted" || term.op === "letting") {
      const [body, from, to] = term.args.map((arg) => this.visit(arg));
      if (size(body!, MOST_NODES) >= MOST_NODES) throw new Unreadable("the statement is too large once it is written out");
      return reduced(substitute(body!, new Map([[from!.variable!, to!]])));
    }
    const type = known(term.type);
    if (!isGround(type)) throw new Unreadable("the type of a part is not determined");
    if (term.op === "number") return literal(term, type);
    if (term.op === "variable") return { ...term, type, variable: this.variable(term.variable!) };
    if (term.op === "decimal") return decimal(term.args[0]!.value!, type);
    if (term.variable) return bind(term.op as "lambda", this.variable(term.variable), this.visit(term.args[0]!));
    const args = term.args.map((arg) => this.visit(arg));
    if (term.op === "apply") return applied(args[0]!, args[1]!);
    checkTypes(term.op, args, type);
    const test = term.op === "if" ? args[0] : term.op === "Finset.filter" && args[0]!.op === "lambda" ? args[0]!.args[0] : undefined;
    if (test && !this.classical && !isDecidable(test)) throw new Unreadable(`Lean has no way to decide the condition of \`${term.op}\` without \`open Classical\``);
    return { ...term, op: operation(term.op, args), type, args };
  }

  /** One finished variable for each variable that was read. */
  private variable(variable: Variable): Variable {
    let finished = this.variables.get(variable);
    if (!finished) {
      finished = { name: variable.name, type: known(variable.type) };
      this.variables.set(variable, finished);
    }
    return finished;
  }
}

/** Applications of functions that have become known are carried out. */
function reduced(term: Term): Term {
  const args = term.args.map(reduced);
  if (term.op === "apply") return applied(args[0]!, args[1]!);
  return { ...term, args };
}

function literal(term: Term, type: Type): Term {
  if (!hasNumerals(type)) {
    throw new Unreadable(`a numeral of type ${showType(type)} is not read`);
  }
  return numeral(term.value!, type);
}

function decimal(value: NonNullable<Term["value"]>, type: Type): Term {
  if (!isBase(type, "ℚ", "ℝ", "ℂ")) throw new Unreadable(`a decimal of type ${showType(type)} is not read`);
  return numeral(value, type);
}

function operation(op: string, args: readonly Term[]): string {
  if (op === "power") {
    const exponent = head(args[1]!.type);
    return exponent.kind === "base" && exponent.name === "ℕ" ? "pow" : exponent.kind === "base" && exponent.name === "ℤ" ? "zpow" : "rpow";
  }
  if (op === "Nat.cast" || op === "Int.cast" || op === "Rat.cast") return "cast";
  return op;
}

function nameOf(type: Type): string {
  const top = head(type);
  return top.kind === "base" ? top.name : top.kind;
}

function checkTypes(op: string, args: readonly Term[], type: Type): void {
  const first = args[0] ? known(args[0].type) : type;
  const refuse = (on: Type): never => {
    throw new Unreadable(`\`${op === "lt" ? "<" : op === "le" ? "≤" : op}\` on ${showType(on)} is not read`);
  };
  if (op === "Finset.univ" && !("of" in type && isFinite(type.of))) refuse(type);
  const allowed = ALLOWED[op];
  if (allowed && !allowed.includes(nameOf(first))) refuse(first);
  if ((op === "neg" || op === "inv") && !canOperate(op === "neg" ? "neg" : "⁻¹", type)) refuse(type);
  if (ORDER_OF_ELEMENTS.has(op) && !("of" in first && NUMBERS.includes(nameOf(first.of)))) refuse(first);
  if (ORDER_OF_FUNCTION.has(op) && !(first.kind === "arrow" && NUMBERS.includes(nameOf(first.from)) && NUMBERS.includes(nameOf(first.to)))) refuse(first);
  if ((op === "Finset.sum" || op === "Finset.prod" || op === "List.sum" || op === "List.prod") && !SUMMABLE.includes(nameOf(type))) refuse(type);
  if (op === "subset" && first.kind !== "Set" && first.kind !== "Finset") refuse(first);
  if ((op === "Nat.cast" || op === "Int.cast" || op === "Rat.cast") && !SUMMABLE.includes(nameOf(type))) refuse(type);
  if (op === "Nat.ofDigits" && !NUMBERS.includes(nameOf(first))) refuse(first);
}

