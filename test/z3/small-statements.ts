/** Random statements about small integers, and their truth by trying every value: an evaluator that shares nothing with the engine. */
import fc from "fast-check";

type Type = "ℕ" | "ℤ";
type Sum = { readonly op: "literal"; readonly value: number } | { readonly op: "variable"; readonly name: string } | { readonly op: "+" | "-" | "*" | "/" | "%"; readonly left: Sum; readonly right: Sum };
type Claim =
  | { readonly op: "relation"; readonly sign: "=" | "≤" | "<"; readonly type: Type; readonly left: Sum; readonly right: Sum }
  | { readonly op: "¬"; readonly claim: Claim }
  | { readonly op: "both"; readonly sign: "∧" | "∨" | "→"; readonly first: Claim; readonly second: Claim };

export interface SmallStatement {
  readonly type: Type;
  readonly names: readonly string[];
  readonly premise: Claim | undefined;
  readonly goal: Claim;
}

/** Values of the variables. */
export type Values = Readonly<Record<string, number>>;

const MAX = 8;
const LEVEL = { "+": 65, "-": 65, "*": 70, "/": 70, "%": 70, literal: 100, variable: 100 };

/** The text of a sum, with the brackets that Lean's precedences need and no others. */
function sumText(sum: Sum): string {
  if (sum.op === "literal") return String(sum.value);
  if (sum.op === "variable") return sum.name;
  const side = (child: Sum, least: number): string => (LEVEL[child.op] < least ? `(${sumText(child)})` : sumText(child));
  return `${side(sum.left, LEVEL[sum.op])} ${sum.op} ${side(sum.right, LEVEL[sum.op] + 1)}`;
}

/** The left side is given its type, which reaches the right side as well: variables of ℕ are cast leaf by leaf. */
function claimText(claim: Claim): string {
  if (claim.op === "¬") return `¬(${claimText(claim.claim)})`;
  if (claim.op === "both") return `(${claimText(claim.first)}) ${claim.sign} (${claimText(claim.second)})`;
  return `(${sumText(claim.left)} : ${claim.type}) ${claim.sign} ${sumText(claim.right)}`;
}

/** A theorem, with every variable bounded by a premise. */
export function theoremText({ type, names, premise, goal }: SmallStatement): string {
  const binders = names.map((name) => `(${name} : ${type}) (bound_${name} : ${type === "ℤ" ? `-${MAX} ≤ ${name} ∧ ` : ""}${name} ≤ ${MAX})`);
  return `theorem small ${binders.join(" ")}${premise ? ` (premise : ${claimText(premise)})` : ""} : ${claimText(goal)} := by sorry`;
}

/** Lean's arithmetic: ℕ stops at 0; the remainder of ℤ is never negative; x / 0 = 0 and x % 0 = x. */
function valueOf(sum: Sum, type: Type, values: Values): number {
  if (sum.op === "literal") return sum.value;
  if (sum.op === "variable") return values[sum.name]!;
  const left = valueOf(sum.left, type, values);
  const right = valueOf(sum.right, type, values);
  const remainder = right === 0 ? left : ((left % right) + Math.abs(right)) % Math.abs(right);
  switch (sum.op) {
    case "+":
      return left + right;
    case "-":
      return type === "ℕ" ? Math.max(0, left - right) : left - right;
    case "*":
      return left * right;
    case "/":
      return right === 0 ? 0 : (left - remainder) / right;
    case "%":
      return remainder;
  }
}

function holds(claim: Claim, values: Values): boolean {
  if (claim.op === "¬") return !holds(claim.claim, values);
  if (claim.op === "both") {
    const first = holds(claim.first, values);
    const second = holds(claim.second, values);
    return claim.sign === "∧" ? first && second : claim.sign === "∨" ? first || second : !first || second;
  }
  const left = valueOf(claim.left, claim.type, values);
  const right = valueOf(claim.right, claim.type, values);
  return claim.sign === "=" ? left === right : claim.sign === "<" ? left < right : left <= right;
}

/** Whether the values are within bounds and satisfy the premise. */
function admits({ type, names, premise }: SmallStatement, values: Values): boolean {
  const inBounds = names.every((name) => values[name]! <= MAX && values[name]! >= (type === "ℤ" ? -MAX : 0));
  return inBounds && (!premise || holds(premise, values));
}

/** Whether the values satisfy every premise, those that the goal states before its arrows included. */
export function satisfiesPremises(statement: SmallStatement, values: Values): boolean {
  const { goal } = statement;
  if (!admits(statement, values)) return false;
  return goal.op !== "both" || goal.sign !== "→" || (holds(goal.first, values) && satisfiesPremises({ ...statement, goal: goal.second }, values));
}

export const refutes = (statement: SmallStatement, values: Values): boolean => admits(statement, values) && !holds(statement.goal, values);

/** All values of the variables, within bounds. */
export function allValues({ type, names }: SmallStatement): Values[] {
  const least = type === "ℤ" ? -MAX : 0;
  const range = Array.from({ length: MAX - least + 1 }, (_, i) => least + i);
  return names.reduce<Values[]>((found, name) => found.flatMap((values) => range.map((value) => ({ ...values, [name]: value }))), [{}]);
}

function sums(names: readonly string[], depth: number): fc.Arbitrary<Sum> {
  const leaf = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...names).map((name): Sum => ({ op: "variable", name })) },
    fc.nat(9).map((value): Sum => ({ op: "literal", value })),
  );
  if (depth === 0) return leaf;
  const below = sums(names, depth - 1);
  return fc.oneof(leaf, { weight: 2, arbitrary: fc.record({ op: fc.constantFrom("+", "-", "*", "/", "%"), left: below, right: below }) });
}

function claims(type: Type, names: readonly string[], depth: number): fc.Arbitrary<Claim> {
  // Deeper sums are rarer: Z3 often leaves products of remainders open, at the cost of its whole time.
  const side = fc.oneof({ weight: 4, arbitrary: sums(names, 1) }, sums(names, 2));
  // A claim about variables of ℕ may be made in ℤ.
  const types: readonly Type[] = type === "ℕ" ? ["ℕ", "ℤ"] : ["ℤ"];
  const relation = fc.record({ op: fc.constant("relation"), sign: fc.constantFrom("=", "≤", "<"), type: fc.constantFrom(...types), left: side, right: side });
  if (depth === 0) return relation;
  const below = claims(type, names, depth - 1);
  return fc.oneof(
    { weight: 2, arbitrary: relation },
    fc.record({ op: fc.constant("¬"), claim: below }),
    { weight: 2, arbitrary: fc.record({ op: fc.constant("both"), sign: fc.constantFrom("∧", "∨", "→"), first: below, second: below }) },
  );
}

export const smallStatements: fc.Arbitrary<SmallStatement> = fc
  .record({ type: fc.constantFrom<Type>("ℕ", "ℤ"), names: fc.constantFrom(["a"], ["a", "b"]) })
  .chain(({ type, names }) => fc.record({ type: fc.constant(type), names: fc.constant(names), premise: fc.option(claims(type, names, 1), { nil: undefined }), goal: claims(type, names, 2) }));
