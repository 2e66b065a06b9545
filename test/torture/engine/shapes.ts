/**
 * Statements over infinitely many values, about irrational and complex numbers, sets and functions, each made so that its truth is known: by residues, by
 * construction, by exact Gaussian fractions, or by floating point where the two sides lie far apart.
 */
import fc from "fast-check";
import { compare, emod, floor, fraction, gcd, minus, over, plus, power, times, type Fraction } from "./numbers";

/** A theorem's text and whether it is true; undefined where that is not known. */
export interface Shape {
  readonly text: string;
  readonly truth: boolean | undefined;
}

type Draw = (n: number) => number;
const pick = <T>(draw: Draw, items: readonly T[]): T => items[draw(items.length)]!;
const between = (draw: Draw, low: number, high: number): number => low + draw(high - low + 1);
const signed = (n: number | bigint): string => (n < 0 ? `(${n})` : String(n));
const list = (draw: Draw, most: number, low: number, high: number): number[] => Array.from({ length: 1 + draw(most) }, () => between(draw, low, high));

/** A condition on whole numbers that depends on the residue by `period` alone. */
interface Residue {
  readonly text: string;
  readonly period: number;
  readonly holds: (n: bigint) => boolean;
}

function polynomial(draw: Draw, name: string, natural: boolean): { text: string; value: (n: bigint) => bigint } {
  const coefficients = Array.from({ length: 2 + draw(3) }, () => between(draw, natural ? 0 : -6, 7));
  const terms = coefficients.map((c, k) => (k === 0 ? signed(c) : k === 1 ? `${signed(c)} * ${name}` : `${signed(c)} * ${name} ^ ${k}`));
  return { text: terms.reverse().join(" + "), value: (n) => coefficients.reduce((sum, c, k) => sum + BigInt(c) * n ** BigInt(k), 0n) };
}

function residue(draw: Draw, natural: boolean, depth: number): Residue {
  const type = natural ? "ℕ" : "ℤ";
  if (depth > 0 && draw(2)) {
    const [a, b] = [residue(draw, natural, depth - 1), residue(draw, natural, depth - 1)];
    const period = (a.period * b.period) / Number(gcd(BigInt(a.period), BigInt(b.period)));
    const [sign, join] = pick<[string, (x: boolean, y: boolean) => boolean]>(draw, [["∧", (x, y) => x && y], ["∨", (x, y) => x || y], ["→", (x, y) => !x || y], ["↔", (x, y) => x === y]]);
    return { text: `((${a.text}) ${sign} (${b.text}))`, period, holds: (n) => join(a.holds(n), b.holds(n)) };
  }
  const m = between(draw, 1, 9);
  const { text, value } = polynomial(draw, "n", natural);
  switch (draw(7)) {
    case 0: {
      const r = draw(m + 1);
      return { text: `(${text}) % ${m} = ${r}`, period: m, holds: (n) => emod(value(n), BigInt(m)) === BigInt(r) };
    }
    case 1:
      return { text: `(${m} : ${type}) ∣ ${text}`, period: m, holds: (n) => value(n) % BigInt(m) === 0n };
    case 2:
      return { text: `Even (${text})`, period: 2, holds: (n) => value(n) % 2n === 0n };
    case 3:
      return { text: `Odd (${text})`, period: 2, holds: (n) => value(n) % 2n !== 0n };
    case 4: {
      const r = draw(10);
      return { text: `${text} ≡ ${r} [${natural ? "MOD" : "ZMOD"} ${m}]`, period: m, holds: (n) => emod(value(n) - BigInt(r), BigInt(m)) === 0n };
    }
    case 5: {
      const r = draw(m);
      return { text: `(${text}) % ${m} < ${r}`, period: m, holds: (n) => emod(value(n), BigInt(m)) < BigInt(r) };
    }
    default:
      return { text: `∃ k : ${type}, ${text} = ${m} * k`, period: m, holds: (n) => value(n) % BigInt(m) === 0n };
  }
}

