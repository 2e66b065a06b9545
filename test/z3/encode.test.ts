/** The text for Z3 names nothing outside its quantifier: Z3 refuses such a text, and the statement stays open for no reason. */
import { expect, test } from "vitest";
import { readStatement } from "../../src/z3/read/statement";
import { not } from "../../src/z3/read/term";
import { encode } from "../../src/z3/solve/encode";
import { prepare } from "../../src/z3/solve/problem";

/** Names of bound variables that stand where nothing binds them. */
function unbound(text: string): string[] {
  const open: (string[] | undefined)[] = [];
  const found: string[] = [];
  for (let i = 0; i < text.length; i++) {
    const quantifier = /^\((?:forall|exists) \(((?:\(\w+ \w+\) ?)+)\)/.exec(text.slice(i, i + 200));
    if (quantifier) {
      open.push([...quantifier[1]!.matchAll(/\((\w+) \w+\)/g)].map(([, name]) => name!));
      i += quantifier[0].length - 1;
    } else if (text[i] === "(") open.push(undefined);
    else if (text[i] === ")") open.pop();
    else {
      const name = /^\bb\d+\b/.exec(text.slice(i, i + 12))?.[0];
      if (name === undefined || /\w/.test(text[i - 1] ?? "")) continue;
      if (!open.some((names) => names?.includes(name))) found.push(name);
      i += name.length - 1;
    }
  }
  return found;
}

test.each([
  // Each is needed both as a premise and as a claim, and has an equivalence, which reads its sides both ways, under its quantifier.
  ["(p : Prop) (y : ℤ) (h : p ↔ ∃ x : ℤ, x * x = y ↔ x > 3)", "p → y > 2"],
  ["(p q : Prop) (y : ℤ) (h : p ↔ (q ↔ ∀ x : ℤ, x * y = 3 ↔ (x > y ↔ p)))", "p ∨ q"],
  ["(p : Prop) (y : ℝ) (h : Xor' p (∃ x : ℝ, (x * x = y ↔ ∀ z : ℝ, z * x > y ↔ z > 3)))", "p"],
])("%s : %s", (binders, body) => {
  const { premises, goal, variables } = prepare(readStatement({ header: "", binders, body }));
  const { assertions } = encode([...premises, not(goal)], variables);
  expect(assertions.join("\n")).toMatch(/\((?:forall|exists) \(\(b\d+/);
  expect(unbound(assertions.join("\n"))).toEqual([]);
});

test("the test would see one", () => expect(unbound("(and (exists ((b1 Int)) (> b1 0)) (forall ((b2 Int)) (> b1 b2)))")).toEqual(["b1"]));
