/** Exponents and equations between a number and an expression with one unknown part, brought into simpler form. */
import { divide as divideReals, isRational, logarithm } from "../exact/real";
import { add, bits, compare, multiply, ONE, over, power as rationalPower, subtract, whole, type Rational } from "../exact/rational";
import { eq, FALSE, node, numeral, type Term } from "../read/term";
import { isBase, NAT } from "../read/types";

/** Fractions of longer numbers take too long to be brought into lowest terms here, where no budget counts. */
const MOST_BITS = 10_000;

/** b ^ (n + k) is b ^ n · b ^ k, and b ^ (k n) is (b ^ k) ^ n, for natural exponents and numerals k. */
export function simplerPower(term: Term): Term | undefined {
  const [base, exponent] = term.args as [Term, Term];
  if (term.op !== "pow" || !isBase(exponent.type, "ℕ")) return undefined;
  const [a, b] = exponent.args as [Term, Term];
  const raised = (to: Term): Term => node("pow", term.type, base, to);
  if (exponent.op === "add") return node("mul", term.type, raised(a), raised(b));
  if (exponent.op !== "mul") return undefined;
  const [factor, rest] = a.op === "number" ? [a, b] : [b, a];
  if (factor.op !== "number" || factor.value!.num > 64n) return undefined;
  return base.op === "number"
    ? node("pow", term.type, numeral(rationalPower(base.value!, factor.value!.num), term.type), rest)
    : undefined;
}

/** An equation with a numeral on one side, peeled: x + 2 = 5 is x = 3, 3 ^ n = 81 is n = 4, 2 x = 5 is false over ℕ. */
export function simplerEquation(term: Term): Term | undefined {
  if (term.op !== "eq" || !isBase(term.args[0]!.type, "ℕ", "ℤ", "ℚ", "ℝ")) return undefined;
  const [a, b] = term.args as [Term, Term];
  if (a.op === "pow" && b.op === "pow") return sameBase(a, b);
  const [known, open] = a.op === "number" ? [a, b] : [b, a];
  if (known.op !== "number" || open.op === "number") return undefined;
  return peeled(open, known.value!);
}

function peeled(open: Term, value: Rational): Term | undefined {
  if ([value, ...open.args.flatMap((arg) => arg.value ?? [])].some((number) => bits(number) > MOST_BITS)) return undefined;
  const { type } = open;
  const [a, b] = open.args as [Term, Term];
  const number = a?.op === "number" ? a : b?.op === "number" ? b : undefined;
  const rest = number === a ? b : a;
  const equals = (of: Term, to: Rational): Term => (fits(of, to) ? eq(of, numeral(to, of.type)) : FALSE);
  switch (open.op) {
    case "cast":
      return isBase(a.type, "ℕ", "ℤ", "ℚ") && isBase(type, "ℕ", "ℤ", "ℚ", "ℝ") ? equals(a, value) : undefined;
    case "add":
      return number && equals(rest, subtract(value, number.value!));
    case "sub":
      if (isBase(type, "ℕ") || !number) return undefined;
      return number === b ? equals(a, add(value, b.value!)) : equals(b, subtract(a.value!, value));
    case "mul":
      return number && number.value!.num !== 0n ? equals(rest, over(value, number.value!)) : undefined;
    case "neg":
      return equals(a, subtract(whole(0), value));
    case "pow":
      return a.op === "number" ? exponentFor(a.value!, b, value) : undefined;
    case "rpow":
      return a.op === "number" ? realExponentFor(a.value!, b, value) : undefined;
    default:
      return undefined;
  }
}

/** Whether a number can be a value of the term's type. */
function fits({ type }: Term, { num, den }: Rational): boolean {
  return isBase(type, "ℕ") ? den === 1n && num >= 0n : !isBase(type, "ℤ") || den === 1n;
}

/** bⁿ = c, where the powers of b are all different. */
function exponentFor(base: Rational, exponent: Term, value: Rational): Term | undefined {
  if (base.num <= 0n || compare(base, ONE) === 0 || !isBase(exponent.type, "ℕ")) return undefined;
  if (value.num <= 0n) return FALSE;
  const growing = compare(base, ONE) > 0;
  let power = ONE;
  for (let n = 0n; n <= 5_000n; n++, power = multiply(power, base)) {
    const order = compare(power, value);
    if (order === 0) return eq(exponent, numeral(whole(n), NAT));
    if (order > 0 === growing) return FALSE;
  }
  return undefined;
}

/** bˣ = c over ℝ for 0 < b ≠ 1: x is log c / log b, which is used where it is rational. */
function realExponentFor(base: Rational, exponent: Term, value: Rational): Term | undefined {
  if (base.num <= 0n || compare(base, ONE) === 0) return undefined;
  if (value.num <= 0n) return FALSE;
  const [c, b] = [logarithm(value), logarithm(base)];
  const quotient = c && b && divideReals(c, b);
  if (!quotient || !isRational(quotient)) return undefined;
  return eq(exponent, numeral(quotient, exponent.type));
}

/** bᵐ = bⁿ for a numeral b ≥ 2. */
function sameBase(a: Term, b: Term): Term | undefined {
  const [base, m] = a.args as [Term, Term];
  const [other, n] = b.args as [Term, Term];
  if (base.op !== "number" || other.op !== "number" || compare(base.value!, other.value!) !== 0 || compare(base.value!, whole(2)) < 0) return undefined;
  return isBase(m.type, "ℕ") && isBase(n.type, "ℕ") ? eq(m, n) : undefined;
}