function byResidues(draw: Draw): Shape {
  const natural = draw(2) === 0;
  const type = natural ? "ℕ" : "ℤ";
  const [premise, goal] = [draw(3) ? residue(draw, natural, 1) : undefined, residue(draw, natural, 1)];
  const period = (premise?.period ?? 1) * goal.period;
  const all = Array.from({ length: period }, (_, n) => BigInt(n));
  if (draw(4) === 3) return { text: `theorem t : ∃ n : ${type}, ${goal.text} := by sorry`, truth: all.some(goal.holds) };
  const truth = all.every((n) => !(premise?.holds(n) ?? true) || goal.holds(n));
  return { text: draw(3) === 2 ? `theorem t : ∀ n : ${type}, ${premise ? `(${premise.text}) → ` : ""}${goal.text} := by sorry` : `theorem t (n : ${type}) ${premise ? `(h : ${premise.text}) ` : ""}: ${goal.text} := by sorry`, truth };
}

const written = ({ n, d }: Fraction): string => (d === 1n ? signed(n) : `(${n} / ${d})`);
const rational = (draw: Draw): Fraction => fraction(BigInt(between(draw, -9, 9)), BigInt(between(draw, 1, 4)));

/** Two equations in two unknowns with one solution, in a field or in ℤ. */
function linearSystem(draw: Draw): Shape {
  const type = pick(draw, ["ℝ", "ℚ", "ℤ"]);
  const [x, y] = type === "ℤ" ? [fraction(BigInt(between(draw, -9, 9))), fraction(BigInt(between(draw, -9, 9)))] : [rational(draw), rational(draw)];
  const [a, b, c, d] = [1, 2, 3, 4].map(() => BigInt(between(draw, -6, 6))) as [bigint, bigint, bigint, bigint];
  const side = (p: bigint, q: bigint): Fraction => plus(times(fraction(p), x), times(fraction(q), y));
  const unique = a * d - b * c !== 0n;
  const [k, l] = [BigInt(between(draw, -3, 3)), BigInt(between(draw, -3, 3))];
  const wrong = draw(2) === 1;
  const value = plus(plus(times(fraction(k), x), times(fraction(l), y)), fraction(wrong ? BigInt(between(draw, 1, 2)) : 0n));
  if (type === "ℤ" && value.d !== 1n) return linearSystem(draw);
  const sign = pick(draw, ["=", "≤", "≥", "≠"]);
  const truth = sign === "=" ? !wrong : sign === "≤" ? true : sign === "≥" ? !wrong : wrong;
  const text = `theorem t (x y : ${type}) (h₁ : ${a} * x + ${signed(b)} * y = ${written(side(a, b))}) (h₂ : ${signed(c)} * x + ${signed(d)} * y = ${written(side(c, d))}) : ${signed(k)} * x + ${signed(l)} * y ${sign} ${written(value)} := by sorry`;
  // Without a unique solution the claim may fail elsewhere; where it is false at this one it is false.
  return { text, truth: unique ? truth : truth ? undefined : false };
}

/** A product of linear factors is 0: its roots, all of them or not. */
function roots(draw: Draw): Shape {
  const type = pick(draw, ["ℝ", "ℚ", "ℤ", "ℕ"]);
  const zeros = list(draw, 3, type === "ℕ" ? 0 : -6, 6);
  const expanded = zeros.reduce<bigint[]>((poly, r) => [...poly, 0n].map((_, k) => (poly[k - 1] ?? 0n) - BigInt(r) * (poly[k] ?? 0n)), [1n]);
  const terms = expanded.map((c, k) => [c, k] as const).filter(([c]) => c !== 0n).reverse();
  const of = ([c, k]: readonly [bigint, number]): string => (k === 0 ? String(c) : `${c} * x${k > 1 ? ` ^ ${k}` : ""}`);
  const [left, right] = [terms.filter(([c]) => c > 0n).map(of), terms.filter(([c]) => c < 0n).map(([c, k]) => of([-c, k]))];
  const named = [...new Set(zeros)].filter(() => draw(4) > 0);
  const truth = new Set(zeros).size === named.length;
  const goal = named.length === 0 ? "False" : named.map((r) => `x = ${signed(r)}`).join(" ∨ ");
  return { text: `theorem t (x : ${type}) (h : ${left.join(" + ")} = ${right.join(" + ") || "0"}) : ${goal} := by sorry`, truth };
}

/** A square and a rest. */
function square(draw: Draw): Shape {
  const type = pick(draw, ["ℝ", "ℚ", "ℤ"]);
  const [a, b, c, e] = [between(draw, -5, 5), between(draw, -5, 5), between(draw, -5, 5), between(draw, -2, 2)];
  const strict = draw(2) === 1;
  // (a x + b y + c)² + e ≥ 0, expanded; its square can be 0 in a field if a or b is not 0, and in ℤ if their gcd divides c.
  const text = `${a * a} * x ^ 2 + ${signed(2 * a * b)} * x * y + ${b * b} * y ^ 2 + ${signed(2 * a * c)} * x + ${signed(2 * b * c)} * y + ${signed(c * c + e)}`;
  const divisor = gcd(BigInt(a), BigInt(b));
  let least: number | undefined;
  if (divisor === 0n) least = c * c;
  else if (type !== "ℤ") least = 0;
  else {
    const r = Number(emod(BigInt(c), divisor));
    least = Math.min(r, Number(divisor) - r) ** 2;
  }
  return { text: `theorem t (x y : ${type}) : ${text} ${strict ? ">" : "≥"} 0 := by sorry`, truth: strict ? least + e > 0 : least + e >= 0 };
}

/** A number with how far it may be off; fragile once a jump may lie nearby. */
interface Real {
  readonly text: string;
  readonly value: number;
}

function realTerm(draw: Draw, depth: number): Real {
  const fragile = (text: string): Real => ({ text, value: NaN });
  if (depth === 0) {
    if (draw(6) === 5) return { text: "Real.pi", value: Math.PI };
    const [n, d] = [between(draw, -6, 9), draw(3) ? 1 : between(draw, 2, 5)];
    return { text: d === 1 ? signed(n) : `(${n} / ${d})`, value: n / d };
  }
  const a = realTerm(draw, depth - 1);
  const near = (x: number): boolean => Number.isNaN(x) || Math.abs(x) < 1e-7;
  const exact = /^\(?-?\d+\)?$/.test(a.text);
  switch (draw(14)) {
    case 0:
    case 1: {
      const b = realTerm(draw, draw(depth));
      const sign = pick(draw, ["+", "-", "*"]);
      return { text: `(${a.text} ${sign} ${b.text})`, value: sign === "+" ? a.value + b.value : sign === "-" ? a.value - b.value : a.value * b.value };
    }
    case 2: {
      const b = realTerm(draw, draw(depth));
      const text = `(${a.text} / ${b.text})`;
      if (b.text === "0") return { text, value: a.value * 0 };
      return near(b.value) ? fragile(text) : { text, value: a.value / b.value };
    }
    case 3:
    case 4:
      return { text: `√(${a.text})`, value: near(a.value) && !exact ? NaN : Math.sqrt(Math.max(0, a.value)) };
    case 5:
      return { text: `Real.exp (${a.text})`, value: a.value > 20 ? NaN : Math.exp(a.value) };
    case 6:
      return { text: `Real.log (${a.text})`, value: near(a.value) ? (exact ? 0 : NaN) : Math.log(Math.abs(a.value)) };
    case 7:
      return { text: `Real.sin (${a.text})`, value: Math.sin(a.value) };
    case 8:
      return { text: `Real.cos (${a.text})`, value: Math.cos(a.value) };
    case 9:
      return { text: `|(${a.text} : ℝ)|`, value: Math.abs(a.value) };
    case 10: {
      const [p, q] = [between(draw, -3, 3), between(draw, 1, 4)];
      const text = `((${a.text}) ^ ((${p} : ℝ) / ${q}))`;
      if (near(a.value)) return fragile(text);
      // For a negative base, exp (log |x| y) cos (y π).
      const y = p / q;
      return { text, value: a.value > 0 ? a.value ** y : Math.exp(Math.log(-a.value) * y) * Math.cos(y * Math.PI) };
    }
    case 11: {
      const n = draw(5);
      return { text: `(${a.text}) ^ ${n}`.replace(/^(.*)$/, "($1)"), value: a.value ** n };
    }
    case 12: {
      const b = realTerm(draw, draw(depth));
      const which = pick(draw, ["max", "min"] as const);
      return { text: `(${which} (${a.text} : ℝ) (${b.text} : ℝ))`, value: Math[which](a.value, b.value) };
    }
    default:
      return { text: `Real.arctan (${a.text})`, value: Math.atan(a.value) };
  }
}

const SIGNS: readonly [string, (a: number, b: number) => boolean][] = [["<", (a, b) => a < b], ["≤", (a, b) => a <= b], ["=", () => false], [">", (a, b) => a > b], ["≥", (a, b) => a >= b], ["≠", () => true]];

function reals(draw: Draw): Shape {
  const depth = 1 + draw(3);
  const [left, right] = [realTerm(draw, depth), realTerm(draw, draw(2) ? 0 : depth)];
  const [sign, holds] = pick(draw, SIGNS);
  const apart = Math.abs(left.value - right.value) > 1e-6 * (1 + Math.abs(left.value) + Math.abs(right.value));
  return { text: `theorem t : (${left.text} : ℝ) ${sign} ${right.text} := by sorry`, truth: apart ? holds(left.value, right.value) : undefined };
}

/** An identity of real functions at fractions, true as it stands, false when moved by a thousandth. */
function identities(draw: Draw): Shape {
  const positive = (): string => written(fraction(BigInt(between(draw, 1, 12)), BigInt(between(draw, 1, 5))));
  const any = (): string => written(rational(draw));
  const [a, b, x, y] = [positive(), positive(), any(), any()];
  const [left, right] = pick<[string, string]>(draw, [
    [`√${a} ^ 2`, a], [`√(${a} * ${b})`, `√${a} * √${b}`], [`√(${x} ^ 2)`, `|${x}|`], [`Real.log (${a} * ${b})`, `Real.log ${a} + Real.log ${b}`], [`Real.exp (${x} + ${y})`, `Real.exp ${x} * Real.exp ${y}`],
    [`Real.sin ${x} ^ 2 + Real.cos ${x} ^ 2`, "1"], [`Real.log (Real.exp ${x})`, x], [`Real.exp (Real.log ${a})`, a], [`√${a} * √${a}`, a], [`1 / √${a}`, `√${a} / ${a}`], [`Real.sin (2 * ${x})`, `2 * Real.sin ${x} * Real.cos ${x}`],
    [`Real.cos (${x} + 2 * Real.pi)`, `Real.cos ${x}`], [`Real.sin (-${x})`, `-Real.sin ${x}`], [`Real.log ${a}⁻¹`, `-Real.log ${a}`], [`(√${a} + √${b}) ^ 2`, `${a} + ${b} + 2 * √(${a} * ${b})`], [`√${a} / √${b}`, `√(${a} / ${b})`],
  ]);
  const moved = draw(2) === 1;
  return { text: `theorem t : (${left} : ℝ) = ${right}${moved ? " + 1 / 1000" : ""} := by sorry`.replaceAll("-(-", "-1 * (-"), truth: !moved };
}

interface Gaussian {
  readonly text: string;
  readonly re: Fraction;
  readonly im: Fraction;
}

function gaussian(draw: Draw, depth: number): Gaussian {
  const ZERO = fraction(0n);
  if (depth === 0) {
    if (draw(3) === 0) return { text: "Complex.I", re: ZERO, im: fraction(1n) };
    const n = fraction(BigInt(between(draw, -4, 5)));
    return { text: written(n), re: n, im: ZERO };
  }
  const a = gaussian(draw, depth - 1);
  const b = gaussian(draw, draw(depth));
  const product = (p: Gaussian, q: Gaussian): { re: Fraction; im: Fraction } => ({ re: minus(times(p.re, q.re), times(p.im, q.im)), im: plus(times(p.re, q.im), times(p.im, q.re)) });
  switch (draw(7)) {
    case 0:
      return { text: `(${a.text} + ${b.text})`, re: plus(a.re, b.re), im: plus(a.im, b.im) };
    case 1:
      return { text: `(${a.text} - ${b.text})`, re: minus(a.re, b.re), im: minus(a.im, b.im) };
    case 2:
    case 3:
      return { text: `(${a.text} * ${b.text})`, ...product(a, b) };
    case 4: {
      const norm = plus(times(b.re, b.re), times(b.im, b.im));
      const top = product(a, { ...b, im: minus(ZERO, b.im) });
      return { text: `(${a.text} / ${b.text})`, re: over(top.re, norm), im: over(top.im, norm) };
    }
    case 5: {
      const n = draw(4);
      let result: { re: Fraction; im: Fraction } = { re: fraction(1n), im: ZERO };
      for (let i = 0; i < n; i++) result = product({ ...result, text: "" }, a);
      return { text: `(${a.text}) ^ ${n}`.replace(/^(.*)$/, "($1)"), ...result };
    }
    default:
      return { text: `(starRingEnd ℂ ${a.text})`, re: a.re, im: minus(ZERO, a.im) };
  }
}

function complex(draw: Draw): Shape {
  const [a, b] = [gaussian(draw, 1 + draw(3)), gaussian(draw, draw(2))];
  const truthful = draw(2) === 1;
  const norm = (z: Gaussian): Fraction => plus(times(z.re, z.re), times(z.im, z.im));
  const kinds: (() => Shape)[] = [
    () => ({ text: `(${a.text} : ℂ) = ${truthful ? `${written(a.re)} + ${written(a.im)} * Complex.I` : b.text}`, truth: truthful || (compare(a.re, b.re) === 0 && compare(a.im, b.im) === 0) }),
    () => ({ text: `(${a.text} : ℂ).re ${truthful ? "=" : "<"} ${written(a.re)}`, truth: truthful }),
    () => ({ text: `(${a.text} : ℂ).im = ${written(truthful ? a.im : b.im)}`, truth: truthful || compare(a.im, b.im) === 0 }),
    () => ({ text: `Complex.normSq (${a.text} : ℂ) ≤ Complex.normSq (${b.text} : ℂ)`, truth: compare(norm(a), norm(b)) <= 0 }),
    () => ({ text: `Complex.abs (${a.text} : ℂ) < Complex.abs (${b.text} : ℂ)`, truth: compare(norm(a), norm(b)) < 0 }),
    // z = a determines z.
    () => ({ text: `∀ z : ℂ, z = ${a.text} → z.re = ${written(truthful ? a.re : b.re)}`, truth: truthful || compare(a.re, b.re) === 0 }),
  ];
  const { text, truth } = pick(draw, kinds)();
  return { text: `theorem t : ${text} := by sorry`, truth };
}

/** A condition on one whole number. */
function condition(draw: Draw, name: string): { text: string; holds: (n: number) => boolean } {
  const m = between(draw, 1, 7);
  const r = draw(8);
  return pick<{ text: string; holds: (n: number) => boolean }>(draw, [
    { text: `${name} % ${m} = ${r % m}`, holds: (n) => ((n % m) + m) % m === r % m },
    { text: `${m} ∣ ${name}`, holds: (n) => n % m === 0 },
    { text: `${name} < ${r}`, holds: (n) => n < r },
    { text: `${name} ^ 2 ≤ ${m * r}`, holds: (n) => n * n <= m * r },
    { text: `${name} ≠ ${r}`, holds: (n) => n !== r },
    { text: `${name} * ${name} = ${r}`, holds: (n) => n * n === r },
    { text: `Even ${name} ∨ ${name} = ${r}`, holds: (n) => n % 2 === 0 || n === r },
  ]);
}

function sets(draw: Draw): Shape {
  const [p, q] = [condition(draw, "x"), condition(draw, "x")];
  const most = between(draw, 0, 15);
  const upTo = Array.from({ length: most + 1 }, (_, n) => n);
  const inP = upTo.filter(p.holds);
  const inQ = upTo.filter(q.holds);
  const [named, other] = [`{x : ℕ | x ≤ ${most} ∧ (${p.text})}`, `{x : ℕ | x ≤ ${most} ∧ (${q.text})}`];
  const [finite, otherFinite] = [`(Finset.filter (fun x : ℕ => ${p.text}) (Finset.range ${most + 1}))`, `(Finset.filter (fun x : ℕ => ${q.text}) (Finset.range ${most + 1}))`];
  const k = draw(8);
  const same = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((n) => b.includes(n));
  const literal = list(draw, 4, 0, 9);
  const braces = (items: readonly number[]): string => `{${items.join(", ")}}`;
  const guess = draw(2) ? inP.length : k;
  const kinds: (() => Shape)[] = [
    () => ({ text: `Set.ncard ${named} = ${guess}`, truth: inP.length === guess }),
    () => ({ text: `${finite}.card = ${guess}`, truth: inP.length === guess }),
    () => ({ text: `IsLeast ${named} ${guess}`, truth: inP[0] === guess }),
    () => ({ text: `IsGreatest ${named} ${draw(2) && inP.length > 0 ? inP.at(-1) : k}`, truth: undefined }),
    () => ({ text: `${finite} = ${otherFinite}`, truth: same(inP, inQ) }),
    () => ({ text: `${finite} ⊆ ${otherFinite}`, truth: inP.every((n) => inQ.includes(n)) }),
    () => ({ text: `${named} ⊆ ${other}`, truth: inP.every((n) => inQ.includes(n)) }),
    () => ({ text: `${named} = ${other}`, truth: same(inP, inQ) }),
    () => ({ text: `(${finite} ∪ ${otherFinite}).card = ${guess}`, truth: new Set([...inP, ...inQ]).size === guess }),
    () => ({ text: `(${finite} ∩ ${otherFinite}).card < ${guess}`, truth: inP.filter((n) => inQ.includes(n)).length < guess }),
    () => ({ text: `(${finite} \\ ${otherFinite}).card ≥ ${guess}`, truth: inP.filter((n) => !inQ.includes(n)).length >= guess }),
    () => ({ text: `∑ x ∈ ${finite}, x = ${draw(2) ? inP.reduce((a, b) => a + b, 0) : k}`, truth: undefined }),
    () => ({ text: `(${braces(literal)} : Finset ℕ).card = ${literal.length}`, truth: new Set(literal).size === literal.length }),
    () => ({ text: `(${braces(literal)} : Set ℕ) = ${braces([...literal].reverse())}`, truth: true }),
    () => ({ text: `Finset.image (fun x : ℕ => x % 3) (Finset.range ${most}) = ${braces([0, 1, 2].slice(0, 1 + draw(3)))}`, truth: undefined }),
    () => ({ text: `(Finset.image (fun x : ℕ => x * ${k} % 5) (Finset.range ${most})).card = ${guess}`, truth: new Set(Array.from({ length: most }, (_, x) => (x * k) % 5)).size === guess }),
    () => ({ text: `(${braces(literal)} : Set ℕ) ⊆ {x | ${p.text}}`, truth: literal.every(p.holds) }),
    () => ({ text: `${k} ∈ upperBounds ${named}`, truth: inP.every((n) => n <= k) }),
    () => ({ text: `∃! x : ℕ, x ≤ ${most} ∧ (${p.text})`, truth: inP.length === 1 }),
  ];
  const { text, truth } = pick(draw, kinds)();
  return { text: `theorem t : ${text} := by sorry`, truth };
}

function functions(draw: Draw): Shape {
  const size = between(draw, 1, 7);
  const [a, b, c] = [between(draw, 0, 6), between(draw, 0, 6), between(draw, -4, 4)];
  const residues = Array.from({ length: size }, (_, x) => (a * x * x + b * x) % size);
  const image = new Set(residues).size;
  const low = between(draw, -3, 2);
  const high = low + draw(6);
  const points = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const onInterval = (x: number): number => a * x * x + c * x;
  const increasing = (strict: boolean): boolean => points.slice(1).every((x, i) => (strict ? onInterval(points[i]!) < onInterval(x) : onInterval(points[i]!) <= onInterval(x)));
  const whole = `(fun x : ZMod ${size} => ${a} * x ^ 2 + ${b} * x)`;
  const kinds: (() => Shape)[] = [
    () => ({ text: `Function.Injective ${whole}`, truth: image === size }),
    () => ({ text: `Function.Surjective ${whole}`, truth: image === size }),
    () => ({ text: `Function.Bijective ${whole.replaceAll("ZMod", "Fin")}`, truth: image === size }),
    () => ({ text: `StrictMonoOn (fun x : ℤ => ${a} * x ^ 2 + ${signed(c)} * x) (Set.Icc ${signed(low)} ${signed(high)})`, truth: increasing(true) }),
    () => ({ text: `MonotoneOn (fun x : ℤ => ${a} * x ^ 2 + ${signed(c)} * x) (Set.Icc ${signed(low)} ${signed(high)})`, truth: increasing(false) }),
    () => ({ text: `Function.Injective (fun x : ℤ => ${a} * x + ${b})`, truth: a !== 0 }),
    () => ({ text: `Function.Surjective (fun x : ℤ => ${a} * x + ${b})`, truth: a === 1 }),
    () => ({ text: `Function.Surjective (fun x : ℚ => ${a} * x + ${b})`, truth: a !== 0 }),
    () => ({ text: `StrictMono (fun x : ℝ => ${signed(c)} * x + ${b})`, truth: c > 0 }),
    () => ({ text: `Antitone (fun x : ℕ => ${a} * x - ${b})`, truth: a === 0 }),
    () => ({ text: `Monotone (fun x : ℝ => ${a} * x ^ 3 + ${signed(c)} * x)`, truth: c >= 0 }),
    () => ({ text: `∀ x : ZMod ${size}, ${a} * x ^ 2 + ${b} * x ≠ ${draw(size)}`, truth: undefined }),
    () => ({ text: `∃ x : ZMod ${size}, ${a} * x ^ 2 + ${b} * x = ${c < 0 ? 0 : c}`, truth: residues.includes((c < 0 ? 0 : c) % size) }),
    () => ({ text: `∑ x : Fin ${size}, (x : ℕ) ^ 2 = ${draw(2) ? (size * (size - 1) * (2 * size - 1)) / 6 : b}`, truth: undefined }),
  ];
  const { text, truth } = pick(draw, kinds)();
  return { text: `theorem t : ${text} := by sorry`, truth };
}

/** Whole parts of a real number that lies between two fractions. */
function wholeParts(draw: Draw): Shape {
  const type = pick(draw, ["ℝ", "ℚ"]);
  const low = rational(draw);
  const high = plus(low, fraction(BigInt(draw(5)), BigInt(between(draw, 1, 4))));
  const k = BigInt(between(draw, -9, 9));
  const [first, last] = [floor(low), floor(high)];
  const kinds: (() => Shape)[] = [
    () => ({ text: `⌊x⌋ = ${signed(k)}`, truth: first === k && last === k }),
    () => ({ text: `⌊x⌋ ≤ ${signed(k)}`, truth: last <= k }),
    () => ({ text: `⌊x⌋ ≥ ${signed(k)}`, truth: first >= k }),
    () => ({ text: `⌈x⌉ ≤ ${signed(k)}`, truth: -floor(minus(fraction(0n), high)) <= k }),
    () => ({ text: `⌊x⌋ + 1 > x`, truth: true }),
    () => ({ text: `⌊x + 1⌋ = ⌊x⌋ + 1`, truth: true }),
    () => ({ text: `Int.fract x < 1`, truth: true }),
    () => ({ text: `⌊2 * x⌋ = 2 * ⌊x⌋`, truth: compare(low, high) === 0 ? floor(times(fraction(2n), low)) === 2n * first : undefined }),
    () => ({ text: `⌊x⌋₊ = ${k < 0n ? 0n : k}`, truth: (first < 0n ? 0n : first) === (k < 0n ? 0n : k) && (last < 0n ? 0n : last) === (k < 0n ? 0n : k) }),
  ];
  const { text, truth } = pick(draw, kinds)();
  return { text: `theorem t (x : ${type}) (h₁ : ${written(low)} ≤ x) (h₂ : x ≤ ${written(high)}) : ${text} := by sorry`, truth };
}

/** Powers with large exponents, by their residues. */
function powers(draw: Draw): Shape {
  const [base, exponent, modulus] = [BigInt(between(draw, 0, 20)), BigInt(between(draw, 0, 400)), BigInt(between(draw, 1, 30))];
  let r = 1n % modulus;
  for (let i = 0n; i < exponent; i++) r = (r * base) % modulus;
  const guess = draw(2) ? r : BigInt(draw(Number(modulus)));
  const text = pick(draw, [`${base} ^ ${exponent} % ${modulus} = ${guess}`, `(${base} : ℤ) ^ ${exponent} ≡ ${guess} [ZMOD ${modulus}]`, `((${base} : ZMod ${modulus}) ^ ${exponent}) = ${guess}`]);
  return { text: `theorem t : ${text} := by sorry`, truth: r === guess };
}

/** Geometric and arithmetic sums over ℚ, by exact fractions. */
function sums(draw: Draw): Shape {
  const q = rational(draw);
  const n = draw(7);
  let value = fraction(0n);
  for (let i = 0; i < n; i++) value = plus(value, times(power(q, BigInt(i)), fraction(BigInt(i + 1))));
  const wrong = draw(2) === 1;
  return { text: `theorem t : ∑ i ∈ Finset.range ${n}, (${written(q)} : ${pick(draw, ["ℚ", "ℝ"])}) ^ i * (i + 1) = ${written(wrong ? plus(value, fraction(1n, 7n)) : value)} := by sorry`, truth: !wrong };
}

const KINDS: readonly ((draw: Draw) => Shape)[] = [byResidues, byResidues, byResidues, linearSystem, roots, square, reals, reals, reals, identities, complex, complex, sets, sets, functions, wholeParts, powers, sums];

/** Shapes for fast-check. */
export const shapes: fc.Arbitrary<Shape> = fc.gen().map((g) => {
  const draw: Draw = (n) => (n <= 1 ? 0 : g(fc.nat, n - 1));
  return pick(draw, KINDS)(draw);
});
